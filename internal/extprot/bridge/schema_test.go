package bridge

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/complexrtt"
)

// model returns the model of a type. Reflection does not tell unions, which are
// given by name.
func model[T any](t *testing.T, unions ...string) *typemodel.Type {
	m, refusals := typemodel.FromReflect(reflect.TypeFor[T]())
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	for _, s := range typemodel.Structs(m) {
		for _, name := range unions {
			s.Union = s.Union || s.Name.Name == name
		}
	}
	return m
}

func TestSchema(t *testing.T) {
	type parts struct {
		At    time.Time
		Until *time.Time
		Hash  [32]byte
		IDs   []uint64 `extprot:"long"`
		Grid  [2][]int8
		Flag  struct{}
		Data  []byte
	}
	for _, test := range []struct {
		name string
		typ  *typemodel.Type
		want string
	}{
		// The document's schema, but for names, which are not on the wire, and
		// for tuples, which are there what records are.
		{"the document's message", model[complexrtt.ComplexRTT](t, "ComplexRTT", "SumType"), `type s1 = { f1 : int; f2 : [bool] }
type e2 = Empty
type u3 = C1 int | C2 string | C3 long | C4
type s4 = { f1 : string; f2 : [int] }
message m = V1 { f1 : [s1]; f2 : [u3] } | V2 { f1 : bool; f2 : s4 }
`},
		{"parts", model[parts](t), `type t1 = (int * int)
type o2 = None | Some t1
type e3 = Empty
message m = { f1 : t1; f2 : o2; f3 : string; f4 : [long]; f5 : [[int]]; f6 : e3; f7 : string }
`},
		{"no struct", model[[]string](t), "message m = { f1 : [string] }\n"},
	} {
		m, err := NewMessage(test.typ, false)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Source()
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestNamesBesideSums keeps the names of types off those that package gen declares of itself and
// beside a sum.
func TestNamesBesideSums(t *testing.T) {
	type (
		Error      struct{ A, B *int }
		ShapeKind  struct{ X int }
		ShapeKindB struct{ Y int }
		Shape      struct{ A, B *int }
		ShapeKindA struct{ Z int }
		Fine       struct{ W int }
	)
	type all struct {
		E  Error
		K  ShapeKind
		KB ShapeKindB
		S  Shape
		KA ShapeKindA
		F  Fine
	}
	m, err := NewMessage(model[all](t, "Error", "Shape"), true)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for line := range strings.Lines(m.Source()) {
		names = append(names, strings.Fields(line)[1])
	}
	if want := []string{"error_type", "shape_kind", "shape_kind_b", "shape2", "shape_kind_a", "fine", "all"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// A type that another package keeps to itself cannot be named, which is an error
// with the path instead of code that does not compile.
func TestEmitOfTypesThatAreNotExported(t *testing.T) {
	hidden := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/b", PkgName: "b", Name: "hidden"}}
	list := &typemodel.Type{Kind: typemodel.Slice, Elem: hidden}
	shown := &typemodel.Type{
		Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/b", PkgName: "b", Name: "Shown"},
		Fields: []typemodel.Field{{Name: "H", Type: list}},
	}
	err := codec.Emit(new(Format), goprint.New("example.com/a", "a"), []*typemodel.Type{shown}, codec.Options{})
	if want := `extprot: b.Shown: H[]: the type b.hidden is not exported by its package (write the code into that package by --out, or leave the field out by the tag assay:"-")`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := codec.Emit(new(Format), goprint.New("example.com/b", "b"), []*typemodel.Type{shown}, codec.Options{}); err != nil {
		t.Errorf("in its own package: %v", err)
	}
}
