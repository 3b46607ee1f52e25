package json

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// holder returns a struct with a field of type t.
func holder(t *typemodel.Type) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Struct, Name: named("Holder"), Fields: []typemodel.Field{{Name: "F", Type: t}, {Name: "N", Type: &typemodel.Type{Kind: typemodel.Int}}}}
}

func named(name string) typemodel.Name {
	return typemodel.Name{PkgPath: "example.com/p", PkgName: "p", Name: name}
}

// TestMethodsOfVersion2 leaves types to encoding/json that have methods which only
// the versions of it call that are backed by encoding/json/v2.
func TestMethodsOfVersion2(t *testing.T) {
	const (
		to   = typemodel.MarshalJSONToByValue | typemodel.MarshalJSONToByPointer
		from = typemodel.UnmarshalJSONFromByPointer
	)
	for _, test := range []struct {
		calls       typemodel.Calls
		write, read bool // by encoding/json
	}{
		{to, true, false},
		{typemodel.MarshalJSONToByPointer, true, false},
		{from, false, true},
		{to | from, true, true},
		{to | from | typemodel.MarshalJSONByPointer | typemodel.UnmarshalJSONByPointer, true, true},
		{typemodel.MarshalJSONByPointer | typemodel.UnmarshalTextByPointer, false, false},
	} {
		own := &typemodel.Type{Kind: typemodel.Struct, Name: named("Own"), Calls: test.calls, Fields: []typemodel.Field{{Name: "X", Type: &typemodel.Type{Kind: typemodel.Int}}}}
		for _, of := range []*typemodel.Type{own, {Kind: typemodel.Pointer, Elem: own}, {Kind: typemodel.Slice, Elem: own}} {
			root := holder(of)
			file := goprint.New("example.com/p", "p")
			if err := codec.Emit((&Format{}), file, []*typemodel.Type{root}, codec.Options{}); err != nil {
				t.Fatal(err)
			}
			source, err := file.Source()
			if err != nil {
				t.Fatal(err)
			}
			write, read := strings.Contains(string(source), "jsonstd.Marshal(e, "), strings.Contains(string(source), "jsonstd.Unmarshal(d, ")
			if write != test.write || read != test.read {
				t.Errorf("%b in %s: encoding/json writes: %t, reads: %t, want %t, %t", test.calls, of, write, read, test.write, test.read)
			}
			for _, f := range []*Format{{NoFallback: true}, {V2: true}} {
				if refused := codec.Refusals(f, "", root); (len(refused) > 0) != (test.write || test.read) || len(refused) > 0 && !strings.HasPrefix(refused[0].Path, "F") {
					t.Errorf("%b in %s: %+v refuses %v", test.calls, of, f, refused)
				}
			}
		}
	}
}

// TestRefusedWithoutFallback names every place of what only encoding/json can carry.
func TestRefusedWithoutFallback(t *testing.T) {
	text := &typemodel.Type{Kind: typemodel.String}
	errs := &typemodel.Type{Kind: typemodel.Interface, NumMethod: 1, Name: typemodel.Name{Name: "error"}}
	channel := &typemodel.Type{Kind: typemodel.Chan, Elem: text}
	invalid := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{{Name: "A", Type: text, Tag: `json:"a\"b"`}}}
	quoted := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{{Name: "A", Tag: `json:",string"`, Type: &typemodel.Type{
		Kind: typemodel.Int, Name: named("ID"), Calls: typemodel.UnmarshalJSONByPointer,
	}}}}
	pointer := func(t *typemodel.Type) *typemodel.Type { return &typemodel.Type{Kind: typemodel.Pointer, Elem: t} }
	slice := func(t *typemodel.Type) *typemodel.Type { return &typemodel.Type{Kind: typemodel.Slice, Elem: t} }
	table := func(k, t *typemodel.Type) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Map, Key: k, Elem: t}
	}
	for _, test := range []struct {
		typ  *typemodel.Type
		path string
	}{
		{errs, "F"},
		{slice(errs), "F[]"},
		{table(text, errs), "F[value]"},
		{pointer(pointer(errs)), "F"},
		{pointer(channel), "F"},
		{slice(channel), "F"}, // of which no variable can be declared
		{slice(slice(&typemodel.Type{Kind: typemodel.Uint8, Name: named("Octet")})), "F[]"},
		{slice(table(&typemodel.Type{Kind: typemodel.Time}, text)), "F[]"},
		{slice(invalid), "F[]"},
		{slice(quoted), "F[].A"}, // of which versions of Go have the method read something else
		{table(text, &typemodel.Type{Kind: typemodel.Complex128}), "F[value]"},
		{holder(errs), "F.F"},
	} {
		refused := codec.Refusals((&Format{NoFallback: true}), "", holder(test.typ))
		if len(refused) != 1 || refused[0].Path != test.path {
			t.Errorf("%s is refused as %v, want the path %s", test.typ, refused, test.path)
		}
		if refused := codec.Refusals((&Format{}), "", holder(test.typ)); len(refused) > 0 {
			t.Errorf("%s is refused: %v", test.typ, refused)
		}
	}
}
