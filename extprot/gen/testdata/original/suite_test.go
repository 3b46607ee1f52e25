package original

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/extprot/wire"
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
	s, err := schema.Load("test_types.proto")
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

// marshal writes m to a buffer of its size and to one with room, which takes other paths.
func marshal(t testing.TB, m any) []byte {
	t.Helper()
	b, err := m.(Message).AppendBinary(nil)
	if n := m.(message).SizeBinary(); err != nil || n != len(b) {
		t.Fatalf("%d bytes, and SizeBinary says %d: %v", len(b), n, err)
	}
	if room, err := m.(Message).AppendBinary(make([]byte, 0, 2*len(b)+64)); err != nil || !bytes.Equal(room, b) {
		t.Fatalf("%x is written, and %x to a buffer with room: %v", b, room, err)
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

// cases are all cases of the original's suite at its commit 11ef436: file, group and name.
const cases = `
test_conv/Conv/Serialize versioned roundtrip
test_conv/Conv/read_frame + deserialize_versioned'
test_extensions/default_values/sum type
test_extensions/default_values/nested message
test_extensions/default_values/lists and arrays
test_extensions/default_values/tuples
test_extensions/default_values/bool
test_extensions/default_values/explicit default values for primitive types 1
test_extensions/default_values/explicit default values for primitive types 2
test_extensions/default_values/explicit default values for primitive types 3
test_extensions/default_values/propagation of default values across polymorphic types
test_extensions/default_values/default value for message whose fields have default values 1
test_extensions/default_values/default value for message whose fields have default values 2
test_extensions/default_values/default value for message whose fields have default values 3
test_extensions/default_values/default value for message with polymorphic types
test_extensions/extensions/default msg constructor
test_extensions/extensions/dropping unknown fields
test_extensions/extensions/dropping unknown fields (sequence)
test_extensions/extensions/tuple to primitive type
test_extensions/extensions/primitive type to tuple
test_extensions/extensions/primitive type to non-constant variant
test_extensions/extensions/primitive type promoted to message
test_extensions/extensions/numeric type widening
test_extensions/extensions/constructor extension
test_lazy_fields/lazy fields/write primitive types (values)
test_lazy_fields/lazy fields/write primitive types (thunks)
test_lazy_fields/lazy fields/write list types (values)
test_lazy_fields/lazy fields/write list types (thunks)
test_lazy_fields/lazy fields/write array types (values)
test_lazy_fields/lazy fields/write array types (thunks)
test_lazy_fields/lazy fields/primitive types
test_lazy_fields/lazy fields/primitive types, bit-for-bit compat with eager
test_lazy_fields/lazy fields/external types
test_lazy_fields/lazy fields/record types
test_lazy_fields/lazy fields/lazy with default
test_lazy_fields/lazy fields/lists
test_lazy_fields/lazy fields/arrays
test_lazy_fields/lazy fields/tuples
test_lazy_fields/lazy fields/tuples, compat with eager fields
test_lazy_fields/lazy fields/sum types
test_lazy_fields/lazy fields/sum types, compat with eager fields
test_lazy_fields/lazy fields/nested messages
test_lazy_fields/lazy fields/message variants
test_lazy_fields/lazy fields/subsets of messages with lazy fields
test_lazy_fields/lazy fields/subsets with type ascription
test_lazy_fields/lazy fields/complex type serialization compat
test_lazy_fields/lazy fields/default values
test_lazy_fields/lazy fields/randomized testing
test_subsets/subsets/basic functionality
test_subsets/subsets/record types (monomorphic)
test_subsets/subsets/record types (polymorphic)
test_subsets/subsets/default values, missing wanted fields (simple)
test_subsets/subsets/default values, missing skipped fields (simple)
test_subsets/subsets/default values, polymorphic record
test_subsets/subsets/field type ascription
test_subsets/subsets/field type ascription, polymorphic records
test_subsets/subsets/type promotion after field type ascription
test_subsets/subsets/type options after field type ascription
unit_write/versioned serialization/versioned (de)serialize
unit_write/versioned serialization/versioned read/write
unit_write/versioned serialization/versioned IO read/write
unit_write/roundtrip/complex type
unit_write/roundtrip/message using record type
unit_write/roundtrip/message sum using record types
unit_write/roundtrip/fields of record type
unit_write/roundtrip/integer
unit_write/roundtrip/bool
unit_write/roundtrip/byte
unit_write/roundtrip/long
unit_write/roundtrip/float
unit_write/roundtrip/string
unit_write/roundtrip/abstract type (Digest_type.t)
unit_write/roundtrip/sum type
unit_write/roundtrip/lists and arrays
unit_write/write composed types/tuple
unit_write/write composed types/msg_sum
unit_write/write composed types/simple_sum
unit_write/write composed types/nested message
unit_write/write composed types/lists and arrays
unit_write/write simple types/bool (true)
unit_write/write simple types/bool (false)
unit_write/write simple types/byte
unit_write/write simple types/int
unit_write/write simple types/long
unit_write/write simple types/float
unit_write/write simple types/string
unit_write/error recovery/skip to EOM on error (conversion)
unit_write/limits/max_elements
unit_write/limits/max_string_length
unit_write/limits/max_message_length
`

// suite runs the original's cases, and counts them.
type suite struct {
	*schema.Schema
	ran map[string]int
}

func (s *suite) run(t *testing.T, name string, f func(t *testing.T)) {
	s.ran[name]++
	t.Run(name, f)
}

// TestSuite is the original's suite: the generated code and the dynamic codec do in each case
// what it asks for, and each case is there once.
func TestSuite(t *testing.T) {
	s := &suite{types(t), map[string]int{}}
	s.exchanges(t)
	s.bytes(t)
	s.roundTrips(t)
	s.frames(t)
	s.streams(t)
	s.limits(t)
	names := strings.Split(strings.TrimSpace(cases), "\n")
	for _, name := range names {
		if s.ran[name] != 1 {
			t.Errorf("%s: run %d times", name, s.ran[name])
		}
	}
	if len(names) != 90 || len(s.ran) != len(names) {
		t.Errorf("%d cases, %d names run; the original has 90", len(names), len(s.ran))
	}
}

// exchange is a message that is written by one type and read by another, with what it is then;
// an empty want is the text. refused is a want: the message is not read.
type exchange struct{ writer, text, reader, want string }

const refused = "refused"

// exchanges are those of a case.
type exchanges struct {
	name string
	rows []exchange
}

func (s *suite) exchanges(t *testing.T) {
	const (
		simple   = `{"v":{"D":[]}}`
		defaults = `{"c":{"Red":[]},"b":true,"i1":"42","i2":"-43","b2":44,"l1":"45","l2":"-46","f1":"40091eb851eb851f","f2":"c0091eb851eb851f"}`
		pair     = `{"c":{"Red":[]},"p":["42","-43"]}`
		whole    = `{"a":"13","b":true,"c":"foo","d":"42"}`
		ac, bd   = `{"a":"13","c":"foo"}`, `{"b":true,"d":"42"}`
		digest   = `{"v":"afe43acd3a3b3b05242b4f38976eaf48a65"}`
		none     = `"v6":{"v":false}`
		lazy17   = `{"v1":"%s","v2":"hohoho","v3":{"D":[]},"v4":[],"v5":[],` + none + `}`

		primitives = `{"a":true,"b":42,"c":"-4242","d":"-424242","e":"4045000000000000","f":"abc."}`
		several    = `{"a":true,"b":42,"c":"-4242","d":"-424242","e":"4045000000000000","f":"jkldfghdfoghdfgjkh"}`
	)
	numbers := func(n, from, step int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%d"`, from+i*step)
		}
		return b.String()[1:]
	}
	thirteen := fmt.Sprintf(lazy17, "13")
	complex := `{"v1":{"v":true},"v2":["10","-42"],"v3":["fooobar","123456"],"v4":{"D":[]},"v5":{"B":["foo"]},"v6":{"A":[{"v":true}]},"v7":["a","b"],"v8":[],"v9":[` + numbers(345, 100, -1) + `],"v0":[]}`
	large := `{"v1":{"v":true},"v2":["-4343","dfsdfsd"],"v3":["xxxx","111"],"v4":{"B":["666"]},"v5":{"B":["hhhhh"]},"v6":{"D":[]},"v7":["x","y"],"v8":[` + numbers(100, 42, 1) + `],"v9":["1","-66666"],"v0":[` + numbers(100, 42, -1) + `]}`
	some := `{"v1":{"v":true},"v2":["-4343","dfsdfsd"],"v5":{"B":["hhhhh"]},"v9":["1","-66666"],"v0":[` + numbers(100, 42, -1) + `]}`
	for _, group := range []struct {
		name  string
		cases []exchanges
	}{
		{"test_extensions/default_values", []exchanges{
			{"sum type", []exchange{{"msg2", `{"a":"123"}`, "msg2a", `{"a":"123","b":{"D":[]}}`}}},
			{"nested message", []exchange{{"msg2", `{"a":"123"}`, "msg2b", `{"a":"123","b":` + simple + `}`}}},
			{"lists and arrays", []exchange{
				{"msg2", `{"a":"123"}`, "msg2c", `{"a":"123","b":[],"c":[]}`},
				{"msg2c0", `{"a":"123","b":["1","2","3"]}`, "msg2c", `{"a":"123","b":["1","2","3"],"c":[]}`},
			}},
			{"tuples", []exchange{{"msg3", `{"v0":"123"}`, "msg3a", `{"v0":"123","v1":[` + simple + `,` + simple + `],"v2":[]}`}}},
			{"bool", []exchange{{"msg2", `{"a":"123"}`, "msg2d", `{"a":"123","b":false}`}}},
			{"explicit default values for primitive types 1", []exchange{{"defv1a", `{"c":{"Red":[]}}`, "defv1b", defaults}}},
			{"explicit default values for primitive types 2", []exchange{{"defv1a", `{"c":{"Red":[]}}`, "defv1c", defaults}}},
			{"explicit default values for primitive types 3", []exchange{{"defv2a", `{"c":{"Red":[]}}`, "defv2b", pair}}},
			{"propagation of default values across polymorphic types", []exchange{{"defv2a", `{"c":{"Red":[]}}`, "defv2c", pair}}},
		}},
		{"test_extensions/extensions", []exchanges{
			{"default msg constructor", []exchange{
				{"msg1a", `{"A":{"a":"123"}}`, "msg1", `{"a":"123"}`},
				{"msg1a", `{"B":{"b":"123"}}`, "msg1", refused},
			}},
			{"dropping unknown fields", []exchange{{"msg1b", `{"A":{"a":"123","a'":"42"}}`, "msg1a", `{"A":{"a":"123"}}`}}},
			{"tuple to primitive type", []exchange{
				{"msg1c", `{"a":{"Int":["123"]}}`, "msg1", `{"a":"123"}`},
				{"msg1c", `{"a":{"Stuff":["foo"]}}`, "msg1", refused},
			}},
			{"primitive type to tuple", []exchange{
				{"msg1", `{"a":"123"}`, "msg1c", `{"a":{"Int":["123"]}}`},
				{"msg1", `{"a":"123"}`, "msg1d", `{"a":["123",{"Red":[]},[` + simple + `,` + simple + `]]}`},
			}},
			{"primitive type to non-constant variant", []exchange{
				{"msg1", `{"a":"123"}`, "msg1e", `{"a":{"Node":["123",{"Red":[]},[` + simple + `,` + simple + `]]}}`},
			}},
			{"primitive type promoted to message", []exchange{
				{"prim_promotion0", `{"v":"foo"}`, "prim_promotion2", `{"v":{"v":"foo","foo":{"D":[]}}}`},
			}},
			{"numeric type widening", []exchange{
				{"widen1", `{"a":1,"b":"2","c":"3","d":4}`, "widen2", `{"a":"1","b":"2","c":"4008000000000000","d":"4"}`},
				{"widen1", `{"a":1,"b":"2","c":"3","d":4}`, "widen3", `{"a":"1","b":"4000000000000000","c":"4008000000000000","d":"4010000000000000"}`},
			}},
			{"constructor extension", []exchange{
				{"se_1", `{"x":{"A":["42"]},"y":"foobar","z":{"A":["4242"]}}`, "se_2", `{"x":{"A":["42",{"D":[]},false]},"y":"foobar","z":{"A":["4242",{"D":[]},false]}}`},
				{"se_2", `{"x":{"A":["42",{"D":[]},false]},"y":"foobar","z":{"A":["4242",{"D":[]},false]}}`, "se_1", `{"x":{"A":["42"]},"y":"foobar","z":{"A":["4242"]}}`},
			}},
		}},
		{"test_subsets/subsets", []exchanges{
			{"basic functionality", []exchange{
				{"subset__a", whole, "subset__a_1", bd},
				{"subset__a", whole, "subset__a_1b", bd},
				{"subset__a", whole, "subset__a_2", ac},
				{"subset__a", whole, "subset__a_2b", ac},
			}},
			{"record types (monomorphic)", []exchange{
				{"subset__b", whole, "subset__b_1", bd},
				{"subset__b", whole, "subset__b_1b", bd},
				{"subset__b", whole, "subset__b_2", ac},
				{"subset__b", whole, "subset__b_2b", ac},
			}},
			{"record types (polymorphic)", []exchange{
				{"subset__c", whole, "subset__c_1", bd},
				{"subset__c", whole, "subset__c_1b", bd},
				{"subset__c", whole, "subset__c_2", ac},
				{"subset__c", whole, "subset__c_2b", ac},
			}},
			{"default values, missing wanted fields (simple)", []exchange{{"subset__d_1", `{"a":"13"}`, "subset__d_2", `{"b":false,"c":[]}`}}},
			{"default values, missing skipped fields (simple)", []exchange{{"subset__e_1", `{"a":"13"}`, "subset__e_2", `{"a":"13","c":[]}`}}},
			{"default values, polymorphic record", []exchange{{"subset__f_1", `{"a":"13"}`, "subset__f_2", `{"c":false}`}}},
			{"field type ascription", []exchange{
				{"subset__g2", `{"m1":{"a":"13","b":false},"m2":{"a":"42","b":true}}`, "subset__g3", `{"m2":{"b":true}}`},
			}},
			{"field type ascription, polymorphic records", []exchange{
				{"subset__h2", `{"a":{"a":"13","b":false,"c":"foo"},"b":{"a":"42","b":true,"c":"bar"},"c":"foobar"}`, "subset__h3", `{"b":{"c":"bar"}}`},
			}},
			{"type promotion after field type ascription", []exchange{{"subset__i", `{"a":"foo","b":"42"}`, "subset__i1", `{"b":"4045000000000000"}`}}},
			{"type options after field type ascription", []exchange{
				{"subset__j1", `{"a":{"A":["42"]},"b":{"A":["foo"]}}`, "subset__j2", `{"b":{"Some":["foo"]}}`},
			}},
		}},
		{"test_lazy_fields/lazy fields", []exchanges{
			{"primitive types", []exchange{{"lazy01", primitives, "lazy01", ""}, {"lazy01", several, "lazy01", ""}}},
			{"primitive types, bit-for-bit compat with eager", []exchange{{"lazy01b", primitives, "lazy01", ""}, {"lazy01", primitives, "lazy01b", ""}}},
			{"external types", []exchange{{"lazy22", digest, "lazy22", ""}, {"lazy22b", digest, "lazy22", ""}, {"lazy22", digest, "lazy22b", ""}}},
			{"record types", []exchange{
				{"lazy02", `{"v":"42"}`, "lazy02", ""},
				{"lazy02b", `{"v":{"v":"42"}}`, "lazy02b", ""},
				{"lazy02c", `{"v":{"v":"42"}}`, "lazy02b", ""},
				{"lazy02b", `{"v":{"v":"42"}}`, "lazy02c", ""},
			}},
			{"lazy with default", []exchange{{"lazy03b", `{"v":"424242"}`, "lazy03", `{"v":"424242","v2":"42"}`}}},
			{"lists", []exchange{{"lazy04", `{"v":["1","2","42"]}`, "lazy04", ""}, {"lazy04", `{"v":[]}`, "lazy04", ""}}},
			{"arrays", []exchange{{"lazy05", `{"v":["1","2","42"]}`, "lazy05", ""}, {"lazy05", `{"v":[]}`, "lazy05", ""}}},
			{"tuples", []exchange{{"lazy07", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07", ""}}},
			{"tuples, compat with eager fields", []exchange{
				{"lazy07b", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07", ""},
				{"lazy07", `{"x":"42","v":["13","4045000000000000"]}`, "lazy07b", ""},
			}},
			{"sum types", []exchange{
				{"lazy06", `{"x":"42","v":{"B":["-123"]}}`, "lazy06", ""},
				{"lazy06", `{"x":"42","v":{"A":[]}}`, "lazy06", ""},
				{"lazy06", `{"x":"42","v":{"D":["1111"]}}`, "lazy06", ""},
			}},
			{"sum types, compat with eager fields", []exchange{
				{"lazy06b", `{"x":"42","v":{"B":["-123"]}}`, "lazy06", ""},
				{"lazy06b", `{"x":"42","v":{"A":[]}}`, "lazy06", ""},
				{"lazy06", `{"x":"42","v":{"B":["-123"]}}`, "lazy06b", ""},
				{"lazy06", `{"x":"42","v":{"A":[]}}`, "lazy06b", ""},
			}},
			{"nested messages", []exchange{
				{"lazy10", `{"x":"42","v":{"v":true}}`, "lazy10", ""},
				{"lazy10b", `{"x":"42","v":{"v":true}}`, "lazy10", ""},
				{"lazy10", `{"x":"42","v":{"v":true}}`, "lazy10b", ""},
			}},
			{"message variants", []exchange{
				{"lazy15", `{"A":{"v":true}}`, "lazy15", ""},
				{"lazy15", `{"B":{"x":"42","v":{"B":["12345"]}}}`, "lazy15", ""},
				{"lazy15b", `{"A":{"v":true}}`, "lazy15", ""},
			}},
			{"subsets of messages with lazy fields", []exchange{{"lazy16", large, "lazy16c", some}, {"lazy16b", large, "lazy16c", some}}},
			{"subsets with type ascription", []exchange{
				{"lazy20c", `{"v1":{"v1":{"v":"xxx123"},"v2":{"v":{"v":true}}},"v2":{"v1":{"v":"434324234xxx123"},"v2":{"v":{"v":false}}}}`, "lazy20d", `{"v2":{"v1":{"v":"434324234xxx123"},"v2":{"v":{"v":false}}}}`},
			}},
			{"complex type serialization compat", []exchange{{"lazy16", complex, "lazy16b", ""}, {"lazy16b", complex, "lazy16", ""}}},
			{"default values", []exchange{
				{"lazy17b", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":["7","8"]}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":["7","8"],` + none + `}`},
				{"lazy17c", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"]}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":["4","5"],"v5":[],` + none + `}`},
				{"lazy17d", `{"v1":"13","v2":"foo","v3":{"C":["3"]}}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"C":["3"]},"v4":[],"v5":[],` + none + `}`},
				{"lazy17e", `{"v1":"13","v2":"foo"}`, "lazy17", `{"v1":"13","v2":"foo","v3":{"D":[]},"v4":[],"v5":[],` + none + `}`},
				{"lazy17f", `{"v1":"13"}`, "lazy17", thirteen},
				{"lazy18b", `{"v1":{"v1":"13"}}`, "lazy18", `{"v1":` + thirteen + `,"v2":` + fmt.Sprintf(lazy17, "789") + `}`},
				{"lazy19b", `{"x":"-32245","v":{"v":"heh"}}`, "lazy19", ""},
				{"lazy19c", `{"x":"-32245"}`, "lazy19", `{"x":"-32245","v":{"v":"hohoho"}}`},
				{"lazy15b", `{"B":{"x":"12345"}}`, "lazy15", `{"B":{"x":"12345","v":{"A":[]}}}`},
			}},
		}},
	} {
		for _, c := range group.cases {
			s.run(t, group.name+"/"+c.name, func(t *testing.T) {
				for _, e := range c.rows {
					s.exchange(t, e)
				}
			})
		}
	}
	for name, c := range map[string]struct {
		m    message
		want string
	}{
		"default value for message whose fields have default values 1": {new(Defv1b), defaults},
		"default value for message whose fields have default values 2": {new(Defv1c), defaults},
		"default value for message whose fields have default values 3": {new(Defv2b), pair},
		"default value for message with polymorphic types":             {new(Defv2c), pair},
	} {
		s.run(t, "test_extensions/default_values/"+name, func(t *testing.T) {
			if err := c.m.SetDefaults(); err != nil || c.m.String() != c.want {
				t.Errorf("%v\n got %s\nwant %s", err, c.m, c.want)
			}
		})
	}
}

// exchange has e read by the dynamic codec, and by the generated code in each way in which lazy
// fields may be treated. What is read is written so that it is the same the second time.
func (s *suite) exchange(t *testing.T, e exchange) {
	t.Helper()
	if e.want == "" {
		e.want = e.text
	}
	typ := s.Message(e.reader).Type
	first := written(t, s.Schema, e.writer, e.text)
	s.same(t, e.writer, e.text, first)
	v, used, err := value.Decode(typ, first, value.Options{})
	if e.want == refused {
		if _, generated := messages[e.reader]().(reader).DecodeBinary(first, Limits{}); err == nil || generated == nil {
			t.Errorf("%s is read as %s: %v, %v", e.text, e.reader, err, generated)
		}
		return
	}
	if text := string(value.AppendText(nil, v)); err != nil || used != len(first) || text != e.want {
		t.Fatalf("%s read as %s: %d of %d bytes, %v\n got %s\nwant %s", e.writer, e.reader, used, len(first), err, text, e.want)
	}
	for policy, treat := range policies {
		m, b := messages[e.reader](), first
		for range 2 {
			if n, err := m.(reader).DecodeBinary(b, Limits{}); err != nil || n != len(b) {
				t.Fatalf("%s read as %s, %s: %d of %d bytes, %v", e.writer, e.reader, policy, n, len(b), err)
			}
			lazies(reflect.ValueOf(m).Elem(), treat)
			if got := m.(fmt.Stringer).String(); got != e.want {
				t.Fatalf("%s read as %s, %s:\n got %s\nwant %s", e.writer, e.reader, policy, got, e.want)
			}
			if typ.ReadOnly() {
				break
			}
			b = marshal(t, m)
			if e.want == e.text && !bytes.Equal(b, first) {
				t.Fatalf("%s is %x, and as %s, %s, %x", e.writer, first, e.reader, policy, b)
			}
			v, used, err := value.Decode(typ, b, value.Options{})
			if text := string(value.AppendText(nil, v)); err != nil || used != len(b) || text != e.want {
				t.Fatalf("%s read as %s, %s, is written as %s, %v\nwant %s", e.writer, e.reader, policy, text, err, e.want)
			}
		}
	}
}

// reader is what all messages have, subsets too.
type reader interface {
	DecodeBinary(b []byte, l Limits) (int, error)
}

// same has both codecs read text from b, and write b for it, nothing of it kept encoded.
func (s *suite) same(t *testing.T, name, text string, b []byte) {
	t.Helper()
	if got := written(t, s.Schema, name, text); !bytes.Equal(got, b) {
		t.Fatalf("%s %s: the dynamic codec writes %x, want %x", name, text, got, b)
	}
	v, used, err := value.Decode(s.Message(name).Type, b, value.Options{})
	if got := string(value.AppendText(nil, v)); err != nil || used != len(b) || got != text {
		t.Fatalf("%x: the dynamic codec reads %s from %d of %d bytes, %v, want %s", b, got, used, len(b), err, text)
	}
	m := messages[name]().(message)
	if n, err := m.DecodeBinary(b, Limits{}); err != nil || n != len(b) || m.String() != text {
		t.Fatalf("%x: %s is read from %d of %d bytes, %v, want %s", b, m, n, len(b), err, text)
	}
	lazies(reflect.ValueOf(m).Elem(), policies["discard"])
	if got := marshal(t, m); !bytes.Equal(got, b) {
		t.Fatalf("%s %s: %x is written, want %x", name, text, got, b)
	}
}

// bytes are the cases that tell the bytes. The original's thunks are values that it makes when
// it writes them; in their place stand fields that are read, asked for and encoded anew.
func (s *suite) bytes(t *testing.T) {
	encoded := func(digits string) []byte {
		b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const (
		primitives = `{"a":true,"b":42,"c":"13","d":"42","e":"4045000000000000","f":"abc."}`
		six        = "011f06 0201 022a 001a 062a00000000000000 080000000000004540 03046162632e"
		list       = "010901 050602 0014 008004"
	)
	for _, c := range []struct{ name, message, text, want string }{
		{"test_lazy_fields/lazy fields/write primitive types (thunks)", "lazy01", primitives, six},
		{"test_lazy_fields/lazy fields/write list types (thunks)", "lazy04", `{"v":["10","256"]}`, list},
		{"test_lazy_fields/lazy fields/write array types (thunks)", "lazy05", `{"v":["10","256"]}`, list},
		{"unit_write/write composed types/tuple", "simple_tuple", `{"v":["10",true]}`, "010801 010502 0014 0201"},
		{"unit_write/write composed types/nested message", "nested_message", `{"v":{"v":{"C":["abcd"]}},"b":"10"}`, "010f02 010a01 210701 030461626364 0014"},
		{"unit_write/write composed types/lists and arrays", "lists_arrays", `{"lint":["10","256"],"abool":[true,false,false]}`, "011202 050602 0014 008004 050703 0201 0200 0200"},
		{"unit_write/write simple types/bool (true)", "simple_bool", `{"v":true}`, "010301 0201"},
		{"unit_write/write simple types/bool (false)", "simple_bool", `{"v":false}`, "010301 0200"},
	} {
		s.run(t, c.name, func(t *testing.T) { s.same(t, c.message, c.text, encoded(c.want)) })
	}
	s.run(t, "unit_write/write composed types/msg_sum", func(t *testing.T) {
		s.same(t, "msg_sum", `{"A":{"b":false}}`, encoded("010301 0200"))
		s.same(t, "msg_sum", `{"B":{"i":"10"}}`, encoded("110301 0014"))
	})
	s.run(t, "unit_write/write composed types/simple_sum", func(t *testing.T) {
		s.same(t, "simple_sum", `{"v":{"A":[true]}}`, encoded("010601 010301 0201"))
		s.same(t, "simple_sum", `{"v":{"B":[128]}}`, encoded("010601 110301 0280"))
		s.same(t, "simple_sum", `{"v":{"C":["abcd"]}}`, encoded("010a01 210701 030461626364"))
		s.same(t, "simple_sum", `{"v":{"D":[]}}`, encoded("010201 0a"))
	})

	var list4 Lazy04
	list4.V.Set([]int64{10, 256})
	var list5 Lazy05
	list5.V.Set([]int64{10, 256})
	for name, c := range map[string]struct {
		m    Message
		want string
	}{
		"primitive": {&Lazy01{A: true, B: 42, C: 13, D: 42, E: 42, F: "abc."}, six},
		"list":      {&list4, list},
		"array":     {&list5, list},
	} {
		s.run(t, "test_lazy_fields/lazy fields/write "+name+" types (values)", func(t *testing.T) {
			if got := marshal(t, c.m); !bytes.Equal(got, encoded(c.want)) {
				t.Errorf("got %x, want %s", got, c.want)
			}
		})
	}

	r := rand.New(rand.NewPCG(5, 6))
	fixed := func(prefix byte, bits uint64) []byte {
		return binary.LittleEndian.AppendUint64([]byte{1, 10, 1, prefix}, bits)
	}
	for name, each := range map[string]func(t *testing.T){
		"byte": func(t *testing.T) {
			for n := range 256 {
				s.same(t, "simple_byte", fmt.Sprintf(`{"v":%d}`, n), []byte{1, 3, 1, 2, byte(n)})
			}
		},
		"int": func(t *testing.T) {
			for n := -8191; n <= 8191; n++ {
				u := 2 * n // the sign is the last bit
				if n < 0 {
					u = 2*-n - 1
				}
				want := []byte{1, 3, 1, 0, byte(u)}
				if u > 127 {
					want = []byte{1, 4, 1, 0, byte(u%128 + 128), byte(u / 128)}
				}
				s.same(t, "simple_int", fmt.Sprintf(`{"v":"%d"}`, n), want)
			}
		},
		"long": func(t *testing.T) {
			for range 10000 {
				n := r.Int64() >> (8 * r.IntN(8))
				s.same(t, "simple_long", fmt.Sprintf(`{"v":"%d"}`, n), fixed(6, uint64(n)))
			}
		},
		"float": func(t *testing.T) {
			for range 1000 {
				bits := math.Float64bits((r.Float64() - r.Float64()) * math.MaxFloat64)
				s.same(t, "simple_float", fmt.Sprintf(`{"v":"%016x"}`, bits), fixed(8, bits))
			}
		},
		"string": func(t *testing.T) {
			for n := range 125 {
				text := strings.Repeat("x", n)
				s.same(t, "simple_string", `{"v":"`+text+`"}`, append([]byte{1, byte(n + 3), 1, 3, byte(n)}, text...))
			}
			text := strings.Repeat("x", 128)
			s.same(t, "simple_string", `{"v":"`+text+`"}`, append([]byte{1, 132, 1, 1, 3, 128, 1}, text...))
		},
	} {
		s.run(t, "unit_write/write simple types/"+name, each)
	}
}

// roundTrips are the cases that write a value and read it, at once and from a stream.
func (s *suite) roundTrips(t *testing.T) {
	round := func(t *testing.T, name string, m message) {
		t.Helper()
		b, want := marshal(t, m), m.String()
		s.same(t, name, want, b)
		streamed := messages[name]().(message)
		if err := NewStreamReader(bytes.NewReader(b), Limits{}).Read(streamed); err != nil || streamed.String() != want {
			t.Fatalf("the stream: %v\n got %s\nwant %s", err, streamed, want)
		}
	}
	const all = "unit_write/roundtrip/"
	r := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		name, message string
		m             message
	}{
		{"complex type", "complex_rtt", new(ComplexRtt)},
		{"message using record type", "rec_message", new(RecMessage)},
		{"message sum using record types", "rec_message_sum", new(RecMessageSum)},
		{"fields of record type", "rec_fields", new(RecFields)},
		{"long", "simple_long", new(SimpleLong)},
		{"float", "simple_float", new(SimpleFloat)},
		{"string", "simple_string", new(SimpleString)},
		{"abstract type (Digest_type.t)", "simple_digest", &SimpleDigest{Digest{"never empty"}}},
		{"sum type", "simple_sum", new(SimpleSum)},
		{"lists and arrays", "lists_arrays", new(ListsArrays)},
	} {
		s.run(t, all+c.name, func(t *testing.T) {
			texts := map[string]bool{}
			for range 2000 {
				c.m.SetRandom(r)
				round(t, c.message, c.m)
				texts[c.m.String()] = true
			}
			if len(texts) < 300 {
				t.Errorf("%d values alone", len(texts))
			}
		})
	}
	s.run(t, all+"integer", func(t *testing.T) {
		// The original's integers have 63 bits.
		for _, n := range []int64{0, 1, -1, math.MaxInt64, math.MinInt64, math.MaxInt64 / 2, math.MinInt64 / 2, math.MinInt64 / 4} {
			round(t, "simple_int", &SimpleInt{n})
		}
		for range 2000 {
			var m SimpleInt
			m.SetRandom(r)
			round(t, "simple_int", &m)
		}
	})
	s.run(t, all+"bool", func(t *testing.T) {
		round(t, "simple_bool", &SimpleBool{true})
		round(t, "simple_bool", &SimpleBool{false})
	})
	s.run(t, all+"byte", func(t *testing.T) {
		for n := range 256 {
			round(t, "simple_byte", &SimpleByte{byte(n)})
		}
	})
	s.run(t, "test_lazy_fields/lazy fields/randomized testing", randomLazyFields)
}

// frames are the cases of messages with a version before them. The original's writers, too, are
// a list that a version has to be in; here the message is given with its version.
func (s *suite) frames(t *testing.T) {
	tuple := SimpleTuple{V: TupleIntBool{F0: 42, F1: true}}
	frame, err := AppendVersioned(nil, 0, &tuple)
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, "test_conv/Conv/Serialize versioned roundtrip", func(t *testing.T) {
		var back SimpleTuple
		if version, n, err := DecodeVersioned(frame, Limits{}, &back); err != nil || version != 0 || n != len(frame) || back != tuple {
			t.Errorf("version %d in %d bytes: %v, %v", version, n, back, err)
		}
	})
	s.run(t, "test_conv/Conv/read_frame + deserialize_versioned'", func(t *testing.T) {
		var back SimpleTuple
		version, b, err := NewStreamReader(bytes.NewReader(frame), Limits{}).ReadFrame()
		if err != nil || version != 0 || back.UnmarshalBinary(b) != nil || back != tuple {
			t.Errorf("version %d: %v, %v", version, back, err)
		}
	})
	for name, read := range map[string]func(b []byte, versions ...Message) (int, error){
		"versioned (de)serialize": func(b []byte, versions ...Message) (int, error) {
			version, _, err := DecodeVersioned(b, Limits{}, versions...)
			return version, err
		},
		"versioned read/write": func(b []byte, versions ...Message) (int, error) {
			return NewStreamReader(bytes.NewReader(b), Limits{}).ReadVersioned(versions...)
		},
		"versioned IO read/write": func(b []byte, versions ...Message) (int, error) {
			return NewStreamReader(iotest.OneByteReader(bytes.NewReader(b)), Limits{}).ReadVersioned(versions...)
		},
	} {
		s.run(t, "unit_write/versioned serialization/"+name, func(t *testing.T) {
			for version, m := range []Message{&SimpleBool{true}, &SimpleString{"whatever"}, &SimpleLong{42}} {
				var stream bytes.Buffer
				if err := NewStreamWriter(&stream).WriteVersioned(uint16(version), m); err != nil {
					t.Fatal(err)
				}
				known := []Message{new(SimpleBool), new(SimpleString), new(SimpleLong)}
				if got, err := read(stream.Bytes(), known...); err != nil || got != version || !reflect.DeepEqual(known[version], m) {
					t.Errorf("version %d: read as %d, %v, %v", version, got, known[version], err)
				}
				if _, err := read(stream.Bytes(), known[:2]...); (version == 2) != errors.Is(err, ErrVersion) {
					t.Errorf("version %d where 2 are known: %v", version, err)
				}
			}
		})
	}
}

// streams are the cases of messages one after the other.
func (s *suite) streams(t *testing.T) {
	s.run(t, "test_extensions/extensions/dropping unknown fields (sequence)", func(t *testing.T) {
		r := rand.New(rand.NewPCG(9, 10))
		var b []byte
		var numbers []int64
		for range 100 {
			n := r.Int64N(0x3ffffff)
			numbers = append(numbers, n)
			b = append(b, written(t, s.Schema, "msg1b", fmt.Sprintf(`{"A":{"a":"%d","a'":"%d"}}`, n, -n))...)
		}
		stream := NewStreamReader(bytes.NewReader(b), Limits{})
		for _, n := range numbers {
			want := fmt.Sprintf(`{"A":{"a":"%d"}}`, n)
			var m Msg1a
			if err := stream.Read(&m); err != nil || m.String() != want {
				t.Fatalf("%v, %v, want %s", &m, err, want)
			}
			v, used, err := value.Decode(s.Message("msg1a").Type, b, value.Options{})
			if got := string(value.AppendText(nil, v)); err != nil || got != want {
				t.Fatalf("the dynamic codec: %s, %v, want %s", got, err, want)
			}
			b = b[used:]
		}
	})
	s.run(t, "unit_write/error recovery/skip to EOM on error (conversion)", func(t *testing.T) {
		var stream bytes.Buffer
		for _, digest := range []string{"", "foo"} {
			stream.Write(written(t, s.Schema, "simple_digest2", `{"digest":"`+digest+`","extra":"whatever"}`))
		}
		r := NewStreamReader(&stream, Limits{})
		var m SimpleDigest
		if err := r.Read(&m); !errors.Is(err, ErrConversion) {
			t.Errorf("an empty digest: %v", err)
		}
		if err := r.Read(&m); err != nil || m.Digest.text != "foo" {
			t.Errorf("the message after it: %v, %v", &m, err)
		}
	})
}

// limits are the cases of as much as is allowed, and more.
func (s *suite) limits(t *testing.T) {
	list := func(format, element string) func(n int) string {
		return func(n int) string {
			return fmt.Sprintf(format, strings.Join(slices.Repeat([]string{element}, n), ","))
		}
	}
	text := func(n int) string { return `{"v":"` + strings.Repeat(" ", n) + `"}` }
	type row struct {
		message        string
		text           func(n int) string
		within, beyond int
	}
	for name, c := range map[string]struct {
		l       Limits
		dynamic value.Limits
		rows    []row
	}{
		"max_elements": {Limits{Elements: 10}, value.Limits{Elements: 10}, []row{
			{"lists_arrays", list(`{"lint":[],"abool":[%s]}`, "false"), 10, 11},
			{"lazy04", list(`{"v":[%s]}`, `"1"`), 10, 11},
		}},
		"max_string_length":  {Limits{String: 10}, value.Limits{String: 10}, []row{{"simple_string", text, 10, 11}}},
		"max_message_length": {Limits{Message: 10}, value.Limits{Message: 10}, []row{{"simple_string", text, 0, 11}}},
	} {
		s.run(t, "unit_write/limits/"+name, func(t *testing.T) {
			for _, row := range c.rows {
				for n, within := range map[int]bool{row.within: true, row.beyond: false} {
					b := written(t, s.Schema, row.message, row.text(n))
					m := messages[row.message]().(Message)
					_, err := m.DecodeBinary(b, c.l)
					lazies(reflect.ValueOf(m).Elem(), func(f reflect.Value) {
						err, _ = f.Addr().MethodByName("Get").Call(nil)[1].Interface().(error)
					})
					_, _, dynamic := value.Decode(s.Message(row.message).Type, b, value.Options{Limits: c.dynamic})
					if within != (err == nil) || !within && !errors.Is(err, ErrLimit) {
						t.Errorf("%s of %d: %v", row.message, n, err)
					}
					if within != (dynamic == nil) || !within && !errors.Is(dynamic, wire.ErrLimit) {
						t.Errorf("%s of %d, dynamic codec: %v", row.message, n, dynamic)
					}
				}
			}
		})
	}
}

// randomLazyFields is the original's randomized test: 5,000 values, written and read twice.
func randomLazyFields(t *testing.T) {
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

// TestVersionedFrames is what the original's cases of Conv leave out: streams, versions that are
// not known, and frames that are cut.
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
