package golden_test

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"reflect"
	"strings"
	"testing"
)

// TestWordsOfOtherMachines reads an int and a uint that machines of 64 bits wrote.
// Those of 32 bits refuse what they have no room for; nothing is cut off.
func TestWordsOfOtherMachines(t *testing.T) {
	fixed := func(x int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(x)) }
	plain := func(x int64) []byte { return binary.AppendUvarint(nil, uint64(x)) }
	zigzag := func(x int64) []byte { return binary.AppendVarint(nil, x) }
	const small, large = 0x11223344, 1 << 40
	for _, test := range []struct {
		format, field string
		coding        func(int64) []byte
	}{
		{"flat", "Int", fixed}, {"flat", "Uint", fixed},
		{"mus", "Int", fixed}, {"mus", "Uint", fixed},
		{"musvarint", "Int", zigzag}, {"musvarint", "Uint", plain},
		{"gotiny", "Int", zigzag}, {"gotiny", "Uint", plain},
		{"benc", "Int", zigzag}, {"benc", "Uint", plain},
	} {
		found := false
		for i := range codecs[test.format] {
			c := &codecs[test.format][i]
			if c.Name != "primitives" {
				continue
			}
			found = true
			v := c.New()
			field := reflect.ValueOf(v).Elem().FieldByName(test.field)
			number := func(x reflect.Value) int64 {
				if x.CanInt() {
					return x.Int()
				}
				return int64(x.Uint())
			}
			if field.CanInt() {
				field.SetInt(small)
			} else {
				field.SetUint(small)
			}
			data, err := c.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Count(data, test.coding(small)) != 1 {
				t.Fatalf("%s: %x is not in %x", test.format, test.coding(small), data)
			}
			w := c.New()
			err = c.Unmarshal(bytes.Replace(data, test.coding(small), test.coding(large), 1), w)
			got := reflect.ValueOf(w).Elem().FieldByName(test.field)
			switch {
			case bits.UintSize == 64 && (err != nil || number(got) != large):
				t.Errorf("%s.%s: %v, %v", test.format, test.field, got, err)
			case bits.UintSize == 32 && (err == nil || !strings.Contains(err.Error(), "of this machine")):
				t.Errorf("%s.%s: %v, %v", test.format, test.field, got, err)
			}
		}
		if !found {
			t.Errorf("%s has no primitives", test.format)
		}
	}
}
