// Package harness marshals made-up values by generated code and compares what
// comes back.
package harness

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// Codec is the generated code of one type in one format.
type Codec struct {
	Name      string // package, case and format
	New       func() any
	Append    func(b []byte, v any) ([]byte, error)
	Marshal   func(v any) ([]byte, error)
	Size      func(v any) int
	Unmarshal func(data []byte, v any) error
	Decode    func(data []byte, v any) (int, error)

	Coarse bool // times are kept to 100 ns
	Merges bool // nil and empty are one
	Exact  bool // a byte too few is an error wherever it is missing
	NoNil  bool // nil pointers have no encoding
	Narrow bool // int has 32 bits
	Holds  map[string][]reflect.Type
	Lossy  bool // times beyond the nanoseconds of 64 bits are none
}

// hostile decodes inputs that ask for a deep stack, or for much memory.
func hostile(c Codec) error {
	for _, n := range []int{3000, 20000} {
		for _, b := range []byte{0, 1, 2, 3, 0x7f, 0x80, 0xff} {
			bad := bytes.Repeat([]byte{b}, n)
			for _, front := range []string{"", "\xff\xff\x03", "\xff\xff\x00\x00", "\x00\x00\x00\xff", "\x01\xe0\x5d"} {
				input := append([]byte(front), bad...)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				c.Unmarshal(input, c.New())
				runtime.ReadMemStats(&after)
				if grown := after.TotalAlloc - before.TotalAlloc; grown > 40<<20 {
					return fmt.Errorf("%d bytes of %#x after %x allocate %d", n, b, front, grown)
				}
			}
		}
	}
	return nil
}

// Run tries all of codecs, and returns how many failed.
func Run(codecs []Codec) (failed int) {
	for _, c := range codecs {
		if err := try(c); err != nil {
			fmt.Fprintf(os.Stdout, "%s: %v\n", c.Name, err)
			failed++
		}
	}
	return failed
}

func try(c Codec) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	g := &generator{rand.New(rand.NewPCG(1, uint64(len(c.Name)))), c, false}
	used := c.New()
	marshalled := 0
	for round := range 40 {
		v := c.New()
		if round > 0 {
			g.fill(reflect.ValueOf(v).Elem(), 3, "")
		}
		data, err := c.Marshal(v)
		if err != nil {
			if round > 0 && !c.NoNil {
				return fmt.Errorf("marshal: %w", err)
			}
			continue
		}
		marshalled++
		if n := c.Size(v); n != len(data) {
			return fmt.Errorf("Size %d, but %d bytes", n, len(data))
		}
		for _, buf := range [][]byte{nil, append(make([]byte, 0, 3+len(data)), "abc"...), make([]byte, 5, 5+2*len(data)+100)} {
			b, err := c.Append(buf, v)
			if err != nil || len(b) != len(buf)+len(data) || !bytes.Equal(b[:len(buf)], buf) {
				return fmt.Errorf("Append to %d bytes of %d: %d bytes instead of %d more, %v", len(buf), cap(buf), len(b), len(data), err)
			}
			w := c.New()
			if err := c.Unmarshal(b[len(buf):], w); err != nil {
				return fmt.Errorf("unmarshal of what was appended: %w", err)
			}
		}
		for what, w := range map[string]any{"fresh": c.New(), "into a used value": used} {
			if err := c.Unmarshal(bytes.Clone(data), w); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if d := c.diff("", reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem()); d != "" {
				return fmt.Errorf("%s: %s", what, d)
			}
		}
		for cut := range min(len(data), 300) {
			n, err := c.Decode(data[:cut:cut], c.New())
			if err == nil && n > cut {
				return fmt.Errorf("used %d of %d bytes", n, cut)
			}
		}
		if c.Unmarshal(append(bytes.Clone(data), 0), c.New()) == nil {
			return fmt.Errorf("accepts a byte too many")
		}
		for range 20 { // damaged
			if len(data) == 0 {
				break
			}
			bad := bytes.Clone(data)
			for range 1 + g.IntN(3) {
				bad[g.IntN(len(bad))] = []byte{0, 1, 0x7f, 0x80, 0xff, byte(g.Uint32())}[g.IntN(6)]
			}
			w := c.New()
			if c.Unmarshal(bad, w) == nil {
				if _, err := c.Marshal(w); err != nil && !c.NoNil && !c.Lossy {
					return fmt.Errorf("%x is read but cannot be written: %w", bad, err)
				}
			}
		}
	}
	if err := hostile(c); err != nil {
		return err
	}
	if marshalled == 0 {
		return fmt.Errorf("nothing was marshalled")
	}
	return nil
}

type generator struct {
	*rand.Rand
	c     Codec
	inKey bool
}

var timeType = reflect.TypeFor[time.Time]()

// made are values of types whose state is not exported.
var made = map[reflect.Type]func(g *generator) any{
	reflect.TypeFor[netip.Addr]():     func(g *generator) any { return netip.AddrFrom4([4]byte{byte(g.Uint32()), 1, 2, 3}) },
	reflect.TypeFor[netip.AddrPort](): func(g *generator) any { return netip.AddrPortFrom(netip.IPv6Loopback(), uint16(g.Uint32())) },
	reflect.TypeFor[netip.Prefix]():   func(g *generator) any { return netip.PrefixFrom(netip.IPv6Loopback(), g.IntN(129)) },
	reflect.TypeFor[big.Int]():        func(g *generator) any { return *new(big.Int).Lsh(big.NewInt(g.Int64()), uint(g.IntN(200))) },
	reflect.TypeFor[big.Float]():      func(g *generator) any { return *new(big.Float).SetFloat64(g.NormFloat64()) },
	reflect.TypeFor[big.Rat]():        func(g *generator) any { return *big.NewRat(g.Int64(), 1+g.Int64N(1000)) },
	reflect.TypeFor[url.URL](): func(g *generator) any {
		return url.URL{Scheme: "https", Host: "example.com", Path: fmt.Sprint("/", g.IntN(100)), User: url.UserPassword("a", "b")}
	},
	reflect.TypeFor[time.Location](): func(g *generator) any { return *time.UTC },
}

// stringers are types that are equal when their strings are.
var stringers = map[reflect.Type]bool{reflect.TypeFor[strings.Builder](): true, reflect.TypeFor[regexp.Regexp](): true, reflect.TypeFor[bytes.Buffer](): true}

func (g *generator) fill(v reflect.Value, depth int, field string) {
	if f := made[v.Type()]; f != nil {
		v.Set(reflect.ValueOf(f(g)))
		return
	}
	if v.Type() == timeType || v.Kind() == reflect.Struct && v.Type().ConvertibleTo(timeType) {
		v.Set(reflect.ValueOf(g.time()).Convert(v.Type()))
		return
	}
	if !v.CanSet() {
		return
	}
	if f, ok := v.Addr().Interface().(interface{ Fill(n uint64) }); ok {
		f.Fill(g.Uint64())
		return
	}
	if u, ok := v.Addr().Interface().(interface{ UnmarshalBinary([]byte) error }); ok && v.Kind() == reflect.Struct && v.NumField() == 1 && v.Field(0).Kind() == reflect.Uint32 {
		u.UnmarshalBinary([]byte{byte(g.Uint32()), 2, 3, byte(g.Uint32())})
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(g.Uint64()) >> g.IntN(64)
		if v.Kind() == reflect.Int && g.c.Narrow {
			n = int64(int32(n))
		}
		v.SetInt(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n := g.Uint64() >> g.IntN(64)
		if v.Kind() == reflect.Uint && g.c.Narrow {
			n = uint64(uint32(n))
		}
		v.SetUint(n << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	case reflect.Float32, reflect.Float64:
		f := []float64{g.NormFloat64(), math.NaN(), math.Inf(-1), math.Copysign(0, -1), 0}[max(0, g.IntN(12)-7)]
		if g.inKey && f != f {
			f = 1.5
		}
		v.SetFloat(f)
	case reflect.String:
		v.SetString(string(g.bytes()))
	case reflect.Slice:
		if g.IntN(4) == 0 || depth <= 0 {
			return
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b := g.bytes()
			v.Set(reflect.MakeSlice(v.Type(), len(b), len(b)))
			for i, x := range b {
				v.Index(i).SetUint(uint64(x))
			}
			return
		}
		n := g.IntN(6)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range v.Len() {
			g.fill(v.Index(i), depth-1, field)
		}
	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), depth, field)
		}
	case reflect.Map:
		if g.IntN(4) == 0 || depth <= 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range g.IntN(4) {
			k, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.inKey = true
			g.fill(k, depth-1, field)
			g.inKey = false
			g.fill(x, depth-1, field)
			v.SetMapIndex(k, x)
		}
	case reflect.Pointer:
		if g.c.NoNil && depth > -3 || g.IntN(3) > 0 && depth > 0 {
			x := reflect.New(v.Type().Elem())
			g.fill(x.Elem(), depth-1, field)
			v.Set(x)
		}
	case reflect.Interface:
		list := g.c.Holds[v.Type().Name()]
		if v.Type().Name() == "" {
			list = g.c.Holds[field]
		}
		if i := g.IntN(len(list) + 1); i > 0 && depth > 0 {
			x := reflect.New(list[i-1]).Elem()
			g.fill(x, depth-1, field)
			v.Set(x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if tag := f.Tag.Get("assay"); tag == "-" || tag == "evolvable" || f.Name == "_" {
				continue
			}
			if f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
				g.fill(v.Field(i), depth, v.Type().Name()+"."+f.Name)
			}
		}
	}
}

// bytes returns up to 3 bytes, often, or a few hundred.
func (g *generator) bytes() []byte {
	b := make([]byte, g.IntN([]int{4, 4, 40, 300}[g.IntN(4)]))
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return b
}

func (g *generator) time() time.Time {
	if !g.c.Coarse {
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

// diff says where b differs from a.
func (c Codec) diff(path string, a, b reflect.Value) string {
	if a.Type() == timeType || a.Kind() == reflect.Struct && a.Type().ConvertibleTo(timeType) {
		if c.Coarse && a.IsZero() {
			return "" // Unix nanoseconds have no year 1
		}
		if x, y := a.Convert(timeType), b.Convert(timeType); a.CanInterface() && !x.Interface().(time.Time).Equal(y.Interface().(time.Time)) {
			return fmt.Sprintf("%s: %v instead of %v", path, y, x)
		}
		return ""
	}
	if a.CanInterface() && a.CanAddr() {
		if s, ok := a.Addr().Interface().(fmt.Stringer); ok && made[a.Type()] != nil {
			if t := b.Addr().Interface().(fmt.Stringer); s.String() != t.String() {
				return fmt.Sprintf("%s: %v instead of %v", path, t, s)
			}
			return ""
		}
	}
	if s, ok := addr(a).(fmt.Stringer); ok && stringers[a.Type()] {
		if t := addr(b).(fmt.Stringer); s.String() != t.String() {
			return fmt.Sprintf("%s: %v instead of %v", path, t, s)
		}
		return ""
	}
	if made[a.Type()] != nil && a.CanInterface() {
		if x, y := fmt.Sprint(a.Interface()), fmt.Sprint(b.Interface()); x != y {
			return fmt.Sprintf("%s: %v instead of %v", path, y, x)
		}
		return ""
	}
	differs := func() string { return fmt.Sprintf("%s: %#v instead of %#v", path, b, a) }
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		if math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
			return differs()
		}
	case reflect.Slice, reflect.Map:
		if a.Len() != b.Len() || !c.Merges && a.IsNil() != b.IsNil() {
			return differs()
		}
		if a.Kind() == reflect.Slice {
			for i := range a.Len() {
				if d := c.diff(path+"[]", a.Index(i), b.Index(i)); d != "" {
					return d
				}
			}
			return ""
		}
		for _, k := range a.MapKeys() {
			x := b.MapIndex(k)
			if k.Type() == timeType {
				x = reflect.Value{}
				for _, other := range b.MapKeys() {
					if other.Interface().(time.Time).Equal(k.Interface().(time.Time)) {
						x = b.MapIndex(other)
					}
				}
			}
			if !x.IsValid() {
				return fmt.Sprintf("%s: no key %v", path, k)
			}
			if d := c.diff(path+"[value]", a.MapIndex(k), x); d != "" {
				return d
			}
		}
	case reflect.Array:
		for i := range a.Len() {
			if d := c.diff(path+"[]", a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return differs()
			}
			return ""
		}
		if a.Elem().Type() != b.Elem().Type() {
			return differs()
		}
		return c.diff(path, a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			f := a.Type().Field(i)
			if tag := f.Tag.Get("assay"); tag == "-" || f.Name == "_" {
				continue
			}
			if d := c.diff(path+"."+f.Name, a.Field(i), b.Field(i)); d != "" {
				return d
			}
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if a.IsNil() != b.IsNil() {
			return differs()
		}
	default:
		if !a.Equal(b) {
			return differs()
		}
	}
	return ""
}

// addr returns a pointer to v, if there may be one.
func addr(v reflect.Value) any {
	if v.CanAddr() && v.CanInterface() {
		return v.Addr().Interface()
	}
	return nil
}
