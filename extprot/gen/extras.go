package gen

import (
	"fmt"

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
		g.Pf("return nil")
		g.Pf("}")
		g.Pf("")
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
	t := n.typ
	g.seq = 0
	g.Pf("func print%s(b []byte, v *%s) []byte {", n.name, n.name)
	switch {
	case t.Kind == schema.Tuple:
		g.printTuple(t.Elems, func(i int) string { return fmt.Sprintf("v.F%d", i) })
	case t.Kind == schema.Record && !t.MessageSum:
		g.printFields(n, "v", &t.Variants[0])
	default:
		g.Pf("switch v.Kind {")
		for _, c := range t.Constants {
			g.Pf("case %s:", n.kinds[c])
			g.Pf("b = append(b, `{%q:[]}`...)", c)
		}
		names := g.cases(t)
		for i, k := range t.Constructors {
			g.Pf("case %s:", n.kinds[k.Name])
			g.Pf("b = append(b, `{%q:`...)", k.Name)
			g.printTuple(k.Args, func(j int) string { return n.arg(names, i, j) })
			g.Pf("b = append(b, '}')")
		}
		for i := range t.Variants {
			g.Pf("case %s:", n.kinds[t.Variants[i].Name])
			g.Pf("b = append(b, `{%q:`...)", t.Variants[i].Name)
			g.printFields(n, "v."+names[i], &t.Variants[i])
			g.Pf("b = append(b, '}')")
		}
		g.Pf("}")
	}
	g.Pf("return b")
	g.Pf("}")
	g.Pf("")
}

func (g *generator) printTuple(elems []*schema.Type, place func(i int) string) {
	for i, e := range elems {
		g.Pf("b = append(b, '%c')", "[,"[min(i, 1)])
		g.print(place(i), e)
	}
	g.Pf("b = append(b, ']')")
}

func (g *generator) printFields(n *node, v string, variant *schema.Variant) {
	before := "{"
	for i, field := range g.recordFields(variant) {
		f := variant.Fields[i]
		g.Pf("b = append(b, `%s%q:`...)", before, f.Name)
		before = ","
		if !g.lazyField(n, f) {
			g.print(v+"."+field, f.Type)
			continue
		}
		x, err := g.local("x"), g.local("err")
		g.Pf("if %s, %s := %s.%s.Peek(); %s != nil {", x, err, v, field, err)
		g.Pf("b = append(printString(append(b, `{\"error\":`...), %s.Error()), '}')", err)
		g.Pf("} else {")
		g.print(x, f.Type)
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
	switch t.Kind {
	case schema.Bool:
		g.Pf("b = printBool(b, %s)", src)
	case schema.Byte:
		g.Pf("b = printByte(b, %s)", src)
	case schema.Int, schema.Long:
		g.Pf("b = printInt(b, %s)", src)
	case schema.Float:
		g.Pf("b = printFloat(b, %s)", src)
	case schema.String:
		g.Pf("b = printString(b, %s)", src)
	case schema.List, schema.Array:
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
	t := n.typ
	g.seq = 0
	g.Pf("func random%s(r *rand.Rand, v *%s) {", n.name, n.name)
	switch {
	case t.Kind == schema.Tuple:
		for i, e := range t.Elems {
			g.random(fmt.Sprintf("v.F%d", i), e)
		}
	case t.Kind == schema.Record && !t.MessageSum:
		g.randomFields(n, "v", &t.Variants[0])
	default:
		g.Pf("switch v.Kind = %s(r.IntN(%d)); v.Kind {", n.kind, len(alternatives(t)))
		names := g.cases(t)
		for i, k := range t.Constructors {
			g.Pf("case %s:", n.kinds[k.Name])
			for j, a := range k.Args {
				g.random(n.arg(names, i, j), a)
			}
		}
		for i := range t.Variants {
			g.Pf("case %s:", n.kinds[t.Variants[i].Name])
			g.randomFields(n, "v."+names[i], &t.Variants[i])
		}
		g.Pf("}")
	}
	g.Pf("}")
	g.Pf("")
}

func (g *generator) randomFields(n *node, v string, variant *schema.Variant) {
	for i, field := range g.recordFields(variant) {
		f := variant.Fields[i]
		if !g.lazyField(n, f) {
			g.random(v+"."+field, f.Type)
			continue
		}
		x := g.local("x")
		g.Pf("var %s %s", x, g.goType(f.Type))
		g.random(x, f.Type)
		g.Pf("%s.%s.Set(%s)", v, field, x)
	}
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
	switch t.Kind {
	case schema.Bool:
		g.Pf("%s = r.IntN(2) == 1", dst)
	case schema.Byte:
		g.Pf("%s = uint8(r.IntN(256))", dst)
	case schema.Int, schema.Long:
		g.Pf("%s = randomInt(r)", dst)
	case schema.Float:
		g.Pf("%s = randomFloat(r)", dst)
	case schema.String:
		g.Pf("%s = randomString(r)", dst)
	case schema.List, schema.Array:
		i := g.local("i")
		g.Pf("%s = make(%s, r.IntN(4))", dst, g.plainType(t))
		g.Pf("for %s := range %s {", i, dst)
		g.random(dst+"["+i+"]", t.Elem())
		g.Pf("}")
	default:
		g.Pf("random%s(r, &%s)", g.node(t).name, dst)
	}
}
