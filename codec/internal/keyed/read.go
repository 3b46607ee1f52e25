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

// What reading has in common, whatever tells the parts of a value: what is refused, memory
// that is taken before it is made, lists that grow, maps that are filled.

// Refuse prints that no want is at a position, where a condition holds.
func (p *Printer) Refuse(at, path, want string, condition ...any) {
	p.returnIf(condition, "d.fail(%s, %q, %q)", at, path, want)
}

// returnIf prints the return of a call where a condition holds.
func (p *Printer) returnIf(condition []any, call string, args ...any) {
	p.P(slices.Concat([]any{"if "}, condition, []any{" { return ", fmt.Sprintf(call, args...), " }"})...)
}

// Failed prints that no want is at i, where the position after it is -1.
func (p *Printer) Failed(position, path, want string) { p.Refuse("i", path, want, position, " < 0") }

// Take prints that memory is taken, for what is read at a position.
func (p *Printer) Take(at, size, path string) { p.Refuse(at, path, "memory", "!d.take(", size, ")") }

// TakeFor prints that the memory of a t is taken.
func (p *Printer) TakeFor(t *typemodel.Type, at, path string) {
	size, _ := shape.Size(t)
	p.Take(at, strconv.Itoa(size), path)
}

// New prints that a pointer leads to a new elem.
func (p *Printer) New(x any, elem *typemodel.Type, path string) {
	p.TakeFor(elem, "i", path)
	p.P(x, " = new(", elem, ")")
}

// Point prints that a pointer leads to a new elem where it is nil.
func (p *Printer) Point(x any, elem *typemodel.Type, path string) {
	p.P("if ", x, " == nil {")
	p.New(x, elem, path)
	p.P("}")
}

// Lengthen prints the lengthening of the list at x, of n, by so many elements as the variable count
// says, which are s then: by those that a routine allows, where there is no room for all, so that
// count is less and the others are for when those were read. asks says that the reading of an
// element asks d.used, which is set for those of old memory.
func (p *Printer) Lengthen(n *shape.Node, x goprint.Place, s, count, routine, path string, asks bool) {
	size, _ := shape.Size(n.Elem.Type)
	room := fmt.Sprintf("cap(%[1]s)-len(%[1]s)", s)
	p.P(s, " := ", x)
	if asks {
		p.P("if d.used = ", room, " >= ", count, "; !d.used {")
	} else {
		p.P("if ", room, " < ", count, " {")
	}
	p.Refuse("i", path, "memory", s, ", ", count, " = ", p.Shared(routine), "(d, ", s, ", ", count, ", ", size, "); ", count, " < 0")
	p.P("}")
	p.Pf("%[1]s, %[2]s = %[1]s[len(%[1]s):len(%[1]s)+%[3]s], %[1]s[:len(%[1]s)+%[3]s]", s, x, count)
}

// Fill prints that the map at x, of n, is there, with room for so many more entries as the variable
// count says: for a part of them, which it says then, where Go is to make more as they are read.
func (p *Printer) Fill(n *shape.Node, x goprint.Place, count, path string) {
	key, _ := shape.Size(n.Key.Type)
	elem, _ := shape.Size(n.Elem.Type)
	p.Refuse("i", path, "memory", count, " = d.fitsMap(len(", x, "), ", count, ", ", key+elem, "); ", count, " < 0")
	p.P("if ", x, " == nil { ", x, " = make(", n.Type, ", ", count, ") }")
}

// RefuseFor prints that what is read at a position is refused for an error, where a condition
// holds.
func (p *Printer) RefuseFor(err, at, path string, condition ...any) {
	p.returnIf(condition, "d.failed(%s, %q, %s)", at, path, err)
}

// Converted prints the reading of what stands in the place of n, into a variable, and its
// conversion to the value at x; at names another one, with where it began.
func (p *Printer) Converted(n *shape.Node, x goprint.Place, as, at, path string, read func()) {
	p.P("var ", as, " ", n.Elem.Type)
	p.P(at, " := i")
	read()
	p.RefuseFor("err", at, path, "err := ", p.Conversion("From", n), "(", x.Addr(), ", ", as, "); err != nil")
}

// Zero prints the zeroing of a variable, by literals alone: those of types that
// hold locks may be assigned.
func (p *Printer) Zero(n *shape.Node, x goprint.Place) {
	switch t := n.Type; t.Kind {
	case typemodel.Bool:
		p.P(x, " = false")
	case typemodel.String:
		p.P(x, ` = ""`)
	case typemodel.Slice, typemodel.Map, typemodel.Pointer, typemodel.Interface:
		p.P(x, " = nil")
	case typemodel.Struct, typemodel.Array, typemodel.Time:
		if p.Shape.Spells(t) {
			p.P(x, " = ", t, "{}")
			return
		}
		for _, m := range n.Members {
			if pointers := steps.Pointers(x, m); len(pointers) > 0 {
				p.P(pointers[0], " = nil")
				continue
			}
			p.Zero(m.Node, x.Fields(m.Path))
		}
	default:
		p.P(x, " = 0")
	}
}

// StringOf returns a string of bytes as a t. Where it shares memory with others of the message if it is short, rest is
// how many bytes are left of that.
func (p *Printer) StringOf(t *typemodel.Type, bytes, rest string) string {
	switch {
	case p.Options.Intern:
		p.Add("Decoder.intern")
		return p.Typed(t, "d.intern("+bytes+")", "string")
	case p.Options.Arena:
		p.Add("Decoder.text")
		return p.Typed(t, "d.text("+bytes+")", "string")
	case rest != "":
		p.Add("Decoder.keep")
		return p.Typed(t, "d.keep("+bytes+", "+rest+")", "string")
	}
	return p.Type(t) + "(" + bytes + ")"
}

// SharesMemory reports whether strings may share memory.
func (p *Printer) SharesMemory() bool {
	return !p.Options.Unsafe && !p.Options.Arena && !p.Options.Intern
}

// Typed returns an expression of the basic type as a t.
func (p *Printer) Typed(t *typemodel.Type, x, basic string) string {
	if t.Name.IsZero() && (t.Kind.String() == basic || t.Kind == typemodel.Array) || t.Kind == typemodel.Time && t.Name.PkgPath == "time" {
		return x
	}
	return p.Type(t) + "(" + x + ")"
}
