package jsonrt

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"
)

// reader reads strings by one decoder.
type reader struct {
	t *testing.T
	d Decoder
}

func (r *reader) read(text string) string {
	r.t.Helper()
	var s string
	if i := r.d.String([]byte(text), 0, &s); i != len(text) {
		r.t.Fatalf("%s is read up to %d", text, i)
	}
	return s
}

func same(s, t string) bool {
	return s == t && unsafe.StringData(s) == unsafe.StringData(t)
}

func TestInternedStringsAreShared(t *testing.T) {
	r := &reader{t, Decoder{Chunk: pieceSize, Intern: true}}
	long := strings.Repeat("x", longestInterned)
	for text, shared := range map[string]bool{`"open"`: true, `"grün"`: true, `"a b"`: true, `"` + long + `"`: true, `"` + long + `x"`: false} {
		r.read(text) // the first is only remembered to have been
		if got := same(r.read(text), r.read(text)); got != shared {
			t.Errorf("%s: shared is %v", text, got)
		}
	}
	if !same(r.read(`"open"`), r.read(`"o\u0070en"`)) || !same(r.read(`"open"`), r.d.KeyString([]byte("open"))) {
		t.Error("an unescaped string, or a key, is not shared")
	}
	without := &reader{t, Decoder{Chunk: pieceSize}}
	if same(without.read(`"open"`), without.read(`"open"`)) {
		t.Error("strings are shared without being asked for")
	}
	batched := &reader{t, Decoder{Chunk: 512, Intern: true}}
	batched.read(`"open"`)
	if !same(batched.read(`"open"`), batched.read(`"open"`)) || same(batched.read(`"`+long+`x"`), batched.read(`"`+long+`x"`)) {
		t.Error("beside chunks, others are shared")
	}
}

// Where hardly any string comes again, they are not looked for; where two of three do, they are.
func TestInterningStopsWhereMostIsNew(t *testing.T) {
	for every, shared := range map[int]bool{1000: false, 1: true} {
		r := &reader{t, Decoder{Chunk: pieceSize, Intern: true}}
		for k := range 1000 {
			r.read(fmt.Sprintf(`"id-%d-%d"`, every, k))
			if k%every == 0 {
				r.read(`"open"`)
				r.read(`"closed"`)
			}
		}
		r.read(`"open"`)
		if got := same(r.read(`"open"`), r.read(`"open"`)); got != shared {
			t.Errorf("two of %d comes again: shared is %v", every, got)
		}
	}
}
