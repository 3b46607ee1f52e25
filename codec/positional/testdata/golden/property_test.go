package golden_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// TestMain has garbage collected when there is much of it: little is alive of what these tests
// make, and a third of their time is the collector's otherwise.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

// TestRoundTrip marshals random values of every golden type and reads them back
// in all the ways there are: fresh, into used values, by a decoder, cut short.
func TestRoundTrip(t *testing.T) {
	for name, list := range codecs {
		for i := range list {
			t.Run(name+"/"+list[i].Name, func(t *testing.T) { roundTrips(t, name, &list[i]) })
		}
	}
}

func roundTrips(t *testing.T, format string, c *golden.Codec) {
	g := generator{rand.New(rand.NewPCG(1, uint64(len(c.Name)))), formatOf(format), c.Holds}
	used := c.New()
	unmarshal, reset := c.Decoder()
	// Flat tells nil from empty; the others do not.
	alike := canonical
	if formatOf(format).Nil == positional.NilPlusOne {
		alike = func(v, got reflect.Value) {}
	}
	aliases := strings.HasSuffix(format, "unsafe")
	marshalled := 0
	rounds := 20
	if routinestest.Long {
		rounds = 300
	}
	for round := range rounds {
		v := c.New()
		g.fill(reflect.ValueOf(v).Elem(), 3, "")
		data, err := c.Marshal(v)
		if err != nil {
			continue // a value that the format has no encoding for, such as a nil pointer in XDR
		}
		marshalled++
		if n := c.Size(v); n != len(data) {
			t.Fatalf("Size %d, %d bytes", n, len(data))
		}
		tight := append(make([]byte, 0, 3+len(data)), "abc"...)
		for _, buf := range [][]byte{nil, tight, make([]byte, 5, 5+2*len(data)+100)} {
			b, err := c.Append(buf, v)
			if err != nil || len(b) != len(buf)+len(data) || !bytes.Equal(b[:len(buf)], buf) {
				t.Fatalf("Append to %d bytes of %d: %d bytes, %v", len(buf), cap(buf), len(b), err)
			}
		}
		fresh := c.New()
		if err := c.Unmarshal(data, fresh); err != nil {
			t.Fatalf("%v\n%x", err, data)
		}
		alike(reflect.ValueOf(v).Elem(), reflect.ValueOf(fresh).Elem())
		want := reflect.ValueOf(v).Elem()
		if d := diff(want, reflect.ValueOf(fresh).Elem()); d != "" {
			t.Fatalf("fresh%s", d)
		}
		texts := map[bool]int{}
		if apart(reflect.ValueOf(fresh).Elem(), data, texts); texts[!aliases] > 0 {
			t.Fatalf("%d texts share memory with the input, and %d do not", texts[true], texts[false])
		}
		if err := c.Unmarshal(bytes.Clone(data), used); err != nil {
			t.Fatal(err)
		}
		alike(want, reflect.ValueOf(used).Elem())
		if d := diff(want, reflect.ValueOf(used).Elem()); d != "" {
			t.Fatalf("into a used value%s", d)
		}
		x := c.New()
		if err := unmarshal(bytes.Clone(data), x); err != nil {
			t.Fatal(err)
		}
		alike(want, reflect.ValueOf(x).Elem())
		if d := diff(want, reflect.ValueOf(x).Elem()); d != "" {
			t.Fatalf("by a decoder%s", d)
		}
		constructs(t, c, data, want, alike)
		if round%7 == 0 {
			reset()
		}
		// An encoding says itself where it ends, so no part of one is another: but
		// for Skycoin's, whose last field may be left out by a tag.
		optional := formatOf(format).OmitEmpty && c.Name == "tags"
		for cut := 0; !optional && cut < len(data); cut += 1 + cut/20 {
			n, err := c.Decode(data[:cut], c.New())
			if err == nil {
				t.Fatalf("the first %d of %d bytes were decoded, %d of them used", cut, len(data), n)
			}
			if whole := c.Unmarshal(data[:cut], c.New()); fmt.Sprint(whole) != err.Error() || errors.Is(whole, io.ErrUnexpectedEOF) != errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("of the first %d of %d bytes Unmarshal says %v, and Decode %v", cut, len(data), whole, err)
			}
		}
		if err := c.Unmarshal(append(bytes.Clone(data), 0, 0), c.New()); err == nil || !strings.Contains(err.Error(), " at byte ") {
			t.Fatalf("accepted two bytes too many, or does not say where they are: %v", err)
		}
		if c.Construct != nil {
			if _, err := c.Construct(append(bytes.Clone(data), 0)); err == nil {
				t.Fatal("a constructor accepted a byte too many")
			}
		}
		// What a count of 2^32-1 or a varint of all ones does, wherever it stands.
		for at := 0; round < 10 && at+10 <= len(data); at += 1 + len(data)/50 {
			bad := bytes.Clone(data)
			binary.LittleEndian.PutUint32(bad[at:], 1<<32-1)
			hostile(t, format, c, bad)
		}
	}
	if marshalled == 0 {
		t.Fatal("nothing was marshalled")
	}
}

// canonical makes v what got may be instead: nil for empty, where the format
// does not tell them apart.
func canonical(v, got reflect.Value) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		return
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		if v.Len() == 0 && got.Len() == 0 {
			v.Set(got)
			return
		}
		for i := 0; v.Kind() == reflect.Slice && i < min(v.Len(), got.Len()); i++ {
			canonical(v.Index(i), got.Index(i))
		}
		if v.Kind() == reflect.Map {
			for _, k := range v.MapKeys() {
				if other := got.MapIndex(k); other.IsValid() {
					x := reflect.New(v.Type().Elem()).Elem()
					x.Set(v.MapIndex(k))
					canonical(x, other)
					v.SetMapIndex(k, x)
				}
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			canonical(v.Index(i), got.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() && !got.IsNil() {
			canonical(v.Elem(), got.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() && !got.IsNil() && v.Elem().Type() == got.Elem().Type() {
			x := reflect.New(v.Elem().Type()).Elem()
			x.Set(v.Elem())
			canonical(x, got.Elem())
			v.Set(x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			canonical(v.Field(i), got.Field(i))
		}
	}
}

// apart counts the texts and slices of bytes in v that share memory with data, and those that do not.
func apart(v reflect.Value, data []byte, counts map[bool]int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		return // a zone's name
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			counts[within(unsafe.Pointer(unsafe.StringData(v.String())), data)]++
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			apart(v.Elem(), data, counts)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			apart(v.Field(i), data, counts)
		}
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			if v.Len() > 0 {
				counts[within(v.UnsafePointer(), data)]++
			}
			return
		}
		for i := range v.Len() {
			apart(v.Index(i), data, counts)
		}
	case reflect.Map:
		for k, x := range v.Seq2() {
			apart(k, data, counts)
			apart(x, data, counts)
		}
	}
}

func within(p unsafe.Pointer, data []byte) bool {
	first := unsafe.Pointer(unsafe.SliceData(data))
	return uintptr(p) >= uintptr(first) && uintptr(p) < uintptr(first)+uintptr(len(data))
}

type generator struct {
	*rand.Rand
	format *positional.Format
	holds  map[string][]reflect.Type
}

// fill fills v, which is or belongs to the field of that name.
func (g generator) fill(v reflect.Value, depth int, field string) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(g.time()))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(g.Uint64()) >> g.IntN(64)
		if v.Kind() == reflect.Int && g.format.Numbers[typemodel.Int].Bytes == 4 {
			n = int64(int32(n))
		}
		v.SetInt(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := g.Uint64() >> g.IntN(64)
		if v.Kind() == reflect.Uint && g.format.Numbers[typemodel.Uint].Bytes == 4 {
			n = uint64(uint32(n))
		}
		v.SetUint(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(g.NormFloat64())
	case reflect.String:
		v.SetString(string(g.bytes()))
	case reflect.Slice:
		if g.IntN(4) == 0 || depth == 0 {
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes(g.bytes())
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), g.IntN(10), 10))
		for i := range v.Len() {
			g.fill(v.Index(i), depth-1, field)
		}
	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), depth, field)
		}
	case reflect.Map:
		if g.IntN(4) == 0 || depth == 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range g.IntN(4) {
			k, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.fill(k, depth-1, field)
			g.fill(x, depth-1, field)
			v.SetMapIndex(k, x)
		}
	case reflect.Pointer:
		if g.format.Pointers == positional.PointerValue && depth > 0 || g.IntN(3) > 0 && depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), depth-1, field)
		}
	case reflect.Interface:
		list := g.holds[v.Type().Name()]
		if v.Type().Name() == "" {
			list = g.holds[field]
		}
		if i := g.IntN(len(list) + 1); i > 0 && depth > 0 {
			x := reflect.New(list[i-1]).Elem()
			g.fill(x, depth-1, field)
			v.Set(x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			g.fill(v.Field(i), depth, v.Type().Name()+"."+v.Type().Field(i).Name)
		}
	}
}

// bytes returns up to 3 bytes, often, or a few hundred.
func (g generator) bytes() []byte {
	b := make([]byte, g.IntN([]int{4, 4, 40, 300}[g.IntN(4)]))
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return b
}

// time returns what every format can carry: nanoseconds are those that the
// coarsest has, except for those that keep all.
func (g generator) time() time.Time {
	if g.format.Time == positional.TimeWord {
		switch g.IntN(4) {
		case 0:
			return time.Time{}
		case 1:
			return time.Unix(int64(g.Uint64()), g.Int64N(1e9)).UTC()
		}
		return time.Unix(g.Int64N(1<<34)-1<<33, g.Int64N(1e9)).UTC()
	}
	return time.Unix(g.Int64N(1<<33), 100*g.Int64N(1e7)).UTC()
}

// constructs checks that the constructor makes want of data, which is overwritten
// afterwards, and that writing behind any of its slices changes nothing else.
func constructs(t *testing.T, c *golden.Codec, data []byte, want reflect.Value, alike func(v, got reflect.Value)) {
	t.Helper()
	if c.Construct == nil {
		return
	}
	in := bytes.Clone(data)
	v, err := c.Construct(in)
	if err != nil {
		t.Fatalf("by the constructor: %v", err)
	}
	for i := range in {
		in[i] = 0xaa
	}
	got := reflect.ValueOf(v).Elem()
	appendBehind(got, map[uintptr]bool{})
	alike(want, got)
	if d := diff(want, got); d != "" {
		t.Fatalf("by the constructor%s", d)
	}
}

// appendBehind appends an element to each slice that v leads to, and drops the result.
func appendBehind(v reflect.Value, seen map[uintptr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && !seen[v.Pointer()] {
			seen[v.Pointer()] = true
			appendBehind(v.Elem(), seen)
		}
	case reflect.Interface:
		if !v.IsNil() {
			appendBehind(v.Elem(), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanInterface() {
				appendBehind(v.Field(i), seen)
			}
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			appendBehind(v.Index(i), seen)
		}
		if v.Kind() == reflect.Slice {
			if k := v.Type().Elem().Kind(); k == reflect.Uint8 {
				reflect.Append(v, reflect.ValueOf(uint8(0x55)).Convert(v.Type().Elem()))
			} else {
				reflect.Append(v, reflect.Zero(v.Type().Elem()))
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			appendBehind(v.MapIndex(k), seen)
		}
	}
}
