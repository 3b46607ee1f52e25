package keyed

import (
	"strconv"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/internal/steps"
)

// An interface whose types are known stands as a map of one member, which is named after the
// type that it holds; nil is null. Wires whose fields have numbers have oneofs.

// putChoice returns the steps that write the interface at x.
func (p *printer) putChoice(n *shape.Node, x goprint.Place, path string) []steps.Step {
	s := Switch{X: x, Name: "x", Nil: []steps.Step{steps.Bytes{p.wire.Null}}, Path: path}
	for k, name := range codec.ChoiceNames(n.Type) {
		impl, at := n.Impls[k], goprint.Variable(s.Name)
		inner := path + ".(" + impl.Type.String() + ")"
		body := []steps.Step{steps.Bytes(p.wire.Struct(1)), steps.Bytes(p.wire.MemberKey(&shape.Member{Name: name}))}
		if impl.Form == shape.Pointer {
			body = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: at}, Then: []steps.Step{Fail{inner, "ErrNil"}}, Else: append(body, p.put(impl.Elem, at.Pointee(), inner, 1)...)}}
		} else {
			body = append(body, p.put(impl, at, inner, 1)...)
		}
		s.Cases = append(s.Cases, Case{Type: impl.Type, Body: body})
	}
	return []steps.Step{s}
}

// decodeChoice prints the reading of the interface at v.
func (p *printer) decodeChoice(n *shape.Node) {
	p.P("if ", p.routine(p.wire.IsNull), "(b, i) {")
	p.P("*v = nil")
	p.leave(n)
	p.P("return i + 1")
	p.P("}")
	p.head(p.wire.Map, "count", "after", 2, "")
	p.P("key, j := ", p.routine(p.wire.Text), "(b, after)")
	p.P("if count != 1 || j < 0 {")
	p.Pf("return d.fail(i, \"\", \"map of one member, named after a type\")")
	p.P("}")
	p.P("i = j")
	p.P("switch string(key) {")
	for k, name := range codec.ChoiceNames(n.Type) {
		impl := n.Impls[k]
		p.P("case ", strconv.Quote(name), ":")
		path := "(" + impl.Type.String() + ")"
		held := impl.Type
		if impl.Form == shape.Pointer {
			held = held.Elem
		}
		size, _ := shape.Size(held)
		p.take(strconv.Itoa(size), path)
		if impl.Form == shape.Pointer {
			p.P("x := new(", held, ")")
			p.P("*v = x")
			p.get(impl.Elem, goprint.Pointee("x"), path, 1)
		} else {
			p.P("var x ", held)
			p.get(impl, goprint.Variable("x"), path, 1)
			p.P("*v = x")
		}
	}
	p.P("default:")
	p.Pf("return d.fail(after, \"\", \"name of a type\")")
	p.P("}")
}
