package declare

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/bufbuild/protocompile/protoutil"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
)

// printer prints the structs of a schema.
type printer struct {
	*goprint.File
	schema  *Schema
	module  string
	flags   []*flag
	names   map[protoreflect.FullName]string // of messages and enums in the package, in Go
	taken   map[string]bool                  // by them
	printed map[protoreflect.FullName]bool   // those that are, or stand in the queue
	queue   []protoreflect.Descriptor        // messages and enums that are yet to be printed
	made    codec.Declared
	refused []error
}

// Print prints the structs of the files of s, and of what they use of others: what an
// imported file declares belongs to the same package, unless its option go_package names
// another package of the module. The annotations are those of a command line. Code is wanted
// for the messages that stand by themselves in the files.
func Print(f *goprint.File, s *Schema, module string, annotations []string) (made codec.Declared, err error) {
	p := &printer{File: f, schema: s, module: module, names: map[protoreflect.FullName]string{}, taken: map[string]bool{}, printed: map[protoreflect.FullName]bool{}}
	if p.flags, err = parseFlags(annotations); err != nil {
		return made, err
	}
	for _, file := range s.files {
		for m := range each(file.Messages()) {
			p.made.Types = append(p.made.Types, p.nameOf(m))
			p.nested(m)
		}
		for e := range each(file.Enums()) {
			p.nameOf(e)
		}
		p.extensions(file)
		for svc := range each(file.Services()) {
			p.made.Notes = append(p.made.Notes, fmt.Sprintf("the service %s is not written: a server or client of gRPC finds the messages by --grpc", svc.FullName()))
		}
	}
	for i := 0; i < len(p.queue); i++ {
		switch d := p.queue[i].(type) {
		case protoreflect.MessageDescriptor:
			p.message(d)
		case protoreflect.EnumDescriptor:
			p.enum(d)
		}
	}
	for _, t := range p.flags {
		if !t.used && t.of != "*" {
			p.refused = append(p.refused, fmt.Errorf("--annotate=%s=%s: there is no such field or message", t.of, t.word))
		}
	}
	if len(p.made.Types) == 0 && len(p.refused) == 0 {
		return made, fmt.Errorf("%s:1:1: it declares no message: name the files that use its enums", s.where(s.files[0].Path()))
	}
	return p.made, errors.Join(p.refused...)
}

func (p *printer) refuse(d protoreflect.Descriptor, reason string) {
	p.refused = append(p.refused, p.schema.refusal(d, reason))
}

// nested has the messages and enums printed that are declared in m.
func (p *printer) nested(m protoreflect.MessageDescriptor) {
	for in := range each(m.Messages()) {
		if !in.IsMapEntry() {
			p.nameOf(in)
			p.nested(in)
		}
	}
	for e := range each(m.Enums()) {
		p.nameOf(e)
	}
	p.extensions(m)
}

// nameOf returns the name of a message or enum in the package, and has it printed.
func (p *printer) nameOf(d protoreflect.Descriptor) string {
	if p.names[d.FullName()] == "" {
		outer := d
		for at, ok := d.Parent().(protoreflect.MessageDescriptor); ok; at, ok = at.Parent().(protoreflect.MessageDescriptor) {
			outer = at
		}
		p.name(outer)
	}
	if !p.printed[d.FullName()] {
		p.printed[d.FullName()] = true
		p.queue = append(p.queue, d)
	}
	return p.names[d.FullName()]
}

// name names a message or enum, and what is declared in it, which may be used or not: the
// wrappers of oneofs have other names.
func (p *printer) name(d protoreflect.Descriptor) {
	name := camel(strings.TrimPrefix(string(d.FullName()), string(d.ParentFile().Package())+"."))
	if p.taken[name] {
		name = camel(string(d.FullName()))
	}
	if p.taken[name] {
		p.refuse(d, "another one has the Go name "+name+" too: generate them into packages of their own")
	}
	p.taken[name] = true
	p.names[d.FullName()] = name
	if m, ok := d.(protoreflect.MessageDescriptor); ok {
		for in := range each(m.Messages()) {
			if !in.IsMapEntry() {
				p.name(in)
			}
		}
		for e := range each(m.Enums()) {
			p.name(e)
		}
	}
}

// extensions refuses those of messages: plain structs have no place for them. Those of
// options are for programs that read the schema.
func (p *printer) extensions(of interface {
	Extensions() protoreflect.ExtensionDescriptors
}) {
	for x := range each(of.Extensions()) {
		if to := x.ContainingMessage().FullName(); to.Parent() != "google.protobuf" || !strings.HasSuffix(string(to), "Options") {
			p.refuse(x, "an extension of "+string(to)+", for which plain structs have no place: make it a field of a message")
		}
	}
}

// enum prints an enum, whose values are named as protoc-gen-go names them.
func (p *printer) enum(e protoreflect.EnumDescriptor) {
	name := p.names[e.FullName()]
	prefix := name
	if outer, ok := e.Parent().(protoreflect.MessageDescriptor); ok {
		prefix = p.names[outer.FullName()]
	}
	p.P()
	p.comment(e)
	p.P("type ", name, " int32")
	p.P()
	p.P("const (")
	for v := range each(e.Values()) {
		p.comment(v)
		p.P(p.declare(v, prefix+"_"+string(v.Name())), " ", name, " = ", int32(v.Number()))
	}
	p.P(")")
}

// message prints a struct, and those around the fields of its oneofs.
func (p *printer) message(m protoreflect.MessageDescriptor) {
	if o, ok := m.Options().(*descriptorpb.MessageOptions); ok && o.GetMessageSetWireFormat() {
		p.refuse(m, "a message set, for which plain structs have no place")
	}
	name, annotated := p.names[m.FullName()], p.annotationsOf(m)
	p.P()
	p.comment(m)
	if numbers := p.reserved(m); numbers != "" {
		if lines, _ := commentOf(m); len(lines) > 0 {
			p.P("//")
		}
		p.P("//assay:reserved ", numbers)
	}
	p.P("type ", name, " struct {")
	wrappers := map[protoreflect.FullName]string{}
	used := map[string]bool{"Reset": true, "String": true, "ProtoMessage": true, "Marshal": true, "Unmarshal": true, "Descriptor": true} // of generated messages
	unique := func(name string) string {
		for used[name] {
			name += "_"
		}
		used[name] = true
		return name
	}
	var choices []protoreflect.OneofDescriptor
	for f := range each(m.Fields()) {
		one := f.ContainingOneof()
		if one == nil || one.IsSynthetic() {
			p.field(f, unique)
			continue
		}
		if one.Fields().Get(0) != f {
			continue
		}
		choices = append(choices, one)
		goName := unique(camel(string(one.Name())))
		p.comment(one)
		p.P("//")
		p.P("// One of these, or nil:")
		for f := range each(one.Fields()) {
			wrappers[f.FullName()] = p.wrapper(name, f)
			p.P("//   - *", wrappers[f.FullName()])
		}
		p.Pf("%s %s `protobuf_oneof:%q`", goName, choice(name, one), one.Name())
	}
	if _, ok := annotated["unknown"]; ok {
		p.P()
		p.P(unique("Unknown"), " []byte `protobuf:\",unknown\"` // fields of other versions, which are written again")
	}
	p.P("}")
	for _, one := range choices {
		p.P()
		p.P("type ", p.declare(one, choice(name, one)), " interface{ ", choice(name, one), "() }")
		for f := range each(one.Fields()) {
			p.P()
			p.P("type ", wrappers[f.FullName()], " struct {")
			p.field(f, func(name string) string { return name })
			p.End()
			p.P("func (*", wrappers[f.FullName()], ") ", choice(name, one), "() {}")
		}
	}
}

// choice and wrapper name the interface of a oneof, and the struct around one of its fields.
func choice(message string, one protoreflect.OneofDescriptor) string {
	return "is" + message + "_" + camel(string(one.Name()))
}

func (p *printer) wrapper(message string, f protoreflect.FieldDescriptor) string {
	name := message + "_" + camel(string(f.Name()))
	for p.taken[name] {
		name += "_"
	}
	return p.declare(f, name)
}

// declare returns the name of what stands beside messages and enums: a wrapper, an interface
// or a constant.
func (p *printer) declare(d protoreflect.Descriptor, name string) string {
	if p.taken[name] {
		p.refuse(d, "its Go name "+name+" is that of another declaration: rename one of them")
	}
	p.taken[name] = true
	return name
}

// reserved returns the numbers that a message reserves, as far as they can be listed.
func (p *printer) reserved(m protoreflect.MessageDescriptor) string {
	var list []string
	for i := range m.ReservedRanges().Len() {
		r := m.ReservedRanges().Get(i)
		if r[1]-r[0] > 1000 {
			continue // to the end, as a rule: nobody takes those by chance
		}
		for n := r[0]; n < r[1]; n++ {
			list = append(list, strconv.Itoa(int(n)))
		}
	}
	return strings.Join(list, ",")
}

// field prints a field.
func (p *printer) field(f protoreflect.FieldDescriptor, unique func(string) string) {
	annotated := p.annotationsOf(f)
	name := annotated["name"]
	if name == "" {
		name = camel(string(f.Name()))
		if f.Kind() == protoreflect.GroupKind && f.ParentFile().Syntax() == protoreflect.Proto2 {
			name = camel(string(f.Message().Name()))
		}
	}
	name = unique(name)
	p.comment(f)
	if o, ok := f.Options().(*descriptorpb.FieldOptions); ok && o.GetDeprecated() {
		p.P("//")
		p.P("// Deprecated: by its schema.")
	}
	tag := "protobuf:" + strconv.Quote(p.tag(f, annotated))
	if f.IsMap() {
		tag += fmt.Sprintf(" protobuf_key:%q protobuf_val:%q", p.part(f.MapKey(), f), p.part(f.MapValue(), f))
	}
	if text, ok := annotated["json"]; ok {
		tag += " json:" + strconv.Quote(text)
	}
	if text := annotated["tags"]; text != "" {
		tag += " " + text
	}
	if _, ok := annotated["embed"]; ok {
		name = ""
	}
	p.P(name, " ", p.typeOf(f, annotated), " `", tag, "`")
}

// tag returns the tag of a field, without its key.
func (p *printer) tag(f protoreflect.FieldDescriptor, annotated annotations) string {
	parts := []string{word(f), strconv.Itoa(int(f.Number())), "opt"}
	switch {
	case f.Cardinality() == protoreflect.Required:
		parts[2] = "req"
	case f.Cardinality() == protoreflect.Repeated:
		parts[2] = "rep"
	}
	if f.IsPacked() {
		parts = append(parts, "packed")
	}
	parts = append(parts, "name="+string(f.Name()))
	implicit := f.Cardinality() != protoreflect.Repeated && !f.HasPresence()
	checked := p.checks(f)
	if implicit && !checked && f.Kind() == protoreflect.StringKind {
		p.refuse(f, "a string without presence that need not be UTF-8, which no tag says: use bytes, or a feature less")
	}
	if f.ParentFile().Syntax() == protoreflect.Proto3 || implicit || checked {
		parts = append(parts, "proto3")
		if !implicit && f.Message() == nil && f.Cardinality() != protoreflect.Repeated {
			parts = append(parts, "oneof")
		}
	}
	if one := f.ContainingOneof(); one != nil && !one.IsSynthetic() && !slices.Contains(parts, "oneof") {
		parts = append(parts, "oneof")
	}
	if known, _ := standard(f); known.option != "" && annotated["type"] == "" {
		parts = append(parts, known.option)
	}
	if e := f.Enum(); e != nil {
		parts = append(parts, "enum="+string(e.FullName()))
	}
	if f.HasDefault() {
		text := fmt.Sprint(f.Default().Interface())
		if f.Kind() == protoreflect.BytesKind {
			text = string(f.Default().Bytes())
		}
		if !strings.ContainsAny(text, "\"`\\\n") {
			parts = append(parts, "def="+text)
		}
	}
	return strings.Join(parts, ",")
}

// part returns the tag of the keys or values of the map f.
func (p *printer) part(of, f protoreflect.FieldDescriptor) string {
	parts := []string{word(of), strconv.Itoa(int(of.Number())), "opt", "name=" + string(of.Name())}
	if p.checks(f) {
		parts = append(parts, "proto3")
	}
	return strings.Join(parts, ",")
}

// checks reports whether the strings of f must be UTF-8, where f has any.
func (p *printer) checks(f protoreflect.FieldDescriptor) bool {
	text := func(f protoreflect.FieldDescriptor) bool { return f.Kind() == protoreflect.StringKind }
	if !text(f) && !(f.IsMap() && (text(f.MapKey()) || text(f.MapValue()))) {
		return false
	}
	v, err := protoutil.ResolveFeature(f, utf8Validation)
	return err == nil && v.Enum() == protoreflect.EnumNumber(descriptorpb.FeatureSet_VERIFY)
}

var utf8Validation = descriptorpb.File_google_protobuf_descriptor_proto.Messages().ByName("FeatureSet").Fields().ByName("utf8_validation")

// word returns the coding of a field, as tags have it.
func word(f protoreflect.FieldDescriptor) string {
	switch f.Kind() {
	case protoreflect.Sint32Kind:
		return "zigzag32"
	case protoreflect.Sint64Kind:
		return "zigzag64"
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind, protoreflect.FloatKind:
		return "fixed32"
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind, protoreflect.DoubleKind:
		return "fixed64"
	case protoreflect.StringKind, protoreflect.BytesKind, protoreflect.MessageKind:
		return "bytes"
	case protoreflect.GroupKind:
		return "group"
	}
	return "varint"
}

// wellKnown is a message of Google's that is a Go type.
type wellKnown struct {
	pkg, name string // of the type
	option    string // of tags
	nils      bool   // nil says that there is no message: it needs no pointer
}

// wellKnowns are those messages. A list or map of one that is a list or map needs no
// option: lists and maps in others have messages around them anyway.
var wellKnowns = map[protoreflect.FullName]wellKnown{
	"google.protobuf.Timestamp":   {"time", "Time", "stdtime", false},
	"google.protobuf.Duration":    {"time", "Duration", "stdduration", false},
	"google.protobuf.BoolValue":   {"", "bool", wrapper, false},
	"google.protobuf.Int32Value":  {"", "int32", wrapper, false},
	"google.protobuf.Int64Value":  {"", "int64", wrapper, false},
	"google.protobuf.UInt32Value": {"", "uint32", wrapper, false},
	"google.protobuf.UInt64Value": {"", "uint64", wrapper, false},
	"google.protobuf.FloatValue":  {"", "float32", wrapper, false},
	"google.protobuf.DoubleValue": {"", "float64", wrapper, false},
	"google.protobuf.StringValue": {"", "string", wrapper, false},
	"google.protobuf.BytesValue":  {"", "[]byte", wrapper, false},
	"google.protobuf.FieldMask":   {"", "[]string", "fieldmask", true},
	"google.protobuf.Struct":      {"", "map[string]any", "struct", true},
	"google.protobuf.ListValue":   {"", "[]any", "list", true},
	"google.protobuf.Value":       {"", "any", "", true},
}

const wrapper = "wktptr"

// standard returns the Go type of the message of f, or of its values, if it is one of those,
// and its option.
func standard(f protoreflect.FieldDescriptor) (known wellKnown, ok bool) {
	many := f.Cardinality() == protoreflect.Repeated
	if f.IsMap() {
		f = f.MapValue()
	}
	if m := f.Message(); m != nil {
		known, ok = wellKnowns[m.FullName()]
	}
	if known.nils && many {
		known.option = ""
	}
	return known, ok
}

// typeOf returns the Go type of a field.
func (p *printer) typeOf(f protoreflect.FieldDescriptor, annotated annotations) string {
	_, value := annotated["value"]
	known, ok := standard(f)
	value = value || known.nils || known.option == wrapper && f.Cardinality() == protoreflect.Repeated
	if f.IsMap() {
		key := p.scalar(f.MapKey())
		if text := annotated["key"]; text != "" {
			key = p.custom(f, text)
		}
		return "map[" + key + "]" + p.element(f.MapValue(), annotated, value)
	}
	if f.IsList() {
		return "[]" + p.element(f, annotated, value || annotated["type"] != "")
	}
	if f.Message() != nil {
		one := f.ContainingOneof()
		return p.element(f, annotated, value || ok && one != nil && !one.IsSynthetic())
	}
	elem := p.element(f, annotated, true)
	one := f.ContainingOneof()
	if f.HasPresence() && !value && (one == nil || one.IsSynthetic()) && f.Kind() != protoreflect.BytesKind ||
		annotated["type"] != "" && f.Kind() == protoreflect.BytesKind && !value && customOf(f) {
		return "*" + elem
	}
	return elem
}

// customOf reports whether f has gogo's customtype, which is a pointer unless nullable says
// otherwise.
func customOf(f protoreflect.FieldDescriptor) bool {
	found := false
	f.Options().ProtoReflect().Range(func(o protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		found = found || o.FullName() == "gogoproto.customtype"
		return true
	})
	return found
}

// element returns the Go type of a value of f, of which messages are pointers unless they
// are to be values.
func (p *printer) element(f protoreflect.FieldDescriptor, annotated annotations, value bool) string {
	star := "*"
	if value {
		star = ""
	}
	switch m := f.Message(); {
	case annotated["type"] != "" && m == nil:
		return p.custom(f, annotated["type"])
	case annotated["type"] != "":
		return star + p.custom(f, annotated["type"])
	case m == nil:
		return p.scalar(f)
	}
	if known, ok := standard(f); ok && known.pkg != "" {
		return star + p.Ident(known.pkg, known.name)
	} else if ok {
		return star + known.name
	}
	return star + p.named(f.Message())
}

// scalar returns the Go type of what is no message.
func (p *printer) scalar(f protoreflect.FieldDescriptor) string {
	switch f.Kind() {
	case protoreflect.EnumKind:
		return p.named(f.Enum())
	case protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return "int32"
	case protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return "int64"
	case protoreflect.Fixed32Kind:
		return "uint32"
	case protoreflect.Fixed64Kind:
		return "uint64"
	case protoreflect.FloatKind:
		return "float32"
	case protoreflect.DoubleKind:
		return "float64"
	case protoreflect.BytesKind:
		return "[]byte"
	}
	return f.Kind().String()
}

// named returns how the package names a message or enum: that of another package of the
// module, where the file that declares it says so.
func (p *printer) named(d protoreflect.Descriptor) string {
	file := d.ParentFile()
	if o, ok := file.Options().(*descriptorpb.FileOptions); ok && !slices.ContainsFunc(p.schema.files, func(f protoreflect.FileDescriptor) bool { return f.Path() == file.Path() }) {
		at, _, _ := strings.Cut(o.GetGoPackage(), ";")
		if at != p.PkgPath() && (at == p.module || strings.HasPrefix(at, p.module+"/")) {
			return p.Ident(at, camel(strings.TrimPrefix(string(d.FullName()), string(file.Package())+".")))
		}
	}
	return p.nameOf(d)
}

// custom returns a type that a user has named for f: "example.com/money.Amount", or one of the
// package or predeclared.
func (p *printer) custom(f protoreflect.FieldDescriptor, text string) string {
	dir, base := path.Split(text)
	pkg, name, ok := strings.Cut(base, ".")
	if !ok && (types.Universe.Lookup(text) != nil || !token.IsIdentifier(text)) {
		return text
	}
	named := codec.NamedByUser{PkgPath: p.PkgPath(), Name: text, Where: p.schema.place(f)}
	if ok {
		named.PkgPath, named.Name = dir+pkg, name
	}
	p.made.Named = append(p.made.Named, named)
	if !ok {
		return text
	}
	return p.Ident(named.PkgPath, name)
}

// comment prints the comment on d, without the annotations.
func (p *printer) comment(d protoreflect.Descriptor) {
	lines, _ := commentOf(d)
	for _, line := range lines {
		p.P(strings.TrimRight("// "+line, " "))
	}
}

// camel returns a name as protoc-gen-go spells it in Go: order_id is OrderId, and what
// stands in another message has its name before a low line.
func camel(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		c := name[i]
		small := func(i int) bool { return i < len(name) && name[i] >= 'a' && name[i] <= 'z' }
		switch {
		case c == '.' && small(i+1): // the letter becomes a capital
		case c == '.':
			b.WriteByte('_')
		case c == '_' && (i == 0 || name[i-1] == '.'):
			b.WriteByte('X') // no name begins with a low line
		case c == '_' && small(i+1): // likewise
		case c >= '0' && c <= '9':
			b.WriteByte(c)
		default:
			if small(i) {
				c -= 'a' - 'A'
			}
			b.WriteByte(c)
			for ; small(i + 1); i++ {
				b.WriteByte(name[i+1])
			}
		}
	}
	return b.String()
}

// each returns the elements of a list of descriptors.
func each[D any](list interface {
	Len() int
	Get(i int) D
}) func(yield func(D) bool) {
	return func(yield func(D) bool) {
		for i := range list.Len() {
			if !yield(list.Get(i)) {
				return
			}
		}
	}
}
