package typemodel

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// MethodPair is how an encoding interface is told from a type's methods: both
// have to be there, with these signatures. A signature has the parameters and
// results as [Signature] spells them.
type MethodPair struct {
	Set                                  Methods
	Marshal, Unmarshal                   string
	MarshalSignature, UnmarshalSignature string
}

// MethodPairs are the pairs of all encoding interfaces. A pair without Unmarshal
// is told by the one method.
var MethodPairs = []MethodPair{
	{BinaryMarshaler, "MarshalBinary", "UnmarshalBinary", " -> []byte error", " []byte -> error"},
	{TextMarshaler, "MarshalText", "UnmarshalText", " -> []byte error", " []byte -> error"},
	{JSONMarshaler, "MarshalJSON", "UnmarshalJSON", " -> []byte error", " []byte -> error"},
	{XMLMarshaler, "MarshalXML", "UnmarshalXML", " *encoding/xml.Encoder encoding/xml.StartElement -> error", " *encoding/xml.Decoder encoding/xml.StartElement -> error"},
	{GobEncoder, "GobEncode", "GobDecode", " -> []byte error", " []byte -> error"},
	{BinaryAppender, "AppendBinary", "UnmarshalBinary", " []byte -> []byte error", " []byte -> error"},
	{TextAppender, "AppendText", "UnmarshalText", " []byte -> []byte error", " []byte -> error"},
	{JSONMarshalerTo, "MarshalJSONTo", "UnmarshalJSONFrom", " *encoding/json/jsontext.Encoder -> error", " *encoding/json/jsontext.Decoder -> error"},
	{JSONMarshalerTo, "MarshalJSONTo", "UnmarshalJSONFrom", " *github.com/go-json-experiment/json/jsontext.Encoder -> error", " *github.com/go-json-experiment/json/jsontext.Decoder -> error"},
	{ProtoMessage, "ProtoReflect", "", " -> google.golang.org/protobuf/reflect/protoreflect.Message", ""},
	{VTMessage, "MarshalVT", "UnmarshalVT", " -> []byte error", " []byte -> error"},
	{GogoMessage, "Marshal", "Unmarshal", " -> []byte error", " []byte -> error"},
	{VTBuffer, "MarshalToSizedBufferVT", "SizeVT", " []byte -> int error", " -> int"},
	{VTReset, "ResetVT", "UnmarshalVT", " ->", " []byte -> error"},
	{GogoBuffer, "MarshalToSizedBuffer", "Size", " []byte -> int error", " -> int"},
	{GogoWriter, "MarshalTo", "Unmarshal", " []byte -> int error", " []byte -> error"},
	{MsgpMarshaler, "MarshalMsg", "UnmarshalMsg", " []byte -> []byte error", " []byte -> []byte error"},
	{MsgpExtension, "MarshalBinaryTo", "ExtensionType", " []byte -> error", " -> int8"},
	{CBORMarshaler, "MarshalCBOR", "UnmarshalCBOR", " -> []byte error", " []byte -> error"},
	{MsgpackMarshaler, "MarshalMsgpack", "UnmarshalMsgpack", " -> []byte error", " []byte -> error"},
	{MsgpackEncoder, "EncodeMsgpack", "DecodeMsgpack", " *github.com/vmihailenco/msgpack/v5.Encoder -> error", " *github.com/vmihailenco/msgpack/v5.Decoder -> error"},
	{EasyJSONMarshaler, "MarshalEasyJSON", "UnmarshalEasyJSON", " *github.com/mailru/easyjson/jwriter.Writer ->", " *github.com/mailru/easyjson/jlexer.Lexer ->"},
}

// Names returns the methods of the set that encode, in the order of [MethodPairs].
func (s Methods) Names() []string {
	var list []string
	for _, p := range MethodPairs {
		if s.Has(p.Set) && !slices.Contains(list, p.Marshal) {
			list = append(list, p.Marshal)
		}
	}
	return list
}

// paired are the interfaces whose methods people write by hand, and may forget one of.
const paired = Standard &^ XMLMarshaler

// MethodsOf returns the encoding interfaces of a type with the given methods, which of
// them have a promoted method, and the names of its own methods that lack their
// counterpart. method returns the signature of a method, empty when there is none.
func MethodsOf(method func(name string) (signature string, promoted bool)) (set, promoted Methods, lone []string) {
	var whole []string // the methods of the interfaces in set
	for _, p := range MethodPairs {
		marshal, fromField := method(p.Marshal)
		has := marshal == p.MarshalSignature
		if p.Unmarshal != "" {
			unmarshal, alsoFromField := method(p.Unmarshal)
			reads := unmarshal == p.UnmarshalSignature
			if has != reads && p.Set&paired != 0 {
				if name := p.Marshal; has && !fromField {
					lone = append(lone, name)
				} else if name = p.Unmarshal; reads && !alsoFromField {
					lone = append(lone, name)
				}
			}
			has, fromField = has && reads, fromField || alsoFromField
		}
		if !has {
			continue
		}
		set |= p.Set
		whole = append(whole, p.Marshal, p.Unmarshal)
		if fromField {
			promoted |= p.Set
		}
	}
	slices.Sort(lone)
	lone = slices.DeleteFunc(slices.Compact(lone), func(name string) bool { return slices.Contains(whole, name) })
	return set, promoted, slices.Clip(lone)
}

// methodsOf is [MethodsOf] of rt. An interface type has none: there is nothing that
// unmarshalling into its nil value could call.
func methodsOf(rt reflect.Type) (set, promoted Methods, lone []string) {
	if rt.Kind() == reflect.Interface || rt.Kind() == reflect.Pointer {
		return 0, 0, nil
	}
	p := reflect.PointerTo(rt)
	if p.NumMethod() == 0 {
		return 0, 0, nil
	}
	return MethodsOf(func(name string) (string, bool) {
		m, ok := p.MethodByName(name)
		if !ok {
			return "", false
		}
		return signatureOf(m.Type), embeds(rt, name) && generated(m) && generatedFor(rt, name)
	})
}

// embeds reports whether a field that rt embeds has the method.
func embeds(rt reflect.Type, name string) bool {
	if rt.Kind() != reflect.Struct {
		return false
	}
	for i := range rt.NumField() {
		f := rt.Field(i)
		if !f.Anonymous {
			continue
		}
		t := f.Type
		if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
			t = reflect.PointerTo(t)
		}
		if _, ok := t.MethodByName(name); ok {
			return true
		}
	}
	return false
}

// generatedFor is generated for the method of the type itself rather than of a
// pointer to it, whose methods of values are all made by the compiler.
func generatedFor(rt reflect.Type, name string) bool {
	m, ok := rt.MethodByName(name)
	return !ok || generated(m)
}

// generated reports whether the compiler made the method, as it does with those
// that are promoted.
func generated(m reflect.Method) bool {
	f := runtime.FuncForPC(m.Func.Pointer())
	if f == nil {
		return false
	}
	file, _ := f.FileLine(f.Entry())
	return file == "<autogenerated>"
}

// signatureOf spells the signature of a method expression, its receiver left
// out.
func signatureOf(t reflect.Type) string { return signatureFrom(t, 1) }

// signatureFrom spells a signature from that parameter on.
func signatureFrom(t reflect.Type, first int) string {
	var b strings.Builder
	for i := first; i < t.NumIn(); i++ {
		b.WriteString(" " + spell(t.In(i)))
	}
	b.WriteString(" ->")
	for i := range t.NumOut() {
		b.WriteString(" " + spell(t.Out(i)))
	}
	if t.IsVariadic() {
		b.WriteString("...")
	}
	return b.String()
}

// spell writes a type as go/types does with whole import paths, as far as
// signatures in MethodPairs go.
func spell(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[[]byte]():
		return "[]byte"
	case t.Kind() == reflect.Pointer:
		return "*" + spell(t.Elem())
	case t.PkgPath() != "":
		return t.PkgPath() + "." + t.Name()
	}
	return t.String()
}
