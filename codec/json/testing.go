package json

import (
	"go/token"
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitTest prints the tests of one of types: the judge is encoding/json, on the same values and
// the same input.
func (f *Format) emitTest(file *goprint.File, t *typemodel.Type, types []*typemodel.Type, o codec.Options, made codec.TestSupport) {
	name := FuncName("", t)
	c := codec.TestCodec{Format: "JSON", Type: t, Values: codec.TestValues{Any: true}, Fields: append(codec.True("Length"), codec.TestField{Name: "Entries", Value: "3"})}
	golden := [2]string{"Golden", "Test" + name + "Golden"}
	p := newPlan(file.PkgPath())
	_, other := embedded(t, "", types, map[*typemodel.Type]bool{})
	if p.value(t, true, true); len(p.chosen) > 0 || leavesOut(t) || o.Methods && other != nil { // of which encoding/json is no judge
		c.Print(file, made, golden)
		return
	}
	if o.Methods {
		plain := made.Prefix + "Plain" + name
		file.P()
		file.P("// ", plain, " is the type as encoding/json sees it.")
		file.P("type ", plain, " ", t)
		forwards(file, plain, t)
		c.Fields = append(c.Fields, codec.TestField{Name: "Plain", Value: "func(v *" + file.Type(t) + ") any { return (*" + plain + ")(v) }"})
	}
	if f.Strict { // what encoding/json takes is refused
		c.Fields = append(c.Fields, codec.True("Strict")...)
	}
	if f.RawHTML {
		c.Fields = append(c.Fields, codec.True("RawHTML")...)
	}
	c.Print(file, made, [2]string{"JSON", "Test" + name}, [2]string{"FuzzJSON", "Fuzz" + name}, golden)
}

// forwards gives the type plain the methods of t for texts, which encoding/json calls in the absence
// of those that are made: a type that is declared by another has none of its methods.
func forwards(file *goprint.File, plain string, t *typemodel.Type) {
	typ := file.Type(t)
	switch {
	case t.Calls.Has(typemodel.MarshalTextByValue):
		file.P("func (v ", plain, ") MarshalText() ([]byte, error) { return ", typ, "(v).MarshalText() }")
	case t.Calls.Has(typemodel.MarshalTextByPointer):
		file.P("func (v *", plain, ") MarshalText() ([]byte, error) { return (*", typ, ")(v).MarshalText() }")
	}
	if t.Calls.Has(typemodel.UnmarshalTextByPointer) {
		file.P("func (v *", plain, ") UnmarshalText(text []byte) error { return (*", typ, ")(v).UnmarshalText(text) }")
	}
}

// leavesOut reports whether fields of t, or of its parts, are left out that encoding/json
// sees.
func leavesOut(t *typemodel.Type) (left bool) {
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		left = left || slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
			return f.Omit && (token.IsExported(f.Name) || f.Embedded) && !skips(&f)
		})
		return true
	})
	return left
}
