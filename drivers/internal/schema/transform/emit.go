package transform

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Reserve keeps the names that Emit declares from imports. Call it before the
// first import.
func Reserve(a *driver.Adapter, t *typemodel.Type) {
	a.ReserveTypes(t)
	a.Reserve("T", "Wire", "NewWire", "ToWire", "FromWire", "from", "to", "errRange", "errLength", "toBytes", "fromBytes", "zeroNanos", "room")
}

// Emit prints the types T and Wire and the funcs ToWire and FromWire, with a
// pair of funcs for each struct.
func (s *Structs) Emit() {
	p := &printer{Structs: s, Adapter: s.a, fallible: s.fallible()}
	root := s.List[0]
	p.EmitT(root.Type)
	p.P("// Wire is the generated struct that T is carried in.")
	p.P("type Wire = ", p.Ref(root))
	p.P()
	if p.fallible {
		errors := p.Import("errors")
		p.P("var (")
		p.P("errRange = ", errors, `.New("a number is out of the range of its field")`)
		p.P("errLength = ", errors, `.New("a list is not as long as its array")`)
		p.P(")")
		p.P()
	}
	p.P("// ToWire copies from into to, which is zero or was made so before: then what")
	p.P("// belongs to it alone is used again. What is of one type on both sides is shared.")
	p.P("func ToWire(from *T, to *Wire) error {")
	p.P("to", root.Name, "(from, to)")
	p.End("return nil")
	p.P("// FromWire copies from into to, which is zero, and shares likewise.")
	p.P("func FromWire(from *Wire, to *T) error {")
	if p.fallible {
		p.P("return from", root.Name, "(from, to)")
	} else {
		p.P("from", root.Name, "(from, to)")
		p.P("return nil")
	}
	p.P("}")
	for _, st := range s.List {
		if !st.Pair { // those are within the loops over maps
			p.emit(st)
		}
	}
	if p.bytes {
		p.P()
		p.P(BytesFuncs)
	}
	if p.nanos {
		p.P()
		p.P("// zeroNanos is what UnixNano makes of the zero time, whose nanoseconds overflow:")
		p.P("// they stand for a moment of 1754 as well, which comes back as the zero time.")
		p.Pf("const zeroNanos = %d", time.Time{}.UnixNano())
	}
	if p.room {
		p.P()
		p.P(roomHelper)
	}
}

const roomHelper = `// room returns a list of n elements, those of list as far as they reach.
func room[E any](list []E, n int) []E {
	if list == nil || cap(list) < n {
		return make([]E, n)
	}
	return list[:n]
}`

// BytesFuncs copy slices of bytes whose type has a name, which Go does not convert as a whole.
const BytesFuncs = `func toBytes[B ~uint8](from []B) []byte {
	if from == nil {
		return nil
	}
	to := make([]byte, len(from))
	for i, b := range from {
		to[i] = byte(b)
	}
	return to
}

func fromBytes[B ~uint8](from []byte, to []B) {
	for i, b := range from {
		to[i] = B(b)
	}
}`

type printer struct {
	*Structs
	*driver.Adapter
	fallible bool
	bytes    bool // the helpers of bytes are needed
	nanos    bool // those of times
	room     bool // that of lists
}

func (p *printer) emit(st *Struct) {
	from, to := goprint.Pointee("from"), goprint.Pointee("to")
	p.P()
	p.P("func to", st.Name, "(from *", st.Type, ", to *", p.Ref(st), ") {")
	for i, f := range st.Fields {
		p.to(to.Field("F"+strconv.Itoa(i+1)), selected(from, f), f.Type, f.Carrier, 0)
	}
	p.End()
	result := ""
	if p.fallible {
		result = "error "
	}
	p.P("func from", st.Name, "(from *", p.Ref(st), ", to *", st.Type, ") ", result, "{")
	for i, f := range st.Fields {
		p.from(selected(to, f), from.Field("F"+strconv.Itoa(i+1)), f.Type, f.Carrier, 0)
	}
	if p.fallible {
		p.P("return nil")
	}
	p.P("}")
}

// selected returns the place of a field of the user's type, or of all of it.
func selected(base goprint.Place, f Field) goprint.Place {
	if f.GoName == "" {
		return base
	}
	return base.Field(f.GoName)
}

// plain reports whether Go converts t to its carrier as a whole, and back.
func plain(t *typemodel.Type, c *Carrier) bool {
	switch c.Form {
	case Plain:
		return true
	case Bytes:
		return t.Kind == typemodel.Slice && identical(t.Elem, &Carrier{Go: "uint8"})
	case List:
		return t.Kind == typemodel.Slice && identical(t.Elem, c.Elem)
	case Map:
		return identical(t.Key, c.Key) && identical(t.Elem, c.Elem)
	case Array, Optional:
		return identical(t.Elem, c.Elem)
	}
	return false
}

// identical reports whether the type of the carrier is t itself.
func identical(t *typemodel.Type, c *Carrier) bool {
	switch {
	case t.Kind == typemodel.Time:
		return c.Go == Time && (t.Name.IsZero() || t.Name.PkgPath == "time")
	case t.Name.PkgPath != "":
		return false
	case c.Form == Plain:
		return c.Go == t.Kind.String() || c.Go == "byte" && t.Kind == typemodel.Uint8
	}
	return plain(t, c)
}

// toWire returns src of type t as the type of its carrier.
func (p *printer) toWire(src fmt.Stringer, t *typemodel.Type, c *Carrier) string {
	if identical(t, c) {
		return src.String()
	}
	return convert(p.spell(c.Go), literal(t), src)
}

// fromWire returns src of the carrier's type as a t.
func (p *printer) fromWire(src fmt.Stringer, t *typemodel.Type, c *Carrier) string {
	if identical(t, c) {
		return src.String()
	}
	return convert(p.Type(t), literal(t) && t.Name.IsZero(), src)
}

// literal reports whether the type that carries a t is written out: it is of the same
// kind.
func literal(t *typemodel.Type) bool {
	switch t.Kind {
	case typemodel.Slice, typemodel.Array, typemodel.Map, typemodel.Pointer:
		return true
	}
	return false
}

// spell returns the type of a carrier and imports what it needs. Carrier.Go has [Time] in
// the place of the type, since it is made before there is a file.
func (p *printer) spell(goType string) string {
	if strings.Contains(goType, Time) {
		return strings.ReplaceAll(goType, Time, p.Ident("time", "Time"))
	}
	return goType
}

// convert returns the conversion of src to a type, which may be written out.
func convert(to string, literal bool, src fmt.Stringer) string {
	if literal {
		to = "(" + to + ")"
	}
	return to + "(" + src.String() + ")"
}

// value is an expression that is no place.
func value(expr string) fmt.Stringer { return goprint.Variable(expr) }

// cast returns src of one basic type as another.
func cast(to, from, src string) string {
	if to == from {
		return src
	}
	return to + "(" + src + ")"
}

// floatBits returns the name of a float's kind in package math, and the type of
// its bits.
func floatBits(t *typemodel.Type) (float, bits string) {
	if t.Kind == typemodel.Float32 {
		return "Float32", "uint32"
	}
	return "Float64", "uint64"
}

// to prints the statements that carry src, an addressable value of type t, in
// dst, which is zero or has been filled so before. Variables are numbered by
// depth.
func (p *printer) to(dst, src goprint.Place, t *typemodel.Type, c *Carrier, depth int) {
	v := func(name string) string { return name + strconv.Itoa(depth) }
	if plain(t, c) {
		p.P(dst, " = ", p.toWire(src, t, c))
		return
	}
	switch c.Form {
	case Checked:
		p.P(dst, " = ", p.toWire(src, t, c))
	case BoolInt:
		p.P("if ", src, " { ", dst, " = 1 } else { ", dst, " = 0 }")
	case Nanos:
		moment := src.Operand()
		if at := (&Carrier{Go: Time}); !identical(t, at) {
			moment = p.toWire(src, t, at)
		}
		p.P(dst, " = ", cast(c.Go, "int64", moment+".UnixNano()"))
	case Bits:
		float, bits := floatBits(t)
		p.P(dst, " = ", cast(c.Go, bits, p.Ident("math", float+"bits")+"("+p.toWire(src, t, &Carrier{Go: t.Kind.String()})+")"))
	case Bytes:
		all := src.Slice()
		if t.Elem.Name.PkgPath != "" {
			p.bytes = true
			all = "toBytes(" + all + ")"
		}
		p.P(dst, " = ", all)
	case List, Array:
		if c.Form == List {
			p.nonEmpty(dst, src, t)
			if c.Refs {
				p.P(dst, " = make(", p.spell(c.Go), ", len(", src, "))")
			} else {
				p.room = true
				p.P(dst, " = room(", dst, ", len(", src, "))")
			}
		}
		i := v("i")
		if c.Refs {
			p.P(v("block"), " := make([]", c.Go[len("[]*"):], ", len(", src, "))")
		}
		p.P("for ", v("i"), " := range ", src, " {")
		if c.Refs && c.Elem.Form == Boxed {
			p.P(dst.Index(i), " = &", v("block"), "[", i, "]")
			p.P("to", c.Elem.Struct.Name, "(", src.Index(i).Addr(), ", ", dst.Index(i), ")")
		} else if c.Refs {
			p.P("if ", src.Index(i), " != nil {")
			p.P(dst.Index(i), " = &", v("block"), "[", i, "]")
			p.P("to", c.Elem.Struct.Name, "(", src.Index(i), ", ", dst.Index(i), ")")
			p.P("}")
		} else {
			p.to(dst.Index(i), src.Index(i), t.Elem, c.Elem, depth+1)
		}
		p.P("}")
		if c.Form == List {
			p.P("}")
		}
	case Map:
		p.nonEmpty(dst, src, t)
		p.P(dst, " = make(", p.spell(c.Go), ", len(", src, "))")
		p.P("for ", v("k"), ", ", v("e"), " := range ", src, " {")
		key := p.part(v("key"), goprint.Variable(v("k")), t.Key, c.Key, depth+1)
		value := p.part(v("value"), goprint.Variable(v("e")), t.Elem, c.Elem, depth+1)
		p.P(dst.Index(key), " = ", value)
		p.P("}")
		p.P("}")
	case Pairs:
		p.nonEmpty(dst, src, t)
		if c.Refs {
			p.P(dst, " = make(", p.spell(c.Go), ", len(", src, "))")
			p.P(v("block"), " := make([]", p.Ref(c.Struct), ", len(", src, "))")
		} else {
			p.room = true
			p.P(dst, " = room(", dst, ", len(", src, "))")
		}
		p.P(v("n"), " := 0")
		p.P("for ", v("k"), ", ", v("e"), " := range ", src, " {")
		if c.Refs {
			p.P(v("pair"), " := &", v("block"), "[", v("n"), "]")
			p.P(dst.Index(v("n")), " = ", v("pair"))
		} else {
			p.P(v("pair"), " := ", dst.Index(v("n")).Addr())
		}
		p.to(goprint.Pointee(v("pair")).Field("F1"), goprint.Variable(v("k")), t.Key, c.Struct.Fields[0].Carrier, depth+1)
		p.to(goprint.Pointee(v("pair")).Field("F2"), goprint.Variable(v("e")), t.Elem, c.Struct.Fields[1].Carrier, depth+1)
		p.P(v("n"), "++")
		p.P("}")
		p.P("}")
	case Inline:
		p.P("to", c.Struct.Name, "(", src.Addr(), ", ", dst.Addr(), ")")
	case Boxed:
		p.P("if ", dst, " == nil { ", dst, " = new(", p.Ref(c.Struct), ") }")
		p.P("to", c.Struct.Name, "(", src.Addr(), ", ", dst, ")")
	case Optional:
		p.present(dst, src)
		p.P("if ", dst, " == nil { ", dst, " = new(", p.spell(c.Elem.Go), ") }")
		p.to(dst.Pointee(), src.Pointee(), t.Elem, c.Elem, depth+1)
		p.P("}")
	case OptBoxed:
		p.present(dst, src)
		p.P("if ", dst, " == nil { ", dst, " = new(", p.Ref(c.Struct), ") }")
		p.P("to", c.Struct.Name, "(", src, ", ", dst, ")")
		p.P("}")
	case AtMostOne:
		p.present(dst, src)
		p.room = true
		p.P(dst, " = room(", dst, ", 1)")
		p.to(dst.Index("0"), src.Pointee(), t.Elem, c.Elem, depth+1)
		p.P("}")
	case Addressed:
		p.P(v("p"), " := ", src.Addr())
		p.P("to", c.Struct.Name, "(&", v("p"), ", ", dst.Addr(), ")")
	case Union:
		p.P("switch ", v("x"), " := ", src.Operand(), ".(type) {")
		for i, st := range c.Alternatives {
			p.P("case ", t.Impls[i], ":")
			p.P("var ", v("w"), " ", p.Ref(st))
			p.P("to", st.Name, "(&", v("x"), ", &", v("w"), ")")
			p.P(dst, " = ", v("w"))
		}
		p.P("default:")
		p.P(dst, " = nil")
		p.P("}")
	}
}

// nonEmpty opens the block in which src is carried at all: arrays always are.
func (p *printer) nonEmpty(dst, src goprint.Place, t *typemodel.Type) {
	if t.Kind == typemodel.Array {
		p.P("{")
	} else {
		p.present(dst, src)
	}
}

// present opens the block in which src is not nil.
func (p *printer) present(dst, src goprint.Place) {
	p.P("if ", src, " == nil {")
	p.P(dst, " = nil")
	p.P("} else {")
}

// part returns what src is in its carrier: an expression, or the variable name,
// which it prints.
func (p *printer) part(name string, src goprint.Place, t *typemodel.Type, c *Carrier, depth int) string {
	if plain(t, c) || c.Form == Checked {
		return p.toWire(src, t, c)
	}
	p.P("var ", name, " ", p.spell(c.Go))
	p.to(goprint.Variable(name), src, t, c, depth)
	return name
}

// from prints the statements that take dst, an addressable value of type t that
// is zero, out of src.
func (p *printer) from(dst, src goprint.Place, t *typemodel.Type, c *Carrier, depth int) {
	v := func(name string) string { return name + strconv.Itoa(depth) }
	if plain(t, c) {
		p.P(dst, " = ", p.fromWire(src, t, c))
		return
	}
	switch c.Form {
	case Checked:
		p.P(dst, " = ", p.fromWire(src, t, c))
		p.P("if ", p.toWire(dst, t, c), " != ", src, " { return errRange }")
	case BoolInt:
		p.P(dst, " = ", src, " != 0")
	case Nanos:
		p.nanos = true
		at := p.fromWire(value(p.Ident("time", "Unix")+"(0, n).UTC()"), t, &Carrier{Go: Time})
		p.P("if n := ", cast("int64", c.Go, src.String()), "; n != zeroNanos { ", dst, " = ", at, " }")
	case Bits:
		float, bits := floatBits(t)
		number := p.Ident("math", float+"frombits") + "(" + cast(bits, c.Go, src.String()) + ")"
		p.P(dst, " = ", p.fromWire(value(number), t, &Carrier{Go: t.Kind.String()}))
	case Bytes:
		p.checkLength(dst, src, t)
		copying := "copy(" + dst.Slice() + ", " + src.String() + ")"
		if t.Elem.Name.PkgPath != "" {
			p.bytes = true
			copying = "fromBytes(" + src.String() + ", " + dst.Slice() + ")"
		}
		if t.Kind == typemodel.Array {
			p.P(copying)
			return
		}
		p.P("if ", src, " != nil { ", dst, " = make(", t, ", len(", src, ")); ", copying, " }")
	case List, Array:
		i := v("i")
		made := c.Form == List && t.Kind == typemodel.Slice
		if c.Form == List {
			p.checkLength(dst, src, t)
		}
		if made {
			p.P("if ", src, " != nil {")
			p.P(dst, " = make(", t, ", len(", src, "))")
		}
		p.P("for ", v("i"), " := range ", src, " {")
		p.from(dst.Index(i), src.Index(i), t.Elem, c.Elem, depth+1)
		p.P("}")
		if made {
			p.P("}")
		}
	case Map:
		p.P("if ", src, " != nil {")
		p.P(dst, " = make(", t, ", len(", src, "))")
		p.P("for ", v("k"), ", ", v("e"), " := range ", src, " {")
		key := p.whole(v("key"), goprint.Variable(v("k")), t.Key, c.Key, depth+1)
		value := p.whole(v("value"), goprint.Variable(v("e")), t.Elem, c.Elem, depth+1)
		p.P(dst.Index(key), " = ", value)
		p.P("}")
		p.P("}")
	case Pairs:
		i := v("i")
		p.P("if ", src, " != nil {")
		p.P(dst, " = make(", t, ", len(", src, "))")
		p.P("for ", v("i"), " := range ", src, " {")
		key := p.whole(v("key"), src.Index(i).Field("F1"), t.Key, c.Struct.Fields[0].Carrier, depth+1)
		value := p.whole(v("value"), src.Index(i).Field("F2"), t.Elem, c.Struct.Fields[1].Carrier, depth+1)
		p.P(dst.Index(key), " = ", value)
		p.P("}")
		p.P("}")
	case Inline:
		p.call(c.Struct, src.Addr(), dst.Addr())
	case Boxed:
		p.P("if ", src, " != nil {")
		p.call(c.Struct, src.String(), dst.Addr())
		p.P("}")
	case Optional:
		p.P("if ", src, " != nil {")
		p.P(dst, " = new(", t.Elem, ")")
		p.from(dst.Pointee(), src.Pointee(), t.Elem, c.Elem, depth+1)
		p.P("}")
	case OptBoxed:
		p.P("if ", src, " != nil {")
		p.P(dst, " = new(", t.Elem, ")")
		p.call(c.Struct, src.String(), dst.String())
		p.P("}")
	case AtMostOne:
		p.P("if len(", src, ") > 0 {")
		p.P(dst, " = new(", t.Elem, ")")
		p.from(dst.Pointee(), src.Index("0"), t.Elem, c.Elem, depth+1)
		p.P("}")
	case Addressed:
		p.P("var ", v("p"), " *", t)
		p.call(c.Struct, src.Addr(), "&"+v("p"))
		p.P("if ", v("p"), " != nil { ", dst, " = *", v("p"), " }")
	case Union:
		p.P("switch ", v("x"), " := ", src.Operand(), ".(type) {")
		for i, st := range c.Alternatives {
			p.P("case ", p.Ref(st), ":")
			p.P("var ", v("w"), " ", t.Impls[i])
			p.call(st, "&"+v("x"), "&"+v("w"))
			p.P(dst, " = ", v("w"))
		}
		p.P("}")
	}
}

// call prints the call of a struct's func.
func (p *printer) call(st *Struct, src, dst string) {
	if p.fallible {
		p.P("if err := from", st.Name, "(", src, ", ", dst, "); err != nil { return err }")
	} else {
		p.P("from", st.Name, "(", src, ", ", dst, ")")
	}
}

// checkLength prints the check that a list is as long as its array.
func (p *printer) checkLength(dst, src goprint.Place, t *typemodel.Type) {
	if t.Kind == typemodel.Array {
		p.P("if len(", src, ") != len(", dst, ") { return errLength }")
	}
}

// whole returns what is in the carrier src as a t: an expression, or the
// variable name, which it prints. src need not be addressable.
func (p *printer) whole(name string, src goprint.Place, t *typemodel.Type, c *Carrier, depth int) string {
	if plain(t, c) {
		return p.fromWire(src, t, c)
	}
	p.P("var ", name, " ", t)
	p.from(goprint.Variable(name), src, t, c, depth)
	return name
}
