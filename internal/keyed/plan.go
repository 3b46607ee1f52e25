package keyed

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Plan is what a format makes of types: how they stand on its wire. There is no code where
// something is refused.
type Plan struct {
	*Wire
	Shape   *shape.Shape
	Refused []typemodel.Diagnostic
	Oracle  Oracle // of the tests

	// Dropped returns the paths of the fields of a root that the format leaves out by its
	// rules, if it does so.
	Dropped func(t *typemodel.Type) []string

	// Of the format's options.
	Tuple, Strict, SortedMaps bool
	Sized                     *Sized
}

// Made returns the plan of a format for types: of is what it makes of some of them in one
// file.
func Made(types []*typemodel.Type, o codec.Options, of func(types ...*typemodel.Type) Plan) *codec.Plan {
	file := of(types...)
	parts := map[*typemodel.Type]Plan{}
	p := shape.Plan(types, func(t *typemodel.Type) shape.Part {
		part := file
		if len(types) > 1 { // what is said of one is not to depend on the others
			part = of(t)
		}
		parts[t] = part
		return shape.Part{Shape: part.Shape, Refused: part.Refused, Changes: func() []typemodel.Diagnostic {
			list := part.Changes(part.Shape, part.Tuple)
			if part.Dropped != nil {
				list = append(list, codec.Dropped(part.Dropped(t))...)
			}
			return list
		}}
	})
	p.Emit = func(f *goprint.File, portable bool) error {
		o := o
		o.Unsafe = o.Unsafe && !portable
		return file.emit(f, o)
	}
	p.Test = func(f *goprint.File, t *typemodel.Type, made codec.TestSupport) {
		parts[t].Wire.EmitTest(f, parts[t].Shape, o, made, parts[t].Oracle)
	}
	return p
}

func (p Plan) emit(file *goprint.File, o codec.Options) error {
	if len(p.Refused) > 0 {
		return shape.Error(p.ID, p.Shape.Roots[0].Type, p.Refused)
	}
	o.SortedMaps = o.SortedMaps || p.SortedMaps
	return p.Wire.Emit(file, p.Shape, Options{Options: o, Tuple: p.Tuple, Strict: p.Strict, Sized: p.Sized})
}
