package protobuf

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Types that are recursive without a struct.
type (
	lists    []lists
	branches map[string]branches
	chain    struct{ Next **chain }
)

// What is recursive ends at a message, whatever it recurs by.
func TestRecursion(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[lists](), reflect.TypeFor[branches](), reflect.TypeFor[chain](), reflect.TypeFor[map[[1]int]*lists](),
	} {
		for _, options := range []Options{{}, {Opaque: true}} {
			model, _ := typemodel.FromReflect(typ)
			s := New(model, "example.com/pb", "pb", options)
			if len(s.messages) > 6 {
				t.Errorf("%s has %d messages", typ, len(s.messages))
			}
			if _, err := s.Generate(nil); err != nil {
				t.Errorf("%s: %v", typ, err)
			}
			a := driver.NewAdapter("example.com/x")
			s.EmitConversions(a, "example.com/pb")
			if _, err := a.Source(); err != nil {
				t.Errorf("%s: %v", typ, err)
			}
		}
	}
}

func TestWorkarounds(t *testing.T) {
	for _, test := range []struct {
		typ  reflect.Type
		want []string
	}{
		{reflect.TypeFor[struct {
			S []string
			B []byte
			M map[string]*chain
		}](), nil},
		{reflect.TypeFor[struct{ B uint8 }](), []string{"8 and 16 bit integers widened"}},
		{reflect.TypeFor[struct{ I []int16 }](), []string{"8 and 16 bit integers widened"}},
		{reflect.TypeFor[struct{ H [][4]byte }](), []string{"byte arrays as bytes of a checked length"}},
		{reflect.TypeFor[struct{ A [3]bool }](), []string{"arrays as lists of a checked length"}},
		{reflect.TypeFor[struct{ A [][]bool }](), []string{"lists within lists, maps and pointers by a message in between"}},
		{reflect.TypeFor[struct{ M map[string][]bool }](), []string{"lists within lists, maps and pointers by a message in between"}},
		{reflect.TypeFor[struct{ M map[float64]bool }](), []string{"maps with other keys as lists of pairs"}},
	} {
		model, _ := typemodel.FromReflect(test.typ)
		got := New(model, "example.com/pb", "pb", Options{Varint: true}).Workarounds
		slices.Sort(got)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.typ, diff)
		}
	}
}

// Bytes of a named type are copied one by one: Go converts no such slice.
func TestNamedBytes(t *testing.T) {
	type level uint8
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		List  []level
		Array [2]level
		Plain []byte
	}]())
	a := driver.NewAdapter("example.com/x")
	New(model, "example.com/pb", "pb", Options{}).EmitConversions(a, "example.com/pb")
	src, err := a.Source()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"to.F1 = toBytes(from.List)", "to.F2 = toBytes(from.Array[:])", "to.F3 = from.Plain",
		"fromBytes(from.F1, to.List)", "fromBytes(from.F2, to.Array[:])", "to.Plain = from.F3", "func toBytes[",
	} {
		if !strings.Contains(string(src), want) {
			t.Errorf("no %q in\n%s", want, src)
		}
	}
}
