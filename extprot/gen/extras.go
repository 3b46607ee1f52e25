package gen

import (
	"github.com/assay-go/assay/extprot/schema"
)

// extras prints what is asked for beside the codec of a type.
func (g *generator) extras(n *node) {
	if g.opts.Print {
		g.printer(n)
	}
	if g.opts.Random && !n.typ.ReadOnly() {
		g.randomizer(n)
	}
	if n.msg == nil {
		return
	}
	if g.opts.Print {
		g.Pf("// String gives the message as JSON, as assay extprot inspect --json does.")
		g.Pf("func (m *%s) String() string { return string(print%s(nil, m)) }", n.name, n.name)
		g.Pf("")
	}
	if g.opts.Default {
		g.Pf("// SetDefaults sets what a reader puts in the place of a message that is missing. The error")
		g.Pf("// names a field that has no default.")
		g.Pf("func (m *%s) SetDefaults() error {", n.name)
		g.Pf("d := newDecoder(Limits{})")
		g.Pf("if !d.default%s(m, 0) { return d.err }", n.name)
		g.End("return nil")
	}
	if g.opts.Random && !n.typ.ReadOnly() {
		g.Pf("// SetRandom sets the message to random values: lists have up to three elements, numbers any")
		g.Pf("// length.")
		g.Pf("func (m *%s) SetRandom(r *rand.Rand) { random%s(r, m) }", n.name, n.name)
		g.Pf("")
	}
}

// printer prints the func that appends a value as JSON.
func (g *generator) printer(n *node) {
	g.seq = 0
	g.Pf("func print%s(b []byte, v *%s) []byte {", n.name, n.name)
	list, byKind := g.alternatives(n)
	if byKind {
		g.Pf("switch v.Kind {")
		for _, c := range n.typ.Constants {
			g.Pf("case %s:", n.kinds[c])
			g.Pf("b = append(b, `{%q:[]}`...)", c)
		}
	}
	for _, a := range list {
		if byKind {
			g.Pf("case %s:", n.kinds[a.name])
			g.Pf("b = append(b, `{%q:`...)", a.name)
		}
		g.printParts(a)
		if byKind {
			g.Pf("b = append(b, '}')")
		}
	}
	if byKind {
		g.Pf("}")
	}
	g.End("return b")
}

func (g *generator) printParts(a alternative) {
	if !a.record {
		for i, p := range a.parts {
			g.Pf("b = append(b, '%c')", "[,"[min(i, 1)])
			g.print(p.place, p.typ)
		}
		g.Pf("b = append(b, ']')")
		return
	}
	before := "{"
	for _, p := range a.parts {
		g.Pf("b = append(b, `%s%q:`...)", before, p.field)
		before = ","
		if !p.lazy {
			g.print(p.place, p.typ)
			continue
		}
		x, err := g.local("x"), g.local("err")
		g.Pf("if %s, %s := %s.Peek(); %s != nil {", x, err, p.place, err)
		g.Pf("b = append(printString(append(b, `{\"error\":`...), %s.Error()), '}')", err)
		g.Pf("} else {")
		g.print(x, p.typ)
		g.Pf("}")
	}
	if before == "{" {
		g.Pf("b = append(b, '{')")
	}
	g.Pf("b = append(b, '}')")
}

// print prints statements that append src to b as JSON.
func (g *generator) print(src string, t *schema.Type) {
	src = g.converted(src, t)
	switch {
	case t.Kind.Primitive():
		g.Pf("b = %s(b, %s)", primitives[t.Kind].print, src)
	case t.Kind == schema.List || t.Kind == schema.Array:
		list, i := g.local("list"), g.local("i")
		g.Pf("b = append(b, '[')")
		g.Pf("%s := %s", list, src)
		g.Pf("for %s := range %s {", i, list)
		g.Pf("if %s > 0 { b = append(b, ',') }", i)
		g.print(list+"["+i+"]", t.Elem())
		g.Pf("}")
		g.Pf("b = append(b, ']')")
	default:
		g.Pf("b = print%s(b, &%s)", g.node(t).name, src)
	}
}

// randomizer prints the func that sets a value to a random one.
func (g *generator) randomizer(n *node) {
	g.seq = 0
	g.Pf("func random%s(r *rand.Rand, v *%s) {", n.name, n.name)
	list, byKind := g.alternatives(n)
	if byKind {
		g.Pf("switch v.Kind = %s(r.IntN(%d)); v.Kind {", n.kind, len(n.typ.Constants)+len(list))
	}
	for _, a := range list {
		if byKind {
			g.Pf("case %s:", n.kinds[a.name])
		}
		for _, p := range a.parts {
			if !p.lazy {
				g.random(p.place, p.typ)
				continue
			}
			x := g.local("x")
			g.Pf("var %s %s", x, g.goType(p.typ))
			g.random(x, p.typ)
			g.Pf("%s.Set(%s)", p.place, x)
		}
	}
	if byKind {
		g.Pf("}")
	}
	g.End()
}

// random prints statements that set dst. Of a custom type it is what From makes of a random
// value; one that is refused leaves dst as it is.
func (g *generator) random(dst string, t *schema.Type) {
	if c, ok := g.opts.Types[t.Name]; ok && t.Name != "" {
		x, made, err := g.local("x"), g.local("x"), g.local("err")
		g.Pf("var %s %s", x, g.plainType(t))
		g.randomPlain(x, t)
		g.Pf("if %s, %s := %s(%s); %s == nil { %s = %s }", made, err, g.spelled(c.From), x, err, dst, made)
		return
	}
	g.randomPlain(dst, t)
}

func (g *generator) randomPlain(dst string, t *schema.Type) {
	switch {
	case t.Kind.Primitive():
		g.Pf("%s = %s", dst, primitives[t.Kind].random)
	case t.Kind == schema.List || t.Kind == schema.Array:
		i := g.local("i")
		g.Pf("%s = make(%s, r.IntN(4))", dst, g.plainType(t))
		g.Pf("for %s := range %s {", i, dst)
		g.random(dst+"["+i+"]", t.Elem())
		g.Pf("}")
	default:
		g.Pf("random%s(r, &%s)", g.node(t).name, dst)
	}
}
