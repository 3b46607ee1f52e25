package positional

import (
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitTest prints the tests of the type that is planned: see [codec.Plan].
func (f *Format) emitTest(file *goprint.File, p *plan, o codec.Options, made codec.TestSupport) {
	t := p.root.typ
	name := codec.FuncName("", t, f.ID)
	fields := append(codec.True("Exact"), codec.TestField{Name: "Entries", Value: "3"})
	if f.Original != "" { // of an evolvable struct fields may be written that came later
		fields = append(fields, codec.True("Length")...)
	}
	var byFields []*typemodel.Type // whatever methods they have
	methods, refuses := false, false
	for _, n := range p.reachable(p.root) {
		if n.op == opCarried {
			refuses = refuses || n.carry.Refuses() ||
				n.elem.typ.Kind == typemodel.Pointer && f.Pointers == PointerValue || // what stands for zero is nil, which has no encoding
				n.carry.Methods == typemodel.ProtoMessage && requires(n.typ) // proto.Marshal refuses what lacks a required field
		}
		switch {
		case n.op == opCarried || n.op == opMarshaler:
			methods = true
		case n.typ.Name.IsZero() || n.typ.Kind == typemodel.Time:
		case n.typ.Own() != 0 || n.typ.Name.PkgPath == file.PkgPath(): // which a type of the package may have tomorrow
			byFields = append(byFields, n.typ)
		}
	}
	if refuses {
		fields = append(codec.True("Refuses"), fields...)
	} else {
		fields = append(codec.True("Writes"), fields...)
	}
	if methods {
		fields = append(fields, codec.True("Methods")...)
	}
	codec.TestCodec{
		Format: f.ID, Type: t, Methods: o.Methods, New: o.Constructor, Fields: fields,
		Values: codec.TestValues{
			Fields: byFields,
			Merges: f.Nil == NilMerged || f.Nil == NilEmpty, Coarse: f.Time != TimeWord, NoNil: f.Pointers == PointerValue,
			Narrow: f.Numbers[typemodel.Int].Bytes == 4 || f.Numbers[typemodel.Uint].Bytes == 4, Holds: f.Impls, Tag: f.Tag,
		},
	}.Print(file, made, [2]string{"RoundTrip", "Test" + name + "RoundTrip"}, [2]string{"Fuzz", "Fuzz" + name}, [2]string{"Golden", "Test" + name + "Golden"})
}

// requires reports whether a message, or one in it, has a field that must be set.
func requires(message *typemodel.Type) (req bool) {
	typemodel.Walk(message, func(_ string, t *typemodel.Type) bool {
		for i := range t.Fields {
			req = req || strings.Contains(t.Fields[i].Tag.Get("protobuf"), ",req,")
		}
		return !req
	})
	return req
}
