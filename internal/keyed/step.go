package keyed

import (
	"strconv"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/internal/steps"
	"github.com/assay-go/assay/typemodel"
)

// Steps of all wires of the family.
type (
	// Check notes an error if a value cannot be written. What is written of it is thrown
	// away.
	Check struct {
		Routine string
		X       steps.Value
		Path    string
	}

	// Unseen notes an error if the key from start on was written before.
	Unseen struct{}

	// Count writes the head of a struct or map: so many elements, one fewer for each
	// of the conditions that holds.
	Count struct {
		Head   Head
		All    string
		Unless []steps.Cond
	}

	// Call calls the function of a node, which makes room by itself.
	Call struct {
		Node *shape.Node
		X    goprint.Place
		Path string
	}

	// Convert makes what stands in the place of a value, in a variable.
	Convert struct {
		Node *shape.Node
		X    goprint.Place
		As   string
		Path string
		Body []steps.Step
	}
)

func (Check) Bounds() steps.Bounds   { return steps.Bounds{} }
func (Unseen) Bounds() steps.Bounds  { return steps.Bounds{} }
func (s Count) Bounds() steps.Bounds { return steps.Bounds{Most: s.Head.Most} }
func (Call) Bounds() steps.Bounds    { return steps.Bounds{Grows: true} }
func (Convert) Bounds() steps.Bounds { return steps.Bounds{Grows: true} }

// step prints a step that only wires of the family have.
func (p *printer) step(s steps.Step) {
	switch s := s.(type) {
	case Check:
		p.P("if err := ", p.routine(s.Routine), "(", s.X.Text(), "); err != nil {")
		p.Pf("e.fail(%q, err)", s.Path)
		p.P("}")
	case Unseen:
		p.P("if seen[string(b[start:n])] {")
		p.Pf("e.fail(%q, %s)", "[key]", p.shared("ErrEqualKeys"))
		p.P("}")
		p.P("seen[string(b[start:n])] = true")
	case Count:
		p.count(s)
	case Number:
		p.number(s)
	case Text:
		p.text(s)
	case True:
		p.Pf("n = %s(b, n, %#02x, %s)", p.routine("PutTrue"), s.Tag, s.X.Text())
	case Gap:
		p.places(s.Tag)
		p.P("n += ", len(s.Tag), " + ", s.Width)
	case Single:
		p.Block(func() { p.single(s) })
	case Fail:
		p.Pf("e.fail(%q, %s)", s.Path, p.shared(s.Err))
	case Call:
		round := p.inside != nil && p.goesRound(s.Node)
		if round {
			p.Pf("if e.depth++; e.depth >= %d {", p.opts.MaxDepth)
			p.Pf("e.fail(%q, %s)", s.Path, p.shared("ErrDepth"))
			p.P("return b, n")
			p.P("}")
		}
		p.P("b, n = ", p.function("Write", s.Node), "(", p.encoderArgument(), "b, n, ", s.X.Addr(), ")")
		if p.fails && s.Node.Form == shape.Map {
			p.P("if e.err != nil {")
			p.Pf("e.in(%q)", s.Path)
			p.P("}")
		}
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
	case Switch:
		p.variants(s)
	case Own:
		p.Block(func() { p.byMethods(s) })
	case Append:
		p.appended(s)
	case Rest:
		p.rest(s)
	case Convert:
		p.P("if ", s.As, ", err := ", p.conversion("To", s.Node), "(", s.X.Addr(), "); err != nil {")
		p.Pf("e.fail(%q, err)", s.Path)
		p.P("} else {")
		p.Steps(s.Body)
		p.P("}")
	}
}

// count prints the head of what has members that may be left out.
func (p *printer) count(s Count) {
	if len(s.Unless) == 0 {
		p.P("n = ", p.routine(s.Head.Put), "(b, n, ", s.All, ")")
		return
	}
	p.P("count := ", s.All)
	for _, c := range s.Unless {
		p.P("if ", c.Not(p.File), " {")
		p.P("count--")
		p.P("}")
	}
	p.P("n = ", p.routine(s.Head.Put), "(b, n, count)")
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
