// Package protobuf emits Protocol Buffers on plain structs, whose tags have the numbers of
// fields as protoc-gen-go, gogo/protobuf and go-to-protobuf write them. It is a page of
// facts on package numbers, and its routines.
//
// Numbers never come from the order of fields: who inserts a field would change the
// meaning of what is stored. The package refuses fields without a number.
//
// Unstable: names may change in a minor version.
package protobuf

import (
	"context"
	"embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/numbers"
	"github.com/assay-go/assay/codec/protobuf/internal/declare"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

//go:embed internal/protobufrt/*.go
var source embed.FS

// Format is the codec.Format of Protocol Buffers. The zero value is ready to use.
type Format struct {
	// Ordered numbers the fields of structs without any tags in their order. It is
	// for measuring types whose encoding is not stored.
	Ordered bool

	// Fixed has those integers of 32 and 64 bits take four and eight bytes.
	Fixed bool

	// Strict refuses fields that the type does not have, where it has no place to keep
	// them.
	Strict bool `name:"strict" help:"Refuse what the type does not have; in json also names that occur twice or differ in case, and invalid UTF-8. Example: --strict"`

	// Numbers gives numbers to the fields that have none, above all that others have or
	// had.
	Numbers bool `name:"number" help:"Give fields without a number one by a tag in their source, or for structs of other modules in a file beside the code. Example: --number"`

	// Proto writes the schema beside the code.
	Proto bool `name:"proto" help:"Write the schema, a .proto file, beside the code. Example: --proto"`

	// Like asks for methods by the names of another generator: "gogo" or "vtprotobuf".
	// What those do not look at is not looked at: whether strings are UTF-8.
	Like string `name:"like" placeholder:"NAME" help:"Methods by the names of another generator beside the rest: gogo (Marshal, MarshalTo, MarshalToSizedBuffer, Size, Unmarshal, Reset, String, as go-to-protobuf has them too) or vtprotobuf (MarshalVT and its like). Strings need not be UTF-8 then, as there. Example: --like=gogo"`

	// AnyText takes strings of proto3 that are not UTF-8.
	AnyText bool `name:"any-text" help:"Do not look whether strings of proto3 are UTF-8. Example: --any-text"`

	// GRPC writes codecs for gRPC and Connect beside the code.
	GRPC bool `name:"grpc" help:"Write codecs of the messages for google.golang.org/grpc, in a file that is built with -tags=grpc, and for connectrpc.com/connect, beside the code. Example: --grpc"`

	// Paths are folders in which imports of .proto files are looked up.
	Paths []string `name:"proto-path" placeholder:"DIR" help:"Folders in which imports of .proto files are looked up, before those above the files. Example: --proto-path=api,third_party"`

	// Annotations say how what .proto files declare looks in Go, as comments in them do.
	Annotations []string `name:"annotate" sep:"none" placeholder:"NAME=WORD" help:"How a field or message of a .proto file looks in Go, as its comment assay:WORD would say: value, name=ID, type=example.com/ids.ID, key=Currency; unknown for a message. Example: --annotate=Order.lines=value"`
}

// Name implements codec.Format.
func (*Format) Name() string { return "protobuf" }

// Doc implements codec.Format.
func (*Format) Doc() string {
	return "Protocol Buffers (https://protobuf.dev) on plain structs: the numbers of fields come from tags as protoc-gen-go and gogo/protobuf " +
		"write them, protobuf:\"varint,1,opt,name=id,proto3\", never from the order of fields. Fields are written in the order of their numbers, " +
		"those in oneofs last. With the option proto3 zeros are left out and strings must be UTF-8; without it values are always written, " +
		"pointers and bytes unless they are nil. Absent fields are zero, what comes twice counts by the last or is merged. " +
		"Unknown fields are kept where the struct has a place for them, a []byte with the tag protobuf:\",unknown\" or that of a generated " +
		"message, and dropped elsewhere. Times and durations are messages of Google's, any is its Value, and the options wktptr, fieldmask, struct and list have its wrappers, FieldMask, Struct and ListValue stand around a value."
}

// Facts implements codec.Format. Interfaces are oneofs.
func (f *Format) Facts() codec.Facts {
	return codec.Facts{
		Takes: keyed.Takes(), Options: f, Imports: keyed.Imports(), Suffixes: []string{grpcSuffix, connectSuffix},
		Schemas: &codec.Schemas{Extension: ".proto", Declare: f.declare},
	}
}

// declare prints the types that schemas declare: see [codec.Schemas].
func (f *Format) declare(ctx context.Context, file *goprint.File, module string, schemas []string) (codec.Declared, error) {
	var paths []string
	for _, dir := range f.Paths {
		dir, err := filepath.Abs(dir)
		if err != nil {
			return codec.Declared{}, err
		}
		paths = append(paths, dir)
	}
	s, err := declare.Read(ctx, schemas, paths)
	if err != nil {
		return codec.Declared{}, err
	}
	return declare.Print(file, s, module, f.Annotations)
}

// oracle returns the library that t is a message of.
func oracle(t *typemodel.Type) keyed.Oracle {
	const google = "google.golang.org/protobuf"
	switch own := t.Own(); {
	case own.Has(typemodel.ProtoMessage):
		return keyed.Oracle{
			Module:    google,
			Marshal:   "return @" + google + "/proto.MarshalOptions{Deterministic: true}.Marshal(v)",
			Unmarshal: "return @" + google + "/proto.Unmarshal(data, v)",
		}
	case own.Has(typemodel.GogoMessage):
		return keyed.Oracle{Module: "github.com/gogo/protobuf", Marshal: "return v.Marshal()", Unmarshal: "return v.Unmarshal(data)"}
	}
	return keyed.Oracle{}
}

// Plan implements codec.Format. What generators have made a message is one.
func (f *Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	n := &numbering{Format: f}
	numbered, err := n.number(o, types)
	if err != nil {
		return nil, err
	}
	p := keyed.Made("protobuf", types, o, func(types ...*typemodel.Type) keyed.Plan { return n.plan(pkgPath, types...) })
	if emit := p.Emit; f.Like != "" {
		p.Emit = func(file *goprint.File, portable bool) error {
			for _, t := range types {
				if t.Name.PkgPath != file.PkgPath() || t.Name.IsZero() || len(t.Name.Args) > 0 {
					return fmt.Errorf("protobuf: %s: the methods of --like belong to a named type of the package that the code is for: leave --like out, or write there", t)
				}
			}
			return emit(file, portable)
		}
	}
	if !f.Strict && slices.ContainsFunc(types, func(t *typemodel.Type) bool { return drops(t, pkgPath) }) {
		p.Advice = []string{"protobuf: fields that a struct does not have are dropped where it has no place for them: a []byte field with the tag protobuf:\"" + rest + "\" keeps them, --strict refuses them"}
	}
	if f.GRPC {
		p.Extensions = f.extensions(types, o)
	}
	p.Companions = func(pkgName string) ([]codec.File, error) {
		if !f.Proto {
			return numbered, nil
		}
		schema, err := n.schema(pkgName, types)
		return append(numbered, schema), err
	}
	return p, nil
}

// dropped returns the fields of t and its parts that are left out: see [shape.Dropped].
func (f *numbering) dropped(t *typemodel.Type) (list []string) {
	typemodel.WalkPlaces(t, func(path string, t *typemodel.Type) bool {
		if own(t) || strings.HasPrefix(t.Name.PkgPath, "google.golang.org/protobuf/internal/") {
			return false // what protoc-gen-go puts beside the fields
		}
		if t.Kind != typemodel.Struct {
			return true
		}
		for i := range t.Fields {
			field := &t.Fields[i]
			if m, refused := f.read(t, field); field.Exported() && m == nil && refused.Text == "" && !bookkeeping(field) && !field.Type.IsLock() {
				list = append(list, typemodel.FieldPath(path, field.Name))
			}
		}
		return true
	})
	return list
}

// Validate implements codec.Format.
func (f *Format) Validate(codec.Options) error {
	if f.Like != "" && f.Like != likeGogo && f.Like != likeVT {
		return fmt.Errorf("--like=%s: methods are named as those of %s or %s", f.Like, likeGogo, likeVT)
	}
	return nil
}

// What Like may be.
const (
	likeGogo = "gogo"
	likeVT   = "vtprotobuf"
)

// plan tells how types stand in Protocol Buffers, for code in a package.
func (f *numbering) plan(pkgPath string, types ...*typemodel.Type) keyed.Plan {
	w := f.wire()
	w.Dropped = f.dropped
	r := w.Rules(pkgPath)
	r.Read, r.Silent = f.read, generated
	r.Own = func(t, _ *typemodel.Type) bool { return own(t) }
	s, refused := shape.Of(types, r)
	for _, n := range s.Nodes {
		if n.Form == shape.Map && !isKey(n.Key) {
			refused = append(refused, typemodel.Diagnostic{
				Path: n.Path, Text: "keys of maps are integers, bools and strings in Protocol Buffers",
				Fix: "use a list of structs", Remedies: typemodel.RemedyLeaveOut,
			})
		}
	}
	return w.Plan(s, slices.Concat(refused, endless(s), choices(s)), oracle(types[0]))
}

// endless refuses arrays that hold themselves, since none of their elements can be nil.
func endless(s *shape.Shape) (refused []typemodel.Diagnostic) {
	circles := shape.Circles(s.Nodes, func(n *shape.Node) (always []*shape.Node) {
		if n.Form == shape.Array && n.Type.Len > 0 {
			always = append(always, n.Elem)
			if n.Elem.Form == shape.Pointer {
				always = append(always, n.Elem.Elem)
			}
		}
		for _, m := range n.Members {
			if m.Node.Form == shape.Array || m.Node.Form == shape.Struct {
				always = append(always, m.Node)
			}
		}
		return always
	})
	for _, n := range s.Nodes {
		if n.Form == shape.Array && circles[n] {
			refused = append(refused, typemodel.Diagnostic{
				Path: n.Path, Text: "the elements of the array hold it again, and in Protocol Buffers none can be nil to end that",
				Fix: "use a slice", Remedies: typemodel.RemedyLeaveOut,
			})
		}
	}
	return refused
}

// choices returns what is wrong with roots that are no message, and with interfaces: those
// that are no field of a message, and numbers of their types that other fields have.
func choices(s *shape.Shape) (refused []typemodel.Diagnostic) {
	stray := func(n *shape.Node) {
		if n != nil && n.Form == shape.Interface {
			refused = append(refused, typemodel.Diagnostic{
				Path: n.Path, Text: "an interface is a choice of the fields of one message, and no element",
				Fix: "use a struct with a field for it, which has the tag protobuf_oneof",
			})
		}
	}
	for _, root := range s.Roots {
		switch root.Form {
		case shape.Struct, shape.List, shape.Array, shape.Map, shape.Refused:
		default:
			refused = append(refused, typemodel.Diagnostic{
				Text: "a message is a struct, list or map in Protocol Buffers",
				Fix:  "use a struct with a field of the type",
			})
		}
	}
	for _, n := range s.Nodes {
		stray(n.Elem)
		taken := map[int]bool{}
		for _, m := range n.Members {
			taken[m.Number] = true
		}
		for _, m := range n.Members {
			if m.Node.Form != shape.Interface {
				continue
			}
			for _, impl := range m.Node.Impls {
				if standing(m, impl) == 0 && len(impl.Elem.Members) != 1 {
					continue // refused by itself
				}
				switch impl.Form {
				case shape.List, shape.Array, shape.Map, shape.Interface:
					refused = append(refused, typemodel.Diagnostic{
						Path: impl.Path, Text: "a oneof has no lists and no maps",
						Fix: "put it into a struct", Remedies: typemodel.RemedyLeaveOut,
					})
				}
				number := alternative(m, impl).Number
				if taken[number] {
					refused = append(refused, typemodel.Diagnostic{
						Path: impl.Path, Text: fmt.Sprintf("another field has the number %d too", number),
						Fix: "give one of them another number by its tag",
					})
				}
				taken[number] = true
			}
		}
	}
	return refused
}

// isKey reports whether values of n can be keys of maps.
func isKey(n *shape.Node) bool {
	switch n.Form {
	case shape.Bool, shape.Int, shape.Uint, shape.String, shape.Refused:
		return true
	case shape.Carried:
		return isKey(n.Elem)
	}
	return false
}

// set are the routines.
var set = routines.Embedded(source, "internal/protobufrt")

// wire is what Protocol Buffers look like.
func (f *Format) wire() *numbers.Wire {
	w := &numbers.Wire{
		Format: keyed.Format{ID: "protobuf", Title: "Protocol Buffers", Routines: set()},
		Fields: fieldOf, Alternative: alternative, Remainder: remainder, Skip: "Skip", PutText: "PutText", ValidText: "ValidText",
		AppendAny: "AppendValue", GetAny: "GetValue",
		Changed: map[shape.Form]string{shape.Time: "times come back in UTC", shape.Any: "numbers come back as float64"},
		Strict:  f.Strict,
	}
	if f.AnyText || f.Like != "" {
		w.PutText, w.ValidText = "", ""
	}
	if f.Like != "" {
		w.Loose = true
		w.Instead = map[string]string{"getLong": "GetLoose", "GetTag": "GetTagLoose", "GetGroup": "GetGroupLoose"}
	}
	switch f.Like {
	case likeGogo:
		w.Sized = &numbers.Sized{Rest: true}
	case likeVT:
		w.Sized = &numbers.Sized{Suffix: "VT"}
	}
	return w
}
