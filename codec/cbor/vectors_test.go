package cbor_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/cbor/internal/cborrt"
	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
	"github.com/assay-go/assay/internal/filetest"
)

// TestVectors reads the vectors of the CBOR working group: all that is good is passed over
// to its end and read to its value, nothing that is bad is.
func TestVectors(t *testing.T) {
	text := filetest.Read(t, "testdata/vectors/rfc8949.txt")
	good, bad, indefinite := 0, 0, 0
	for line := range strings.Lines(string(text)) {
		vector, from, _ := strings.Cut(strings.TrimSpace(line), " #")
		words := strings.Split(vector, " ")
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		b, err := hex.DecodeString(words[1])
		if err != nil {
			t.Fatal(err)
		}
		at := keyedrt.Skip(b, 0, &cborrt.Heads)
		definite := b
		if at < 0 {
			if whole, used := keyedrt.Definite(b, &cborrt.Heads); whole != nil {
				definite, at = whole, used
				if words[0] == "good" {
					indefinite++
				}
				if keyedrt.Skip(whole, 0, &cborrt.Heads) != len(whole) {
					t.Errorf("%s: %x becomes %x, which is no value", from, b, whole)
				}
			}
		}
		if words[0] == "bad" {
			bad++
			_, text := cborrt.GetString(b, 0)
			_, time := cborrt.GetTime(b, 0)
			if mistyped := at == len(b) && (b[0] == 0x62 || b[0] == 0xc0 || b[0] == 0xc1); at == len(b) && !mistyped || text >= 0 || time >= 0 {
				t.Errorf("%s: %x is taken for a value", from, b)
			}
			continue
		}
		good++
		if at != len(b) {
			t.Errorf("%s: %x: passed over %d of %d bytes", from, b, at, len(b))
			continue
		}
		if len(words) > 2 && words[2] != "" {
			want, err := hex.DecodeString(words[2])
			if err != nil {
				t.Fatal(err)
			}
			sameScalar(t, definite, want)
		}
	}
	if good != 169 || bad != 47 || indefinite != 11 {
		t.Errorf("%d good vectors, %d bad ones, %d without lengths", good, bad, indefinite)
	}
}

// sameScalar reads b as what want is.
func sameScalar(t *testing.T, b, want []byte) {
	t.Helper()
	if whole, _ := keyedrt.Definite(want, &cborrt.Heads); whole != nil {
		want = whole
	}
	for want[0]>>5 == 6 { // a tag
		_, _, at := keyedrt.Head(want, 0, &cborrt.Heads)
		want = want[at:]
	}
	switch major := want[0] >> 5; {
	case major <= 1:
		x, i := keyedrt.GetInt(b, 0, &cborrt.Heads)
		y, j := keyedrt.GetInt(want, 0, &cborrt.Heads)
		if i >= 0 != (j >= 0) || x != y {
			t.Errorf("%x is %d, want %d", b, x, y)
		}
		u, i := keyedrt.GetUint(b, 0, &cborrt.Heads)
		w, j := keyedrt.GetUint(want, 0, &cborrt.Heads)
		if i >= 0 != (j >= 0) || u != w {
			t.Errorf("%x is %d, want %d", b, u, w)
		}
	case major == 2:
		x, i := cborrt.GetBytes(b, 0)
		if y, _ := cborrt.GetBytes(want, 0); b[0]>>5 == 2 && (i < 0 || !bytes.Equal(x, y)) {
			t.Errorf("%x is %x, want %x", b, x, y)
		}
	case major == 3:
		x, i := cborrt.GetString(b, 0)
		if y, _ := cborrt.GetString(want, 0); i < 0 || !bytes.Equal(x, y) {
			t.Errorf("%x is %q, want %q", b, x, y)
		}
	case want[0] >= 0xf9 && want[0] <= 0xfb:
		x, i := keyedrt.GetFloat64(b, 0, &cborrt.Heads)
		if y, _ := keyedrt.GetFloat64(want, 0, &cborrt.Heads); i < 0 || x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
			t.Errorf("%x is %v, want %v", b, x, y)
		}
	case want[0] == 0xf4 || want[0] == 0xf5:
		x, i := keyedrt.GetBool(b, 0, &cborrt.Heads)
		if y, _ := keyedrt.GetBool(want, 0, &cborrt.Heads); i < 0 || x != y {
			t.Errorf("%x is %t, want %t", b, x, y)
		}
	}
}
