package driver_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

type inner struct {
	Chan chan int
	Text string
}

type text struct {
	//lint:ignore U1000 it would be refused
	c chan int
}

func (text) MarshalText() ([]byte, error)  { return nil, nil }
func (*text) UnmarshalText(_ []byte) error { return nil }

type subject struct {
	Int     int
	Hidden  []inner           `lib:"-"`
	Shown   []inner           `lib:"shown"`
	Maps    map[int][]float32 `other:"-"`
	Any     any
	Complex *complex64
	//lint:ignore U1000 it would be refused
	text chan int
	Text text
}

type recursive struct {
	Next *recursive
	List []recursive
}

func model[T any]() *typemodel.Type {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return t
}

func TestNameable(t *testing.T) {
	type named struct {
		A struct{ B int }
		C []struct {
			D int
			//lint:ignore U1000 makes the type another one elsewhere
			e int
		}
	}
	want := []string{
		": type driver_test.named is not exported",
		"C[]: a struct without a name has the unexported field e",
	}
	m := model[named]()
	var got []string
	typemodel.Walk(m, func(path string, t *typemodel.Type) bool {
		if reason, _ := driver.IsNameable(path, t); reason != "" {
			reason, _, _ = strings.Cut(reason, ", so")
			got = append(got, path+": "+reason)
		}
		return true
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	never := func(path string, t *typemodel.Type) (string, string) { return "", "" }
	long := func(path string, t *typemodel.Type) (string, string) {
		if t.Kind == typemodel.String {
			return "too long", "cut it"
		}
		return "", ""
	}
	for _, test := range []struct {
		name   string
		limits driver.Limits
		typ    *typemodel.Type
		want   []string
	}{
		{
			"none but what nothing can carry", driver.Limits{}, model[subject](), []string{
				"Hidden[].Chan: values of kind chan have no encoding (leave the field out by the tag assay:\"-\")",
				"Any: the types that the interface may hold are not known (name them with an //assay:impl directive)",
			},
		},
		{
			"tags, methods, kinds, keys, rules", driver.Limits{
				Tags: []string{"lib", "other"}, Methods: typemodel.TextMarshaler, Open: true,
				Kinds: append([]typemodel.Kind{typemodel.Int}, driver.Complexes...), Keys: driver.StringKeys,
				Rules: []driver.Rule{never, long},
			}, model[subject](), []string{
				"Int: int is not supported (use int64)",
				"Shown[].Chan: values of kind chan have no encoding (leave the field out by the tag assay:\"-\")",
				"Shown[].Text: too long (cut it)",
				"Complex: complex64 is not supported",
			},
		},
		{
			"keys", driver.Limits{Keys: driver.StringKeys}, model[map[int]map[string]map[bool]int](), []string{
				"[key]: map keys of type int are not supported",
				"[value][value][key]: map keys of type bool are not supported",
			},
		},
		{
			"unexported fields", driver.Limits{Unexported: true, Methods: typemodel.TextMarshaler, Kinds: []typemodel.Kind{typemodel.Slice, typemodel.Map}, Open: true},
			model[subject](), []string{
				"Hidden: slices are not supported",
				"Shown: slices are not supported",
				"Maps: maps are not supported",
				"text: values of kind chan have no encoding (leave the field out by the tag assay:\"-\")",
			},
		},
		{
			"recursion", driver.Limits{Rules: []driver.Rule{driver.NoNeedOfNil}}, model[recursive](), []string{
				"Next: a recursive pointer must be nil somewhere, and nil is not supported (use a slice)",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, r := range test.limits.Check(test.typ, driver.Variant{}) {
				got = append(got, r.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("refusals (-want +got):\n%s", diff)
			}
		})
	}
}

func TestLimitsOfInterfaces(t *testing.T) {
	holding := func(impls ...*typemodel.Type) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Interface, Impls: impls}
	}
	known := driver.Limits{Impls: []string{"string", "[]uint8"}}
	for _, test := range []struct {
		name   string
		limits driver.Limits
		typ    *typemodel.Type
		want   int
	}{
		{"as they went in", known, holding(model[string](), model[[]byte]()), 0},
		{"as another type", known, holding(model[string](), model[int]()), 1},
		{"any", driver.Limits{}, holding(model[int]()), 0},
		{"unknown", known, holding(), 1},
		{"unknown but open", driver.Limits{Open: true}, holding(), 0},
		{"none", driver.Limits{Kinds: []typemodel.Kind{typemodel.Interface}}, holding(model[string]()), 1},
		{"parts of what they hold", driver.Limits{Kinds: []typemodel.Kind{typemodel.Map}}, holding(model[map[string]int]()), 1},
	} {
		if got := test.limits.Check(test.typ, driver.Variant{}); len(got) != test.want {
			t.Errorf("%s: refusals are %v, want %d", test.name, got, test.want)
		}
	}
}

// Shape is an interface of which the types are known.
type Shape interface{ Area() float64 }

// Round is a Shape.
type Round struct{ R float64 }

// Area implements Shape.
func (r Round) Area() float64 { return r.R }

// A struct of pointers stands in the place of an interface only where pointers
// may be nil, as all but one of them are.
func TestInterfacesNeedNil(t *testing.T) {
	type Picture struct{ Main Shape }
	picture := model[Picture]()
	picture.Fields[0].Type.Impls = []*typemodel.Type{model[Round]()}
	kinds := []typemodel.Kind{typemodel.Interface}
	for _, test := range []struct {
		name    string
		limits  driver.Limits
		carried bool
	}{
		{"nil is known", driver.Limits{Kinds: kinds}, true},
		{"nil is not known", driver.Limits{Kinds: kinds, Rules: []driver.Rule{driver.NoNeedOfNil}}, false},
		{"no pointers", driver.Limits{Kinds: append(kinds, typemodel.Pointer)}, false},
	} {
		d := driver.Driver{Check: test.limits.Check}
		c, refusals := d.Carry(picture, driver.Variant{})
		if carried := len(refusals) == 0; carried != test.carried || carried && !c.Replaced() {
			t.Errorf("%s: carried %v, want %v: %v", test.name, carried, test.carried, refusals)
		}
	}
}

func TestOverwritten(t *testing.T) {
	type flat struct{ A, B []string }
	type omits struct {
		A int `json:"a,omitempty"`
	}
	type embeds struct {
		*flat
	}
	for _, test := range []struct {
		name string
		typ  *typemodel.Type
		want bool
	}{
		{"slices", model[flat](), true},
		{"maps", model[[]map[string]int](), false},
		{"interfaces", model[[]any](), false},
		{"fields left out", model[omits](), false},
		{"embedded pointers", model[embeds](), false},
		{"what the library keeps", model[[]uint16](), false},
	} {
		keeps := func(t *typemodel.Type) bool { return t.Kind == typemodel.Uint16 }
		if got := driver.Overwritten(test.typ, []string{"json"}, keeps); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
		}
	}
}

func TestAliasesIn(t *testing.T) {
	bytes := driver.Variant{Aliases: true, AliasesOnly: (*typemodel.Type).IsBytes}
	if !bytes.AliasesIn(model[[][]byte]()) || bytes.AliasesIn(model[[]string]()) {
		t.Error("aliasing is not narrowed to byte slices")
	}
	if (driver.Variant{}).AliasesIn(model[[]byte]()) || !(driver.Variant{Aliases: true}).AliasesIn(model[int]()) {
		t.Error("aliasing without a condition is not what was declared")
	}
}
