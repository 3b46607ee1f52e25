package subjects

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tinylib/msgp/msgp"
)

// coded is a type with its code.
type coded struct {
	name      string
	new       func() any
	append    func(b []byte, v any) ([]byte, error)
	marshal   func(v any) ([]byte, error)
	size      func(v any) int
	unmarshal func(data []byte, v any) error
	decode    func(data []byte, v any) (int, error)
}

func of[T any](appends func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), size func(*T) int, unmarshal func([]byte, *T) error, decode func([]byte, *T) (int, error)) coded {
	return coded{
		reflect.TypeFor[T]().Name(),
		func() any { return new(T) },
		func(b []byte, v any) ([]byte, error) { return appends(b, v.(*T)) },
		func(v any) ([]byte, error) { return marshal(v.(*T)) },
		func(v any) int { return size(v.(*T)) },
		func(data []byte, v any) error { return unmarshal(data, v.(*T)) },
		func(data []byte, v any) (int, error) { return decode(data, v.(*T)) },
	}
}

var all = []coded{
	of(AppendOrderMsgpack, MarshalOrderMsgpack, SizeOrderMsgpack, UnmarshalOrderMsgpack, DecodeOrderMsgpack),
	of(AppendAllMsgpack, MarshalAllMsgpack, SizeAllMsgpack, UnmarshalAllMsgpack, DecodeAllMsgpack),
	of(AppendSparseMsgpack, MarshalSparseMsgpack, SizeSparseMsgpack, UnmarshalSparseMsgpack, DecodeSparseMsgpack),
	of(AppendOpaqueMsgpack, MarshalOpaqueMsgpack, SizeOpaqueMsgpack, UnmarshalOpaqueMsgpack, DecodeOpaqueMsgpack),
	of(AppendVarsMsgpack, MarshalVarsMsgpack, SizeVarsMsgpack, UnmarshalVarsMsgpack, DecodeVarsMsgpack),
	of(AppendPairMsgpack, MarshalPairMsgpack, SizePairMsgpack, UnmarshalPairMsgpack, DecodePairMsgpack),
	of(AppendRoutinesMsgpack, MarshalRoutinesMsgpack, SizeRoutinesMsgpack, UnmarshalRoutinesMsgpack, DecodeRoutinesMsgpack),
	of(AppendDataMsgpack, MarshalDataMsgpack, SizeDataMsgpack, UnmarshalDataMsgpack, DecodeDataMsgpack),
	of(AppendColorGroupMsgpack, MarshalColorGroupMsgpack, SizeColorGroupMsgpack, UnmarshalColorGroupMsgpack, DecodeColorGroupMsgpack),
	of(AppendSignedBlockMsgpack, MarshalSignedBlockMsgpack, SizeSignedBlockMsgpack, UnmarshalSignedBlockMsgpack, DecodeSignedBlockMsgpack),
	of(AppendTestStrucMsgpack, MarshalTestStrucMsgpack, SizeTestStrucMsgpack, UnmarshalTestStrucMsgpack, DecodeTestStrucMsgpack),
}

// filler makes values.
type filler struct {
	*rand.Rand
	entries int // of a map, at most
}

func fresh(c coded, seed uint64, entries int) any {
	v := c.new()
	filler{rand.New(rand.NewPCG(seed, 1)), entries}.fill(reflect.ValueOf(v).Elem(), 2)
	return v
}

func (f filler) fill(v reflect.Value, depth int) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(f.Int64N(1<<40)-1<<39, f.Int64N(1e9))
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
				f.fill(v.Index(i), depth-1)
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
				f.fill(elem, depth-1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if sf := v.Type().Field(i); sf.IsExported() && !strings.HasPrefix(sf.Tag.Get("msg"), "-") {
				f.fill(v.Field(i), depth)
			}
		}
	}
}

// length returns that of a text: seldom one that takes three bytes.
func (f filler) length() int {
	if f.IntN(300) == 0 {
		return 25_000
	}
	return []int{0, 1, 7, 8, 90}[f.IntN(5)]
}

var compareAll = cmp.Exporter(func(reflect.Type) bool { return true })

// TestRoundTrip reads what is written, into fresh values and into used ones.
func TestRoundTrip(t *testing.T) {
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			used := fresh(c, 9999, 3)
			for seed := range uint64(300) {
				v := fresh(c, seed, 3)
				b, err := c.marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if n := c.size(v); n != len(b) {
					t.Fatalf("%d: size %d, want %d", seed, n, len(b))
				}
				got := c.new()
				if err := c.unmarshal(b, got); err != nil {
					t.Fatalf("%d: %v\n%x", seed, err, b)
				}
				if !equal(v, got) {
					t.Fatalf("%d: (-written +read)\n%s", seed, cmp.Diff(v, got, compareAll))
				}
				if err := c.unmarshal(b, used); err != nil {
					t.Fatal(err)
				}
				again, err := c.append([]byte("before"), used)
				if err != nil || len(again) != len("before")+len(b) || string(again[:6]) != "before" {
					t.Fatalf("%d: a used value is written as %d bytes, a fresh one as %d, %v", seed, len(again)-6, len(b), err)
				}
				if n, err := c.decode(append(b, 0xc1), got); err != nil || n != len(b) {
					t.Fatalf("%d: Decode used %d of %d bytes, %v", seed, n, len(b), err)
				}
				if err := c.unmarshal(append(b, 0xc1), got); err == nil || !strings.Contains(err.Error(), "goes on after the value") {
					t.Fatalf("%d: a byte too much: %v", seed, err)
				}
			}
		})
	}
}

// equal compares values of which nil and empty slices and maps are one.
func equal(a, b any) bool {
	return reflect.DeepEqual(a, b) || cmp.Equal(a, b, compareAll, cmp.FilterValues(func(x, y any) bool {
		v, w := reflect.ValueOf(x), reflect.ValueOf(y)
		return v.IsValid() && w.IsValid() && (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0 && w.Len() == 0
	}, cmp.Comparer(func(x, y any) bool { return true })))
}

// TestAsMsgp writes what msgp writes, byte for byte, and reads what it writes.
func TestAsMsgp(t *testing.T) {
	for _, c := range all {
		if _, ok := c.new().(msgp.Marshaler); !ok {
			continue // whose parts msgp has no form for
		}
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(300) {
				v := fresh(c, seed, 1) // maps have no order
				ours, err := c.marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				theirs, err := v.(msgp.Marshaler).MarshalMsg(nil)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(ours, theirs) {
					t.Fatalf("%d: (-msgp +ours)\n%s", seed, cmp.Diff(fmt.Sprintf("%x", theirs), fmt.Sprintf("%x", ours)))
				}
				many := fresh(c, seed, 5)
				if ours, err = c.marshal(many); err != nil {
					t.Fatal(err)
				}
				read := c.new()
				if rest, err := read.(msgp.Unmarshaler).UnmarshalMsg(ours); err != nil || len(rest) > 0 {
					t.Fatalf("%d: msgp does not read ours: %v, %d bytes left", seed, err, len(rest))
				}
				if !equal(many, read) {
					t.Fatalf("%d: msgp reads something else (-written +read)\n%s", seed, cmp.Diff(many, read, compareAll))
				}
			}
		})
	}
}

// allocated returns how many bytes of memory f takes.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// hostile reads data, which must not panic, nor take more memory than 64 bytes for
// each of it, and 128 kB: those that all values may take, and what errors and tests
// take.
func hostile(t *testing.T, c coded, data []byte) error {
	t.Helper()
	v := c.new()
	var err error
	if n := allocated(func() { err = c.unmarshal(data, v) }); n > 64*uint64(len(data))+128<<10 {
		t.Errorf("%s: %d bytes of input take %d of memory, %v\n%.100x", c.name, len(data), n, err, data)
	}
	return err
}

// TestCuts reads every beginning of what is written: an error each.
func TestCuts(t *testing.T) {
	for _, c := range all {
		for seed := range uint64(8) {
			b, err := c.marshal(fresh(c, seed, 3))
			if err != nil {
				t.Fatal(err)
			}
			step := 1 + len(b)/500
			for i := 0; i < len(b); i += step {
				if err := c.unmarshal(b[:i], c.new()); err == nil {
					t.Fatalf("%s: %d of %d bytes are read without an error", c.name, i, len(b))
				}
			}
		}
	}
}

// TestDamaged reads what is written after some of its bytes were changed.
func TestDamaged(t *testing.T) {
	for _, c := range all {
		r := rand.New(rand.NewPCG(7, 7))
		for seed := range uint64(12) {
			b, err := c.marshal(fresh(c, seed, 3))
			if err != nil {
				t.Fatal(err)
			}
			for range 25 {
				d := bytes.Clone(b)
				for range 1 + r.IntN(3) {
					d[r.IntN(len(d))] = []byte{0xdd, 0xdf, 0xc6, 0xdb, 0x9f, 0x8f, 0xc0, 0xff, byte(r.Uint32())}[r.IntN(9)]
				}
				hostile(t, c, d)
			}
		}
	}
}

// TestBombs reads small inputs that announce much, or nest deep.
func TestBombs(t *testing.T) {
	deep := func(head string) []byte { return bytes.Repeat([]byte(head), 1_000_000) }
	member := func(name, value string) []byte {
		return []byte("\x81" + string(msgp.AppendString(nil, name)) + value)
	}
	for _, c := range all {
		for _, data := range [][]byte{
			nil, {0xc1}, {0x80}, {0x90}, {0xdf, 0xff, 0xff, 0xff, 0xff}, {0xdd, 0xff, 0xff, 0xff, 0xff}, {0xdb, 0xff, 0xff, 0xff, 0xff},
			deep("\x91"), deep("\x81\xa4Tree"), deep("\x81\xa1z"), member("unknown", string(deep("\x91"))), member("L", "\xdd\x7f\xff\xff\xff"),
			member("Tree", string(deep("\x81\xa4Next"))), member("Tree", string(deep("\x81\xa8Children\x91"))), member("Its", "\xdc\xff\xff"+strings.Repeat("\x80", 65535)),
			member("items", "\xdd\x00\x01\x00\x00"+strings.Repeat("\x80", 65536)), member("LM", "\xdc\xff\xff"+strings.Repeat("\x81\xa0\x80", 65535)),
			member("MM", "\xdf\x00\x00\xff\xff"+strings.Repeat("\xa0\x81\xa0\xc0", 65535)), member("Mts", "\xde\xff\xff"+strings.Repeat("\xa0\x80", 65535)),
		} {
			hostile(t, c, data)
		}
	}
	// What is not read may nest as deep as it is long.
	if err := UnmarshalDataMsgpack(member("unknown", string(deep("\x91"))+"\xc0"), new(Data)); err != nil {
		t.Error(err)
	}
}

// TestErrors tells where an input is wrong.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "msgpack: Order: the input ends after 0 bytes, where map is wanted"},
		{"\x81\xa2id", "msgpack: Order.id: the input ends after 4 bytes, where uint64 is wanted"},
		{"\x81\xa2id\xff", "msgpack: Order.id: no uint64 at byte 4"},
		{"\x81\xa5items\x92\x80\x81\xa3sku\x01", "msgpack: Order.items[].sku: no string at byte 14"},
		{"\x81\xa8customer\x81\xa4tags\x81\x01", "msgpack: Order.customer.tags: no map at byte 16"},
		{"\x81\xa8customer\x81\xa4tags\x81\xa1a\xc0", "msgpack: Order.customer.tags[value]: no string at byte 19"},
		{"\x81\xa4hash\xc4\x02ab", "msgpack: Order.hash: no 16 bytes at byte 6"},
		{"\x81\x01\x01", "msgpack: Order: no name of a member at byte 1"},
		{"\x81\xa5codes\x91\xcd\xff\xff", "msgpack: Order.codes[]: no int16 at byte 8"},
	} {
		err := UnmarshalOrderMsgpack([]byte(test.data), new(Order))
		if err == nil || err.Error() != test.want {
			t.Errorf("%x: %v, want %s", test.data, err, test.want)
		}
	}
	var circle Tree
	circle.Next = &circle
	if _, err := MarshalAllMsgpack(&All{Tree: &circle}); err == nil || !strings.Contains(err.Error(), "subjects.Tree: values nest too deep, or in a circle") {
		t.Errorf("a circle: %v", err)
	}
	if err := UnmarshalOpaqueMsgpack([]byte("\x81\xa4Addr\xc4\x01a"), new(Opaque)); err == nil || !strings.Contains(err.Error(), "Opaque.Addr, at byte 6: ") {
		t.Errorf("a conversion: %v", err)
	}
}

// TestForeign reads what other programs write: members in any order, unknown and
// absent ones, nil in the place of what is empty, other forms of numbers and times.
func TestForeign(t *testing.T) {
	v := Order{Note: new(string), Codes: []int16{1}, Items: make([]Item, 3), Total: 7}
	data := "\x86\xa5total\x07" + "\xa7unknown\x82\x01\x02\xc0\x93\xc7\x03\x09abc\xd4\x01\x02\xc2" + "\xa5codes\xc0" + "\xa2id\xd3\x00\x00\x00\x00\x00\x00\x00\x05" +
		"\xa6placed\xd6\xff\x00\x00\x00\x09" + "\xa5items\x91\x81\xa8discount\x92\xcc\xff\xa3EUR"
	if err := UnmarshalOrderMsgpack([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	want := Order{ID: 5, Total: 7, Codes: []int16{}, Placed: time.Unix(9, 0), Items: []Item{{Discount: &Money{Cents: 255, Currency: "EUR"}}}}
	if !equal(&want, &v) {
		t.Errorf("(-want +got)\n%s", cmp.Diff(want, v, compareAll))
	}
}

// FuzzAll reads any bytes: what is read is written, and read again as the same.
func FuzzAll(f *testing.F) {
	for k, c := range all {
		for seed := range uint64(5) {
			b, err := c.marshal(fresh(c, seed, 2))
			if err != nil {
				f.Fatal(err)
			}
			f.Add(byte(k), b)
		}
	}
	f.Fuzz(func(t *testing.T, k byte, data []byte) {
		c := all[int(k)%len(all)]
		v := c.new()
		var err error
		if n := allocated(func() { err = c.unmarshal(data, v) }); n > 64*uint64(len(data))+256<<10 {
			t.Errorf("%d bytes of input take %d of memory", len(data), n)
		}
		if err != nil {
			return
		}
		b, err := c.marshal(v)
		if err != nil {
			return // such as a time that a conversion does not write
		}
		again := c.new()
		if err := c.unmarshal(b, again); err != nil {
			t.Fatalf("what was written is not read: %v", err)
		}
		if second, err := c.marshal(again); err != nil || len(second) != len(b) {
			t.Fatalf("%d bytes are %d when they are written again, %v", len(b), len(second), err)
		}
	})
}

// Benchmarks of the code beside msgp's methods.
func BenchmarkPeers(b *testing.B) {
	for _, name := range []string{"Data", "ColorGroup", "SignedBlock", "TestStruc"} {
		for _, c := range all {
			if c.name != name {
				continue
			}
			values := make([]any, 16)
			texts := make([][]byte, 16)
			for k := range values {
				values[k] = small(c, uint64(k))
				texts[k], _ = c.marshal(values[k])
			}
			buf := make([]byte, 1<<20)
			used := c.new()
			for _, op := range []struct {
				name         string
				ours, theirs func(k int)
			}{
				{"marshal", func(k int) { c.marshal(values[k]) }, func(k int) { values[k].(msgp.Marshaler).MarshalMsg(nil) }},
				{"marshal reused", func(k int) { c.append(buf[:0], values[k]) }, func(k int) { values[k].(msgp.Marshaler).MarshalMsg(buf[:0]) }},
				{"unmarshal", func(k int) { c.unmarshal(texts[k], c.new()) }, func(k int) { c.new().(msgp.Unmarshaler).UnmarshalMsg(texts[k]) }},
				{"unmarshal reused", func(k int) { c.unmarshal(texts[k], used) }, func(k int) { used.(msgp.Unmarshaler).UnmarshalMsg(texts[k]) }},
			} {
				b.Run(name+"/"+op.name, func(b *testing.B) { ratio(b, op.ours, op.theirs) })
			}
		}
	}
}

// small makes a value of the size that the workload has.
func small(c coded, seed uint64) any {
	for {
		v := fresh(c, seed, 2)
		if n := c.size(v); n < 4000 {
			return v
		}
		seed += 16
	}
}

// ratio times both in turns, and reports the median of how many times as long theirs
// takes: other programs disturb some turns.
func ratio(b *testing.B, ours, theirs func(k int)) {
	turn := func(f func(k int)) time.Duration {
		start := time.Now()
		for k := range 64 {
			f(k % 16)
		}
		return max(1, time.Since(start))
	}
	var ratios, times []float64
	for i := 0; b.Loop(); i++ {
		var a, z time.Duration
		if i%2 == 0 {
			a = turn(ours)
			z = turn(theirs)
		} else {
			z = turn(theirs)
			a = turn(ours)
		}
		ratios, times = append(ratios, float64(z)/float64(a)), append(times, float64(a)/64)
	}
	slices.Sort(ratios)
	slices.Sort(times)
	b.ReportMetric(ratios[len(ratios)/2], "peer/ours")
	b.ReportMetric(times[len(times)/2], "ns/call")
}
