package protobuf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec/internal/keyed/numbers"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// generated are the methods of messages whose tags another generator wrote. What has no
// tag in those is not a part of the message.
const generated = typemodel.GogoMessage | typemodel.GogoBuffer | typemodel.GogoWriter | typemodel.ProtoMessage | typemodel.VTMessage

// own reports whether the methods of t write and read it: those of gogo/protobuf, where
// its tags do not tell all of its state. What a message of protoc-gen-go hides is not that,
// whatever methods other tools have added to it.
func own(t *typemodel.Type) bool {
	if t.Kind == typemodel.Time || t.Kind == typemodel.Interface || t.Kind == typemodel.Pointer || t.Own().Has(typemodel.ProtoMessage) ||
		!t.Own().Has(typemodel.GogoMessage) && !t.Own().Has(typemodel.GogoBuffer) && !t.Own().Has(typemodel.GogoWriter) {
		return false
	}
	numbers := 0
	if t.Kind == typemodel.Struct && !slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return !bookkeeping(&f) }) {
		return false // a message without fields
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Tag.Get("protobuf_oneof") != "" {
			numbers++
			continue
		}
		switch f.Tag.Get("protobuf") {
		case "":
			if f.PkgPath != "" && f.Name != "_" {
				return true
			}
		case "-":
			return true
		default:
			numbers++
		}
	}
	return numbers == 0
}

// inOrder is the option, which no tag has, of a oneof of gogo/protobuf: it writes oneofs by
// their numbers, where protoc-gen-go writes them behind all other fields.
const inOrder = "in order"

// rest is the tag of a field that keeps the fields that the code does not know.
const rest = ",unknown"

// isRest reports whether f is a place for unknown fields: by its tag, or by the name that
// protoc-gen-go or gogo/protobuf gave it.
func isRest(f *typemodel.Field) bool {
	return f.Type.IsBytes() && (f.Tag.Get("protobuf") == rest || f.Name == "XXX_unrecognized" || f.Name == "unknownFields")
}

// drops reports whether a struct that t leads to has no place for unknown fields.
func drops(t *typemodel.Type, pkgPath string) (found bool) {
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		found = found || t.Kind == typemodel.Struct && remainder(t, pkgPath) == (numbers.Remainder{})
		return !found
	})
	return found
}

// remainder tells where messages of t keep unknown fields, for code in a package: in a field
// that it can name, or by the methods of protoc-gen-go's messages.
func remainder(t *typemodel.Type, pkgPath string) numbers.Remainder {
	for i := range t.Fields {
		if f := &t.Fields[i]; isRest(f) && (f.PkgPath == "" || f.PkgPath == pkgPath) {
			return numbers.Remainder{Field: f}
		}
	}
	if t.Own().Has(typemodel.ProtoMessage) {
		return numbers.Remainder{Get: "v.ProtoReflect().GetUnknown()", Set: "v.ProtoReflect().SetUnknown"}
	}
	return numbers.Remainder{}
}

// bookkeeping reports whether f is what generators have put beside the fields of a
// message.
func bookkeeping(f *typemodel.Field) bool {
	return strings.HasPrefix(f.Name, "XXX_") || f.Tag.Get("protobuf") == rest
}

// read returns the member that a field is, as [shape.Rules] has it.
func (fm *numbering) read(of *typemodel.Type, f *typemodel.Field) (m *shape.Member, refused typemodel.Diagnostic) {
	text := fm.tag(of, f)
	switch {
	case text == rest && !isRest(f):
		return nil, typemodel.Diagnostic{Text: "unknown fields are kept in a field of type []byte", Fix: "give it that type"}
	case text == "-" || text == rest || f.Name == "_":
		return nil, typemodel.Diagnostic{}
	case f.Type.Kind == typemodel.Interface && len(f.Type.Impls) > 0:
		return fm.oneof(of, f)
	case text == "" && fm.Ordered && !numbered(of):
		text = Tag(f, ordinal(of, f))
		if rest, ok := strings.CutPrefix(text, "varint,"); ok && fm.Fixed {
			text = fixed(f.Type) + "," + rest
		}
	case text == "" && (f.Embedded || f.Type.IsLock() || bookkeeping(f) || of.Own()&generated != 0 || fm.Like == likeGogo && numbered(of)):
		return nil, typemodel.Diagnostic{}
	case text == "" && fm.give(of, f) != "":
		text = fm.given[spot{f.Pos, f.Name}]
	case text == "":
		all := "all fields by --number"
		if of.Name.IsZero() { // see give
			all = "its struct a type with a name, whose fields --number gives theirs"
		}
		return nil, typemodel.Diagnostic{
			Text:     "it has no number for Protocol Buffers",
			Fix:      fmt.Sprintf("give it one by its tag, such as `protobuf:%q`, or %s", Tag(f, next(of, f)), all),
			Remedies: fm.remedyNumber(of, f),
		}
	}
	const form = `write it as in protobuf:"varint,1,opt,name=id,proto3"`
	text, _, _ = strings.Cut(text, ",def=") // a default may have commas
	parts := strings.Split(text, ",")
	if len(parts) < 2 {
		return nil, typemodel.Diagnostic{Text: "the tag " + strconv.Quote(text) + " has no number", Fix: form}
	}
	number, err := strconv.Atoi(parts[1])
	switch {
	case number >= 19000 && number < 20000 && err == nil:
		return nil, typemodel.Diagnostic{Text: "the numbers from 19000 to 19999 belong to Protocol Buffers itself", Fix: "choose another one"}
	case err != nil || !isNumber(number):
		return nil, typemodel.Diagnostic{Text: "the number " + strconv.Quote(parts[1]) + " is none from 1 to 536870911", Fix: form}
	}
	m = &shape.Member{Name: protoName(f.Name), Number: number, Options: slices.Concat(parts[:1], parts[2:])}
	for _, o := range parts[2:] {
		if name, ok := strings.CutPrefix(o, "name="); ok {
			m.Name = name
		}
	}
	if slices.Contains(of.Reserved, number) {
		return nil, typemodel.Diagnostic{Text: fmt.Sprintf("%s reserves the number %d, which a field had that is gone", of, number), Fix: "choose another one"}
	}
	for option, w := range wellKnown {
		if m.Has(option) && !w.fits(f.Type) {
			return nil, typemodel.Diagnostic{Text: fmt.Sprintf("values of type %s are no %s", f.Type, w.message), Fix: "use " + w.of}
		}
	}
	if reason := unfit(parts[0], f.Type, m.Has("proto3"), m.Has(wrapper)); reason != "" {
		if fm.Like != likeGogo || !isText(f.Type) {
			return nil, typemodel.Diagnostic{Text: reason, Fix: form}
		}
		m.Options[0] = "bytes" // go-to-protobuf goes by the type, and Kubernetes has such a tag
	}
	return m, typemodel.Diagnostic{}
}

// isNumber reports whether a field may have the number: those from 19000 to 19999 belong to
// Protocol Buffers itself.
func isNumber(n int) bool { return n >= 1 && n <= 1<<29-1 && (n < 19000 || n >= 20000) }

// numbered reports whether a field of t has a number.
func numbered(t *typemodel.Type) bool {
	return slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
		tag := f.Tag.Get("protobuf")
		return tag != "" && tag != "-" && tag != rest
	})
}

// next returns the number for f, which has none: they go on after all that fields of t
// have, in the order of those without.
func next(t *typemodel.Type, f *typemodel.Field) int {
	most, without, passed := 0, 0, false
	for i := range t.Fields {
		field := &t.Fields[i]
		tag := field.Tag.Get("protobuf")
		most = max(most, numberIn(tag))
		if tag == "" && field.Exported() && !field.Embedded && !passed {
			without++
		}
		passed = passed || field.Name == f.Name
	}
	return most + without
}

// ordinal returns the number of f by the order of the fields of t.
func ordinal(t *typemodel.Type, f *typemodel.Field) int {
	n := 0
	for i := range t.Fields {
		if t.Fields[i].Exported() || t.Fields[i].Embedded {
			n++
		}
		if &t.Fields[i] == f {
			break
		}
	}
	return n
}

// unfit returns why values of t cannot be coded by the word of a tag.
func unfit(text string, t *typemodel.Type, proto3, wrapped bool) string {
	if isList(t) {
		t = t.Elem
	}
	if t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	fits := false
	switch k := t.Kind; text {
	case "varint":
		fits = k == typemodel.Bool || k.IsInteger() || k == typemodel.Struct
	case "zigzag32":
		fits = k.IsSigned() && k.Bits() <= 32
	case "zigzag64":
		fits = k.IsSigned()
	case "fixed32":
		fits = k.IsInteger() && k.Bits() <= 32 || k == typemodel.Float32
	case "fixed64":
		fits = k.IsInteger() && k.Bits() == 64 || k == typemodel.Float64
	case "bytes":
		fits = !proto3 || own(t) || wrapped || !k.IsInteger() && !k.IsFloat() && k != typemodel.Bool || t.Name.PkgPath == "time" && t.Name.Name == "Duration"
	case "group":
		fits = k == typemodel.Struct && !own(t)
	default:
		return strconv.Quote(text) + " is no coding of Protocol Buffers"
	}
	if !fits {
		return fmt.Sprintf("values of type %s do not go as %s", t, text)
	}
	return ""
}

// isText reports whether t is a string, or a pointer to one.
func isText(t *typemodel.Type) bool {
	return t.Kind == typemodel.String || t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.String
}

// isList reports whether t is a list or array, but one of bytes.
func isList(t *typemodel.Type) bool {
	return t.Kind == typemodel.Slice && !t.IsBytes() || t.Kind == typemodel.Array && !t.IsByteArray()
}

// coding returns the coding of a word of a tag.
func coding(word string, proto3 bool) numbers.Coding {
	switch word {
	case "varint":
		return numbers.Varint
	case "zigzag32", "zigzag64":
		return numbers.Zigzag
	case "fixed32":
		return numbers.Fixed32
	case "fixed64":
		return numbers.Fixed64
	case "group":
		return numbers.Group
	}
	if proto3 {
		return numbers.UTF8
	}
	return numbers.Delimited
}

// wellKnown are the options of fields whose value has a message of Google's around it, as its
// field 1.
var wellKnown = map[string]struct {
	message, of string
	fits        func(t *typemodel.Type) bool
}{
	wrapper: {"google.protobuf wrapper", "a number, bool, string or []byte, or a pointer to one", func(t *typemodel.Type) bool {
		return wraps(t) || isList(t) && wraps(t.Elem) || t.Kind == typemodel.Map && wraps(t.Elem)
	}},
	"fieldmask": {"google.protobuf.FieldMask", "[]string", func(t *typemodel.Type) bool { return t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.String }},
	"struct": {"google.protobuf.Struct", "map[string]any", func(t *typemodel.Type) bool {
		return t.Kind == typemodel.Map && t.Key.Kind == typemodel.String && isAny(t.Elem)
	}},
	"list": {"google.protobuf.ListValue", "[]any", func(t *typemodel.Type) bool { return t.Kind == typemodel.Slice && isAny(t.Elem) }},
}

// wrapper is gogo/protobuf's option of the wrappers.
const wrapper = "wktptr"

// wraps reports whether t, or what it points to, is what one of Google's wrappers holds.
func wraps(t *typemodel.Type) bool {
	if t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	return t.Kind == typemodel.Bool || t.Kind.IsInteger() || t.Kind.IsFloat() || t.Kind == typemodel.String || t.IsBytes()
}

// isAny reports whether t is an interface of which no types are known.
func isAny(t *typemodel.Type) bool {
	return t.Kind == typemodel.Interface && t.NumMethod == 0 && len(t.Impls) == 0
}

// fieldOf tells how a member stands on the wire.
func fieldOf(m *shape.Member) numbers.Field {
	if m.Node.Form == shape.Interface {
		return numbers.Field{InOrder: m.Has(inOrder)}
	}
	proto3 := m.Has("proto3")
	f := numbers.Field{Number: m.Number, Coding: coding(m.Options[0], proto3), Packed: m.Has("packed"), Implicit: proto3 && !m.Has("oneof"), Required: m.Has("req")}
	if c := numbers.DefaultCoding(m.Node); f.Coding == numbers.Delimited && c != numbers.UTF8 {
		f.Coding = c // go-to-protobuf says bytes of numbers too
	}
	f.Whole = m.Has("fieldmask") || m.Has("struct") || m.Has("list")
	if k := m.Node.Type.Kind; m.Node.Form == shape.Own && (k == typemodel.Slice || k == typemodel.Map) {
		// As go-to-protobuf has it; gogo/protobuf asks its customtype.
		f.Absent = !slices.ContainsFunc(m.Options, func(o string) bool { return strings.HasPrefix(o, "customtype=") })
	}
	if m.Has(wrapper) && m.Node.Form != shape.Map {
		f.Coding = numbers.Wrapped
	}
	if m.Node.Form == shape.Map {
		part := func(key string, n *shape.Node) numbers.Coding {
			if word, _, _ := strings.Cut(m.Field().Tag.Get(key), ","); word != "" {
				return coding(word, proto3)
			}
			if c := numbers.DefaultCoding(n); c != numbers.UTF8 || proto3 {
				return c
			}
			return numbers.Delimited
		}
		f.Key, f.Value = part("protobuf_key", m.Node.Key), part("protobuf_val", m.Node.Elem)
		if m.Has(wrapper) {
			f.Value = numbers.Wrapped
		}
	}
	return f
}

// Tag returns the tag, without its key, by which f has a number.
func Tag(f *typemodel.Field, number int) string {
	t, card, more := f.Type, "opt", ",proto3"
	switch {
	case t.Kind == typemodel.Pointer:
		if t = t.Elem; t.Kind != typemodel.Struct && t.Kind != typemodel.Time {
			more += ",oneof"
		}
	case t.Kind == typemodel.Map:
		card = "rep"
	case isList(t):
		t, card = t.Elem, "rep"
		if t.Kind == typemodel.Pointer {
			t = t.Elem
		}
		if word(t) != "bytes" {
			card += ",packed"
		}
	}
	if t.Kind == typemodel.Time {
		more += ",stdtime"
	} else if word(t) == "bytes" && t.Kind.IsInteger() {
		more += ",stdduration"
	}
	return fmt.Sprintf("%s,%d,%s,name=%s%s", word(t), number, card, protoName(f.Name), more)
}

// fixed returns the word by which integers of t take as many bytes as in memory, where the
// wire has that.
func fixed(t *typemodel.Type) string {
	for t.Kind == typemodel.Pointer || isList(t) {
		t = t.Elem
	}
	if bits := t.Kind.Bits(); bits >= 32 {
		return fmt.Sprintf("fixed%d", bits)
	}
	return "varint"
}

// word returns the word by which values of t are coded where no tag says otherwise.
func word(t *typemodel.Type) string {
	switch k := t.Kind; {
	case k == typemodel.Bool, k.IsInteger() && (t.Name.PkgPath != "time" || t.Name.Name != "Duration"):
		return "varint"
	case k == typemodel.Float32:
		return "fixed32"
	case k == typemodel.Float64:
		return "fixed64"
	}
	return "bytes"
}

// protoName returns a name as .proto files have those of fields: order_id for OrderID.
func protoName(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, c := range letters {
		if unicode.IsUpper(c) && i > 0 && letters[i-1] != '_' && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
