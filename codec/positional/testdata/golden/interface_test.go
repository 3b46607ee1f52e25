package golden_test

import (
	"encoding/hex"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
)

// TestInterfaceBytes writes what docs/formats/flat.md says of interfaces.
func TestInterfaceBytes(t *testing.T) {
	radius := new(flat.Radius)
	for _, test := range []struct {
		shape flat.Shape
		want  string
	}{
		{nil, "00"},
		{flat.Circle{Radius: 1}, "01 000000000000f03f"},
		{(*flat.Square)(nil), "02 00"},
		{&flat.Square{Side: 1, Label: "a"}, "02 01 000000000000f03f 01 61"},
		{flat.Group{Name: "a", Shapes: []flat.Shape{nil, flat.Nothing{}}}, "03 01 61 03 00 06"},
		{&flat.Nested{Left: flat.Nothing{}, Depth: 7}, "04 01 07 06 00"},
		{flat.Shapes(nil), "05 00"},
		{flat.Shapes{flat.Shapes{}}, "05 02 05 01"},
		{&radius, "07 01 01 0000000000000000"},
	} {
		data, err := flat.MarshalShapeFlat(&test.shape)
		if want := strings.ReplaceAll(test.want, " ", ""); err != nil || hex.EncodeToString(data) != want {
			t.Errorf("%#v is %x, %v, want %s", test.shape, data, err, want)
		}
	}
}

// TestInterfaceMarshalErrors marshals what the directives do not name, and what
// has no end.
func TestInterfaceMarshalErrors(t *testing.T) {
	endless := flat.Shapes{nil}
	endless[0] = endless
	atlas := &flat.Atlas{List: []any{nil}}
	atlas.List[0] = atlas
	for _, test := range []struct {
		value any
		want  string
	}{
		{&flat.Scene{Any: int64(1)}, "flat: marshalling Scene.Any: the interface holds a value of a type that is not named"},
		{&flat.Scene{Values: []any{true, flat.Circle{}}}, "flat: marshalling Scene.Values[]: the interface holds"},
		{&flat.Scene{All: []flat.Shape{flat.Square{}}}, "flat: marshalling Shape: the interface holds"},
		{&flat.Atlas{List: []any{flat.Page{Words: map[string]any{"a": 1}}}}, "flat: marshalling Page.Words[value]: the interface holds"},
		{&flat.Atlas{Any: []int{}}, "flat: marshalling Atlas.Any: the interface holds"},
		{&flat.Keys{M: map[flat.Key]int8{uint8(1): 1}}, "flat: marshalling Keys.M[key]: the interface holds"},
		{&flat.Scene{Main: endless}, "flat: marshalling Shape: values nest deeper than 1000, or contain themselves"},
		{atlas, "flat: marshalling Atlas: values nest deeper than 1000, or contain themselves"},
	} {
		for _, c := range flat.Codecs {
			if typeName(test.value) != typeName(c.New()) {
				continue
			}
			data, err := c.Marshal(test.value)
			if err == nil || !strings.Contains(err.Error(), test.want) || data != nil {
				t.Errorf("%x, %v, want the error %s", data, err, test.want)
			}
			if _, err := c.Append(nil, test.value); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("Append: %v, want %s", err, test.want)
			}
		}
	}
}

// TestInterfaceUnmarshalErrors reads numbers that no type has, and nesting
// without end.
func TestInterfaceUnmarshalErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"08", "flat: unmarshalling Shape at byte 0: a number of a type beyond the 7 that the interface may hold"},
		{"050208", "flat: unmarshalling Shape at byte 2: a number of a type beyond"},
		{"ffffffffffffffffff01", "flat: unmarshalling Shape at byte 0: a number of a type beyond"},
		{"0202", "flat: unmarshalling Shape.(*flat.Square) at byte 1: a pointer's flag"},
		{"01", "flat: unmarshalling Shape.(flat.Circle).Radius at byte 1: unexpected EOF"},
		{strings.Repeat("0502", 2000), "values nest deeper than 1000"},
	} {
		data, err := hex.DecodeString(test.data)
		if err != nil {
			t.Fatal(err)
		}
		var v flat.Shape
		if err := flat.UnmarshalShapeFlat(data, &v); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.data[:min(len(test.data), 20)], err, test.want)
		}
	}
}

// TestInterfaceStorage unmarshals into an interface that holds storage of the
// type that comes, and of another.
func TestInterfaceStorage(t *testing.T) {
	square := &flat.Square{Label: "old"}
	var v flat.Shape = square
	if err := flat.UnmarshalShapeFlat([]byte("\x02\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01a"), &v); err != nil || v != flat.Shape(square) || square.Label != "a" {
		t.Errorf("%#v, %v", v, err)
	}
	if err := flat.UnmarshalShapeFlat([]byte("\x04\x01\x07\x06\x00"), &v); err != nil {
		t.Fatal(err)
	}
	if n, ok := v.(*flat.Nested); !ok || n.Depth != 7 || n.Left != flat.Shape(flat.Nothing{}) || square.Label != "a" {
		t.Errorf("%#v", v)
	}
}

func typeName(v any) string { return reflect.TypeOf(v).String() }
