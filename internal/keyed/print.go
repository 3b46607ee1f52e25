package keyed

import (
	"strconv"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// steps prints steps, with the checks of room that they need.
func (p *printer) steps(list []Step) {
	for len(list) > 0 {
		k, need := run(list)
		p.room(need)
		p.written(list[:k])
		list = list[k:]
		if len(list) > 0 {
			p.growing(list[0])
			list = list[1:]
		}
	}
}

// room prints the check that there is room.
func (p *printer) room(need bounds) {
	size := ""
	if need.most > 0 {
		size = strconv.Itoa(need.most)
	}
	for _, text := range need.texts {
		if size != "" {
			size += "+"
		}
		size += "len(" + text.String() + ")"
	}
	p.roomFor(size)
}

func (p *printer) roomFor(size string) {
	if size == "" {
		return
	}
	p.P("if len(b)-n < ", size, " {")
	p.P("b = ", p.shared("Grow"), "(b, n, ", size, ")")
	p.P("}")
}

// written prints steps for which there is room.
func (p *printer) written(list []Step) {
	for len(list) > 0 {
		k, width := 0, 0
		for ; k < len(list); k++ {
			b, constant := list[k].(Bytes)
			f, fixed := list[k].(Fixed)
			if !constant && !fixed {
				break
			}
			width += len(b) + f.Width
		}
		if k > 0 {
			p.window(list[:k], width)
			list = list[k:]
			continue
		}
		switch s := list[0].(type) {
		case Put:
			p.P("n = ", p.routine(s.Routine), "(b, n, ", p.value(s.X), ")")
		case Check:
			p.P("if err := ", p.routine(s.Routine), "(", p.value(s.X), "); err != nil {")
			p.Pf("e.fail(%q, err)", s.Path)
			p.P("}")
		case Count:
			p.count(s)
		case Number:
			p.number(s)
		case Text:
			p.text(s)
		case Frame:
			p.shortFrame(s)
		case Mark:
			p.P(s.Name, " := n")
		case Gap:
			p.P("n += ", s.Width)
		case Fail:
			p.Pf("e.fail(%q, %s)", s.Path, p.shared(s.Err))
		case If:
			p.P("if ", s.Cond.text(p), " {")
			p.written(s.Then)
			if len(s.Else) > 0 {
				p.P("} else {")
				p.written(s.Else)
			}
			p.P("}")
		}
		list = list[1:]
	}
}

// window prints the writing of what is of a known width, at constant places.
func (p *printer) window(list []Step, width int) {
	var merged []Step
	for _, s := range list {
		if b, ok := s.(Bytes); ok && len(merged) > 0 {
			if before, ok := merged[len(merged)-1].(Bytes); ok {
				merged[len(merged)-1] = append(append(Bytes{}, before...), b...)
				continue
			}
		}
		merged = append(merged, s)
	}
	if b, ok := merged[0].(Bytes); ok && len(merged) == 1 {
		if width == 1 {
			p.Pf("b[n] = %#02x", b[0])
			p.P("n++")
			return
		}
		p.Pf("n += copy((*[%d]byte)(b[n:])[:], %q)", width, string(b))
		return
	}
	if f, ok := merged[0].(Fixed); ok && len(merged) == 1 {
		p.fixed(f, "b[n:]")
		if width == 1 {
			p.P("n++")
		} else {
			p.P("n += ", width)
		}
		return
	}
	p.P("{")
	p.Pf("p := (*[%d]byte)(b[n:])", width)
	at := 0
	for _, s := range merged {
		switch s := s.(type) {
		case Bytes:
			if len(s) == 1 {
				p.Pf("p[%d] = %#02x", at, s[0])
			} else {
				p.Pf("copy(p[%d:%d], %q)", at, at+len(s), string(s))
			}
			at += len(s)
		case Fixed:
			p.fixed(s, "p["+strconv.Itoa(at)+":]")
			at += s.Width
		}
	}
	p.P("n += ", width)
	p.P("}")
}

// fixed prints the writing of a value of a fixed width to a place.
func (p *printer) fixed(s Fixed, at string) {
	if s.Routine == "" {
		p.Pf("*(*[%d]byte)(%s) = %s", s.Width, at, s.X.String())
		return
	}
	p.Pf("%s((*[%d]byte)(%s), %s)", p.routine(s.Routine), s.Width, at, p.value(s.X))
}

// value returns an argument of the type that a routine has.
func (p *printer) value(x Value) string {
	if x.As == "" || x.Own.Name.IsZero() && x.Own.Kind.String() == x.As {
		return x.String()
	}
	return x.As + "(" + x.String() + ")"
}

// count prints the head of what has members that may be left out.
func (p *printer) count(s Count) {
	if len(s.Unless) == 0 {
		p.P("n = ", p.routine(s.Head.Put), "(b, n, ", s.All, ")")
		return
	}
	p.P("count := ", s.All)
	for _, c := range s.Unless {
		p.P("if ", c.not(p), " {")
		p.P("count--")
		p.P("}")
	}
	p.P("n = ", p.routine(s.Head.Put), "(b, n, count)")
}

// growing prints a step that makes room by itself.
func (p *printer) growing(s Step) {
	switch s := s.(type) {
	case Call:
		p.P("b, n = ", p.function("Write", s.Node), "(", p.encoderArgument(), "b, n, ", s.X.Addr(), ")")
		if p.fails && s.Node.Form == shape.Map {
			p.P("if e.err != nil {")
			p.Pf("e.in(%q)", s.Path)
			p.P("}")
		}
	case If:
		p.P("if ", s.Cond.text(p), " {")
		p.steps(s.Then)
		if len(s.Else) > 0 {
			p.P("} else {")
			p.steps(s.Else)
		}
		p.P("}")
	case Each:
		p.each(s)
	case Frame:
		p.longFrame(s)
	case Packed:
		p.packed(s)
	case Entries:
		p.entries(s)
	case Switch:
		p.variants(s)
	case Own:
		p.byMethods(s)
	case Append:
		p.appended(s)
	case Rest:
		p.rest(s)
	case Let:
		p.P("{")
		p.P(s.Name, " := ", s.X)
		p.steps(s.Body)
		p.P("}")
	case Convert:
		p.P("if ", s.As, ", err := ", p.conversion("To", s.Node), "(", s.X.Addr(), "); err != nil {")
		p.Pf("e.fail(%q, err)", s.Path)
		p.P("} else {")
		p.steps(s.Body)
		p.P("}")
	}
}

// each prints a loop. Of numbers and the like there is room for all before it.
func (p *printer) each(s Each) {
	need := total(s.Body)
	whole := !need.grows && len(need.texts) == 0 && p.wire.Fields == nil // whose bounds may be far
	if whole {
		times := ""
		if need.most > 1 {
			times = strconv.Itoa(need.most) + "*"
		}
		p.roomFor(times + "len(" + s.Over.String() + ")")
	}
	switch {
	case s.Elem != "":
		p.P("for _, ", s.Elem, " := range ", s.Over.String(), " {")
	case s.Index != "":
		p.P("for ", s.Index, " := range ", s.Over.String(), " {")
	default:
		p.P("for range ", s.Over.String(), " {")
	}
	if whole {
		p.written(s.Body)
	} else {
		p.steps(s.Body)
	}
	p.P("}")
}

// function returns the name of the function that does verb, such as Write or Read, for n.
func (p *printer) function(verb string, n *shape.Node) string {
	return p.Local(p.prefix + verb + p.names[n])
}

// conversion returns the name of the func that converts to, or from, what stands in
// the place of n.
func (p *printer) conversion(direction string, n *shape.Node) string {
	return p.Local(p.prefix + p.names[n] + direction + "Wire")
}

// basic returns the Go type of arrays of bytes.
func basic(t *typemodel.Type) string { return "[" + strconv.Itoa(t.Len) + "]byte" }
