package positional_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/formats/flat"
	"github.com/assay-go/assay/codec/internal/formats/mus"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

func TestInterfaceRefusals(t *testing.T) {
	number, text := &typemodel.Type{Kind: typemodel.Int32}, &typemodel.Type{Kind: typemodel.String}
	method := holding(number)
	method.NumMethod = 1
	for _, test := range []struct {
		format *positional.Format
		typ    *typemodel.Type
		want   []string
	}{
		{&flat.Format, holding(number, text), nil},
		{&flat.Format, holding(), nil}, // any, which describes itself
		{&flat.Format, list(holding()), nil},
		{&flat.Format, iface("example.com/dep", "Event"), []string{`F1: the types that the interface may hold are not known (name them with an //assay:impl directive, or leave the field out by the tag assay:"-")`}},
		{&flat.Format, iface("", "error"), []string{`F1: the types that the interface may hold are not known (name them with an //assay:impl directive, or leave the field out by the tag assay:"-")`}},
		{&flat.Format, &typemodel.Type{Kind: typemodel.Map, Key: holding(), Elem: text}, []string{"F1[key]: a key may hold a value that Go cannot hash (use a key without such interfaces)"}},
		{&flat.Format, list(holding(number, holding(text))), []string{"F1[].(any): any is an interface itself (name the types that it may hold instead)"}},
		{&flat.Format, holding(number, text, number), []string{"F1.(int32): the type is named twice (name it once in the directive)"}},
		{&flat.Format, holding(list(&typemodel.Type{Kind: typemodel.Chan})), []string{`F1.([]chan)[]: values of kind chan have no encoding (leave the field out by the tag assay:"-")`}},
		{&flat.Format, method, []string{"F1: an unnamed interface type with methods cannot be spelled (give the interface a type declaration)"}},
		{&flat.Format, &typemodel.Type{Kind: typemodel.Map, Key: holding(number, structOf("K", text)), Elem: text}, nil},
		{&flat.Format, &typemodel.Type{Kind: typemodel.Map, Key: structOf("K", holding(list(number))), Elem: text}, []string{"F1[key]: a key may hold a value that Go cannot hash (use a key without such interfaces)"}},
		{&mus.Format, holding(number), []string{`F1: values of type any have no encoding (leave the field out by the tag assay:"-")`}},
	} {
		var got []string
		for _, r := range codec.Refusals(test.format, "", structOf("T", test.typ)) {
			got = append(got, r.String())
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s of %s: %q, want %q", test.format.ID, test.typ, got, test.want)
		}
	}
}

func iface(pkgPath, name string) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Interface, NumMethod: 1, Name: typemodel.Name{PkgPath: pkgPath, PkgName: "dep", Name: name}}
}

// The set and the order of the concrete types decide what an encoding means.
func TestInterfaceFingerprint(t *testing.T) {
	a, b := named(typemodel.Float64, "Celsius"), named(typemodel.Float64, "Kelvin")
	seen := map[uint32]int{}
	for i, typ := range []*typemodel.Type{
		holding(a), holding(b), holding(a, b), holding(b, a), holding(a, pointer(b)), holding(list(a), b), holding(pointer(a), b), a,
	} {
		f := positional.Fingerprint(&flat.Format, structOf("T", typ))
		if j, ok := seen[f]; ok {
			t.Errorf("%d and %d have one fingerprint", i, j)
		}
		seen[f] = i
	}
	node := structOf("Node", nil)
	node.Fields[0].Type = holding(a, pointer(node)) // recursive
	positional.Fingerprint(&flat.Format, node)
}

func TestTag(t *testing.T) {
	for i, want := range map[int][]byte{-1: {0}, 0: {1}, 126: {127}, 127: {128, 1}, 1 << 14: {129, 128, 1}} {
		if got := positional.Tag(i); !reflect.DeepEqual(got, want) {
			t.Errorf("tag(%d) is %v, want %v", i, got, want)
		}
	}
}
