// Package judge is copied beside packages with the structs of other modules' schemas and their
// code: what Google's module makes of the schemas judges what they write and read.
package judge

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// file is a schema, with the code for its messages.
type file struct {
	name     string
	messages []judged
}

// judged is the code for a message.
type judged struct {
	name string // of its struct
	// again reads a message, and writes it.
	again func([]byte) (written []byte, read, write error)
}

func of[T any](name string, write func(*T) ([]byte, error), read func([]byte, *T) error) judged {
	return judged{name, func(b []byte) ([]byte, error, error) {
		v := new(T)
		if err := read(b, v); err != nil {
			return nil, err, nil
		}
		written, err := write(v)
		return written, nil, err
	}}
}

var (
	deterministic = proto.MarshalOptions{Deterministic: true}
	unresolved    = proto.UnmarshalOptions{Resolver: new(protoregistry.Types)} // extensions are unknown fields
)

// ofGoogle returns a schema of an edition as Google's module describes it: only that tells its
// own code whether texts are to be UTF-8, of which descriptors by protocompile say nothing.
func ofGoogle(t *testing.T, f protoreflect.FileDescriptor) protoreflect.FileDescriptor {
	t.Helper()
	if f.Syntax() != protoreflect.Editions {
		return f
	}
	var set descriptorpb.FileDescriptorSet
	seen := map[string]bool{}
	var add func(f protoreflect.FileDescriptor)
	add = func(f protoreflect.FileDescriptor) {
		if seen[f.Path()] {
			return
		}
		seen[f.Path()] = true
		for i := range f.Imports().Len() {
			add(f.Imports().Get(i).FileDescriptor)
		}
		set.File = append(set.File, protoutil.ProtoFromFileDescriptor(f))
	}
	add(f)
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		t.Fatal(err)
	}
	described, err := files.FindFileByPath(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	return described
}

// TestJudge reads what Google's module has written of random values, and damaged input too,
// and writes what that module writes of it.
func TestJudge(t *testing.T) {
	total, both, neither, apart, count := 0, 0, 0, 0, 0
	plain := func(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }
	for _, f := range all {
		folders := slices.Clone(schemaPaths)
		for at := path.Dir(f.name); at != "."; at = path.Dir(at) {
			folders = append(folders, filepath.Join(schemaPaths[0], at))
		}
		files, err := (&protocompile.Compiler{Resolver: protocompile.WithStandardImports(protocompile.CompositeResolver{
			&protocompile.SourceResolver{ImportPaths: folders},
			protocompile.ResolverFunc(func(name string) (protocompile.SearchResult, error) {
				if !strings.HasSuffix(name, "gogoproto/gogo.proto") {
					return protocompile.SearchResult{}, protoregistry.NotFound
				}
				return protocompile.SearchResult{Source: strings.NewReader(gogo)}, nil
			}),
		})}).Compile(t.Context(), f.name)
		if err != nil {
			t.Fatal(err)
		}
		lookAt(files[0])
		schema := ofGoogle(t, files[0])
		described := map[string]protoreflect.MessageDescriptor{}
		for i := range schema.Messages().Len() {
			m := schema.Messages().Get(i)
			described[plain(string(m.Name()))] = m
		}
		count += len(described)
		if len(described) != len(f.messages) {
			t.Errorf("%s: %d messages, of %d", f.name, len(f.messages), len(described))
		}
		for _, c := range f.messages {
			t.Run(f.name+"/"+c.name, func(t *testing.T) {
				d := described[plain(c.name)]
				if d == nil {
					t.Fatal("the schema does not have it")
				}
				r := rand.New(rand.NewPCG(*seed, 27))
				var last []byte
				for range *values {
					m := dynamicpb.NewMessage(d)
					fill(r, m, 3)
					carried(m, true)
					settle(m)
					want, err := deterministic.Marshal(m)
					if err != nil {
						t.Fatal(err)
					}
					got, readErr, writeErr := c.again(want)
					if readErr != nil || writeErr != nil || !bytes.Equal(got, want) {
						t.Fatalf("%v, %v\n%v\ngoogle's %x\nours     %x", readErr, writeErr, m, want, got)
					}
					total++
					for range *mutants {
						b := damaged(r, want, last)
						theirs := dynamicpb.NewMessage(d)
						err, panics := unmarshal(b, theirs)
						got, readErr, writeErr := c.again(b)
						switch {
						case panics, err == nil && readErr != nil && beyond.MatchString(readErr.Error()):
							apart++
							continue
						case err != nil && readErr == nil:
							t.Fatalf("%x\ngoogle's %v\nours     %x", b, err, got)
						case err != nil:
							neither++
							continue
						case !carried(theirs, false):
							apart++ // Go types hold less than those messages, and refuse it or leave it out
							continue
						}
						settle(theirs)
						want, err := deterministic.Marshal(theirs)
						if !bytes.Equal(got, want) && bytes.Contains(want, []byte("\x08\x80\x92\xb8\xc3\x98\xfe\xff\xff\xff\x01")) {
							apart++ // a time comes in parts, the first of which is the zero time.Time
							continue
						}
						if !bytes.Equal(got, want) && strings.Contains(fmt.Sprint(theirs), "nan") {
							got = quiet(got, d) // as dynamicpb has made those of floats
						}
						if readErr != nil || (writeErr == nil) != (err == nil) || !bytes.Equal(got, want) {
							t.Fatalf("%x\n%v, %v, %v\n%v\ngoogle's %x\nours     %x", b, err, readErr, writeErr, theirs, want, got)
						}
						both++
					}
					last = want
				}
			})
		}
	}
	t.Logf("%d messages: %d values same, %d inputs read by both, %d refused by both, %d beyond Go types", count, total, both, neither, apart)
}

// always are the fields of which gogo's option nullable says that they are always there.
var always = map[protoreflect.FullName]bool{}

// lookAt finds those of a file, and of what it imports.
func lookAt(f protoreflect.FileDescriptor) {
	for i := range f.Imports().Len() {
		lookAt(f.Imports().Get(i))
	}
	lookIn(f.Messages())
}

func lookIn(messages protoreflect.MessageDescriptors) {
	for i := range messages.Len() {
		fields := messages.Get(i).Fields()
		for k := range fields.Len() {
			fields.Get(k).Options().ProtoReflect().Range(func(o protoreflect.FieldDescriptor, v protoreflect.Value) bool {
				if o.FullName() == "gogoproto.nullable" && !v.Bool() {
					always[fields.Get(k).FullName()] = true
				}
				return true
			})
		}
		lookIn(messages.Get(i).Messages())
	}
}

// beyond are errors of what another part of the input may replace or complete.
var beyond = regexp.MustCompile(`of 292 years|a required field is missing`)

// unmarshal has Google's module read a message. It panics where a key of a map comes twice,
// of another kind the second time.
func unmarshal(b []byte, m proto.Message) (err error, panics bool) {
	defer func() { panics = recover() != nil }()
	return unresolved.Unmarshal(b, m), false
}

// quiet has dynamicpb read and write a message, by which NaNs are quiet ones.
func quiet(b []byte, d protoreflect.MessageDescriptor) []byte {
	m := dynamicpb.NewMessage(d)
	if err := unresolved.Unmarshal(b, m); err != nil {
		return b
	}
	b, _ = deterministic.Marshal(m)
	return b
}

// carried reports whether the messages in m that are Go types have nothing that those do not
// hold, and mends them.
func carried(m protoreflect.Message, mend bool) bool {
	get := func(name protoreflect.Name) protoreflect.Value { return m.Get(m.Descriptor().Fields().ByName(name)) }
	set := func(name protoreflect.Name, x protoreflect.Value) { m.Set(m.Descriptor().Fields().ByName(name), x) }
	ok := true
	known := strings.HasPrefix(string(m.Descriptor().FullName()), "google.protobuf.")
	switch m.Descriptor().FullName() {
	case "google.protobuf.Timestamp", "google.protobuf.Duration":
		from, to := int64(-62135596800), int64(253402300799) // the years 1 to 9999
		if m.Descriptor().Name() == "Duration" {
			from, to = -math.MaxInt64/1_000_000_000, math.MaxInt64/1_000_000_000
		}
		seconds, nanos := get("seconds").Int(), get("nanos").Int()
		ok = from <= seconds && seconds <= to && -1e9 < nanos && nanos < 1e9 &&
			(nanos >= 0 && seconds >= 0 || nanos >= 0 && m.Descriptor().Name() == "Timestamp" || nanos <= 0 && seconds <= 0 && m.Descriptor().Name() == "Duration")
		if mend && !ok {
			set("seconds", protoreflect.ValueOfInt64(seconds%to))
			nanos %= 1e9
			if nanos < 0 || seconds < 0 {
				nanos = 0
			}
			set("nanos", protoreflect.ValueOfInt32(int32(nanos)))
			return true
		}
	case "google.protobuf.Value":
		kind := m.Descriptor().Oneofs().Get(0)
		f := m.WhichOneof(kind)
		ok = f != nil && f.Name() != "null_value"
		if mend && !ok {
			set("bool_value", protoreflect.ValueOfBool(true))
			return true
		}
	case "google.protobuf.Any", "google.protobuf.Empty", "google.protobuf.Struct", "google.protobuf.ListValue", "google.protobuf.FieldMask":
		known = known && m.Descriptor().Name() != "Any" && m.Descriptor().Name() != "Empty"
	default:
		known = known && strings.HasSuffix(string(m.Descriptor().Name()), "Value") && m.Descriptor().Fields().Len() == 1
	}
	if known && len(m.GetUnknown()) > 0 {
		ok = false
	}
	each(m, func(in protoreflect.Message) { ok = carried(in, mend) && ok })
	return ok
}

// settle sets the fields that are always there, and shortens the tags of unknown fields, as
// generated code does.
func settle(m protoreflect.Message) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		if f := fields.Get(i); f.HasPresence() && f.ContainingOneof() == nil && !m.Has(f) && always[f.FullName()] {
			m.Set(f, m.NewField(f))
			if in := f.Message(); in != nil && in.FullName() == "google.protobuf.Timestamp" { // the zero time.Time
				m.Mutable(f).Message().Set(in.Fields().ByName("seconds"), protoreflect.ValueOfInt64(-62135596800))
			}
		}
	}
	var unknown []byte
	for b := m.GetUnknown(); len(b) > 0; {
		number, kind, n := protowire.ConsumeTag(b)
		value := protowire.ConsumeFieldValue(number, kind, b[n:])
		unknown = append(protowire.AppendTag(unknown, number, kind), b[n:n+value]...)
		b = b[n+value:]
	}
	m.SetUnknown(unknown)
	each(m, settle)
}

// each calls f with the messages that m holds.
func each(m protoreflect.Message, f func(protoreflect.Message)) {
	m.Range(func(d protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case d.IsMap() && d.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, v protoreflect.Value) bool {
				f(v.Message())
				return true
			})
		case d.IsMap() || d.Message() == nil:
		case d.IsList():
			for i := range v.List().Len() {
				f(v.List().Get(i).Message())
			}
		default:
			f(v.Message())
		}
		return true
	})
}
