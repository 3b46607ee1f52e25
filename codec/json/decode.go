package json

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/codec/json/jsonrt"
	"github.com/assay-go/assay/typemodel"
)

// failure returns the statement that gives up within the named member.
func (e *emitter) failure(in string) string {
	if e.NoFallback && in != "" {
		return fmt.Sprintf("return d.In(%q)", in)
	}
	return "return -1"
}

// to returns a pointer to x, of the basic type.
func (e *emitter) to(t *typemodel.Type, basic, x string) string {
	p := address(x)
	if t.Name.IsZero() && (t.Kind.String() == basic || t.Kind == typemodel.Slice || t.Kind == typemodel.Interface) {
		return p
	}
	return "(*" + basic + ")(" + p + ")"
}

// read prints the reading of a value into x; fail is what to do when it is
// refused.
func (e *emitter) read(v *value, x, fail string) {
	var call string
	t := v.typ
	switch v.decode {
	case opBool:
		call = fmt.Sprintf("d.Bool(b, i, %s)", e.to(t, "bool", x))
	case opInt:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.rt("ReadInt"), e.to(t, t.Kind.String(), x))
	case opUint:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.rt("ReadUint"), e.to(t, t.Kind.String(), x))
	case opFloat32:
		call = fmt.Sprintf("d.Float32(b, i, %s)", e.to(t, "float32", x))
	case opFloat64:
		call = fmt.Sprintf("d.Float64(b, i, %s)", e.to(t, "float64", x))
	case opString:
		call = fmt.Sprintf("d.String(b, i, %s)", e.to(t, "string", x))
	case opTime:
		call = fmt.Sprintf("d.Time(b, i, %s)", address(x))
	case opNumber:
		call = fmt.Sprintf("d.Number(b, i, (*string)(%s))", address(x))
	case opRaw:
		call = fmt.Sprintf("d.Raw(b, i, (*[]byte)(%s))", address(x))
	case opAny:
		call = fmt.Sprintf("d.Any(b, i, %s)", e.to(t, "any", x))
	case opJSON:
		call = fmt.Sprintf("d.Method(b, i, %s, %s)", address(x), e.fresh(t, x))
	case opText:
		call = fmt.Sprintf("d.TextMethod(b, i, %s, %s)", address(x), e.fresh(t, x))
	case opStd:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.std("Unmarshal"), address(x))
	case opBytes:
		call = fmt.Sprintf("d.Bytes(b, i, %s)", e.to(t, "[]byte", x))
	case opPointer:
		e.P("if i = ", e.rt("Space"), "(b, i); ", e.rt("Null"), "(b, i) {")
		e.P(x, " = nil")
		e.P("i += 4")
		e.P("} else {")
		e.target(x, t.Elem, fail)
		e.read(v.elem, "*"+selector(x), fail)
		e.P("}")
		return
	default:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.function("Decode", v), address(x))
	}
	e.Pf("if i = %s; i < 0 {", call)
	e.P(fail)
	e.P("}")
}

// target prints what makes sure that x points to something that may be written
// to.
func (e *emitter) target(x string, elem *typemodel.Type, fail string) {
	e.P("if ", x, " == nil {")
	e.P(x, " = new(", elem, ")")
	e.P("} else if !d.InPlace && !d.Checked(b) {")
	e.P(fail)
	e.P("}")
}

// fresh returns whether x leads to no storage that a method could write to.
func (e *emitter) fresh(t *typemodel.Type, x string) string {
	switch {
	case flat(t):
		return "true"
	case t.Kind == typemodel.Slice || t.Kind == typemodel.Map:
		return x + " == nil"
	case (t.Kind == typemodel.Struct || t.Kind == typemodel.Array) && comparable(t, map[*typemodel.Type]bool{}) && e.plan.spells(t):
		return x + " == (" + e.Type(t) + "{})"
	}
	return "false"
}

// flat reports whether values of t lead nowhere.
func flat(t *typemodel.Type) bool {
	switch t.Kind {
	case typemodel.Array:
		return flat(t.Elem)
	case typemodel.Struct:
		if len(t.Fields) == 0 && t.Methods != 0 {
			return false // they are not known
		}
		for i := range t.Fields {
			if !flat(t.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return t.Kind.IsPrimitive()
}

// decoder prints the functions that read values of v, which has parts.
func (e *emitter) decoder(v *value) {
	e.P()
	e.Pf("func %s(d *%s, b []byte, i int, v *%s) int {", e.function("Decode", v), e.rt("Decoder"), v.typ)
	switch v.decode {
	case opStruct:
		e.decodeStruct(v)
		return
	case opMap:
		e.decodeMap(v)
	case opArray:
		e.decodeArray(v)
	default:
		e.decodeSlice(v)
	}
	e.P("}")
}

// open prints the beginning of an object or array, and what a null does.
func (e *emitter) open(bracket string, null ...string) {
	e.Pf("i, ok := d.Open(b, i, %s)", bracket)
	e.P("if !ok {")
	if len(null) > 0 {
		e.P("if i >= 0 {")
		e.P(null[0])
		e.P("}")
	}
	e.P("return i")
	e.P("}")
}

// holds returns the condition that the input has the constant at i.
func holds(s string) string {
	const word = 16 // what the compiler compares without a call
	c := fmt.Sprintf("len(b)-i >= %d", len(s))
	for k := 0; k < len(s); k += word {
		part := s[k:min(k+word, len(s))]
		from := "i"
		if k > 0 {
			from = fmt.Sprintf("i+%d", k)
		}
		c += fmt.Sprintf(" && string(b[%s:i+%d]) == %s", from, k+len(part), quote(part))
	}
	return c
}

func (e *emitter) decodeStruct(v *value) {
	e.open("'{'")
	if len(v.members) == 0 {
		e.P("for {")
		e.P("var k []byte")
		e.P("if i, k = d.Key(b, i); k == nil {")
		e.P("return i")
		e.P("}")
		e.unknown("return -1")
		e.P("}")
		e.P("}")
		return
	}
	seen := ""
	if e.Strict {
		e.Pf("var seen [%d]bool", len(v.members))
		seen = ", &seen"
	}
	first := e.quotedInput(v.members[0].name) + ":"
	e.P("f := 0")
	e.P("if ", holds(first), " {")
	e.P("i += ", len(first))
	e.P("} else if i, f = ", e.function("Key", v), "(d, b, i, 0); i < 0 {")
	e.P("return -1")
	e.P("}")
	e.P("for {")
	e.P("switch f {")
	for k, m := range v.members {
		e.Pf("case %d: // %s", k, m.name)
		if seen != "" {
			e.Pf("if seen[%d] {", k)
			e.Pf("return d.Refuse(i, \"the name %s occurs twice\")", strings.ReplaceAll(m.name, `"`, ``))
			e.P("}")
			e.Pf("seen[%d] = true", k)
		}
		e.readMember(m)
		if k+1 == len(v.members) {
			e.P("if i < len(b) && b[i] == '}' {")
			e.P("d.Depth--")
			e.P("return i + 1")
			e.P("}")
			e.Pf("f = %d", k+1)
			continue
		}
		next := "," + e.quotedInput(v.members[k+1].name) + ":"
		e.P("if !(", holds(next), ") {")
		e.Pf("f = %d", k+1)
		e.P("break")
		e.P("}")
		e.Pf("i += %d", len(next))
		e.P("fallthrough")
	}
	e.P("default:")
	e.P("return i")
	e.P("}")
	e.P("if i, f = ", e.function("Key", v), "(d, b, i, f); i < 0 {")
	e.P("return -1")
	e.P("}")
	e.P("}")
	e.P("}")
	e.keys(v)
}

// quotedInput returns the name of a member as inputs mostly have it.
func (e *emitter) quotedInput(name string) string {
	b, n := jsonrt.StringRaw(nil, 0, name, 0)
	return string(b[:n])
}

// unknown prints what happens to a member that no field has.
func (e *emitter) unknown(fail string) {
	if e.Strict {
		e.P("return d.Refuse(i, \"the name is unknown\")")
		return
	}
	e.P("if i = d.Skip(b, i); i < 0 {")
	e.P(fail)
	e.P("}")
}

// keys prints the function that finds the member of the next key, whatever it
// is: the member that is expected and the next ones first.
func (e *emitter) keys(v *value) {
	names := e.prefix + "Keys" + v.name
	quoted := make([]string, len(v.members))
	for k, m := range v.members {
		quoted[k] = quote(m.name)
	}
	e.P()
	e.Pf("var %s = [...]string{%s}", names, strings.Join(quoted, ", "))
	e.P()
	e.Pf("func %s(d *%s, b []byte, i, f int) (int, int) {", e.function("Key", v), e.rt("Decoder"))
	e.P("for {")
	e.P("var k []byte")
	e.P("if i, k = d.Key(b, i); k == nil {")
	e.P("return i, -1")
	e.P("}")
	e.Pf("for m := f; m < %d && m < f+4; m++ {", len(v.members))
	e.Pf("if string(k) == %s[m] {", names)
	e.P("return i, m")
	e.P("}")
	e.P("}")
	e.P("switch string(k) {")
	for k := range v.members {
		e.Pf("case %s:", quoted[k])
		e.Pf("return i, %d", k)
	}
	e.P("}")
	if !e.Strict {
		e.Pf("switch string(%s(k)) {", e.rt("Fold"))
		folded := map[string]bool{}
		for k, m := range v.members {
			if f := string(jsonrt.Fold([]byte(m.name))); !folded[f] {
				folded[f] = true
				e.Pf("case %s:", quote(f))
				e.Pf("return i, %d", k)
			}
		}
		e.P("}")
	}
	if e.Strict {
		e.P("return d.Refuse(i, \"the name is unknown\"), -1")
	} else {
		e.P("if i = d.Skip(b, i); i < 0 {")
		e.P("return -1, -1")
		e.P("}")
	}
	e.P("}")
	e.P("}")
}

// readMember prints the reading of a member's value.
func (e *emitter) readMember(m *member) {
	fail := e.failure(m.name)
	x := "v"
	for _, s := range m.path[:len(m.path)-1] {
		x += "." + s.field.Name
		if !s.pointer {
			continue
		}
		if !s.field.Exported() {
			e.P("if ", x, " == nil {") // encoding/json cannot set it
			e.Pf("return d.Refuse(i, \"%s is an embedded pointer that is not exported\")", s.field.Name)
			e.P("}")
		}
		e.target(x, s.field.Type.Elem, fail)
	}
	x += "." + m.path[len(m.path)-1].field.Name
	if !m.quoted {
		e.read(m.value, x, fail)
		return
	}
	e.readQuoted(m.value, x, fail)
}

// readQuoted prints the reading of a value out of a string.
func (e *emitter) readQuoted(v *value, x, fail string) {
	if v.decode == opPointer {
		e.P("if i = ", e.rt("Space"), "(b, i); ", e.rt("Null"), "(b, i) {")
		e.P(x, " = nil")
		e.P("i += 4")
		e.P("} else {")
		e.target(x, v.typ.Elem, fail)
		e.readQuoted(v.elem, "*"+selector(x), fail)
		e.P("}")
		return
	}
	if v.decode >= opJSON {
		e.P("if d.Refuse(i, \"a method does not go with the option string\") < 0 {")
		e.P(fail)
		e.P("}")
		return
	}
	e.P("if q, j := d.Quoted(b, i); j < 0 {")
	e.P(fail)
	e.P("} else if q != nil {")
	e.Pf("if !func(d *%s, b []byte, i int) bool {", e.rt("Decoder"))
	e.read(v, x, "return false")
	e.P("return i == len(b)")
	e.Pf("}(&%s{}, q, 0) {", e.rt("Decoder"))
	e.Pf("d.Refuse(i, %q)", "another kind of value was expected in the string")
	e.P(fail)
	e.P("}")
	e.P("i = j")
	e.P("} else {")
	e.P("i = j")
	e.P("}")
}

func (e *emitter) decodeSlice(v *value) {
	elem := v.typ.Elem
	e.open("'['", "*v = nil")
	e.P("if j := d.Empty(b, i); j > 0 {")
	e.P("*v = ", v.typ, "{}")
	e.P("return j")
	e.P("}")
	e.P("s, k := *v, 0")
	e.P("if cap(s) == 0 {")
	switch size := sizeOf(elem); {
	case elem.Kind.IsPrimitive() && elem.Kind != typemodel.String:
		e.Pf("s = make(%s, 0, %s(b, i))", v.typ, e.rt("Count"))
	case size <= 16:
		e.Pf("s = make(%s, 0, min(8, %s(b, i)))", v.typ, e.rt("Count"))
	case size <= 128:
		e.Pf("s = make(%s, 0, 2)", v.typ)
	default:
		e.Pf("s = make(%s, 0, 1)", v.typ)
	}
	e.P("} else if !d.InPlace && !d.Checked(b) {")
	e.P("return -1")
	e.P("}")
	e.P("for more := true; more; k++ {")
	e.P("if k >= cap(s) {")
	e.Pf("s = %s(s[:k], 1)", e.Ident("slices", "Grow"))
	e.P("}")
	e.P("s = s[:k+1]")
	e.read(v.elem, "s[k]", e.element())
	e.P("if i, more = d.More(b, i); i < 0 {")
	e.P("return -1")
	e.P("}")
	e.P("}")
	e.P("*v = s")
	e.P("return i")
}

// element returns what gives up within an element.
func (e *emitter) element() string {
	if e.NoFallback {
		return "return d.At(k)"
	}
	return "return -1"
}

func (e *emitter) decodeArray(v *value) {
	e.open("'['")
	e.P("k := 0")
	e.P("if j := d.Empty(b, i); j > 0 {")
	e.P("i = j")
	e.P("} else {")
	e.P("for more := true; more; k++ {")
	e.P("if k < len(v) {")
	e.read(v.elem, "v[k]", e.element())
	e.P("} else if i = d.Skip(b, i); i < 0 {")
	e.P("return -1")
	e.P("}")
	e.P("if i, more = d.More(b, i); i < 0 {")
	e.P("return -1")
	e.P("}")
	e.P("}")
	e.P("}")
	e.P("for ; k < len(v); k++ {")
	e.Pf("v[k] = *new(%s)", v.typ.Elem)
	e.P("}")
	e.P("return i")
}

func (e *emitter) decodeMap(v *value) {
	key := v.typ.Key
	e.open("'{'", "*v = nil")
	e.P("m := *v")
	e.P("if m == nil {")
	e.P("m = make(", v.typ, ")")
	e.P("*v = m")
	e.P("} else if !d.InPlace && !d.Checked(b) {")
	e.P("return -1")
	e.P("}")
	if e.Strict {
		e.P("seen := map[string]bool{}")
	}
	e.P("for {")
	e.P("var k []byte")
	e.P("if i, k = d.Key(b, i); k == nil {")
	e.P("return i")
	e.P("}")
	if e.Strict {
		e.P("if seen[string(k)] {")
		e.P("return d.Refuse(i, \"a name occurs twice\")")
		e.P("}")
		e.P("seen[string(k)] = true")
	}
	name := "key"
	switch {
	case key.Calls.Has(typemodel.UnmarshalTextByPointer):
		e.P("var key ", key)
		e.P("if !d.KeyText(k, i, &key) {")
		e.P("return -1")
		e.P("}")
	case key.Kind == typemodel.String:
		e.P("key := ", convert(e.Type(key), "string", "d.KeyString(k)"))
	default:
		get, basic := "KeyUint", "uint64"
		if key.Kind.IsSigned() {
			get, basic = "KeyInt", "int64"
		}
		e.Pf("number, ok := d.%s(k, i, %s)", get, e.bits(key))
		e.P("if !ok {")
		e.P("return -1")
		e.P("}")
		name = convert(e.Type(key), basic, "number")
	}
	e.P("var x ", v.typ.Elem)
	fail := "return -1"
	if e.NoFallback {
		fail = "return d.In(string(k))"
	}
	e.read(v.elem, "x", fail)
	e.Pf("m[%s] = x", name)
	e.P("}")
}

// bits returns the width of an integer type.
func (e *emitter) bits(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Int, typemodel.Uint, typemodel.Uintptr:
		return e.Ident("strconv", "IntSize")
	}
	return itoa(t.Kind.Bits())
}

func convert(typ, basic, x string) string {
	if typ == basic {
		return x
	}
	return typ + "(" + x + ")"
}

// sizeOf returns roughly how many bytes a value of type t takes.
func sizeOf(t *typemodel.Type) int {
	switch t.Kind {
	case typemodel.String, typemodel.Interface:
		return 16
	case typemodel.Slice, typemodel.Time:
		return 24
	case typemodel.Array:
		return t.Len * sizeOf(t.Elem)
	case typemodel.Struct:
		n := 0
		for i := range t.Fields {
			n += sizeOf(t.Fields[i].Type)
		}
		return n
	}
	return 8
}
