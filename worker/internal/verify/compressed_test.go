package verify

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/lzw"
	"io"
	"math"
	"testing"
)

// Each encoding is compressed by itself, as by a writer of its own.
func TestCompressed(t *testing.T) {
	encoded := [][]byte{[]byte("a"), bytes.Repeat([]byte("to be or not to be, "), 500), nil, []byte("to be")}
	for name, open := range map[string]func(io.Writer) (io.WriteCloser, error){
		"flate": func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) },
		"gzip":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriterLevel(w, gzip.BestCompression) },
		"lzw":   func(w io.Writer) (io.WriteCloser, error) { return lzw.NewWriter(w, lzw.LSB, 8), nil },
	} {
		var out bytes.Buffer
		for _, b := range encoded {
			w, err := open(&out)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(b)
			w.Close()
		}
		want := float64(out.Len()) / float64(len(encoded))
		if got := compressed(encoded)[name]; math.Abs(got-want) > 1e-9 {
			t.Errorf("by %s: got %v, want %v", name, got, want)
		}
	}
	if n := len(compressed(encoded)); n != 3 {
		t.Errorf("%d algorithms", n)
	}
}

// What is too long to compress all of is not all compressed.
func TestCompressedIsBounded(t *testing.T) {
	big := make([]byte, maxCompressed-1)
	one, both := compressed([][]byte{big}), compressed([][]byte{big, []byte("more")})
	for name, mean := range one {
		if both[name] != mean {
			t.Errorf("by %s: %v of one, %v of two", name, mean, both[name])
		}
	}
	for name, mean := range compressed([][]byte{make([]byte, maxCompressed+1)}) {
		if !(mean > 0) {
			t.Errorf("by %s: %v of one above the bound", name, mean)
		}
	}
}
