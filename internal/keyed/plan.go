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
	Judge   Judge // of the tests

	// Of the format's options.
	Tuple, Strict, SortedMaps bool
	Sized                     *Sized
}

// Told is what is told of the plan.
func (p Plan) Told() codec.Plan {
	return p.Shape.Told(p.Refused, func() []codec.Change { return p.Changes(p.Shape, p.Tuple) })
}

// Emit is codec.Format's.
func (p Plan) Emit(file *goprint.File, o codec.Options) error {
	if len(p.Refused) > 0 {
		return shape.Error(p.ID, p.Shape.Roots[0].Type, p.Refused)
	}
	o.SortedMaps = o.SortedMaps || p.SortedMaps
	return p.Wire.Emit(file, p.Shape, Options{Options: o, Tuple: p.Tuple, Strict: p.Strict, Sized: p.Sized})
}

// EmitTest is codec.Tester's.
func (p Plan) EmitTest(file *goprint.File, o codec.Options, made codec.TestSupport) {
	p.Wire.EmitTest(file, p.Shape, o, made, p.Judge)
}
