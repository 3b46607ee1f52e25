package xmlmapping

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/extprot/bridge"
	"github.com/assay-go/assay/typemodel"
)

// mapping is one of the two ways to write values.
type mapping struct {
	list, tuple string // the tags of lists and tuples
	tags        bool   // tags stand around values; else spaces do
	support     string
}

var (
	tagged    = mapping{list: "htuple", tuple: "tuple", tags: true, support: reader + taggedReader}
	condensed = mapping{list: "ht", tuple: "t", support: reader + condensedReader}
)

// emitter declares two funcs for what stands between the tags of each composite
// type.
type emitter struct {
	*driver.Adapter
	mapping
	bodies driver.Declared[string, body]
	text   string // to be appended
}

type body struct {
	append, read string
	typ          *typemodel.Type
	long         bool   // integers are long
	prefix       string // of the names of a union's alternatives
}

func (e *emitter) body(t *typemodel.Type, long bool, prefix string) body {
	if t.Kind == typemodel.Struct {
		long = false // its fields have tags of their own
	}
	return e.bodies.Of(fmt.Sprint(e.Type(t), " ", long, " ", prefix), func(n int) body {
		return body{e.Local(fmt.Sprintf("append%d", n)), e.Local(fmt.Sprintf("read%d", n)), t, long, prefix}
	})
}

// write adds text to what the next statement appends.
func (e *emitter) write(text ...string) { e.text += strings.Join(text, "") }

// flush prints the statement that appends the text.
func (e *emitter) flush() {
	if e.text != "" {
		e.P("dst = append(dst, ", quote(e.text), "...)")
		e.text = ""
	}
}

func quote(s string) string {
	if len(s) > 1 && !strings.ContainsRune(s, '`') {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// do prints a statement after the text before it.
func (e *emitter) do(args ...any) {
	e.flush()
	e.P(args...)
}

// emitRoot prints the funcs for the document and returns their names: its element
// is named after the message, and after the alternative if that is a union.
func (e *emitter) emitRoot(t *typemodel.Type) (appendRoot, readRoot string) {
	name := "message"
	if !t.Name.IsZero() {
		name = bridge.SchemaName(t.Name.Name)
	}
	if t.Union {
		b := e.body(t, false, name)
		return b.append, b.read
	}
	appendRoot, readRoot = e.Local("appendRoot"), e.Local("readRoot")
	inside := func(value func(x string, t *typemodel.Type, long, alone bool), fields func(body)) {
		if t.Kind == typemodel.Struct {
			fields(e.body(t, false, ""))
		} else {
			value("(*v)", t, false, true)
		}
	}
	e.P("func ", appendRoot, "(dst []byte, v *", t, ") (_ []byte, err error) {")
	e.write("<", name, ">")
	inside(e.appendValue, func(b body) { e.appendBody(b, "v") })
	e.write("</", name, ">")
	e.do("return dst, nil")
	e.End()
	e.P("func ", readRoot, "(r *reader0, v *", t, ") {")
	e.P("r.open(", strconv.Quote(name), ")")
	inside(e.readValue, func(b body) { e.P(b.read, "(r, v)") })
	e.P("r.shut(", strconv.Quote(name), ")")
	e.End()
	return appendRoot, readRoot
}

func (e *emitter) emitBodies() {
	e.bodies.Each(func(b body) {
		e.P("func ", b.append, "(dst []byte, v *", b.typ, ") (_ []byte, err error) {")
		e.emitAppend(b)
		e.do("return dst, nil")
		e.End()
		e.P("func ", b.read, "(r *reader0, v *", b.typ, ") {")
		e.emitRead(b)
		e.End()
	})
}

// isValue reports whether a type is written as one value, which no tags of its own
// set off in the condensed mapping.
func isValue(t *typemodel.Type) bool {
	return t.Kind.IsPrimitive() || driver.IsBytes(t)
}

// field is a part of a tuple.
type field struct {
	expr  string
	typ   *typemodel.Type
	long  bool
	alone bool // no other value stands in the same text
}

// fields returns the exported fields of v.
func fields(t *typemodel.Type) []field {
	var list []field
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() {
			list = append(list, field{expr: "v." + f.Name, typ: f.Type, long: isLong(f)})
		}
	}
	return setOff(list)
}

// entry returns the parts of an entry of a map.
func (b body) entry() []field {
	return setOff([]field{{expr: "k", typ: b.typ.Key, long: b.long}, {expr: "x", typ: b.typ.Elem, long: b.long}})
}

// setOff finds out which values stand alone.
func setOff(list []field) []field {
	for i := range list {
		list[i].alone = (i == 0 || !isValue(list[i-1].typ)) && (i == len(list)-1 || !isValue(list[i+1].typ))
	}
	return list
}

// alternative is one field of a union.
type alternative struct {
	tag   string
	field string
	typ   *typemodel.Type
	long  bool
}

// isTuple reports whether the parts of a struct stand in the alternative's element
// themselves.
func (a alternative) isTuple() bool { return a.typ.Kind == typemodel.Struct && !a.typ.Union }

func (b body) alternatives() []alternative {
	var list []alternative
	for i := range b.typ.Fields {
		f := &b.typ.Fields[i]
		if !f.Exported() {
			continue
		}
		name := f.Name
		if strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 }) {
			name = "C" + strconv.Itoa(i+1)
		}
		list = append(list, alternative{b.prefix + "_" + name, f.Name, f.Type.Elem, isLong(f)})
	}
	return list
}

// isLong reports whether the integers of a field are of extprot's type long.
func isLong(f *typemodel.Field) bool { return f.Tag.Get("extprot") == "long" }

func (e *emitter) emitAppend(b body) {
	t := b.typ
	switch {
	case t.Union:
		e.P("switch {")
		for _, a := range b.alternatives() {
			e.P("case v.", a.field, " != nil:")
			switch {
			case a.isTuple() && len(fields(a.typ)) == 0:
				e.write("<", a.tag, "/>")
			case a.isTuple():
				e.write("<", a.tag, ">")
				e.appendBody(e.body(a.typ, false, ""), "v."+a.field)
				e.write("</", a.tag, ">")
			default:
				e.write("<", a.tag, ">")
				e.appendValue("(*v."+a.field+")", a.typ, a.long, true)
				e.write("</", a.tag, ">")
			}
			e.flush()
		}
		e.P("default:")
		e.P("return dst, fmt.Errorf(", strconv.Quote("no alternative of "+t.String()+" is set"), ")")
		e.P("}")
	case t.Kind == typemodel.Struct:
		for _, f := range fields(t) {
			e.appendValue(f.expr, f.typ, f.long, f.alone)
		}
	case t.Kind == typemodel.Map:
		e.P("for k, x := range *v {")
		e.write("<", e.tuple, ">")
		for _, f := range b.entry() {
			e.appendValue(f.expr, f.typ, f.long, f.alone)
		}
		e.write("</", e.tuple, ">")
		e.flush()
		e.P("}")
	default:
		e.P("for i := range *v {")
		e.appendValue("(*v)[i]", t.Elem, b.long, false)
		e.flush()
		e.P("}")
	}
}

// appendBody prints the call that appends what *x, a pointer, holds.
func (e *emitter) appendBody(b body, x string) {
	e.do("if dst, err = ", b.append, "(dst, ", x, "); err != nil { return dst, err }")
}

// appendValue prints the statements that append x, which is addressable.
func (e *emitter) appendValue(x string, t *typemodel.Type, long, alone bool) {
	switch k := t.Kind; {
	case isValue(t):
		before, after := " ", " "
		if e.tags {
			name := tag(t, long)
			before, after = "<"+name+">", "</"+name+">"
		}
		e.write(before)
		e.appendScalar(x, t, alone)
		e.write(after)
	case k == typemodel.Time:
		moment := e.Convert(x, t, "time.Time")
		before, between, after := "<"+e.tuple+"> ", "  ", " </"+e.tuple+">"
		if e.tags {
			before, between, after = "<tuple><int>", "</int><int>", "</int></tuple>"
		}
		e.write(before)
		e.do("dst = strconv.AppendInt(dst, ", moment, ".Unix(), 10)")
		e.write(between)
		e.do("dst = strconv.AppendInt(dst, int64(", moment, ".Nanosecond()), 10)")
		e.write(after)
	case k == typemodel.Pointer:
		e.do("if ", x, " == nil {")
		e.write("<sum_None/>")
		e.flush()
		e.P("} else {")
		e.write("<sum_Some>")
		e.appendValue("(*"+x+")", t.Elem, long, true)
		e.write("</sum_Some>")
		e.flush()
		e.P("}")
	case t.Union:
		e.appendBody(e.body(t, false, "sum"), "&"+x)
	case k == typemodel.Struct:
		e.write("<", e.tuple, ">")
		e.appendBody(e.body(t, false, ""), "&"+x)
		e.write("</", e.tuple, ">")
	default:
		e.write("<", e.list, ">")
		e.appendBody(e.body(t, long, ""), "&"+x)
		e.write("</", e.list, ">")
	}
}

// tag returns the tag around a value.
func tag(t *typemodel.Type, long bool) string {
	switch k := t.Kind; {
	case k == typemodel.Bool:
		return "bool"
	case k == typemodel.Uint8:
		return "byte"
	case k.IsFloat():
		return "float"
	case !k.IsInteger():
		return "string"
	case long:
		return "long"
	}
	return "int"
}

func (e *emitter) appendScalar(x string, t *typemodel.Type, alone bool) {
	switch k := t.Kind; {
	case k == typemodel.Bool && e.tags:
		e.do("dst = strconv.AppendBool(dst, ", e.Convert(x, t, "bool"), ")")
	case k == typemodel.Bool:
		e.do("dst = append(dst, strconv.FormatBool(", e.Convert(x, t, "bool"), ")[0])")
	case k.IsSigned():
		e.do("dst = strconv.AppendInt(dst, ", e.Convert(x, t, "int64"), ", 10)")
	case k.IsInteger():
		e.do("dst = strconv.AppendUint(dst, ", e.Convert(x, t, "uint64"), ", 10)")
	case k.IsFloat():
		e.do("dst = strconv.AppendFloat(dst, ", e.Convert(x, t, "float64"), ", 'g', -1, ", k.Bits(), ")")
	case k == typemodel.String && e.tags:
		e.do("dst = base64.StdEncoding.AppendEncode(dst, []byte(", e.Convert(x, t, "string"), "))")
	case k == typemodel.String && alone:
		e.do("if dst, err = appendText0(dst, ", e.Convert(x, t, "string"), "); err != nil { return dst, err }")
	case k == typemodel.String:
		e.do("if dst, err = appendWord0(dst, ", e.Convert(x, t, "string"), "); err != nil { return dst, err }")
	default:
		if k == typemodel.Array {
			e.Workaround("fixed arrays of bytes in base64, of a checked length")
			x += "[:]"
		} else {
			e.Workaround("bytes in base64")
		}
		if !e.tags {
			e.do("if len(", x, ") == 0 { dst = append(dst, empty0...) }")
		}
		e.do("dst = base64.StdEncoding.AppendEncode(dst, ", x, ")")
	}
}

func (e *emitter) emitRead(b body) {
	t := b.typ
	switch {
	case t.Union:
		e.P("name := r.alternative()")
		e.P("switch name {")
		for _, a := range b.alternatives() {
			e.P("case ", strconv.Quote(a.tag), ":")
			e.P("v.", a.field, " = new(", a.typ, ")")
			if a.isTuple() {
				e.P(e.body(a.typ, false, "").read, "(r, v.", a.field, ")")
			} else {
				e.readValue("(*v."+a.field+")", a.typ, a.long, true)
			}
		}
		e.P("default:")
		e.P("r.fail(", strconv.Quote("no alternative of "+t.String()+" is called %s"), ", name)")
		e.P("}")
		e.P("r.shut(name)")
	case t.Kind == typemodel.Struct:
		for _, f := range fields(t) {
			e.readValue(f.expr, f.typ, f.long, f.alone)
		}
	case t.Kind == typemodel.Map:
		e.Workaround("maps as lists of pairs")
		e.P("for r.more() {")
		e.P("if *v == nil { *v = make(", t, ") }")
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("r.open(", strconv.Quote(e.tuple), ")")
		for _, f := range b.entry() {
			e.readValue(f.expr, f.typ, f.long, f.alone)
		}
		e.P("r.shut(", strconv.Quote(e.tuple), ")")
		e.P("(*v)[k] = x")
		e.P("}")
	case t.Kind == typemodel.Slice:
		e.P("for r.more() {")
		e.P("var x ", t.Elem)
		e.P("*v = append(*v, x)")
		e.readValue("(*v)[len(*v)-1]", t.Elem, b.long, false)
		e.P("}")
	default:
		e.Workaround("fixed arrays as lists of a checked length")
		e.P("for i := range v {")
		e.P("if !r.more() { r.fail(", strconv.Quote("%d elements in place of %d"), ", i, len(v)) }")
		e.readValue("v[i]", t.Elem, b.long, false)
		e.P("}")
	}
}

// readValue prints the statements that read a value into dst, which is
// addressable and zero.
func (e *emitter) readValue(dst string, t *typemodel.Type, long, alone bool) {
	open := func(tag string) { e.P("r.open(", strconv.Quote(tag), ")") }
	shut := func(tag string) { e.P("r.shut(", strconv.Quote(tag), ")") }
	switch k := t.Kind; {
	case isValue(t):
		e.readScalar(dst, t, long, alone)
	case k == typemodel.Time:
		open(e.tuple)
		text := "r.value()"
		if e.tags {
			text = `r.value("int")`
		}
		e.P(dst, " = ", e.ConvertTo(t, e.Ident("time", "Unix")+"(r.int("+text+", 64), r.int("+text+", 64)).UTC()", "time.Time"))
		shut(e.tuple)
	case k == typemodel.Pointer:
		e.P("if r.option() {")
		e.P(dst, " = new(", t.Elem, ")")
		e.readValue("(*"+dst+")", t.Elem, long, true)
		shut("sum_Some")
		e.P("}")
	case t.Union:
		e.P(e.body(t, false, "sum").read, "(r, &", dst, ")")
	case k == typemodel.Struct:
		open(e.tuple)
		e.P(e.body(t, false, "").read, "(r, &", dst, ")")
		shut(e.tuple)
	default:
		open(e.list)
		e.P(e.body(t, long, "").read, "(r, &", dst, ")")
		shut(e.list)
	}
}

func (e *emitter) readScalar(dst string, t *typemodel.Type, long, alone bool) {
	text := "r.value()"
	if e.tags {
		text = "r.value(" + strconv.Quote(tag(t, long)) + ")"
	}
	assign := func(x, typ string) {
		if t.String() != typ {
			x = e.Type(t) + "(" + x + ")"
		}
		e.P(dst, " = ", x)
	}
	switch k := t.Kind; {
	case k == typemodel.Bool:
		assign("r.bool("+text+")", "bool")
	case k.IsSigned():
		assign(fmt.Sprintf("r.int(%s, %d)", text, k.Bits()), "int64")
	case k.IsInteger():
		assign(fmt.Sprintf("r.uint(%s, %d)", text, k.Bits()), "uint64")
	case k.IsFloat():
		assign(fmt.Sprintf("r.float(%s, %d)", text, k.Bits()), "float64")
	case k == typemodel.String && e.tags:
		assign("string(r.bytes("+text+"))", "string")
	case k == typemodel.String && alone:
		assign("r.alone()", "string")
	case k == typemodel.String:
		assign("r.word()", "string")
	case k == typemodel.Slice:
		e.P(dst, " = r.bytes(", text, ")")
	default:
		e.P("if b := r.bytes(", text, "); copy(", dst, "[:], b) < len(", dst, ") || len(b) > len(", dst, ") {")
		e.P("r.fail(", strconv.Quote("%d bytes in place of %d"), ", len(b), len(", dst, "))")
		e.P("}")
	}
}
