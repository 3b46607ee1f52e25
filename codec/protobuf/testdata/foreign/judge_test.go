// Package judge is copied beside the code for messages of another module's: Google's module
// judges what it writes and reads.
package judge

import (
	"bytes"
	"flag"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
)

var (
	values  = flag.Int("values", 200, "how many random values are made of each message")
	mutants = flag.Int("mutants", 20, "how many damaged inputs are made of each value")
	seed    = flag.Uint64("seed", 1, "of both")
)

// judged is a message with the code for it.
type judged struct {
	name  string
	fresh func() proto.Message
	write func(proto.Message) ([]byte, error)
	read  func([]byte, proto.Message) error
}

func of[T any, P interface {
	*T
	proto.Message
}](name string, write func(*T) ([]byte, error), read func([]byte, *T) error) judged {
	return judged{
		name, func() proto.Message { return P(new(T)) },
		func(m proto.Message) ([]byte, error) { return write((*T)(m.(P))) },
		func(b []byte, m proto.Message) error { return read(b, (*T)(m.(P))) },
	}
}

var (
	deterministic = proto.MarshalOptions{Deterministic: true}
	unresolved    = proto.UnmarshalOptions{Resolver: new(protoregistry.Types)} // extensions are unknown fields
)

// TestJudge writes random values as Google's module does, byte for byte, has what the
// schema beside the code tells read them with nothing unknown, and reads what that module
// reads, of damaged input too.
func TestJudge(t *testing.T) {
	described := schema(t)
	total, both, neither := 0, 0, 0
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*seed, 27))
			var last []byte
			for range *values {
				m := c.fresh()
				fill(r, m.ProtoReflect(), 3)
				want, err := deterministic.Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				got, err := c.write(m)
				if err != nil || !bytes.Equal(got, want) {
					t.Fatalf("%v\n%v\ngoogle's %x\nours     %x", err, m, want, got)
				}
				total++
				if d := described[c.name]; d != nil {
					v := dynamicpb.NewMessage(d)
					if err := proto.Unmarshal(got, v); err != nil {
						t.Fatalf("by the schema: %v", err)
					}
					if again, err := deterministic.Marshal(v); err != nil || !bytes.Equal(again, got) || unknown(v) {
						t.Fatalf("by the schema: %v\n%v\n%x\nours %x", err, v, again, got)
					}
				} else {
					t.Fatal("the schema does not have it")
				}
				for k := range *mutants + 1 {
					b := want
					if k > 0 {
						b = damaged(r, want, last)
					}
					theirs, ours := c.fresh(), c.fresh()
					wantErr, gotErr := unresolved.Unmarshal(b, theirs), c.read(b, ours)
					if (wantErr == nil) != (gotErr == nil) {
						t.Fatalf("%x\ngoogle's %v\nours     %v", b, wantErr, gotErr)
					}
					if wantErr != nil {
						neither++
						continue
					}
					both++
					if !proto.Equal(ours, theirs) {
						t.Fatalf("%x\ngoogle's %v\nours     %v", b, theirs, ours)
					}
				}
				last = want
			}
		})
	}
	t.Logf("%d messages: %d values same, %d inputs read by both, %d refused by both", len(all), total, both, neither)
	if total > 0 && both < 2*total {
		t.Error("hardly any damaged input was read")
	}
}

// schema returns the messages that the schema beside the code declares, by the names of
// their Go types, which it has.
func schema(t *testing.T) map[string]protoreflect.MessageDescriptor {
	resolver := protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{"."}})
	files, err := (&protocompile.Compiler{Resolver: resolver}).Compile(t.Context(), schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]protoreflect.MessageDescriptor{}
	for i := range files[0].Messages().Len() {
		m := files[0].Messages().Get(i)
		list[string(m.Name())] = m
	}
	return list
}

// unknown reports whether a message holds fields that its descriptor does not have.
func unknown(m protoreflect.Message) bool {
	found := len(m.GetUnknown()) > 0
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Message() == nil || f.IsMap() && f.MapValue().Message() == nil:
		case f.IsMap():
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				found = found || unknown(v.Message())
				return true
			})
		case f.IsList():
			for i := range v.List().Len() {
				found = found || unknown(v.List().Get(i).Message())
			}
		default:
			found = found || unknown(v.Message())
		}
		return true
	})
	return found
}

// fill sets some fields of a message.
func fill(r *rand.Rand, m protoreflect.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Cardinality() != protoreflect.Required && r.IntN(3) == 0 || f.Message() != nil && depth <= 0 && f.Cardinality() != protoreflect.Required {
			continue
		}
		switch {
		case f.IsMap():
			for range r.IntN(4) {
				v := m.Mutable(f).Map().NewValue()
				if f.MapValue().Message() != nil {
					fill(r, v.Message(), depth-1)
				} else {
					v = scalar(r, f.MapValue())
				}
				m.Mutable(f).Map().Set(scalar(r, f.MapKey()).MapKey(), v)
			}
		case f.IsList():
			for range r.IntN(4) {
				if f.Message() != nil {
					fill(r, m.Mutable(f).List().AppendMutable().Message(), depth-1)
				} else {
					m.Mutable(f).List().Append(scalar(r, f))
				}
			}
		case f.Message() != nil:
			fill(r, m.Mutable(f).Message(), depth-1)
		default:
			m.Set(f, scalar(r, f))
		}
	}
}

func scalar(r *rand.Rand, f protoreflect.FieldDescriptor) protoreflect.Value {
	x := r.Uint64() >> r.IntN(64)
	if r.IntN(4) == 0 {
		x = -x
	}
	text := strings.Repeat(string(rune('a'+r.IntN(26))), []int{0, 1, 5, 20, 130}[r.IntN(5)])
	float := []float64{0, math.Copysign(0, -1), 1.5, -2, math.Inf(1), r.NormFloat64()}[r.IntN(6)]
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(x&1 == 1)
	case protoreflect.EnumKind:
		of := f.Enum().Values()
		return protoreflect.ValueOfEnum(of.Get(r.IntN(of.Len())).Number())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(x))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(x))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(int64(x))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(x)
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(float))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(float)
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(text)
	default:
		return protoreflect.ValueOfBytes([]byte(text))
	}
}

// damaged changes a message in some places, joins it with another or cuts it off.
func damaged(r *rand.Rand, b, other []byte) []byte {
	m := bytes.Clone(b)
	if r.IntN(4) == 0 {
		m = append(m, other...)
	}
	if len(m) > 300 && r.IntN(2) == 0 { // where most is structure
		m = m[:300]
	}
	for range 1 + r.IntN(3) {
		if len(m) == 0 {
			break
		}
		at := r.IntN(len(m))
		switch r.IntN(6) {
		case 0:
			m[at] = byte(r.Uint32())
		case 1:
			m[at] ^= 1 << r.IntN(8)
		case 2:
			m = m[:at]
		case 3:
			m = append(m[:at], m[at+1:]...)
		case 4:
			m = append(m[:at], append([]byte{byte(r.Uint32() >> r.IntN(32))}, m[at:]...)...)
		case 5: // a number that is longer than it need be
			m = append(m[:at], append([]byte{m[at] | 0x80, 0}, m[at+1:]...)...)
		}
	}
	return m
}
