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
		s := New(driver.NewAdapter("example.com/x"))
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
