package compile

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/assay-go/assay/typemodel"
)

// Source returns the import path and the files of an adapter as a worker is built of
// them, by name, with those that generators make; adapter.go is the main one. Nothing of it is
// compiled but the generators. A type that the serializer cannot carry is a
// [Refused].
func Source(ctx context.Context, cfg Config, a Adapter) (pkgPath string, files map[string][]byte, err error) {
	c, err := openCache(cfg)
	if err != nil {
		return "", nil, err
	}
	silent := func(Step, int, int) {}
	verdicts := make([]Verdict, 1)
	units := emitAll(Config{Untimed: true}, []Adapter{a}, verdicts, silent)
	switch v := verdicts[0]; {
	case len(v.Refusals) > 0:
		return "", nil, Refused{a.Driver.RowName(a.Variant), a.Subject.Name, v.Refusals}
	case v.Err != "":
		return "", nil, errors.New(v.Err)
	}
	u := units[0]
	j := &job{
		unit: u, cfg: cfg, cache: c, built: &Built{Verdicts: verdicts}, progress: silent,
		goCommand: goCommand{u.module.dir, u.module.env},
		dir:       filepath.Join(c.dir, "unit", hashStrings(u.module.dir, u.group)),
	}
	if name, err := j.runTools(ctx, u.pkgs[0], &eachOnce{done: map[string]func() (string, error){}}, nil); err != nil {
		return "", nil, fmt.Errorf("generating with %s: %w", name, err)
	}
	return u.pkgs[0].path, u.pkgs[0].files, nil
}

// Refused is the error of a type that a serializer cannot carry.
type Refused struct {
	Row, Subject string
	Refusals     []typemodel.Diagnostic
}

func (r Refused) Error() string {
	return fmt.Sprintf("%s cannot carry %s: %s", r.Row, r.Subject, typemodel.JoinRefusals(r.Refusals))
}
