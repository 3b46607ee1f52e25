package gen

import (
	"fmt"

	"github.com/assay-go/assay/extprot/schema"
)

// converted gives an expression of the generated type for one of a custom type.
func (g *generator) converted(src string, t *schema.Type) string {
	if c, ok := g.opts.Types[t.Name]; ok && t.Name != "" {
		v := g.local("c")
		g.Pf("%s := %s(%s)", v, c.To, src)
		return v
	}
	return src
}

// local gives a name that the current function does not use yet.
func (g *generator) local(stem string) string {
	g.seq++
	return fmt.Sprintf("%s%d", stem, g.seq)
}

// constant is the largest size of values of t, if that does not depend on the
// value; exact asks for the size of all values.
func (g *generator) constant(t *schema.Type, exact bool) (int, bool) {
	if _, ok := g.opts.Types[t.Name]; ok && t.Name != "" && !t.Kind.Primitive() {
		return 0, false
	}
	switch t.Kind {
	case schema.Bool, schema.Byte:
		return 2, true
	case schema.Int:
		return 11, !exact
	case schema.Long, schema.Float:
		return 9, true
	case schema.Tuple:
		return g.constants(t.Elems, exact)
	case schema.Sum:
		if exact {
			return 0, false
		}
		largest := 10
		for _, k := range t.Constructors {
			n, ok := g.constants(k.Args, exact)
			if !ok {
				return 0, false
			}
			largest = max(largest, n)
		}
		return largest, true
	}
	return 0, false
}

func (g *generator) constants(ts []*schema.Type, exact bool) (int, bool) {
	sum := 0
	for _, t := range ts {
		n, ok := g.constant(t, exact)
		if !ok {
			return 0, false
		}
		sum += n
	}
	if exact {
		sum += vintSize(len(ts))
		return vintSize(0) + vintSize(sum) + sum, true
	}
	return sum + 28, true
}

func vintSize(n int) int {
	s := 1
	for ; n >= 0x80; n >>= 7 {
		s++
	}
	return s
}

// sizing prints the function that measures a value: exactly, or quickly from above.
func (g *generator) sizing(n *node, name string, bound bool) {
	t := n.typ
	g.seq = 0
	g.Pf("func %s%s(v *%s) int {", name, n.name, n.name)
	finish := func(head, count int) {
		if bound {
			g.Pf("return n + maxHeader")
		} else {
			g.Pf("return sizeOf(%d, n+%d)", head, vintSize(count))
		}
	}
	switch {
	case t.Kind == schema.Tuple:
		g.Pf("n := 0")
		for i, e := range t.Elems {
			g.measure(fmt.Sprintf("v.F%d", i), e, name, bound)
		}
		finish(1, len(t.Elems))
	case t.Kind == schema.Record && !t.MessageSum:
		g.Pf("n := 0")
		g.measureFields(n, "v", &t.Variants[0], name, bound)
		finish(1, len(t.Variants[0].Fields))
	default:
		if k, ok := g.constant(t, false); ok && bound {
			g.Pf("return %d", k)
			break
		}
		g.Pf("n := 0")
		if bound && t.Kind == schema.Sum {
			// Remains in the other fields may raise the bound; a branch would cost more.
			names := cases(t)
			for i, k := range t.Constructors {
				for j, a := range k.Args {
					src := "v." + names[i]
					if n.parts[i] != nil {
						src += fmt.Sprintf(".F%d", j)
					}
					g.measure(src, a, name, bound)
				}
			}
			g.Pf("return n + maxHeader")
			break
		}
		g.Pf("switch v.Kind {")
		if !bound {
			for i, c := range t.Constants {
				g.Pf("case %s: return %d", n.kinds[c], vintSize(i<<4))
			}
		}
		names := cases(t)
		for i, k := range t.Constructors {
			g.Pf("case %s:", n.kinds[k.Name])
			if n.parts[i] == nil {
				g.measure("v."+names[i], k.Args[0], name, bound)
			} else {
				for j, a := range k.Args {
					g.measure(fmt.Sprintf("v.%s.F%d", names[i], j), a, name, bound)
				}
			}
			finish(vintSize(i<<4), len(k.Args))
		}
		for i := range t.Variants {
			g.Pf("case %s:", n.kinds[t.Variants[i].Name])
			g.measureFields(n, "v."+names[i], &t.Variants[i], name, bound)
			finish(vintSize(i<<4), len(t.Variants[i].Fields))
		}
		g.Pf("}")
		g.Pf("return n + maxHeader")
	}
	g.Pf("}")
	g.Pf("")
}

func (g *generator) measureFields(n *node, v string, variant *schema.Variant, name string, bound bool) {
	for i, field := range recordFields(variant) {
		src := v + "." + field
		if !g.lazyField(n, variant.Fields[i]) {
			g.measure(src, variant.Fields[i].Type, name, bound)
			continue
		}
		g.Pf("if len(%s.raw) > 0 {", src)
		g.Pf("n += len(%s.raw)", src)
		g.Pf("} else {")
		g.measure(src+".val", variant.Fields[i].Type, name, bound)
		g.Pf("}")
	}
}

// measure prints statements that add the size of src to n.
func (g *generator) measure(src string, t *schema.Type, name string, bound bool) {
	if k, ok := g.constant(t, !bound); ok {
		g.Pf("n += %d", k)
		return
	}
	src = g.converted(src, t)
	switch t.Kind {
	case schema.Int:
		g.Pf("n += sizeInt(%s)", src)
	case schema.String:
		if bound {
			g.Pf("n += 11 + len(%s)", src)
		} else {
			g.Pf("n += sizeOf(1, len(%s))", src)
		}
	case schema.List, schema.Array:
		if k, ok := g.constant(t.Elem(), !bound); ok {
			if bound {
				g.Pf("n += maxHeader + %d*len(%s)", k, src)
			} else {
				g.Pf("n += sizeOf(1, sizeVint(uint64(len(%s))) + %d*len(%s))", src, k, src)
			}
			return
		}
		outer, i := g.local("n"), g.local("i")
		g.Pf("%s := n", outer)
		g.Pf("n = sizeVint(uint64(len(%s)))", src)
		g.Pf("for %s := range %s {", i, src)
		g.measure(src+"["+i+"]", t.Elem(), name, bound)
		g.Pf("}")
		if bound {
			g.Pf("n += %s + maxHeader", outer)
		} else {
			g.Pf("n = %s + sizeOf(1, n)", outer)
		}
	default:
		g.Pf("n += %s%s(&%s)", name, g.node(t).name, src)
	}
}

// encoder prints the function that writes a value.
func (g *generator) encoder(n *node) {
	t := n.typ
	g.seq = 0
	g.Pf("func encode%s(b []byte, p int, v *%s) int {", n.name, n.name)
	switch {
	case t.Kind == schema.Tuple:
		g.writeTuple("v", t)
		g.Pf("return p")
	case t.Kind == schema.Record && !t.MessageSum:
		start := g.open(0, len(t.Variants[0].Fields))
		g.writeFields(n, "v", &t.Variants[0])
		g.sealed(start)
		g.Pf("return p")
	default:
		g.Pf("switch v.Kind {")
		for i, c := range t.Constants {
			g.Pf("case %s:", n.kinds[c])
			if i<<4 < 0x80 {
				g.Pf("b[p] = %d", i<<4|10)
				g.Pf("return p + 1")
			} else {
				g.Pf("return putVint(b, p, %d)", i<<4|10)
			}
		}
		names := cases(t)
		for i, k := range t.Constructors {
			g.Pf("case %s:", n.kinds[k.Name])
			start := g.open(i, len(k.Args))
			if n.parts[i] == nil {
				g.write("v."+names[i], k.Args[0])
			} else {
				for j, a := range k.Args {
					g.write(fmt.Sprintf("v.%s.F%d", names[i], j), a)
				}
			}
			g.sealed(start)
			g.Pf("return p")
		}
		for i := range t.Variants {
			g.Pf("case %s:", n.kinds[t.Variants[i].Name])
			start := g.open(i, len(t.Variants[i].Fields))
			g.writeFields(n, "v."+names[i], &t.Variants[i])
			g.sealed(start)
			g.Pf("return p")
		}
		g.Pf("}")
		g.Pf(`panic(fmt.Sprintf("extprot: %s with Kind %%d, which does not exist", v.Kind))`, n.name)
	}
	g.Pf("}")
	g.Pf("")
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
	g.Pf("if %s := p - %s; %s < 0x80 {", n, start, n)
	g.Pf("b[%s-1] = byte(%s)", start, n)
	g.Pf("} else {")
	g.Pf("p = sealLong(b, %s, p)", start)
	g.Pf("}")
}

// open prints the beginning of a Tuple and returns the variable of the offset of
// its content.
func (g *generator) open(tag, count int) string {
	if tag<<4 < 0x80 {
		g.Pf("b[p] = %d", tag<<4|1)
		g.Pf("p += 2")
	} else {
		g.Pf("p = putVint(b, p, %d) + 1", tag<<4|1)
	}
	start := g.local("start")
	g.Pf("%s := p", start)
	if count < 0x80 {
		g.Pf("b[p] = %d", count)
		g.Pf("p++")
	} else {
		g.Pf("p = putVint(b, p, %d)", count)
	}
	return start
}

func (g *generator) writeFields(n *node, v string, variant *schema.Variant) {
	for i, field := range recordFields(variant) {
		src := v + "." + field
		if !g.lazyField(n, variant.Fields[i]) {
			g.write(src, variant.Fields[i].Type)
			continue
		}
		g.Pf("if len(%s.raw) > 0 {", src)
		g.Pf("p += copy(b[p:], %s.raw)", src)
		g.Pf("} else {")
		g.write(src+".val", variant.Fields[i].Type)
		g.Pf("}")
	}
}

// write prints statements that write src at b[p:].
func (g *generator) write(src string, t *schema.Type) {
	src = g.converted(src, t)
	switch t.Kind {
	case schema.Bool:
		g.Pf("p = putBool(b, p, %s)", src)
	case schema.Byte:
		g.Pf("b[p], b[p+1] = wireBits8, %s", src)
		g.Pf("p += 2")
	case schema.Int:
		g.Pf("p = putInt(b, p, %s)", src)
	case schema.Long:
		g.Pf("p = putLong(b, p, %s)", src)
	case schema.Float:
		g.Pf("p = putFloat(b, p, %s)", src)
	case schema.String:
		g.Pf("p = putString(b, p, %s)", src)
	case schema.List, schema.Array:
		if t.Elem().Kind == schema.Bool && g.goType(t.Elem()) == "bool" {
			g.Pf("p = putBoolList(b, p, %s)", src)
			return
		}
		if t.Elem().Kind == schema.Int && g.goType(t.Elem()) == "int64" {
			g.Pf("p = putIntList(b, p, %s)", src)
			return
		}
		start, i := g.local("start"), g.local("i")
		g.Pf("b[p] = wireHtuple")
		g.Pf("p += 2")
		g.Pf("%s := p", start)
		g.Pf("p = putVint(b, p, uint64(len(%s)))", src)
		g.Pf("for %s := range %s {", i, src)
		if elem := t.Elem(); elem.Kind == schema.Tuple && g.goType(elem) == g.plainType(elem) {
			x := g.local("x")
			g.Pf("%s := &%s[%s]", x, src, i)
			g.writeTuple(x, elem)
		} else {
			g.write(src+"["+i+"]", elem)
		}
		g.Pf("}")
		g.sealed(start)
	default:
		g.Pf("p = encode%s(b, p, &%s)", g.node(t).name, src)
	}
}
