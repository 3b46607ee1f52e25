package features

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/internal/arbitrary"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/extprot/wire"
)

func features(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.Load("../features.proto")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func encode(t testing.TB, message, doc string) []byte {
	t.Helper()
	typ := features(t).Message(message).Type
	v, err := value.ParseJSON(typ, []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	b, err := value.Append(nil, typ, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSameBytes writes random values with the dynamic codec and reads and
// writes them with the generated one, fresh and reused, into nothing and into buffers that have
// room for all of it, or for some.
func TestSameBytes(t *testing.T) {
	s := features(t)
	used := map[string]Message{}
	rapid.Check(t, func(rt *rapid.T) {
		for name, fresh := range map[string]Message{"lazy_one": &LazyOne{}, "lazy_more": &LazyMore{}, "auto_one": &AutoOne{}, "clash": &Clash{}, "clash'": &ClashPrime{}} {
			typ := s.Message(name).Type
			b, err := value.Append(nil, typ, arbitrary.Value(rt, typ))
			if err != nil {
				rt.Fatal(err)
			}
			if used[name] == nil {
				used[name] = fresh
			}
			for _, m := range []Message{fresh, used[name]} {
				n, err := m.DecodeBinary(b, Limits{})
				if err != nil || n != len(b) {
					rt.Fatalf("%s: used %d of %d: %v", name, n, len(b), err)
				}
				if out, err := m.AppendBinary(nil); err != nil || !bytes.Equal(out, b) {
					rt.Fatalf("%s: %v\n got %x\nwant %x", name, err, out, b)
				}
				room := rapid.IntRange(0, len(b)+20).Draw(rt, "room")
				buf := append(make([]byte, 0, 1+room), 0xEE)
				out, err := m.AppendBinary(buf)
				if err != nil || out[0] != 0xEE || !bytes.Equal(out[1:], b) {
					rt.Fatalf("%s into %d bytes: %v\n got %x\nwant %x", name, room, err, out, b)
				}
				if room >= len(b) && &out[0] != &buf[0] {
					rt.Fatalf("%s of %d bytes was written elsewhere though there was room for %d", name, len(b), room)
				}
			}
		}
	})
}

// TestDamagedBytes changes bytes of messages that others follow, so that what is read
// several bytes at once ends in the next one, and compares with the dynamic reader:
// values, lengths and the text of errors.
func TestDamagedBytes(t *testing.T) {
	typ := features(t).Message("clash").Type
	var used Clash
	r := rand.New(rand.NewPCG(1, 2))
	rapid.Check(t, func(rt *rapid.T) {
		whole, err := value.Append(nil, typ, arbitrary.Value(rt, typ))
		if err != nil {
			rt.Fatal(err)
		}
		for range 50 {
			in := append(slices.Clone(whole), "\x01\x02\x00\x0a\x00\x0a\x01\x0a"...)
			for range 1 + r.IntN(3) {
				switch i := r.IntN(len(in)); r.IntN(4) {
				case 0:
					in[i] ^= 1 << r.IntN(8)
				case 1:
					in[i] = "\x00\x01\x05\x0a\x1a\x2a\x7f\x80\xff"[r.IntN(9)]
				case 2:
					in[i] += byte(r.IntN(5)) - 2
				default:
					in = slices.Insert(in, i, in[i])
				}
			}
			want, n, wantErr := value.Decode(typ, in, value.Options{})
			got, err := used.DecodeBinary(in, Limits{})
			if (err == nil) != (wantErr == nil) || err != nil && err.Error() != wantErr.Error() {
				rt.Fatalf("%x:\n got %v\nwant %v", in, err, wantErr)
			}
			if err != nil {
				continue
			}
			b, err := value.Append(nil, typ, want)
			if err != nil {
				rt.Fatal(err)
			}
			if out, err := used.AppendBinary(nil); got != n || err != nil || !bytes.Equal(out, b) {
				rt.Fatalf("%x: used %d, want %d: %v\n got %x\nwant %x", in, got, n, err, out, b)
			}
		}
	})
}

// TestSumHeaders reads a sum whose header is any of some bytes, of lengths of one
// and two bytes and of counts on either side, by both readers.
func TestSumHeaders(t *testing.T) {
	var typ *schema.Type
	for _, variant := range features(t).Message("clash").Type.Variants {
		for _, f := range variant.Fields {
			if f.Name == "c" {
				typ = f.Type
			}
		}
	}
	taken := 0
	for head := range 1 << 12 {
		in := make([]byte, 400)
		copy(in, []byte{
			"\x01\x11\x0a\x1a"[head&3], "\x02\x03\x04\x7f\x80\x82\x83\xff"[head>>2&7], "\x00\x01\x02\x81"[head>>5&3],
			"\x00\x01\x02\x06"[head>>7&3], "\x00\x01\x05\x80"[head>>9&3], "\x05\x80"[head>>11&1],
		})
		want, n, wantErr := value.Decode(typ, in, value.Options{})
		var got DecodeError_
		d := newDecoder(Limits{})
		end := d.decodeDecodeError_(&got, in, 0)
		if (end < 0) != (wantErr != nil) || wantErr == nil && end != n {
			t.Fatalf("%x: ends at %d, want %d, %v", in[:6], end, n, wantErr)
		}
		if wantErr != nil {
			continue
		}
		taken++
		sum := &value.Sum{Constructor: map[DecodeError_Kind]string{DecodeError_KindErrTruncated: "Err_truncated", DecodeError_KindKind: "Kind_", DecodeError_KindKind_: "Kind"}[got.Kind]}
		if got.Kind == DecodeError_KindKind_ {
			sum.Args = value.List{value.Int(got.Kind_)}
		}
		if diff := cmp.Diff(want, value.Value(sum), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%x: %s", in[:6], diff)
		}
	}
	if taken == 0 {
		t.Error("no header was taken")
	}
}

func TestLazy(t *testing.T) {
	b := encode(t, "lazy_one", `{"id":"1","body":["6869","21"],"tail":["5","78"],"k":{"Large":[]}}`)
	// A newer writer has appended an element to tail.
	i := bytes.Index(b, []byte{1, 6, 2, 0, 10, 3, 1, 'x'})
	if i < 0 {
		t.Fatalf("no tail in % x", b)
	}
	longer := append(append(append([]byte{}, b[:i]...), 1, 8, 3, 0, 10, 3, 1, 'x', 2, 1), b[i+8:]...)
	longer[1] += 2
	var m LazyOne
	if err := m.UnmarshalBinary(longer); err != nil {
		t.Fatal(err)
	}
	body, err := m.Body.Get()
	if d := cmp.Diff([]string{"hi", "!"}, body); err != nil || d != "" {
		t.Error(err, d)
	}
	tail, err := m.Tail.Get()
	if err != nil || tail != (TupleIntString{5, "x"}) || m.K.Kind != SizeKindLarge {
		t.Error(err, tail, m.K)
	}
	out, _ := m.MarshalBinary()
	if !bytes.Equal(out, longer) {
		t.Errorf("an untouched field is not written verbatim:\n got % x\nwant % x", out, longer)
	}
	m.Tail.Set(tail)
	if out, _ = m.MarshalBinary(); !bytes.Equal(out, b) {
		t.Errorf("a field that is set is not written anew:\n got % x\nwant % x", out, b)
	}

	damaged := bytes.Replace(b, []byte{3, 2, 'h', 'i'}, []byte{10, 10, 10, 10}, 1)
	if err := m.UnmarshalBinary(damaged); err != nil {
		t.Errorf("a lazy field was decoded at once: %v", err)
	}
	if _, err := m.Body.Get(); !errors.Is(err, ErrWireType) {
		t.Errorf("got %v, want %v", err, ErrWireType)
	}
	var older LazyMore
	if err := older.UnmarshalBinary([]byte{1, 3, 1, 0, 2}); err != nil {
		t.Fatal(err)
	}
	if body, err := older.Body.Get(); len(body) != 0 || err != nil {
		t.Errorf("a missing field is %v, %v", body, err)
	}
}

func TestCustom(t *testing.T) {
	b := encode(t, "custom", `{"price":["1250","455552"],"at":"1000","all":["1","-1"],"map":[["7",["3","43"]]]}`)
	var m Custom
	if err := m.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	at := func(n int64) time.Time { return time.Unix(n, 0).UTC() }
	want := Custom{Price: Money{1250, "EUR"}, At: at(1000), All: []time.Time{at(1), at(-1)}, Map: m.Map}
	if d := cmp.Diff(want, m); d != "" {
		t.Error(d)
	}
	if out, _ := m.MarshalBinary(); !bytes.Equal(out, b) {
		t.Errorf("got % x, want % x", out, b)
	}
	m.Price.Currency = ""
	b, _ = m.MarshalBinary()
	err := m.UnmarshalBinary(b)
	if want := "custom.price: Conversion_error at byte 3: an amount needs a currency"; err == nil || err.Error() != want || !errors.Is(err, errCurrency) || !errors.Is(err, ErrConversion) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestCustomDefaults: defaults and promoted values are converted, too.
func TestCustomDefaults(t *testing.T) {
	at := func(n int64) time.Time { return time.Unix(n, 0).UTC() }
	want := Stamped{At: at(1 << 40), Again: at(5), Pair: TupleLongBool{F0: at(5)}}
	for name, in := range map[string][]byte{
		"missing":  {1, 10, 1, 6, 0, 0, 0, 0, 0, 1, 0, 0},
		"promoted": {6, 0, 0, 0, 0, 0, 1, 0, 0},
		"inner":    {1, 28, 3, 6, 0, 0, 0, 0, 0, 1, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0, 6, 5, 0, 0, 0, 0, 0, 0, 0},
	} {
		var m Stamped
		if err := m.UnmarshalBinary(in); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if d := cmp.Diff(want, m); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// TestAllocation: what is allocated for an input is bounded by its length.
func TestAllocation(t *testing.T) {
	hostile := [][]byte{
		{0x11, 0xff, 0xff, 0xff, 0xff, 0x07, 6},
		{0x01, 20, 5, 0, 2, 2, 1, 0, 2, 3, 0xff, 0xff, 0xff, 0xff, 0x07, 0, 0, 0, 0, 0, 0, 0},
		{0x01, 20, 5, 0, 2, 2, 1, 0, 2, 3, 0, 5, 9, 0xff, 0xff, 0xff, 0x07, 0, 0, 0, 0, 0},
	}
	for _, in := range hostile {
		for _, m := range []Message{&Clash{}, &Custom{}, &LazyOne{}} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := m.DecodeBinary(in, Limits{})
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 16<<10 || err == nil {
				t.Errorf("%T: %d bytes allocated for % x: %v", m, n, in, err)
			}
			runtime.ReadMemStats(&before)
			_, err = m.(interface {
				DecodeArena(b []byte, a *Arena) (int, error)
			}).DecodeArena(in, NewArena(Limits{}))
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > 16<<10 || err == nil {
				t.Errorf("%T, arena: %d bytes allocated for % x: %v", m, n, in, err)
			}
		}
	}
	// A count that the content could hold, but does not: elements are made in steps.
	const count = 1 << 20
	list := append(wire.AppendVint(nil, count), bytes.Repeat([]byte{0xff}, count)...)
	fields := append([]byte{4, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0}, wire.AppendVint([]byte{5}, uint64(len(list)))...)
	fields = append(fields, list...)
	in := append(wire.AppendVint([]byte{1}, uint64(len(fields))), fields...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := new(Stamped).DecodeBinary(in, Limits{})
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<19 || err == nil || !strings.HasPrefix(err.Error(), "stamped.ats: Vint_overflow") {
		t.Errorf("%d bytes allocated for a false count: %v", n, err)
	}
}

// TestTexts: the strings of a short message are one copy, those of a long one a copy for some,
// and none of what was read changes with the input or is read again where it is equal.
func TestTexts(t *testing.T) {
	m := Texts{Name: "Ann", Note: "last"}
	for i := range 3 {
		m.Tags = append(m.Tags, fmt.Sprint("tag ", i))
		m.Lines = append(m.Lines, TupleStringInt{F0: fmt.Sprint("line ", i), F1: int64(i)})
	}
	for _, c := range []struct {
		lines  int // in all
		copies float64
	}{{3, 1}, {100, 5}} {
		for i := len(m.Lines); i < c.lines; i++ {
			m.Lines = append(m.Lines, TupleStringInt{F0: fmt.Sprint("line ", i), F1: 1 << 40})
		}
		in, _ := m.MarshalBinary()
		b := bytes.Clone(in)
		var got Texts
		if _, err := got.DecodeBinary(b, Limits{}); err != nil {
			t.Fatal(err)
		}
		clear(b)
		if d := cmp.Diff(m, got); d != "" {
			t.Error(d)
		}
		read := func() {
			if _, err := got.DecodeBinary(in, Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(10, read); n != 0 {
			t.Errorf("%d lines: %v allocations to read the same again", c.lines, n)
		}
		if n := testing.AllocsPerRun(10, func() { got = Texts{}; read() }); n != c.copies+2 {
			t.Errorf("%d lines: %v allocations, want two lists and %v copies", c.lines, n, c.copies)
		}
	}
}

// TestLies reads messages with long lists that are damaged in front, under a limit of memory: what is
// refused within the first sixteenth takes no more than 16 bytes for each of the input, where 42 are the limit, beside
// what is allowed in any case.
func TestLies(t *testing.T) {
	const beside = 48 << 10
	r := rand.New(rand.NewPCG(1, 28))
	worst, refused := 0.0, 0
	for _, fresh := range []func() Message{func() Message { return new(Crowds) }, func() Message { return new(Crowds) }, func() Message { return new(Clash) }, func() Message { return new(Stamped) }, func() Message { return new(Custom) }} {
		for range 400 {
			m := fresh()
			crowd(reflect.ValueOf(m).Elem(), r, 4)
			in, err := m.AppendBinary(nil)
			if err != nil || len(in) < 5000 {
				continue
			}
			for i := r.IntN(200); i < len(in); i++ {
				in[i] = byte(r.Uint32())
				if r.IntN(2) == 0 {
					break
				}
			}
			m = fresh()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = m.DecodeBinary(in, Limits{Memory: 42*len(in) + beside})
			runtime.ReadMemStats(&after)
			var refusal *DecodeError
			if !errors.As(err, &refusal) || refusal.Offset > len(in)/16 {
				continue
			}
			refused++
			factor := (float64(after.TotalAlloc-before.TotalAlloc) - beside) / float64(len(in))
			worst = max(worst, factor)
			if factor > 16 {
				t.Errorf("%T: %d bytes, %.40x…, allocate %.1f times as much: %v", m, len(in), in, factor, err)
			}
		}
	}
	if refused < 100 {
		t.Errorf("only %d inputs are refused early", refused)
	}
	t.Logf("%.1f times at most of %d", worst, refused)
}

// crowd makes lists at v long, and those in the first of their elements, by chance.
func crowd(v reflect.Value, r *rand.Rand, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() && v.Field(i).CanSet() && r.IntN(4) > 0 {
				crowd(v.Field(i), r, depth)
			}
		}
	case reflect.Slice:
		if depth > 0 && v.Type().Elem().Kind() != reflect.Uint8 {
			n := 1 + r.IntN(6000)
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			crowd(v.Index(0), r, depth-1)
		}
	}
}

func TestLimits(t *testing.T) {
	b := encode(t, "clash", `{"Kind":{"kind":"1","b":true,"n":"2","err":"616263","len":["1","2","3"],"d":"4","p":"5","v":[["1"],["2"],["3"],["4"]]}}`)
	tests := []struct {
		limits Limits
		want   string
	}{
		{Limits{Message: len(b) - 1}, "clash: Limit_exceeded at byte 0: a message of 50 bytes; the limit is 49"},
		{Limits{String: 2}, "clash.Kind.err: Limit_exceeded at byte 9: a string of 3 bytes; the limit is 2"},
		{Limits{Elements: 2}, "clash.Kind.len: Limit_exceeded at byte 14: 3 elements; the limit is 2"},
		{Limits{Memory: 95}, "clash.Kind.v: Limit_exceeded at byte 30: 4 elements take 24 bytes of memory each, together 1 more than the limit (Limits.Memory, --max-alloc of assay gen)"},
		{Limits{Elements: 3}, "clash.Kind.v: Limit_exceeded at byte 27: 4 elements; the limit is 3"},
	}
	for _, tt := range tests {
		var m Clash
		if _, err := m.DecodeBinary(b, tt.limits); err == nil || err.Error() != tt.want {
			t.Errorf("%+v: got %v, want %s", tt.limits, err, tt.want)
		}
	}
	for range 2 { // the limit is of each message
		if _, err := new(Clash).DecodeBinary(b, Limits{Memory: 96}); err != nil {
			t.Error(err)
		}
	}
	stamped, err := (&Stamped{Ats: make([]time.Time, 3)}).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	size := 3 * int(reflect.TypeFor[time.Time]().Size()) // of a type that the generator does not know
	if _, err := new(Stamped).DecodeBinary(stamped, Limits{Memory: size - 1}); err == nil || !strings.Contains(err.Error(), "stamped.ats: Limit_exceeded") {
		t.Errorf("three times have %d bytes: %v", size-1, err)
	}
	if _, err := new(Stamped).DecodeBinary(stamped, Limits{Memory: size}); err != nil {
		t.Error(err)
	}
}

func TestStream(t *testing.T) {
	var buf bytes.Buffer
	w := NewStreamWriter(&buf)
	for i := range 1000 {
		m := AutoOne{Id: int64(i)}
		m.Body.Set([]string{string(bytes.Repeat([]byte{'x'}, i*7))})
		if err := w.Write(&m); err != nil {
			t.Fatal(err)
		}
	}
	stream := buf.Bytes()
	for name, r := range map[string]io.Reader{"whole": bytes.NewReader(stream), "byte by byte": iotest.OneByteReader(bytes.NewReader(stream[:20000])), "data with the error": iotest.DataErrReader(bytes.NewReader(stream))} {
		s := NewStreamReader(r, Limits{})
		var m AutoOne
		n := 0
		var err error
		for ; ; n++ {
			if err = s.Read(&m); err != nil {
				break
			}
			if body, err := m.Body.Get(); m.Id != int64(n) || err != nil || len(body[0]) != n*7 {
				t.Fatalf("%s: message %d has id %d: %v", name, n, m.Id, err)
			}
		}
		if name == "byte by byte" {
			if err != io.ErrUnexpectedEOF {
				t.Errorf("%s: %v after %d messages, want %v", name, err, n, io.ErrUnexpectedEOF)
			}
			continue
		}
		if n != 1000 || err != io.EOF || s.Offset() != int64(len(stream)) {
			t.Errorf("%s: %d messages, %v, offset %d of %d", name, n, err, s.Offset(), len(stream))
		}
	}
	s := NewStreamReader(bytes.NewReader(stream), Limits{Message: 100})
	var m AutoOne
	var err error
	for err == nil {
		err = s.Read(&m)
	}
	if !errors.Is(err, ErrLimit) {
		t.Errorf("got %v, want %v", err, ErrLimit)
	}

	bad := append([]byte{1, 3, 1, 10, 10}, stream[:2+int(stream[1])]...)
	s = NewStreamReader(bytes.NewReader(bad), Limits{})
	if err := s.Read(&m); !errors.Is(err, ErrUnknownTag) && !errors.Is(err, ErrWireType) {
		t.Errorf("got %v", err)
	}
	if err := s.Read(&m); err != nil || m.Id != 0 {
		t.Errorf("the message after a refused one: %v", err)
	}
	s = NewStreamReader(bytes.NewReader([]byte{1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1}), Limits{})
	if err := s.Read(&m); err == nil {
		t.Error("a length of 2^56 is accepted")
	}
}
