package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/typemodel"
)

// implementations finds out what interfaces hold of which nobody has said it, by having the
// subject's values made once: the result is as the option --impl has it. A
// sample func gives values of Go types, and so does a file where a type has an
// UnmarshalJSON that fills its interfaces; JSON by itself names no types.
//
// Interfaces without a name are left alone: directives on fields name theirs.
func (o *opener) implementations(ctx context.Context, s *subject) (impls []string, err error) {
	open := false
	typemodel.Walk(s.build.Type, func(_ string, t *typemodel.Type) bool {
		open = open || t.Kind == typemodel.Interface && t.Name.PkgPath != "" && len(t.Impls) == 0
		return !open
	})
	if !open {
		return nil, nil
	}
	built, err := compile.Build(ctx, o.compileConfig(), []compile.Adapter{{Subject: s.build, Driver: valuesOnly, Variant: valuesOnly.Variants[0]}}, nil)
	if err != nil {
		return nil, err
	}
	if len(built.Workers) == 0 {
		return nil, errors.New(built.Verdicts[0].Err)
	}
	list, err := measure.Implementations(ctx, measure.Config{MemoryMB: 2048, GOGC: measure.DefaultGOGC, StepLimit: 20 * time.Second}, built.Workers[0].Path, s.build.Name, s.data)
	if err != nil {
		return nil, err
	}
	for _, h := range list {
		known := false
		typemodel.Walk(s.build.Type, func(_ string, t *typemodel.Type) bool {
			known = known || t.Kind == typemodel.Interface && t.Name.PkgPath+"."+t.Name.Name == h.Of && len(t.Impls) > 0
			return !known
		})
		if !known {
			impls = append(impls, h.Of+"="+strings.Join(h.Types, ","))
		}
	}
	return impls, nil
}

// valuesOnly is in the program that makes the values, and encodes nothing.
var valuesOnly = &driver.Driver{
	Name:         "values",
	CarriesState: true,
	Variants:     []driver.Variant{{}},
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.EmitNew(t, driver.Funcs{Marshal: "return nil, nil", Unmarshal: "return nil"})
		return nil
	},
}

// implementationsNote says what was found.
func implementationsNote(name string, impls []string) string {
	return fmt.Sprintf("%s: what its interfaces hold was found in the values: %s", name, strings.Join(impls, "; "))
}
