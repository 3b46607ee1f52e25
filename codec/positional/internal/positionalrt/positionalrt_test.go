package positionalrt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// What only emitted code uses.
var _ = Reader{}.owed

var words = []uint64{0, 1, 127, 128, 300, 1<<14 - 1, 1 << 14, 1<<31 - 1, 1 << 32, 1<<56 - 1, 1 << 56, 1<<63 - 1, 1 << 63, math.MaxUint64}

func TestUvarint(t *testing.T) {
	for _, x := range words {
		want := binary.AppendUvarint(nil, x)
		if got := AppendUvarint(nil, x); !bytes.Equal(got, want) {
			t.Errorf("AppendUvarint(%d) = %x, want %x", x, got, want)
		}
		if got := UvarintSize(x); got != len(want) {
			t.Errorf("UvarintSize(%d) = %d, want %d", x, got, len(want))
		}
		p := make([]byte, len(want)+1)
		if rest := PutUvarint(p, x); len(rest) != 1 || !bytes.Equal(p[:len(want)], want) {
			t.Errorf("PutUvarint(%d) = %x, want %x", x, p, want)
		}
		r := Reader{data: p}
		got, rest, err := r.uvarint(p, 64, "X")
		if got != x || len(rest) != 1 || err != nil {
			t.Errorf("uvarint of %d = %d, %x, %v", x, got, rest, err)
		}
		for n := range want {
			if _, _, err := r.uvarint(want[:n], 64, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("uvarint of %d cut to %d bytes: %v", x, n, err)
			}
		}
		_, _, err = r.uvarint(p, 32, "X")
		if fits := x < 1<<32; fits != (err == nil) {
			t.Errorf("uvarint of %d in 32 bits: %v", x, err)
		}
	}
	r := Reader{}
	for _, long := range []string{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if _, _, err := r.uvarint([]byte(long), 64, "X"); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("uvarint of %x: %v", long, err)
		}
	}
	// A varint of 32 bits has no more than five bytes, whatever they hold.
	if _, _, err := r.uvarint([]byte("\x80\x80\x80\x80\x80\x00"), 32, "X"); err == nil {
		t.Error("a varint of 32 bits in six bytes is no error")
	}
}

func TestUvarint9(t *testing.T) {
	for _, x := range words {
		p := make([]byte, 10)
		rest := PutUvarint9(p, x)
		n := len(p) - len(rest)
		if n != UvarintSize9(x) || n > 9 {
			t.Errorf("PutUvarint9(%d) writes %d bytes, UvarintSize9 is %d", x, n, UvarintSize9(x))
		}
		if x < 1<<56 && !bytes.Equal(p[:n], binary.AppendUvarint(nil, x)) {
			t.Errorf("PutUvarint9(%d) = %x", x, p[:n])
		}
		r := Reader{data: p}
		got, rest, err := r.uvarint9(p, "X")
		if got != x || len(rest) != len(p)-n || err != nil {
			t.Errorf("uvarint9 of %d = %d, %x, %v", x, got, rest, err)
		}
		if _, _, err := r.uvarint9(p[:n-1], "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("uvarint9 of %d cut: %v", x, err)
		}
	}
}

func TestZigZag(t *testing.T) {
	for i, x := range []int64{0, -1, 1, -2, 2} {
		if got := ZigZag(x); got != uint64(i) {
			t.Errorf("ZigZag(%d) = %d, want %d", x, got, i)
		}
	}
	for _, x := range []int64{0, -1, math.MinInt64, math.MaxInt64, 12345} {
		if got := UnZigZag(ZigZag(x)); got != x {
			t.Errorf("UnZigZag(ZigZag(%d)) = %d", x, got)
		}
	}
}

func TestSetLength(t *testing.T) {
	for _, n := range []int{0, 1, 127, 128, 16383, 16384} {
		body := bytes.Repeat([]byte("x"), n)
		got := SetLength(append([]byte("head\x00"), body...), 5)
		want := append(binary.AppendUvarint([]byte("head"), uint64(n)), body...)
		if !bytes.Equal(got, want) {
			t.Errorf("of %d bytes: %.20x…, want %.20x…", n, got, want)
		}
	}
}

func TestStrings(t *testing.T) {
	list := []string{"", "a", strings.Repeat("b", 127), strings.Repeat("c", 128), strings.Repeat("d", Window/4), strings.Repeat("e", Window/4+1), strings.Repeat("f", 3*Window), "end"}
	for range 3 { // so that there are more than a window of them
		list = append(list, list...)
	}
	var data []byte
	for _, s := range list {
		was := len(data)
		data = AppendString(slices.Clip(data), s)
		roomy := AppendString(slices.Grow(slices.Clone(data[:was]), 2*len(s)+20), s)
		if want := append(binary.AppendUvarint(nil, uint64(len(s))), s...); !bytes.Equal(data[was:], want) || !bytes.Equal(roomy, data) {
			t.Fatalf("AppendString of %d bytes is wrong", len(s))
		}
	}
	for _, slab := range []*Decoder{nil, {}} {
		r, p := Reader{data: data, slab: slab}, data
		var got []string
		for len(p) > 0 {
			n, k := binary.Uvarint(p)
			p = p[k:]
			if slab != nil {
				got = append(got, r.copyStringSlab(p, int(n)))
			} else {
				got = append(got, r.string(p, int(n)))
			}
			p = p[n:]
		}
		if !slices.Equal(got, list) {
			t.Errorf("with memory of its own: %t: not what was written", slab != nil)
		}
	}
	r, p := Reader{data: data}, data
	for i, want := range list {
		var got string
		var err error
		if got, p, err = r.nextString(p, "X"); got != want || err != nil {
			t.Fatalf("string %d: %d bytes, %v", i, len(got), err)
		}
	}
	r, p = Reader{data: data}, data
	for i := 0; i < len(list); i += 2 {
		var first, second string
		var err error
		if p, err = r.strings(p, "X", "A, B", &first, &second); first != list[i] || second != list[i+1] || err != nil {
			t.Fatalf("strings %d: %d and %d bytes, %v", i, len(first), len(second), err)
		}
	}
	short := []byte("\x05abcd")
	r = Reader{data: short}
	if _, _, err := r.nextString(short, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a string that is cut short: %v", err)
	}
	pair := []byte("\x00\x05abcd")
	r = Reader{data: pair}
	if _, err := r.strings(pair, "X", "A, B", new(string), new(string)); err == nil || err.Error() != "positional: unmarshalling X.B at byte 2: unexpected EOF" {
		t.Errorf("the second string is cut short: %v", err)
	}
}

// Strings of a list share a copy that has them alone, and those beside a long one have less.
func TestGather(t *testing.T) {
	element := func(b []byte, list ...string) []byte {
		b = append(b, "12"...)
		for _, s := range list {
			b = AppendString(b, s)
		}
		return b
	}
	long := strings.Repeat("long", 40)
	var list []byte
	for _, texts := range [][]string{{"a", "bc"}, {"", "def"}, {"g", "h"}, {"x", long}, {"i", "j"}} {
		list = element(list, texts...)
	}
	numbers := make([]byte, 1000)
	short := list[:bytes.Index(list, []byte("12\x01x"))]
	for _, test := range []struct {
		name string
		data []byte
		n    int
		want string
	}{
		{"before numbers", append(slices.Clone(short), numbers...), 3, string(short)},
		{"fewer than there are", list, 2, string(short[:len(short)-len("12\x01g\x01h")])},
		{"up to a long one", list, 5, string(short) + "12\x01x"},
		{"cut short", short[:len(short)-1], 3, string(short[:len(short)-1])},
		{"nothing", nil, 3, ""},
		{"a window", bytes.Repeat([]byte("12\x01x\x01y"), Window), Window, strings.Repeat("12\x01x\x01y", Window/6+1)},
	} {
		r := Reader{data: test.data}
		r.gather(test.data, test.n, 2, 2)
		if r.text != test.want {
			t.Errorf("%s: %d bytes are copied, want %d", test.name, len(r.text), len(test.want))
		}
		if len(r.text) == 0 {
			continue
		}
		if r.gather(test.data[len(r.text)-1:], 1, 0, 1); r.base != 0 {
			t.Errorf("%s: what is copied is copied again", test.name)
		}
		if s := r.partString(test.data[2:], 1); s != r.text[2:3] {
			t.Errorf("%s: read %q", test.name, s)
		}
	}
}

// With and without chunks, a copy of the input begins at the string: all of a short message, and of
// a long one four times as much as before while strings follow, and little where they are far apart.
func TestCopyString(t *testing.T) {
	short, long := bytes.Repeat([]byte("x"), Window), bytes.Repeat([]byte("x"), 20*Window)
	type at struct{ from, n, copied int }
	for _, test := range []struct {
		name string
		data []byte
		list []at
	}{
		{"short", short, []at{{1, 3, Window - 1}}},
		{"dense", long, []at{{10, 3, 1024}, {1034 + far, 3, Window}, {1034 + far + Window, 3, Window}}},
		{"sparse", long, []at{{10, 3, 1024}, {1034 + far + 1, 3, 128}, {8000, 100, 200}, {8200, 100, 1024}, {20000, 3, 128}}},
		{"of some length", long, []at{{10, 1024, 1024}, {8000, 1000, 2000}, {16000, 1025, 2000}}},
		{"the end", long, []at{{10, 3, 1024}, {len(long) - 5, 3, 5}}},
	} {
		for name, read := range map[string]func(r *Reader, p []byte, n int) string{"copyString": (*Reader).copyString, "copyStringSlab": (*Reader).copyStringSlab} {
			r := Reader{data: test.data}
			for _, s := range test.list {
				if got := read(&r, test.data[s.from:], s.n); len(got) != s.n || len(r.text) != s.copied {
					t.Errorf("%s, %s: %d bytes at %d, and a copy of %d, want %d", test.name, name, len(got), s.from, len(r.text), s.copied)
				}
			}
		}
	}
	if r := (Reader{data: long}); r.roomBatch(long, 3) != Window {
		t.Error("a batch begins with less than its window")
	}
}

func TestList(t *testing.T) {
	r := Reader{}
	for _, test := range []struct {
		input string
		used  []int32
		least uint64
		want  int // the length; -1 is nil, -2 an error
	}{
		{"\x00", nil, 1, -1},
		{"\x00", make([]int32, 3), 1, -1},
		{"\x01", nil, 1, 0},
		{"\x03ab", nil, 1, 2},
		{"\x03ab", make([]int32, 1, 4), 1, 2},
		{"\x03ab", nil, 2, -2},
		{"\x81\x01" + strings.Repeat("x", 128), nil, 1, 128},
		{"\x81\x01" + strings.Repeat("x", 127), nil, 1, -2},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", nil, 1, -2},
		{"", nil, 1, -2},
	} {
		got, _, _, err := List(&r, []byte(test.input), test.used, test.least, 4, "X")
		switch {
		case (err != nil) != (test.want == -2):
			t.Errorf("%x: %v", test.input, err)
		case err == nil && ((got == nil) != (test.want == -1) || len(got) != max(0, test.want)):
			t.Errorf("%x: %v, want %d elements", test.input, got, test.want)
		case err == nil && test.want >= 0 && test.want <= cap(test.used) && cap(test.used) > 0 && &got[:1][0] != &test.used[0]:
			t.Errorf("%x: what there was is not used again", test.input)
		}
	}
	if Count(true, 0) != 0 || Count(false, 0) != 1 || Count(false, 5) != 6 {
		t.Error("Count is wrong")
	}
}

func TestNumbers(t *testing.T) {
	for n := range 22 {
		numbers(t, n, 1, PutInt8s[int8], GetInt8s[int8], func(p []byte) int8 { return int8(p[0]) })
		numbers(t, n, 2, PutInt16s[uint16], GetInt16s[uint16], order.Uint16)
		numbers(t, n, 4, PutInt32s[int32], GetInt32s[int32], func(p []byte) int32 { return int32(order.Uint32(p)) })
		numbers(t, n, 8, PutInt64s[uint64], GetInt64s[uint64], order.Uint64)
		numbers(t, n, 4, PutFloat32s, GetFloat32s, func(p []byte) float32 { return math.Float32frombits(order.Uint32(p)) })
		numbers(t, n, 8, PutFloat64s, GetFloat64s, func(p []byte) float64 { return math.Float64frombits(order.Uint64(p)) })
		numbers(t, n, 4, PutNamedFloat32s[float32], GetNamedFloat32s[float32], func(p []byte) float32 { return math.Float32frombits(order.Uint32(p)) })
		numbers(t, n, 8, PutNamedFloat64s[float64], GetNamedFloat64s[float64], func(p []byte) float64 { return math.Float64frombits(order.Uint64(p)) })
		numbers(t, n, 1, func(p []byte, s []uint8) []byte { CopyOut(p, s); return p[len(s):] }, func(s []uint8, p []byte) []byte { CopyIn(s, p); return p[len(s):] }, func(p []byte) uint8 { return p[0] })
	}
}

// numbers holds routines for lists to what one number is.
func numbers[T int8 | int32 | uint8 | uint16 | uint64 | float32 | float64](t *testing.T, n, width int, put func([]byte, []T) []byte, get func([]T, []byte) []byte, one func([]byte) T) {
	t.Helper()
	var list []T
	for i := range n {
		list = append(list, T(3*i+1))
	}
	p := make([]byte, n*width+2)
	if rest := put(p, list); len(rest) != 2 {
		t.Errorf("%d numbers of %d bytes: %d bytes are left of 2", n, width, len(rest))
	}
	for i, want := range list {
		if got := one(p[i*width:]); got != want {
			t.Errorf("number %d of %d bytes: %v, want %v", i, width, got, want)
		}
	}
	got := make([]T, n)
	if rest := get(got, p); len(rest) != 2 || !slices.Equal(got, list) {
		t.Errorf("read %v and left %d bytes of 2, want %v", got, len(rest), list)
	}
}

func TestFits(t *testing.T) {
	narrow := bits.UintSize == 32
	for _, test := range []struct {
		x           uint64
		ints, uints bool // on machines of 32 bits
	}{
		{0, true, true}, {1<<31 - 1, true, true}, {1 << 31, false, true}, {1<<32 - 1, false, true}, {1 << 32, false, false}, {math.MaxUint64, true, false},
	} {
		p := order.AppendUint64(make([]byte, 8), test.x)
		if got := IntsFit(p); got != (test.ints || !narrow) {
			t.Errorf("IntsFit of %#x: %t", test.x, got)
		}
		if got := UintsFit(p); got != (test.uints || !narrow) {
			t.Errorf("UintsFit of %#x: %t", test.x, got)
		}
	}
}

func TestBools(t *testing.T) {
	list := []bool{true, false, false, true, true, false, true, false, true, true}
	w := BitWriter{}
	b := []byte("x")
	for i, set := range list {
		if b = w.put(b, set); i == 4 {
			b = append(b, "between"...)
		}
	}
	if want := "x\x59between\x03"; string(b) != want {
		t.Errorf("bits are %q, want %q", b, want)
	}
	r, p := Reader{data: b}, b[1:]
	for i, want := range list {
		got, rest, err := r.bit(p, "X")
		if p = rest; got != want || err != nil {
			t.Errorf("bit %d: %t, %v", i, got, err)
		}
		if i == 4 {
			p = p[len("between"):]
		}
	}
	if _, _, err := (&Reader{}).bit(nil, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a bit of nothing: %v", err)
	}
	bytesOf := make([]byte, len(list))
	if rest := PutBools(bytesOf, list); len(rest) != 0 || bytesOf[0] != BoolByte(true) || bytesOf[1] != BoolByte(false) {
		t.Errorf("PutBools: %x", bytesOf)
	}
	got := make([]bool, len(list))
	if !GetBools(got, bytesOf) || !slices.Equal(got, list) {
		t.Errorf("GetBools: %v", got)
	}
	if bytesOf[3] = 2; GetBools(got, bytesOf) {
		t.Error("a bool of 2 is no error")
	}
}

func TestPad(t *testing.T) {
	p := []byte("abcdefgh")
	if rest := Pad(p, 5); len(rest) != 0 || string(p) != "abcde\x00\x00\x00" {
		t.Errorf("%q and %d bytes left", p, len(rest))
	}
	if rest := Pad([]byte("abcd"), 4); len(rest) != 0 {
		t.Errorf("%d bytes left of what is full", len(rest))
	}
}

func TestMemory(t *testing.T) {
	p := order.AppendUint32(order.AppendUint32([]byte{0}, 7), 1<<20)[1:]
	got := Alias[[4]byte](p, 2)
	if len(got) != 2 || got[0][0] != 7 || &got[0][0] != &p[0] {
		t.Errorf("Alias: %v", got)
	}
	if s := Alias[byte](nil, 0); s == nil || len(s) != 0 {
		t.Errorf("Alias of nothing: %v", s)
	}
	if m := Memory([]uint16{0x0101, 0x0202}); string(m) != "\x01\x01\x02\x02" {
		t.Errorf("Memory: %x", m)
	}
	if m := Memory([]uint16(nil)); m != nil {
		t.Errorf("Memory of nothing: %x", m)
	}
	if s := AliasString(p[:1]); s != "\x07" {
		t.Errorf("AliasString: %q", s)
	}
}

func TestChunks(t *testing.T) {
	var c Chunk[int]
	if s := Take(&c, 0, 4); s == nil || len(s) != 0 {
		t.Errorf("Take of none: %v", s)
	}
	a, b := Take(&c, 3, 4), Take(&c, 1, 4)
	if cap(a) != 3 || &a[:3][2] == &b[0] {
		t.Errorf("elements of two lists meet: %d", cap(a))
	}
	a[0] = 5
	if more := Take(&c, 10, 4); len(more) != 10 {
		t.Errorf("%d elements of 10", len(more))
	}
	c.reset()
	if again := Take(&c, 10, 4); slices.ContainsFunc(again, func(x int) bool { return x != 0 }) {
		t.Errorf("elements that were taken back: %v", again)
	}
}

func TestBuffers(t *testing.T) {
	b := append(make([]byte, 0, 4), 1)
	if got := Extend(b, 3); len(got) != 4 || &got[0] != &b[0] {
		t.Errorf("Extend with room: %v", got)
	}
	if got := Extend(b, 100); len(got) != 101 || got[0] != 1 {
		t.Errorf("Extend without room: %d bytes", len(got))
	}
	scratch := new([]byte)
	Release(scratch, make([]byte, 0, 1<<20+1))
	if *scratch != nil {
		t.Error("a large buffer is kept")
	}
	if Release(scratch, b); cap(*scratch) != 4 {
		t.Error("a buffer is not kept")
	}
}

func TestKeys(t *testing.T) {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	seen := []string{"b", "", "a", "b"}
	for n := range 5 {
		if twice := Twice(seen[:n]); twice != (n == 4) {
			t.Errorf("%q: twice %t", seen[:n], twice)
		}
	}
	if KeepKeys(m, seen[:2]); len(m) != 1 || m["b"] != 2 {
		t.Errorf("kept %v", m)
	}
}

func TestTextMap(t *testing.T) {
	type name string
	of := func(list ...string) (data []byte) {
		data = AppendUvarint(nil, uint64(len(list)/2+1))
		for _, s := range list {
			data = AppendString(data, s)
		}
		return data
	}
	many := map[name]string{}
	var list []string
	for i := range 40 {
		many[name(strconv.Itoa(i))] = "x"
		list = append(list, strconv.Itoa(i), "x")
	}
	used := map[name]string{"old": "value"}
	for _, test := range []struct {
		data []byte
		want map[name]string
		err  string
	}{
		{[]byte{0}, nil, ""},
		{of(), map[name]string{}, ""},
		{of("a", "b", "", "c"), map[name]string{"a": "b", "": "c"}, ""},
		{of(list...), many, ""},
		{of("a", "b", "a", "c"), nil, "X at byte 9: a key that occurs twice"},
		{nil, nil, "X at byte 0: unexpected EOF"},
		{[]byte{4, 1, 'a', 0, 1}, nil, "X at byte 1: unexpected EOF"},
		{[]byte{2, 1, 'a', 5, 'b'}, nil, "X[value] at byte 4: unexpected EOF"},
		{[]byte{2, 9, 'a', 5, 'b'}, nil, "X[key] at byte 2: unexpected EOF"},
	} {
		for _, m := range []map[name]string{nil, used} {
			r := Reader{data: test.data}
			got, rest, err := TextMap(&r, test.data, m, "X")
			if test.err != "" {
				if err == nil || err.Error() != "positional: unmarshalling "+test.err {
					t.Errorf("%q: %v, want %s", test.data, err, test.err)
				}
				continue
			}
			if err != nil || len(rest) > 0 || (got == nil) != (test.want == nil) || !maps.Equal(got, test.want) {
				t.Errorf("%q: %v, %v", test.data, got, err)
			}
		}
	}
	r := Reader{data: make([]byte, 2), charged: uint64(maxAlloc) + 48*2}
	if _, _, err := TextMap[map[string]string](&r, []byte{2, 0, 0}, nil, "X"); err == nil || !strings.Contains(err.Error(), "more memory") {
		t.Errorf("beyond what may be allocated: %v", err)
	}
}

func TestOptional(t *testing.T) {
	data := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
	r := Reader{data: data}
	for _, old := range []*int64{nil, new(int64)} {
		x, rest, err := Optional64(&r, data, old, "X")
		if err != nil || uint64(*x) != order.Uint64(data) || len(rest) != 1 || old != nil && x != old {
			t.Errorf("64 bits: %v, %d left, %v", x, len(rest), err)
		}
	}
	for _, old := range []*uint32{nil, new(uint32)} {
		x, rest, err := Optional32(&r, data, old, "X")
		if err != nil || *x != order.Uint32(data) || len(rest) != 5 || old != nil && x != old {
			t.Errorf("32 bits: %v, %d left, %v", x, len(rest), err)
		}
	}
	for _, old := range []*bool{nil, new(bool)} {
		x, rest, err := OptionalBool(&r, data, old, "X")
		if err != nil || !*x || len(rest) != 8 || old != nil && x != old {
			t.Errorf("a bool: %v, %d left, %v", x, len(rest), err)
		}
	}
	if _, _, err := Optional64[int64](&r, data[2:], nil, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("64 bits cut short: %v", err)
	}
	if _, _, err := Optional32[int32](&r, data[6:], nil, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("32 bits cut short: %v", err)
	}
	if _, _, err := OptionalBool[bool](&r, data[9:], nil, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a bool cut short: %v", err)
	}
	if _, _, err := OptionalBool[bool](&r, data[1:], nil, "X"); err == nil || err.Error() != "positional: unmarshalling X at byte 1: a bool that is neither 0 nor 1" {
		t.Errorf("the bool 2: %v", err)
	}
}

func TestSorted(t *testing.T) {
	for _, room := range [][]string{nil, make([]string, 2), make([]string, 8)} {
		if got := SortedKeys(map[string]int{"b": 1, "": 2, "a": 3}, room); !slices.Equal(got, []string{"", "a", "b"}) {
			t.Errorf("keys %q in room for %d", got, len(room))
		}
	}
	for n := range 12 {
		m := map[string]int{}
		for i := range n {
			m[strconv.Itoa(7*i%12)] = i
		}
		for _, room := range [][]Entry[string, int]{nil, make([]Entry[string, int], 2), make([]Entry[string, int], 8)} {
			got := SortedEntries(m, room[:0])
			if len(got) != n || !slices.IsSortedFunc(got, func(a, b Entry[string, int]) int { return strings.Compare(a.key, b.key) }) {
				t.Errorf("entries %v of %v in room for %d", got, m, len(room))
			}
			for _, e := range got {
				if value, ok := m[e.key]; !ok || value != e.value {
					t.Errorf("entry %v of %v in room for %d", e, m, len(room))
				}
			}
		}
	}
	got := SortedFloats(map[float64]int{2: 1, math.NaN(): 5, -1: 3})
	if len(got) != 3 || got[0].value != 5 || got[1].key != -1 || got[2].value != 1 {
		t.Errorf("entries %v", got)
	}
}

var zones = []*time.Location{time.UTC, time.FixedZone("", 3600), time.FixedZone("", -5*3600-1800), time.FixedZone("", -60), time.FixedZone("", 61)}

var times = []time.Time{
	{},
	time.Unix(0, 0), time.Unix(0, 999_999_999), time.Unix(-1, 1), time.Unix(1<<33-1, 5), time.Unix(1<<33, 5), time.Unix(-1<<33, 0), time.Unix(-1<<33-1, 0),
	time.Unix(1<<40, 7), time.Date(1, 1, 1, 0, 0, 0, 1, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC),
}

func TestTimeWord(t *testing.T) {
	for _, want := range times {
		word := TimeWord(want)
		tail := AppendTimeTail(nil, want)
		var got time.Time
		var err error
		if n := TimeTail(want); n == 0 && word&(1<<30-1) < 1e9 {
			got = time.Unix(int64(word>>30)-1<<33, int64(word&(1<<30-1)))
		} else {
			r := Reader{data: tail}
			var rest []byte
			if got, rest, err = r.time(tail[:n], word, "X"); len(rest) != 0 {
				t.Errorf("%v: %d bytes are left", want, len(rest))
			}
			if n > 0 {
				if _, _, err := r.time(tail[:n-1], word, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("%v cut short: %v", want, err)
				}
			}
		}
		if !got.Equal(want) || err != nil || want.IsZero() != got.IsZero() {
			t.Errorf("%v became %v, %v", want, got, err)
		}
	}
	r := Reader{}
	if _, _, err := r.time(make([]byte, 12), 1_000_000_000, "X"); err == nil {
		t.Error("a word with 1,000,000,000 nanoseconds is no error")
	}
	if _, _, err := r.time(order.AppendUint32(make([]byte, 8), 1e9), 1<<64-2, "X"); err == nil {
		t.Error("a tail with 1,000,000,000 nanoseconds is no error")
	}
}

// TestTimes holds a list of times against the times one by one, and cuts it everywhere.
func TestTimes(t *testing.T) {
	var one []byte
	tails := 0
	for _, at := range times {
		one = order.AppendUint64(one, TimeWord(at))
		if n := TimeTail(at); n > 0 {
			one, tails = AppendTimeTail(one, at), tails+n
		}
	}
	if data := AppendTimes(nil, times); !bytes.Equal(data, one) || TimeTails(times) != tails {
		t.Fatalf("%x in a list with tails of %d bytes, %x one by one with %d", data, TimeTails(times), one, tails)
	}
	got := make([]time.Time, len(times))
	r := Reader{data: append(one, 7)}
	if rest, err := r.times(got, r.data, "X"); err != nil || !bytes.Equal(rest, []byte{7}) {
		t.Errorf("%x is left, %v", rest, err)
	}
	for i, want := range times {
		if !got[i].Equal(want) {
			t.Errorf("%v became %v", want, got[i])
		}
	}
	for n := range one {
		r := Reader{data: one[:n:n]}
		if _, err := r.times(got, r.data, "X"); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d of %d bytes: %v", n, len(one), err)
		}
	}
}

func TestTimeGo(t *testing.T) {
	for _, at := range times {
		for _, zone := range zones {
			want := at.In(zone)
			binary, err := want.MarshalBinary()
			if fits := err == nil && len(binary) == 15; fits != TimeGoFits(want) {
				t.Errorf("%v: TimeGoFits is %t, MarshalBinary says %x, %v", want, !fits, binary, err)
				continue
			} else if !fits {
				continue
			}
			p := make([]byte, 15)
			if PutTimeGo(p, want); !bytes.Equal(p, binary) {
				t.Errorf("%v is %x, want %x", want, p, binary)
			}
			got, ok := GoTime(p)
			var std time.Time
			if err := std.UnmarshalBinary(p); !ok || err != nil || !got.Equal(std) || got.Location().String() != std.Location().String() {
				t.Errorf("%v became %v, %t; %v by time.Time, %v", want, got, ok, std, err)
			}
			p[0] = 2
			if _, ok := GoTime(p); ok {
				t.Error("version 2 is no error")
			}
		}
	}
}

func TestZones(t *testing.T) {
	for _, zone := range zones {
		want := time.Unix(1e9, 5).In(zone)
		got := InZone(want.UTC(), ZoneCode(want))
		_, offset := want.Zone()
		if _, there := got.Zone(); !got.Equal(want) || there != offset {
			t.Errorf("%v became %v", want, got)
		}
	}
}

// bigNano returns nanoseconds since 1970, of any time.
func bigNano(at time.Time) *big.Int {
	n := new(big.Int).Mul(big.NewInt(at.Unix()), big.NewInt(1e9))
	return n.Add(n, big.NewInt(int64(at.Nanosecond())))
}

// timeEdges are times about the edges of what 64 bits of nanoseconds tell, of what is
// checked four at a time, and of 1970.
func timeEdges() []time.Time {
	// clock: a value with a monotonic reading
	all := []time.Time{{}, time.Time{}.Add(1), time.Now(), time.Date(2500, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(math.MaxInt64, 0), time.Unix(math.MinInt64, 0)}
	for _, sec := range []int64{0, math.MinInt64 / 1_000_000_000, math.MaxInt64 / 1_000_000_000, -1 << 33, 1 << 33, 1<<34 + 1<<33} {
		for _, near := range []int64{-2, -1, 0, 1, 2} {
			for _, nano := range []int64{0, 1, 99, 100, 145224191, 145224192, 854775807, 854775808, 999999900, 999999901} {
				all = append(all, time.Unix(sec+near, nano).UTC())
			}
		}
	}
	return all
}

func TestTimeTicks(t *testing.T) {
	for _, at := range timeEdges() {
		want := new(big.Int).Quo(bigNano(at), big.NewInt(100))
		fits := at.IsZero() || bigNano(at).IsInt64() && want.Sign() != 0
		ticks, ok := TimeTicks(at)
		if ok != fits || ok && !at.IsZero() && ticks != want.Int64() {
			t.Errorf("%v has the form %d, %t; want %v, %t", at, ticks, ok, want, fits)
		}
		if ok && !TicksTime(uint64(ticks)).Equal(at.Add(-time.Duration(at.Nanosecond()%100))) && at.Unix() >= 0 {
			t.Errorf("%v became %v", at, TicksTime(uint64(ticks)))
		}
	}
}

// TestTimeNanoFits holds the edges of 64 bits, and the seconds beside them.
func TestTimeNanoFits(t *testing.T) {
	for _, at := range timeEdges() {
		if got, want := TimeNanoFits(at), bigNano(at).IsInt64(); got != want {
			t.Errorf("%v: %t", at, got)
		}
	}
}

// TestPutTimes holds lists of times against their times one by one, with each of the
// edges at each place.
func TestPutTimes(t *testing.T) {
	usual := time.Unix(1e9, 123456789)
	for _, test := range []struct {
		name string
		put  func([]byte, []time.Time) []time.Time
		one  func(time.Time) (int64, bool)
	}{
		{"PutTimeNanos", PutTimeNanos, func(at time.Time) (int64, bool) { return at.UnixNano(), bigNano(at).IsInt64() }},
		{"PutTimeTicks", PutTimeTicks, TimeTicks},
	} {
		for _, at := range timeEdges() {
			for place := range 10 {
				list := slices.Repeat([]time.Time{usual}, 10)
				list[place] = at
				want := bytes.Repeat([]byte{0xee}, 81)
				left := 0
				for i, at := range list {
					n, ok := test.one(at)
					if !ok {
						left = len(list) - i
						break
					}
					order.PutUint64(want[8*i:], uint64(n))
				}
				got := bytes.Repeat([]byte{0xee}, 81)
				if rest := test.put(got, list); len(rest) != left || !bytes.Equal(got, want) {
					t.Fatalf("%s with %v at %d leaves %d, want %d:\n%x\n%x", test.name, at, place, len(rest), left, got, want)
				}
			}
		}
		if rest := test.put(nil, nil); len(rest) != 0 {
			t.Errorf("%s of nothing leaves %d", test.name, len(rest))
		}
	}
}

func TestTimeText(t *testing.T) {
	for _, at := range times {
		text := at.Format(time.RFC3339Nano)
		if got := TimeTextLen(at); got != len(text) {
			t.Errorf("%s: %d bytes, want %d", text, got, len(text))
		}
		size := TimeTextSize(at)
		p := bytes.Repeat([]byte("x"), size+1)
		rest := PutTimeText(p, at)
		if len(rest) != 1 || size%pad != 0 || string(p[:size]) != text+strings.Repeat("\x00", size-len(text)) {
			t.Errorf("%s is %q with %d bytes left", text, p, len(rest))
		}
	}
}

func TestReaderErrors(t *testing.T) {
	r := Reader{data: make([]byte, 10)}
	cause := errors.New("cause")
	for want, err := range map[string]error{
		"positional: unmarshalling A.B at byte 7: bad":                                        r.fail(r.data[7:], "A.B", "bad"),
		"positional: unmarshalling A at byte 10: unexpected EOF":                              r.short(nil, "A"),
		"positional: unmarshalling A.B at byte 7: a bool that is neither 0 nor 1":             r.flags(r.data[7:], []byte{1, 2, 3}, "A", "*C, B, *D"),
		"positional: unmarshalling A[].D at byte 7: a pointer's flag that is neither 0 nor 1": r.flags(r.data[7:], []byte{1, 0, 255}, "A", "[].C, *[].B, *[].D"),
		"positional: unmarshalling A at byte 0: cause":                                        r.method(r.data, "A", cause),
		"positional: marshalling A.B: bad":                                                    MarshalError("A.B", "bad"),
		"positional: marshalling A.B: cause":                                                  MethodError("A.B", cause),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if !errors.Is(r.method(nil, "A", cause), cause) || !errors.Is(MethodError("A", cause), cause) {
		t.Error("an error of the type's own code is not kept")
	}
	r.cut = 4
	if got := r.offsetFramed(r.data[2:6]); got != 2 {
		t.Errorf("an offset in a frame is %d, want 2", got)
	}
}

// Memory is made for all values at once up to 14 bytes for each of the input, and beyond that
// for a quarter, a sixteenth, ...; more than 48 are refused.
func TestCharge(t *testing.T) {
	const early, most = maxAlloc + 14*1000, maxAlloc + 48*1000
	for _, test := range []struct {
		charged, n uint64
		size       int
		want       uint64
	}{
		{0, early / 10, 10, early / 10},
		{0, early/10 + 1, 10, (early/10 + 1 + 3) / 4},
		{early - 1, 1, 1, 1},
		{early, 4, 100, 4},
		{early, 5, 100, 2},
		{early, 64, 100, 4},
		{early, 65, 100, 2},
		{most - 1, 1, 1, 1},
		{most, 1, 1, math.MaxUint64},
		{0, most/10 + 1, 10, math.MaxUint64},
		{most, 0, 1, 0},
	} {
		r := Reader{data: make([]byte, 1000), charged: test.charged}
		got := test.n
		if r.charge(test.n, test.size) {
			got = r.steps(test.n, test.size)
		}
		if got != test.want {
			t.Errorf("room for %d values of %d bytes, %d charged: %d, want %d", test.n, test.size, test.charged, got, test.want)
		}
	}
}

// Memory for later values is made within what is granted, and charged; beyond, for those that there are.
func TestShare(t *testing.T) {
	r := Reader{data: make([]byte, 1000)}
	if got := r.share(3, 10, 8); got != 10 || r.charged != 80 {
		t.Errorf("%d, %d charged, want 10, 80", got, r.charged)
	}
	if got := r.share(30, 10, 8); got != 30 || r.charged != 320 {
		t.Errorf("%d, %d charged, want 30, 320", got, r.charged)
	}
	if got := r.share(3, maxAlloc, 8); got != 3 || r.charged != 320 {
		t.Errorf("%d, %d charged, want 3, 320", got, r.charged)
	}
}

// What is read stands for a quarter of what is made, until all is there.
func TestMore(t *testing.T) {
	s := []int{1, 2}
	for _, want := range []int{8, 32, 50, 50} {
		had := len(s)
		if rest := More(&s, 50); len(s) != want || s[0] != 1 || s[1] != 2 || len(rest) != want-had {
			t.Errorf("%v, want %d elements; %v of them to be read", s, want, rest)
		}
	}
}

// A map with few entries has places for eight; one with more, for up to 16/7 times as
// many as it has entries.
func TestChargeMap(t *testing.T) {
	for _, test := range []struct {
		n    uint64
		want uint64
	}{
		{0, 0},
		{1, 56 + 8*24 + 16},
		{8, 56 + 8*24 + 8*16},
		{9, 9 * (20*25/7 + 16)},
	} {
		r := Reader{data: make([]byte, 1000)}
		if room := r.chargeMap(test.n, 24, 16); room != test.n || r.charged != test.want {
			t.Errorf("a map of %d entries was charged %d, want %d", test.n, r.charged, test.want)
		}
	}
	r := Reader{}
	if r.chargeMap(maxAlloc, 24, 0) <= maxAlloc || r.chargeMap(1, 24, 0) <= 1 {
		t.Error("a map beyond the budget was let through")
	}
}

func TestGrown(t *testing.T) {
	// A mark is five bytes, then tables after their length: a key of two bytes, a
	// count, and two bytes for each field.
	mark := func(tables ...string) string {
		all := strings.Join(tables, "")
		return "\x01mark" + string(binary.AppendUvarint(nil, uint64(len(all)))) + all
	}
	own := mark("aa\x02f1f2", "bb\x01g1")
	for _, test := range []struct {
		data, want string
	}{
		{own + "rest", ""},
		{mark("aa\x01f1", "bb\x01g1") + "rest", ""},
		{mark("aa\x03f1f2f3") + "rest", ""},
		{mark("cc\x01xx") + "rest", ""},
		{mark("aa\x02f2f1") + "rest", "the evolvable struct A was written with other fields"},
		{mark("bb\x01f1") + "rest", "the evolvable struct B was written with other fields"},
		{mark("aa\x05f1") + "rest", "damaged"},
		{mark("a"), "damaged"},
		{"\x02mark\x00rest", "the fingerprint is that of another type"},
		{"\x01mar", "unexpected EOF"},
		{"\x01mark\x09aa", "unexpected EOF"},
	} {
		r := Reader{data: []byte(test.data)}
		rest, err := r.grown(own, "A", "A", "B")
		switch {
		case test.want == "" && (err != nil || string(rest) != "rest"):
			t.Errorf("%q: %q, %v", test.data, rest, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%q: %v, want %s", test.data, err, test.want)
		}
	}
}
