// Package keyedtest tests generated code of keyed formats: that what is written is
// read, into fresh values and used ones; that every beginning of it is an error; that
// no input takes more memory than it justifies.
package keyedtest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-go/assay/codec/internal/heap"
	"github.com/assay-go/assay/internal/seeds"
)

// Codec is a type with its code.
type Codec struct {
	Name      string
	New       func() any
	Append    func(b []byte, v any) ([]byte, error)
	Marshal   func(v any) ([]byte, error)
	Size      func(v any) int
	Unmarshal func(data []byte, v any) error
	Decode    func(data []byte, v any) (int, error) // nil for wires whose values do not tell where they end

	// NoNil says that the wire has no form for elements that are nil.
	NoNil bool

	// Make makes a value whose maps have at most so many entries, where filling what New
	// returns would not do. It may be nil.
	Make func(r *rand.Rand, entries int) any
}

// Of returns the codec of the functions for a T.
func Of[T any](appends func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), size func(*T) int, unmarshal func([]byte, *T) error, decode func([]byte, *T) (int, error)) Codec {
	return Codec{
		Name:      reflect.TypeFor[T]().Name(),
		New:       func() any { return new(T) },
		Append:    func(b []byte, v any) ([]byte, error) { return appends(b, v.(*T)) },
		Marshal:   func(v any) ([]byte, error) { return marshal(v.(*T)) },
		Size:      func(v any) int { return size(v.(*T)) },
		Unmarshal: func(data []byte, v any) error { return unmarshal(data, v.(*T)) },
		Decode:    func(data []byte, v any) (int, error) { return decode(data, v.(*T)) },
	}
}

// OfMessage is Of for a wire whose values do not tell where they end, nor have a form
// for elements that are nil.
func OfMessage[T any](appends func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), size func(*T) int, unmarshal func([]byte, *T) error) Codec {
	c := Of(appends, marshal, size, unmarshal, nil)
	c.Decode, c.NoNil = nil, true
	return c
}

// filler makes values.
type filler struct {
	*rand.Rand
	entries int // of a map, at most
	noNil   bool
}

// Value makes a value, the same for the same seed, whose maps have at most so many
// entries.
func (c Codec) Value(seed uint64, entries int) any {
	r := rand.New(rand.NewPCG(seed, 1))
	if c.Make != nil {
		return c.Make(r, entries)
	}
	v := c.New()
	filler{r, entries, c.NoNil}.fill(reflect.ValueOf(v).Elem(), 2)
	return v
}

func (f filler) fill(v reflect.Value, depth int) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(f.Int64N(1<<37)-1<<35, f.Int64N(1e9)) // of years that text has
		return
	case interface{ UnmarshalText([]byte) error }:
		texts := []string{"192.0.2.1", "7", "2001:db8::1", "-12345678901234567890"}
		for k := f.IntN(4); x.UnmarshalText([]byte(texts[k%4])) != nil; k++ {
		}
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := []int64{0, -1, -32, -33, 127, 128, math.MinInt64, math.MaxInt64, int64(f.Uint64()) >> f.IntN(64)}[f.IntN(9)]
		bits := 64 - v.Type().Bits()
		v.SetInt(n << bits >> bits)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := []uint64{0, 127, 128, 255, 256, 65535, 65536, math.MaxUint32, math.MaxUint64, f.Uint64() >> f.IntN(64)}[f.IntN(10)]
		bits := 64 - v.Type().Bits()
		v.SetUint(n << bits >> bits)
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 0.5, -1, 1e30, f.NormFloat64()}[f.IntN(5)])
		if v.Kind() == reflect.Float32 {
			v.SetFloat(float64(float32(v.Float())))
		}
	case reflect.String:
		v.SetString(strings.Repeat("é!", f.length()))
	case reflect.Pointer:
		if depth > 0 && f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth-1)
		}
	case reflect.Slice:
		if n := []int{0, 1, 3, 17}[f.IntN(4)]; depth > 0 && n > 0 {
			if v.Type().Elem().Kind() == reflect.Struct || v.Type().Elem().Kind() == reflect.Map {
				n = min(n, 3)
			}
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				f.element(v.Index(i), depth-1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth)
		}
	case reflect.Map:
		if n := f.IntN(f.entries + 1); depth > 0 && n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				f.fill(key, depth-1)
				f.element(elem, depth-1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if sf := v.Type().Field(i); sf.IsExported() && sf.Tag.Get("assay") != "-" {
				f.fill(v.Field(i), depth)
			}
		}
	}
}

// element fills an element of a list or map.
func (f filler) element(v reflect.Value, depth int) {
	f.fill(v, depth)
	if f.noNil && v.Kind() == reflect.Pointer && v.IsNil() {
		v.Set(reflect.New(v.Type().Elem()))
	}
}

// length returns that of a text: seldom one that takes three bytes.
func (f filler) length() int {
	if f.IntN(300) == 0 {
		return 25_000
	}
	return []int{0, 1, 7, 8, 90}[f.IntN(5)]
}

// Unexported has package cmp look into all types.
var Unexported = cmp.Exporter(func(reflect.Type) bool { return true })

// Equal compares values of which nil and empty slices and maps are one, and NaNs are.
func Equal(a, b any) bool { return equal(a, b, nil) }

func equal(a, b any, o cmp.Options) bool {
	return reflect.DeepEqual(a, b) || cmp.Equal(a, b, o, Unexported, cmpopts.EquateNaNs(), cmp.FilterValues(func(x, y any) bool {
		v, w := reflect.ValueOf(x), reflect.ValueOf(y)
		return v.IsValid() && w.IsValid() && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 && w.Len() == 0
	}, cmp.Comparer(func(x, y any) bool { return true })))
}

// Hostile reads data, which must not panic, nor take more memory than 64 bytes for
// each of it, and 128 kB: those that all values may take, and what errors and tests
// take.
func (c Codec) Hostile(t *testing.T, data []byte) error {
	t.Helper()
	v := c.New()
	var err error
	if n := heap.Allocated(func() { err = c.Unmarshal(data, v) }); n > 64*uint64(len(data))+128<<10 {
		t.Errorf("%s: %d bytes of input take %d of memory, %v\n%.100x", c.Name, len(data), n, err, data)
	}
	return err
}

// RoundTrip reads what is written, into fresh values and into used ones.
func RoundTrip(t *testing.T, all []Codec) {
	for _, c := range all {
		t.Run(c.Name, func(t *testing.T) {
			used := c.Value(9999, 3)
			for seed := range uint64(300) {
				v := c.Value(seed, 3)
				b, err := c.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if n := c.Size(v); n != len(b) {
					t.Fatalf("%d: size %d, want %d", seed, n, len(b))
				}
				got := c.New()
				if err := c.Unmarshal(b, got); err != nil {
					t.Fatalf("%d: %v\n%x", seed, err, b)
				}
				if !Equal(v, got) {
					t.Fatalf("%d: (-written +read)\n%s", seed, cmp.Diff(v, got, Unexported))
				}
				if err := c.Unmarshal(b, used); err != nil {
					t.Fatal(err)
				}
				again, err := c.Append([]byte("before"), used)
				if err != nil || len(again) != len("before")+len(b) || string(again[:6]) != "before" {
					t.Fatalf("%d: a used value is written as %d bytes, a fresh one as %d, %v", seed, len(again)-6, len(b), err)
				}
				if c.Decode == nil {
					continue
				}
				if n, err := c.Decode(append(b, 0xc1), got); err != nil || n != len(b) {
					t.Fatalf("%d: Decode used %d of %d bytes, %v", seed, n, len(b), err)
				}
				if err := c.Unmarshal(append(b, 0xc1), got); err == nil || !strings.Contains(err.Error(), "goes on after the value") {
					t.Fatalf("%d: a byte too much: %v", seed, err)
				}
			}
		})
	}
}

// Cuts reads every beginning of what is written: an error each.
func Cuts(t *testing.T, all []Codec) {
	for _, c := range all {
		for seed := range uint64(8) {
			b, err := c.Marshal(c.Value(seed, 3))
			if err != nil {
				t.Fatal(err)
			}
			step := 1 + len(b)/500
			for i := 0; i < len(b); i += step {
				if err := c.Unmarshal(b[:i], c.New()); err == nil {
					t.Fatalf("%s: %d of %d bytes are read without an error", c.Name, i, len(b))
				}
			}
		}
	}
}

// Damaged reads what is written after some of its bytes were changed.
func Damaged(t *testing.T, all []Codec) {
	for _, c := range all {
		r := rand.New(rand.NewPCG(7, 7))
		for seed := range uint64(12) {
			b, err := c.Marshal(c.Value(seed, 3))
			if err != nil {
				t.Fatal(err)
			}
			if len(b) == 0 {
				continue // a message of zeros
			}
			for range 25 {
				c.Hostile(t, Damage(r, b))
			}
		}
	}
}

// Damage returns b, which is not empty, with some of its bytes changed, mostly to heads that
// mean something in one of the wires.
func Damage(r *rand.Rand, b []byte) []byte {
	const heads = "\x00\x01\x7f\x80\x8f\x9a\x9f\xba\xbf\xc0\xc1\xc6\xcc\xd1\xdb\xdd\xdf\xf6\xff"
	d := bytes.Clone(b)
	for range 1 + r.IntN(3) {
		head := byte(r.Uint32())
		if r.IntN(8) > 0 {
			head = heads[r.IntN(len(heads))]
		}
		d[r.IntN(len(d))] = head
	}
	return d
}

// Fuzz reads any bytes: what is read is written, and read again as the same.
func Fuzz(f *testing.F, all []Codec) {
	seeds.Add(f, "testdata/seeds.txt")
	for k, c := range all {
		for seed := range uint64(5) {
			b, err := c.Marshal(c.Value(seed, 2))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(byte(k), b)
		}
	}
	f.Fuzz(func(t *testing.T, k byte, data []byte) {
		c := all[int(k)%len(all)]
		v := c.New()
		var err error
		if n := heap.Allocated(func() { err = c.Unmarshal(data, v) }); n > 64*uint64(len(data))+256<<10 {
			t.Errorf("%d bytes of input take %d of memory", len(data), n)
		}
		if err != nil {
			return
		}
		b, err := c.Marshal(v)
		if err != nil {
			return // such as a time that a conversion does not write
		}
		again := c.New()
		if err := c.Unmarshal(b, again); err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		if second, err := c.Marshal(again); err != nil || len(second) != len(b) {
			t.Fatalf("%d bytes are %d when they are written again, %v", len(b), len(second), err)
		}
	})
}
