package typemodel_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/typemodel"
)

// Nobody gives methods to a type of C, which cgo has named.
func TestAdviceOfC(t *testing.T) {
	const pkg = "example.com/geo"
	number := &typemodel.Type{Kind: typemodel.Int32}
	for name, methods := range map[string]bool{"_Ctype_struct_point": false, "Point": true} {
		point := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkg, Name: name}, Fields: []typemodel.Field{{Name: "x", PkgPath: pkg, Type: number}}}
		shape := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkg, Name: "Shape"}, Fields: []typemodel.Field{{Name: "At", Type: point}}}
		r := typemodel.Advise(shape, func(string) bool { return true }, typemodel.Diagnostic{Path: "At", Text: "hidden", Remedies: typemodel.RemedyConvert | typemodel.RemedyLeaveOut})
		if got := strings.Contains(r.Fix, "MarshalBinary"); got != methods || !strings.Contains(r.Fix, "--as=") || !strings.Contains(r.Fix, "--omit=") {
			t.Errorf("%s: %s", name, r.Fix)
		}
	}
}

// No func of theirs can name what is internal to another module: the one that has it is converted.
func TestAdviceOfInternals(t *testing.T) {
	number := &typemodel.Type{Kind: typemodel.Int32}
	for path, want := range map[string]string{"example.com/far/internal/set": "--as='example.com/far.Entity=", "example.com/far/set": "--as='example.com/far/set.Set="} {
		set := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: path, Name: "Set"}, Fields: []typemodel.Field{{Name: "m", PkgPath: path, Type: number}}}
		entity := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/far", Name: "Entity"}, Fields: []typemodel.Field{{Name: "Parents", Type: set}}}
		r := typemodel.Advise(entity, func(string) bool { return false }, typemodel.Diagnostic{Path: "Parents", Text: "hidden", Remedies: typemodel.RemedyConvert | typemodel.RemedyLeaveOut})
		if !strings.Contains(r.Fix, want) {
			t.Errorf("%s: %s, want %s", path, r.Fix, want)
		}
	}
}

// A part that nobody can carry is told with all its places, whether fields are left of it
// or not, and the words that are to be pasted are about all of them.
func TestAdviceNamesAllPlaces(t *testing.T) {
	field := func(name string, of *typemodel.Type) typemodel.Field { return typemodel.Field{Name: name, Type: of} }
	number := &typemodel.Type{Kind: typemodel.Int32}
	closed := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/far", Name: "Closed"}, Fields: []typemodel.Field{{Name: "x", PkgPath: "example.com/far", Type: number}}}
	pointer, list := &typemodel.Type{Kind: typemodel.Pointer, Elem: closed}, &typemodel.Type{Kind: typemodel.Slice, Elem: closed}
	few := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{field("A", closed), field("N", number), field("B", pointer), field("C", list)}}
	many := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{field("A", closed), field("D", closed), field("E", few)}}
	for _, c := range []struct {
		of         *typemodel.Type
		also, flag string
	}{
		{few, "B C[]", "--omit=A,B,C"},
		{many, "D E.A E.B E.C[]", "--omit=*.A,*.B,*.C,*.D"},
	} {
		r := typemodel.Advise(c.of, func(string) bool { return false }, typemodel.Diagnostic{Path: "A", Text: "hidden", Remedies: typemodel.RemedyConvert | typemodel.RemedyLeaveOut})
		if got := strings.Join(r.Also, " "); got != c.also || !slices.Contains(r.Flags, c.flag) {
			t.Errorf("also at %s, %q; want %s, %s", got, r.Flags, c.also, c.flag)
		}
		r = typemodel.Advise(c.of, func(string) bool { return false }, typemodel.Diagnostic{Path: "A", Text: "not exported", Remedies: typemodel.RemedyLeaveOut})
		if len(r.Also) > 0 {
			t.Errorf("what is the matter at one place is told of %s", r.Also)
		}
	}
}
