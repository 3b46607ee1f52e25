package json

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec/json/jsonrt"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// piece is a step of writing: constant text, a call of a routine, other statements,
// which write nothing, or a block of pieces that is not always run.
type piece struct {
	text string // constant
	call *call
	code string

	condition string
	block     []*piece
	otherwise []*piece // what is run instead of block

	room int // bytes to make sure of before the piece; 0 for none
	rest int // what follows needs until the next piece that makes sure of its own
}

// call is a call of a routine that writes at b[n:].
type call struct {
	routine string   // as it is called
	encoder bool     // its first argument is e
	args    []string // behind b and n
	size    int      // bytes of room that it needs
	grows   bool     // it makes sure of its own room instead, and of what follows: its last argument
}

// statement returns the call as one that writes at the position at, with room for rest
// bytes afterwards.
func (c *call) statement(at, rest string) string {
	set, args := "n", append([]string{"b", at}, c.args...)
	if c.encoder {
		args = slices.Insert(args, 0, "e")
	}
	if c.grows {
		set, args = "b, n", append(args, rest)
	}
	return set + " = " + c.routine + "(" + strings.Join(args, ", ") + ")"
}

// grows reports whether p makes sure of its own room.
func (p *piece) grows() bool { return p.call != nil && p.call.grows }

// maxRoom is how many bytes are made sure of at once, roughly.
const maxRoom = 512

// settle computes what each piece has to make sure of, from the last on, and
// returns what the first needs.
func settle(list []*piece, after int) int {
	for k := len(list) - 1; k >= 0; k-- {
		p := list[k]
		p.rest = after
		switch {
		case p.grows():
			after = 0
		case p.block != nil:
			other := after
			if p.otherwise != nil {
				other = settle(p.otherwise, after)
			}
			after = max(other, settle(p.block, after))
		default:
			after += len(p.text)
			if p.call != nil {
				after += p.call.size
			}
		}
		if after > maxRoom && !p.grows() {
			p.room = after
			after = 0
		}
	}
	return after
}

// merged joins constant texts that follow each other.
func merged(list []*piece) []*piece {
	var out []*piece
	for _, p := range list {
		p.block, p.otherwise = merged(p.block), merged(p.otherwise)
		if last := len(out) - 1; last >= 0 && p.text != "" && out[last].text != "" {
			out[last].text += p.text
			continue
		}
		out = append(out, p)
	}
	return out
}

func constant(s string) *piece { return &piece{text: s} }

func (e *emitter) put(list []*piece) {
	at := "n" // where the next call writes
	for k, p := range list {
		if p.room > 0 {
			e.Pf("if len(b)-n < %d+rest {", p.room)
			e.Pf("b = %s(b, n, %d+rest)", e.rt("Grow"), p.room)
			e.P("}")
		}
		switch {
		case p.text != "" && k+1 < len(list) && list[k+1].follows():
			at = e.constant(p.text) // written on the way, which saves a line
		case p.text != "":
			e.putText(p.text)
		case p.block != nil:
			if p.condition == "" {
				e.P("{") // for its variables
			} else {
				e.P("if ", p.condition, " {")
			}
			e.put(p.block)
			if p.otherwise != nil {
				e.P("} else {")
				e.put(p.otherwise)
			}
			e.P("}")
		case p.call != nil:
			rest := "rest"
			if p.rest > 0 {
				rest = itoa(p.rest) + "+rest"
			}
			e.P(p.call.statement(at, rest))
			at = "n"
		default:
			e.P(p.code)
		}
	}
}

// follows reports whether the piece is a call that may begin to write where constant
// text ends.
func (p *piece) follows() bool { return p.room == 0 && p.call != nil }

// putText prints the writing of a constant.
func (e *emitter) putText(s string) {
	if len(s) == 1 {
		e.Pf("b[n] = %s", strconv.QuoteRune(rune(s[0])))
		e.P("n++")
		return
	}
	e.P("n = ", e.constant(s))
}

// constant returns the expression that writes s to b[n:] and is the position
// after it.
func (e *emitter) constant(s string) string {
	if len(s) == 1 {
		return e.rt("Put1") + "(b, n, " + strconv.QuoteRune(rune(s[0])) + ")"
	}
	at := "n"
	for len(s) > 0 {
		k := len(s)
		if k > 32 {
			k = 32
			if len(s) == 33 {
				k = 24 // since no routine writes a string of one
			}
		}
		routine := "Put2"
		switch {
		case k > 16:
			routine = "Put16"
		case k >= 8:
			routine = "Put8"
		case k >= 4:
			routine = "Put4"
		}
		at = fmt.Sprintf("%s(b, %s, %s)", e.rt(routine), at, quote(s[:k]))
		s = s[k:]
	}
	return at
}

func quote(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// html is the argument of routines that escape HTML or not.
func (e *emitter) html() string { return strconv.FormatBool(!e.RawHTML) }

// raw returns the name of the routine for the option RawHTML.
func (e *emitter) raw(name string) string {
	if e.RawHTML {
		name += "Raw"
	}
	return name
}

// as returns x converted to the basic type.
func as(t *typemodel.Type, basic, x string) string {
	if t.Name.IsZero() && t.Kind.String() == basic {
		return x
	}
	return basic + "(" + x + ")"
}

// write returns the pieces that write x.
func (e *emitter) write(v *value, x goprint.Place) []*piece {
	t := v.typ
	puts := func(size int, routine string, args ...string) []*piece {
		return []*piece{{call: &call{routine: routine, args: args, size: size}}}
	}
	switch v.encode {
	case opBool:
		return puts(8, e.rt("Bool"), as(t, "bool", x.String()))
	case opInt:
		return puts(24, e.rt("Int"), as(t, "int64", x.String()))
	case opUint:
		return puts(24, e.rt("Uint"), as(t, "uint64", x.String()))
	case opFloat32:
		return puts(jsonrt.MaxFloat, "e.Float32", as(t, "float32", x.String()))
	case opFloat64:
		return puts(jsonrt.MaxFloat, "e.Float64", as(t, "float64", x.String()))
	case opTime:
		return puts(jsonrt.MaxTime, "e.Time", x.String())
	case opString:
		return []*piece{constant(`"`), e.text(as(t, "string", x.String())), constant(`"`)}
	case opBytes:
		return e.unlessNil(x, `""`, grow(e.rt("Bytes"), x.String()))
	case opByteArray:
		return []*piece{grow(e.rt("Bytes"), x.Slice())}
	case opNumber:
		return []*piece{grow("e.Number", "string("+x.String()+")")}
	case opRaw:
		return []*piece{grow("e.RawValue", x.String(), e.html())}
	case opAny:
		return []*piece{grow("e.Any", x.String(), e.html())}
	case opJSON, opText:
		// The method is called here, not by a routine, for which x would have to
		// be on the heap.
		routine, method := "e.Method", "MarshalJSON"
		if v.encode == opText {
			routine, method = "e.TextMethod", "MarshalText"
		}
		// After a failure none is, as in encoding/json, which stops there.
		return []*piece{{
			condition: "e.Fail", block: []*piece{grow(e.rt("Raw"), "nil")},
			otherwise: []*piece{grow(routine, fmt.Sprintf("%s(%s.%s())", e.rt("Returned"), x.Operand(), method), e.html())},
		}}
	case opStd:
		arg := x.String()
		if v.addressable {
			arg = x.Addr()
		}
		return []*piece{of(grow(e.std(e.raw("Marshal")), arg))}
	case opPointer:
		return e.pointer(x, e.write(v.elem, x.Pointee()))
	case opScalars:
		switch v.elem.encode {
		case opInt:
			return e.unlessNil(x, "[]", grow(e.rt("Ints"), x.String()))
		case opUint:
			return e.unlessNil(x, "[]", grow(e.rt("Uints"), x.String()))
		case opFloat64:
			return e.unlessNil(x, "[]", grow("e.Floats", x.String()))
		}
		return []*piece{grow(e.rt(e.raw("Strings")), x.String())}
	}
	return []*piece{of(grow(e.function("Encode", v), x.Addr()))}
}

// grow returns the call of a routine that makes sure of its own room.
func grow(routine string, args ...string) *piece {
	return &piece{call: &call{routine: routine, args: args, grows: true}}
}

// of has the routine of p take the encoder.
func of(p *piece) *piece {
	p.call.encoder = true
	return p
}

// text returns the piece that writes the inside of the string x.
func (e *emitter) text(x string) *piece {
	if e.V2 {
		return grow("e.TextV2", x)
	}
	return grow(e.rt(e.raw("Text")), x)
}

// unlessNil returns the pieces that write x, and, in encoding/json/v2, empty if
// it is nil.
func (e *emitter) unlessNil(x goprint.Place, empty string, p *piece) []*piece {
	if !e.V2 {
		return []*piece{p}
	}
	return []*piece{{condition: x.String() + " == nil", block: []*piece{constant(empty)}, otherwise: []*piece{p}}}
}

// pointer returns the piece that writes null or what x leads to.
func (e *emitter) pointer(x goprint.Place, list []*piece) []*piece {
	return []*piece{{condition: x.String() + " == nil", block: []*piece{constant("null")}, otherwise: list}}
}

// function returns the name of the function that does verb for v.
func (e *emitter) function(verb string, v *value) string { return e.Local(e.prefix + verb + v.name) }

// encoder prints the function that writes values of v, which has parts.
func (e *emitter) encoder(v *value) {
	e.P()
	if v.encode == opMap {
		e.Pf("var %s %s[%s]", e.function("Gathered", v), e.rt("GatheredPool"), e.gathered(v))
		e.P()
	}
	e.Pf("func %s(e *%s, b []byte, n int, v *%s, rest int) ([]byte, int) {", e.function("Encode", v), e.rt("Encoder"), v.typ)
	if e.counts(v) {
		enter := "Enter()"
		if most := e.maxDepth(); most > 0 {
			enter = "Nest(" + itoa(most) + ")"
		}
		e.P("if !e.", enter, " {")
		e.Pf("return %s(b, n, nil, rest)", e.rt("Raw"))
		e.P("}")
	}
	switch v.encode {
	case opStruct:
		e.encodeStruct(v)
	case opMap:
		e.encodeMap(v)
	case opCarried:
		e.encodeCarried(v)
	case opChoice:
		e.encodeChoice(v)
	default:
		e.encodeList(v)
	}
	e.P("}")
}

// begin prints the check of the room that the pieces need at first.
func (e *emitter) begin(list []*piece) {
	if need := settle(list, 0); need > 0 {
		e.Pf("if len(b)-n < %d+rest {", need)
		e.Pf("b = %s(b, n, %d+rest)", e.rt("Grow"), need)
		e.P("}")
	}
	e.put(list)
}

// leave prints the end of a recursive value.
func (e *emitter) leave(v *value) {
	if e.counts(v) {
		e.P("e.Depth--")
	}
}

func (e *emitter) encodeStruct(v *value) {
	if len(v.members) == 0 {
		e.begin([]*piece{constant("{}")})
		e.leave(v)
		e.P("return b, n")
		return
	}
	// A first member that is always there begins with the bracket. Else all
	// begin with a comma, and the first of them becomes the bracket in the end.
	always := v.members[0].condition(e, "v") == "" && !e.empties(v.members[0])
	var list []*piece
	for k, m := range v.members {
		separator := ","
		if k == 0 && always {
			separator = "{"
		}
		head := separator + e.quotedName(m.Name) + ":"
		body := append([]*piece{constant(head)}, e.writeMember(m)...)
		if e.empties(m) {
			// It depends on what has been written.
			body = append([]*piece{{code: "m0 := n"}}, body...)
			body = append(body, &piece{code: fmt.Sprintf("if %s(b[m0+%d:n]) {\nn = m0\n}", e.rt("EmptyValue"), len(head))})
			if m.condition(e, "v") == "" {
				body = []*piece{{block: body}}
			}
		}
		if condition := m.condition(e, "v"); condition != "" {
			body = []*piece{{condition: condition, block: body}}
		}
		list = append(list, body...)
	}
	if always {
		list = append(list, constant("}"))
		e.begin(merged(list))
		e.leave(v)
		e.P("return b, n")
		return
	}
	e.P("n0 := n")
	e.begin(merged(list))
	e.leave(v)
	e.Pf("return %s(b, n0, n, '{', '}', rest)", e.rt("Close"))
}

// quotedName returns the name of a member as encoding/json writes it.
func (e *emitter) quotedName(name string) string {
	write := jsonrt.String
	if e.RawHTML {
		return `"` + name + `"` // tags hold nothing else to escape
	}
	b, n := write(nil, 0, name, 0)
	return string(b[:n])
}

// writeMember returns the pieces that write the value of m.
func (e *emitter) writeMember(m *member) []*piece {
	x := goprint.Pointee("v")
	for _, f := range m.Path {
		x = x.Field(f.Name)
	}
	if !m.quoted {
		return e.write(m.value, x)
	}
	return e.writeQuoted(m.value, x)
}

// writeQuoted returns the pieces that write x within a string.
func (e *emitter) writeQuoted(v *value, x goprint.Place) []*piece {
	switch v.encode {
	case opJSON, opText, opStd:
		return e.write(v, x) // methods know nothing of it
	case opPointer:
		return e.pointer(x, e.writeQuoted(v.elem, x.Pointee()))
	case opString:
		// encoding/json/v2 has it for numbers only.
		return []*piece{grow(e.rt(e.raw("Quoted")), as(v.typ, "string", x.String()))}
	}
	return append(append([]*piece{constant(`"`)}, e.write(v, x)...), constant(`"`))
}

// condition returns when the member is written: empty for always.
func (m *member) condition(e *emitter, v string) string {
	var all []string
	for _, f := range m.Path[:len(m.Path)-1] {
		v += "." + f.Name
		if f.Type.Kind == typemodel.Pointer {
			all = append(all, v+" != nil")
		}
	}
	x := v + "." + m.Field().Name
	if m.Has("omitempty") {
		c := notEmpty(m.value.typ, x)
		if e.V2 && (m.value.encode > opStruct || m.value.encode == opRaw || m.value.typ.Kind.IsPrimitive() && m.value.typ.Kind != typemodel.String) {
			c = "" // what is written decides, or it is never empty
		}
		if c != "" {
			all = append(all, c)
		}
	}
	if m.Has("omitzero") {
		if c := e.notZero(m.value, x); c != "" && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return strings.Join(all, " && ")
}

// empties reports whether a member has to be written to know whether omitempty
// drops it, as in encoding/json/v2.
func (e *emitter) empties(m *member) bool {
	if !e.V2 || !m.Has("omitempty") {
		return false
	}
	switch m.value.encode {
	case opPointer, opStruct, opAny, opRaw, opJSON, opText:
		return true
	}
	return false
}

// notEmpty returns when omitempty keeps x.
func notEmpty(t *typemodel.Type, x string) string {
	switch t.Kind {
	case typemodel.Bool:
		return as(t, "bool", x)
	case typemodel.String, typemodel.Slice, typemodel.Map:
		return "len(" + x + ") != 0"
	case typemodel.Array:
		if t.Len == 0 {
			return "false"
		}
		return ""
	case typemodel.Pointer, typemodel.Interface:
		return x + " != nil"
	}
	if t.Kind.IsInteger() || t.Kind.IsFloat() {
		return x + " != 0"
	}
	return ""
}

// notZero returns when omitzero keeps x.
func (e *emitter) notZero(v *value, x string) string {
	t := v.typ
	switch {
	case t.Kind == typemodel.Time:
		return "!" + x + ".IsZero()"
	case t.Kind == typemodel.Interface:
		if t.Calls.Has(typemodel.IsZeroByValue) {
			return "!" + e.rt("ZeroInterface") + "(" + x + ")"
		}
		return x + " != nil"
	case t.Kind == typemodel.Pointer:
		if t.Elem.Kind == typemodel.Time || t.Elem.Calls.Has(typemodel.IsZeroByPointer) {
			return x + " != nil && !" + x + ".IsZero()"
		}
		return x + " != nil"
	case t.Calls.Has(typemodel.IsZeroByPointer):
		return "!" + x + ".IsZero()"
	}
	return e.notZeroValue(t, x)
}

// notZeroValue is notZero for a type without a method that tells.
func (e *emitter) notZeroValue(t *typemodel.Type, x string) string {
	switch t.Kind {
	case typemodel.Bool:
		return as(t, "bool", x)
	case typemodel.String:
		return x + ` != ""`
	case typemodel.Slice, typemodel.Map, typemodel.Chan, typemodel.Func, typemodel.UnsafePointer:
		return x + " != nil"
	case typemodel.Struct, typemodel.Array:
		if shape.ComparableToZero(t) && e.plan.spells(t) {
			return x + " != (" + e.Type(t) + "{})"
		}
		return "!" + e.Ident("reflect", "ValueOf") + "(&" + x + ").Elem().IsZero()"
	}
	return x + " != 0"
}

func (e *emitter) encodeList(v *value) {
	if v.encode == opSlice && !e.V2 {
		e.P("if *v == nil {")
		e.leave(v)
		e.Pf("return %s(b, n, []byte(\"null\"), rest)", e.rt("Raw"))
		e.P("}")
	}
	e.P("n0 := n")
	e.P("for k := range *v {")
	e.begin(merged(append([]*piece{constant(",")}, e.write(v.elem, goprint.Pointee("v").Index("k"))...)))
	e.P("}")
	e.leave(v)
	e.Pf("return %s(b, n0, n, '[', ']', rest)", e.rt("Close"))
}

// texts reports whether the keys of the map v are what MarshalText returns.
func (e *emitter) texts(v *value) bool {
	key := v.typ.Key
	return key.Calls.Has(typemodel.MarshalTextByValue) && (e.V2 || key.Kind != typemodel.String)
}

// looksUp reports whether the values of the map v are large, and are looked up by the
// sorted keys instead of being held beside them.
func (e *emitter) looksUp(v *value) bool {
	return v.typ.Key.Kind == typemodel.String && !e.texts(v) && sizeOf(v.typ.Elem) > 64
}

// gathered returns the type of what is held of each value of the map v.
func (e *emitter) gathered(v *value) string {
	if e.looksUp(v) {
		return "struct{}"
	}
	return e.Type(v.typ.Elem)
}

// takeGathered prints what takes room for the entries of the map v where they are more
// than the stack has room for, and leaves its block open.
func (e *emitter) takeGathered(v *value) {
	e.Pf("var held *%s[%s]", e.rt("Gathered"), e.gathered(v))
	e.P("if len(*v) > len(keys) {")
	e.Pf("held = %s.Take(len(*v))", e.function("Gathered", v))
}

func (e *emitter) encodeMap(v *value) {
	if !e.V2 {
		e.P("if *v == nil {")
		e.leave(v)
		e.Pf("return %s(b, n, []byte(\"null\"), rest)", e.rt("Raw"))
		e.P("}")
	}
	e.P("n0 := n")
	key := v.typ.Key
	texts := e.texts(v)
	value := "values[list[k].Index]"
	e.Pf("var keys [8]%s", e.rt("MapKey"))
	e.P("list := keys[:0]")
	if e.looksUp(v) {
		value = "x"
		e.takeGathered(v)
		e.P("list = held.List")
		e.P("}")
		e.P("for k := range *v {")
		e.Pf("list = append(list, %s{Name: %s})", e.rt("MapKey"), as(key, "string", "k"))
		e.P("}")
	} else {
		text := as(key, "string", "k")
		switch {
		case texts:
			text = "e.TextKey(" + e.rt("Returned") + "(k.MarshalText()))"
		case key.Kind == typemodel.String:
		case key.Kind.IsSigned():
			text = fmt.Sprintf("%s(int64(k), 10)", e.Ident("strconv", "FormatInt"))
		default:
			text = fmt.Sprintf("%s(uint64(k), 10)", e.Ident("strconv", "FormatUint"))
		}
		e.Pf("var most [8]%s", v.typ.Elem)
		e.P("values := most[:0]")
		e.takeGathered(v)
		e.P("list, values = held.List, held.Values")
		e.P("}")
		e.P("for k, x := range *v {")
		if texts {
			e.P("if e.Fail {")
			e.P("break")
			e.P("}")
		}
		e.Pf("list = append(list, %s{Name: %s, Index: len(values)})", e.rt("MapKey"), text)
		e.P("values = append(values, x)")
		e.P("}")
	}
	e.Pf("%s(list)", e.rt("SortKeys"))
	if texts && e.V2 {
		e.P("e.Unlike(list)")
	}
	if value == "x" {
		// Outside of the loop, since it would be on the heap if its type leads
		// back to the map.
		e.P("var x ", v.typ.Elem)
	}
	e.P("for k := range list {")
	if value == "x" {
		e.P("x = (*v)[", convert(e.Type(key), "string", "list[k].Name"), "]")
	}
	list := []*piece{constant(`,"`), e.text("list[k].Name"), constant(`":`)}
	e.begin(merged(append(list, e.write(v.elem, goprint.Variable(value))...)))
	e.P("}")
	e.P("if held != nil {")
	e.Pf("%s.Put(held, len(list))", e.function("Gathered", v))
	e.P("}")
	e.leave(v)
	e.Pf("return %s(b, n0, n, '{', '}', rest)", e.rt("Close"))
}
