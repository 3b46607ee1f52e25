package shape_test

import (
	"encoding/json"
	"maps"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

type (
	node struct {
		Value int `wire:"value,omitempty"`
		Next  *node
		By    map[string][]node
	}
	opaque struct{ hidden int }
	Base   struct {
		Shared, Own int
		Named       int `wire:"same"`
	}
	outer struct {
		Base
		Shared string
		Same   int
		Left   int `wire:"-"`
		Big    *big.Int
		Addrs  map[netip.Addr]time.Time
		_      struct{} `wire:",tuple"`
	}
)

var _ = opaque{}.hidden

func model(rt reflect.Type) *typemodel.Type {
	m, _ := typemodel.FromReflect(rt)
	return m
}

// of returns the shape of a type by rules that read the tag wire.
func of[T any](r shape.Rules) (*shape.Shape, []typemodel.Diagnostic) {
	r.Tags = []string{"wire"}
	return shape.Of([]*typemodel.Type{model(reflect.TypeFor[T]())}, r)
}

// members shows the members of a node, with the fields that lead to them.
func members(n *shape.Node) string {
	var list []string
	for _, m := range n.Members {
		var path []string
		for _, f := range m.Path {
			path = append(path, f.Name)
		}
		list = append(list, m.Name+":"+strings.Join(path, "."))
	}
	return strings.Join(list, " ")
}

// TestMembers tells the members of structs: with what is embedded as one of them, and
// in line.
func TestMembers(t *testing.T) {
	plain, refused := of[outer](shape.Rules{})
	promoted, more := of[outer](shape.Rules{Promote: true})
	if len(refused)+len(more) > 0 {
		t.Fatal(refused, more)
	}
	for _, test := range []struct{ got, want string }{
		{members(plain.Roots[0]), "Base:Base Shared:Shared Same:Same Big:Big Addrs:Addrs"},
		{members(promoted.Roots[0]), "Own:Base.Own same:Base.Named Shared:Shared Same:Same Big:Big Addrs:Addrs"},
	} {
		if d := cmp.Diff(test.want, test.got); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
	if d := cmp.Diff([]string{"tuple"}, plain.Roots[0].Options); d != "" {
		t.Errorf("options of the field _ (-want +got)\n%s", d)
	}
	last := plain.Roots[0].Members[4].Node
	if last.Key.Form != shape.Carried || last.Key.Elem.Form != shape.String || last.Elem.Form != shape.Time {
		t.Errorf("keys that are carried: %v by %v of %v", last.Key.Form, last.Key.Elem.Form, last.Elem.Form)
	}
}

// TestHidden tells which of several members of one name there are, as encoding/json does,
// whose keys are the judge.
func TestHidden(t *testing.T) {
	type (
		Deep  struct{ A, B, D, F int }
		Left  struct{ A, C, D int }
		Right struct {
			A, C int
			E    int `json:"D"`
			*Deep
		}
		deep  struct{ F, G, H int }
		Twice struct{ deep }
		Again struct{ deep }
		all   struct {
			Left
			*Right
			Twice
			Again
			B    string
			H    int
			Many []int `json:",omitempty"`
		}
	)
	var want []string
	text, err := json.Marshal(all{Right: &Right{Deep: &Deep{}}, Many: []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]any{}
	if err := json.Unmarshal(text, &keys); err != nil {
		t.Fatal(err)
	}
	want = slices.Sorted(maps.Keys(keys))
	for _, test := range []struct {
		rules   shape.Rules
		refused string
	}{
		{shape.Rules{Exactly: true}, ""},
		{shape.Rules{Promote: true, Through: true}, "Right.A Right.C Twice.deep.F Twice.deep.G"},
	} {
		test.rules.Tags = []string{"json"}
		list, _, refused := test.rules.Members(model(reflect.TypeFor[all]()), func(*typemodel.Type) bool { return false })
		var got []string
		for _, m := range list {
			got = append(got, m.Name)
		}
		slices.Sort(got)
		if test.refused == "" {
			if d := cmp.Diff(want, got); d != "" || len(refused) > 0 {
				t.Errorf("(-encoding/json +got)\n%s%v", d, refused)
			}
			continue
		}
		var paths []string
		for _, r := range refused {
			paths = append(paths, r.Path)
		}
		if d := cmp.Diff(strings.Fields(test.refused), slices.Compact(paths)); d != "" {
			t.Errorf("refused (-want +got)\n%s", d)
		}
	}
}

// TestRecursion tells which nodes lead back to themselves.
func TestRecursion(t *testing.T) {
	s, _ := of[node](shape.Rules{})
	got := map[string]bool{}
	for _, n := range s.Nodes {
		got[n.Type.String()] = n.Recursive
	}
	want := map[string]bool{"shape_test.node": true, "*shape_test.node": true, "map[string][]shape_test.node": true, "[]shape_test.node": true, "int": false, "string": false}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if m := s.Roots[0].Members[0]; m.Omit != shape.OmitEmpty || m.Name != "value" {
		t.Errorf("%s is left out by rule %d", m.Name, m.Omit)
	}
}

// TestCircles tells the nodes of a graph that lead back to themselves.
func TestCircles(t *testing.T) {
	graph := map[int][]int{1: {2, 3}, 2: {4}, 3: {5}, 4: {2, 5}, 5: {6}, 6: {6}, 7: {8}, 8: {9, 1}, 9: {7, 5}}
	want := map[int]bool{2: true, 4: true, 6: true, 7: true, 8: true, 9: true}
	for _, from := range [][]int{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {9, 8, 7, 6, 5, 4, 3, 2, 1}, {7}} {
		got := shape.Circles(from, func(n int) []int { return graph[n] })
		maps.DeleteFunc(got, func(_ int, circle bool) bool { return !circle })
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("from %v (-want +got)\n%s", from, d)
		}
	}
}

// TestLift has the fields of an embedded struct that is not exported be those of what embeds
// it, and two that hide each other be refused: as state without a name, and as members.
func TestLift(t *testing.T) {
	type inner struct{ X, Y int }
	type other struct{ Y int }
	type lifts struct {
		A int
		inner
		B int
	}
	type hides struct {
		inner
		other
	}
	s, refused := of[lifts](shape.Rules{Package: "example.com/out", Lift: true})
	if got, want := members(s.Roots[0]), "A:A X:inner.X Y:inner.Y B:B"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(refused) != 1 || refused[0].Path != "" { // the root alone is not exported
		t.Errorf("refused: %v", refused)
	}
	if _, refused := of[hides](shape.Rules{Lift: true}); len(refused) != 2 || refused[0].Path != "" || refused[1].Path != "other.Y" {
		t.Errorf("refused: %v", refused)
	}
}

// TestUnspelled tells what keeps other packages from writing a type.
func TestUnspelled(t *testing.T) {
	const here = "github.com/assay-go/assay/internal/shape_test"
	for _, test := range []struct {
		of   reflect.Type
		want string
	}{
		{reflect.TypeFor[node](), "shape_test.node"},
		{reflect.TypeFor[map[string][]*node](), "shape_test.node"},
		{reflect.TypeFor[url.URL](), ""},
		{reflect.TypeFor[struct{ A []struct{ B node } }](), "shape_test.node"},
		{reflect.TypeFor[func()](), "func"},
	} {
		got := ""
		if part := shape.Unspelled(model(test.of), "example.com/out"); part != nil {
			got = part.String()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.of, got, test.want)
		}
		if own := shape.Spells(model(test.of), here); own != (test.want != "func") {
			t.Errorf("%s: in its own package %t", test.of, own)
		}
	}
}

// TestHashable tells which keys of maps never panic, by what their interfaces hold.
func TestHashable(t *testing.T) {
	type key struct{ V any }
	number, list := model(reflect.TypeFor[int]()), model(reflect.TypeFor[[]int]())
	for _, test := range []struct {
		of    reflect.Type
		impls []*typemodel.Type
		want  bool
	}{
		{reflect.TypeFor[key](), []*typemodel.Type{number}, true},
		{reflect.TypeFor[key](), []*typemodel.Type{number, list}, false},
		{reflect.TypeFor[[2]string](), nil, true},
		{reflect.TypeFor[struct{ F []int }](), nil, false},
	} {
		impls := func(t *typemodel.Type) []*typemodel.Type {
			if t.Kind != typemodel.Interface {
				return nil
			}
			return test.impls
		}
		if got := shape.Hashable(model(test.of), impls); got != test.want {
			t.Errorf("%s: %t", test.of, got)
		}
	}
}

// TestRefusals tells all refusals at once, with the flags that are the ways out.
func TestRefusals(t *testing.T) {
	type pointers *pointers
	type Refusing struct {
		A    chan int
		B    []opaque
		C    url.URL
		D    pointers
		E, F error
		G    int `wire:"F"`
		H    struct {
			Left opaque `assay:"-"` // but named, where the struct is
		}
	}
	_, refused := of[Refusing](shape.Rules{Package: "github.com/assay-go/assay/out", Refuse: func(t *typemodel.Type) typemodel.Diagnostic {
		if t.Kind == typemodel.Interface {
			return typemodel.Diagnostic{Text: "no interfaces", Remedies: typemodel.RemedyImpl}
		}
		return typemodel.Diagnostic{}
	}})
	var got []string
	for _, r := range refused {
		r = typemodel.Advise(model(reflect.TypeFor[Refusing]()), func(string) bool { return true }, r)
		got = append(got, r.Path+" "+strings.Join(r.Flags, " "))
	}
	want := []string{
		"A --omit=A",
		"B[] --as=github.com/assay-go/assay/internal/shape_test.opaque=FUNC,FUNC --omit=B",
		"D --omit=D",
		"E --impl=error=TYPE,TYPE --omit=E", // F is of the same type
		"G --omit=G",
		"H --omit=H",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// TestMemory compares what is said of types in memory with what Go says.
func TestMemory(t *testing.T) {
	for _, rt := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[complex64](), reflect.TypeFor[complex128](), reflect.TypeFor[string](), reflect.TypeFor[any](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[[]int](), reflect.TypeFor[[3]uint16](), reflect.TypeFor[[0]int](), reflect.TypeFor[struct{}](),
		reflect.TypeFor[struct {
			A bool
			B int64
			C bool
		}](),
		reflect.TypeFor[struct {
			A int32
			B struct{}
		}](),
		reflect.TypeFor[[2]struct {
			A [3]byte
			B complex64
		}](),
		reflect.TypeFor[node](), reflect.TypeFor[outer](), reflect.TypeFor[map[string]int](), reflect.TypeFor[func()](),
		reflect.TypeFor[struct{ F []func() }](), reflect.TypeFor[struct{ I [2]any }](),
	} {
		m := model(rt)
		if size, align := shape.Size(m); size != int(rt.Size()) || align != rt.Align() {
			t.Errorf("%s: size %d, alignment %d, want %d and %d", rt, size, align, rt.Size(), rt.Align())
		}
		panics := strings.Contains(rt.String(), "any") || strings.Contains(rt.String(), "interface")
		if got := shape.Comparable(m); got != (rt.Comparable() && !panics) {
			t.Errorf("%s: comparable is %t", rt, got)
		}
	}
	for rt, want := range map[reflect.Type]bool{
		reflect.TypeFor[sync.Mutex](): true, reflect.TypeFor[[2]struct{ W sync.WaitGroup }](): true, reflect.TypeFor[*sync.Mutex](): false, reflect.TypeFor[node](): false,
	} {
		if shape.Locks(model(rt)) != want {
			t.Errorf("%s: locks is %t", rt, !want)
		}
	}
}

// TestLeftOutByTag has what a format's tag leaves out be of any type, and not keep a
// struct from being carried by its fields.
func TestLeftOutByTag(t *testing.T) {
	type leaving struct {
		Kept int
		Done chan int `wire:"-"`
		Hook struct {
			F func()
		} `wire:"-"`
	}
	s, refused := of[struct{ L []leaving }](shape.Rules{})
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	if got := members(s.Nodes[2]); got != "Kept:Kept" {
		t.Errorf("members %q", got)
	}
}
