package bridge

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// printer prints the copying between a Go type and the generated structs. What
// is of one type on both sides is shared.
type printer struct {
	*goprint.File
	*Message
	wire   string // import path of the generated package
	prefix string // of the names of functions and errors
	bound  bool   // the funcs From count the memory that they take

	rangeError, lengthError, alternativeError, memoryError bool // which errors the funcs return
}

// Conversion prints the functions prefix+"To"+M and prefix+"From"+M, where M is
// the name of the generated message in package wire, whose name it returns: they
// copy a value, and share with it what is of one type on both sides. The value
// that they fill is zero. With bound, those named From have a parameter more: a
// pointer to how many bytes of memory they may take, and what is left of them.
func (m *Message) Conversion(file *goprint.File, wire, prefix string, bound bool) string {
	p := &printer{File: file, Message: m, wire: wire, prefix: prefix, bound: bound}
	left := ""
	if bound {
		left = ", " + p.left() + " *int"
	}
	for _, c := range p.declared {
		p.P("func ", prefix, "To", c.wire, "(", p.Local("from"), " *", c.typ, ", ", p.Local("to"), " *", p.declaredWire(c.wire), ") error {")
		p.toFields(c)
		p.End("return nil")
		p.P("func ", prefix, "From", c.wire, "(", p.Local("from"), " *", p.declaredWire(c.wire), ", ", p.Local("to"), " *", c.typ, left, ") error {")
		p.fromFields(c)
		p.End("return nil")
	}
	for _, by := range slices.SortedFunc(maps.Keys(m.carriers), func(a, b *carry.StandIn) int { return strings.Compare(m.carriers[a], m.carriers[b]) }) {
		p.P("// ", p.carrierFunc("To", m.carriers[by]), " returns what stands for *v: ", by.How, ".")
		by.EmitTo(file, p.carrierFunc("To", m.carriers[by]))
		p.P()
		by.EmitFrom(file, p.carrierFunc("From", m.carriers[by]))
		p.P()
	}
	for _, e := range []struct {
		used       bool
		name, text string
	}{
		{p.rangeError, "ErrRange", "a number is out of the range of its field"},
		{p.lengthError, "ErrLength", "a list is not as long as its array"},
		{p.alternativeError, "ErrAlternative", "a union has none of its alternatives"},
		{p.memoryError, "ErrMemory", "the values take more memory than the input's length justifies (--max-alloc)"},
	} {
		if e.used {
			p.P("var ", prefix, e.name, " = ", goprint.Ident{Path: "errors", Name: "New"}, "(", strconv.Quote(e.text), ")")
			p.P()
		}
	}
	return m.root.wire
}

// goWire returns the generated type of c as the adapter spells it.
func (p *printer) goWire(c *carrier) string {
	switch c.form {
	case plain, number, blob:
		return c.wire // predeclared
	case list:
		return "[]" + p.goWire(c.elem)
	case carried:
		return p.goWire(c.elem)
	}
	return p.declaredWire(c.wire)
}

// declaredWire returns a name that the generated package declares.
func (p *printer) declaredWire(name string) string { return p.Ident(p.wire, name) }

// carrierFunc returns the name of the func that converts a type with the given
// name to or from what stands in its place.
func (p *printer) carrierFunc(direction, name string) string {
	return p.Local(p.prefix + name + direction + "Wire")
}

func (p *printer) toFields(c *carrier) {
	from, to := goprint.Pointee(p.Local("from")), goprint.Pointee(p.Local("to"))
	if c.form == record {
		for _, f := range c.fields {
			p.to(to.Field(f.wire), selected(from, f), f.carrier, 0)
		}
		return
	}
	p.P("switch {")
	for _, f := range c.fields {
		p.P("case ", from.Field(f.goName), " != nil:")
		p.P(to.Field("Kind"), " = ", p.declaredWire(c.wire+"Kind"+f.wire))
		if f.form != empty {
			p.to(to.Field(f.wire), from.Field(f.goName).Pointee(), f.carrier, 0)
		}
	}
	p.alternativeError = true
	p.P("default: return ", p.prefix, "ErrAlternative")
	p.P("}")
}

func (p *printer) fromFields(c *carrier) {
	from, to := goprint.Pointee(p.Local("from")), goprint.Pointee(p.Local("to"))
	if c.form == record {
		for _, f := range c.fields {
			p.from(selected(to, f), from.Field(f.wire), f.carrier, 0)
		}
		return
	}
	p.P("switch ", from.Field("Kind"), " {")
	for _, f := range c.fields {
		p.P("case ", p.declaredWire(c.wire+"Kind"+f.wire), ":")
		p.charge("1", f.typ)
		p.P(to.Field(f.goName), " = new(", f.typ, ")")
		if f.form != empty {
			p.from(to.Field(f.goName).Pointee(), from.Field(f.wire), f.carrier, 0)
		}
	}
	p.P("}")
}

// selected returns the place of a field of the user's type, or of all of it.
func selected(base goprint.Place, f field) goprint.Place {
	if f.goName == "" {
		return base
	}
	return base.Field(f.goName)
}

// identical reports whether the generated type of c is its Go type.
func identical(c *carrier) bool {
	switch {
	case c.typ.Name.PkgPath != "":
		return false
	case c.form == plain:
		return c.typ.Kind.String() == c.wire
	}
	return c.form == list && c.typ.Kind == typemodel.Slice && identical(c.elem)
}

// to prints the statements that carry src in dst, which is zero. Variables are numbered
// by depth.
func (p *printer) to(dst, src goprint.Place, c *carrier, depth int) {
	switch c.form {
	case plain, number:
		if identical(c) {
			p.P(dst, " = ", src)
		} else {
			p.P(dst, " = ", c.wire, "(", src, ")")
		}
	case blob:
		if c.typ.Kind == typemodel.Array {
			p.P(dst, " = string(", src.Slice(), ")")
		} else {
			p.P(dst, " = string(", src, ")")
		}
	case list:
		if identical(c) || c.typ.Kind == typemodel.Slice && identical(c.elem) {
			p.P(dst, " = ", src)
			return
		}
		i := "i" + strconv.Itoa(depth)
		p.P(dst, " = make(", p.goWire(c), ", len(", src, "))")
		if c.elem.form == empty {
			return
		}
		p.P("for ", i, " := range ", src, " {")
		p.to(dst.Index(i), src.Index(i), c.elem, depth+1)
		p.P("}")
	case instant:
		t := "t" + strconv.Itoa(depth)
		p.P("{") // a struct may have several
		p.P(t, " := ", p.Ident("time", "Time"), "(", src, ")")
		p.P(dst.Field("F0"), ", ", dst.Field("F1"), " = ", t, ".Unix(), int64(", t, ".Nanosecond())")
		p.P("}")
	case option:
		p.P("if ", src, " != nil {")
		p.P(dst.Field("Kind"), " = ", p.declaredWire(c.wire+"KindSome"))
		p.to(dst.Field("Some"), src.Pointee(), c.elem, depth+1)
		p.P("}")
	case carried:
		x := p.Local("x" + strconv.Itoa(depth))
		if c.elem.form == empty { // the conversion may still refuse
			x = "_"
		}
		p.P("{") // a struct may have several
		err := p.Local("err")
		p.P(x, ", ", err, " := ", p.carrierFunc("To", c.name), "(", src.Addr(), ")")
		p.P("if ", err, " != nil { return ", err, " }")
		p.to(dst, goprint.Variable(x), c.elem, depth+1)
		p.P("}")
	case record, union:
		p.call("To", c, src, dst)
	}
}

// from prints the statements that take dst, which is zero, out of src.
func (p *printer) from(dst, src goprint.Place, c *carrier, depth int) {
	switch c.form {
	case plain:
		p.convert(dst, src, c)
	case number:
		p.rangeError = true
		p.convert(dst, src, c)
		p.P("if int64(", dst, ") != ", src, " { return ", p.prefix, "ErrRange }")
	case blob:
		if c.typ.Kind == typemodel.Array {
			p.checkLength(dst, src)
			p.P("copy(", dst.Slice(), ", []", c.typ.Elem, "(", src, "))")
			return
		}
		p.P("if ", src, " != \"\" {")
		p.convert(dst, src, c)
		p.P("}")
	case list:
		if c.typ.Kind == typemodel.Slice && identical(c.elem) {
			p.P(dst, " = ", src)
			return
		}
		i := "i" + strconv.Itoa(depth)
		if c.typ.Kind == typemodel.Array {
			p.checkLength(dst, src)
		} else {
			p.charge(fmt.Sprint("len(", src, ")"), c.elem.typ)
			p.P(dst, " = make(", c.typ, ", len(", src, "))")
		}
		if c.elem.form == empty {
			return
		}
		p.P("for ", i, " := range ", src, " {")
		p.from(dst.Index(i), src.Index(i), c.elem, depth+1)
		p.P("}")
	case instant:
		made := []any{goprint.Ident{Path: "time", Name: "Unix"}, "(", src.Field("F0"), ", ", src.Field("F1"), ").UTC()"}
		if c.typ.Name.PkgPath != "" && c.typ.Name.PkgPath != "time" {
			made = slices.Concat([]any{c.typ, "("}, made, []any{")"})
		}
		p.P(slices.Concat([]any{dst, " = "}, made)...)
	case option:
		p.P("if ", src.Field("Kind"), " == ", p.declaredWire(c.wire+"KindSome"), " {")
		p.charge("1", c.typ.Elem)
		p.P(dst, " = new(", c.typ.Elem, ")")
		p.from(dst.Pointee(), src.Field("Some"), c.elem, depth+1)
		p.P("}")
	case carried:
		x := p.Local("x" + strconv.Itoa(depth))
		p.P("{")
		p.P("var ", x, " ", c.elem.typ)
		p.from(goprint.Variable(x), src, c.elem, depth+1)
		err := p.Local("err")
		p.P("if ", err, " := ", p.carrierFunc("From", c.name), "(", dst.Addr(), ", ", x, "); ", err, " != nil { return ", err, " }")
		p.P("}")
	case record, union:
		p.call("From", c, src, dst)
	}
}

// left returns the name of the parameter that has how much memory may still be taken.
func (p *printer) left() string { return p.Local("left") }

// charge prints the counting of the memory of n values of type t.
func (p *printer) charge(n string, t *typemodel.Type) {
	size, _ := shape.Size(t)
	if !p.bound || size == 0 {
		return
	}
	p.memoryError = true
	p.P("if *", p.left(), " -= ", n, "*", strconv.Itoa(size), "; *", p.left(), " < 0 { return ", p.prefix, "ErrMemory }")
}

// convert prints the setting of dst to src, converted if need be.
func (p *printer) convert(dst, src goprint.Place, c *carrier) {
	if identical(c) {
		p.P(dst, " = ", src)
	} else {
		p.P(dst, " = ", c.typ, "(", src, ")")
	}
}

func (p *printer) checkLength(dst, src goprint.Place) {
	p.lengthError = true
	p.P("if len(", src, ") != len(", dst, ") { return ", p.prefix, "ErrLength }")
}

// call prints the call of the func of c's type.
func (p *printer) call(direction string, c *carrier, src, dst goprint.Place) {
	err, left := p.Local("err"), ""
	if p.bound && direction == "From" {
		left = ", " + p.left()
	}
	p.P("if ", err, " := ", p.prefix, direction, c.wire, "(", src.Addr(), ", ", dst.Addr(), left, "); ", err, " != nil { return ", err, " }")
}
