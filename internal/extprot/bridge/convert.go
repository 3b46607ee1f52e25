package bridge

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// printer prints the copying between a Go type and the generated structs. What
// is of one type on both sides is shared.
type printer struct {
	*goprint.File
	*Message
	wire   string // import path of the generated package
	prefix string // of the names of functions and errors

	rangeError, lengthError, alternativeError bool // which errors the funcs return
}

// Conversion prints the functions prefix+"To"+M and prefix+"From"+M, where M is
// the name of the generated message in package wire, whose name it returns: they
// copy a value, and share with it what is of one type on both sides. The value
// that they fill is zero.
func (m *Message) Conversion(file *goprint.File, wire, prefix string) string {
	p := &printer{File: file, Message: m, wire: wire, prefix: prefix}
	for _, c := range p.declared {
		p.P("func ", prefix, "To", c.wire, "(from *", c.typ, ", to *", p.goWire(c.wire), ") error {")
		p.toFields(c)
		p.P("return nil")
		p.P("}")
		p.P()
		p.P("func ", prefix, "From", c.wire, "(from *", p.goWire(c.wire), ", to *", c.typ, ") error {")
		p.fromFields(c)
		p.P("return nil")
		p.P("}")
		p.P()
	}
	for _, by := range slices.SortedFunc(maps.Keys(m.carriers), func(a, b *carry.Carrier) int { return strings.Compare(m.carriers[a], m.carriers[b]) }) {
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
	} {
		if e.used {
			p.P("var ", prefix, e.name, " = ", goprint.Ident{Path: "errors", Name: "New"}, "(", strconv.Quote(e.text), ")")
			p.P()
		}
	}
	return m.root.wire
}

// goWire returns a generated type as the adapter spells it.
func (p *printer) goWire(name string) string {
	if elem, ok := strings.CutPrefix(name, "[]"); ok {
		return "[]" + p.goWire(elem)
	}
	if strings.ToLower(name) == name { // predeclared
		return name
	}
	return p.Ident(p.wire, name)
}

// carrierFunc returns the name of the func that converts a type with the given
// name to or from what stands in its place.
func (p *printer) carrierFunc(direction, name string) string {
	return p.Local(p.prefix + name + direction + "Wire")
}

func (p *printer) toFields(c *carrier) {
	if c.form == record {
		for _, f := range c.fields {
			p.to("to."+f.wire, selector("from", f), f.carrier, 0)
		}
		return
	}
	p.P("switch {")
	for _, f := range c.fields {
		p.P("case from.", f.goName, " != nil:")
		p.P("to.Kind = ", p.goWire(c.wire+"Kind"+f.wire))
		if f.form != empty {
			p.to("to."+f.wire, "(*from."+f.goName+")", f.carrier, 0)
		}
	}
	p.alternativeError = true
	p.P("default: return ", p.prefix, "ErrAlternative")
	p.P("}")
}

func (p *printer) fromFields(c *carrier) {
	if c.form == record {
		for _, f := range c.fields {
			p.from(selector("to", f), "from."+f.wire, f.carrier, 0)
		}
		return
	}
	p.P("switch from.Kind {")
	for _, f := range c.fields {
		p.P("case ", p.goWire(c.wire+"Kind"+f.wire), ":")
		p.P("to.", f.goName, " = new(", f.typ, ")")
		if f.form != empty {
			p.from("(*to."+f.goName+")", "from."+f.wire, f.carrier, 0)
		}
	}
	p.P("}")
}

// selector returns the expression of a field of the user's type.
func selector(base string, f field) string {
	if f.goName == "" {
		return "(*" + base + ")"
	}
	return base + "." + f.goName
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

// convert returns src of c's Go type as the type to.
func convert(to, src string, c *carrier) string {
	if identical(c) {
		return unparen(src)
	}
	if strings.HasPrefix(to, "*") {
		to = "(" + to + ")"
	}
	return to + "(" + unparen(src) + ")"
}

// unparen drops the parentheses around a whole expression.
func unparen(src string) string {
	if strings.HasPrefix(src, "(*") && strings.IndexByte(src, ')') == len(src)-1 {
		return src[1 : len(src)-1]
	}
	return src
}

// to prints the statements that carry src, an addressable value, in dst, which
// is zero. Variables are numbered by depth.
func (p *printer) to(dst, src string, c *carrier, depth int) {
	switch c.form {
	case plain, number:
		p.P(dst, " = ", convert(c.wire, src, c))
	case blob:
		if c.typ.Kind == typemodel.Array {
			src += "[:]"
		}
		p.P(dst, " = string(", unparen(src), ")")
	case list:
		if identical(c) || c.typ.Kind == typemodel.Slice && identical(c.elem) {
			p.P(dst, " = ", unparen(src))
			return
		}
		i := "i" + strconv.Itoa(depth)
		p.P(dst, " = make(", p.goWire(c.wire), ", len(", src, "))")
		p.P("for ", i, " := range ", src, " {")
		p.to(dst+"["+i+"]", src+"["+i+"]", c.elem, depth+1)
		p.P("}")
	case instant:
		t := "t" + strconv.Itoa(depth)
		p.P("{") // a struct may have several
		p.P(t, " := ", p.Ident("time", "Time"), "(", unparen(src), ")")
		p.P(dst, ".F0, ", dst, ".F1 = ", t, ".Unix(), int64(", t, ".Nanosecond())")
		p.P("}")
	case option:
		p.P("if ", src, " != nil {")
		p.P(dst, ".Kind = ", p.goWire(c.wire+"KindSome"))
		p.to(dst+".Some", "(*"+src+")", c.elem, depth+1)
		p.P("}")
	case carried:
		x := p.Local("x" + strconv.Itoa(depth))
		p.P("{") // a struct may have several
		p.P(x, ", err := ", p.carrierFunc("To", c.name), "(", address(src), ")")
		p.P("if err != nil { return err }")
		p.to(dst, x, c.elem, depth+1)
		p.P("}")
	case record, union:
		p.call("To", c, src, dst)
	}
}

// from prints the statements that take dst, an addressable value that is zero,
// out of src.
func (p *printer) from(dst, src string, c *carrier, depth int) {
	switch c.form {
	case plain:
		p.P(dst, " = ", convert(p.Type(c.typ), src, c))
	case number:
		p.rangeError = true
		p.P(dst, " = ", convert(p.Type(c.typ), src, c))
		p.P("if int64(", unparen(dst), ") != ", src, " { return ", p.prefix, "ErrRange }")
	case blob:
		if c.typ.Kind == typemodel.Array {
			p.checkLength(dst, src)
			elem := p.Type(c.typ.Elem)
			p.P("copy(", dst, "[:], []", elem, "(", src, "))")
			return
		}
		p.P("if ", src, " != \"\" {")
		p.P(dst, " = ", convert(p.Type(c.typ), src, c))
		p.P("}")
	case list:
		if c.typ.Kind == typemodel.Slice && identical(c.elem) {
			p.P(dst, " = ", unparen(src))
			return
		}
		i := "i" + strconv.Itoa(depth)
		if c.typ.Kind == typemodel.Array {
			p.checkLength(dst, src)
		} else {
			p.P(dst, " = make(", c.typ, ", len(", src, "))")
		}
		p.P("for ", i, " := range ", src, " {")
		p.from(dst+"["+i+"]", src+"["+i+"]", c.elem, depth+1)
		p.P("}")
	case instant:
		t := p.Ident("time", "Unix") + "(" + src + ".F0, " + src + ".F1).UTC()"
		if c.typ.Name.PkgPath != "" && c.typ.Name.PkgPath != "time" {
			t = p.Type(c.typ) + "(" + t + ")"
		}
		p.P(dst, " = ", t)
	case option:
		p.P("if ", src, ".Kind == ", p.goWire(c.wire+"KindSome"), " {")
		p.P(dst, " = new(", c.typ.Elem, ")")
		p.from("(*"+dst+")", src+".Some", c.elem, depth+1)
		p.P("}")
	case carried:
		x := p.Local("x" + strconv.Itoa(depth))
		p.P("{")
		p.P("var ", x, " ", c.elem.typ)
		p.from(x, src, c.elem, depth+1)
		p.P("if err := ", p.carrierFunc("From", c.name), "(", address(dst), ", ", x, "); err != nil { return err }")
		p.P("}")
	case record, union:
		p.call("From", c, src, dst)
	}
}

func (p *printer) checkLength(dst, src string) {
	p.lengthError = true
	p.P("if len(", src, ") != len(", unparen(dst), ") { return ", p.prefix, "ErrLength }")
}

// call prints the call of the func of c's type.
func (p *printer) call(direction string, c *carrier, src, dst string) {
	p.P("if err := ", p.prefix, direction, c.wire, "(", address(src), ", ", address(dst), "); err != nil { return err }")
}

// address returns the expression of a pointer to a variable.
func address(v string) string {
	if pointer := unparen(v); pointer != v {
		return pointer[1:]
	}
	return "&" + v
}
