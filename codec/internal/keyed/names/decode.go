package names

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// decoder prints the function that reads values of n.
func (p *printer) decoder(n *shape.Node) {
	p.DocComment(p.Function("Read", n) + " reads *v at i, and returns the position after it, or -1.")
	p.P("func ", p.Function("Read", n), "(d *", p.Shared("Decoder"), ", b []byte, i int, v *", n.Type, ") int {")
	if n.Recursive {
		p.RefuseFor(p.Shared("ErrDepth"), "i", "", "d.depth++; d.depth > ", p.Options.MaxDepth)
	}
	p.left = ""
	if p.severalStrings(n) {
		p.left = "len(b)-i"
	}
	switch {
	case n.Form == shape.Struct && p.wire.tuple(n):
		p.decodeTuple(n)
	case n.Form == shape.Struct:
		p.decodeMembers(n)
	case n.Form == shape.Map:
		p.decodeMap(n)
	case n.Form == shape.Interface:
		p.decodeChoice(n)
	default:
		p.getHere(n, goprint.Pointee("v"), "", 0)
	}
	p.leave(n)
	p.P("return i")
	p.P("}")
	if n.Form == shape.Struct && !p.wire.tuple(n) && len(n.Members) > 0 {
		p.keyFunction(n)
		p.clearFunction(n)
	}
}

// severalStrings reports whether messages with a value of n have several strings, as far as n tells.
func (p *printer) severalStrings(n *shape.Node) bool {
	strings := 0
	for _, m := range n.Members {
		if m.Node.Form == shape.String {
			strings++
		}
	}
	return strings > 2 || !slices.Contains(p.Shape.Roots, n)
}

// leave prints the end of a value that may nest in itself.
func (p *printer) leave(n *shape.Node) {
	if n.Recursive {
		p.P("d.depth--")
	}
}

// nullAlone prints the reading of null into *v, and the end of the function there.
func (p *printer) nullAlone(n *shape.Node) {
	p.P("if ", p.Routine(p.wire.IsNull), "(b, i) {")
	p.Zero(n, goprint.Pointee("v"))
	p.leave(n)
	p.P("return i + 1")
	p.P("}")
}

// getOrNull prints the reading of null into x, or else of a value.
func (p *printer) getOrNull(n *shape.Node, x goprint.Place, read func()) {
	p.P("if ", p.Routine(p.wire.IsNull), "(b, i) {")
	p.Zero(n, x)
	p.P("i++")
	p.P("} else {")
	read()
	p.P("}")
}

// head prints the reading of a head into count.
func (p *printer) head(h Head, count, at string, least int, path string) {
	p.P(count, ", ", at, " := ", p.Routine(h.Get), "(b, i, ", least, ")")
	p.Failed(at, path, h.Want)
}

// decodeTuple prints the reading of a struct by the places of its members.
func (p *printer) decodeTuple(n *shape.Node) {
	p.nullAlone(n)
	p.head(p.wire.List, "count", "j", 1, "")
	p.Refuse("i", "", fmt.Sprintf("list of %d", len(n.Members)), "count != ", len(n.Members))
	p.P("i = j")
	for _, m := range n.Members {
		p.scoped(func() { p.getMember(m, goprint.Pointee("v").Fields(m.Path)) })
	}
}

// decodeMembers prints the reading of a struct by the keys of its members: the one
// after that which was read is tried first.
func (p *printer) decodeMembers(n *shape.Node) {
	p.head(p.wire.Map, "count", "j", 2, "")
	p.P("i = j")
	if len(n.Members) == 0 {
		if p.wire.Strict {
			p.P("if count > 0 {")
			p.P("key, _ := ", p.Routine(p.wire.Text), "(b, i)")
			p.P("return d.failed(i, \"\", ", p.Shared("NoMember"), "(string(key)))")
			p.P("}")
			return
		}
		p.P("for ; count > 0; count-- {")
		p.P("if j = ", p.reads(p.wire.Skip, "b, i"), "; j >= 0 { j = ", p.reads(p.wire.Skip, "b, j"), " }")
		p.Failed("j", "", "member")
		p.P("i = j")
		p.P("}")
		return
	}
	p.P("var seen ", keyed.SetType(len(n.Members)))
	p.P("for count > 0 {")
	p.P("var member int")
	first := string(p.wire.MemberKey(n.Members[0]))
	p.Pf("if j := i+%d; j <= len(b) && string(b[i:j]) == %q {", len(first), first)
	p.P("i = j")
	p.P("} else if member, i = ", p.Function("Key", n), "(d, b, i); i < 0 { return -1 }")
	if p.wire.Twice != TwiceLast {
		p.P("if member >= 0 && ", p.seen(n, "member", "!="), " {")
		if p.wire.Twice == TwiceFirst {
			p.P("member = -1")
		} else {
			p.Pf("return d.failed(i, \"\", %s)", p.Shared("ErrTwice"))
		}
		p.P("}")
	}
	p.P("switch member {")
	for k, m := range n.Members {
		p.P("case ", k, ": // ", m.Name)
		p.see(n, k)
		p.getEmbedded(m, goprint.Pointee("v"))
		p.getMember(m, goprint.Pointee("v").Fields(m.Path))
		if k+1 == len(n.Members) {
			p.P("count--")
		} else {
			p.P("if count--; count == 0 { break }")
			next := string(p.wire.MemberKey(n.Members[k+1]))
			again := ""
			if p.wire.Twice != TwiceLast {
				again = " || " + p.seen(n, strconv.Itoa(k+1), "!=")
			}
			p.Pf("if j := i+%d; j > len(b) || string(b[i:j]) != %q%s { continue }", len(next), next, again)
			p.P("i += ", len(next))
			p.P("fallthrough")
		}
	}
	p.P("default: // unknown")
	p.P("j := ", p.reads(p.wire.Skip, "b, i"))
	p.Failed("j", "", "value")
	p.P("i = j")
	p.P("count--")
	p.P("}")
	p.P("}")
	p.P("if d.used && seen != ", p.allSeen(n), " { ", p.Function("Clear", n), "(v, seen) }")
}

// see prints that a member was read.
func (p *printer) see(n *shape.Node, k int) {
	if len(n.Members) <= 64 {
		p.Pf("seen |= 1 << %d", k)
	} else {
		p.Pf("seen[%d] |= 1 << %d", k/64, k%64)
	}
}

// seen returns the comparison that tells whether a member was read (!=), or was not (==).
func (p *printer) seen(n *shape.Node, k, operator string) string {
	if len(n.Members) <= 64 {
		return fmt.Sprintf("seen&(1<<%s) %s 0", k, operator)
	}
	return fmt.Sprintf("seen[%[1]s/64]&(1<<(%[1]s%%64)) %[2]s 0", k, operator)
}

// allSeen returns the set of all members.
func (p *printer) allSeen(n *shape.Node) string {
	c := len(n.Members)
	if c <= 64 {
		return allOf(c)
	}
	s := "(" + keyed.SetType(len(n.Members)) + "{"
	for ; c > 0; c -= 64 {
		s += allOf(min(c, 64)) + ", "
	}
	return s + "})"
}

func allOf(n int) string { return fmt.Sprintf("%#x", ^uint64(0)>>(64-n)) }

// keyFunction prints the function that finds the member of any key.
func (p *printer) keyFunction(n *shape.Node) {
	p.DocComment(p.Function("Key", n) + " reads a key at i, and returns the member that it names, or -1 for none, and the position after it.")
	p.P("func ", p.Function("Key", n), "(d *", p.Shared("Decoder"), ", b []byte, i int) (member, after int) {")
	if p.wire.IntKey != "" {
		x := "_"
		if p.wire.Strict || slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return m.Has(p.wire.IntKey) }) {
			x = "x"
		}
		p.P("if ", x, ", j := ", p.reads("GetNumber", "b, i"), "; j >= 0 {")
		p.keySwitch(n, "x", func(m *shape.Member) string {
			if m.Has(p.wire.IntKey) {
				return m.Name
			}
			return ""
		})
		p.P("}")
	}
	text := func(m *shape.Member) string {
		if p.wire.IntKey != "" && m.Has(p.wire.IntKey) {
			return ""
		}
		return strconv.Quote(m.Name)
	}
	key := "_"
	if p.wire.Strict || slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return text(m) != "" }) {
		key = "key"
	}
	p.P(key, ", j := ", p.Routine(p.wire.Text), "(b, i)")
	p.P("if j < 0 { return -1, d.fail(i, \"\", \"name of a member\") }")
	p.keySwitch(n, "string(key)", text)
	p.P("}")
}

// keySwitch prints the return of the member whose key is the value of x.
func (p *printer) keySwitch(n *shape.Node, x string, key func(*shape.Member) string) {
	if slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return key(m) != "" }) {
		p.P("switch ", x, " {")
		for k, m := range n.Members {
			if text := key(m); text != "" {
				p.P("case ", text, ":")
				p.P("return ", k, ", j")
			}
		}
		p.P("}")
	}
	if p.wire.Strict {
		p.P("return -1, d.failed(i, \"\", ", p.Shared("NoMember"), "(", x, "))")
		return
	}
	p.P("return -1, j")
}

// clearFunction prints the function that zeroes the members that were not read.
func (p *printer) clearFunction(n *shape.Node) {
	p.P()
	p.P("// ", p.Function("Clear", n), " zeroes the members that were not there.")
	p.P("func ", p.Function("Clear", n), "(v *", n.Type, ", seen ", keyed.SetType(len(n.Members)), ") {")
	v := goprint.Pointee("v")
	unseen := map[string]string{} // the members behind a pointer are not there, by its place
	for k, m := range n.Members {
		for _, pointer := range steps.Pointers(v, m) {
			if unseen[pointer.String()] != "" {
				unseen[pointer.String()] += " && "
			}
			unseen[pointer.String()] += p.seen(n, strconv.Itoa(k), "==")
		}
	}
	for k, m := range n.Members {
		there := ""
		for _, pointer := range steps.Pointers(v, m) {
			if test := unseen[pointer.String()]; test != "" {
				p.P("if ", there, test, " { ", pointer, " = nil }")
				delete(unseen, pointer.String())
			}
			there += pointer.String() + " != nil && "
		}
		p.P("if ", there, p.seen(n, strconv.Itoa(k), "=="), " {")
		p.Zero(m.Node, goprint.Pointee("v").Fields(m.Path))
		p.P("}")
	}
	p.P("}")
}

// getMember prints the reading of a member.
func (p *printer) getMember(m *shape.Member, x goprint.Place) {
	if p.wire.nullable(m) {
		p.orNil(m.Node, x, func() { p.get(m.Node, x, m.Name, 0) })
		return
	}
	p.get(m.Node, x, m.Name, 0)
}

// orNil prints the reading of null as nil, or else of a value that is not nil.
func (p *printer) orNil(n *shape.Node, x goprint.Place, read func()) {
	p.getOrNull(n, x, func() {
		read()
		if n.Form == shape.Map {
			p.P("if ", x, " == nil { ", x, " = make(", n.Type, ") }")
		} else {
			p.P("if ", x, " == nil { ", x, " = ", n.Type, "{} }")
		}
	})
}

// scoped prints a block.
func (p *printer) scoped(body func()) {
	p.P("{")
	body()
	p.P("}")
}

// get prints the reading of the value at i into x.
func (p *printer) get(n *shape.Node, x goprint.Place, path string, depth int) {
	if hasFunction(n) {
		p.Pf("if i = %s(d, b, i, %s); i < 0 { return d.in(%q) }", p.Function("Read", n), x.Addr(), path)
		return
	}
	p.getHere(n, x, path, depth)
}

// getHere is get without a function of the value's own, with the null that the wire may have for
// a slice that is nil.
func (p *printer) getHere(n *shape.Node, x goprint.Place, path string, depth int) {
	if p.wire.Nil == NilNull && (n.Form == shape.Bytes || n.Form == shape.List) {
		p.orNil(n, x, func() { p.getValue(n, x, path, depth) })
		return
	}
	p.getValue(n, x, path, depth)
}

func (p *printer) getValue(n *shape.Node, x goprint.Place, path string, depth int) {
	j := keyed.Variable("j", depth)
	switch n.Form {
	case shape.Any:
		p.getAny(x, path, depth)
		return
	case shape.Own:
		p.getWhole(n, x, path, depth)
		return
	case shape.Pointer:
		p.getOrNull(n, x, func() {
			p.Point(x, n.Elem.Type, path)
			p.get(n.Elem, x.Pointee(), path, depth)
		})
		return
	case shape.List, shape.Array:
		p.getList(n, x, path, depth)
		return
	case shape.Carried:
		as := keyed.Variable("as", depth)
		p.Converted(n, x, as, keyed.Variable("at", depth), path, func() { p.get(n.Elem, goprint.Variable(as), path, depth+1) })
		return
	case shape.ByteArray:
		p.getByteArray(n, x, path, depth)
		return
	}
	s := p.wire.scalar(n)
	name := keyed.Variable("x", depth)
	p.P(name, ", ", j, " := ", p.reads(s.Get, "b, i"))
	narrow := n.Form == shape.Int && n.Type.Kind != typemodel.Int64 || n.Form == shape.Uint && n.Type.Kind != typemodel.Uint64
	if narrow {
		p.Refuse("i", path, n.Type.Kind.String(), j, " < 0 || ", s.Type, "(", n.Type, "(", name, ")) != ", name)
	} else {
		p.Failed(j, path, s.Want)
	}
	switch n.Form {
	case shape.String:
		text := p.StringOf(n.Type, name, p.left)
		if p.Options.Unsafe {
			text = p.Typed(n.Type, p.Shared("Alias")+"("+name+")", "string")
		}
		p.P(x, ", i = ", text, ", ", j)
	case shape.Bytes:
		if !n.Type.Elem.Name.IsZero() {
			name = p.Shared("Like") + "(" + x.String() + ", " + name + ")"
		}
		if p.Options.Unsafe {
			p.P(x, ", i = ", name, "[:len(", name, "):len(", name, ")], ", j)
		} else {
			p.P(x, ", i = ", p.Shared("SetBytes"), "(", x.Operand(), ", ", name, "), ", j)
		}
	default:
		p.P(x, ", i = ", p.Typed(n.Type, name, s.Type), ", ", j)
	}
}

// getByteArray prints the reading of bytes into an array: at first of those that are as many.
func (p *printer) getByteArray(n *shape.Node, x goprint.Place, path string, depth int) {
	name, j := keyed.Variable("s", depth), keyed.Variable("j", depth)
	named := !n.Type.Elem.Name.IsZero()
	if !named {
		head := p.wire.BytesHead(n.Type.Len)
		p.Pf("if %[1]s := i + %[2]d; %[1]s <= len(b) && string(b[i:i+%[3]d]) == %[4]q {", j, len(head)+n.Type.Len, len(head), string(head))
		p.P(x, ", i = ", p.Typed(n.Type, keyed.Basic(n.Type)+"(b[i+"+strconv.Itoa(len(head))+":"+j+"])", keyed.Basic(n.Type)), ", ", j)
		p.P("} else {")
	}
	p.P(name, ", ", j, " := ", p.reads(p.wire.Scalars[shape.Bytes].Get, "b, i"))
	p.Refuse("i", path, fmt.Sprintf("%d bytes", n.Type.Len), j, " < 0", p.refusedLength("len("+name+")", n.Type.Len))
	to := x.Slice()
	if named {
		to = p.Shared("Raw") + "(" + to + ")"
	}
	p.P("clear(", x.Operand(), "[copy(", to, ", ", name, "):])")
	p.P("i = ", j)
	if !named {
		p.P("}")
	}
}

// refusedLength returns the rest of a condition: that so many elements are not read into an array of n.
func (p *printer) refusedLength(count string, n int) string {
	switch p.wire.Lengths {
	case LengthsExact:
		return fmt.Sprint(" || ", count, " != ", n)
	case LengthsUpTo:
		return fmt.Sprint(" || ", count, " > ", n)
	}
	return ""
}

// getEmbedded prints the making of what a member of the struct at v stands in, behind pointers.
func (p *printer) getEmbedded(m *shape.Member, v goprint.Place) {
	for k, pointer := range steps.Pointers(v, m) {
		p.Point(pointer, m.Path[m.Pointers()[k]-1].Type.Elem, m.Name)
	}
}

// getList prints the reading of a list or array, by parts s of it.
func (p *printer) getList(n *shape.Node, x goprint.Place, path string, depth int) {
	count, j, s := keyed.Variable("c", depth), keyed.Variable("j", depth), keyed.Variable("s", depth)
	p.head(p.wire.List, count, j, p.least(n.Elem), path)
	if n.Form == shape.Array {
		p.getArray(n, x, count, j, path, depth)
		return
	}
	p.P("i = ", j)
	used, rest := "", keyed.Variable("n", depth)
	if p.clears(n.Elem) {
		used = keyed.Variable("used", depth)
		p.P(used, " := d.used")
	}
	p.P(x, " = ", x.Operand(), "[:0]")
	p.Pf("for %s := %s; %[1]s > 0; %[1]s = %[2]s - len(%[3]s) {", rest, count, x)
	p.Lengthen(n, x, s, rest, "Reserve", path, used != "")
	p.getElements(n, s, path, depth)
	p.P("}")
	if used != "" {
		p.P("d.used = ", used)
	}
}

// getElements prints the reading of the elements of a list that are s.
func (p *printer) getElements(n *shape.Node, s, path string, depth int) {
	if n.Elem.Form == shape.String && p.SharesMemory() {
		p.Refuse("^i", path+"[]", p.wire.Scalars[shape.String].Want, "i = ", p.reads("GetTexts", fmt.Sprint(s, ", b, i, ", p.wire.UTF8)), "; i < 0")
		return
	}
	k := keyed.Variable("k", depth)
	p.P("for ", k, " := range ", s, " {")
	p.get(n.Elem, goprint.Variable(s).Index(k), path+"[]", depth+1)
	p.P("}")
}

// getArray prints the reading of count elements into an array, or of those that it has.
func (p *printer) getArray(n *shape.Node, x goprint.Place, count, j, path string, depth int) {
	if wrong := p.refusedLength(count, n.Type.Len); wrong != "" {
		p.Refuse("i", path, fmt.Sprintf("list of %d", n.Type.Len), strings.TrimPrefix(wrong, " || "))
	}
	p.P("i = ", j)
	s := keyed.Variable("s", depth)
	if p.wire.Lengths == LengthsExact {
		p.P(s, " := ", x.Slice())
	} else {
		p.Pf("%s := %s[:min(%s, %d)]", s, x.Operand(), count, n.Type.Len)
	}
	p.getElements(n, s, path, depth)
	if p.wire.Lengths != LengthsExact {
		p.Pf("clear(%s[len(%s):])", x.Operand(), s)
	}
	if p.wire.Lengths == LengthsAny {
		p.Pf("for ; %s > %d; %s-- {", count, n.Type.Len, count)
		p.Refuse("i", path+"[]", "value", j, " = ", p.reads(p.wire.Skip, "b, i"), "; ", j, " < 0")
		p.P("i = ", j)
		p.P("}")
	}
}

// clears reports whether the reading of a value of n asks d.used, which says that it may have old
// contents: absent members are zeroed then. Lists say so of their elements.
func (p *printer) clears(n *shape.Node) bool {
	switch n.Form {
	case shape.Struct:
		return n.Recursive || !p.wire.tuple(n) && len(n.Members) > 0 || slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return p.clears(m.Node) })
	case shape.Pointer, shape.Array:
		return n.Recursive || p.clears(n.Elem)
	}
	return false
}

// decodeMap prints the reading of the map at v.
func (p *printer) decodeMap(n *shape.Node) {
	if p.wire.Nil == NilNull {
		p.nullAlone(n)
	}
	p.head(p.wire.Map, "count", "j", p.least(n.Key)+p.least(n.Elem), "")
	p.P("i = j")
	p.P("clear(*v)")
	if p.wire.Nil != NilNull {
		p.P("if count == 0 {")
		p.leave(n)
		p.P("return i")
		p.P("}")
	}
	p.P("room := count")
	p.Fill(n, goprint.Pointee("v"), "room", "")
	p.P("var key ", n.Key.Type)
	p.P("var x ", n.Elem.Type)
	if p.wire.Twice == TwiceRefused {
		p.P("m := *v")
		p.P("for count > len(m) {")
		p.P("before := len(m)")
	} else {
		p.P("for ; count > 0; count-- {")
	}
	if !n.Key.Form.IsScalar() {
		p.Zero(n.Key, goprint.Variable("key"))
	}
	p.scoped(func() { p.get(n.Key, goprint.Variable("key"), "[key]", 1) })
	if !n.Elem.Form.IsScalar() || n.Elem.Form == shape.Bytes {
		p.Zero(n.Elem, goprint.Variable("x")) // it shares nothing with the one before
	}
	p.scoped(func() { p.get(n.Elem, goprint.Variable("x"), "[value]", 1) })
	if p.wire.Twice == TwiceRefused {
		p.P("m[key] = x")
		p.RefuseFor(p.Shared("ErrTwice"), "i", "[key]", "len(m) == before")
	} else {
		p.P("(*v)[key] = x")
	}
	p.P("}")
}

// least returns the fewest bytes that a value of n takes.
func (p *printer) least(n *shape.Node) int {
	switch n.Form {
	case shape.Struct:
		if p.wire.tuple(n) {
			return 1 + len(n.Members)
		}
		return 1 // others may leave members out
	case shape.Array:
		if p.wire.Lengths != LengthsExact {
			return 1
		}
		return 1 + n.Type.Len*p.least(n.Elem)
	case shape.ByteArray:
		if p.wire.Lengths != LengthsExact {
			return 1
		}
		return len(p.wire.BytesHead(n.Type.Len)) + n.Type.Len
	case shape.Carried:
		return p.least(n.Elem)
	}
	return 1
}

// decodeChoice prints the reading of the interface at v.
func (p *printer) decodeChoice(n *shape.Node) {
	p.nullAlone(n)
	p.head(p.wire.Map, "count", "after", 2, "")
	p.P("key, j := ", p.Routine(p.wire.Text), "(b, after)")
	p.Refuse("i", "", "map of one member, named after a type", "count != 1 || j < 0")
	p.P("i = j")
	p.P("switch string(key) {")
	for k, name := range face.ChoiceNames(n.Type) {
		impl := n.Impls[k]
		p.P("case ", strconv.Quote(name), ":")
		path := "(" + impl.Type.String() + ")"
		p.P("var x ", impl.Type)
		x := goprint.Variable("x")
		if impl.Form == shape.Pointer {
			impl, x = impl.Elem, goprint.Pointee("x")
			p.New("x", impl.Type, path)
		} else {
			p.TakeFor(impl.Type, "i", path)
		}
		p.get(impl, x, path, 1)
		p.P("*v = x")
	}
	p.P("default:")
	p.Pf("return d.fail(after, \"\", \"name of a type\")")
	p.P("}")
}
