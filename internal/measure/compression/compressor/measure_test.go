package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/measure/compression"
)

// Every compressor gives back what it was given, whatever that is, appended to
// what is there.
func TestAlgorithms(t *testing.T) {
	random := make([]byte, 70000)
	x := uint32(1)
	for i := range random {
		x = x*1664525 + 1013904223
		random[i] = byte(x >> 24)
	}
	for _, a := range algorithms {
		t.Run(a.name, func(t *testing.T) {
			c := a.open()
			for _, in := range [][]byte{nil, []byte("a"), []byte(strings.Repeat("to be or not to be, ", 5000)), random, []byte("b")} {
				out, err := c.compress([]byte("before"), in)
				if err != nil {
					t.Fatal(err)
				}
				compressed, ok := bytes.CutPrefix(out, []byte("before"))
				if !ok {
					t.Fatalf("%d bytes were not appended", len(in))
				}
				back, err := c.decompress([]byte("before"), bytes.Clone(compressed))
				if err != nil || string(back) != "before"+string(in) {
					t.Fatalf("%d bytes come back as %d: %v", len(in), len(back)-6, err)
				}
				if _, err := c.decompress(nil, compressed[:len(compressed)/2]); err == nil && len(in) > 1 {
					t.Errorf("half of %d bytes is decompressed without an error", len(compressed))
				}
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	text, noise := make([][]byte, 50), make([][]byte, 3)
	for i := range text {
		text[i] = []byte(fmt.Sprintf("message %d: %s", i, strings.Repeat("to be or not to be, ", 20)))
	}
	for i := range noise {
		noise[i] = []byte{byte(91 * i), byte(17 * i), 7}
	}
	last, total := 0, 0
	results, err := measure(t.Context(), [][][]byte{text, noise}, 1, func(done, of int) { last, total = done, of })
	if err != nil {
		t.Fatal(err)
	}
	if last != total-1 {
		t.Errorf("%d of %d steps were told", last, total)
	}
	for i, figures := range results {
		var names []string
		for j, f := range figures {
			names = append(names, f.Algorithm)
			if f.Stream != (j >= len(algorithms)) || len(f.CompressNS) != rounds || len(f.DecompressNS) != rounds || f.Bytes <= 0 {
				t.Errorf("set %d: %+v", i, f)
			}
			if slices.Min(f.CompressNS) <= 0 || slices.Min(f.DecompressNS) <= 0 {
				t.Errorf("set %d: %s took no time", i, f.Algorithm)
			}
		}
		if want := []string{"gzip", "zstd-9", "zstd-3", "zstd-1", "lz4", "snappy"}; !slices.Equal(names, append(want, want...)) {
			t.Errorf("set %d: %v", i, names)
		}
	}
	plain := float64(len(text[10]))
	for j, f := range results[0] {
		if f.Bytes >= plain || f.Stream && f.Bytes >= results[0][j-len(algorithms)].Bytes {
			t.Errorf("%s, stream %v: %.1f of %.0f bytes", f.Algorithm, f.Stream, f.Bytes, plain)
		}
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := measure(ctx, [][][]byte{{[]byte("a")}}, 1, func(int, int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := measure(t.Context(), [][][]byte{{}}, 1, func(int, int) {}); err == nil {
		t.Error("no messages are no error")
	}
}

// What does not come back is not timed.
func TestBrokenCompressor(t *testing.T) {
	j := &job{inputs: [][]byte{[]byte("message")}, each: 1, figures: &compression.Figures{}, codec: codec{
		compress:   func(dst, src []byte) ([]byte, error) { return append(dst, src[1:]...), nil },
		decompress: func(dst, src []byte) ([]byte, error) { return append(dst, src...), nil },
	}}
	if err := j.prove(); err == nil {
		t.Error("a byte is lost")
	}
}
