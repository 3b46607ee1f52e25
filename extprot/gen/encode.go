package gen

import (
	"fmt"

	"github.com/assay-go/assay/extprot/schema"
)

// converted gives an expression of the generated type for one of a custom type.
func (g *generator) converted(src string, t *schema.Type) string {
	if c, ok := g.opts.Types[t.Name]; ok && t.Name != "" {
		v := g.local("c")
		g.Pf("%s := %s(%s)", v, g.spelled(c.To), src)
		return v
	}
	return src
}

// local gives a name that the current function does not use yet.
func (g *generator) local(stem string) string {
	g.seq++
	return fmt.Sprintf("%s%d", stem, g.seq)
}

// constant is the size of values of t, if that does not depend on the value.
func (g *generator) constant(t *schema.Type) (int, bool) {
	if _, ok := g.opts.Types[t.Name]; ok && t.Name != "" && !t.Kind.Primitive() {
		return 0, false
	}
	switch t.Kind {
	case schema.Bool, schema.Byte:
		return 2, true
	case schema.Long, schema.Float:
		return 9, true
	case schema.Tuple:
		sum := vintSize(len(t.Elems))
		for _, e := range t.Elems {
			n, ok := g.constant(e)
			if !ok {
				return 0, false
			}
			sum += n
		}
		return vintSize(0) + vintSize(sum) + sum, true
	}
	return 0, false
}

func vintSize(n int) int {
	s := 1
	for ; n >= 0x80; n >>= 7 {
		s++
	}
	return s
}

// sizing prints the function that measures a value.
func (g *generator) sizing(n *node) {
	g.seq = 0
	g.Pf("func size%s(v *%s) int {", n.name, n.name)
	g.Pf("n := 0")
	list, byKind := g.alternatives(n)
	if byKind {
		g.Pf("switch v.Kind {")
		for i, c := range n.typ.Constants {
			g.Pf("case %s: return %d", n.kinds[c], vintSize(i<<4))
		}
	}
	for _, a := range list {
		if byKind {
			g.Pf("case %s:", n.kinds[a.name])
		}
		for _, p := range a.parts {
			if !p.lazy {
				g.measure(p.place, p.typ)
				continue
			}
			g.Pf("if k := %s.length(); k > 0 {", p.place)
			g.Pf("n += k")
			g.Pf("} else {")
			g.measure(p.place+".val", p.typ)
			g.Pf("}")
		}
		g.Pf("return sizeOf(%d, n+%d)", vintSize(a.tag<<4), vintSize(len(a.parts)))
	}
	if byKind {
		g.Pf("}")
		g.Pf("return n")
	}
	g.End()
}

// measure prints statements that add the size of src to n.
func (g *generator) measure(src string, t *schema.Type) {
	if k, ok := g.constant(t); ok {
		g.Pf("n += %d", k)
		return
	}
	src = g.converted(src, t)
	switch t.Kind {
	case schema.Int:
		g.Pf("n += sizeInt(%s)", src)
	case schema.String:
		g.Pf("n += sizeOf(1, len(%s))", src)
	case schema.List, schema.Array:
		if k, ok := g.constant(t.Elem()); ok {
			g.Pf("n += sizeOf(1, sizeVint(uint64(len(%s))) + %d*len(%s))", src, k, src)
			return
		}
		outer, i := g.local("n"), g.local("i")
		g.Pf("%s := n", outer)
		g.Pf("n = sizeVint(uint64(len(%s)))", src)
		g.Pf("for %s := range %s {", i, src)
		g.measure(src+"["+i+"]", t.Elem())
		g.Pf("}")
		g.Pf("n = %s + sizeOf(1, n)", outer)
	default:
		g.Pf("n += size%s(&%s)", g.node(t).name, src)
	}
}

// encoder prints the function that writes a value.
func (g *generator) encoder(n *node) {
	g.seq = 0
	g.Pf("func encode%s(b []byte, v *%s) []byte {", n.name, n.name)
	list, byKind := g.alternatives(n)
	if byKind {
		g.Pf("switch v.Kind {")
		for i, c := range n.typ.Constants {
			g.Pf("case %s:", n.kinds[c])
			g.Pf("return append(b, %s)", vint(i<<4|10))
		}
	}
	for _, a := range list {
		if byKind {
			g.Pf("case %s:", n.kinds[a.name])
		}
		start := g.open(a.tag, len(a.parts))
		for _, p := range a.parts {
			if !p.lazy {
				g.write(p.place, p.typ)
				continue
			}
			g.Pf("if len(%s.raw) > 0 {", p.place)
			g.Pf("b = append(b, %s.encoded()...)", p.place)
			g.Pf("} else {")
			g.write(p.place+".val", p.typ)
			g.Pf("}")
		}
		g.sealed(start)
		g.Pf("return b")
	}
	if byKind {
		g.Pf("}")
		g.Pf(`panic(fmt.Sprintf("extprot: %s with Kind %%d, which does not exist", v.Kind))`, n.name)
	}
	g.End()
}

// writeTuple prints the writing of the tuple at v.
func (g *generator) writeTuple(v string, t *schema.Type) {
	start := g.open(0, len(t.Elems))
	for i, e := range t.Elems {
		g.write(fmt.Sprintf("%s.F%d", v, i), e)
	}
	g.sealed(start)
}

// sealed prints the writing of the length of what stands behind start, in line
// where it takes one byte.
func (g *generator) sealed(start string) {
	n := g.local("n")
	g.Pf("if %s := len(b) - %s; %s < 0x80 { b[%s-1] = byte(%s) } else { b = sealLong(b, %s) }", n, start, n, start, n, start)
}

// open prints the beginning of a Tuple and returns the variable of the offset of
// its content.
func (g *generator) open(tag, count int) string {
	start := g.local("start")
	g.Pf("%s := len(b) + %d", start, vintSize(tag<<4|1)+1)
	g.Pf("b = append(b, %s, 0, %s)", vint(tag<<4|1), vint(count))
	return start
}

// vint gives the bytes of a number as append takes them.
func vint(n int) string {
	s := ""
	for ; n >= 0x80; n >>= 7 {
		s += fmt.Sprintf("%d, ", n&0x7F|0x80)
	}
	return s + fmt.Sprint(n)
}

// write prints statements that append src to b.
func (g *generator) write(src string, t *schema.Type) {
	src = g.converted(src, t)
	switch {
	case t.Kind.Primitive():
		g.Pf("b = "+primitives[t.Kind].put, src)
	case t.Kind == schema.List || t.Kind == schema.Array:
		put := map[schema.Kind]string{schema.Bool: "putBoolList", schema.Int: "putIntList"}[t.Elem().Kind]
		if put != "" && g.goType(t.Elem()) == g.plainType(t.Elem()) {
			g.Pf("b = %s(b, %s)", put, src)
			return
		}
		list, start, i := g.local("list"), g.local("start"), g.local("i")
		g.Pf("%s, %s := %s, len(b)+2", list, start, src)
		g.Pf("b = putList(b, len(%s))", list)
		g.Pf("for %s := range %s {", i, list)
		if elem := t.Elem(); elem.Kind == schema.Tuple && g.goType(elem) == g.plainType(elem) {
			x := g.local("x")
			g.Pf("%s := &%s[%s]", x, list, i)
			g.writeTuple(x, elem)
		} else {
			g.write(list+"["+i+"]", elem)
		}
		g.Pf("}")
		g.sealed(start)
	default:
		g.Pf("b = encode%s(b, &%s)", g.node(t).name, src)
	}
}
