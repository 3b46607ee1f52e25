package mutants

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"example.com/conformance/proto2"
	"example.com/conformance/proto3"
)

var (
	inputs = flag.String("inputs", "", "the file that the testee has put the suite's inputs into")
	count  = flag.Int("mutants", 20_000, "how many to make of them")
	seed   = flag.Uint64("seed", 1, "of the mutants")
)

// message is what both judge: the same bytes, by google.golang.org/protobuf and by the
// generated code, into structs of one type.
type message struct {
	name  string
	fresh func() (proto.Message, func([]byte) error, func() ([]byte, error))
}

var messages = []message{
	{"TestAllTypesProto3", func() (proto.Message, func([]byte) error, func() ([]byte, error)) {
		m := new(proto3.TestAllTypesProto3)
		return m, func(b []byte) error { return proto3.UnmarshalTestAllTypesProto3Protobuf(b, m) },
			func() ([]byte, error) { return proto3.MarshalTestAllTypesProto3Protobuf(m) }
	}},
	{"TestAllTypesProto2", func() (proto.Message, func([]byte) error, func() ([]byte, error)) {
		m := new(proto2.TestAllTypesProto2)
		return m, func(b []byte) error { return proto2.UnmarshalTestAllTypesProto2Protobuf(b, m) },
			func() ([]byte, error) { return proto2.MarshalTestAllTypesProto2Protobuf(m) }
	}},
}

// TestMutants reads damaged inputs of the conformance suite, and writes what was read:
// both refuse the same ones, and of the others read the same values and write the same
// bytes. Extensions are unknown fields to both. MessageSets of proto1, which are known to
// google.golang.org/protobuf alone, are left out.
func TestMutants(t *testing.T) {
	if *inputs == "" {
		t.Skip("say with -inputs where the suite's inputs are")
	}
	all := seeds(t)
	for _, m := range messages {
		t.Run(m.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*seed, 1))
			list := all[m.name]
			if len(list) < 100 {
				t.Fatalf("only %d inputs", len(list))
			}
			for _, b := range list {
				compare(t, m, b)
			}
			accepted := 0
			for range *count {
				b := bytes.Clone(list[r.IntN(len(list))])
				if r.IntN(2) == 0 {
					b = append(b, list[r.IntN(len(list))]...)
				}
				if compare(t, m, mutate(r, b)) {
					accepted++
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d inputs, %d mutants, of which both read %d", len(list), *count, accepted)
			if accepted < *count/10 {
				t.Errorf("only %d mutants were read", accepted)
			}
		})
	}
}

// seeds returns the inputs of each message.
func seeds(t *testing.T) map[string][][]byte {
	f, err := os.Open(*inputs)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list := map[string][][]byte{}
	lines := bufio.NewScanner(f)
	for lines.Buffer(nil, 1<<24); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), "\t")
		b, err := hex.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = append(list[name], b)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// mutate changes up to four bytes.
func mutate(r *rand.Rand, b []byte) []byte {
	for range 1 + r.IntN(4) {
		if len(b) == 0 {
			break
		}
		switch k := r.IntN(len(b)); r.IntN(4) {
		case 0:
			b[k] ^= 1 << r.IntN(8)
		case 1:
			b[k] = byte(r.Uint32())
		case 2:
			b = append(b[:k], b[k+1:]...)
		case 3:
			b = append(b[:k], append([]byte{byte(r.Uint32())}, b[k:]...)...)
		}
	}
	return b
}

// compare reports whether both read b.
func compare(t *testing.T, m message, b []byte) bool {
	t.Helper()
	theirs, _, _ := m.fresh()
	ours, unmarshal, marshal := m.fresh()
	set := func() bool {
		return strings.Contains(prototext.Format(theirs)+prototext.Format(ours), "message_set_correct")
	}
	wantErr := proto.UnmarshalOptions{Resolver: new(protoregistry.Types)}.Unmarshal(b, theirs)
	gotErr := unmarshal(b)
	if (wantErr == nil) != (gotErr == nil) && !set() {
		t.Errorf("%x: google's %v, ours %v", b, wantErr, gotErr)
	}
	if wantErr != nil || gotErr != nil {
		return false
	}
	want, err := proto.MarshalOptions{Deterministic: true}.Marshal(theirs)
	if err != nil {
		t.Errorf("%x: google's: %v", b, err)
	}
	got, err := marshal()
	if err != nil {
		t.Errorf("%x: ours: %v", b, err)
	}
	if !bytes.Equal(got, want) && !(len(got) == len(want) && hasNaN(theirs.ProtoReflect())) && !set() {
		t.Errorf("%x:\ngoogle's %x\nours     %x", b, want, got)
	}
	if !proto.Equal(ours, theirs) && !set() {
		t.Errorf("%x:\ngoogle's %v\nours     %v", b, theirs, ours)
	}
	return true
}

// hasNaN reports whether a value of a map in m is NaN, of which google.golang.org/protobuf
// makes a quiet one.
func hasNaN(m protoreflect.Message) (found bool) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap():
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				switch f.MapValue().Kind() {
				case protoreflect.FloatKind, protoreflect.DoubleKind:
					found = found || math.IsNaN(v.Float())
				case protoreflect.MessageKind:
					found = found || hasNaN(v.Message())
				}
				return true
			})
		case f.IsList() && f.Message() != nil:
			for i := range v.List().Len() {
				found = found || hasNaN(v.List().Get(i).Message())
			}
		case f.Message() != nil:
			found = found || hasNaN(v.Message())
		}
		return true
	})
	return found
}
