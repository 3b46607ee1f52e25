package json

import (
	"errors"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Takes implements codec.Format. Maps are sorted without the option, as
// encoding/json has it.
func (*Format) Takes() []string {
	return []string{"unsafe", "arena", "intern", "streams", "test", "sorted-maps", "max-depth", "max-alloc", "as", "impl", "support"}
}

// Own implements codec.Configurable.
func (f *Format) Own() any { return f }

// Validate implements codec.Validator.
func (f *Format) Validate(o codec.Options) error {
	switch {
	case f.BatchStrings && o.Unsafe:
		return errors.New("--batch-strings copies strings, which --unsafe does not: leave one of them out")
	case o.Intern && o.Unsafe:
		return errors.New("--intern lets copies of strings be shared, and --unsafe makes none: leave one of them out")
	case f.Strict && !f.NoFallback && !f.V2:
		return errors.New("--strict goes with --no-fallback, since encoding/json would take what it refuses")
	case f.Imported && o.SupportPath != "":
		return errors.New("--runtime and --support are two places of the routines: leave one of them out")
	case f.V2 && o.Test:
		return errors.New("--test compares with encoding/json, which is no judge of --v2: leave one of them out")
	case f.V2 && f.Strict:
		return errors.New("--v2 is as strict as encoding/json/v2 is: leave --strict out")
	case f.Indent && (f.NoFallback || f.V2):
		return errors.New("--indent needs encoding/json: leave --no-fallback and --v2 out")
	}
	return nil
}

// Advice implements codec.Advisor.
func (*Format) Advice(o codec.Options) []string {
	if !o.Methods {
		return nil
	}
	return []string{"encoding/json checks and copies what methods return: call the functions where speed matters (a document of 560 kB is written with 1,190 MB/s instead of 94, and read with 397 instead of 82; in Go 1.27 262 and 166)"}
}

// Extensions implements codec.Extender: the methods that encoding/json/v2 calls.
func (*Format) Extensions(o codec.Options) []codec.Extension {
	if !o.Methods {
		return nil
	}
	return []codec.Extension{{Suffix: "_v2", Constraint: v2Constraint, Emit: func(file *goprint.File, types []*typemodel.Type) {
		methodsV2(file, types, o.Unsafe)
	}}}
}

// SupportFiles implements codec.Supporter.
func (*Format) SupportFiles() []string { return []string{RoutinesFile, StdFile} }
