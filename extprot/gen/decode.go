package gen

import (
	"fmt"
	"math"
	"slices"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/goprint"
)

// primitives are the names of what reads a primitive, a list of them, and one of which the
// prefix has been read, with the expression of the latter's value; of what appends one, and
// one as JSON; and what makes a random one.
var primitives = map[schema.Kind]struct{ method, list, kind, value, put, print, random string }{
	schema.Bool:   {"bool", "boolList", "kindBool", "%s != 0", "putBool(b, %s)", "printBool", "r.IntN(2) == 1"},
	schema.Byte:   {"byte", "byteList", "kindByte", "uint8(%s)", "append(b, wireBits8, %s)", "printByte", "uint8(r.IntN(256))"},
	schema.Int:    {"int", "intList", "kindInt", "int64(%s)", "putInt(b, %s)", "printInt", "randomInt(r)"},
	schema.Long:   {"long", "longList", "kindLong", "int64(%s)", "putLong(b, %s)", "printInt", "randomInt(r)"},
	schema.Float:  {"float", "floatList", "kindFloat", "math.Float64frombits(%s)", "putFloat(b, %s)", "printFloat", "randomFloat(r)"},
	schema.String: {"str", "", "kindString", "string(%s)", "putString(b, %s)", "printString", "randomString(r)"},
}

// wireOf is the wire type that a primitive is written with.
var wireOf = map[schema.Kind]string{
	schema.Bool: "wireBits8", schema.Byte: "wireBits8", schema.Int: "wireVint",
	schema.Long: "wireLong", schema.Float: "wireFloat", schema.String: "wireBytes",
}

// decoder prints the method that reads a value. Its variables: at is where the
// value begins, tag and w its prefix, n the count and e the end of its Tuple,
// c the input up to there.
func (g *generator) decoder(n *node) {
	t := n.typ
	g.seq = 0
	g.Pf("func (d *decoder) decode%s(v *%s, b []byte, p int) int {", n.name, n.name)
	tuple, numbers := g.leadingInt(t), g.numbers(n)
	if tuple || numbers != nil {
		if tuple {
			g.shortTuple(n)
		} else {
			g.shortSum(n, numbers)
		}
		g.Pf("return d.late%s(v, b, p)", n.name)
		g.End()
		g.Pf("// late%s reads what is longer, of another form, or near the end of the input.", n.name)
		g.Pf("func (d *decoder) late%s(v *%s, b []byte, p int) int {", n.name, n.name)
	}
	g.Pf("at := p")
	if t.Kind == schema.Record {
		g.recordDecoder(n)
	} else {
		g.sumDecoder(n)
	}
	g.End()
}

// leadingInt reports whether t is a tuple of an int and of primitives or lists of
// them, for which shortTuple is worth its text.
func (g *generator) leadingInt(t *schema.Type) bool {
	if t.Kind != schema.Tuple || len(t.Elems) >= 0x80 || t.Elems[0].Kind != schema.Int || g.goType(t.Elems[0]) != "int64" {
		return false
	}
	for _, e := range t.Elems {
		if e.Kind == schema.List || e.Kind == schema.Array {
			e = e.Elem()
		}
		if !e.Kind.Primitive() {
			return false
		}
	}
	return true
}

// shortTuple prints the reading of a tuple as it is written, of less than 128
// bytes: prefix, length, count and the int that comes first are taken at once.
func (g *generator) shortTuple(n *node) {
	elems := n.typ.Elems
	g.Pf("if all := b[:cap(b)]; uint(p)+12 <= uint(len(all)) {")
	g.Pf("w := (*[12]byte)(all[p:])")
	g.Pf("x := binary.LittleEndian.Uint64(w[4:])")
	g.Pf("m := ^x & 0x8080808080808080")
	g.Pf("q, e := p+5+bits.TrailingZeros64(m)>>3, p+2+int(w[1])")
	g.Pf("if binary.LittleEndian.Uint32(w[:])&0xFFFF80FF == wireTuple|%d<<16|wireVint<<24 && m != 0 && q <= e && e <= len(b) {", len(elems))
	g.Pf("v.F0 = gather(x & (m ^ (m - 1)))")
	if len(elems) > 1 {
		g.Pf("p, c := q, b[:e]")
		for i, a := range elems[1:] {
			g.read(goprint.Variable(fmt.Sprintf("v.F%d", i+1)), a, "c", "return -1")
		}
	}
	g.Pf("return e")
	g.Pf("}")
	g.Pf("}")
}

// numbers returns the constructors of a sum type that have one argument, an int
// or a long, where shortSum is worth its text: at least two are told apart without
// a branch, of these and of those without arguments together.
func (g *generator) numbers(n *node) (which []int) {
	if n.typ.Kind != schema.Sum {
		return nil
	}
	for i, k := range n.typ.Constructors {
		if i < 8 && len(k.Args) == 1 && (k.Args[0].Kind == schema.Int || k.Args[0].Kind == schema.Long) && g.goType(k.Args[0]) == "int64" {
			which = append(which, i)
		}
	}
	if len(which) == 0 || len(which) > 4 || len(which) == 1 && len(n.typ.Constants) == 0 {
		return nil
	}
	return which
}

// shortSum prints the reading of a constructor of one number, of these
// constructors, or of one without arguments, as it is written. Which of them it is
// depends on the data, so that a processor would go astray at each branch by it:
// kind, the end q of what is read and the number are chosen instead.
func (g *generator) shortSum(n *node, numbers []int) {
	t, names := n.typ, g.cases(n.typ)
	ints := slices.ContainsFunc(numbers, func(i int) bool { return t.Constructors[i].Args[0].Kind == schema.Int })
	others := ""
	for i := range min(len(t.Constructors), 8) {
		if !slices.Contains(numbers, i) {
			others += fmt.Sprintf(" && all[p] != wireTuple|%d<<4", i)
		}
	}
	g.Pf("if all := b[:cap(b)]; uint(p)+12 <= uint(len(all))%s {", others)
	g.Pf("// Which constructor it is decides about no branch here, but about what is taken.")
	g.Pf("w := (*[12]byte)(all[p:])")
	g.Pf("h, x := binary.LittleEndian.Uint32(w[:])&0xFFFF80FF, binary.LittleEndian.Uint64(w[4:])")
	g.Pf("kind, q, e := %s(0), math.MaxInt, p+2+int(w[1])", n.kind)
	if ints {
		g.Pf("m := ^x & 0x8080808080808080")
		g.Pf("vint := p+5+bits.TrailingZeros64(m)>>3")
		g.Pf("if m == 0 { vint = math.MaxInt }")
	}
	for _, i := range numbers {
		wire, end := "wireLong", "p + 12"
		if t.Constructors[i].Args[0].Kind == schema.Int {
			wire, end = "wireVint", "vint"
		}
		g.Pf("if h == wireTuple|%d<<4|1<<16|%s<<24 { kind, q = %s, %s }", i, wire, n.kinds[t.Constructors[i].Name], end)
	}
	switch constants := min(len(t.Constants), 8); constants {
	case 0:
	case 1:
		g.Pf("if h&0xFF == wireEnum { kind, q, e = %s, p+1, p+1 }", n.kinds[t.Constants[0]])
	default:
		g.Pf("if c := bits.RotateLeft8(byte(h), 4) - wireEnum<<4; c < %d { kind, q, e = %s(c), p+1, p+1 }", constants, n.kind)
	}
	g.Pf("if q <= e && e <= len(b) {")
	if ints {
		g.Pf("n := gather(x & (m ^ (m - 1)))")
	}
	g.Pf("v.Kind = kind")
	for _, i := range numbers {
		number := "int64(x)"
		if t.Constructors[i].Args[0].Kind == schema.Int {
			number = "n"
		}
		g.Pf("v%d := v.%s", i, names[i])
		g.Pf("if kind == %s { v%d = %s }", n.kinds[t.Constructors[i].Name], i, number)
		g.Pf("v.%s = v%d", names[i], i)
	}
	g.Pf("return e")
	g.Pf("}")
	g.Pf("}")
}

// sumDecoder prints the body for a tuple or sum type.
func (g *generator) sumDecoder(node *node) {
	t := node.typ
	used := "tag"
	if t.Kind == schema.Tuple {
		used = "_"
	}
	if n := min(len(t.Constants), 8); n > 0 {
		g.Pf("if uint(p) < uint(len(b)) && b[p]&0x8F == wireEnum && b[p]>>4 < %d {", n)
		g.Pf("v.Kind = %s(b[p]>>4)", node.kind)
		g.Pf("return p + 1")
		g.Pf("}")
	}
	if used == "tag" {
		g.Pf("var tag uint64")
	}
	if t.Kind == schema.Tuple || len(t.Constructors) > 0 {
		g.Pf("var n, e int")
		if t.Kind == schema.Tuple {
			g.Pf("if uint(p+2) < uint(len(b)) && b[p] == wireTuple && b[p+1]|b[p+2] < 0x80 {")
		} else {
			g.Pf("if uint(p+2) < uint(len(b)) && b[p]&0x8F == wireTuple && b[p+1]|b[p+2] < 0x80 {")
			g.Pf("tag = uint64(b[p]>>4)")
		}
		g.Pf("n, p, e = int(b[p+2]), p+3, p+2+int(b[p+1])")
		g.Pf("} else {")
	}
	g.Pf("var w byte")
	g.Pf("%s, w, p = d.prefix(b, p)", used)
	g.Pf("if p < 0 { return p }")
	if len(t.Constants) > 0 {
		g.Pf("if w == wireEnum {")
		g.Pf(`if tag >= %d { return d.fail(ErrUnknownTag, at, "constant constructor %%d of %v, which has %d", tag) }`, len(t.Constants), t, len(t.Constants))
		g.Pf("v.Kind = %s(tag)", node.kind)
		g.Pf("return p")
		g.Pf("}")
	}
	want := fmt.Sprintf("%v %v", t.Kind, t)
	args := t.Elems
	if t.Kind == schema.Sum {
		if len(t.Constructors) == 0 {
			g.Pf("return d.mismatch(at, w, %q)", want)
			return
		}
		args = t.Constructors[0].Args
	}
	names := g.cases(t)
	dst := func(constructor, i int) goprint.Place {
		if t.Kind == schema.Tuple {
			return goprint.Variable(fmt.Sprintf("v.F%d", i))
		}
		return goprint.Variable(node.arg(names, constructor, i))
	}
	g.Pf("if w != wireTuple {")
	if g.promotable(args) {
		g.Pf("if w != %s { return d.mismatch(at, w, %q) }", wireOf[args[0].Kind], want)
		if t.Kind == schema.Sum {
			g.Pf("v.Kind = %s", node.kinds[t.Constructors[0].Name])
		}
		g.promoted(dst(0, 0), args[0], "return -1")
		for i, a := range args[1:] {
			g.defaultTo(dst(0, i+1), a, "return -1")
		}
		g.Pf("return p")
	} else {
		g.Pf("return d.mismatch(at, w, %q)", want)
	}
	g.Pf("}")
	g.Pf("n, p, e = header(b, p)")
	g.Pf("}")
	if t.Kind == schema.Sum {
		g.Pf(`if tag >= %d { return d.fail(ErrUnknownTag, at, "constructor %%d of %v, which has %d", tag) }`, len(t.Constructors), t, len(t.Constructors))
	}
	g.Pf("if uint(e) > uint(len(b)) || p > e { return d.badHeader(b, at) }")
	g.Pf("c := b[:e]")
	elements := func(constructor int, args []*schema.Type) {
		for i, a := range args {
			g.Pf("if n > %d {", i)
			g.read(dst(constructor, i), a, "c", "return -1")
			g.Pf("} else {")
			if a.HasDefault() {
				g.defaultTo(dst(constructor, i), a, "return -1")
			} else {
				g.Pf(`return d.fail(ErrMissingElement, at, %q)`, fmt.Sprintf("element %d of %d is missing and %v has no default", i, len(args), a))
			}
			g.Pf("}")
		}
	}
	if t.Kind == schema.Tuple {
		elements(0, t.Elems)
		g.Pf("return e")
		return
	}
	g.Pf("switch tag {")
	for i, k := range t.Constructors {
		g.Pf("case %d:", i)
		g.Pf("v.Kind = %s", node.kinds[k.Name])
		elements(i, k.Args)
	}
	g.Pf("}")
	g.Pf("return e")
}

// promotable reports whether a primitive may stand in the place of these values.
func (g *generator) promotable(ts []*schema.Type) bool {
	for _, t := range ts[1:] {
		if !t.HasDefault() {
			return false
		}
	}
	return ts[0].Kind.Primitive()
}

// recordDecoder prints the body for a record, message, message sum or subset.
func (g *generator) recordDecoder(n *node) {
	t := n.typ
	want := fmt.Sprintf("record %v", t)
	if t.MessageSum {
		g.Pf("var tag uint64")
	}
	g.Pf("n, q, e := 0, 0, -1")
	g.Pf("if uint(p)+4 <= uint(len(b)) && b[p]&0x8F == wireTuple && b[p]>>4 < %d {", min(len(t.Variants), 8))
	if t.MessageSum {
		g.Pf("tag = uint64(b[p]>>4)")
	}
	g.Pf("n, q, e = head(binary.LittleEndian.Uint32(b[p:]), p)")
	g.Pf("}")
	g.Pf("if e >= 0 {")
	g.Pf("p = q")
	g.Pf("} else {")
	if !t.MessageSum {
		g.Pf("var tag uint64")
	}
	g.Pf("var w byte")
	g.Pf("tag, w, p = d.prefix(b, p)")
	g.Pf("if p < 0 { return d.in(%q) }", t.Name)
	g.Pf("if tag >= %d {", len(t.Variants))
	g.Pf("if w == wireTuple { if _, q, e := header(b, p); uint(e) > uint(len(b)) || q > e { d.badHeader(b, at); return d.in(%q) } }", t.Name)
	g.Pf(`d.fail(ErrUnknownTag, at, "variant %%d of %s, which has %d", tag)`, t.Name, len(t.Variants))
	g.Pf("return d.in(%q)", t.Name)
	g.Pf("}")
	g.Pf("if w != wireTuple {")
	mismatch := func() {
		g.Pf("d.mismatch(at, w, %q)", want)
		g.Pf("return d.in(%q)", t.Name)
	}
	if t.Subset != "" {
		mismatch()
	} else {
		g.variants(n, func(v *schema.Variant, dst string) {
			first := v.Fields[0]
			if !first.Type.Kind.Primitive() {
				mismatch()
				return
			}
			names := g.recordFields(v)
			g.Pf("if w != %s {", wireOf[first.Type.Kind])
			mismatch()
			g.Pf("}")
			g.promoted(goprint.Variable(dst+"."+names[0]), first.Type, fmt.Sprintf("return d.in(%q)", step(t, v, first)))
			for i, f := range v.Fields[1:] {
				if !g.absent(n, v, f, dst+"."+names[i+1]) {
					return
				}
			}
			g.Pf("return p")
		})
	}
	g.Pf("}")
	g.Pf("n, p, e = header(b, p)")
	g.Pf("}")
	g.Pf("if uint(e) > uint(len(b)) || p > e { d.badHeader(b, at); return d.in(%q) }", t.Name)
	g.Pf(`if e-at > d.limits.Message { d.fail(ErrLimit, at, "a message of %%d bytes; the limit is %%d", e-at, d.limits.Message); return d.in(%q) }`, t.Name)
	g.Pf("c := b[:e]")
	g.variants(n, func(v *schema.Variant, dst string) {
		if g.stringsOf(n, v) > 1 {
			g.Pf("d.near = max(d.near, e)")
		}
		next := 0
		for i, name := range g.recordFields(v) {
			f := v.Fields[i]
			for ; next < f.Index; next++ {
				g.Pf("if n > %d { if p = d.skipValue(c, p); p < 0 { return d.in(%q) } }", next, t.Name)
			}
			next++
			g.Pf("if n > %d {", f.Index)
			fail := fmt.Sprintf("return d.in(%q)", step(t, v, f))
			if g.lazyField(n, f) {
				g.readLazy(dst+"."+name, f.Type, fail)
			} else {
				g.read(goprint.Variable(dst+"."+name), f.Type, "c", fail)
			}
			g.Pf("} else {")
			g.absent(n, v, f, dst+"."+name)
			g.Pf("}")
		}
		g.Pf("return e")
	})
}

// variants prints body for every variant, in a switch if there are several.
func (g *generator) variants(n *node, body func(v *schema.Variant, dst string)) {
	t := n.typ
	if !t.MessageSum {
		body(&t.Variants[0], "v")
		return
	}
	names := g.cases(t)
	g.Pf("v.Kind = %s(tag)", n.kind)
	g.Pf("switch tag {")
	for i := range t.Variants {
		if i == len(t.Variants)-1 {
			g.Pf("default:")
		} else {
			g.Pf("case %d:", i)
		}
		body(&t.Variants[i], "v."+names[i])
	}
	g.Pf("}")
}

// step is a path entry; a field that a subset keeps as it is belongs to the source.
func step(t *schema.Type, v *schema.Variant, f schema.Field) string {
	name := t.Name
	if t.Subset != "" && !f.Retyped {
		name = t.Subset
	}
	if v.Name != "" {
		name += "." + v.Name
	}
	return name + "." + f.Name
}

// absent prints what happens when a field is missing; false if that is an error.
func (g *generator) absent(n *node, v *schema.Variant, f schema.Field, dst string) bool {
	fail := fmt.Sprintf("return d.in(%q)", step(n.typ, v, f))
	if !f.Type.HasDefault() {
		g.Pf(`d.fail(ErrMissingField, at, %q)`, fmt.Sprintf("the field is missing and %v has no default", f.Type))
		g.Pf("%s", fail)
		return false
	}
	if g.lazyField(n, f) {
		g.Pf("%s.clear()", dst)
		dst += ".val"
	}
	g.defaultTo(goprint.Variable(dst), f.Type, fail)
	return true
}

// readLazy prints the keeping of a field's bytes.
func (g *generator) readLazy(dst string, t *schema.Type, fail string) {
	q, fn := g.local("q"), g.unique("lazy"+typeName(t, 3))
	g.lazies = append(g.lazies, lazy{fn, t})
	g.Pf("%s := d.skipValue(c, p)", q)
	g.Pf("if %s < 0 { %s }", q, fail)
	g.Pf("%s.keep(c[p:%s], d.limits, %s)", dst, q, fn)
	g.Pf("p = %s", q)
}

// convert prints body with the name of a variable of the generated type, which
// is converted to dst afterwards; without a custom type, with dst itself.
func (g *generator) convert(dst goprint.Place, t *schema.Type, fail string, body func(dst goprint.Place)) {
	c, ok := g.opts.Types[t.Name]
	if !ok || t.Name == "" {
		body(dst)
		return
	}
	at, x, err := g.local("at"), g.local("x"), g.local("err")
	g.Pf("%s := p", at)
	g.Pf("var %s %s", x, g.plainType(t))
	body(goprint.Variable(x))
	g.Pf("var %s error", err)
	g.Pf("if %s, %s = %s(%s); %s != nil { d.conversion(%s, %s); %s }", dst, err, g.spelled(c.From), x, err, at, err, fail)
}

// read prints statements that read a value at p in src into dst. fail leaves
// the function.
func (g *generator) read(dst goprint.Place, t *schema.Type, src, fail string) {
	g.convert(dst, t, fail, func(dst goprint.Place) { g.readPlain(dst, t, src, fail) })
}

func (g *generator) readPlain(dst goprint.Place, t *schema.Type, src, fail string) {
	switch {
	case t.Kind == schema.String:
		g.Pf("if p = d.str(%s, %s, p); p < 0 { %s }", dst.Addr(), src, fail)
	case t.Kind.Primitive():
		g.Pf("if %s, p = d.%s(%s, p); p < 0 { %s }", dst, primitives[t.Kind].method, src, fail)
	case t.Kind == schema.List || t.Kind == schema.Array:
		elem := t.Elem()
		if fn := primitives[elem.Kind].list; fn != "" && g.goType(elem) == g.plainType(&schema.Type{Kind: elem.Kind}) {
			g.Pf("if p = d.%s(%s, %s, p, %q); p < 0 { %s }", fn, dst.Addr(), src, fmt.Sprintf("%v %v", t.Kind, t), fail)
			return
		}
		n, q, e, i, s, c := g.local("n"), g.local("q"), g.local("e"), g.local("i"), g.local("s"), g.local("c")
		g.Pf("%s, %s, %s := 0, 0, -1", n, q, e)
		g.Pf("if all := %s[:cap(%s)]; uint(p)+4 <= uint(len(all)) && all[p] == wireHtuple {", src, src)
		g.Pf("%s, %s, %s = head(binary.LittleEndian.Uint32(all[p:]), p)", n, q, e)
		g.Pf("}")
		g.Pf("if %s <= %s-%s && %s <= d.limits.Elements && uint(%s) <= uint(len(%s)) {", n, e, q, n, e, src)
		g.Pf("p = %s", q)
		g.Pf("} else if %s, p, %s = d.list(%s, p, %q); p < 0 { %s }", n, e, src, fmt.Sprintf("%v %v", t.Kind, t), fail)
		g.charge(elem, n, fail)
		g.Pf("%s := %s", s, dst)
		g.Pf("switch {")
		g.Pf("case %s <= cap(%s): %s = %s[:%s]", n, s, s, s, n)
		g.Pf("case cap(%s) == 0 && %s <= 64 && d.arena != nil: %s = take[%s](d.arena, %s)", s, n, s, g.goType(elem), n)
		if holdsLists(elem, schema.Bool) && g.words(elem) <= 8 {
			g.Pf("case cap(%s) == 0 && 0 < %s && %s <= 8: %s, d.bools = listWithBools[%s](%s)", s, n, n, s, g.goType(elem), n)
		}
		g.Pf("case cap(%s) == 0 && %s <= d.step(): %s = make(%s, %s)", s, n, s, g.goType(t), n)
		g.Pf("default: %s = resize(%s, %s, d.step())", s, s, n)
		g.Pf("}")
		if g.strings(elem) > 0 {
			g.Pf("d.near = max(d.near, %s)", e)
		}
		g.Pf("%s := %s[:%s]", c, src, e)
		g.Pf("for %s := 0; %s < %s; %s++ {", i, i, n, i)
		g.Pf("if %s == len(%s) { %s = grow(%s, %s) }", i, s, s, s, n)
		if holdsLists(elem, schema.Bool, schema.Int, schema.Long) {
			g.Pf("d.left = %s - %s", n, i)
		}
		g.read(goprint.Variable(s+"["+i+"]"), elem, c, fail)
		g.Pf("}")
		if holdsLists(elem, schema.Bool, schema.Int, schema.Long) {
			g.Pf("d.left = 0")
		}
		g.Pf("%s = %s", dst, s)
		g.Pf("p = %s", e)
	default:
		g.Pf("if p = d.decode%s(%s, %s, p); p < 0 { %s }", g.node(t).name, dst.Addr(), src, fail)
	}
}

// charge prints the charging of n elements of type t to the limit of memory.
func (g *generator) charge(t *schema.Type, n, fail string) {
	size := fmt.Sprint(8 * g.words(t))
	if g.words(t) >= unknown {
		g.Import("reflect")
		size = fmt.Sprintf("int(reflect.TypeFor[%s]().Size())", g.goType(t))
	}
	g.Pf("if !d.charge(%s, %s) { d.greedy(p, %[1]s, %[2]s); %s }", n, size, fail)
}

// holdsLists reports whether values of t hold lists of one of these kinds
// themselves, not in the elements of a list.
func holdsLists(t *schema.Type, of ...schema.Kind) bool {
	anyOf := func(types []*schema.Type) bool {
		return slices.ContainsFunc(types, func(e *schema.Type) bool { return holdsLists(e, of...) })
	}
	switch t.Kind {
	case schema.List, schema.Array:
		return slices.Contains(of, t.Elem().Kind)
	case schema.Tuple:
		return anyOf(t.Elems)
	case schema.Sum:
		return slices.ContainsFunc(t.Constructors, func(k schema.Case) bool { return anyOf(k.Args) })
	case schema.Record:
		return slices.ContainsFunc(t.Variants, func(v schema.Variant) bool {
			return slices.ContainsFunc(v.Fields, func(f schema.Field) bool { return holdsLists(f.Type, of...) })
		})
	}
	return false
}

// strings is how many strings, and lists of what has strings, are read with every value of t.
func (g *generator) strings(t *schema.Type) (n int) {
	switch {
	case t.Kind == schema.String:
		return 1
	case t.Kind == schema.List || t.Kind == schema.Array:
		return min(1, g.strings(t.Elem()))
	case t.Kind == schema.Tuple:
		for _, e := range t.Elems {
			n += g.strings(e)
		}
	case t.Kind == schema.Record && !t.MessageSum:
		return g.stringsOf(g.node(t), &t.Variants[0])
	}
	return n
}

// stringsOf is strings for a variant of a record or message.
func (g *generator) stringsOf(of *node, v *schema.Variant) (n int) {
	for _, f := range v.Fields {
		if !g.lazyField(of, f) {
			n += g.strings(f.Type)
		}
	}
	return n
}

// unknown is more words than any type has.
const unknown = math.MaxInt32

// words is how many words of 8 bytes the Go value of t has at most. Of custom
// types and lazy fields that is unknown.
func (g *generator) words(t *schema.Type) int {
	if _, custom := g.opts.Types[t.Name]; custom && t.Name != "" {
		return unknown
	}
	n := 0
	switch t.Kind {
	case schema.String:
		return 2
	case schema.List, schema.Array:
		return 3
	case schema.Tuple:
		for _, e := range t.Elems {
			n += g.words(e)
		}
	case schema.Sum:
		n = 1
		for _, k := range t.Constructors {
			for _, a := range k.Args {
				n += g.words(a)
			}
		}
	case schema.Record:
		n = 1
		for _, v := range t.Variants {
			for _, f := range v.Fields {
				if g.lazyField(g.node(t), f) {
					return unknown
				}
				n += g.words(f.Type)
			}
		}
	default:
		return 1
	}
	return n
}

// promoted prints the reading of a primitive whose prefix, with its own wire
// type, has been read.
func (g *generator) promoted(dst goprint.Place, t *schema.Type, fail string) {
	g.convert(dst, t, fail, func(dst goprint.Place) {
		x, text := g.local("u"), g.local("s")
		both := x + ", _"
		if t.Kind == schema.String {
			x, both = text, "_, "+text
		}
		g.Pf("%s, p := d.plain(b, p, w, %s, at)", both, primitives[t.Kind].kind)
		g.Pf("if p < 0 { %s }", fail)
		g.Pf("%s = "+primitives[t.Kind].value, dst, x)
	})
}

// defaultTo prints the setting of dst to the default of t.
func (g *generator) defaultTo(dst goprint.Place, t *schema.Type, fail string) {
	g.convert(dst, t, fail, func(dst goprint.Place) {
		switch t.Kind {
		case schema.Bool:
			g.Pf("%s = %t", dst, t.Default != nil && t.Default.Bool)
		case schema.Byte, schema.Int, schema.Long:
			g.Pf("%s = %d", dst, t.Default.Int)
		case schema.Float:
			g.Pf("%s = math.Float64frombits(%#x) // %v", dst, math.Float64bits(t.Default.Float), t.Default.Float)
		case schema.String:
			g.Pf("%s = %q", dst, t.Default.Str)
		case schema.List, schema.Array:
			g.Pf("%s = %s[:0]", dst, dst)
		default:
			g.Pf("if !d.default%s(%s, at) { %s }", g.node(t).name, dst.Addr(), fail)
		}
	})
}

// defaulter prints the method that makes the default of a tuple, sum or record.
func (g *generator) defaulter(n *node) {
	t := n.typ
	if !t.HasDefault() {
		return
	}
	g.seq = 0
	g.Pf("func (d *decoder) default%s(v *%s, at int) bool {", n.name, n.name)
	g.Pf("p := at")
	g.Pf("_ = p")
	switch t.Kind {
	case schema.Tuple:
		for i, e := range t.Elems {
			g.defaultTo(goprint.Variable(fmt.Sprintf("v.F%d", i)), e, "return false")
		}
	case schema.Sum:
		g.Pf("v.Kind = %s", n.kinds[t.Constants[0]])
	case schema.Record:
		dst := "v"
		if t.MessageSum {
			g.Pf("v.Kind = %s", n.kinds[t.Variants[0].Name])
			dst += "." + g.cases(t)[0]
		}
		v := &t.Variants[0]
		for i, name := range g.recordFields(v) {
			f := v.Fields[i]
			fail := fmt.Sprintf("d.in(%q); return false", step(t, v, f))
			if !f.Type.HasDefault() {
				g.Pf(`d.fail(ErrMissingField, at, %q)`, fmt.Sprintf("%s is missing, and its field's type %v has no default", t.Name, f.Type))
				g.Pf("d.in(%q)", step(t, v, f))
				g.End("return false")
				return
			}
			place := dst + "." + name
			if g.lazyField(n, f) {
				g.Pf("%s.clear()", place)
				place += ".val"
			}
			g.defaultTo(goprint.Variable(place), f.Type, fail)
		}
	}
	g.End("return true")
}
