package typemodel_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-go/assay/typemodel"
)

type (
	node struct {
		Kids []node
		Any  any
	}
	outer struct {
		A, B  inner
		M     map[string]*inner
		When  time.Time
		Deep  [2][]struct{ Leaf func() }
		leave chan int
	}
	inner      struct{ C chan int }
	box[T any] struct{ V T }
)

func TestParseExpr(t *testing.T) {
	for _, test := range []struct {
		expr, want string
		path       string // of the innermost name
	}{
		{"int", "int", ""},
		{"byte", "uint8", ""},
		{"rune", "int32", ""},
		{"any", "any", ""},
		{"interface {}", "any", ""},
		{"interface { Area() float64 }", "interface{…}", ""},
		{"error", "error", ""},
		{"string[int]", "string[int]", ""},
		{"unsafe.Pointer", "unsafe.Pointer", ""},
		{"*[]map[string][3]*int", "*[]map[string][3]*int", ""},
		{"Order", "Order", ""},
		{".Order", "..Order", "."},
		{"./orders.Order", "orders.Order", "./orders"},
		{"../orders.Order", "orders.Order", "../orders"},
		{"example.com/shop/orders.Order", "orders.Order", "example.com/shop/orders"},
		{"gopkg.in/yaml.v3.Node", "yaml.v3.Node", "gopkg.in/yaml.v3"},
		{"gopkg.in/yaml%2ev3.Node", "yaml.v3.Node", "gopkg.in/yaml.v3"},
		{"[]a.Pair[int, map[a.K]b/c.V[[]string]]", "[]a.Pair[int,map[a.K]c.V[[]string]]", "a"},
		{"a.B[struct { X []int \"k:\\\"}\\\"\"; Y int },func(int, string) error,chan int]", "a.B[struct{},func,chan]", "a"},
	} {
		got, err := typemodel.ParseExpr(test.expr)
		if err != nil {
			t.Error(err)
			continue
		}
		if got.String() != test.want {
			t.Errorf("%s is %s, want %s", test.expr, got, test.want)
		}
		for got.Elem != nil {
			got = got.Elem
		}
		if got.Name.PkgPath != test.path {
			t.Errorf("%s is of package %q, want %q", test.expr, got.Name.PkgPath, test.path)
		}
	}
	for _, expr := range []string{"", "*", "[]", "[x]int", "[-1]int", "map[int", "map[]int", "a/b", "a.", "a.B[", "a.B[]", "a.B[int", "int]", "a.B[int]x"} {
		if got, err := typemodel.ParseExpr(expr); err == nil {
			t.Errorf("%q is %s, want an error", expr, got)
		}
	}
}

func TestParseExprNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SampledFrom([]string{"*", "[", "]", "[]", "map[", "3", "int", "a.B", "a/b.C", ",", " ", "struct {", "}", "func(", ")", "\"", ".", "/", "%", "%zz"}))
		expr := ""
		for _, p := range parts.Draw(t, "parts") {
			expr += p
		}
		if m, err := typemodel.ParseExpr(expr); err == nil {
			_ = m.String()
		}
	})
}

func TestRefusalsAreReportedOncePerField(t *testing.T) {
	_, got := typemodel.FromReflect(reflect.TypeFor[outer]())
	want := []typemodel.Diagnostic{
		{Path: "A.C", Text: "chan values cannot be serialized", Remedies: typemodel.RemedyLeaveOut},
		{Path: "Deep[][].Leaf", Text: "func values cannot be serialized", Remedies: typemodel.RemedyLeaveOut},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
}

func TestFromReflectOfLocalInstances(t *testing.T) {
	type local struct{ N int }
	m, _ := typemodel.FromReflect(reflect.TypeFor[box[local]]())
	if got := m.Fields[0].Type.Name.Name; got != "local" {
		t.Errorf("V is of type %q", got)
	}
	if len(m.Name.Args) != 1 {
		t.Errorf("type arguments are %v", m.Name.Args)
	}
}

func TestFromReflectOfInterfacesAndWhatIsLeftOut(t *testing.T) {
	type Base struct{ N int }
	type whole struct {
		Base `assay:"-"`
		Next interface {
			A()
			B()
		}
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[whole]())
	if base := m.Fields[0]; !base.Omit || base.Embedded {
		t.Errorf("what is left out is %+v: nothing of it may be promoted", base)
	}
	if n := m.Fields[1].Type.NumMethod; n != 2 {
		t.Errorf("an interface of 2 methods has %d", n)
	}
}

func TestRecursive(t *testing.T) {
	m, _ := typemodel.FromReflect(reflect.TypeFor[node]())
	if !typemodel.Recursive(m) {
		t.Error("node is not recursive")
	}
	m, _ = typemodel.FromReflect(reflect.TypeFor[outer]())
	if typemodel.Recursive(m) {
		t.Error("outer is recursive")
	}
}

// TestAnyTypeHasAModel makes types at random and checks that the model has
// their shape.
func TestAnyTypeHasAModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rt := randomType(t, 4)
		m, _ := typemodel.FromReflect(rt)
		typemodel.Walk(m, func(path string, u *typemodel.Type) bool {
			if u.Kind == typemodel.Invalid {
				t.Fatalf("%s: no kind", path)
			}
			return true
		})
		if rt.Kind() == reflect.Struct && rt != reflect.TypeFor[time.Time]() && len(m.Fields) != rt.NumField() {
			t.Fatalf("%d fields, want %d", len(m.Fields), rt.NumField())
		}
	})
}

func randomType(t *rapid.T, depth int) reflect.Type {
	leaves := []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[time.Time](), reflect.TypeFor[any](),
		reflect.TypeFor[node](), reflect.TypeFor[error](), reflect.TypeFor[func()](),
	}
	kinds := 1
	if depth > 0 {
		kinds = 6
	}
	switch rapid.IntRange(1, kinds).Draw(t, "kind") {
	case 2:
		return reflect.SliceOf(randomType(t, depth-1))
	case 3:
		return reflect.ArrayOf(rapid.IntRange(0, 3).Draw(t, "len"), randomType(t, depth-1))
	case 4:
		return reflect.PointerTo(randomType(t, depth-1))
	case 5:
		return reflect.MapOf(reflect.TypeFor[string](), randomType(t, depth-1))
	case 6:
		var fields []reflect.StructField
		for i := range rapid.IntRange(0, 3).Draw(t, "fields") {
			fields = append(fields, reflect.StructField{Name: string(rune('A' + i)), Type: randomType(t, depth-1)})
		}
		return reflect.StructOf(fields)
	}
	return rapid.SampledFrom(leaves).Draw(t, "leaf")
}

var _ = outer{leave: nil}

type (
	leaf  struct{ N int }
	twig  struct{ L []leaf }
	tree  struct{ Left, Right *tree }
	other struct{ T *tree }
	ring  struct{ One *ringA }
	ringA struct{ B, C *ringB }
	ringB struct{ A *ringA }
)

// TestWalkPlaces tells at which places a walk comes: at all of what does not lead back to itself,
// and once, at each of its places outside of another, of what does.
func TestWalkPlaces(t *testing.T) {
	for _, test := range []struct {
		of   reflect.Type
		want []string
	}{
		{reflect.TypeFor[struct{ A, B twig }](), []string{"", "A", "A.L", "A.L[]", "A.L[].N", "B", "B.L", "B.L[]", "B.L[].N"}},
		{reflect.TypeFor[struct{ A, B tree }](), []string{"", "A", "A.Left", "A.Right", "B", "B.Left", "B.Right"}},
		{reflect.TypeFor[struct{ T, U other }](), []string{"", "T", "T.T", "T.T", "T.T.Left", "T.T.Right", "U", "U.T", "U.T", "U.T.Left", "U.T.Right"}},
		{reflect.TypeFor[ring](), []string{"", "One", "One", "One.B", "One.B", "One.B.A", "One.C"}},
	} {
		m, _ := typemodel.FromReflect(test.of)
		var got []string
		typemodel.WalkPlaces(m, func(path string, u *typemodel.Type) bool {
			got = append(got, path)
			return true
		})
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%v: places (-want +got)\n%s", test.of, d)
		}
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[struct{ A, B tree }]())
	var got []string
	typemodel.WalkPlaces(m, func(path string, u *typemodel.Type) bool {
		got = append(got, path)
		return path != "A" // what is only passed was not entered
	})
	if d := cmp.Diff([]string{"", "A", "B", "B.Left", "B.Right"}, got); d != "" {
		t.Errorf("places (-want +got)\n%s", d)
	}
}

type eight[T any] struct{ A, B, C, D, E, F, G, H T }

// TestWalkOfManyPlaces: a type of 8⁶ places is walked to its end in little more steps than a walk
// takes before it comes to each struct once.
func TestWalkOfManyPlaces(t *testing.T) {
	m, _ := typemodel.FromReflect(reflect.TypeFor[eight[eight[eight[eight[eight[eight[int]]]]]]]())
	places := 0
	typemodel.WalkPlaces(m, func(string, *typemodel.Type) bool {
		places++
		return true
	})
	if places < 10_000 || places > 11_000 {
		t.Errorf("%d places", places)
	}
}
