package check

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

type (
	base    struct{ ID int64 }
	oldItem struct {
		Qty  int32
		Gone string
	}
	newItem struct {
		Qty int64
	}
	older struct {
		A     int64
		B     string `json:"b"`
		Items []oldItem
		Old   string
		ID    int64
		Num   string
	}
	newer struct {
		base
		Num   json.Number
		Title string `json:"b"`
		A     int64
		Items []newItem
		New   string
		Added bool
	}
)

// What differs between two types is found by wire name and by name.
func TestCompareTypes(t *testing.T) {
	old, _ := typemodel.FromReflect(reflect.TypeFor[older]())
	new, _ := typemodel.FromReflect(reflect.TypeFor[newer]())
	m := compareTypes(old, new, driver.ByName("json"))
	var got []string
	for _, c := range describe(old, new) {
		got = append(got, c.String())
	}
	slices.Sort(got)
	want := []string{"+Added", "+New (renamed?)", "+Title (renamed?)", "-B (renamed?)", "-Items[].Gone", "-Old (renamed?)", "ID moved into an embedded struct", "Items[].Qty int32 → int64", "Num string → json.Number", "fields of check.newer reordered"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "; "), strings.Join(want, "; "))
	}
	if got := renamed(`Items[3].Qty`, map[string]string{"Items[].Qty": "Lines[].Count"}); got != "Lines[3].Count" {
		t.Errorf("Items[3].Qty is %s in the newer type", got)
	}
	if got := renamed(`B`, m.forward); got != "Title" {
		t.Errorf("B is %s in the newer type", got)
	}
	if got := renamed(`Title`, m.back); got != "B" {
		t.Errorf("Title is %s in the older type", got)
	}
	if got := place(`A["x]y"].B[3].C`); got != "A[].B[].C" {
		t.Errorf("place %s", got)
	}
}

// A field that travels with another embedded struct than before is a change, as the Go name of what
// is embedded is to gob.
func TestEmbeddedByAnotherName(t *testing.T) {
	type root struct{ ID int64 }
	type was struct{ base }
	type is struct{ root }
	type own struct{ ID int64 }
	for _, test := range []struct {
		old, new reflect.Type
		want     string
	}{
		{reflect.TypeFor[was](), reflect.TypeFor[is](), "[ID moved into another embedded struct]"},
		{reflect.TypeFor[was](), reflect.TypeFor[own](), "[ID moved out of an embedded struct]"},
		{reflect.TypeFor[was](), reflect.TypeFor[was](), "[]"},
	} {
		old, _ := typemodel.FromReflect(test.old)
		new, _ := typemodel.FromReflect(test.new)
		if got := fmt.Sprint(describe(old, new)); got != test.want {
			t.Errorf("%s to %s: %s, want %s", test.old, test.new, got, test.want)
		}
	}
}

// TestEmbeddedInOneAnother lists the fields of structs that embed pointers to each other: what comes round again is
// a field.
func TestEmbeddedInOneAnother(t *testing.T) {
	a, b := &typemodel.Type{Kind: typemodel.Struct}, &typemodel.Type{Kind: typemodel.Struct}
	pointer := func(to *typemodel.Type) *typemodel.Type { return &typemodel.Type{Kind: typemodel.Pointer, Elem: to} }
	a.Fields = []typemodel.Field{{Name: "X", Type: &typemodel.Type{Kind: typemodel.Int}}, {Name: "B", Type: pointer(b), Embedded: true}}
	b.Fields = []typemodel.Field{{Name: "Y", Type: &typemodel.Type{Kind: typemodel.Int}}, {Name: "A", Type: pointer(a), Embedded: true}}
	var names []string
	for _, f := range fields(a) {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "X Y A" {
		t.Errorf("fields %q, want X Y A", got)
	}
}

// Fields of embedded structs stand where Go finds them, namesakes under what embeds them.
func TestPlaces(t *testing.T) {
	type Base struct{ ID, Only int }
	type Extra struct{ ID, N int }
	type Deep struct {
		Extra
		Base int
	}
	for _, of := range []reflect.Type{
		reflect.TypeFor[struct {
			Base
			Extra
		}](),
		reflect.TypeFor[struct {
			Base
			ID int
		}](),
		reflect.TypeFor[struct {
			Base
			Deep
		}](),
	} {
		model, _ := typemodel.FromReflect(of)
		for _, f := range fields(model) {
			found, ok := of.FieldByName(f.name)
			if qualified := strings.Contains(f.name, "."); ok == qualified || ok && of.Field(found.Index[0]).Name != cmp.Or(f.via, f.name) {
				t.Errorf("%v: %s by %q, and Go finds %v", of, f.name, f.via, found.Index)
			}
			if found, rest := at(model, f.name+"[].X"); found == nil || found.name != f.name || rest != "[].X" {
				t.Errorf("%v: %s is not found", of, f.name)
			}
		}
	}
}

// A field whose struct stands in several places is told once, with all of them, and within
// itself with the next.
func TestEveryPlaceOfAChange(t *testing.T) {
	type oldPart struct{ Qty, Gone int32 }
	type newPart struct{ Qty int64 }
	type oldTree struct {
		N    int32
		Next *oldTree
	}
	type newTree struct {
		N    int64
		Next *newTree
	}
	for _, test := range []struct {
		old, new reflect.Type
		want     string
	}{
		{reflect.TypeFor[struct{ A, B oldPart }](), reflect.TypeFor[struct{ A, B newPart }](), "[A.Qty int32 → int64 (and B.Qty) -A.Gone (and B.Gone)]"},
		{reflect.TypeFor[struct{ A, B, C, D oldPart }](), reflect.TypeFor[struct{ A, B, C, D newPart }](), "[A.Qty int32 → int64 (and in 3 more places) -A.Gone (and in 3 more places)]"},
		{reflect.TypeFor[oldTree](), reflect.TypeFor[newTree](), "[N int32 → int64 (and Next.N)]"},
	} {
		old, _ := typemodel.FromReflect(test.old)
		new, _ := typemodel.FromReflect(test.new)
		got := describe(old, new)
		slices.SortStableFunc(got, func(a, b Change) int { return strings.Compare(b.Kind, a.Kind) })
		if fmt.Sprint(got) != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
		if m := compareTypes(old, new, driver.ByName("json")); test.old.NumField() == 2 && len(m.places()) != 2 {
			t.Errorf("places of what is another: %q", m.places())
		}
	}
	// A type that leads to itself in very many ways takes no time.
	all := make([]typemodel.Type, 24)
	for i := range all {
		all[i] = typemodel.Type{Kind: typemodel.Struct}
		for k := range all {
			all[i].Fields = append(all[i].Fields, typemodel.Field{Name: fmt.Sprint("F", k), Type: &typemodel.Type{Kind: typemodel.Pointer, Elem: &all[k]}})
		}
	}
	if m := compareTypes(&all[0], &all[0], driver.ByName("json")); len(m.forward) < len(all) || len(m.forward) > 2*comparedPlaces {
		t.Errorf("%d places", len(m.forward))
	}
}

// What a tag says behind the name is a change to the serializers that read it, and to no others.
func TestOptionsAreChanges(t *testing.T) {
	type plain struct {
		N int64 `json:"n"`
	}
	type quoted struct {
		N int64 `json:"n,string"`
	}
	old, _ := typemodel.FromReflect(reflect.TypeFor[plain]())
	new, _ := typemodel.FromReflect(reflect.TypeFor[quoted]())
	if got := compareTypes(old, new, driver.ByName("json")).changes; len(got) != 1 || got[0].String() != "N tag none → string" {
		t.Errorf("by the tags of json: %v", got)
	}
	if got := compareTypes(old, new, driver.ByName("bson")).changes; len(got) != 0 {
		t.Errorf("by other tags: %v", got)
	}
}
