package keyedtest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// How much a judge is asked. A million of damaged inputs for three types are -values=17000.
var (
	values  = flag.Int("values", 200, "how many random values a judge reads of each type")
	mutants = flag.Int("mutants", 20, "how many damaged inputs it reads of each value")
	seed    = flag.Uint64("seed", 1, "of both")
)

// Judge is a library that judges the code for its dialect.
type Judge struct {
	Name      string
	Entries   int // of a map, at most: 1 for those that write them in no order
	Marshal   func(v any) ([]byte, error)
	Unmarshal func(b []byte, v any) error

	// Alike returns another encoding of the value that b is, which the code must read, too.
	// It may be nil.
	Alike func(b []byte) []byte

	// Apart reports whether it is known that the library reads something else from the
	// damaged input b than the code does, and Beyond whether what it read holds what only
	// the library has types for. They may be nil.
	Apart  func(b []byte) bool
	Beyond func(v any) bool

	// Options are those by which values are compared, beside what [Equal] has.
	Options cmp.Options
}

// Test has the library judge the code of a type: what is written is what it writes, byte for
// byte, which it reads as the code does; and what is damaged is read as the same by both, where
// both read it.
func (j Judge) Test(t *testing.T, c Codec) {
	t.Run(j.Name+"/"+c.Name, func(t *testing.T) { j.test(t, c) })
}

func (j Judge) test(t *testing.T, c Codec) {
	r := rand.New(rand.NewPCG(*seed, 7))
	both, ours, apart := 0, 0, 0
	for k := range uint64(*values) {
		if k > 0 && k%2000 == 0 {
			t.Logf("%d of %d values", k, *values)
		}
		v := c.Value(*seed<<32+k, j.Entries)
		got, err := c.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := j.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%d: %+v\n%s's %x\nours %x", k, v, j.Name, want, got)
		}
		if !j.same(t, c, got, true) {
			t.Fatalf("%d: %s does not read %x", k, j.Name, got)
		}
		many, err := c.Marshal(c.Value(*seed<<32+k, 5))
		if err != nil {
			t.Fatal(err)
		}
		if !j.same(t, c, many, true) {
			t.Fatalf("%d: %s does not read %x", k, j.Name, many)
		}
		if j.Alike != nil {
			one, other := c.New(), c.New()
			if err := errors.Join(c.Unmarshal(got, one), c.Unmarshal(j.Alike(got), other)); err != nil || !equal(one, other, j.Options) {
				t.Fatalf("%d: %x is read as something else, %v:\n%s", k, j.Alike(got), err, cmp.Diff(one, other, Unexported))
			}
			j.same(t, c, j.Alike(got), true)
		}
		for range *mutants {
			b := Damage(r, got)
			switch {
			case c.Unmarshal(b, c.New()) != nil: // libraries may take any memory for what announces much
			case j.Apart != nil && j.Apart(b):
				apart++
			case j.same(t, c, b, false):
				both++
			default:
				ours++
			}
		}
	}
	t.Logf("%d values; of %d mutants both read %d, we alone %d; %d are known to be read apart", *values, *values**mutants, both, ours, apart)
	if both == 0 && *mutants > 0 {
		t.Error("no damaged input was compared")
	}
}

// same reads b in both ways, and reports whether the library did; the code does if it must.
func (j Judge) same(t *testing.T, c Codec, b []byte, must bool) bool {
	t.Helper()
	one, other := c.New(), c.New()
	if err := c.Unmarshal(b, one); err != nil {
		if must {
			t.Fatalf("%x: %v", b, err)
		}
		return false
	}
	if recovered(func() error { return j.Unmarshal(b, other) }) != nil || j.Beyond != nil && j.Beyond(other) {
		return false
	}
	if !equal(one, other, j.Options) {
		t.Fatalf("%x: (-%s +ours)\n%s", b, j.Name, cmp.Diff(other, one, Unexported))
	}
	return true
}

// recovered returns the error of a library, which may panic.
func recovered(read func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return read()
}
