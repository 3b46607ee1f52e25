package golden_test

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// TestWordsOfOtherMachines reads an int and a uint that machines of 64 bits wrote.
// Those of 32 bits refuse what they have no room for; nothing is cut off.
func TestWordsOfOtherMachines(t *testing.T) {
	const small, large = 0x11223344, 1 << 40
	for _, f := range formats.All {
		if codecs[f.ID] == nil {
			continue // until the long tests
		}
		for _, field := range []struct {
			name string
			kind typemodel.Kind
		}{{"Int", typemodel.Int}, {"Uint", typemodel.Uint}} {
			if n, ok := f.Numbers[field.kind]; ok && n.Bytes != 4 { // as which large ones are lost on all machines
				testWord(t, f, field.name, n, small, large)
			}
		}
	}
}

// testWord reads a large number where a small one was written into the field of that
// name, whose coding is n.
func testWord(t *testing.T, f *positional.Format, name string, n positional.Number, small, large int64) {
	coding := func(x int64) []byte {
		switch {
		case n.ZigZag:
			return binary.AppendVarint(nil, x)
		case n.Bytes == 0:
			return binary.AppendUvarint(nil, uint64(x))
		case f.BigEndian:
			return binary.BigEndian.AppendUint64(nil, uint64(x))
		}
		return binary.LittleEndian.AppendUint64(nil, uint64(x))
	}
	c := find(f.ID, "primitives")
	if c == nil {
		t.Fatalf("%s has no primitives", f.ID)
	}
	v := c.New()
	field := reflect.ValueOf(v).Elem().FieldByName(name)
	number := func(x reflect.Value) int64 {
		if x.CanInt() {
			return x.Int()
		}
		return int64(x.Uint())
	}
	if field.CanInt() {
		field.SetInt(small)
	} else {
		field.SetUint(uint64(small))
	}
	data, err := c.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(data, coding(small)) != 1 {
		t.Fatalf("%s: %x is not in %x", f.ID, coding(small), data)
	}
	w := c.New()
	err = c.Unmarshal(bytes.Replace(data, coding(small), coding(large), 1), w)
	got := reflect.ValueOf(w).Elem().FieldByName(name)
	switch {
	case bits.UintSize == 64 && (err != nil || number(got) != large):
		t.Errorf("%s.%s: %v, %v", f.ID, name, got, err)
	case bits.UintSize == 32 && (err == nil || !strings.Contains(err.Error(), "of this machine")):
		t.Errorf("%s.%s: %v, %v", f.ID, name, got, err)
	}
}
