package positional_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/internal/formats/flat"
	"github.com/assay-go/assay/codec/internal/formats/gotiny"
	"github.com/assay-go/assay/codec/internal/formats/xdr2"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

func named(kind typemodel.Kind, name string) *typemodel.Type {
	return &typemodel.Type{Kind: kind, Name: typemodel.Name{PkgPath: "example.com/a", PkgName: "a", Name: name}}
}

func holding(impls ...*typemodel.Type) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Interface, Impls: impls}
}

func pointer(elem *typemodel.Type) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Pointer, Elem: elem}
}

func list(elem *typemodel.Type) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Slice, Elem: elem}
}

// structOf returns a struct with a field F of each type.
func structOf(name string, fields ...*typemodel.Type) *typemodel.Type {
	t := named(typemodel.Struct, name)
	for i, f := range fields {
		t.Fields = append(t.Fields, typemodel.Field{Name: "F" + strconv.Itoa(i+1), Type: f})
	}
	return t
}

// A format whose lengths are too narrow to hold all is refused: they would be written cut.
func TestNarrowLengths(t *testing.T) {
	for bytes, fails := range map[int]bool{0: false, 1: true, 2: true, 4: false, 8: false} {
		f := xdr2.Format
		f.Length.Bytes = bytes
		err := codec.Emit(&f, goprint.New("example.com/a", "a"), []*typemodel.Type{structOf("T", &typemodel.Type{Kind: typemodel.String})}, codec.Options{})
		if (err != nil) != fails {
			t.Errorf("lengths of %d bytes: %v", bytes, err)
		}
	}
}

// Unmarshal reads few fixed parts itself, and short strings beside them, but not what is left to
// the functions of structs that stand in several places.
func TestReadAtOnce(t *testing.T) {
	number := &typemodel.Type{Kind: typemodel.Uint64}
	wide := structOf("Wide", number, number, number, number, number, number, number, number, number)
	array := func(elem *typemodel.Type, n int) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Array, Elem: elem, Len: n}
	}
	texts := func(n int) []*typemodel.Type { return slices.Repeat([]*typemodel.Type{{Kind: typemodel.String}}, n) }
	for name, test := range map[string]struct {
		t    *typemodel.Type
		once bool
	}{
		"numbers":             {structOf("T", number, number), true},
		"a string":            {structOf("T", number, &typemodel.Type{Kind: typemodel.String}), true},
		"many strings":        {structOf("T", texts(16)...), true},
		"too many strings":    {structOf("T", texts(17)...), false},
		"strings and bytes":   {structOf("T", append(texts(3), list(&typemodel.Type{Kind: typemodel.Uint8}))...), true},
		"a list":              {structOf("T", number, list(number)), false},
		"nothing":             {structOf("T"), true},
		"many numbers":        {structOf("T", array(number, 100)), false},
		"beside structs":      {structOf("T", &typemodel.Type{Kind: typemodel.String}, array(wide, 3), array(wide, 6)), false},
		"structs of few":      {structOf("T", array(wide, 2)), true},
		"a struct, and lists": {structOf("T", array(wide, 1), array(wide, 2)), false},
	} {
		file := goprint.New("example.com/a", "a")
		if err := codec.Emit(&flat.Format, file, []*typemodel.Type{test.t}, codec.Options{}); err != nil {
			t.Fatal(err)
		}
		source, err := file.Source()
		if err != nil {
			t.Fatal(err)
		}
		if once := strings.Contains(string(source), "UnmarshalRest("); once != test.once {
			t.Errorf("%s: read at once: %v", name, once)
		}
	}
}

// Strings in few places beside lists of numbers share copies without those; in more places, or beside
// what is short, they share a copy of all.
func TestGathers(t *testing.T) {
	text, number := &typemodel.Type{Kind: typemodel.String}, &typemodel.Type{Kind: typemodel.Uint64}
	numbers, octets := list(number), list(&typemodel.Type{Kind: typemodel.Uint8})
	label := structOf("Label", text, text)
	for name, test := range map[string]struct {
		t       *typemodel.Type
		gathers bool
	}{
		"labels and numbers":    {structOf("T", list(label), numbers), true},
		"texts and bytes":       {structOf("T", number, text, octets, text, text), true},
		"texts behind a number": {structOf("T", number, text, text, octets), true},
		"a map and bytes":       {structOf("T", &typemodel.Type{Kind: typemodel.Map, Key: text, Elem: text}, octets), true},
		"many places":           {structOf("T", text, numbers, text, numbers, text, text, numbers), false},
		"no numbers":            {structOf("T", list(label), text, number), false},
		"deep bytes":            {structOf("T", list(structOf("E", text, text, octets))), false},
		"wide elements":         {structOf("T", list(structOf("W", number, number, text)), numbers), false},
	} {
		file := goprint.New("example.com/a", "a")
		if err := codec.Emit(&flat.Format, file, []*typemodel.Type{test.t}, codec.Options{}); err != nil {
			t.Fatal(err)
		}
		source, err := file.Source()
		if err != nil {
			t.Fatal(err)
		}
		if gathers := strings.Contains(string(source), "r.gather("); gathers != test.gathers {
			t.Errorf("%s: gathers: %v", name, gathers)
		}
		// It begins in front of the first length, which runs of numbers read otherwise.
		if first := strings.Contains(string(source), "p = p[8:]\n\tr.gather(p, 1, 0, 2)\n"); first != (name == "texts behind a number") {
			t.Errorf("%s: gathers behind the number: %v", name, first)
		}
	}
}

// A constructor copies the input where strings are most of it, and not where lists of numbers
// are, which have memory of their own, nor for slices of bytes in structs of a list.
func TestCopyOfConstructor(t *testing.T) {
	text := &typemodel.Type{Kind: typemodel.String}
	numbers := list(&typemodel.Type{Kind: typemodel.Float32})
	bytes := list(&typemodel.Type{Kind: typemodel.Uint8})
	row := structOf("Row", &typemodel.Type{Kind: typemodel.Int64}, bytes)
	for _, test := range []struct {
		fields []*typemodel.Type
		copies bool
	}{
		{[]*typemodel.Type{text}, true},
		{[]*typemodel.Type{numbers}, false},
		{[]*typemodel.Type{text, numbers}, false},
		{[]*typemodel.Type{text, text, numbers}, true},
		{[]*typemodel.Type{list(text), numbers}, true},
		{[]*typemodel.Type{text, bytes, numbers}, true},
		{[]*typemodel.Type{list(row)}, false},
		{[]*typemodel.Type{list(pointer(row))}, false},
		{[]*typemodel.Type{list(row), text}, true},
		{[]*typemodel.Type{list(bytes)}, true},
		{[]*typemodel.Type{row}, true},
	} {
		f := goprint.New("example.com/a", "a")
		root := structOf("T", test.fields...)
		if err := codec.Emit(&flat.Format, f, []*typemodel.Type{root}, codec.Options{Constructor: true}); err != nil {
			t.Fatal(err)
		}
		source, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		if copies := strings.Contains(string(source), "tFlatPiece("); copies != test.copies {
			t.Errorf("%v: it copies the input: %v", root.Fields, copies)
		}
	}
}

// All functions that call each other in a circle hand on the depth.
func TestDepthOfCircles(t *testing.T) {
	shape := named(typemodel.Interface, "Shape")
	group := structOf("Group", shape)
	pair := structOf("Pair", pointer(group), pointer(group), shape)
	leaf := structOf("Leaf", &typemodel.Type{Kind: typemodel.Int8})
	shape.Impls = []*typemodel.Type{pair, leaf, list(leaf)}
	want := map[*typemodel.Type]bool{shape: true, group: true, pair: true, leaf: false}
	for _, root := range []*typemodel.Type{shape, group, pair} {
		recursive, ends := positional.Circles(&flat.Format, root)
		for typ, got := range recursive {
			if got != want[typ] {
				t.Errorf("from %s, the node of %s is recursive: %t", root, typ, got)
			}
		}
		if !ends {
			t.Errorf("from %s, no function ends the circle", root)
		}
	}
}

func TestSortedMapsNeedOrder(t *testing.T) {
	text := &typemodel.Type{Kind: typemodel.String}
	for _, test := range []struct {
		key  *typemodel.Type
		want string
	}{
		{text, ""},
		{named(typemodel.Float32, "Celsius"), ""},
		{&typemodel.Type{Kind: typemodel.Bool}, "flat: a.T: keys of type bool have no order for sorted maps"},
		{holding(text), "flat: a.T: keys of type any have no order for sorted maps"},
	} {
		root := structOf("T", list(&typemodel.Type{Kind: typemodel.Map, Key: test.key, Elem: text}))
		got := ""
		if err := codec.Emit(&flat.Format, goprint.New("example.com/a", "a"), []*typemodel.Type{root}, codec.Options{SortedMaps: true}); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.key, got, test.want)
		}
	}
}

// A count of elements that take no bytes could be anything.
func TestElementsWithoutBytes(t *testing.T) {
	number, text := &typemodel.Type{Kind: typemodel.Int32}, &typemodel.Type{Kind: typemodel.String}
	none := &typemodel.Type{Kind: typemodel.Array, Elem: structOf("E")}
	endless := structOf("T", number)
	endless.Fields = append(endless.Fields, typemodel.Field{Name: "L", Type: list(pointer(endless))})
	const refused = "F1[]: the elements of the list take no bytes, so that its count could not be checked (use the number of elements)"
	for _, test := range []struct {
		format *positional.Format
		typ    *typemodel.Type
		want   string
	}{
		{&flat.Format, list(list(structOf("E"))), refused},
		{&flat.Format, list(list(none)), refused},
		{&gotiny.Format, list(list(structOf("E", none))), refused},
		{&xdr2.Format, list(list(pointer(structOf("E")))), refused},
		{&xdr2.Format, endless, ""},
		{&flat.Format, list(pointer(structOf("E"))), ""},
		{&flat.Format, &typemodel.Type{Kind: typemodel.Map, Key: text, Elem: none}, ""},
		{&flat.Format, &typemodel.Type{Kind: typemodel.Map, Key: none, Elem: none}, "F1: the entries of the map take no bytes (use a bool)"},
	} {
		got := ""
		for _, r := range codec.Refusals(test.format, "", structOf("T", test.typ)) {
			got += r.String()
		}
		if got != test.want {
			t.Errorf("%s of %s: %q, want %q", test.format.ID, test.typ, got, test.want)
		}
	}
}

// What a struct hides is told with what its fields are refused for, and not before it.
func TestRefusalsBesideHiddenState(t *testing.T) {
	channel := &typemodel.Type{Kind: typemodel.Chan}
	part := structOf("Part", channel)
	part.Fields = append(part.Fields, typemodel.Field{Name: "secret", PkgPath: "example.com/a", Type: &typemodel.Type{Kind: typemodel.Int32}})
	whole := structOf("Whole", part, &typemodel.Type{Kind: typemodel.Func}, list(part)) // a type is refused once
	whole.Fields = append(whole.Fields, part.Fields[1])
	for _, f := range formats.All {
		hidden := []string{"", "F1"}
		if f.Unexported { // and tells each field
			hidden = []string{"secret", "F1.secret"}
		}
		var got []string
		for _, r := range codec.Refusals(f, "", whole) {
			got = append(got, r.Path)
		}
		for _, path := range append(hidden, "F1.F1", "F2") {
			if !slices.Contains(got, path) {
				t.Errorf("%s: nothing is said of %q, but of %q", f.ID, path, got)
			}
		}
	}
}

// What the user names for a type stands in its place, though it has a MarshalBinary that the
// format calls.
func TestConversionBesideMarshalBinary(t *testing.T) {
	stamp := structOf("Stamp", &typemodel.Type{Kind: typemodel.Int64})
	stamp.Methods = typemodel.BinaryMarshaler
	own := positional.Fingerprint(&flat.Format, structOf("T", stamp))
	stamp.As = &typemodel.Conversion{
		Type: &typemodel.Type{Kind: typemodel.String},
		To:   typemodel.FuncRef{PkgPath: "example.com/a", PkgName: "a", Name: "ToText"},
		From: typemodel.FuncRef{PkgPath: "example.com/a", PkgName: "a", Name: "FromText"},
	}
	if positional.Fingerprint(&flat.Format, structOf("T", stamp)) == own {
		t.Error("its MarshalBinary is called")
	}
}

// A NullUUID goes by its fields, since its UnmarshalBinary reads none that is not valid.
func TestNullUUIDGoesByItsFields(t *testing.T) {
	null := structOf("NullUUID", &typemodel.Type{Kind: typemodel.Array, Len: 16, Elem: &typemodel.Type{Kind: typemodel.Uint8}}, &typemodel.Type{Kind: typemodel.Bool})
	null.Methods = typemodel.BinaryMarshaler
	byMethods := positional.Fingerprint(&flat.Format, structOf("T", null))
	null.Name.PkgPath, null.Name.PkgName = "github.com/google/uuid", "uuid"
	known := positional.Fingerprint(&flat.Format, structOf("T", null))
	null.By.Fields = true
	if known != positional.Fingerprint(&flat.Format, structOf("T", null)) || known == byMethods {
		t.Error("its MarshalBinary is called")
	}
}
