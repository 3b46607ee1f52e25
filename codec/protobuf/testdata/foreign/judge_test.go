// Package judge is copied beside the code for messages of another module's: Google's module
// judges what it writes and reads.
package judge

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/dynamicpb"
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
