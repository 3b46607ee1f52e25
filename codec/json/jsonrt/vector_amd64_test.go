//go:build gc && !purego

package jsonrt

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// asWords writes and reads text with vector instructions and without, wherever in memory it
// lies, and wants the same, and no byte written behind the room that there is.
func asWords(t *testing.T, text string) {
	t.Helper()
	defer func(was bool) { vectors = was }(vectors)
	if !vectors {
		t.Skip("the processor has no AVX2")
	}
	const guard = 0xa5
	for style := range styleV2 + 1 {
		vectors = false
		want, n := escaped(make([]byte, 6*len(text)+64), 0, text, 0, style)
		want = want[:n]
		for _, room := range []int{len(text) + 8, len(text) + 40, 6*len(text) + 300} {
			all := bytes.Repeat([]byte{guard}, room+64)
			vectors = true
			b, n := escaped(all[:room:room], 0, text, 0, style)
			if !bytes.Equal(b[:n], want) {
				t.Fatalf("%q is written %q in style %d with room for %d bytes, want %q", text, b[:n], style, room, want)
			}
			if k := slices.IndexFunc(all[room:], func(c byte) bool { return c != guard }); k >= 0 {
				t.Fatalf("%q in style %d: a byte is written %d behind the room", text, style, k)
			}
		}
	}
	read := func(in []byte, with bool) (s string, i int) {
		vectors = with
		i = new(Decoder).String(in, 0, &s)
		return s, i
	}
	if vectors = true; plainVectors([]byte(text), 0) > 0 && !utf8.ValidString(text[:plainVectors([]byte(text), 0)]) {
		t.Fatalf("of %q the first %d bytes count as runes", text, plainVectors([]byte(text), 0))
	}
	for _, in := range []string{`"` + text + `"`, `"` + text + `\"` + text + `\u003c` + text + `","behind":"it"`} {
		want, i := read([]byte(in), false)
		if got, j := read([]byte(in), true); got != want || i != j {
			t.Fatalf("%s is read as %q to %d, want %q to %d", in, got, j, want, i)
		}
	}
	for _, in := range []string{text, "[" + text + "]", `{"` + text + `":"` + text + `"}`, `[{"a":[1,` + text + `]},"` + text + `"] `} {
		skip := func(with bool) (i int, spaced bool) {
			vectors = with
			d := new(Decoder)
			i = d.Skip([]byte(in), 0)
			return i, d.spaced
		}
		want, spaced := skip(false)
		if i, s := skip(true); i != want || i >= 0 && s != spaced {
			t.Fatalf("%s is skipped up to %d, with white space %v; want %d, %v", in, i, s, want, spaced)
		}
	}
	list := []byte(strings.Repeat(" ", 33) + "[" + text + "," + text + "]" + strings.Repeat(" ", 33))
	numbers := func(with bool) (v []float64, w []float32, i, j int) {
		vectors = with
		i = ReadFloats(new(Decoder), list, 33, &v, 0)
		return v, w, i, ReadFloat32s(new(Decoder), list, 33, &w, 0)
	}
	wantFloats, want32, i, j := numbers(false)
	if floats, floats32, k, l := numbers(true); k != i || l != j || i > 0 && fmt.Sprint(floats) != fmt.Sprint(wantFloats) || j > 0 && fmt.Sprint(floats32) != fmt.Sprint(want32) {
		t.Fatalf("%s is read as %v to %d and %v to %d, want %v to %d and %v to %d", list, floats, k, floats32, l, wantFloats, i, want32, j)
	}
	vectors = false
	b, n := Bytes(nil, 0, []byte(text), 0)
	want := b[:n]
	size := base64.StdEncoding.EncodedLen(len(text))
	all := bytes.Repeat([]byte{guard}, size+64)
	vectors = true
	encodeBase64(all[:size:size], []byte(text))
	if string(all[:size]) != string(want[1:n-1]) || all[size] != guard {
		t.Fatalf("%q is %q in base64, want %q", text, all[:size+1], want)
	}
	if got := decodeBase64(all[:size]); string(got) != text {
		t.Fatalf("%q is read as %q, want %q", want, got, text)
	}
	vectors = false
	p := decodeBase64([]byte(text))
	vectors = true
	if got := decodeBase64([]byte(text)); !bytes.Equal(got, p) {
		t.Fatalf("the base64 %q is read as %q, want %q", text, got, p)
	}
}

// Documents of all that there is, with each byte at each place.
func TestSkippingByVectorsIsAsByWords(t *testing.T) {
	doc := `{"a":[1,-20.5,3e10,0,-0.1E-5,true,false,null,"é\u00e9\n\"",{},[],[[]], {"b" : "0123456789012345678901234567890123456789"}],` + "\r\n\t" + strings.Repeat(" ", 40) + `"c":12345678901234567890}`
	for k := range len(doc) {
		for c := k % every; c < 256; c += every {
			asWords(t, doc[:k]+string([]byte{byte(c)})+doc[k+1:])
		}
		asWords(t, doc[:k])
		asWords(t, doc[:k]+doc[k+1:])
	}
}

// Each byte at each place of two vectors of letters, or of runes, is as it is by words.
func TestVectorsAreAsWords(t *testing.T) {
	for _, common := range []string{"a", "é", "日", "한", "ไ", "😀"} {
		around := strings.Repeat(common, 160/len(common))
		for c := range 256 {
			for k := 0; k < 70; k += every + c%3 {
				k := k - k%len(common)
				asWords(t, around[:k]+string([]byte{byte(c)})+around[k:])
			}
		}
	}
	list := oddRunes()
	r := source()
	for range rounds / 4 {
		var text strings.Builder
		for range r.IntN(9) {
			text.WriteString(list[r.IntN(20)])
			text.WriteString(strings.Repeat([]string{"a", "<", "é", "日", "한", "ไ", "😀", "\n\"", "\\", "Zm9v", "ab \u2028", "й—"}[r.IntN(12)], r.IntN(40)))
		}
		if r.IntN(3) == 0 {
			text.WriteString(list[r.IntN(len(list))] + strings.Repeat("b", r.IntN(99)))
		}
		asWords(t, text.String())
	}
}

func FuzzVectors(f *testing.F) {
	f.Add(strings.Repeat("a\"<é日😀\u2028", 9))
	f.Add(strings.Repeat("Zm9vYmFy", 9) + "=")
	f.Add(strings.Repeat(`\u003c\n`, 20) + "\xff")
	f.Add("1.5,-20,0.12345678901234567, 1234567890123456789,1e5,-0,00.5,123456.789,5")
	f.Add(`{"a": [1, -2.5e+3, true, null, {"b\u00e9": []}],` + "\n    " + `"c":{}}`)
	f.Fuzz(asWords)
}
