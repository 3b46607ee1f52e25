package keyed

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Steps of all formats of the family.
type (
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

	// Switch writes what an interface holds. Name is that of the variable of each of
	// its types.
	Switch struct {
		X     goprint.Place
		Name  string
		Cases []Case
		Nil   []steps.Step // of an interface that holds nothing
		Path  string
	}

	// Case writes one of the types: nothing of a nil pointer, if it says so.
	Case struct {
		Type    *typemodel.Type
		SkipNil bool
		Body    []steps.Step
	}

	// Fail notes an error: what is written is thrown away.
	Fail struct{ Path, Err string }
)

func (Call) Bounds() steps.Bounds    { return steps.Bounds{Grows: true} }
func (Convert) Bounds() steps.Bounds { return steps.Bounds{Grows: true} }
func (Switch) Bounds() steps.Bounds  { return steps.Bounds{Grows: true} }
func (Fail) Bounds() steps.Bounds    { return steps.Bounds{} }

// NeverNil returns the steps that write what the pointer at x leads to, and note an error
// where it is nil.
func NeverNil(x goprint.Place, path string, list []steps.Step) []steps.Step {
	return []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: x}, Then: []steps.Step{Fail{path, "ErrNil"}}, Else: list}}
}

// Step prints a step of the family's.
func (p *Printer) Step(s steps.Step) {
	switch s := s.(type) {
	case Call:
		p.P("b, n = ", p.Function("Write", s.Node), "(", p.EncoderArgument(), "b, n, ", s.X.Addr(), ")")
		if p.Fails && s.Node.Form == shape.Map {
			p.Pf("if e.err != nil { e.in(%q) }", s.Path)
		}
	case Convert:
		p.P("if ", s.As, ", err := ", p.Conversion("To", s.Node), "(", s.X.Addr(), "); err != nil {")
		p.Pf("e.fail(%q, err)", s.Path)
		p.P("} else {")
		p.Steps(s.Body)
		p.P("}")
	case Switch:
		p.P("switch ", s.Name, " := ", s.X.Operand(), ".(type) {")
		for _, c := range s.Cases {
			p.P("case ", c.Type, ":")
			if c.SkipNil {
				p.P("if ", s.Name, " != nil {")
			}
			p.Steps(c.Body)
			if c.SkipNil {
				p.P("}")
			}
		}
		p.P("case nil:")
		p.Steps(s.Nil)
		p.P("default:")
		p.Pf("e.fail(%q, %s)", s.Path, p.Shared("ErrUnknownType"))
		p.P("}")
	case Fail:
		p.Pf("e.fail(%q, %s)", s.Path, p.Shared(s.Err))
	}
}

// EncoderParameter and EncoderArgument are the encoder of functions that may fail.
func (p *Printer) EncoderParameter() string {
	if !p.Fails {
		return ""
	}
	return "e *" + p.Shared("Encoder") + ", "
}

func (p *Printer) EncoderArgument() string {
	if !p.Fails {
		return ""
	}
	return "e, "
}

// Merges reports whether two values of n, the key of a map, may differ in Go and be
// equal on the wire: times of one instant, NaNs, what a conversion makes, and what of
// a struct is not written.
func Merges(n *shape.Node) bool { return mergesBelow(n, map[*shape.Node]bool{}) }

func mergesBelow(n *shape.Node, seen map[*shape.Node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	switch n.Form {
	case shape.Time, shape.Carried, shape.Own, shape.Float32, shape.Float64:
		return true
	case shape.Array:
		return mergesBelow(n.Elem, seen)
	case shape.Struct:
		return !whole(n.Type, n.Members, 0) || slices.ContainsFunc(n.Members, func(m *shape.Member) bool {
			return m.Omit == shape.OmitZero && shape.TellsZero(m.Node.Type) || mergesBelow(m.Node, seen)
		})
	}
	return false
}

// whole reports whether every field of t that Go compares is a member, or is made of
// members, whose paths lead to t by so many fields.
func whole(t *typemodel.Type, members []*shape.Member, depth int) bool {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Name == "_" {
			continue
		}
		var below []*shape.Member
		for _, m := range members {
			if m.Path[depth].Name == f.Name {
				below = append(below, m)
			}
		}
		direct := slices.ContainsFunc(below, func(m *shape.Member) bool { return len(m.Path) == depth+1 })
		if !direct && (len(below) == 0 || f.Type.Kind == typemodel.Pointer || !whole(f.Type, below, depth+1)) {
			return false
		}
	}
	return true
}

// Basic returns the Go type of arrays of bytes.
func Basic(t *typemodel.Type) string { return "[" + strconv.Itoa(t.Len) + "]byte" }

// SetType returns the Go type of a set of members, of which there are n.
func SetType(n int) string {
	if n <= 64 {
		return "uint64"
	}
	return fmt.Sprintf("[%d]uint64", (n+63)/64)
}
