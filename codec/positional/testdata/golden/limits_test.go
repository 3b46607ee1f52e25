package golden_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flatunsafe"
)

// TestDepthAgrees marshals values as deep as Unmarshal takes them, and one level
// deeper.
func TestDepthAgrees(t *testing.T) {
	nest := func(levels int) *flat.Log2 {
		event := flat.Event2{}
		for range levels - 1 {
			inner := event
			event = flat.Event2{Next: &inner}
		}
		return &flat.Log2{Events: []flat.Event2{event}}
	}
	data, err := flat.MarshalLog2Flat(nest(codec.DefaultMaxDepth))
	if err != nil {
		t.Fatal(err)
	}
	if err := flat.UnmarshalLog2Flat(data, new(flat.Log2)); err != nil {
		t.Error(err)
	}
	if _, err := flat.MarshalLog2Flat(nest(codec.DefaultMaxDepth + 1)); err == nil || !strings.Contains(err.Error(), "values nest deeper than 1000") {
		t.Errorf("a level too many: %v", err)
	}
}

// TestStreamAnnouncesTooMuch reads a stream that ends long before the length it
// tells.
func TestStreamAnnouncesTooMuch(t *testing.T) {
	stream := append([]byte("\x80\x80\x80\x80\x04"), make([]byte, 100)...) // 1 GiB
	r := flatunsafe.NewColorGroupFlatReader(bytes.NewReader(stream), 1<<31-1)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := r.Read(new(flatunsafe.ColorGroup))
	runtime.ReadMemStats(&after)
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v", err)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("allocated %d bytes for 105", n)
	}
	for _, limit := range []int{0, -1, -1 << 31} {
		r := flatunsafe.NewColorGroupFlatReader(bytes.NewReader(stream), limit)
		if err := r.Read(new(flatunsafe.ColorGroup)); err == nil || !strings.Contains(err.Error(), "the limit is 0") {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}
