package random

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/assay-go/assay/codec/json/testdata/subjects"
)

var (
	rounds = flag.Int("rounds", 100, "how many values and documents each type is tried with")
	seed   = flag.Uint64("seed", 1, "of the random values")
)

var compared atomic.Int64

// TestRandomTypes writes random values of random types and reads mutants of their
// documents, into fresh values and used ones, as encoding/json does, and calls methods
// as often.
func TestRandomTypes(t *testing.T) {
	if len(list) == 0 {
		t.Skip("there are no types: see command gen")
	}
	for k, s := range list {
		t.Run(s.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*seed, uint64(k)))
			var docs [][]byte
			decoder := s.Decoder()
			for n := range *rounds {
				v := s.New()
				subjects.Fill(r, reflect.ValueOf(v).Elem(), 4)
				doc := compareMarshal(t, s, v)
				if doc == nil {
					if len(docs) == 0 && n > 20 {
						docs = append(docs, []byte("{}"))
					}
					if len(docs) == 0 {
						continue
					}
					doc = docs[r.IntN(len(docs))]
				}
				if len(docs) < 50 {
					docs = append(docs, doc)
				} else {
					docs[r.IntN(50)] = doc
				}
				doc = subjects.Mutate(r, doc)
				unmarshal := s.Unmarshal
				if r.IntN(4) == 0 {
					unmarshal = decoder
				}
				compareUnmarshal(t, s, unmarshal, nil, doc)
				compareUnmarshal(t, s, unmarshal, docs[r.IntN(len(docs))], doc)
			}
		})
	}
	t.Logf("%d comparisons of %d types", compared.Load(), len(list))
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return fmt.Sprintf("%T %v", err, err)
}

// errPanic is the error of a call that panics, such as of a method that a nil pointer
// promotes.
var errPanic = errors.New("panic")

// calls returns how many methods f calls, and its error.
func calls(f func() error) (n int64, err error) {
	subjects.Calls.Store(0)
	defer func() {
		if recover() != nil {
			err = errPanic
		}
		n = subjects.Calls.Load()
	}()
	return 0, f()
}

// compareMarshal returns the document of v, or nil if it has none.
func compareMarshal(t *testing.T, s subjects.Subject, v any) []byte {
	t.Helper()
	var want, got []byte
	n, err := calls(func() (err error) {
		want, err = json.Marshal(v)
		return err
	})
	n2, err2 := calls(func() (err error) {
		got, err = s.Marshal(v)
		return err
	})
	compared.Add(1)
	if errorText(err) != errorText(err2) || !bytes.Equal(want, got) {
		t.Fatalf("Marshal(%+v)\nis   %s, %v\nwant %s, %v", v, got, err2, want, err)
	}
	if n != n2 && err == nil {
		t.Fatalf("Marshal(%+v) calls %d methods, want %d", v, n2, n)
	}
	return want
}

// compareUnmarshal reads doc, after before, into values of their own.
func compareUnmarshal(t *testing.T, s subjects.Subject, unmarshal func([]byte, any) error, before, doc []byte) {
	t.Helper()
	want, got, kept := s.New(), s.New(), s.New()
	if before != nil {
		for _, v := range []any{want, got} {
			if _, err := calls(func() error { return json.Unmarshal(before, v) }); err == errPanic {
				return
			}
		}
	}
	reflect.ValueOf(kept).Elem().Set(reflect.ValueOf(got).Elem()) // shares what it leads to
	input := bytes.Clone(doc)
	n, err := calls(func() error { return json.Unmarshal(doc, want) })
	n2, err2 := calls(func() error { return unmarshal(input, got) })
	compared.Add(1)
	if !bytes.Equal(input, doc) {
		t.Fatalf("the input was written to: %q, was %q", input, doc)
	}
	if err == errPanic && err2 == errPanic {
		return // what it leaves is nobody's business
	}
	if errorText(err) != errorText(err2) || !same(want, got) {
		t.Fatalf("%s: %s\nafter %s\ngives %v\n%+v\nwant %v\n%+v", s.Name, doc, before, err2, got, err, want)
	}
	invalid := (*json.SyntaxError)(nil)
	if n != n2 && (err == nil || errors.As(err, &invalid)) {
		t.Fatalf("%s: %s: %d methods are called, want %d (%v)", s.Name, doc, n2, n, err)
	}
	if !json.Valid(doc) && before != nil {
		want := s.New()
		json.Unmarshal(before, want)
		if !same(want, kept) {
			t.Fatalf("%s: %s: an invalid document changes what %s has left", s.Name, doc, before)
		}
	}
	clear(input)
	if !same(want, got) {
		t.Fatalf("%s: %s: the value aliases the input", s.Name, doc)
	}
}

// same is reflect.DeepEqual, to which no func is equal but nil.
func same(x, y any) bool { return reflect.DeepEqual(x, y) }
