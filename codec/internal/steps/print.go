package steps

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
)

// Printer prints steps. The code has b, whose length is its capacity, and n, the
// position in it.
type Printer struct {
	*goprint.File

	// Grow returns the name of the routine that makes room:
	// func(b []byte, n, size int) []byte.
	Grow func() string

	// Rest is the variable with the room that callers need behind what is printed. With
	// it, what makes room by itself is told how much room what follows needs, as its
	// last argument. Empty means that it makes room for itself alone.
	Rest string

	// AtOnce is how many bytes of room are made sure of at once, roughly; 0 is any
	// number.
	AtOnce int

	// Routine returns the name of a routine in the code. Nil is its own.
	Routine func(name string) string

	// Constant prints the writing of constant bytes. Before a call it may return the
	// position behind them as an expression that writes them, instead. Nil writes them
	// together with what is of a fixed width.
	Constant func(b Bytes, call bool) (at string)

	// Other prints a step of the wire's own.
	Other func(s Step)

	// alone says that the step to be printed is all that stands in its block.
	alone bool
}

// Steps prints steps, with the checks of room that they need.
func (p *Printer) Steps(list []Step) {
	settled, need := p.settle(merged(list), Bounds{})
	p.room(need)
	p.put(settled)
}

// Written prints steps for which there is room.
func (p *Printer) Written(list []Step) {
	var settled []placed
	for _, s := range merged(list) {
		settled = append(settled, placed{Step: s})
	}
	p.put(settled)
}

// placed is a step in its place.
type placed struct {
	Step
	before, behind  Bounds   // room is made sure of there
	rest            Bounds   // what follows needs until room is made sure of again
	then, otherwise []placed // of a branch that is settled with what is around it
}

// merged joins constant bytes that follow each other.
func merged(list []Step) (out []Step) {
	for _, s := range list {
		if b, ok := s.(Bytes); ok && len(out) > 0 {
			if last, ok := out[len(out)-1].(Bytes); ok {
				out[len(out)-1] = append(last[:len(last):len(last)], b...)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// settle finds out where room is made sure of, from the last step on, behind which room
// is needed, and returns what the first ones need.
func (p *Printer) settle(list []Step, after Bounds) ([]placed, Bounds) {
	out := make([]placed, len(list))
	for k := len(list) - 1; k >= 0; k-- {
		at, b := &out[k], list[k].Bounds()
		at.Step, at.rest = list[k], after
		branch, branches := at.Step.(If)
		put, _ := at.Step.(Put)
		switch {
		case branches && p.Rest != "":
			var then, otherwise Bounds
			at.then, then = p.settle(merged(branch.Then), after)
			at.otherwise, otherwise = p.settle(merged(branch.Else), after)
			after = then
			if otherwise.Most > then.Most {
				after = otherwise
			}
		case b.Grows && put.Grows && p.Rest != "":
			after = Bounds{}
		case b.Grows:
			at.behind, after = after, Bounds{}
		default:
			after = b.plus(after)
		}
		if p.AtOnce > 0 && after.Most > p.AtOnce {
			at.before, after = after, Bounds{}
		}
	}
	return out, after
}

// put prints steps in their places.
func (p *Printer) put(list []placed) {
	at := "n" // where the next call writes
	for k := 0; k < len(list); k++ {
		p.room(list[k].before)
		switch s := list[k].Step.(type) {
		case Bytes, Fixed:
			if p.Constant != nil {
				call := false
				if k+1 < len(list) && list[k+1].before.Most == 0 {
					_, call = list[k+1].Step.(Put)
				}
				at = p.Constant(s.(Bytes), call)
				continue
			}
			run := []Step{s}
			for ; k+1 < len(list) && isFixed(list[k+1].Step); k++ {
				run = append(run, list[k+1].Step)
			}
			p.alone = len(run) == len(list)
			p.window(run, Total(run).Most)
		case Put:
			p.call(s, at, list[k].rest)
			at = "n"
		case Mark:
			p.P(s.Name, " := n")
		case If:
			p.branch(s, list[k])
		case Each:
			p.each(s)
		default:
			p.alone = len(list) == 1
			p.Other(s)
		}
		p.room(list[k].behind)
	}
}

// isFixed reports whether the step writes as many bytes always.
func isFixed(s Step) bool {
	_, constant := s.(Bytes)
	_, fixed := s.(Fixed)
	return constant || fixed
}

// branch prints one of two ways.
func (p *Printer) branch(s If, at placed) {
	way := func(list []Step, settled []placed) {
		switch {
		case p.Rest != "":
			p.put(settled)
		case s.Bounds().Grows:
			p.Steps(list)
		default:
			p.Written(list)
		}
	}
	if s.Cond.Test == Always {
		p.P("{")
	} else {
		p.P("if ", s.Cond.Text(p.File), " {")
	}
	way(s.Then, at.then)
	if len(s.Else) > 0 {
		p.P("} else {")
		way(s.Else, at.otherwise)
	}
	p.P("}")
}

// each prints a loop. Of numbers and the like there is room for all before it.
func (p *Printer) each(s Each) {
	need := Total(s.Body)
	whole := !need.Grows && len(need.Texts) == 0 && !s.Apart
	if whole {
		times := ""
		if need.Most > 1 {
			times = strconv.Itoa(need.Most) + "*"
		}
		p.Room(times + "len(" + s.Over.String() + ")")
	}
	switch {
	case s.Elem != "":
		p.P("for _, ", s.Elem, " := range ", s.Over.String(), " {")
	case s.One != "":
		p.Pf("for %[1]s, %[2]s := 0, 1; %[1]s < len(%[3]s); %[1]s++ {", s.Index, s.One, s.Over)
	case s.Index != "":
		p.P("for ", s.Index, " := range ", s.Over.String(), " {")
	default:
		p.P("for range ", s.Over.String(), " {")
	}
	if whole {
		p.Written(s.Body)
	} else {
		p.Steps(s.Body)
	}
	p.P("}")
}

// call prints the call of a routine that writes at a position.
func (p *Printer) call(s Put, at string, rest Bounds) {
	set, args := "n", []string{"b", at}
	if s.Of != "" {
		args = []string{s.Of, "b", at}
	}
	for _, x := range s.Args {
		args = append(args, x.Text())
	}
	if s.Grows {
		if set = "b, n"; p.Rest != "" {
			args = append(args, p.size(rest))
		}
	}
	p.P(set, " = ", p.routine(s.Routine), "(", strings.Join(args, ", "), ")")
}

// routine returns the name of a routine in the code.
func (p *Printer) routine(name string) string {
	if p.Routine == nil {
		return name
	}
	return p.Routine(name)
}

// size returns how much room is needed, that of callers included.
func (p *Printer) size(b Bounds) string {
	var list []string
	if b.Most > 0 {
		list = append(list, strconv.Itoa(b.Most))
	}
	for _, text := range b.Texts {
		list = append(list, "len("+text.String()+")")
	}
	if p.Rest != "" {
		list = append(list, p.Rest)
	}
	return strings.Join(list, "+")
}

// room prints the check that there is room.
func (p *Printer) room(need Bounds) {
	if need.Most > 0 || len(need.Texts) > 0 {
		p.Room(p.size(need))
	}
}

// Room prints the check that there is room for so many bytes, an expression.
func (p *Printer) Room(size string) {
	p.P("if len(b)-n < ", size, " { b = ", p.Grow(), "(b, n, ", size, ") }")
}

// window prints the writing of what is of a known width, at constant places.
func (p *Printer) window(list []Step, width int) {
	if b, ok := list[0].(Bytes); ok && len(list) == 1 {
		if width == 1 {
			p.Pf("b[n] = %#02x", b[0])
			p.P("n++")
			return
		}
		p.Pf("n += copy((*[%d]byte)(b[n:])[:], %q)", width, string(b))
		return
	}
	if f, ok := list[0].(Fixed); ok && len(list) == 1 {
		p.fixed(f, "b[n:]")
		if width == 1 {
			p.P("n++")
		} else {
			p.P("n += ", width)
		}
		return
	}
	p.Block(func() { p.fixedWindow(list, width) })
}

// Block prints a block for the variables of a step, unless it has one to itself.
func (p *Printer) Block(body func()) {
	if p.alone {
		body()
		return
	}
	p.P("{")
	body()
	p.P("}")
}

func (p *Printer) fixedWindow(list []Step, width int) {
	p.Pf("p := (*[%d]byte)(b[n:])", width)
	at := 0
	for _, s := range list {
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
}

// fixed prints the writing of a value of a fixed width to a place.
func (p *Printer) fixed(s Fixed, at string) {
	if s.Routine == "" {
		p.Pf("*(*[%d]byte)(%s) = %s", s.Width, at, s.X.String())
		return
	}
	p.Pf("%s((*[%d]byte)(%s), %s)", p.routine(s.Routine), s.Width, at, s.X.Text())
}
