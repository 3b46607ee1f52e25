package original

import (
	"bytes"
	"compress/flate"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// message is what all generated messages have that are no subsets.
type message interface {
	Message
	fmt.Stringer
	SizeBinary() int
	SetRandom(*rand.Rand)
	SetDefaults() error
}

func types(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.Load("../../../value/testdata/original/test_types.proto")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// written encodes text, as inspect --json has it, by the dynamic codec.
func written(t testing.TB, s *schema.Schema, name, text string) []byte {
	t.Helper()
	v, err := value.ParseText(s.Message(name).Type, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	b, err := value.Append(nil, s.Message(name).Type, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func marshal(t testing.TB, m any) []byte {
	t.Helper()
	b, err := m.(Message).AppendBinary(nil)
	if n := m.(message).SizeBinary(); err != nil || n != len(b) {
		t.Fatalf("%d bytes, and SizeBinary says %d: %v", len(b), n, err)
	}
	return b
}

// The ways in which lazy fields may be treated, by the names that the original has for them.
var policies = map[string]func(field reflect.Value){
	"untouched":  func(reflect.Value) {},
	"fast write": func(f reflect.Value) { call(f, "Get") },
	"packed":     func(f reflect.Value) { call(f, "Peek") },
	"discard":    func(f reflect.Value) { call(f, "Discard") },
	"compressed": func(f reflect.Value) { call(f, "Compress", deflate, inflate); call(f, "Get") },
}

func deflate(b []byte) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestSpeed)
	_, _ = w.Write(b)
	_ = w.Close()
	return out.Bytes()
}

func inflate(b []byte) ([]byte, error) { return io.ReadAll(flate.NewReader(bytes.NewReader(b))) }

// call calls a method of a lazy field, and panics with its error.
func call(field reflect.Value, method string, args ...any) {
	var in []reflect.Value
	for _, a := range args {
		in = append(in, reflect.ValueOf(a))
	}
	out := field.Addr().MethodByName(method).Call(in)
	if err := out[len(out)-1]; !err.IsNil() {
		panic(err.Interface())
	}
}

// lazies calls do with every lazy field within v, but for those within other lazy fields,
// whose values are copies.
func lazies(v reflect.Value, do func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		if v.Addr().MethodByName("Peek").IsValid() {
			do(v)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				lazies(v.Field(i), do)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			lazies(v.Index(i), do)
		}
	}
}

// TestLazyFields has messages written by one type and read by another, with lazy fields in
// one of them or in both, in each way in which these may be treated. What is read is what was
// written, and is written so that the dynamic codec reads the same; so it is the second time.
func TestLazyFields(t *testing.T) {
	s := types(t)
	const (
		numbers = `"345","-99","0"`
		complex = `{"v1":{"v":true},"v2":["10","-42"],"v3":["fooobar","123456"],"v4":{"D":[]},"v5":{"B":["foo"]},"v6":{"A":[{"v":true}]},"v7":["a","b"],"v8":[],"v9":[` + numbers + `],"v0":[]}`
		some    = `{"v1":{"v":true},"v2":["10","-42"],"v5":{"B":["foo"]},"v9":[` + numbers + `],"v0":[]}`
		none    = `"v6":{"v":false}`
		lazy17  = `{"v1":"%s","v2":"hohoho","v3":{"D":[]},"v4":[],"v5":[],` + none + `}`
	)
	primitives := `{"a":true,"b":42,"c":"-4242","d":"-424242","e":"4045000000000000","f":"abc."}`
	thirteen := fmt.Sprintf(lazy17, "13")
	for _, c := range []struct{ writer, text, reader, want string }{ // an empty want is the text
		{"lazy01", primitives, "lazy01", ""},
		{"lazy01b", primitives, "lazy01", ""},
		{"lazy01", primitives, "lazy01b", ""},
		{"lazy22", `{"v":"afe43acd3a3b3b05242b4f38976eaf48a65"}`, "lazy22", ""},
		{"lazy22b", `{"v":"afe43acd3a3b3b05242b4f38976eaf48a65"}`, "lazy22", ""},
		{"lazy02", `{"v":"42"}`, "lazy02", ""},
		{"lazy02b", `{"v":{"v":"42"}}`, "lazy02b", ""},
		{"lazy02c", `{"v":{"v":"42"}}`, "lazy02b", ""},
		{"lazy02b", `{"v":{"v":"42"}}`, "lazy02c", ""},
		{"lazy03b", `{"v":"424242"}`, "lazy03", `{"v":"424242","v2":"42"}`},
		{"lazy04", `{"v":["1","2","42"]}`, "lazy04", ""},
		{"lazy04", `{"v":[]}`, "lazy04", ""},
		{"lazy05", `{"v":["1","2","42"]}`, "lazy05", ""},
		{"lazy05", `{"v":[]}`, "lazy05", ""},
		{"lazy07", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07", ""},
		{"lazy07b", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07", ""},
		{"lazy07", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07b", ""},
		{"lazy06", `{"x":"42","v":{"B":["-123"]}}`, "lazy06", ""},
		{"lazy06", `{"x":"42","v":{"A":[]}}`, "lazy06", ""},
		{"lazy06", `{"x":"42","v":{"D":["1111"]}}`, "lazy06", ""},
		{"lazy06b", `{"x":"42","v":{"B":["-123"]}}`, "lazy06", ""},
		{"lazy06b", `{"x":"42","v":{"A":[]}}`, "lazy06", ""},
		{"lazy06", `{"x":"42","v":{"B":["-123"]}}`, "lazy06b", ""},
		{"lazy06", `{"x":"42","v":{"A":[]}}`, "lazy06b", ""},
		{"lazy10", `{"x":"42","v":{"v":true}}`, "lazy10", ""},
		{"lazy10b", `{"x":"42","v":{"v":true}}`, "lazy10", ""},
		{"lazy10", `{"x":"42","v":{"v":true}}`, "lazy10b", ""},
		{"lazy15", `{"A":{"v":true}}`, "lazy15", ""},
		{"lazy15", `{"B":{"x":"42","v":{"B":["12345"]}}}`, "lazy15", ""},
		{"lazy15b", `{"A":{"v":true}}`, "lazy15", ""},
		{"lazy15b", `{"B":{"x":"12345"}}`, "lazy15", `{"B":{"x":"12345","v":{"A":[]}}}`},
		{"lazy16", complex, "lazy16b", ""},
		{"lazy16b", complex, "lazy16", ""},
		{"lazy16", complex, "lazy16c", some},
		{"lazy16b", complex, "lazy16c", some},
		{"lazy20c", `{"v1":{"v1":{"v":"xxx123"},"v2":{"v":{"v":true}}},"v2":{"v1":{"v":"434324234xxx123"},"v2":{"v":{"v":false}}}}`, "lazy20d", `{"v2":{"v1":{"v":"434324234xxx123"},"v2":{"v":{"v":false}}}}`},
		{"lazy17b", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":["7","8"]}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":["7","8"],` + none + `}`},
		{"lazy17c", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"]}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":[],` + none + `}`},
		{"lazy17d", `{"v1":"13","v2":"foo","v3":{"C":["3"]}}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":[],"v5":[],` + none + `}`},
		{"lazy17e", `{"v1":"13","v2":"foo"}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"D":[]},"v4":[],"v5":[],` + none + `}`},
		{"lazy17f", `{"v1":"13"}`, "lazy17", thirteen},
		{"lazy18b", `{"v1":{"v1":"13"}}`, "lazy18", `{"v1":` + thirteen + `,"v2":` + fmt.Sprintf(lazy17, "789") + `}`},
		{"lazy19b", `{"x":"-32245","v":{"v":"heh"}}`, "lazy19", ""},
		{"lazy19c", `{"x":"-32245"}`, "lazy19", `{"x":"-32245","v":{"v":"hohoho"}}`},
	} {
		if c.want == "" {
			c.want = c.text
		}
		b := written(t, s, c.writer, c.text)
		for policy, treat := range policies {
			t.Run(fmt.Sprintf("%s read as %s, %s", c.writer, c.reader, policy), func(t *testing.T) {
				m := messages[c.reader]()
				for range 2 {
					if n, err := m.(reader).DecodeBinary(b, Limits{}); err != nil || n != len(b) {
						t.Fatalf("%d of %d bytes, %v", n, len(b), err)
					}
					lazies(reflect.ValueOf(m).Elem(), treat)
					if got := m.(fmt.Stringer).String(); got != c.want {
						t.Fatalf("got  %s\nwant %s", got, c.want)
					}
					if s.Message(c.reader).Type.ReadOnly() {
						return
					}
					again := marshal(t, m)
					v, used, err := value.Decode(s.Message(c.reader).Type, again, value.Options{})
					if text := string(value.AppendText(nil, v)); err != nil || used != len(again) || text != c.want {
						t.Fatalf("written again it is %s, %v\nwant %s", text, err, c.want)
					}
					b = again
				}
			})
		}
	}
}

// reader is what all messages have, subsets too.
type reader interface {
	DecodeBinary(b []byte, l Limits) (int, error)
}

// TestLazyBytes has lazy fields that are set written as the original writes them.
func TestLazyBytes(t *testing.T) {
	primitives := Lazy01{A: true, B: 42, C: 13, D: 42, E: 42, F: "abc."} // which are never kept encoded
	var list Lazy04
	list.V.Set([]int64{10, 256})
	var array Lazy05
	array.V.Set([]int64{10, 256})
	for _, c := range []struct {
		name string
		m    Message
		want string
	}{
		{"primitives", &primitives, "011f06 0201 022a 001a 062a00000000000000 080000000000004540 03046162632e"},
		{"list", &list, "010901 050602 0014 008004"},
		{"array", &array, "010901 050602 0014 008004"},
	} {
		if got := hex.EncodeToString(marshal(t, c.m)); got != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// TestRandomLazyFields is the original's randomized test: 5,000 values, written and read twice.
func TestRandomLazyFields(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds, numbers := map[Lazy21bKind]int{}, map[int64]bool{}
	for range 5000 {
		var m Lazy21b
		m.SetRandom(r)
		kinds[m.Kind]++
		if v, err := m.A.V2.Peek(); m.Kind == Lazy21bKindA && err == nil {
			numbers[v.F0] = true
		}
		want := m.String()
		for range 2 {
			var back Lazy21b
			if err := back.UnmarshalBinary(marshal(t, &m)); err != nil {
				t.Fatal(err)
			}
			if got := back.String(); got != want {
				t.Fatalf("got  %s\nwant %s", got, want)
			}
			m = back
		}
	}
	if kinds[Lazy21bKindA] < 1000 || kinds[Lazy21bKindB] < 1000 || len(numbers) < 1000 {
		t.Errorf("the variants came up %v times, with %d numbers", kinds, len(numbers))
	}
}

// TestPoliciesOfMemory tells what each way of treating a lazy field keeps.
func TestPoliciesOfMemory(t *testing.T) {
	var list Lazy04
	list.V.Set(slices.Repeat([]int64{7}, 1000))
	b := marshal(t, &list)
	for policy, want := range map[string]struct{ encoded, value, less bool }{
		"untouched": {encoded: true}, "fast write": {encoded: true, value: true}, "packed": {encoded: true},
		"discard": {value: true}, "compressed": {encoded: true, value: true, less: true},
	} {
		var m Lazy04
		if err := m.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		whole := len(m.V.raw)
		policies[policy](reflect.ValueOf(&m.V).Elem())
		if got := (struct{ encoded, value, less bool }{len(m.V.raw) > 0, len(m.V.val) > 0, len(m.V.raw) > 0 && len(m.V.raw) < whole/10}); got != want {
			t.Errorf("%s: got %+v, want %+v", policy, got, want)
		}
		if got := marshal(t, &m); !bytes.Equal(got, b) {
			t.Errorf("%s: other bytes are written", policy)
		}
	}
	// What does not come back is not compressed.
	var m Lazy04
	if err := m.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	lossy := func(b []byte) ([]byte, error) { return b[1:], nil }
	if err := m.V.Compress(bytes.Clone, lossy); err == nil || !bytes.Equal(marshal(t, &m), b) {
		t.Errorf("compressing with a loss: %v", err)
	}
	// A compressed field that is set, or read into, is not what it was.
	for _, change := range []func() error{
		func() error { m.V.Set([]int64{1}); return nil },
		func() error { return m.UnmarshalBinary(marshal(t, &list)) },
	} {
		if err := m.V.Compress(deflate, inflate); err != nil {
			t.Fatal(err)
		}
		list.V.Set([]int64{1})
		if err := change(); err != nil || !bytes.Equal(marshal(t, &m), marshal(t, &list)) {
			t.Errorf("a field that was compressed before: %v, %v", &m, err)
		}
	}
}

// TestVersionedFrames are the original's cases of Conv, and what is not known.
func TestVersionedFrames(t *testing.T) {
	m := SimpleTuple{V: TupleIntBool{F0: 42, F1: true}}
	frame, err := AppendVersioned(nil, 1, &m)
	if err != nil || !bytes.HasPrefix(frame, []byte{1, 0}) || !bytes.Equal(frame[2:], marshal(t, &m)) {
		t.Fatalf("% x, %v", frame, err)
	}
	var other SimpleBool
	var back SimpleTuple
	if version, n, err := DecodeVersioned(append(frame, 9, 9), Limits{}, &other, &back); err != nil || version != 1 || n != len(frame) || back != m {
		t.Errorf("version %d of %d bytes: %v, %v", version, n, back, err)
	}
	if version, _, err := DecodeVersioned(frame, Limits{}, &other); version != 1 || !errors.Is(err, ErrVersion) {
		t.Errorf("an unknown version: %d, %v", version, err)
	}
	if _, _, err := DecodeVersioned(frame[:1], Limits{}, &other); !errors.Is(err, ErrTruncated) {
		t.Errorf("half a version: %v", err)
	}

	var stream bytes.Buffer
	w := NewStreamWriter(&stream)
	for version := range uint16(4) {
		if err := w.WriteVersioned(version|version<<8, &m); err != nil {
			t.Fatal(err)
		}
	}
	whole := bytes.Clone(stream.Bytes())
	r := NewStreamReader(&stream, Limits{})
	back = SimpleTuple{}
	if version, err := r.ReadVersioned(&back); err != nil || version != 0 || back != m {
		t.Errorf("version %d: %v, %v", version, back, err)
	}
	if version, err := r.ReadVersioned(&back); version != 0x101 || !errors.Is(err, ErrVersion) {
		t.Errorf("an unknown version of a stream: %x, %v", version, err)
	}
	for _, want := range []int{0x202, 0x303} {
		if version, b, err := r.ReadFrame(); err != nil || version != want || !bytes.Equal(b, marshal(t, &m)) {
			t.Errorf("a frame after it: %x, % x, %v", version, b, err)
		}
	}
	if _, _, err := r.ReadFrame(); err != io.EOF {
		t.Errorf("the end of the stream: %v", err)
	}
	for n := 1; n < len(frame); n++ {
		if _, _, err := NewStreamReader(bytes.NewReader(whole[:n]), Limits{}).ReadFrame(); err != io.ErrUnexpectedEOF {
			t.Errorf("a stream that ends in a frame, after %d bytes: %v", n, err)
		}
	}
}

// TestLimits are the original's cases: as much as is allowed, and one more.
func TestLimits(t *testing.T) {
	s := types(t)
	list := func(n int) []byte {
		return written(t, s, "lazy04", `{"v":["`+strings.Join(slices.Repeat([]string{"1"}, n), `","`)+`"]}`)
	}
	text := func(n int) []byte {
		return written(t, s, "simple_string", `{"v":"`+strings.Repeat("x", n)+`"}`)
	}
	const around = 5 // bytes of a message around its text
	for _, c := range []struct {
		name   string
		m      Message
		b      []byte
		l      Limits
		within bool
	}{
		{"10 elements", new(Lazy04), list(10), Limits{Elements: 10}, true},
		{"11 elements", new(Lazy04), list(11), Limits{Elements: 10}, false},
		{"10 letters", new(SimpleString), text(10), Limits{String: 10}, true},
		{"11 letters", new(SimpleString), text(11), Limits{String: 10}, false},
		{"10 bytes", new(SimpleString), text(10 - around), Limits{Message: 10}, true},
		{"more bytes", new(SimpleString), text(14 - around), Limits{Message: 10}, false},
	} {
		_, err := c.m.DecodeBinary(c.b, c.l)
		lazies(reflect.ValueOf(c.m).Elem(), func(f reflect.Value) {
			err, _ = f.Addr().MethodByName("Get").Call(nil)[1].Interface().(error)
		})
		if (err == nil) != c.within || err != nil && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestPrintDefaultRandom has each message set to random values, whose text is what the dynamic
// codec makes of what they are written as, and to its default.
func TestPrintDefaultRandom(t *testing.T) {
	s := types(t)
	r := rand.New(rand.NewPCG(3, 4))
	random, defaults, without := 0, 0, 0
	for name, open := range messages {
		typ := s.Message(name).Type
		m, ok := open().(message)
		if !ok {
			if !typ.ReadOnly() {
				t.Errorf("%s lacks a method", name)
			}
			continue
		}
		for range 20 {
			m.SetRandom(r)
			v, _, err := value.Decode(typ, marshal(t, m), value.Options{})
			if got, want := m.String(), string(value.AppendText(nil, v)); err != nil || got != want {
				t.Fatalf("%s: %v\n got %s\nwant %s", name, err, got, want)
			}
			random++
		}
		fresh := open().(message)
		if err := fresh.SetDefaults(); err != nil {
			if !errors.Is(err, ErrMissingField) && !errors.Is(err, ErrConversion) {
				t.Errorf("%s: %v", name, err)
			}
			without++
			continue
		}
		defaults++
		if v, _, err := value.Decode(typ, marshal(t, fresh), value.Options{}); err != nil || string(value.AppendText(nil, v)) != fresh.String() {
			t.Errorf("%s: its default %s is written as something else: %v", name, fresh, err)
		}
	}
	if random < 1000 || defaults < 20 || without < 20 {
		t.Errorf("%d random values, %d defaults, %d without", random, defaults, without)
	}
	var m Lazy17
	if err := m.SetDefaults(); err != nil || !strings.HasPrefix(m.String(), `{"v1":"789","v2":"hohoho",`) {
		t.Errorf("%v, %v", &m, err)
	}
}

// TestOtherTypes has fields of types that are not generated, and one value that its type refuses.
func TestOtherTypes(t *testing.T) {
	m := Lazy22b{V: Digest{"afe4"}}
	var back Lazy22b
	if err := back.UnmarshalBinary(marshal(t, &m)); err != nil || back != m {
		t.Errorf("%v, %v", back, err)
	}
	if err := back.UnmarshalBinary(marshal(t, &Lazy22b{})); !errors.Is(err, ErrConversion) {
		t.Errorf("an empty digest: %v", err)
	}
	var read Lazy230
	if err := read.UnmarshalBinary(marshal(t, &Lazy230{V: Flag{true}})); err != nil || !read.V.On {
		t.Errorf("%v, %v", &read, err)
	}
}
