package keyed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Plan is what a format makes of types: how they stand on its wire. There is no code where
// something is refused.
type Plan struct {
	Shape   *shape.Shape
	Refused []typemodel.Diagnostic
	Changes func() []typemodel.Diagnostic // what comes back as something else
	Emit    func(file *goprint.File, o codec.Options) error
	Test    func(file *goprint.File, o codec.Options, made codec.TestSupport)
}

// Made returns the plan of a format for types: of is what it makes of some of them in one
// file.
func Made(format string, types []*typemodel.Type, o codec.Options, of func(types ...*typemodel.Type) Plan) *codec.Plan {
	file := of(types...)
	parts := map[*typemodel.Type]Plan{}
	p := &codec.Plan{Types: types}
	p.Diagnostics, p.Walked = shape.Diagnose(types, func(t *typemodel.Type) shape.Part {
		part := file
		if len(types) > 1 { // what is said of one is not to depend on the others
			part = of(t)
		}
		parts[t] = part
		return shape.Part{Shape: part.Shape, Refused: part.Refused, Changes: part.Changes}
	})
	p.Emit = func(f *goprint.File, portable bool) error {
		if len(file.Refused) > 0 {
			return shape.Error(format, types[0], file.Refused)
		}
		o := o
		o.Unsafe = o.Unsafe && !portable
		return file.Emit(f, o)
	}
	p.Test = func(f *goprint.File, t *typemodel.Type, made codec.TestSupport) { parts[t].Test(f, o, made) }
	return p
}

// Choice returns the error of a choice that is none of those of a format's flag; empty is one.
func Choice(format, flag, chosen, plural string, names []string) error {
	if chosen == "" || slices.Contains(names, chosen) {
		return nil
	}
	return fmt.Errorf("--%s=%s: %s of %s are %s", flag, chosen, plural, format, strings.Join(names, ", "))
}
