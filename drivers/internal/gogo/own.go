package gogo

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// The numbers of gogoproto's options.
const (
	optGetters    = 63001 // of files
	optTypeDecl   = 63030
	optNullable   = 65001 // of fields
	optCustomType = 65003
	optCustomName = 65004
	optCastType   = 65007
	optCastKey    = 65008
	optCastValue  = 65009
	optStdTime    = 65010
	optWktPointer = 65012
)

// methodNames are those of the generated methods.
var methodNames = []string{
	"Reset", "String", "ProtoMessage", "Descriptor", "Marshal", "MarshalTo", "MarshalToSizedBuffer", "Size", "Unmarshal",
	"ExtensionRangeArray", "ExtensionMap", "XXX_Unmarshal", "XXX_Marshal", "XXX_Merge", "XXX_Size", "XXX_DiscardUnknown",
}

var ownLimits = driver.Limits{
	Kinds: append([]typemodel.Kind{typemodel.Interface, typemodel.Uintptr}, driver.Complexes...),
	Rules: []driver.Rule{isMessage, isCarried},
}

var checkOwn = mirror.Check(ownLimits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, mirrorConfig("") })

func mirrorConfig(pkgPath string) mirror.Config {
	return mirror.Config{PkgPath: pkgPath, Reserved: []string{"New", "T"}}
}

// isMessage refuses structs that cannot be declared apart from their methods.
func isMessage(path string, t *typemodel.Type) (reason, fix string) {
	if path == "" && (t.Kind != typemodel.Struct || t.Name.IsZero()) {
		return "a message must be a struct with a name", "wrap it in one"
	}
	if t.Kind != typemodel.Struct {
		return "", ""
	}
	if name := t.Name.Name; name != "" && !kept(name) {
		return "the generator changes the name " + name + " to its own style", "begin it with a capital letter and write it without underscores"
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; slices.Contains(methodNames, f.Name) {
			return "the field " + f.Name + " has the name of a generated method", "give it another name"
		}
	}
	return "", ""
}

// kept reports whether the generator leaves the name of a message as it is.
func kept(name string) bool {
	return name[0] >= 'A' && name[0] <= 'Z' && !strings.ContainsFunc(name, func(r rune) bool { return r == '_' || r >= 0x80 })
}

// isCarried refuses types that no field is declared with.
func isCarried(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Array && !isByteArray(t):
		return "arrays of anything but bytes are not supported", "use a slice"
	case t.Kind == typemodel.Slice && isRepeated(t.Elem):
		return "slices of " + t.Elem.Kind.String() + "s are not supported", "wrap the " + t.Elem.Kind.String() + " in a struct"
	case t.Kind == typemodel.Map && (isRepeated(t.Elem) || t.Elem.Kind == typemodel.Pointer && t.Elem.Elem.Kind != typemodel.Struct):
		return "maps of " + t.Elem.Kind.String() + "s are not supported", "wrap the " + t.Elem.Kind.String() + " in a struct"
	case t.Kind == typemodel.Map && t.Key.Kind != typemodel.String && t.Key.Kind != typemodel.Bool && !t.Key.Kind.IsInteger():
		return "map keys of type " + t.Key.String() + " are not supported", ""
	case t.Kind == typemodel.Pointer && t.Elem.Kind != typemodel.Struct && t.Elem.Kind != typemodel.Time && wrapper(t.Elem) == "":
		return "pointers to " + t.Elem.String() + " are not supported", "point to a struct, or to a number of 32 or 64 bits without a name"
	case t.Kind == typemodel.Time && t.String() != "time.Time":
		return "time.Time by another name is not supported", "use time.Time itself"
	}
	return "", ""
}

func isBytes(t *typemodel.Type) bool { return t.IsBytes() && t.Elem.Name.PkgPath == "" }

func isByteArray(t *typemodel.Type) bool { return t.IsByteArray() && t.Elem.Name.PkgPath == "" }

func isRepeated(t *typemodel.Type) bool {
	return t.Kind == typemodel.Slice && !isBytes(t) || t.Kind == typemodel.Map
}

// wrapper returns the message of the well-known types whose generated form is a
// pointer to t, or "".
func wrapper(t *typemodel.Type) string {
	if t.Name.PkgPath != "" {
		return ""
	}
	switch t.Kind {
	case typemodel.Bool, typemodel.String, typemodel.Int32, typemodel.Int64:
		return strings.ToUpper(t.Kind.String()[:1]) + t.Kind.String()[1:] + "Value"
	case typemodel.Uint32, typemodel.Uint64:
		return "UInt" + t.Kind.String()[4:] + "Value"
	case typemodel.Float32:
		return "FloatValue"
	case typemodel.Float64:
		return "DoubleValue"
	}
	return ""
}

func emitOwn(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	m, _ := mirror.New(t, mirrorConfig(a.PkgPath()))
	types := goprint.New(a.PkgPath(), a.PkgName())
	s := &ownSchema{varint: v.Has(driver.Varint), names: m.Names(), byFields: map[*typemodel.Field]string{}, std: map[string]bool{}}
	s.newFile(a.PkgPath(), a.PkgName())
	s.message(m.Type)
	types.Reserve(s.names...)
	m.EmitTypes(types)
	for _, d := range s.declared {
		types.P("// ", d.Name.Name, " has a name for its methods' sake.")
		types.Decl(d)
		types.P()
	}
	for _, name := range s.arrays {
		types.P(strings.NewReplacer("Bytes", name, "fmt", types.Import("fmt")).Replace(byteMethods))
	}
	src, err := types.Source()
	if err != nil {
		return err
	}
	tool, err := plugin(version, s.request(), "")
	if err != nil {
		return err
	}
	a.Files["types.go"] = src
	a.Tools = []driver.Tool{tool}
	a.Workarounds = s.workarounds
	a.OwnUnsafe = s.names
	a.Reserve(s.names...) // with those of the mirror
	m.EmitNew(a, t, driver.Funcs{
		Marshal: `return mirror(v).Marshal()`,
		Fill: `n, err := mirror(v).MarshalToSizedBuffer(buf)
			return buf[len(buf)-n:], err`,
		Unmarshal: `return mirror(v).Unmarshal(data)`,
		UnmarshalReuse: `m := mirror(v)
			m.Reset()
			return m.Unmarshal(data)`,
		Size: `return mirror(v).Size()`,
	})
	return nil
}

// byteMethods are those of gogoproto's custom types.
const byteMethods = `func (a *Bytes) Size() int { return len(a) }

func (a *Bytes) MarshalTo(data []byte) (int, error) { return copy(data, a[:]), nil }

func (a *Bytes) Unmarshal(data []byte) error {
	if len(data) != len(a) {
		return fmt.Errorf("%d bytes in place of %d", len(data), len(a))
	}
	copy(a[:], data)
	return nil
}
`

// ownSchema makes messages whose generated fields are spelled as those of the
// mirrored structs.
type ownSchema struct {
	file        *descriptorpb.FileDescriptorProto
	varint      bool
	names       []string                    // taken in the package
	declared    []*typemodel.Type           // types that had no name
	arrays      []string                    // names of the byte arrays
	byFields    map[*typemodel.Field]string // messages by first field: an alias has those of its original
	std         map[string]bool             // messages of the well-known types
	workarounds []string
}

func (s *ownSchema) newFile(pkgPath, pkgName string) {
	s.file = protobuf.NewFile(pkgPath, pkgName)
	set(s.file.Options, flag(optTypeDecl, false), flag(optGetters, false))
}

func (s *ownSchema) note(workaround string) {
	if !slices.Contains(s.workarounds, workaround) {
		s.workarounds = append(s.workarounds, workaround)
	}
}

// name gives a type that has none one of the package.
func (s *ownSchema) name(t *typemodel.Type, base string) {
	name := base
	for i := 2; slices.Contains(s.names, name); i++ {
		name = base + strconv.Itoa(i)
	}
	s.names = append(s.names, name)
	path, pkg, _ := strings.Cut(s.file.Options.GetGoPackage(), ";")
	t.Name = typemodel.Name{PkgPath: path, PkgName: pkg, Name: name}
	s.declared = append(s.declared, t)
}

// message returns the name of the message of a mirrored struct.
func (s *ownSchema) message(t *typemodel.Type) *string {
	full := func(name string) *string { return proto.String("." + s.file.GetPackage() + "." + name) }
	if t.Name.IsZero() {
		s.name(t, "Unnamed")
	}
	var first *typemodel.Field
	if len(t.Fields) > 0 {
		first = &t.Fields[0]
		if name, ok := s.byFields[first]; ok {
			return full(name)
		}
		s.byFields[first] = t.Name.Name
	} else if slices.ContainsFunc(s.file.MessageType, func(m *descriptorpb.DescriptorProto) bool { return m.GetName() == t.Name.Name }) {
		return full(t.Name.Name)
	}
	m := &descriptorpb.DescriptorProto{Name: proto.String(t.Name.Name)}
	s.file.MessageType = append(s.file.MessageType, m)
	for i, number := range identity.Numbers(t) {
		if number > 0 {
			s.field(m, &t.Fields[i], number)
		}
	}
	return full(t.Name.Name)
}

func (s *ownSchema) field(m *descriptorpb.DescriptorProto, f *typemodel.Field, number int) {
	d := protobuf.NewField("f"+strconv.Itoa(number), number)
	d.Options = new(descriptorpb.FieldOptions)
	set(d.Options, text(optCustomName, f.Name))
	m.Field = append(m.Field, d)
	switch t := f.Type; {
	case t.Kind == typemodel.Map:
		entry := &descriptorpb.DescriptorProto{
			Name:    proto.String(fmt.Sprintf("F%dEntry", number)),
			Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)},
			Field:   []*descriptorpb.FieldDescriptorProto{protobuf.NewField("key", 1), protobuf.NewField("value", 2)},
		}
		m.NestedType = append(m.NestedType, entry)
		d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
		d.TypeName = proto.String(fmt.Sprintf(".%s.%s.%s", s.file.GetPackage(), m.GetName(), entry.GetName()))
		s.element(entry.Field[0], d.Options, t.Key, optCastKey)
		s.element(entry.Field[1], d.Options, t.Elem, optCastValue)
	case t.Kind == typemodel.Slice && !isBytes(t):
		d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		s.element(d, d.Options, t.Elem, optCastType)
	default:
		s.element(d, d.Options, t, optCastType)
	}
}

// element gives a field the type t, and the options of its Go form to what may
// be the map that it belongs to.
func (s *ownSchema) element(d *descriptorpb.FieldDescriptorProto, options *descriptorpb.FieldOptions, t *typemodel.Type, cast protowire.Number) {
	message := func(name *string) {
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
		d.TypeName = name
	}
	switch k := t.Kind; {
	case k == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		message(s.message(t.Elem))
	case k == typemodel.Pointer && t.Elem.Kind == typemodel.Time:
		message(s.wellKnown("Timestamp"))
		set(options, flag(optStdTime, true))
	case k == typemodel.Pointer:
		s.note("pointers to scalars as messages of one field")
		message(s.wellKnown(wrapper(t.Elem)))
		set(options, flag(optWktPointer, true))
	case k == typemodel.Time:
		s.note("times as a message of seconds and nanoseconds")
		message(s.wellKnown("Timestamp"))
		set(options, flag(optStdTime, true), flag(optNullable, false))
	case k == typemodel.Struct:
		message(s.message(t))
		set(options, flag(optNullable, false))
	case isByteArray(t):
		s.note("byte arrays as bytes of a checked length")
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
		set(options, text(optCustomType, s.array(t)), flag(optNullable, false))
	case isBytes(t):
		d.Type = descriptorpb.FieldDescriptorProto_TYPE_BYTES.Enum()
		if cast == optCastValue && !t.Name.IsZero() {
			set(options, text(cast, t.Name.Name))
		}
	default:
		var own string
		if d.Type, own = s.scalar(t); !t.Name.IsZero() {
			own = t.Name.Name
		}
		if own != "" {
			set(options, text(cast, own))
		}
	}
}

// array returns the name of a byte array, which has one of its own if the user's
// has not.
func (s *ownSchema) array(t *typemodel.Type) string {
	if t.Name.IsZero() {
		i := slices.IndexFunc(s.declared, func(d *typemodel.Type) bool { return d.Kind == typemodel.Array && d.Len == t.Len })
		if i < 0 {
			s.name(t, "Bytes"+strconv.Itoa(t.Len))
		} else {
			t.Name = s.declared[i].Name
		}
	}
	if !slices.Contains(s.arrays, t.Name.Name) {
		s.arrays = append(s.arrays, t.Name.Name)
	}
	return t.Name.Name
}

// scalar returns the type of a scalar, and how Go spells it where the generator
// spells its own form of that type otherwise.
func (s *ownSchema) scalar(t *typemodel.Type) (typ *descriptorpb.FieldDescriptorProto_Type, own string) {
	k := t.Kind
	if k.IsInteger() && k.Bits() < 32 || k == typemodel.Int || k == typemodel.Uint {
		own = k.String()
	}
	if k.IsInteger() && k.Bits() < 32 {
		s.note("8 and 16 bit integers widened")
	}
	scalar := protobuf.Scalar(k, s.varint)
	if scalar == descriptorpb.FieldDescriptorProto_TYPE_SINT32 && k != typemodel.Int32 {
		scalar = descriptorpb.FieldDescriptorProto_TYPE_INT32 // a cast loses bits of sint32
	}
	return scalar.Enum(), own
}

// wellKnown returns the name of a message of the well-known types.
func (s *ownSchema) wellKnown(name string) *string {
	s.std[name] = true
	return proto.String(".google.protobuf." + name)
}

// request returns the request to the generator. Of the well-known types it needs
// no more than that they exist.
func (s *ownSchema) request() *pluginpb.CodeGeneratorRequest {
	var files []*descriptorpb.FileDescriptorProto
	if len(s.std) > 0 {
		std := &descriptorpb.FileDescriptorProto{
			Name: proto.String("google/protobuf/types.proto"), Package: proto.String("google.protobuf"), Syntax: proto.String("proto3"),
			Options: &descriptorpb.FileOptions{GoPackage: proto.String(module + "/types")},
		}
		for _, name := range slices.Sorted(maps.Keys(s.std)) {
			std.MessageType = append(std.MessageType, &descriptorpb.DescriptorProto{Name: proto.String(name)})
		}
		s.file.Dependency = []string{std.GetName()}
		files = append(files, std)
	}
	return &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{s.file.GetName()},
		ProtoFile:      append(files, s.file),
		Parameter:      proto.String("paths=source_relative"),
	}
}

// set sets options that are gogoproto's, which this module does not link.
func set(options proto.Message, fields ...[]byte) {
	m := options.ProtoReflect()
	m.SetUnknown(append(slices.Clone(m.GetUnknown()), slices.Concat(fields...)...))
}

func flag(number protowire.Number, on bool) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), protowire.EncodeBool(on))
}

func text(number protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, number, protowire.BytesType), s)
}
