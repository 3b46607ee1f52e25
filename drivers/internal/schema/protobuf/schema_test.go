package protobuf

import (
	"fmt"
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
			if err := s.Generate(driver.NewAdapter("example.com/x")); err != nil {
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

// A struct with tags has their numbers and codings; what has none comes behind.
func TestTags(t *testing.T) {
	type inner struct {
		N int64 `protobuf:"zigzag64,3,opt,name=n"`
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		Name  string           `protobuf:"bytes,7,opt,name=name,proto3"`
		ID    int64            `protobuf:"varint,2,opt,name=id,proto3"`
		Late  bool             // has no number
		Fixed uint32           `protobuf:"fixed32,4,opt"`
		Odd   int32            `protobuf:"fixed64,5,opt"` // does not suit
		List  []int32          `protobuf:"zigzag32,6,rep"`
		Dense []int32          `protobuf:"varint,8,rep,packed"`
		M     map[int32]uint64 `protobuf:"bytes,9,rep" protobuf_key:"zigzag32,1,opt" protobuf_val:"fixed64,2,opt"`
		In    *inner           `protobuf:"bytes,10,opt"`
		P     *int64           `protobuf:"varint,11,opt"`
	}]())
	for _, options := range []Options{{}, {Varint: true}, {Opaque: true}} {
		s := New(model, "example.com/pb", "pb", options)
		odd := "TYPE_SFIXED32"
		if options.Varint {
			odd = "TYPE_SINT32"
		}
		var got []string
		for _, m := range s.File.MessageType {
			for _, f := range m.Field {
				got = append(got, fmt.Sprintf("%s %s %d %s", m.GetName(), f.GetName(), f.GetNumber(), f.GetType()))
			}
			for _, e := range m.NestedType {
				got = append(got, fmt.Sprintf("%s %s %s", e.GetName(), e.Field[0].GetType(), e.Field[1].GetType()))
			}
		}
		want := []string{
			"M0 f1 7 TYPE_STRING", "M0 f2 2 TYPE_INT64", "M0 f3 12 TYPE_BOOL", "M0 f4 4 TYPE_FIXED32", "M0 f5 5 " + odd,
			"M0 f6 6 TYPE_SINT32", "M0 f7 8 TYPE_INT32", "M0 f8 9 TYPE_MESSAGE", "M0 f9 10 TYPE_MESSAGE", "M0 f10 11 TYPE_INT64",
			"F8Entry TYPE_SINT32 TYPE_FIXED64", "M1 f1 3 TYPE_SINT64",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", options, diff)
		}
		if err := s.Generate(driver.NewAdapter("example.com/x")); err != nil {
			t.Error(err)
		}
	}
	twice, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		A int64 `protobuf:"varint,2,opt"`
		B int64 `protobuf:"varint,2,opt"`
	}]())
	if f := New(twice, "example.com/pb", "pb", Options{}).File.MessageType[0].Field; f[0].GetNumber() != 1 || f[1].GetNumber() != 2 {
		t.Errorf("a number twice: %v", f)
	}
}
