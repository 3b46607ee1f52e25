package verify

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// ordered writes itself in one way, in JSON.
type ordered struct{ Members map[string]int }

func (o ordered) MarshalJSON() ([]byte, error) { return json.Marshal(o.Members) }

func (o *ordered) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &o.Members) }

// unordered writes its members in the order of the map, as generated code does, but
// only in JSON.
type unordered struct{ Members map[string]int }

func (u unordered) MarshalJSON() ([]byte, error) {
	var b []byte
	for name := range u.Members {
		b = append(b, name...)
	}
	return b, nil
}

func (u unordered) MarshalText() ([]byte, error) {
	return []byte(strings.Join(slices.Sorted(maps.Keys(u.Members)), "")), nil
}

// changing has methods that generators make.
type changing struct{ n *byte }

func (c changing) MarshalVT() ([]byte, error)          { *c.n++; return []byte{*c.n}, nil }
func (c changing) Marshal() ([]byte, error)            { return c.MarshalVT() }
func (c changing) MarshalMsg(b []byte) ([]byte, error) { *c.n++; return append(b, *c.n), nil }

// failing has methods that say nothing of a value.
type failing struct{ N int }

func (f failing) MarshalJSON() ([]byte, error) { panic("no") }

func TestVaries(t *testing.T) {
	two := map[string]int{"a": 1, "b": 2}
	type cycle struct{ Next *cycle }
	round := &cycle{}
	round.Next = round
	for _, test := range []struct {
		name    string
		value   any
		methods string
		want    bool
	}{
		{"no methods", &struct{ M map[string]int }{two}, "MarshalJSON", false},
		{"the same each time", &ordered{two}, "MarshalJSON", false},
		{"another order", &unordered{two}, "MarshalJSON", true},
		{"another order, of one member", &unordered{map[string]int{"a": 1}}, "MarshalJSON", false},
		{"the row calls no method", &unordered{two}, "", false},
		{"the row calls another method", &unordered{two}, "MarshalText MarshalBinary", false},
		{"in a slice", &struct{ L []unordered }{[]unordered{{}, {two}}}, "MarshalJSON", true},
		{"in an array", &struct{ L [2]unordered }{[2]unordered{{}, {two}}}, "MarshalJSON", true},
		{"behind a pointer", &struct{ P **unordered }{new(&unordered{two})}, "MarshalJSON", true},
		{"in a map", &struct{ M map[int]unordered }{map[int]unordered{1: {two}}}, "MarshalJSON", true},
		{"in an interface", &struct{ I any }{unordered{two}}, "MarshalJSON", true},
		{"in an embedded struct", &struct{ unordered }{unordered{two}}, "MarshalJSON", true},
		{"where nobody reaches it", &struct{ u unordered }{unordered{two}}, "MarshalJSON", false},
		{"a circle", round, "MarshalJSON", false},
		{"vtprotobuf", &changing{new(byte)}, "MarshalVT", true},
		{"gogo", &changing{new(byte)}, "Marshal", true},
		{"msgp", &changing{new(byte)}, "MarshalMsg", true},
		{"panics", &failing{1}, "MarshalJSON", false},
		{"a protobuf message with a map", &structpb.Struct{Fields: map[string]*structpb.Value{"a": {}, "b": {}}}, "ProtoReflect", true},
		{"a protobuf message without", &structpb.ListValue{Values: []*structpb.Value{structpb.NewBoolValue(true)}}, "ProtoReflect", false},
	} {
		if got := varies(test.value, strings.Fields(test.methods)); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}

// TestOwnMethodsExcuse: bytes that differ are excused where the type's own methods,
// which the row calls, write them; and only there.
func TestOwnMethodsExcuse(t *testing.T) {
	eight := map[string]int{} // of two, the orders are the same too often by chance
	for i := range 8 {
		eight[string(rune('a'+i))] = i
	}
	noise := func(b []byte) []byte { return binary.LittleEndian.AppendUint64(b, rand.Uint64()) }
	if v := Run(methodCase[ordered](&ordered{eight}, nil), protocol.Declared{}); !v.OK || !v.Deterministic {
		t.Fatalf("an honest codec: %+v", v)
	}
	const differs = "encodes to different bytes"
	for _, test := range []struct {
		name    string
		c       Case
		methods []string
		want    string
	}{
		{"own methods vary and are called", methodCase[shuffled](&shuffled{eight}, nil), []string{"MarshalJSON"}, ""},
		{"own methods vary and are not called", methodCase[shuffled](&shuffled{eight}, nil), nil, differs},
		{"own methods vary, but others are called", methodCase[shuffled](&shuffled{eight}, nil), []string{"MarshalText"}, differs},
		{"own methods do not vary", methodCase[ordered](&ordered{eight}, noise), []string{"MarshalJSON"}, differs},
	} {
		if v := Run(test.c, protocol.Declared{Methods: test.methods}); v.OK != (test.want == "") || !strings.Contains(v.Reason, test.want) {
			t.Errorf("%s: %q", test.name, v.Reason)
		}
	}
}

// shuffled is unordered in JSON that can be read.
type shuffled struct{ Members map[string]int }

func (s shuffled) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for name, n := range s.Members {
		part, _ := json.Marshal(map[string]int{name: n})
		b = append(append(b, part[1:len(part)-1]...), ',')
	}
	return append(b[:len(b)-1], '}'), nil
}

func (s *shuffled) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &s.Members) }

// methodCase is a codec that calls a type's own methods, with what ends its output.
func methodCase[T any, P interface {
	*T
	json.Marshaler
	json.Unmarshaler
}](value *T, ends func([]byte) []byte) Case {
	tail := 0
	if ends != nil {
		tail = len(ends(nil))
	}
	return Case{
		Open: func() Codec {
			return Erase(adapter.Codec[T]{
				Marshal: func(v *T) ([]byte, error) {
					b, err := P(v).MarshalJSON()
					if ends != nil {
						b = ends(b)
					}
					return b, err
				},
				Unmarshal: func(b []byte, v *T) error { return P(v).UnmarshalJSON(b[:max(0, len(b)-tail)]) },
			})
		},
		New:    func() any { return new(T) },
		Values: []any{value},
		Brief:  true,
	}
}
