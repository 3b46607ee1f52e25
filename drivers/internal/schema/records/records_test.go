package records

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

func TestExpressions(t *testing.T) {
	for _, test := range []struct{ x, bare, addr string }{
		{"v.A", "v.A", "&v.A"},
		{"(*v)", "*v", "v"},
		{"(*v.A)", "*v.A", "v.A"},
		{"(*v)[i]", "(*v)[i]", "&(*v)[i]"},
		{"v.A[i]", "v.A[i]", "&v.A[i]"},
	} {
		if got := Bare(test.x); got != test.bare {
			t.Errorf("Bare(%q) is %q, want %q", test.x, got, test.bare)
		}
		if got := Addr(test.x); got != test.addr {
			t.Errorf("Addr(%q) is %q, want %q", test.x, got, test.addr)
		}
	}
}

// Types that are recursive without a struct.
type (
	lists []lists
	chain struct{ Next **chain }
)

// What is recursive ends at a record, and every record is visited once.
func TestEach(t *testing.T) {
	for _, test := range []struct {
		typ   reflect.Type
		hold  func(*typemodel.Type) *typemodel.Type
		count int
	}{
		{reflect.TypeFor[lists](), func(t *typemodel.Type) *typemodel.Type { return t.Elem }, 1},
		{reflect.TypeFor[chain](), func(t *typemodel.Type) *typemodel.Type { return t.Elem }, 1},
	} {
		model, _ := typemodel.FromReflect(test.typ)
		s := New(driver.NewAdapter("example.com/x"), driver.ByOrder())
		visited := 0
		root := s.Each(model, func(r *Record) {
			visited++
			for _, f := range r.Fields {
				s.Hold(test.hold(f.Type))
			}
		}, nil)
		if root != s.List[0] || visited != test.count {
			t.Errorf("%s: %d records, want %d", test.typ, visited, test.count)
		}
	}
}

// Unnamed interfaces are told apart by what they may hold.
func TestInterfaces(t *testing.T) {
	number, text := &typemodel.Type{Kind: typemodel.Int32}, &typemodel.Type{Kind: typemodel.String}
	one := &typemodel.Type{Kind: typemodel.Interface, Impls: []*typemodel.Type{number}}
	two := &typemodel.Type{Kind: typemodel.Interface, Impls: []*typemodel.Type{text}}
	list := func(elem *typemodel.Type) *typemodel.Type { return &typemodel.Type{Kind: typemodel.Slice, Elem: elem} }
	two.Impls = append(two.Impls, list(two)) // recursive without a name
	s := New(driver.NewAdapter("example.com/x"), driver.ByOrder())
	if s.Of(one) == s.Of(two) || s.Of(list(one)) == s.Of(list(two)) {
		t.Error("interfaces that hold different types have one record")
	}
	if again := s.Of(list(one)); again != s.Of(&typemodel.Type{Kind: typemodel.Slice, Elem: one}) {
		t.Error("equal types have two records")
	}
	if a, b := s.FuncOf("f", one), s.FuncOf("f", two); a == b {
		t.Errorf("both are called %s", a)
	}
}
