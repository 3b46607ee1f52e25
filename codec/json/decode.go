package json

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec/json/jsonrt"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// to returns a pointer to x, of the basic type.
func (e *emitter) to(t *typemodel.Type, basic string, x goprint.Place) string {
	p := x.Addr()
	if t.Name.IsZero() && (t.Kind.String() == basic || t.Kind == typemodel.Slice || t.Kind == typemodel.Interface) {
		return p
	}
	return "(*" + basic + ")(" + p + ")"
}

// pointee returns what the pointer at x, a value of v, leads to. Go converts no pointer whose
// type has a name to one to the basic type.
func (e *emitter) pointee(v *value, x goprint.Place) goprint.Place {
	if v.typ.Name.IsZero() || !e.plan.spells(v.typ.Elem) {
		return x.Pointee()
	}
	return goprint.Pointee("(*" + e.Type(v.typ.Elem) + ")(" + x.String() + ")")
}

// read prints the reading of a value into x, which leaves i at its end, or at -1
// if it is refused.
func (e *emitter) read(v *value, x goprint.Place) {
	var call string
	t := v.typ
	switch v.decode {
	case opByteArray:
		call = fmt.Sprintf("d.ByteArray(b, i, %s)", x.Slice())
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
		call = fmt.Sprintf("d.Time%s(b, i, %s)", e.version(), x.Addr())
	case opNumber:
		call = fmt.Sprintf("d.Number(b, i, (*string)(%s))", x.Addr())
	case opRaw:
		call = fmt.Sprintf("d.Raw(b, i, (*[]byte)(%s))", x.Addr())
	case opAny:
		call = fmt.Sprintf("d.Any%s(b, i, %s)", e.version(), e.to(t, "any", x))
	case opJSON:
		call = fmt.Sprintf("d.Method(b, i, %s)", method(x, "UnmarshalJSON"))
	case opText:
		call = fmt.Sprintf("d.TextMethod(b, i, %s)", method(x, "UnmarshalText"))
	case opStd:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.std("Unmarshal"), x.Addr())
	case opBytes:
		call = fmt.Sprintf("d.Bytes(b, i, %s)", e.to(t, "[]byte", x))
	case opPointer:
		e.Pf("if i, ok = %s(d, b, i, %s, %s); ok {", e.target(v), x.Addr(), e.keeper("*", nil, v.typ.Elem))
		e.read(v.elem, e.pointee(v, x))
		e.P("}")
		return
	case opScalars:
		call = fmt.Sprintf("%s(d, b, i, %s, %s)", e.rt(listRoutines[v.elem.decode]), x.Addr(), e.keeper("[]", nil, t.Elem))
	default:
		call = fmt.Sprintf("%s(d, b, i, %s)", e.function("Decode", v), x.Addr())
	}
	if e.V2 {
		// A null stands for zero.
		switch v.decode {
		case opBool:
			e.P(x, " = false")
		case opInt, opUint, opFloat32, opFloat64:
			e.P(x, " = 0")
		case opString:
			e.P(x, ` = ""`)
		}
	}
	if v.decode == opText && (e.V2 || t.Kind == typemodel.Slice || t.Kind == typemodel.Map) {
		// A null is none of the method's business.
		e.P("if j, ok := d.Nothing(b, i); ok {")
		if e.V2 {
			e.Pf("%s = *new(%s)", x, t)
		} else {
			e.P("if ", e.rt("NullEmpties"), " { ", x, " = nil }")
		}
		e.P("i = j")
		e.P("} else {")
		defer e.P("}")
	}
	e.P("i = ", call)
}

// version is how the names of routines end that are for encoding/json/v2.
func (e *emitter) version() string {
	if e.V2 {
		return "V2"
	}
	return ""
}

// words returns the three arguments that s is for routines that compare words.
func words(s string) string {
	x, y := min(8, len(s)), min(16, len(s))
	return quote(s[:x]) + ", " + quote(s[x:y]) + ", " + quote(s[y:])
}

// key returns the name of a member with its quotes and the colon, as inputs mostly
// have it.
func key(name string) string { return `"` + name + `":` }

// listRoutines read slices of scalars.
var listRoutines = map[op]string{opInt: "ReadInts", opUint: "ReadUints", opFloat32: "ReadFloat32s", opFloat64: "ReadFloats", opString: "ReadStrings"}

// method returns a func that calls a method of x. An interface would do, but x would
// be on the heap for it, whatever the method does.
func method(x goprint.Place, name string) string {
	return "func(p []byte) error { return " + x.Operand() + "." + name + "(p) }"
}

// decoder prints the function that reads values of v, which has parts.
func (e *emitter) decoder(v *value) {
	e.P()
	switch v.decode {
	case opStruct:
		e.decodeStruct(v)
	case opMap:
		e.decodeMap(v)
	case opArray:
		e.decodeArray(v)
	case opCarried:
		e.decodeCarried(v)
	case opChoice:
		e.decodeChoice(v)
	default:
		e.decodeSlice(v)
	}
}

func (e *emitter) decodeStruct(v *value) {
	names := e.Local(e.prefix + "Names" + v.name)
	e.names(names, v)
	e.P()
	e.signature(v)
	if e.V2 {
		e.Pf("if j, ok := d.Nothing(b, i); ok { *v = %s{}; return j }", v.typ)
	}
	if len(v.members) == 0 {
		e.Pf("i, _ = d.Object(b, i, &%s)", names)
		e.P("return i")
		e.P("}")
		return
	}
	e.P("f := 0")
	first := "{" + key(v.members[0].Name)
	e.Pf("i, ok := d.Begin(b, i, %s, %s)", quote(first[:min(8, len(first))]), quote(first[min(8, len(first)):]))
	e.Pf("if !ok { i, f = d.Object(b, i, &%s) }", names)
	distinct := e.Strict || e.V2
	if distinct {
		e.Pf("var seen [%d]bool", len(v.members))
	}
	// One member after the other, without a jump between them where they stand in their order.
	e.P("for {")
	e.P("switch f {")
	for k, m := range v.members {
		e.Pf("case %d:", k)
		if distinct {
			e.Pf("if seen[%d] { return d.Refuse(i, \"a name occurs twice\") }", k)
			e.Pf("seen[%d] = true", k)
		}
		e.readMember(m)
		if s := v.next(k); s != "" {
			e.Pf("if f = %d; !%s(b, i, %s) { break }", k+1, e.rt("Follows"), words(s))
			e.Pf("i += %d", len(s))
			e.P("fallthrough")
			continue
		}
		e.Pf("if f = %d; %s(b, i, %s) { return d.Leave(i) }", k+1, e.rt("Follows"), words("}"))
	}
	e.P("default:")
	e.P("return i")
	e.P("}")
	e.Pf("i, f = d.Next(b, i, f, &%s)", names)
	e.P("}")
	e.P("}")
}

// next returns what mostly follows the value of the member k.
func (v *value) next(k int) string {
	if k+1 == len(v.members) {
		return ""
	}
	return "," + key(v.members[k+1].Name)
}

// names prints the names that the reading of v looks for.
func (e *emitter) names(name string, v *value) {
	var keys []string
	for _, m := range v.members {
		keys = append(keys, key(m.Name))
	}
	e.namesOf(name, keys)
}

// namesOf prints names in quotes and with colons.
func (e *emitter) namesOf(name string, keys []string) {
	var quoted []string
	for _, k := range keys {
		quoted = append(quoted, quote(k))
	}
	tables := ""
	if len(keys) > 0 && len(keys) <= 255 {
		tables = fmt.Sprintf(", Exact: %s, Folded: %s, Sorted: %s", bytesLiteral(jsonrt.Table(keys, false)), bytesLiteral(jsonrt.Table(keys, true)), bytesLiteral(jsonrt.Order(keys)))
	}
	if e.base > 0 {
		tables += fmt.Sprintf(", Base: %d", e.base)
	}
	e.base += len(keys)
	e.Pf("var %s = %s{Keys: []string{%s}%s}", name, e.rt("Names"), strings.Join(quoted, ", "), tables)
}

// bytesLiteral returns the literal of a string of small numbers.
func bytesLiteral(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\x%02x`, s[i])
	}
	return `"` + b.String() + `"`
}

// signature prints the head of a function that reads values of v.
func (e *emitter) signature(v *value) {
	verb := "Decode"
	if most := e.maxDepth(); most > 0 && e.counts(v) {
		e.begins(verb, v)
		e.Pf("if !d.Nest(i, %d) { return -1 }", most)
		verb += "Nested"
		e.Pf("i = %s(d, b, i, v)", e.function(verb, v))
		e.P("d.Nested--")
		e.End("return i")
	}
	e.begins(verb, v)
}

func (e *emitter) begins(verb string, v *value) {
	e.Pf("func %s(d *%s, b []byte, i int, v *%s) int {", e.function(verb, v), e.rt("Decoder"), v.typ)
}

// readMember prints the reading of a member's value.
func (e *emitter) readMember(m *member) {
	x := goprint.Pointee("v")
	var reach []string
	for _, f := range m.Path[:len(m.Path)-1] {
		x = x.Field(f.Name)
		if f.Type.Kind != typemodel.Pointer {
			continue
		}
		if !f.Exported() {
			// encoding/json cannot set it
			e.Pf("if %s == nil { return d.Refuse(i, \"%s is an embedded pointer that is not exported\") }", x, f.Name)
		}
		call := e.rt("Reach") + "(d, b, "
		if sizeOf(f.Type.Elem) > largeEmbedded {
			call = e.rt("LargeReach") + "(d, b, i, "
		}
		reach = append(reach, "!"+call+x.Addr()+", "+e.keeper("*", nil, f.Type.Elem)+")")
	}
	if reach != nil {
		e.P("if ", strings.Join(reach, " || "), " { return -1 }") // the input is invalid somewhere
	}
	x = x.Field(m.Field().Name)
	if m.quoted {
		if e.V2 && m.value.decode != opPointer {
			e.P(x, " = 0") // for a null
		}
		e.readQuoted(m.value, x)
	} else {
		e.read(m.value, x)
	}
}

// readQuoted prints the reading of a value out of a string. What is in it and no number, bool or
// string of JSON encoding/json takes too, some of it: "null", "007".
func (e *emitter) readQuoted(v *value, x goprint.Place) {
	other := "i = d.Refuse(i, \"another kind of value was expected in the string\")"
	if !e.NoFallback {
		other = fmt.Sprintf("i = %s(d, b, i, %s)", e.std("UnmarshalString"), x.Addr())
	}
	target := v
	if v.decode == opPointer {
		target = v.elem
	}
	if v.decode == opStd || target.decode == opNumber && !e.NoFallback { // versions of Go take other texts for a json.Number
		e.P(other)
		return
	}
	if v.decode == opPointer {
		e.Pf("if i, ok = %s(d, b, i, %s, %s); ok {", e.target(v), x.Addr(), e.keeper("*", nil, v.typ.Elem))
		v, x = target, e.pointee(v, x)
		defer e.P("}")
	}
	e.P("if q, j := d.Quoted(b, i); q == nil {")
	e.P("i = j")
	e.P("} else {")
	e.P("x := ", x) // which is kept if there is more in the string
	e.Pf("if func(d *%s, b []byte, i int) bool {", e.rt("Decoder"))
	e.read(v, goprint.Variable("x"))
	e.P("return i == len(b)")
	e.Pf("}(&%s{}, q, 0) {", e.rt("Decoder"))
	e.P(x, " = x")
	e.P("i = j")
	e.P("} else { ", other, " }")
	e.P("}")
}

// What takes more memory than this, in bytes, may take more than [jsonrt.Justified] for
// each byte of its shortest text, and is charged: the element of a slice, whose storage
// grows in steps; what a pointer leads to, which takes a place besides; what an embedded
// one leads to, which has a member; key and value of a map, which makes room for eight.
const (
	largeElement  = 16
	largeTarget   = 128
	largeEmbedded = 256
	largeEntry    = 48
)

// large reports whether storage for parts of v is charged as it is made.
func (v *value) large(v2 bool) bool {
	if v.decode == opAny {
		return false
	}
	s := v.storage()
	return s.element > largeElement || s.target > largeTarget || s.entry > largeEntry || v2 && s.entry > 0 || // which remembers the keys
		s.embedded > largeEmbedded
}

// charges reports whether reading charges anything.
func (p *plan) charges() bool {
	for _, v := range p.values {
		if v.large(p.v2) {
			return true
		}
	}
	return false
}

// storage is how many bytes a value makes for one part that it reads.
type storage struct{ element, entry, target, embedded int }

func (v *value) storage() (s storage) {
	switch v.decode {
	case opSlice:
		s.element = sizeOf(v.typ.Elem)
	case opPointer:
		s.target = sizeOf(v.typ.Elem)
	case opChoice: // which holds a copy
		for _, c := range v.choices {
			s.target = max(s.target, sizeOf(c.typ))
		}
	case opMap:
		s.entry = max(sizeOf(v.typ.Key)+sizeOf(v.typ.Elem), 1)
	case opAny: // of []any and map[string]any, and the number or string that it holds
		s.element, s.entry = 16+8, 16+16+8
	}
	for _, m := range v.members {
		for _, k := range m.Pointers() {
			s.embedded = max(s.embedded, sizeOf(m.Path[k-1].Type.Elem))
		}
	}
	return s
}

// largest returns the most of each kind that v and its parts make.
func (v *value) largest() (most storage) {
	seen := map[*value]bool{}
	var visit func(*value)
	visit = func(v *value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		s := v.storage()
		most = storage{max(most.element, s.element), max(most.entry, s.entry), max(most.target, s.target), max(most.embedded, s.embedded)}
		visit(v.elem)
		for _, m := range v.members {
			visit(m.value)
		}
	}
	visit(v)
	return most
}

// target returns the routine for a pointer.
func (e *emitter) target(v *value) string {
	if v.large(e.V2) {
		return e.rt("LargeTarget")
	}
	return e.rt("Target")
}

// journaled reports whether reading keeps what it overwrites of storage that a value
// led to before.
func (e *emitter) journaled() bool { return !e.InPlace && e.plan.leads() }

// keeper is what keeps what is overwritten where values are pointed to, elements, or
// entries of a map with such keys.
type keeper struct {
	form      string
	key, elem *typemodel.Type
}

// keeper returns the number of a keeper of values of t.
func (e *emitter) keeper(form string, key, t *typemodel.Type) string {
	switch {
	case !e.journaled():
		return "0"
	case shape.Locks(t):
		return e.rt("Unkept")
	}
	k := keeper{form, key, e.plan.met.First(t)}
	if key != nil {
		k.key = e.plan.met.First(key)
	}
	if _, ok := e.keepers[k]; !ok {
		e.keepers[k] = len(e.keepers) + 1 // 0 is that of bytes
	}
	return itoa(e.keepers[k])
}

// leads reports whether values lead to storage that is kept.
func (p *plan) leads() bool {
	for _, v := range p.values {
		switch v.decode {
		case opPointer, opScalars, opSlice, opMap, opRaw:
			return true
		}
		if slices.ContainsFunc(v.members, func(m *member) bool {
			return slices.ContainsFunc(m.Path, func(f *typemodel.Field) bool { return f.Type.Kind == typemodel.Pointer })
		}) {
			return true
		}
	}
	return false
}

// variable declares ok where reading v takes it.
func (e *emitter) variable(v *value) {
	if v.decode == opPointer {
		e.P("var ok bool")
	}
}

func (e *emitter) decodeSlice(v *value) {
	e.signature(v)
	room := 1
	switch elem, size := v.typ.Elem, sizeOf(v.typ.Elem); {
	case elem.Kind.IsPrimitive() && elem.Kind != typemodel.String:
		room = -1
	case size <= 16:
		room = 4
	case size <= 128:
		room = 2
	}
	if n := v.elem.objects(); n > 0 && sizeOf(v.typ.Elem) > 0 {
		room = -1 - n
	}
	elements := "Elements"
	if v.large(e.V2) {
		elements = "LargeElements"
	}
	number := e.keeper("[]", nil, v.typ.Elem)
	e.Pf("i, s, more := %s(d, b, i, v, %d, %s)", e.rt(elements), room, number)
	if v.large(e.V2) {
		e.P("first := i")
	}
	e.variable(v.elem)
	e.P("for more {")
	e.P("if len(s) < cap(s) {")
	e.P("s = s[:len(s)+1]")
	e.P("} else {")
	if v.large(e.V2) {
		e.Pf("i, s = %s(d, b, first, i, v, s, %s)", e.rt("LargeExtend"), number)
	} else {
		e.Pf("s = %s(d, v, s, %s)", e.rt("Lengthen"), number)
	}
	e.P("}")
	e.read(v.elem, goprint.Variable("s[len(s)-1]"))
	e.P("i, more = d.More(b, i)")
	e.P("}")
	e.Pf("return %s(d, i, v, s)", e.rt("Finish"))
	e.P("}")
}

// objects returns how many objects a value mostly is written as, itself and those in it, or 0 where
// that varies or there are arrays.
func (v *value) objects() int {
	if v.decode != opStruct {
		return 0
	}
	n := 1
	for _, m := range v.members {
		x := m.value
		if x.decode == opPointer {
			x = x.elem
		}
		switch {
		case x.decode <= opByteArray && x.decode != opRaw:
		case x == m.value && x.objects() > 0 && m.Omit != shape.OmitZero:
			n += x.objects()
		default:
			return 0
		}
	}
	return n
}

func (e *emitter) decodeArray(v *value) {
	e.signature(v)
	if v.elem.decode == opFloat64 && v.typ.Elem.Name.IsZero() && v.typ.Len > 0 && !e.V2 {
		// Points and matrices: each call less is a tenth of the time.
		e.P("if j := d.Floats(b, i, v[:]); j > 0 { return j }")
	}
	e.P("i, ok := d.Open(b, i, '[')")
	e.P("if !ok {")
	if e.V2 {
		e.Pf("if i >= 0 { *v = *new(%s) }", v.typ)
	}
	e.P("return i")
	e.P("}")
	e.P("k, more := 0, true")
	e.P("if j := d.Empty(b, i); j > 0 { i, more = j, false }")
	e.P("for ; more; k++ {")
	e.P("if k < len(v) {")
	if e.V2 {
		e.Pf("v[k] = *new(%s)", v.typ.Elem)
	}
	e.read(v.elem, goprint.Variable("v[k]"))
	e.P("} else {")
	if e.V2 {
		e.P("i = d.Refuse(i, \"the array has too many elements\")")
	} else {
		e.P("i = d.Skip(b, i)")
	}
	e.P("}")
	e.P("if i, more = d.More(b, i); i < 0 { return d.At(k) }")
	e.P("}")
	if e.V2 {
		e.P("if k < len(v) { return d.Refuse(i, \"the array has too few elements\") }")
	} else {
		e.Pf("for ; k < len(v); k++ { v[k] = *new(%s) }", v.typ.Elem)
	}
	e.End("return i")
}

func (e *emitter) decodeMap(v *value) {
	key := v.typ.Key
	e.signature(v)
	if v.elem.decode == opAny && v.typ.Elem.Kind == typemodel.Interface && key.Kind == typemodel.String && !key.Calls.Has(typemodel.UnmarshalTextByPointer) && !e.Strict && !e.V2 {
		e.Pf("if i < len(b) && b[i] == '{' { return %s(d, b, i, v, %s) }", e.rt("ReadAnys"), e.keeper("map", key, v.typ.Elem))
	}
	entries := "Entries"
	if v.large(e.V2) {
		entries = "LargeEntries"
	}
	keeper := e.keeper("map", key, v.typ.Elem)
	how := keeper
	switch v.elem.decode {
	case opBool, opInt, opUint, opFloat32, opFloat64, opString:
		if !v.large(e.V2) {
			quotes := 2
			if v.elem.decode == opString {
				quotes = 4
			}
			entries, how = "ShortEntries", itoa(quotes)+", "+keeper
		}
	}
	if v.large(e.V2) {
		e.P("fresh := *v == nil")
	}
	e.Pf("i, m, k := %s(d, b, i, v, %s)", e.rt(entries), how)
	if v.large(e.V2) {
		e.P("first := i")
	}
	if e.journaled() {
		e.P("used := len(m) > 0")
	}
	if key.Kind == typemodel.String || key.Calls.Has(typemodel.UnmarshalTextByPointer) {
		e.variable(v.elem)
	}
	if e.V2 {
		e.Pf("seen := map[%s]bool{}", key)
	} else if e.Strict {
		e.P("seen := map[string]bool{}")
	}
	outside := v.recursive && !e.V2 // where x is not on the heap
	if outside {
		e.P("var x ", v.typ.Elem)
	}
	e.P("for k != nil {")
	if v.large(e.V2) {
		e.Pf("if !%s(d, b, i, m) { return -1 }", e.rt("Entry"))
		e.Pf("if fresh && len(m) >= 8 { m = %s(b, first, i, v, m) }", e.rt("Roomier"))
	}
	if e.Strict && !e.V2 {
		e.P("if seen[string(k)] { return d.Refuse(i, \"a name occurs twice\") }")
		e.P("seen[string(k)] = true")
	}
	name := "key"
	switch {
	case key.Calls.Has(typemodel.UnmarshalTextByPointer):
		e.P("var key ", key)
		e.P("if !d.KeyText(b, k, i, &key) { return -1 }")
	case key.Kind == typemodel.String:
		e.P("key := ", convert(e.Type(key), "string", "d.KeyString(k)"))
	default:
		get, basic := "KeyUint", "uint64"
		if key.Kind.IsSigned() {
			get, basic = "KeyInt", "int64"
		}
		e.Pf("number, ok := d.%s(k, i, %s)", get, e.bits(key))
		e.P("if !ok { return -1 }")
		name = convert(e.Type(key), basic, "number")
	}
	if e.NoFallback {
		e.P("name := string(k)") // before k is overwritten
	}
	if e.V2 {
		e.Pf("if seen[%s] { return d.Refuse(i, \"a name occurs twice\") }", name)
		e.Pf("seen[%s] = true", name)
		e.Pf("x := m[%s]", name)
	} else if outside {
		e.Pf("x = *new(%s)", v.typ.Elem)
	} else {
		e.P("var x ", v.typ.Elem)
	}
	e.read(v.elem, goprint.Variable("x"))
	e.P("if i < 0 {")
	if e.NoFallback {
		e.P("return d.In(name)")
	} else {
		e.P("return -1")
	}
	e.P("}")
	if e.journaled() {
		e.Pf("if used { %s(d, m, %s, x, %s) } else { m[%s] = x }", e.rt("SetEntry"), name, keeper, name)
	} else {
		e.Pf("m[%s] = x", name)
	}
	e.P("i, k = d.Key(b, i)")
	e.P("}")
	e.End("return i")
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

// sizeOf returns how many bytes a value of type t takes.
func sizeOf(t *typemodel.Type) int {
	size, _ := shape.Size(t)
	return size
}
