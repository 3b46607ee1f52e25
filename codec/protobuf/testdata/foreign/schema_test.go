package judge

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// plain is a struct that was written of a schema, with its code.
type plain struct {
	name   string
	travel func([]byte) ([]byte, error)
}

func plainOf[T any](name string, write func(*T) ([]byte, error), read func([]byte, *T) error) plain {
	return plain{name, func(b []byte) ([]byte, error) {
		v := new(T)
		if err := read(b, v); err != nil {
			return nil, err
		}
		return write(v)
	}}
}

// TestSchema reads random messages, as Google's module writes them by the schema alone, and
// writes the same bytes.
func TestSchema(t *testing.T) {
	known = google
	resolver := protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: strings.Split(schemaPaths, ":")})
	files, err := (&protocompile.Compiler{Resolver: resolver}).Compile(t.Context(), schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]protoreflect.MessageDescriptor{}
	collect(described, "", files[0].Messages())
	total := 0
	for _, c := range structs {
		d := described[strings.ToLower(strings.ReplaceAll(c.name, "_", ""))]
		if d == nil {
			t.Errorf("the schema does not declare %s", c.name)
			continue
		}
		r := rand.New(rand.NewPCG(*seed, 28))
		for range *values {
			m := dynamicpb.NewMessage(d)
			fill(r, m, 3)
			want, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := c.travel(want); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s: %v\n%v\ngoogle's %x\nours     %x", c.name, err, m, want, got)
			}
			total++
		}
	}
	t.Logf("%d structs: %d messages same", len(structs), total)
}

// collect notes messages by their names without the letters by which names of Go differ.
func collect(in map[string]protoreflect.MessageDescriptor, within string, list protoreflect.MessageDescriptors) {
	for i := range list.Len() {
		m := list.Get(i)
		name := within + strings.ToLower(strings.ReplaceAll(string(m.Name()), "_", ""))
		in[name] = m
		collect(in, name, m.Messages())
	}
}

// google fills messages that Go types stand for with what these can hold.
func google(r *rand.Rand, m protoreflect.Message, depth int) bool {
	field := func(name string) protoreflect.FieldDescriptor {
		return m.Descriptor().Fields().ByName(protoreflect.Name(name))
	}
	set := func(name string, v any) { m.Set(field(name), protoreflect.ValueOf(v)) }
	switch m.Descriptor().FullName() {
	case "google.protobuf.Timestamp":
		set("seconds", r.Int64N(1<<33))
		set("nanos", r.Int32N(1e9))
	case "google.protobuf.Duration":
		set("seconds", r.Int64N(1<<31))
		set("nanos", r.Int32N(1e9))
	case "google.protobuf.FieldMask":
		m.Mutable(field("paths")).List().Append(protoreflect.ValueOf("a.b"))
	case "google.protobuf.Struct":
		e := m.Mutable(field("fields")).Map().Mutable(protoreflect.ValueOf("key").MapKey())
		google(r, e.Message(), depth-1)
	case "google.protobuf.ListValue":
		google(r, m.Mutable(field("values")).List().AppendMutable().Message(), depth-1)
	case "google.protobuf.Value":
		switch k := r.IntN(5); {
		case k == 0:
			set("bool_value", r.IntN(2) == 0)
		case k == 1:
			set("number_value", r.NormFloat64())
		case k == 2 && depth > 0:
			google(r, m.Mutable(field("list_value")).Message(), depth-1)
		case k == 3 && depth > 0:
			google(r, m.Mutable(field("struct_value")).Message(), depth-1)
		default:
			set("string_value", "text")
		}
	default:
		return false
	}
	return true
}
