package json

import (
	"errors"

	"github.com/assay-go/assay/codec"
)

// Validate implements codec.Format.
func (f *Format) Validate(o codec.Options) error {
	switch {
	case f.BatchStrings && o.Unsafe:
		return errors.New("--batch-strings copies strings, which --unsafe does not: leave one of them out")
	case o.Intern && o.Unsafe:
		return errors.New("--intern lets copies of strings be shared, and --unsafe makes none: leave one of them out")
	case f.Strict && !f.NoFallback && !f.V2:
		return errors.New("--strict goes with --no-fallback, since encoding/json would take what it refuses")
	case f.Imported && f.SelfContained:
		return errors.New("--runtime and --self-contained are two places of the routines: leave one of them out")
	case f.V2 && o.Test:
		return errors.New("--test compares with encoding/json, which is no judge of --v2: leave one of them out")
	case f.V2 && f.Strict:
		return errors.New("--v2 is as strict as encoding/json/v2 is: leave --strict out")
	case f.Indent && (f.NoFallback || f.V2):
		return errors.New("--indent needs encoding/json: leave --no-fallback and --v2 out")
	}
	return nil
}
