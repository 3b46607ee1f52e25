package numbers

import (
	"encoding/binary"
	"fmt"

	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Messages are written forwards, in one pass: one byte is left for the length of each
// that has no bound, which is put in afterwards; where it takes more, what was written
// is moved. That is faster than to walk all values twice, for their sizes first.

// Steps of wires with numbered fields.
type (
	// Number writes a tag and a number as a varint.
	Number struct {
		Tag  steps.Bytes
		X    string // of type uint64
		Most int    // without the tag
	}

	// Text writes a tag, a length, and so many bytes, or the bytes alone. Put names a
	// routine that copies them and reports whether they are what a text must be; empty
	// is any.
	Text struct {
		Tag       steps.Bytes
		X         steps.Value
		Bare      bool
		Put, Path string
	}

	// True writes a tag of one byte and a bool if that is true.
	True struct {
		Tag byte
		X   steps.Value
	}

	// Frame writes a tag, a length, and the steps that make the content. Start names
	// a variable. Width names one with the number of bytes that the length is likely
	// to take, that of the one before; it is empty where that is one.
	Frame struct {
		Tag   steps.Bytes
		Start string
		Width string
		Body  []steps.Step
	}

	// Gap writes a tag, and leaves as many bytes as a variable says, at most five.
	Gap struct {
		Tag   steps.Bytes
		Width string
	}

	// Single notes an error if several of the pointers of a union are set.
	Single struct {
		Pointers []goprint.Place
		Path     string
	}

	// Packed writes a list of numbers in one field.
	Packed struct {
		Tag  steps.Bytes
		Over goprint.Place
		Elem string       // names the variable of an element
		Body []steps.Step // writes one
	}

	// Entries writes a map, each of its entries as a message.
	Entries struct {
		Node *shape.Node
		X    goprint.Place
		Body []steps.Step // writes the entry of key and x
		Path string

		Hollow bool // values hold nothing, so that there is no x
	}

	// Own calls the methods of a type that writes itself.
	Own struct {
		Tag  steps.Bytes
		Node *shape.Node
		X    goprint.Place
		Path string
	}

	// Any writes what is in an interface of which nothing is known.
	Any struct {
		X    goprint.Place
		Path string
	}

	// Rest writes the unknown fields of the message at v.
	Rest struct{ Remainder }
)

func (s Number) Bounds() steps.Bounds { return steps.Bounds{Most: len(s.Tag) + s.Most} }
func (s Text) Bounds() steps.Bounds {
	return steps.Bounds{Most: len(s.Tag) + 5, Texts: []goprint.Place{s.X.Place}}
}
func (True) Bounds() steps.Bounds    { return steps.Bounds{Most: 2} }
func (s Gap) Bounds() steps.Bounds   { return steps.Bounds{Most: len(s.Tag) + 5} }
func (Single) Bounds() steps.Bounds  { return steps.Bounds{} }
func (Packed) Bounds() steps.Bounds  { return steps.Bounds{Grows: true} }
func (Entries) Bounds() steps.Bounds { return steps.Bounds{Grows: true} }
func (Own) Bounds() steps.Bounds     { return steps.Bounds{Grows: true} }
func (Any) Bounds() steps.Bounds     { return steps.Bounds{Grows: true} }
func (Rest) Bounds() steps.Bounds    { return steps.Bounds{Grows: true} }

// Bounds of a frame are known if its length takes one byte.
func (s Frame) Bounds() steps.Bounds {
	b := steps.Total(s.Body)
	if b.Grows || len(b.Texts) > 0 || b.Most > 127 {
		return steps.Bounds{Grows: true}
	}
	return steps.Bounds{Most: len(s.Tag) + 1 + b.Most}
}

// step prints a step that only these formats have.
func (p *printer) step(s steps.Step) {
	switch s := s.(type) {
	case Number:
		p.number(s)
	case Text:
		p.text(s)
	case True:
		p.Pf("n = %s(b, n, %#02x, %s)", p.Routine("PutTrue"), s.Tag, s.X.Text())
	case Gap:
		p.places(s.Tag)
		p.P("n += ", len(s.Tag), " + ", s.Width)
	case Single:
		p.Block(func() { p.single(s) })
	case keyed.Call:
		round := p.goesRound(s.Node)
		if round {
			p.Pf("if e.depth++; e.depth >= %d { e.fail(%q, %s); return b, n }", p.Options.MaxDepth, s.Path, p.Shared("ErrDepth"))
		}
		p.Step(s)
		if round {
			p.P("e.depth--")
		}
	case Frame:
		p.Block(func() {
			if s.Bounds().Grows {
				p.longFrame(s)
			} else {
				p.shortFrame(s)
			}
		})
	case Packed:
		p.Block(func() { p.packed(s) })
	case Entries:
		p.entries(s)
	case Own:
		p.Block(func() { p.byMethods(s) })
	case Any:
		p.P("if own, err := ", p.Routine(p.wire.AppendAny), "(b[:n], ", s.X.String(), ", ", p.Options.SortedMaps, ", ", p.Options.MaxDepth, "); err != nil {")
		p.Pf("e.fail(%q, err)", s.Path)
		p.P("} else { b, n = own[:cap(own)], len(own) }")
	case Rest:
		p.rest(s)
	default:
		p.Step(s)
	}
}

// fieldEncoder prints the function that writes messages of n.
func (p *printer) fieldEncoder(n *shape.Node) {
	p.DocComment(p.Function("Write", n) + " writes the fields of *v at n, in b whose length is its capacity.")
	p.P("func ", p.Function("Write", n), "(", p.EncoderParameter(), "b []byte, n int, v *", n.Type, ") ([]byte, int) {")
	p.inside = n
	p.Steps(p.putFields(n, goprint.Pointee("v"), 0))
	p.inside = nil
	p.End("return b, n")
}

// putFields returns the steps that write the fields of the message at v.
func (p *printer) putFields(n *shape.Node, v goprint.Place, depth int) []steps.Step {
	var list []steps.Step
	fields := p.fields(n)
	if n.Type.Union && len(fields) > 1 {
		single := Single{Path: n.Type.String()}
		for _, f := range fields {
			single.Pointers = append(single.Pointers, f.at(v))
		}
		list = append(list, single)
	}
	for _, f := range fields {
		path := n.Type.String()
		if f.name != "" {
			path += "." + f.name
		}
		list = append(list, p.putField(f, f.at(v), path, depth)...)
	}
	if r := p.wire.remainder(n, p.PkgPath()); r.Get != "" {
		list = append(list, Rest{r})
	} else if r.Field != nil {
		list = append(list, Text{X: steps.Value{Place: v.Field(r.Field.Name)}, Bare: true})
	}
	return list
}

// remainder tells where messages of n keep unknown fields, for code in a package.
func (w *Wire) remainder(n *shape.Node, pkgPath string) Remainder {
	if n.Form != shape.Struct {
		return Remainder{}
	}
	return w.Remainder(n.Type, pkgPath)
}

// putField returns the steps that write a field.
func (p *printer) putField(f *field, x goprint.Place, path string, depth int) []steps.Step {
	n := f.node
	if f.Whole || f.Absent {
		return []steps.Step{steps.If{Cond: steps.Cond{Test: steps.NotNil, X: x}, Then: p.putTagged(n, f.Number, f.Coding, x, path, depth)}}
	}
	switch n.Form {
	case shape.Pointer:
		put := steps.If{Cond: steps.Cond{Test: steps.NotNil, X: x}, Then: p.putTagged(n.Elem, f.Number, f.Coding, x.Pointee(), path, depth)}
		if f.Required {
			put.Else = []steps.Step{keyed.Fail{Path: path, Err: "ErrRequired"}}
		}
		return []steps.Step{put}
	case shape.Interface:
		return p.putVariants(f, x, path, depth)
	case shape.Map:
		return p.putEntries(f, x, path, depth)
	case shape.List, shape.Array:
		return p.putElements(f, x, path, depth)
	case shape.Carried:
		as := keyed.Variable("as", depth)
		inner := *f
		inner.node, inner.Implicit = n.Elem, false // what is zero is for the type to say
		return []steps.Step{keyed.Convert{Node: n, X: x, As: as, Path: path, Body: p.putField(&inner, goprint.Variable(as), path, depth+1)}}
	}
	list := p.putTagged(n, f.Number, f.Coding, x, path, depth)
	if t, ok := list[0].(steps.Bytes); ok && len(t) == 1 && f.Implicit && KindOf(n, f.Coding) == KindBool {
		return []steps.Step{True{t[0], steps.Value{Place: x, Own: n.Type, As: "bool"}}}
	}
	if c, ok := f.written(x); ok {
		if c.Test == steps.NotZeroBits && p.wire.Loose {
			c = steps.Cond{Test: steps.NotZero, X: x} // -0 is left out too
		}
		return []steps.Step{steps.If{Cond: c, Then: list}}
	}
	return list
}

// putVariants returns the steps that write what an interface holds, be it zero.
func (p *printer) putVariants(f *field, x goprint.Place, path string, depth int) []steps.Step {
	s := keyed.Switch{X: x, Name: keyed.Variable("x", depth), Path: path}
	for _, variant := range f.variants {
		at, inner := goprint.Variable(s.Name), path+"."
		if variant.around {
			at, inner = goprint.Pointee(s.Name), path+".("+variant.holds.Elem.String()+")."
		}
		at, inner = variant.at(at), inner+variant.name
		var list []steps.Step
		switch n := variant.node; {
		case n.Form == shape.Pointer && !variant.around:
			list = keyed.NeverNil(at, inner, p.putTagged(n.Elem, variant.Number, variant.Coding, at.Pointee(), inner, depth+1))
		case n.Form == shape.Pointer && p.wire.Loose:
			list = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.NotNil, X: at}, Then: p.putTagged(n.Elem, variant.Number, variant.Coding, at.Pointee(), inner, depth+1)}}
		case n.Form == shape.Pointer:
			empty := append(tag(variant.Number, 2), 0)
			if variant.Coding == Group {
				empty = append(tag(variant.Number, startGroup), tag(variant.Number, endGroup)...)
			}
			list = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: at}, Then: []steps.Step{steps.Bytes(empty)}, Else: p.putTagged(n.Elem, variant.Number, variant.Coding, at.Pointee(), inner, depth+1)}}
		default:
			list = p.putTagged(n, variant.Number, variant.Coding, at, inner, depth+1)
			if KindOf(n, variant.Coding) == KindBytes && p.wire.Loose {
				list = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.NotNil, X: at}, Then: list}}
			}
		}
		s.Cases = append(s.Cases, keyed.Case{Type: variant.holds, SkipNil: variant.around, Body: list})
	}
	return []steps.Step{s}
}

// written returns the condition under which a single value is written, and false for
// one that always is.
func (f *field) written(x goprint.Place) (steps.Cond, bool) {
	k := KindOf(f.node, f.Coding)
	if !f.Implicit || k == KindAny {
		return steps.Cond{Test: steps.NotNil, X: x}, k == KindBytes || k == KindAny
	}
	switch k {
	case KindBool, KindVarint, KindZigzag, KindFixed32, KindFixed64, KindText, KindArray:
		return steps.NotZeroOf(f.node.Type, x), true
	case KindFloat32, KindFloat64:
		return steps.Cond{Test: steps.NotZeroBits, X: x, Type: f.node.Type}, true
	case KindBytes:
		return steps.Cond{Test: steps.HasElements, X: x}, true
	}
	return steps.Cond{}, false
}

// putTagged returns the steps that write one value, be it zero, behind its tag.
func (p *printer) putTagged(n *shape.Node, number int, c Coding, x goprint.Place, path string, depth int) []steps.Step {
	if n.Form == shape.Carried {
		as := keyed.Variable("as", depth)
		at := goprint.Variable(as)
		var body []steps.Step
		if n.Elem.Form == shape.Pointer { // an element that stands for nil has no form
			body = keyed.NeverNil(at, path, p.putTagged(n.Elem.Elem, number, c, at.Pointee(), path, depth+1))
		} else {
			body = p.putTagged(n.Elem, number, c, at, path, depth+1)
		}
		return []steps.Step{keyed.Convert{Node: n, X: x, As: as, Path: path, Body: body}}
	}
	k := KindOf(n, c)
	t := tag(number, k.wireType(c))
	value := func(as string) steps.Value { return steps.Value{Place: x, Own: n.Type, As: as} }
	switch k {
	case KindBool:
		return []steps.Step{steps.Bytes(t), steps.Fixed{Width: 1, Routine: "PutBool", X: value("bool")}}
	case KindVarint, KindZigzag:
		return []steps.Step{Number{t, p.unsigned(n, k, x), most(n, k)}}
	case KindFixed32, KindFixed64, KindFloat32, KindFloat64:
		name, basic := k.fixed()
		return []steps.Step{steps.Bytes(t), steps.Fixed{Width: k.width(), Routine: "Put" + name, X: value(basic)}}
	case KindText:
		if c == UTF8 {
			return []steps.Step{Text{Tag: t, X: value("string"), Put: p.wire.PutText, Path: path}}
		}
		return []steps.Step{Text{Tag: t, X: value("string")}}
	case KindBytes:
		return []steps.Step{Text{Tag: t, X: value("")}}
	case KindArray:
		return []steps.Step{steps.Bytes(binary.AppendUvarint(t, uint64(n.Type.Len))), steps.Fixed{Width: n.Type.Len, X: value("")}}
	case KindTime:
		return []steps.Step{steps.Bytes(t), steps.Put{Routine: "PutTime", Args: []steps.Value{steps.Value{Place: x, Own: n.Type, As: timeType(n)}}, Most: timeMost}}
	case KindDuration:
		return []steps.Step{steps.Bytes(t), steps.Put{Routine: "PutDuration", Args: []steps.Value{value("int64")}, Most: timeMost}}
	case KindOwn:
		return []steps.Step{Own{t, n, x, path}}
	case KindAny:
		return []steps.Step{Frame{t, keyed.Variable("start", depth), "", []steps.Step{Any{x, path}}}}
	}
	if c == Group {
		return []steps.Step{steps.Bytes(t), keyed.Call{Node: n, X: x, Path: path}, steps.Bytes(tag(number, endGroup))}
	}
	return []steps.Step{p.frame(n, t, "", x, path, depth)}
}

// timeType returns the type that a time is to be converted to, if it is another.
func timeType(n *shape.Node) string {
	if n.Type.Name.PkgPath == "time" {
		return ""
	}
	return "time.Time"
}

// frame returns the step that writes the message at x. What is short at most is written
// in place, for which there is one check of room with what stands around it.
func (p *printer) frame(n *shape.Node, tag steps.Bytes, width string, x goprint.Place, path string, depth int) steps.Step {
	start := keyed.Variable("start", depth)
	if n.Form != shape.List && n.Form != shape.Array && n.Form != shape.Map && !n.Recursive && depth < 3 {
		inline := Frame{tag, start, width, p.putFields(n, x, depth+1)}
		if !inline.Bounds().Grows {
			return inline
		}
	}
	return Frame{tag, start, width, []steps.Step{keyed.Call{Node: n, X: x, Path: path}}}
}

// unsigned returns the integer at x as a varint has it.
func (p *printer) unsigned(n *shape.Node, k Kind, x goprint.Place) string {
	switch {
	case k == KindZigzag && n.Type.Kind.Bits() <= 32:
		return p.Routine("Zigzag32") + "(int32(" + x.String() + "))"
	case k == KindZigzag:
		return p.Routine("Zigzag64") + "(int64(" + x.String() + "))"
	}
	return "uint64(" + x.String() + ")"
}

// putElements returns the steps that write a list.
func (p *printer) putElements(f *field, x goprint.Place, path string, depth int) []steps.Step {
	elem, k := f.element(), f.elementKind()
	pointers := f.node.Elem.Form == shape.Pointer
	if f.packs() {
		name := keyed.Variable("x", depth)
		at := goprint.Variable(name)
		if pointers {
			at = at.Pointee()
		}
		body := p.putPlain(elem, f.Coding, at)
		if pointers {
			body = keyed.NeverNil(goprint.Variable(name), path+"[]", body)
		}
		packed := Packed{tag(f.Number, 2), x, name, body}
		if f.node.Form == shape.Array {
			return []steps.Step{packed}
		}
		return []steps.Step{steps.If{Cond: steps.Cond{Test: steps.HasElements, X: x}, Then: []steps.Step{packed}}}
	}
	if (k == KindText || k == KindBytes) && elem.Form != shape.Carried && !pointers {
		name := keyed.Variable("x", depth)
		return []steps.Step{steps.Each{Over: x, Elem: name, Body: p.putTagged(elem, f.Number, f.Coding, goprint.Variable(name), path+"[]", depth+1), Apart: true}}
	}
	index := keyed.Variable("k", depth)
	at := x.Index(index)
	place := at
	if pointers {
		place = at.Pointee()
	}
	width := ""
	var body []steps.Step
	if elem.Form != shape.Carried && k == KindMessage && f.Coding != Group {
		frame := p.frame(elem, tag(f.Number, 2), "", place, path+"[]", depth+1).(Frame)
		if frame.Bounds().Grows {
			width = keyed.Variable("w", depth)
			frame.Width = width
		}
		if len(frame.Body) == 0 && !pointers {
			index = ""
		}
		body = []steps.Step{frame}
	} else {
		body = p.putTagged(elem, f.Number, f.Coding, place, path+"[]", depth+1)
	}
	if pointers {
		body = keyed.NeverNil(at, path+"[]", body)
	}
	return []steps.Step{steps.Each{Over: x, Index: index, One: width, Body: body, Apart: true}}
}

// putPlain returns the steps that write a number without a tag.
func (p *printer) putPlain(n *shape.Node, c Coding, x goprint.Place) []steps.Step {
	if k := KindOf(n, c); k == KindVarint || k == KindZigzag {
		return []steps.Step{Number{nil, p.unsigned(n, k, x), most(n, k)}}
	}
	return p.putTagged(n, 1, c, x, "", 0)[1:] // without its tag
}

// putEntries returns the steps that write a map.
func (p *printer) putEntries(f *field, x goprint.Place, path string, depth int) []steps.Step {
	key, value := goprint.Variable("key"), goprint.Variable("x")
	body := p.putTagged(f.node.Key, 1, f.Key, key, path+"[key]", depth+1)
	elem, at := f.node.Elem, value
	if elem.Form == shape.Pointer {
		elem, at = elem.Elem, value.Pointee()
	}
	list := p.putTagged(elem, 2, f.Value, at, path+"[value]", depth+1)
	if f.node.Elem.Form == shape.Pointer && p.wire.Loose {
		list = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.NotNil, X: value}, Then: list}}
	} else if KindOf(f.node.Elem, f.Value) == KindBytes && p.wire.Loose {
		test := steps.NotNil
		if f.Implicit {
			test = steps.HasElements
		}
		list = []steps.Step{steps.If{Cond: steps.Cond{Test: test, X: value}, Then: list}}
	} else if f.node.Elem.Form == shape.Pointer {
		list = keyed.NeverNil(value, path+"[value]", list)
	}
	frame := Frame{tag(f.Number, 2), keyed.Variable("start", depth), "", append(body, list...)}
	hollow := false
	if value, ok := list[len(list)-1].(Frame); ok && len(value.Body) == 0 {
		hollow = true
	}
	return []steps.Step{Entries{f.node, x, []steps.Step{frame}, path, hollow}}
}

// single prints the check that one pointer of a union is set at most.
func (p *printer) single(s Single) {
	p.P("set := 0")
	for _, x := range s.Pointers {
		p.P("if ", x, " != nil { set++ }")
	}
	p.Pf("if set > 1 { e.fail(%q, %s) }", s.Path, p.Shared("ErrSeveral"))
}

// number prints a tag and a varint, for which there is room.
func (p *printer) number(s Number) {
	if len(s.Tag) == 0 {
		p.P("n = ", p.Routine("PutVarint"), "(b, n, ", s.X, ")")
		return
	}
	p.P("n = ", p.Routine("PutNumber"), "(b, ", p.leadingBytes(s.Tag), ", ", s.X, ")")
}

// text prints a tag, a length, and bytes, for which there is room.
func (p *printer) text(s Text) {
	if s.Bare {
		p.P("n += copy(b[n:], ", s.X.String(), ")")
		return
	}
	put := s.Put
	if put == "" {
		put = "PutBytes"
		if s.X.Own.Kind == typemodel.String {
			put = "PutString"
		}
	}
	call := fmt.Sprintf("n = %s(b, %s, %s)", p.Routine(put), p.leadingBytes(s.Tag), s.X.Text())
	if s.Put == "" {
		p.P(call)
		return
	}
	p.Add("Encoder.failAt")
	p.Pf("if %s; n < 0 { n = e.failAt(n, %q, %s) }", call, s.Path, p.Routine("ErrText"))
}

// leadingBytes prints the writing of all bytes of a tag but the last, and returns the position
// of that and itself, as arguments.
func (p *printer) leadingBytes(tag steps.Bytes) string {
	last := len(tag) - 1
	p.places(tag[:last])
	if last == 0 {
		return fmt.Sprintf("n, %#02x", tag[0])
	}
	return fmt.Sprintf("n+%d, %#02x", last, tag[last])
}

// places prints the writing of bytes at n, where that stays.
func (p *printer) places(tag steps.Bytes) {
	for i, c := range tag {
		if i == 0 {
			p.Pf("b[n] = %#02x", c)
		} else {
			p.Pf("b[n+%d] = %#02x", i, c)
		}
	}
}

// tagged prints a tag by itself.
func (p *printer) tagged(tag steps.Bytes) {
	p.places(tag)
	if len(tag) == 1 {
		p.P("n++")
	} else if len(tag) > 1 {
		p.P("n += ", len(tag))
	}
}

// shortFrame prints a message whose length takes one byte, for which there is room.
func (p *printer) shortFrame(s Frame) {
	p.Written(append([]steps.Step{append(append(steps.Bytes{}, s.Tag...), 0), steps.Mark{Name: s.Start}}, s.Body...))
	p.Pf("b[%s-1] = byte(n - %s)", s.Start, s.Start)
}

// longFrame prints a message whose length is put in afterwards.
func (p *printer) longFrame(s Frame) {
	if s.Width == "" {
		p.Steps(append([]steps.Step{append(append(steps.Bytes{}, s.Tag...), 0), steps.Mark{Name: s.Start}}, s.Body...))
		p.Pf("if l := n - %[1]s; l < 0x80 { b[%[1]s-1] = byte(l) } else { b, n = %[2]s(b, %[1]s, n, 1) }", s.Start, p.Routine("PutLength"))
	} else {
		p.Steps(append([]steps.Step{Gap{s.Tag, s.Width}, steps.Mark{Name: s.Start}}, s.Body...))
		p.Pf("if l := n - %[1]s; l < 0x80 && %[2]s == 1 { b[%[1]s-1] = byte(l) } else { b, n, %[2]s = %[3]s(b, %[1]s, n, %[2]s) }",
			s.Start, s.Width, p.Routine("PutElementLength"))
	}
}

// packed prints the numbers of a list in one field.
func (p *printer) packed(s Packed) {
	over := s.Over.String()
	need := steps.Total(s.Body)
	if width, ok := fixedWidth(s.Body); ok {
		p.Room(fmt.Sprintf("%d+%d*len(%s)", len(s.Tag)+5, width, over))
		p.tagged(s.Tag)
		p.P("n = ", p.Routine("PutVarint"), "(b, n, uint64(", times(width, over), "))")
		p.P("for _, ", s.Elem, " := range ", over, " {")
		p.Written(s.Body)
		p.P("}")
		return
	}
	p.Room(fmt.Sprint(len(s.Tag) + 5))
	p.tagged(s.Tag)
	p.P("w := ", p.Routine("Len"), "(uint64(len(", over, ")))")
	p.P("n += w")
	p.P("start := n")
	p.P("for _, ", s.Elem, " := range ", over, " {")
	p.Room(fmt.Sprint(need.Most))
	p.Written(s.Body)
	p.P("}")
	p.P("if l := n - start; l < 0x80 && w == 1 { b[start-1] = byte(l) } else { b, n = ", p.Routine("PutLength"), "(b, start, n, w) }")
}

// times returns a product in Go.
func times(width int, over string) string {
	if width == 1 {
		return "len(" + over + ")"
	}
	return fmt.Sprintf("%d*len(%s)", width, over)
}

// fixedWidth returns how many bytes steps write that always write as many.
func fixedWidth(list []steps.Step) (int, bool) {
	if len(list) == 1 {
		if f, ok := list[0].(steps.Fixed); ok {
			return f.Width, true
		}
	}
	return 0, false
}

// entries prints the writing of a map. Key and value are in variables outside of the
// loop: where their type leads back to itself, one for each entry would be on the heap.
func (p *printer) entries(s Entries) {
	n, m := s.Node, s.X
	p.P("if len(", m.String(), ") != 0 {")
	if keyed.Merges(n.Key) {
		p.P("seen := make(map[", n.Key.Elem.Type, "]bool, len(", m.String(), "))")
	}
	p.P("var key ", n.Key.Type)
	value := "x"
	if s.Hollow {
		value = "_"
	} else {
		p.P("var x ", n.Elem.Type)
	}
	switch {
	case !p.Options.SortedMaps && s.Hollow:
		p.P("for key = range ", m.String(), " {")
	case !p.Options.SortedMaps:
		p.P("for key, x = range ", m.String(), " {")
	case n.Key.Form == shape.Bool:
		p.P("for _, last := range [2]bool{false, true} {")
		p.P("key = ", p.Typed(n.Key.Type, "last", "bool"))
		p.P("var ok bool")
		p.P("if ", value, ", ok = ", m.Operand(), "[key]; !ok { continue }")
	default:
		p.P("var room [12]", n.Key.Type)
		p.P("for _, key = range ", p.Shared("SortedKeys"), "(", m.String(), ", room[:0]) {")
		if !s.Hollow {
			p.P("x = ", m.Operand(), "[key]")
		}
	}
	if keyed.Merges(n.Key) {
		p.P("if as, err := ", p.Conversion("To", n.Key), "(&key); err == nil {")
		p.Pf("if seen[as] { e.fail(%q, %s) }", s.Path+"[key]", p.Shared("ErrEqualKeys"))
		p.P("seen[as] = true")
		p.P("}")
	}
	p.Steps(s.Body)
	p.P("}")
	p.P("}")
}

// rest prints the writing of unknown fields that methods keep.
func (p *printer) rest(s Rest) {
	p.P("if rest := ", s.Get, "; len(rest) > 0 {")
	p.Room("len(rest)")
	p.P("n += copy(b[n:], rest)")
	p.P("}")
}

// byMethods prints the writing of what writes itself.
func (p *printer) byMethods(s Own) {
	if s.Node.Fills != "" {
		p.P("l := ", s.X.Operand(), ".Size()")
	} else {
		p.P("own, err := ", s.X.Operand(), ".Marshal()")
		p.Pf("if err != nil { e.fail(%q, err) }", s.Path)
		p.P("l := len(own)")
	}
	p.Room(fmt.Sprintf("%d+l", len(s.Tag)+5))
	p.tagged(s.Tag)
	p.P("n = ", p.Routine("PutVarint"), "(b, n, uint64(l))")
	if s.Node.Fills != "" {
		p.Pf("if _, err := %s.%s(b[n : n+l]); err != nil { e.fail(%q, err) }", s.X.Operand(), s.Node.Fills, s.Path)
		p.P("n += l")
	} else {
		p.P("n += copy(b[n:], own)")
	}
}
