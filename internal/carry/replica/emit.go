package replica

import (
	"slices"
	"strconv"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// printer prints the copies. Both directions are printed by the same code: to
// says that the replica is made of the original.
type printer struct {
	*Replica
	*goprint.File
	to bool
}

// emit prints a func that copies a t.
func (p *printer) emit(name string, to bool, t *typemodel.Type) {
	p.to = to
	src, dst := p.ends(t)
	p.P("func ", name, "(from *", src, ", to *", dst, ") error {")
	p.whole("*to", "*from", t)
	p.End("return nil")
}

// ends returns the types that a copy of a t goes from and to.
func (p *printer) ends(t *typemodel.Type) (src, dst *typemodel.Type) { return p.endsIn(t, false) }

func (p *printer) endsIn(t *typemodel.Type, key bool) (src, dst *typemodel.Type) {
	if p.to {
		return t, p.in(t, "", key)
	}
	return p.in(t, "", key), t
}

// whole prints the copy of a value of type t by its parts, where src and dst
// are behind pointers.
func (p *printer) whole(dst, src string, t *typemodel.Type) {
	switch {
	case p.carrier(t, false) != nil:
		p.copy("("+dst+")", "("+src+")", t, false, "", 0)
	case t.Kind == typemodel.Struct:
		p.fields("to", "from", t, "", 0)
	default:
		p.parts("("+dst+")", "("+src+")", t, "", 0)
	}
}

// fields prints the copy of the fields of a struct.
func (p *printer) fields(dst, src string, t *typemodel.Type, at string, depth int) {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() {
			p.copy(dst+"."+f.Name, src+"."+f.Name, f.Type, false, typemodel.FieldPath(at, f.Name), depth+1)
		}
	}
}

// fail prints the return of the error of a call, at a path below the value that is copied.
func (p *printer) fail(call, path string) { p.failIf("err := "+call+"; err != nil", path) }

// failIf prints the return of err where a condition holds.
func (p *printer) failIf(condition, path string) {
	err := []any{"err"}
	if path != "" {
		err = []any{goprint.Ident{Path: "fmt", Name: "Errorf"}, "(", strconv.Quote(path + ": %w"), ", err)"}
	}
	p.P(slices.Concat([]any{"if ", condition, " { return "}, err, []any{" }"})...)
}

// copy prints the copy of src into dst, which is zero: both are addressable.
// Variables are numbered by depth.
func (p *printer) copy(dst, src string, t *typemodel.Type, key bool, path string, depth int) {
	v := func(name string) string { return p.Local(name + strconv.Itoa(depth)) }
	if c := p.carrier(t, key); c != nil {
		number := strconv.Itoa(p.funcs[c])
		nested := p.changed[c.As] || p.carrier(c.As, key) != nil
		switch {
		case p.to:
			p.P("{")
			p.P(v("x"), ", err := carry", number, "(&", src, ")")
			p.failIf("err != nil", path)
			if nested {
				p.copy(dst, v("x"), c.As, key, path, depth+1)
			} else {
				p.P(dst, " = ", v("x"))
			}
			p.P("}")
		case !nested:
			p.fail("restore"+number+"(&"+dst+", "+src+")", path)
		default:
			p.P("{")
			p.P("var ", v("x"), " ", c.As)
			p.copy(v("x"), src, c.As, key, path, depth+1)
			p.fail("restore"+number+"(&"+dst+", "+v("x")+")", path)
			p.P("}")
		}
		return
	}
	if !p.changed[t] {
		p.P(dst, " = ", src)
		return
	}
	if copied, ok := p.copies[t]; ok && t.Kind != typemodel.Interface {
		verb := "from"
		if p.to {
			verb = "to"
		}
		p.fail(verb+copied.Name.Name+"(&"+src+", &"+dst+")", path)
		return
	}
	p.parts(dst, src, t, path, depth)
}

// parts prints the copy of the parts of src into dst.
func (p *printer) parts(dst, src string, t *typemodel.Type, path string, depth int) {
	v := func(name string) string { return p.Local(name + strconv.Itoa(depth)) }
	_, into := p.ends(t)
	switch t.Kind {
	case typemodel.Struct:
		p.fields(dst, src, t, path, depth)
	case typemodel.Pointer:
		p.P("if ", src, " != nil {")
		p.P(dst, " = new(", into.Elem, ")")
		p.copy("(*"+dst+")", "(*"+src+")", t.Elem, false, path, depth+1)
		p.P("}")
	case typemodel.Slice:
		p.P("if ", src, " != nil {")
		p.P(dst, " = make(", into, ", len(", src, "))")
		p.each(dst, src, t, path, depth)
		p.P("}")
	case typemodel.Array:
		p.each(dst, src, t, path, depth)
	case typemodel.Map:
		p.P("if ", src, " != nil {")
		p.P(dst, " = make(", into, ", len(", src, "))")
		p.P("for ", v("k"), ", ", v("e"), " := range ", src, " {")
		_, keyInto := p.endsIn(t.Key, true)
		p.P("var ", v("key"), " ", keyInto)
		p.copy(v("key"), v("k"), t.Key, true, path+"[key]", depth+1)
		_, elemInto := p.ends(t.Elem)
		p.P("var ", v("elem"), " ", elemInto)
		p.copy(v("elem"), v("e"), t.Elem, false, path+"[value]", depth+1)
		p.P(dst, "[", v("key"), "] = ", v("elem"))
		p.P("}")
		p.P("}")
	case typemodel.Interface:
		switch {
		case !p.plan.Spreads(t):
			p.held(dst, src, t, path, depth)
		case p.to:
			p.spreadOut(dst, src, t, path, depth)
		default:
			p.gather(dst, src, t, path, depth)
		}
	}
}

func (p *printer) each(dst, src string, t *typemodel.Type, path string, depth int) {
	i := p.Local("i" + strconv.Itoa(depth))
	p.P("for ", i, " := range ", src, " {")
	p.copy(dst+"["+i+"]", src+"["+i+"]", t.Elem, false, path+"[]", depth+1)
	p.P("}")
}

// spreadOut prints the copy of what an interface holds into a struct of pointers.
func (p *printer) spreadOut(dst, src string, t *typemodel.Type, path string, depth int) {
	x, y := p.Local("x"+strconv.Itoa(depth)), p.Local("y"+strconv.Itoa(depth))
	errorf := goprint.Ident{Path: "fmt", Name: "Errorf"}
	p.P("switch ", x, " := ", src, ".(type) {")
	p.P("case nil:")
	for i, impl := range t.Impls {
		field, of := p.copies[t].Fields[i], impl.Indirect()
		p.P("case ", impl, ":")
		value := x
		if of != impl {
			value = "(*" + x + ")"
			nothing := strconv.Quote(path + ": the interface holds a nil %T, for which there is no form")
			p.P("if ", x, " == nil { return ", errorf, "(", nothing, ", ", x, ") }")
		}
		if of != impl && !p.changed[of] && p.carrier(of, false) == nil {
			p.P(dst, ".", field.Name, " = ", x)
			continue
		}
		p.P(y, " := new(", field.Type.Elem, ")")
		p.copy("(*"+y+")", value, of, false, path, depth+1)
		p.P(dst, ".", field.Name, " = ", y)
	}
	p.P("default:")
	p.End("return ", errorf, "(", strconv.Quote(path+": the interface holds a %T, which is not named as one of its types"), ", ", x, ")")
}

// gather prints the copy of a struct of pointers into an interface.
func (p *printer) gather(dst, src string, t *typemodel.Type, path string, depth int) {
	y := p.Local("y" + strconv.Itoa(depth))
	p.P("switch {")
	for i, impl := range t.Impls {
		field, of := p.copies[t].Fields[i], impl.Indirect()
		from := src + "." + field.Name
		p.P("case ", from, " != nil:")
		if of != impl && !p.changed[of] && p.carrier(of, false) == nil {
			p.P(dst, " = ", from)
			continue
		}
		p.P(y, " := new(", of, ")")
		p.copy("(*"+y+")", "(*"+from+")", of, false, path, depth+1)
		if of == impl {
			y = "*" + y
		}
		p.P(dst, " = ", y)
		y = p.Local("y" + strconv.Itoa(depth))
	}
	p.P("}")
}

// held prints the copy of what an interface that stays one holds.
func (p *printer) held(dst, src string, t *typemodel.Type, path string, depth int) {
	x, y := p.Local("x"+strconv.Itoa(depth)), p.Local("y"+strconv.Itoa(depth))
	p.P("switch ", x, " := ", src, ".(type) {")
	p.P("case nil:")
	for _, impl := range t.Impls {
		src, into := p.ends(impl)
		p.P("case ", src, ":")
		p.P("var ", y, " ", into)
		p.copy(y, x, impl, false, path, depth+1)
		p.P(dst, " = ", y)
	}
	p.P("default:")
	p.End("return ", goprint.Ident{Path: "fmt", Name: "Errorf"}, "(", strconv.Quote(path+": the interface holds a %T, which is not named as one of its types"), ", ", x, ")")
}
