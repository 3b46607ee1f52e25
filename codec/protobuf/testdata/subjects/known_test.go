package subjects

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
)

// fromGoogle returns what the messages of m hold, as Known has it.
func fromGoogle(m *GoogleKnown) (v Known) {
	if m.Bool != nil {
		v.Bool = &m.Bool.Value
	}
	if m.Int32 != nil {
		v.Int32 = &m.Int32.Value
	}
	if m.Int64 != nil {
		v.Int64 = &m.Int64.Value
	}
	if m.Uint32 != nil {
		v.Uint32 = &m.Uint32.Value
	}
	if m.Uint64 != nil {
		v.Uint64 = &m.Uint64.Value
	}
	if m.Float != nil {
		v.Float = &m.Float.Value
	}
	if m.Double != nil {
		v.Double = &m.Double.Value
	}
	if m.Text != nil {
		v.String = &m.Text.Value
	}
	if m.Bytes != nil {
		v.Bytes = &m.Bytes.Value
	}
	v.Value = m.Value.GetValue()
	for _, x := range m.List {
		v.List = append(v.List, &x.Value)
	}
	for _, x := range m.Texts {
		v.Texts = append(v.Texts, x.GetValue())
	}
	for k, x := range m.Map {
		if v.Map == nil {
			v.Map = map[string]*string{}
		}
		v.Map[k] = &x.Value
	}
	if m.Mask != nil {
		v.Mask = append([]string{}, m.Mask.Paths...)
	}
	if m.Struct != nil {
		v.Struct = m.Struct.AsMap()
	}
	if m.Values != nil {
		v.Values = m.Values.AsSlice()
	}
	v.Any = m.Any.AsInterface()
	for _, x := range m.Anys {
		v.Anys = append(v.Anys, x.AsInterface())
	}
	for k, x := range m.ByName {
		if v.ByName == nil {
			v.ByName = map[string]any{}
		}
		v.ByName[k] = x.AsInterface()
	}
	for _, x := range m.In {
		v.In = append(v.In, fromGoogle(x))
	}
	return v
}

// anything returns a value of an interface as it comes back.
func anything(r *rand.Rand, depth int) any {
	switch k := r.IntN(6); {
	case k == 0:
		return nil
	case k == 1:
		return r.IntN(2) == 0
	case k == 2 || depth == 0:
		return float64(r.IntN(1000)) / 8
	case k == 3:
		return strings.Repeat("é", r.IntN(100))
	case k == 4:
		list := make([]any, r.IntN(4))
		for i := range list {
			list[i] = anything(r, depth-1)
		}
		return list
	}
	m := map[string]any{}
	for range r.IntN(4) {
		m[fmt.Sprint(r.IntN(100))] = anything(r, depth-1)
	}
	return m
}

func known(r *rand.Rand, depth int) (v Known) {
	some := func() bool { return r.IntN(3) == 0 }
	text := func() string { return strings.Repeat("x", r.IntN(200)*r.IntN(2)) }
	if some() {
		v.Bool = new(bool)
		*v.Bool = some()
	}
	if some() {
		v.Int32, v.Int64 = new(int32), new(int64)
		*v.Int32, *v.Int64 = int32(r.Uint32()), int64(r.Uint64()>>r.IntN(64))
	}
	if some() {
		v.Uint32, v.Uint64 = new(uint32), new(uint64)
		*v.Uint32, *v.Uint64 = r.Uint32(), r.Uint64()>>r.IntN(64)
	}
	if some() {
		v.Float, v.Double = new(float32), new(float64)
		*v.Float, *v.Double = r.Float32(), float64(r.IntN(2))
	}
	if some() {
		v.String, v.Bytes = new(string), new([]byte)
		*v.String, *v.Bytes = text(), []byte(text())
	}
	v.Value = text()
	for range r.IntN(4) {
		x := r.Int64N(300)
		v.List = append(v.List, &x)
		v.Texts = append(v.Texts, text())
	}
	if some() {
		x := text()
		v.Map = map[string]*string{"a": &x, "b": &x}
	}
	if some() {
		v.Mask = make([]string, r.IntN(3))
	}
	if some() {
		v.Struct = map[string]any{}
		for range r.IntN(4) {
			v.Struct[text()] = anything(r, 3)
		}
	}
	if some() {
		v.Values = make([]any, r.IntN(4))
		for i := range v.Values {
			v.Values[i] = anything(r, 3)
		}
	}
	if some() {
		v.Any = anything(r, 3)
		v.Anys = []any{anything(r, 2), anything(r, 0)}
		v.ByName = map[string]any{"": anything(r, 2), "x": nil}
	}
	for range r.IntN(3) * depth {
		v.In = append(v.In, known(r, depth-1))
	}
	return v
}

// same compares bytes, which are not nil in one place and empty in the other.
var same = cmp.Comparer(func(a, b []byte) bool { return bytes.Equal(a, b) })

// TestKnown writes what google.golang.org/protobuf writes of its well-known messages, and
// reads what it reads.
func TestKnown(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	accepted := 0
	var used Known
	for seed := range 500 {
		v := known(r, 1)
		b, err := MarshalKnownProtobuf(&v)
		if err != nil {
			t.Fatal(err)
		}
		m := new(GoogleKnown)
		if err := proto.Unmarshal(b, message(m)); err != nil {
			t.Fatal(err)
		}
		want, err := proto.MarshalOptions{Deterministic: true}.Marshal(message(m))
		if err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%d: %v\ngoogle %x\nours   %x", seed, err, want, b)
		}
		if d := cmp.Diff(fromGoogle(m), v, same); d != "" {
			t.Fatalf("%d: (-google +ours)\n%s", seed, d)
		}
		if err := UnmarshalKnownProtobuf(b, &used); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(v, used, same); d != "" {
			t.Fatalf("%d, into a used value: %s", seed, d)
		}
		for range 20 {
			damaged := bytes.Clone(b)
			if r.IntN(2) == 0 {
				more, err := MarshalKnownProtobuf(new(known(r, 0)))
				if err != nil {
					t.Fatal(err)
				}
				damaged = append(damaged, more...)
			}
			for range r.IntN(3) {
				damaged[r.IntN(len(damaged))] ^= 1 << r.IntN(8)
			}
			m, got := new(GoogleKnown), Known{}
			theirs, ours := proto.Unmarshal(damaged, message(m)), UnmarshalKnownProtobuf(damaged, &got)
			if (theirs == nil) != (ours == nil) {
				t.Fatalf("%x\ngoogle %v\nours   %v", damaged, theirs, ours)
			}
			if theirs != nil {
				continue
			}
			accepted++
			if d := cmp.Diff(fmt.Sprint(fromGoogle(m)), fmt.Sprint(got)); d != "" && !strings.Contains(d, "NaN") && !strings.Contains(d, "Inf") {
				if d := cmp.Diff(fromGoogle(m), got, same); d != "" { // pointers apart
					t.Fatalf("%x: (-google +ours)\n%s", damaged, d)
				}
			}
		}
	}
	if accepted < 2000 {
		t.Errorf("%d damaged messages were read", accepted)
	}
}

// TestValues writes what numbers hold, and refuses what a Value does not.
func TestValues(t *testing.T) {
	for _, x := range []any{1, int8(-1), uint16(3), int64(1 << 53), float32(.5), uint64(7), uint8(1), int32(-5), uint(9)} {
		b, err := MarshalKnownProtobuf(&Known{Any: x})
		if err != nil {
			t.Fatal(err)
		}
		want, err := structpb.NewValue(x)
		if err != nil {
			t.Fatal(err)
		}
		var got Known
		if err := UnmarshalKnownProtobuf(b, &got); err != nil || got.Any != want.AsInterface() {
			t.Errorf("%v: %v %v", x, got.Any, err)
		}
	}
	deep := any(nil)
	for range 20_000 {
		deep = []any{deep}
	}
	for _, x := range []any{int64(1<<53 + 1), uint64(1 << 63), "\xff", []byte("b"), map[string]any{"\xff": 1}, []any{struct{}{}}, deep} {
		if _, err := MarshalKnownProtobuf(&Known{Any: x}); err == nil || !strings.HasPrefix(err.Error(), "protobuf: ") {
			t.Errorf("%.20v: %v", x, err)
		}
	}
	bomb := bytes.Repeat([]byte("\x32\x80\x80\x80\x80\x00"), 1000)
	if err := UnmarshalKnownProtobuf(append([]byte("\x8a\x01\xf0\x2e"), bomb...), new(Known)); err != nil {
		t.Error(err)
	}
}

// TestMoments puts times and durations together that come in parts, as other messages, and
// forgets what a value held before.
func TestMoments(t *testing.T) {
	parts := "\x0a\x04\x08\x05\x10\x07" + "\x0a\x02\x10\x09" + "\x12\x02\x10\x03" + "\x12\x02\x08\x04" + "\x1a\x02\x08\x02" + "\x1a\x02\x10\x05" + "\x22\x04\x08\x01\x10\x01" + "\x22\x02\x08\x03" +
		"\x2a\x02\x08\x01" + "\x2a\x02\x10\x01" + "\x32\x02\x08\x01" + "\x32\x02\x10\x01" + "\x3a\x04\x08\x05\x10\x09" + "\x42\x04\x08\x02\x10\x05"
	at, span := time.Unix(5, 9).UTC(), 2*time.Second+5
	want := Moments{
		&at, time.Unix(4, 3).UTC(), &span, 3*time.Second + 1,
		[]time.Time{time.Unix(1, 0).UTC(), time.Unix(0, 1).UTC()}, []time.Duration{time.Second, 1},
		[]*time.Time{&at}, []*time.Duration{&span},
	}
	var got Moments
	for range 2 {
		if err := UnmarshalMomentsProtobuf([]byte(parts), &got); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	}
	if err := UnmarshalMomentsProtobuf([]byte("\x0a\x02\x10\x01\x1a\x02\x10\x01\x2a\x00\x32\x00\x3a\x02\x10\x01\x42\x02\x10\x01"), &got); err != nil {
		t.Fatal(err)
	}
	at, span = time.Unix(0, 1).UTC(), 1
	if d := cmp.Diff(Moments{At: &at, Span: &span, Times: []time.Time{time.Unix(0, 0).UTC()}, Spans: []time.Duration{0}, TimePointers: []*time.Time{&at}, SpanPointers: []*time.Duration{&span}}, got); d != "" {
		t.Error(d)
	}
	if err := MergeMomentsProtobuf([]byte("\x0a\x02\x08\x01"), &got); err != nil || !got.At.Equal(time.Unix(1, 1)) {
		t.Error(got.At, err)
	}
}

// TestKeyed reads maps of one type by the coding that each has.
func TestKeyed(t *testing.T) {
	m := map[int64]int64{-3: 5, 300: -7}
	want := Keyed{m, m, m, m}
	b, err := MarshalKeyedProtobuf(&want)
	if err != nil {
		t.Fatal(err)
	}
	var got Keyed
	if err := UnmarshalKeyedProtobuf(b, &got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
