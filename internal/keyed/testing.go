package keyed

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// EmitTest prints the test of one type in the format with the ID: a comparison with
// committed bytes.
func EmitTest(file *goprint.File, id string, t *typemodel.Type, o codec.Options, made codec.TestSupport) {
	name := codec.FuncName("", t, id)
	variable := made.Prefix + name
	codec.TestValues{Any: true}.Print(file, made, variable, t)
	g := codec.Golden{
		Name: name, Type: file.Type(t), Values: variable, File: codec.GoldenFile(t, id),
		Marshal:   codec.FuncName("Marshal", t, id) + "(v)",
		Unmarshal: func(data, v string) string { return codec.FuncName("Unmarshal", t, id) + "(" + data + ", " + v + ")" },
		Length:    true,
	}
	if o.Methods {
		g.Marshal = "v.MarshalBinary()"
		g.Unmarshal = func(data, v string) string { return v + ".UnmarshalBinary(" + data + ")" }
	}
	g.Print(file, made)
}
