package numbers

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Messages are read into values that may have old contents: d.used says so. Fields that
// come twice count by the last, lists grow, messages are merged: into one that was read
// before nothing is cleared, so that d.used is false then.

// fieldDecoder prints the function that reads messages of n.
func (p *printer) fieldDecoder(n *shape.Node) {
	fields := p.fields(n)
	var maps []*field
	p.DocComment(p.Function("Read", n) + " reads the fields of *v from i to end, and returns end, or -1.")
	p.P("func ", p.Function("Read", n), "(d *", p.Shared("Decoder"), ", b []byte, i, end int, v *", n.Type, ") int {")
	p.inside = n
	v := goprint.Pointee("v")
	if len(fields) > 0 {
		p.P("used := d.used")
	}
	tracked := 0
	for _, f := range fields {
		tracked = max(tracked, f.bit+1)
	}
	if tracked > 0 {
		p.P("var seen ", keyed.SetType(tracked))
	}
	for k, f := range fields {
		if f.form() == shape.Array {
			p.P(counter(k), " := 0")
		}
		if f.leadsOn() {
			p.P("var ", before(k), " any") // its own type may not be exported
		}
	}
	rest := p.wire.remainder(n, p.PkgPath())
	if len(fields) == 0 && rest.Field != nil {
		p.P("used := d.used")
	}
	if rest.Get != "" {
		p.P("if d.used && len(", rest.Get, ") > 0 { ", rest.Set, "(nil) }")
	}
	if rest.Field != nil || slices.ContainsFunc(fields, func(f *field) bool { return !f.late() }) {
		p.P("if used {")
		if rest.Field != nil {
			p.P(v.Field(rest.Field.Name), " = nil")
		}
		for k, f := range fields {
			if f.leadsOn() {
				p.P(before(k), " = ", f.at(v))
			}
			p.clearField(f, f.at(v))
		}
		p.P("}")
	}
	p.shares = p.dense[n]
	if p.isDense(n, UTF8) {
		p.P("d.stop = max(d.stop, end)")
	}
	p.P("for i+1 < end {")
	p.P("t, j := uint64(b[i]), i+1")
	p.P("if t >= 0x80 {")
	if slices.ContainsFunc(fields, func(f *field) bool { return f.wide() }) {
		p.P("if i+2 < end && b[j] < 0x80 { // two bytes")
		p.P("t, j = t&0x7f|uint64(b[j])<<7, i+2")
		p.P("} else if t, j = ", p.Routine("GetTag"), "(b, i, end); j < 0 {")
	} else {
		p.P("if t, j = ", p.Routine("GetTag"), "(b, i, end); j < 0 {")
	}
	p.P("return d.fail(i, \"\", \"tag of a field\")")
	p.P("}")
	p.P("}")
	p.P("switch t {")
	for k, f := range fields {
		p.getField(f, f.at(v), k, tracked)
		for _, other := range fields {
			if n.Type.Union && other != f { // the last that comes counts
				p.P(other.at(v), " = nil")
			}
		}
		if f.form() == shape.Map {
			maps = append(maps, f)
		}
	}
	p.unknown(rest, v)
	p.P("}")
	p.P("}")
	p.Refuse("min(i, end)", "", "field", "i != end")
	for _, f := range fields {
		if f.Required && !p.wire.Loose { // go-to-protobuf writes req, and does not ask for the field
			word, mask := f.mask(tracked)
			p.RefuseFor(p.Shared("ErrRequired"), "i", f.name, word, "&", mask, " == 0")
		}
	}
	for k, f := range fields {
		if f.form() == shape.Array && f.node.Type.Len > 0 { // an element too many is refused before
			p.Refuse("i", f.name, fmt.Sprintf("list of %d", f.node.Type.Len), fmt.Sprintf("%s != 0 && %s != %d", counter(k), counter(k), f.node.Type.Len))
		}
	}
	p.dropAllAbsent(fields, v, tracked)
	p.P("return i")
	p.P("}")
	p.inside, p.shares = nil, false
	for _, f := range maps {
		p.entriesFunction(f)
	}
}

// unknown prints the case of a field that the message does not have.
func (p *printer) unknown(rest Remainder, v goprint.Place) {
	p.P("default: // unknown")
	if p.wire.Strict && rest == (Remainder{}) {
		p.Pf("return d.failed(i, \"\", %s(t>>3))", p.Routine("Unknown"))
		return
	}
	if rest == (Remainder{}) {
		p.Refuse("j", "", "value", "i = ", p.Routine(p.wire.Skip), "(b, j, end, t); i < 0")
		return
	}
	p.P("after := ", p.Routine(p.wire.Skip), "(b, j, end, t)")
	p.Refuse("j", "", "value", "after < 0")
	if rest.Field != nil && p.wire.Loose {
		at := v.Field(rest.Field.Name)
		p.P(at, " = append(", at, ", b[i:after]...) // as it came")
	} else if rest.Field != nil {
		at := v.Field(rest.Field.Name)
		p.P(at, " = ", p.Routine("AppendField"), "(", at, ", t, b[j:after])")
	} else {
		p.P(rest.Set, "(", p.Routine("AppendField"), "(", rest.Get, ", t, b[j:after]))")
	}
	p.P("i = after")
}

// counter names the variable that counts the elements of the array that is field k.
func counter(k int) string { return fmt.Sprintf("c%d", k+1) }

// before names the variable with what the choice that is field k held.
func before(k int) string { return keyed.Variable("before", k) }

// leadsOn reports whether f is a choice with pointers in it, whose memory is used again.
func (f *field) leadsOn() bool {
	return slices.ContainsFunc(f.variants, func(v *field) bool { return v.holds.Kind == typemodel.Pointer })
}

// bit returns the word and the mask of a field in the set of n.
func (f *field) mask(n int) (word, mask string) {
	if n <= 64 {
		return "seen", fmt.Sprintf("%#x", uint64(1)<<f.bit)
	}
	return fmt.Sprintf("seen[%d]", f.bit/64), fmt.Sprintf("%#x", uint64(1)<<(f.bit%64))
}

// late reports whether what the field held is dropped at the end, if it did not come.
func (f *field) late() bool {
	return f.form() == shape.Pointer || f.form() == shape.Struct || f.form() == shape.Array
}

// keepsMemory reports whether the memory of the field is used again, so that it is empty
// and not nil in between.
func (f *field) keepsMemory() bool {
	switch f.form() {
	case shape.List, shape.Map:
		return true
	case shape.Bytes:
		return f.Implicit
	}
	return false
}

// clearField prints the clearing of a field before a used message is read. Lists and maps
// keep their memory, and so does what a pointer leads to, until the end.
func (p *printer) clearField(f *field, x goprint.Place) {
	switch {
	case f.late():
	case f.form() == shape.Map:
		p.P("clear(", x, ")")
	case f.keepsMemory():
		p.P(x, " = ", x.Operand(), "[:0]")
	default:
		p.Zero(f.node, x)
	}
}

// dropAllAbsent prints the clearing of the fields that did not come, of a used message.
func (p *printer) dropAllAbsent(fields []*field, v goprint.Place, tracked int) {
	var absent []*field
	var conds []string
	for k, f := range fields {
		if cond := f.absent(f.at(v), counter(k), tracked); cond != "" {
			absent, conds = append(absent, f), append(conds, cond)
		}
	}
	switch len(absent) {
	case 0:
		return
	case 1:
		p.P("if used && ", conds[0], " {")
		p.Zero(absent[0].node, absent[0].at(v))
	default:
		p.P("if used {")
		for k, f := range absent {
			p.P("if ", conds[k], " {")
			p.Zero(f.node, f.at(v))
			p.P("}")
		}
	}
	p.P("}")
}

// absent returns the condition that a field whose clearing waits did not come, and nothing of
// one that is cleared at first.
func (f *field) absent(x goprint.Place, count string, tracked int) string {
	switch f.form() {
	case shape.Pointer, shape.Struct:
		word, mask := f.mask(tracked)
		return fmt.Sprintf("%s&%s == 0", word, mask)
	case shape.Array:
		return count + " == 0"
	}
	if f.keepsMemory() {
		return fmt.Sprintf("len(%s) == 0", x)
	}
	return ""
}

// tagCase prints the case of a tag.
func (p *printer) tagCase(number, wireType int, comment string) {
	if comment != "" {
		comment = " // " + comment
	}
	p.Pf("case %#x:%s", uint64(number)<<3|uint64(wireType), comment)
}

// getField prints the cases of a field, whose value begins at j, the field at i.
func (p *printer) getField(f *field, x goprint.Place, k, tracked int) {
	n := f.node
	switch f.form() {
	case shape.Interface:
		for _, variant := range f.variants {
			p.tagCase(variant.Number, KindOf(variant.node, variant.Coding).wireType(variant.Coding), f.name+", "+variant.name)
			p.getVariant(f, variant, x, before(k))
		}
	case shape.Map:
		p.tagCase(f.Number, 2, f.name)
		p.getEntries(f, x)
	case shape.List, shape.Array:
		kind := f.elementKind()
		if kind.numeric() && f.element().Form != shape.Carried {
			p.tagCase(f.Number, 2, f.name)
			p.getPacked(f, x, counter(k))
		}
		p.tagCase(f.Number, kind.wireType(f.Coding), f.name)
		if kind.numeric() && f.form() == shape.List {
			p.getUnpacked(f, x)
		} else {
			p.getRun(f, x, counter(k))
		}
	default:
		p.tagCase(f.Number, KindOf(n, f.Coding).wireType(f.Coding), f.name)
		p.getSingle(f, x, tracked)
	}
}

// getVariant prints the reading of what an interface holds: a message that comes twice is
// merged, and what a pointer of the same type led to before is used again.
func (p *printer) getVariant(f, variant *field, x goprint.Place, before string) {
	n, held := variant.node, variant.holds
	pointer := variant.around || n.Form == shape.Pointer
	k := KindOf(n, variant.Coding)
	message := k >= KindAny && n.Form != shape.Carried
	merge := k.merges() && n.Form != shape.Carried && !p.wire.Loose
	if merge {
		p.P("p, _ := ", x, ".(", held, ")")
	} else {
		p.P("var p ", held)
	}
	at, value := variant.at(goprint.Variable("p")), n
	if pointer {
		at = variant.at(goprint.Pointee("p"))
		if message {
			p.P("d.used = p == nil")
		}
		if merge {
			p.P("if p == nil {")
		}
		p.P("if p, _ = ", before, ".(", held, "); p == nil {")
		p.New("p", held.Elem, f.name)
		if message {
			p.P("d.used = false")
		}
		if k.merges() && k != KindMessage {
			p.P("} else {")
			p.P("*p = ", held.Elem, "{}")
		}
		p.P("}")
		p.P(x, " = p")
		if merge {
			p.P("}")
		}
	} else {
		p.TakeFor(held, "i", f.name) // for its copy behind the interface
		if message {
			p.P("d.used = false")
		}
	}
	switch {
	case pointer && !variant.around:
		value = n.Elem
	case n.Form == shape.Pointer:
		value = n.Elem
		p.Point(at, value.Type, f.name)
		at = at.Pointee()
	}
	p.getTagged(value, variant.Coding, at, f.name+"."+variant.name, false)
	p.notNil(variant, at)
	if message {
		p.P("d.used = used")
	}
	if !pointer {
		p.P(x, " = p")
	}
}

// getSingle prints the reading of a single value.
func (p *printer) getSingle(f *field, x goprint.Place, tracked int) {
	n := f.node
	if f.bit < 0 {
		p.getTagged(n, f.Coding, x, f.name, f.Implicit)
		p.notNil(f, x)
		return
	}
	word, mask := f.mask(tracked)
	if n.Form == shape.Pointer {
		elem := n.Elem
		message := KindOf(elem, f.Coding) == KindMessage && elem.Form != shape.Carried
		if message {
			p.Pf("d.used = used && %s&%s == 0 && %s != nil", word, mask, x)
		}
		p.Point(x, elem.Type, f.name)
		switch k := KindOf(elem, f.Coding); {
		case k == KindOwn:
			p.Zero(elem, x.Pointee())
		case k.merges() && k != KindMessage && elem.Form != shape.Carried && !p.wire.Loose:
			p.Pf("if used && %s&%s == 0 {", word, mask)
			p.Zero(elem, x.Pointee())
			p.P("}")
		}
		p.Pf("%s |= %s", word, mask)
		p.getTagged(elem, f.Coding, x.Pointee(), f.name, false)
		if message {
			p.P("d.used = used")
		}
		return
	}
	p.Pf("d.used = used && %s&%s == 0", word, mask)
	p.Pf("%s |= %s", word, mask)
	p.getTagged(n, f.Coding, x, f.name, false)
	p.P("d.used = used")
	p.notNil(f, x)
}

// notNil prints that a list or map in a message of its own is there, if that is.
func (p *printer) notNil(f *field, x goprint.Place) {
	if f.Whole || f.Absent {
		p.P("if ", x, " == nil { ", x, " = ", f.node.Type, "{} }")
	}
}

// length prints the reading of a length at j into l.
func (p *printer) length(path string) {
	p.P("l := int(b[j])")
	p.P("if j++; l >= 0x80 { l, j = ", p.Routine("GetLength"), "(b, j-1) }")
	p.Refuse("i", path, "value of that length", "l > end-j")
}

// varint prints the reading of a number at j into x.
func (p *printer) varint(path string) {
	p.P("x := uint64(b[j])")
	p.P("if j++; x >= 0x80 {")
	p.Refuse("i", path, "integer", "x, j = ", p.Routine("GetVarint"), "(b, j-1); j < 0")
	p.P("}")
}

// getTagged prints the reading of the value at j into the variable at x, and that i is
// after it. The memory of old bytes is used again if reuse is set.
func (p *printer) getTagged(n *shape.Node, c Coding, x goprint.Place, path string, reuse bool) {
	if n.Form == shape.Carried {
		p.P("{")
		p.Converted(n, x, "as", "at", path, func() {
			if n.Elem.Form == shape.Pointer {
				p.New("as", n.Elem.Elem.Type, path)
				p.getTagged(n.Elem.Elem, c, goprint.Pointee("as"), path, false)
			} else {
				p.getTagged(n.Elem, c, goprint.Variable("as"), path, false)
			}
		})
		p.P("}")
		return
	}
	set := func(value, basic string) { p.P(x, " = ", p.Typed(n.Type, value, basic)) }
	k := KindOf(n, c)
	switch k {
	case KindBool, KindVarint, KindZigzag:
		p.varint(path)
		p.checkWidth(n, k, "x", path)
		p.P(x, ", i = ", p.fromVarint(n, k), ", j")
	case KindFixed32, KindFloat32, KindFixed64, KindFloat64:
		p.Refuse("i", path, fmt.Sprintf("%d bytes", k.width()), fmt.Sprintf("end-j < %d", k.width()))
		p.P(x, " = ", p.fromFixed(n, k, "b[j:]"))
		p.P("i = j + ", k.width())
	case KindText:
		p.length(path)
		if check := p.wire.ValidText; c == UTF8 && check != "" {
			p.Refuse("i", path, "text in UTF-8", "!", p.Routine(check), "(b[j:j+l])")
		}
		switch {
		case p.Options.Unsafe:
			set(p.Shared("Alias")+"(b[j:j+l])", "string")
		case p.shares:
			p.Add("Decoder.share")
			set("d.share(b, j, l)", "string")
		default:
			p.P(x, " = ", p.StringOf(n.Type, "b[j:j+l]", ""))
		}
		p.P("i = j + l")
	case KindBytes:
		p.length(path)
		switch {
		case p.Options.Unsafe:
			p.P(x, " = b[j : j+l : j+l]")
		case reuse:
			p.P(x, " = ", p.Shared("SetBytes"), "(", x.Operand(), ", b[j:j+l])")
			if p.wire.Loose {
				p.P("if ", x, " == nil { ", x, " = ", n.Type, "{} }")
			}
		default:
			p.P(x, " = append(", n.Type, "{}, b[j:j+l]...)")
		}
		p.P("i = j + l")
	case KindArray:
		p.length(path)
		p.P("switch l {")
		p.Pf("case %d:", n.Type.Len)
		set(keyed.Basic(n.Type)+"(b[j:])", keyed.Basic(n.Type))
		if n.Type.Len > 0 { // others leave the bytes of what is zero out, and not always the field
			p.P("case 0:")
			p.P(x, " = ", n.Type, "{}")
		}
		p.P("default:")
		p.Pf("return d.fail(i, %q, \"%d bytes\")", path, n.Type.Len)
		p.P("}")
		p.P("i = j + l")
	case KindTime, KindDuration:
		get, want, basic := "GetTime", "time", "time.Time"
		if k == KindDuration {
			get, want, basic = "GetDuration", "duration of 292 years at most", "int64"
		}
		p.length(path)
		p.P("x, after := ", p.Routine(get), "(b[:j+l], j, ", p.merging(n, x), ")")
		p.Refuse("i", path, want, "after < 0")
		set("x", basic)
		p.P("i = after")
	case KindOwn:
		p.length(path)
		p.RefuseFor("err", "i", path, "err := ", x.Operand(), ".Unmarshal(b[j : j+l]); err != nil")
		p.P("i = j + l")
	case KindAny:
		p.length(path)
		p.P("x, after := ", p.Routine(p.wire.GetAny), "(b[:j+l], j, ", x, ", &d.left, ", p.Options.MaxDepth, ")")
		p.Refuse("i", path, "google.protobuf.Value within the bounds", "after < 0")
		p.P(x, ", i = x, after")
	default:
		if c == Group {
			p.P("stop, after := ", p.Routine("GetGroup"), "(b, j, end, t>>3)")
			p.Refuse("i", path, "group", "after < 0")
			p.readMessage(n, path, "if "+p.Function("Read", n)+"(d, b, j, stop, "+x.Addr()+") < 0 {")
			p.P("i = after")
			return
		}
		p.length(path)
		p.readMessage(n, path, "if i = "+p.Function("Read", n)+"(d, b, j, j+l, "+x.Addr()+"); i < 0 {")
	}
}

// readMessage prints a call that reads a message of n at j, the condition of its failure, and
// how deep it nests.
func (p *printer) readMessage(n *shape.Node, path, call string) {
	if p.goesRound(n) {
		p.RefuseFor(p.Shared("ErrDepth"), "j", path, "d.depth++; d.depth >= ", p.Options.MaxDepth)
	}
	p.P(call)
	p.Pf("return d.in(%q)", path)
	p.P("}")
	if p.goesRound(n) {
		p.P("d.depth--")
	}
}

// merging returns what a time or duration is read into.
func (p *printer) merging(n *shape.Node, x goprint.Place) string {
	time := n.Form == shape.Time
	switch {
	case p.wire.Loose && time: // theirs forget what they held
		return p.Ident("time", "Time") + "{}"
	case p.wire.Loose:
		return "0"
	case time && n.Type.Name.PkgPath != "time":
		return p.Ident("time", "Time") + "(" + x.String() + ")"
	case time:
		return x.String()
	}
	return "int64(" + x.String() + ")"
}

// merges reports whether a value of kind k that comes twice is put together from both.
func (k Kind) merges() bool { return k == KindTime || k == KindDuration || k >= KindAny }

// checkWidth prints the check that a number is not too large for a type that the wire does
// not know, such as int8.
func (p *printer) checkWidth(n *shape.Node, k Kind, x, path string) {
	bits := n.Type.Kind.Bits()
	if k == KindBool || bits > 16 {
		return
	}
	wide := "uint64(" + p.Typed(n.Type, x, "uint64") + ")"
	if k == KindZigzag {
		wide = p.Routine("Zigzag64") + "(int64(" + p.fromVarint(n, k) + "))"
	}
	p.Refuse("i", path, n.Type.Kind.String(), wide, " != ", x)
}

// fromVarint returns the value of n for the varint x.
func (p *printer) fromVarint(n *shape.Node, k Kind) string {
	switch {
	case k == KindBool:
		return p.Typed(n.Type, "x != 0", "bool")
	case k == KindZigzag && n.Type.Kind.Bits() == 32:
		return p.Type(n.Type) + "(" + p.Routine("Unzigzag32") + "(uint32(x)))"
	case k == KindZigzag:
		return p.Type(n.Type) + "(" + p.Routine("Unzigzag64") + "(x))"
	}
	return p.Typed(n.Type, "x", "uint64")
}

// fromFixed returns the value of n that is at a place.
func (p *printer) fromFixed(n *shape.Node, k Kind, at string) string {
	name, basic := k.fixed()
	return p.Typed(n.Type, p.Routine("Get"+name)+"("+at+")", basic)
}

// grow prints the lengthening of a list, or of an array of which a variable counts the elements
// that were read, by so many as another variable says, and the reading of each. asks is that of
// [keyed.Printer.Lengthen].
func (p *printer) grow(f *field, x goprint.Place, counter, count string, asks bool, read func(e goprint.Place)) {
	if f.form() == shape.Array {
		p.Refuse("i", f.name, fmt.Sprintf("list of %d", f.node.Type.Len), counter, "+", count, " > ", f.node.Type.Len)
		p.Pf("s := %s[%s:%s+%s]", x.Operand(), counter, counter, count)
		p.P(counter, " += ", count)
		if asks {
			p.P("d.used = true // it may be what was there before")
		}
	} else {
		p.Lengthen(f.node, x, "s", count, "Extend", f.name, asks)
	}
	if f.node.Elem.Form != shape.Pointer {
		p.P("for k := range s {")
		read(goprint.Variable("s[k]"))
		p.P("}")
		return
	}
	elem := f.element().Type
	size, _ := shape.Size(elem)
	p.P("var slab []", elem)
	p.P("for k, e := range s {")
	if asks {
		p.P("d.used = e != nil")
	}
	p.P("if e == nil {")
	p.P("if len(slab) == 0 {")
	p.Add("Decoder.part")
	p.P("n := d.part(k, len(s)-k, ", size, ")")
	p.Refuse("i", f.name+"[]", "memory", "n < 0")
	p.P("slab = make([]", elem, ", n)")
	p.P("}")
	p.P("e, slab = &slab[0], slab[1:]")
	p.P("s[k] = e")
	p.P("}")
	read(goprint.Pointee("e"))
	p.P("}")
}

// getRun prints the reading of the elements that follow each other, each behind a tag, which are
// counted first: so a list is made once.
func (p *printer) getRun(f *field, x goprint.Place, counter string) {
	elem, k := f.element(), f.elementKind()
	message := k == KindMessage && elem.Form != shape.Carried
	t := tag(f.Number, k.wireType(f.Coding))
	outer := p.shares
	p.countRun(f, t, k == KindText && p.SharesMemory() || p.isDense(elem, f.Coding))
	p.shares = outer || k == KindText && p.SharesMemory()
	p.grow(f, x, counter, "run", message, func(e goprint.Place) {
		if k == KindOwn || k.merges() && k != KindMessage {
			p.Zero(elem, e)
		}
		p.getTagged(elem, f.Coding, e, f.name+"[]", true)
		p.nextTag(t)
	})
	if message {
		p.P("d.used = used")
	}
	p.shares = outer
}

// nextTag prints that j is behind the tag at i, which is known to be there.
func (p *printer) nextTag(t []byte) { p.P("j = i + ", len(t)) }

// countRun prints the counting of the fields that follow each other with the tag t, of which
// the first was read, and that the strings in them share copies.
func (p *printer) countRun(f *field, t []byte, shares bool) {
	stop := "_"
	if shares {
		stop = "stop"
	}
	switch {
	case t[0]&7 != 2 || len(t) > 2:
		p.P("run := 1")
		return
	case len(t) == 1:
		p.Pf("run, %s := %s(b, j, end, %#x)", stop, p.Routine("Run"), t[0])
	default:
		p.Pf("run, %s := %s(b, j, end, %#x)", stop, p.Routine("RunWide"), binary.LittleEndian.Uint16(t))
	}
	if shares {
		p.P("d.stop = max(d.stop, stop)")
	}
}

// getPacked prints the reading of the numbers in one field.
func (p *printer) getPacked(f *field, x goprint.Place, counter string) {
	elem, k := f.element(), f.elementKind()
	p.length(f.name)
	loose := p.wire.Loose
	p.P("stop := j + l")
	count := p.Routine("Varints") + "(b[j:stop])"
	switch w := k.width(); {
	case w > 1 && loose: // they take what is behind for the rest of the last
		count = fmt.Sprintf("(stop - j + %d) / %d", w-1, w)
		p.Refuse("i", f.name, fmt.Sprintf("numbers of %d bytes", w), fmt.Sprintf("%d*(%s) > end-j", w, count))
	case w > 1:
		count = fmt.Sprintf("(stop - j) / %d", w)
		p.Refuse("i", f.name, fmt.Sprintf("numbers of %d bytes", w), fmt.Sprintf("l%%%d != 0", w))
	}
	if loose {
		p.P("for j < stop {")
		p.P("count := ", count)
		if k.width() <= 1 {
			p.P("if b[stop-1] >= 0x80 { count++ }")
		}
	} else {
		p.P("for count := ", count, "; count > 0; count = ", count, " {")
	}
	p.grow(f, x, counter, "count", false, func(e goprint.Place) { p.getNumber(elem, k, e, f.name+"[]") })
	p.P("}")
	if !loose && k.width() <= 1 {
		p.Refuse("min(j, stop)", f.name+"[]", "integer", "j != stop")
	}
	p.P("i = j")
}

// getNumber prints the reading of a number at j, behind which j is then.
func (p *printer) getNumber(n *shape.Node, k Kind, to goprint.Place, path string) {
	if w := k.width(); w > 1 {
		p.P(to, " = ", p.fromFixed(n, k, "b[j:]"))
		p.P("j += ", w)
		return
	}
	p.varint(path)
	p.checkWidth(n, k, "x", path)
	p.P(to, " = ", p.fromVarint(n, k))
}

// getUnpacked prints the reading of a number in a field of its own. That counts none of those
// behind it, which would take a third longer where the list has room.
func (p *printer) getUnpacked(f *field, x goprint.Place) {
	elem := f.element()
	size, _ := shape.Size(f.node.Elem.Type)
	p.P("if len(", x, ") == cap(", x, ") {")
	p.Take("i", fmt.Sprintf("%d*(len(%s)+1)", 2*size, x.String()), f.name)
	p.P("}")
	p.P("var e ", elem.Type)
	p.getTagged(elem, f.Coding, goprint.Variable("e"), f.name+"[]", false)
	if f.node.Elem.Form == shape.Pointer {
		p.TakeFor(elem.Type, "i", f.name)
		p.P(x, " = append(", x, ", &e)")
	} else {
		p.P(x, " = append(", x, ", e)")
	}
}

// getEntries prints the reading of the entries that follow each other.
func (p *printer) getEntries(f *field, x goprint.Place) {
	t := tag(f.Number, 2)
	p.countRun(f, t, p.denseEntries(f))
	p.Fill(f.node, x, "run", f.name)
	p.Pf("if i = %s(d, b, j, end, run, %s); i < 0 { return d.in(%q) }", p.entriesName(f), x, f.name)
}

// entriesName returns the name of the function that reads the entries of f: there is one
// for all maps of a type whose entries stand alike, behind tags of one byte or of more.
func (p *printer) entriesName(f *field) string {
	wide := ""
	if len(tag(f.Number, 2)) > 1 {
		wide = "Wide" // it passes over the tags between them
	}
	key, value := codings(f.Key), codings(f.Value)
	if key != "" && value == "" {
		key = "By" + key // the value's would have the same name
	}
	return p.Global("Entries" + p.Name(f.node) + key + value + wide)
}

// codings returns what a coding adds to the names of functions.
func codings(c Coding) string {
	return [...]string{Varint: "", Zigzag: "Zigzag", Fixed32: "Fixed32", Fixed64: "Fixed64", Delimited: "Bytes", UTF8: "", Wrapped: "Wrapped"}[c]
}

// getPart reads the key or the value of an entry. gogo/protobuf joins the bits of integers
// that come twice.
func (p *printer) getPart(n *shape.Node, c Coding, x goprint.Place, path string) {
	joins := p.wire.Loose && (n.Form == shape.Int || n.Form == shape.Uint) && KindOf(n, c) == KindVarint
	if joins {
		p.P("first := ", x)
	}
	p.getTagged(n, c, x, path, false)
	if joins {
		p.P(x, " |= first")
	}
}

// entriesFunction prints the function that reads a run of entries of a map. Key and
// value are in variables outside of the loop: where their type leads back to itself, one
// for each entry would be on the heap.
func (p *printer) entriesFunction(f *field) {
	name := p.entriesName(f)
	if p.done[name] {
		return
	}
	p.done[name] = true
	key, elem := f.node.Key, f.node.Elem
	kt := KindOf(key, f.Key).wireType(f.Key)
	value := elem
	if elem.Form == shape.Pointer {
		value = elem.Elem
	}
	vt := KindOf(value, f.Value).wireType(f.Value)
	p.DocComment(name + " reads a run of entries into m, the first at j, behind its tag, and returns the position after it, or -1.")
	p.P("func ", name, "(d *", p.Shared("Decoder"), ", b []byte, j, end, run int, m ", f.node.Type, ") int {")
	p.P("var key ", key.Type)
	p.P("var elem ", elem.Type)
	message := KindOf(value, f.Value) == KindMessage && value.Form != shape.Carried
	if message {
		p.P("used := d.used")
		p.P("d.used = false")
	}
	p.shares = p.denseEntries(f)
	p.P("for i, last := j, end; ; run-- {")
	p.length("")
	loose := p.wire.Loose
	stop := "end"
	if loose {
		stop = "stop"
	}
	p.P(stop, " := j + l")
	p.Zero(key, goprint.Variable("key"))
	at := goprint.Variable("elem")
	if elem.Form == shape.Pointer {
		if loose {
			p.P("elem = nil")
		} else {
			p.New("elem", value.Type, "[value]")
		}
		at = at.Pointee()
	} else if loose && KindOf(elem, f.Value) == KindBytes {
		p.P("elem = ", elem.Type, "{}")
	} else {
		p.Zero(elem, at)
	}
	if loose {
		p.P("for i = j; i < stop; {")
		p.Refuse("i", "", "field", "i+1 >= end")
	} else {
		p.P("for i = j; i+1 < end; {")
	}
	p.P("t, j := uint64(b[i]), i+1")
	p.P("if t >= 0x80 {")
	if loose { // with any number, 0 too
		p.Refuse("i", "", "tag of a field", "t, j = ", p.Routine("GetVarint"), "(b, i); j < 0 || j >= end")
	} else {
		p.Refuse("i", "", "tag of a field", "t, j = ", p.Routine("GetTag"), "(b, i, end); j < 0")
	}
	p.P("}")
	if loose {
		p.P("switch uint32(t >> 3) {")
		p.P("case 1:")
	} else {
		p.P("switch t {")
		p.tagCase(1, kt, "")
	}
	p.getPart(key, f.Key, goprint.Variable("key"), "[key]")
	if loose {
		p.P("case 2:")
	} else {
		p.tagCase(2, vt, "")
	}
	if loose && elem.Form == shape.Pointer {
		p.New("elem", value.Type, "[value]")
	}
	p.getPart(value, f.Value, at, "[value]")
	p.P("default: // unknown")
	t := "t"
	if loose {
		t = "t|8" // whatever its number
	}
	p.Refuse("j", "", "value", "i = ", p.Routine(p.wire.Skip), "(b, j, ", stop, ", ", t, "); i < 0")
	p.P("}")
	p.P("}")
	if loose {
		p.Refuse("end", "", "field", "i > end")
		p.P("i = stop")
	} else {
		p.Refuse("min(i, end)", "", "field", "i != end")
	}
	p.P("m[key] = elem")
	p.P("if run == 1 {")
	if message {
		p.P("d.used = used")
	}
	p.P("return i")
	p.P("}")
	p.P("end = last")
	p.nextTag(tag(f.Number, 2))
	p.P("}")
	p.P("}")
	p.shares = false
}
