package json

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/codec/json/jsonrt"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// maxRoom is how many bytes are made sure of at once, roughly.
const maxRoom = 512

// undo is the step that takes back a member whose value turned out to be empty, behind so
// many bytes with its name.
type undo struct{ head int }

func (undo) Bounds() steps.Bounds { return steps.Bounds{} }

// undo prints an undo.
func (e *emitter) undo(s steps.Step) {
	e.Pf("if %s(b[m0+%d:n]) { n = m0 }", e.rt("EmptyValue"), s.(undo).head)
}

// constant prints the writing of constant text by routines that write words, or returns
// it as the position for the call that follows, which saves a line.
func (e *emitter) constant(text steps.Bytes, call bool) string {
	s, at := string(text), "n"
	if len(s) == 1 && !call {
		e.Pf("b[n] = %s", strconv.QuoteRune(rune(s[0])))
		e.P("n++")
		return at
	}
	if len(s) == 1 {
		return e.rt("Put1") + "(b, n, " + strconv.QuoteRune(rune(s[0])) + ")"
	}
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
	if !call {
		e.P("n = ", at)
		return "n"
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
	return steps.Value{Place: goprint.Variable(x), Own: t, As: basic}.Text()
}

// write returns the steps that write x.
func (e *emitter) write(v *value, x goprint.Place) []steps.Step {
	t := v.typ
	puts := func(most int, routine, basic string) []steps.Step {
		return []steps.Step{steps.Put{Routine: routine, Args: []steps.Value{{Place: x, Own: t, As: basic}}, Most: most}}
	}
	switch v.encode {
	case opBool:
		return puts(8, e.rt("Bool"), "bool")
	case opInt:
		return puts(24, e.rt("Int"), "int64")
	case opUint:
		return puts(24, e.rt("Uint"), "uint64")
	case opFloat32:
		return puts(jsonrt.MaxFloat, "e.Float32", "float32")
	case opFloat64:
		return puts(jsonrt.MaxFloat, "e.Float64", "float64")
	case opTime:
		return puts(jsonrt.MaxTime, "e.Time", "")
	case opString:
		return []steps.Step{steps.Bytes(`"`), e.text(as(t, "string", x.String())), steps.Bytes(`"`)}
	case opBytes:
		return e.unlessNil(x, `""`, grow(e.rt("Bytes"), x.String()))
	case opByteArray:
		return []steps.Step{grow(e.rt("Bytes"), x.Slice())}
	case opNumber:
		return []steps.Step{grow("e.Number", "string("+x.String()+")")}
	case opRaw:
		return []steps.Step{grow("e.RawValue", x.String(), e.html())}
	case opAny:
		return []steps.Step{grow("e.Any", x.String(), e.html())}
	case opJSON, opText:
		// The method is called here, not by a routine, for which x would have to
		// be on the heap.
		routine, method := "e.Method", "MarshalJSON"
		if v.encode == opText {
			routine, method = "e.TextMethod", "MarshalText"
		}
		// After a failure none is, as in encoding/json, which stops there.
		return []steps.Step{steps.If{
			Cond: holds("e.Fail"), Then: []steps.Step{grow(e.rt("Raw"), "nil")},
			Else: []steps.Step{grow(routine, fmt.Sprintf("%s(%s.%s())", e.rt("Returned"), x.Operand(), method), e.html())},
		}}
	case opStd:
		arg := x.String()
		if v.addressable {
			arg = x.Addr()
		}
		return []steps.Step{of(grow(e.std(e.raw("Marshal")), arg))}
	case opPointer:
		return orNil(x, "null", e.write(v.elem, e.pointee(v, x)))
	case opScalars:
		switch v.elem.encode {
		case opInt:
			return e.unlessNil(x, "[]", grow(e.rt("Ints"), x.String()))
		case opUint:
			return e.unlessNil(x, "[]", grow(e.rt("Uints"), x.String()))
		case opFloat32:
			return e.unlessNil(x, "[]", grow("e.Float32s", x.String()))
		case opFloat64:
			return e.unlessNil(x, "[]", grow("e.Floats", x.String()))
		}
		return []steps.Step{grow(e.rt(e.raw("Strings")), x.String())}
	}
	return []steps.Step{of(grow(e.function("Encode", v), x.Addr()))}
}

// grow returns the call of a routine that makes sure of its own room.
func grow(routine string, args ...string) steps.Put {
	return steps.Put{Routine: routine, Args: steps.Args(args...), Grows: true}
}

// of has the routine of a call take the encoder.
func of(call steps.Put) steps.Put {
	call.Of = "e"
	return call
}

// holds is a condition as Go has it.
func holds(text string) steps.Cond {
	return steps.Cond{Test: steps.Holds, X: goprint.Variable(text)}
}

// text returns the step that writes the inside of the string x.
func (e *emitter) text(x string) steps.Step {
	if e.V2 {
		return grow("e.TextV2", x)
	}
	return grow(e.rt(e.raw("Text")), x)
}

// unlessNil returns the steps that write x, and, in encoding/json/v2, empty if
// it is nil.
func (e *emitter) unlessNil(x goprint.Place, empty string, put steps.Step) []steps.Step {
	if !e.V2 {
		return []steps.Step{put}
	}
	return orNil(x, empty, []steps.Step{put})
}

// orNil returns the steps that write x, and a constant if it is nil.
func orNil(x goprint.Place, constant string, list []steps.Step) []steps.Step {
	return []steps.Step{steps.If{Cond: holds(x.String() + " == nil"), Then: []steps.Step{steps.Bytes(constant)}, Else: list}}
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
		e.Pf("if !e.%s { return %s(b, n, nil, rest) }", enter, e.rt("Raw"))
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

// leave prints the end of a recursive value.
func (e *emitter) leave(v *value) {
	if e.counts(v) {
		e.P("e.Depth--")
	}
}

func (e *emitter) encodeStruct(v *value) {
	if len(v.members) == 0 {
		e.Steps([]steps.Step{steps.Bytes("{}")})
		e.leave(v)
		e.P("return b, n")
		return
	}
	// A first member that is always there begins with the bracket. Else all
	// begin with a comma, and the first of them becomes the bracket in the end.
	_, omits := e.kept(v.members[0])
	always := !omits && !e.empties(v.members[0])
	var list []steps.Step
	for k, m := range v.members {
		separator := ","
		if k == 0 && always {
			separator = "{"
		}
		head := separator + e.quotedName(m.Name) + ":"
		body := append([]steps.Step{steps.Bytes(head)}, e.writeMember(m)...)
		c, omits := e.kept(m)
		if e.empties(m) {
			// It depends on what has been written.
			body = append(append([]steps.Step{steps.Mark{Name: "m0"}}, body...), undo{len(head)})
			if !omits {
				c, omits = steps.Cond{Test: steps.Always}, true
			}
		}
		if omits {
			body = []steps.Step{steps.If{Cond: c, Then: body}}
		}
		list = append(list, body...)
	}
	if always {
		list = append(list, steps.Bytes("}"))
		e.Steps(list)
		e.leave(v)
		e.P("return b, n")
		return
	}
	e.P("n0 := n")
	e.Steps(list)
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

// writeMember returns the steps that write the value of m.
func (e *emitter) writeMember(m *member) []steps.Step {
	if !m.quoted {
		return e.write(m.value, goprint.Pointee("v").Fields(m.Path))
	}
	return e.writeQuoted(m.value, goprint.Pointee("v").Fields(m.Path))
}

// writeQuoted returns the steps that write x within a string.
func (e *emitter) writeQuoted(v *value, x goprint.Place) []steps.Step {
	switch v.encode {
	case opJSON, opText, opStd:
		return e.write(v, x) // methods know nothing of it
	case opPointer:
		return orNil(x, "null", e.writeQuoted(v.elem, e.pointee(v, x)))
	case opString:
		// encoding/json/v2 has it for numbers only.
		return []steps.Step{grow(e.rt(e.raw("Quoted")), as(v.typ, "string", x.String()))}
	}
	return append(append([]steps.Step{steps.Bytes(`"`)}, e.write(v, x)...), steps.Bytes(`"`))
}

// kept returns the condition under which a member of v is there and written, and false for one
// that always is.
func (e *emitter) kept(m *member) (steps.Cond, bool) {
	x := goprint.Pointee("v").Fields(m.Path)
	var all []steps.Cond
	full, filled := e.notEmpty(m, x)
	if filled {
		all = append(all, full)
	}
	if m.Has("omitzero") {
		if c, ok := e.notZero(m.value.typ, x); ok && !filled { // what is not empty is not zero either
			all = append(all, c)
		}
		all = append(all, e.asked(m.value.typ, x)...)
	}
	return steps.Present(goprint.Pointee("v"), m.Member, all...)
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

// notEmpty returns the condition under which omitempty keeps m, at x, and false where it does
// not ask, or what is written decides.
func (e *emitter) notEmpty(m *member, x goprint.Place) (steps.Cond, bool) {
	t := m.value.typ
	switch {
	case !m.Has("omitempty"), e.V2 && (m.value.encode > opStruct || m.value.encode == opRaw || t.Kind.IsPrimitive() && t.Kind != typemodel.String):
		return steps.Cond{}, false
	case t.Kind == typemodel.Slice || t.Kind == typemodel.Map:
		return steps.Cond{Test: steps.HasElements, X: x}, true
	case t.Kind == typemodel.Array:
		return holds("false"), t.Len == 0
	}
	return steps.NotZeroOf(t, x), t.Kind == typemodel.Pointer || t.Kind == typemodel.Interface || t.Kind.IsPrimitive() && t.Kind != typemodel.Complex64 && t.Kind != typemodel.Complex128
}

// notZero returns the condition under which omitzero keeps the value of type t at x, and false
// where a method alone tells.
func (e *emitter) notZero(t *typemodel.Type, x goprint.Place) (steps.Cond, bool) {
	switch {
	case t.Kind == typemodel.Interface && t.Calls.Has(typemodel.IsZeroByValue), t.Kind != typemodel.Interface && t.Kind != typemodel.Pointer && shape.TellsZero(t):
		return steps.Cond{}, false
	case (t.Kind == typemodel.Struct || t.Kind == typemodel.Array) && (!shape.ComparableToZero(t) || !e.plan.spells(t)):
		return steps.Cond{Test: steps.NotZeroDeep, X: x}, true
	}
	return steps.NotZeroOf(t, x), true
}

// asked returns the conditions that a method IsZero tells where omitzero calls one of the value
// of type t at x. It is not asked any more where the value has turned out to have no encoding:
// encoding/json has stopped there.
func (e *emitter) asked(t *typemodel.Type, x goprint.Place) []steps.Cond {
	target, c := t.Indirect(), steps.Cond{Test: steps.NotZeroCall, X: x}
	switch {
	case t.Kind == typemodel.Interface && t.Calls.Has(typemodel.IsZeroByValue):
		c = holds("!" + e.rt("ZeroInterface") + "(" + x.String() + ")")
	case t.Kind == typemodel.Interface, !shape.TellsZero(target):
		return nil
	case target.Kind == typemodel.Time && target.Name.PkgPath == "time": // whose method cannot panic
		return []steps.Cond{c}
	}
	return []steps.Cond{holds("!e.Fail"), c}
}

func (e *emitter) encodeList(v *value) {
	if v.encode == opSlice && !e.V2 {
		e.rawIf("*v == nil", `[]byte("null")`, v)
	}
	e.P("n0 := n")
	over := goprint.Pointee("v")
	body := append([]steps.Step{steps.Bytes(",")}, e.write(v.elem, over.Index("k"))...)
	e.Steps([]steps.Step{steps.Each{Over: over, Index: "k", Body: body, Apart: true}})
	e.leave(v)
	e.Pf("return %s(b, n0, n, '[', ']', rest)", e.rt("Close"))
}

// texts reports whether the keys of the map v are what MarshalText returns.
func (e *emitter) texts(v *value) bool {
	key := v.typ.Key
	return key.Calls.Has(typemodel.MarshalTextByValue) && (e.V2 || key.Kind != typemodel.String)
}

// looksUp reports whether the values of the map v are looked up by the sorted keys instead of
// being held beside them: large ones, and those of numbers.
func (e *emitter) looksUp(v *value) bool {
	return !e.texts(v) && (v.typ.Key.Kind != typemodel.String || sizeOf(v.typ.Elem) > 64)
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
		e.rawIf("*v == nil", `[]byte("null")`, v)
	}
	e.P("n0 := n")
	key := v.typ.Key
	texts := e.texts(v)
	value := "values[list[k].Index]"
	sort, name := "SortKeys", e.text("list[k].Name")
	entry, again := e.rt("MapKey")+"{Name: "+as(key, "string", "k")+"}", convert(e.Type(key), "string", "list[k].Name")
	if number := "Int"; !texts && key.Kind != typemodel.String {
		if !key.Kind.IsSigned() {
			number = "Uint"
		}
		basic := strings.ToLower(number) + "64"
		call := "list[k]." + number + "()"
		sort, name = "SortNumbers", steps.Put{Routine: e.rt(number), Args: steps.Args(call), Most: 24}
		entry, again = fmt.Sprintf("%s(%s(k))", e.rt(number+"Key"), basic), convert(e.Type(key), basic, call)
	}
	e.Pf("var keys [8]%s", e.rt("MapKey"))
	e.P("list := keys[:0]")
	if e.looksUp(v) {
		value = "x"
		e.takeGathered(v)
		e.P("list = held.List")
		e.P("}")
		e.P("for k := range *v { list = append(list, ", entry, ") }")
	} else {
		text := as(key, "string", "k")
		if texts {
			text = "e.TextKey(" + e.rt("Returned") + "(k.MarshalText()))"
		}
		e.Pf("var most [8]%s", v.typ.Elem)
		e.P("values := most[:0]")
		e.takeGathered(v)
		e.P("list, values = held.List, held.Values")
		e.P("}")
		e.P("for k, x := range *v {")
		if texts {
			e.P("if e.Fail { break }")
		}
		e.Pf("list = append(list, %s{Name: %s, Index: uint64(len(values))})", e.rt("MapKey"), text)
		e.P("values = append(values, x)")
		e.P("}")
	}
	e.Pf("%s(list)", e.rt(sort))
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
		e.P("x = (*v)[", again, "]")
	}
	list := []steps.Step{steps.Bytes(`,"`), name, steps.Bytes(`":`)}
	e.Steps(append(list, e.write(v.elem, goprint.Variable(value))...))
	e.P("}")
	e.Pf("if held != nil { %s.Put(held, len(list)) }", e.function("Gathered", v))
	e.leave(v)
	e.Pf("return %s(b, n0, n, '{', '}', rest)", e.rt("Close"))
}
