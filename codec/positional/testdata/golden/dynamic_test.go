package golden_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flatunsafe"
)

// TestDynamicBytes writes what docs/formats/flat.md says of values that describe
// themselves, and reads it back as values of the same types.
func TestDynamicBytes(t *testing.T) {
	for _, test := range []struct {
		value any
		want  string
	}{
		{nil, "00"},
		{true, "01 01"},
		{int(-2), "02 feffffffffffffff"},
		{int8(-1), "03 ff"},
		{int16(1), "04 0100"},
		{int32(1), "05 01000000"},
		{int64(1), "06 0100000000000000"},
		{uint(1), "07 0100000000000000"},
		{uint8(255), "08 ff"},
		{uint16(1), "09 0100"},
		{uint32(1), "0a 01000000"},
		{uint64(math.MaxUint64), "0b ffffffffffffffff"},
		{uintptr(1), "0c 0100000000000000"},
		{float32(1), "0d 0000803f"},
		{float64(1), "0e 000000000000f03f"},
		{"", "0f 00"},
		{"ab", "0f 02 6162"},
		{[]byte(nil), "10 00"},
		{[]byte{7}, "10 02 07"},
		{time.Unix(0, 1).UTC(), "11 0100000000000080"},
		{[]any(nil), "12 00"},
		{[]any{}, "12 01"},
		{[]any{nil, "a", []any{}}, "12 04 00 0f0161 1201"},
		{map[string]any(nil), "13 00"},
		{map[string]any{"k": map[string]any{"n": 1.0}}, "13 02 016b 13 02 016e 0e000000000000f03f"},
	} {
		v := flat.Loose{Bag: test.value}
		data, err := flat.MarshalLooseFlat(&v)
		if err != nil {
			t.Fatal(err)
		}
		// Before it: two fixed parts and the tails of Any, Map, List and Pair.
		if got, want := hex.EncodeToString(data[15:]), strings.ReplaceAll(test.want, " ", ""); got != want {
			t.Errorf("%T %v is %s, want %s", test.value, test.value, got, want)
		}
		var back flat.Loose
		if err := flat.UnmarshalLooseFlat(data, &back); err != nil || !reflect.DeepEqual(any(back.Bag), test.value) {
			t.Errorf("%T %v is read as %T %v, %v", test.value, test.value, back.Bag, back.Bag, err)
		}
	}
}

// TestDynamicRefusals marshals what is none of the basic types, and reads what
// stands for none.
func TestDynamicRefusals(t *testing.T) {
	type own struct{}
	for _, value := range []any{own{}, complex(1, 2), []string{"a"}, map[string]int{}, new(int), time.Second, fmt.Errorf("an error")} {
		for where, v := range map[string]flat.Loose{"any": {Any: value}, "any in a list": {Any: []any{1, value}}, "any in a map": {Map: map[string]any{"a": value}}} {
			if data, err := flat.MarshalLooseFlat(&v); err == nil || data != nil || !strings.Contains(err.Error(), "none of the basic types") {
				t.Errorf("%T as %s: %x, %v", value, where, data, err)
			}
		}
	}
	for _, tail := range []string{"14", "7f", "ffffffffffffffffff01", "ffffffffffffffffffff01", "0102", "12ffffffffffffffffff01", "13ffffff7f", "0fffffff7f", "1203", "13 03 016100 016100"} {
		good, err := flat.MarshalLooseFlat(new(flat.Loose))
		if err != nil {
			t.Fatal(err)
		}
		bad, err := hex.DecodeString(strings.ReplaceAll(tail, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		if err := flat.UnmarshalLooseFlat(append(good[:len(good)-1], bad...), new(flat.Loose)); err == nil {
			t.Errorf("%s is read", tail)
		}
	}
}

// TestDynamicDepth nests as deep as Unmarshal takes it, and a level deeper, and
// without end.
func TestDynamicDepth(t *testing.T) {
	nest := func(levels int) *flat.Loose {
		var v any
		for range levels {
			v = map[string]any{"a": []any{v}}
		}
		return &flat.Loose{Any: v}
	}
	most := (codec.DefaultMaxDepth - 2) / 2
	data, err := flat.MarshalLooseFlat(nest(most))
	if err != nil {
		t.Fatal(err)
	}
	if err := flat.UnmarshalLooseFlat(data, new(flat.Loose)); err != nil {
		t.Fatal(err)
	}
	endless := []any{nil}
	endless[0] = endless
	for _, v := range []*flat.Loose{nest(most + 1), {Any: endless}} {
		if _, err := flat.MarshalLooseFlat(v); err == nil || !strings.Contains(err.Error(), "nest deeper than 1000") {
			t.Errorf("marshalled: %v", err)
		}
	}
	deep := append(append([]byte(nil), make([]byte, 10)...), bytes.Repeat([]byte{0x12, 0x02}, 1<<20)...)
	if err := flat.UnmarshalLooseFlat(deep, new(flat.Loose)); err == nil || !strings.Contains(err.Error(), "nest deeper than 1000") {
		t.Errorf("unmarshalled: %v", err)
	}
}

// TestDynamicAliasing changes the input after it was read: safe code does not
// notice, and unsafe code does.
func TestDynamicAliasing(t *testing.T) {
	var text any = "text that stands here"
	data, err := flat.MarshalLooseFlat(&flat.Loose{Any: text, List: []any{[]byte("bytes")}})
	if err != nil {
		t.Fatal(err)
	}
	var v flat.Loose
	if err := flat.UnmarshalLooseFlat(data, &v); err != nil {
		t.Fatal(err)
	}
	clear(data)
	if v.Any != text || string(v.List[0].([]byte)) != "bytes" {
		t.Errorf("safe: %v", v)
	}
	data, err = flatunsafe.MarshalLooseFlat(&flatunsafe.Loose{Any: text})
	if err != nil {
		t.Fatal(err)
	}
	var w flatunsafe.Loose
	if err := flatunsafe.UnmarshalLooseFlat(data, &w); err != nil {
		t.Fatal(err)
	}
	clear(data)
	if w.Any == text {
		t.Error("unsafe: a copy")
	}
}
