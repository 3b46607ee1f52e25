package names

import (
	"slices"
	"strconv"

	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Steps of these formats, besides those of package keyed.
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
)

func (Check) Bounds() steps.Bounds   { return steps.Bounds{} }
func (Unseen) Bounds() steps.Bounds  { return steps.Bounds{} }
func (s Count) Bounds() steps.Bounds { return steps.Bounds{Most: s.Head.Most} }

// step prints a step that only these formats have.
func (p *printer) step(s steps.Step) {
	switch s := s.(type) {
	case Check:
		p.Pf("if err := %s(%s); err != nil { e.fail(%q, err) }", p.Routine(s.Routine), s.X.Text(), s.Path)
	case Unseen:
		p.Pf("if seen[string(b[start:n])] { e.fail(%q, %s) }", "[key]", p.Shared("ErrEqualKeys"))
		p.P("seen[string(b[start:n])] = true")
	case Count:
		p.count(s)
	case Append:
		p.appended(s)
	default:
		p.Step(s)
	}
}

// count prints the head of what has members that may be left out.
func (p *printer) count(s Count) {
	if len(s.Unless) == 0 {
		p.P("n = ", p.Routine(s.Head.Put), "(b, n, ", s.All, ")")
		return
	}
	p.P("count := ", s.All)
	for _, c := range s.Unless {
		p.P("if ", c.Not(p.File), " { count-- }")
	}
	p.P("n = ", p.Routine(s.Head.Put), "(b, n, count)")
}

// hasFunction reports whether n is written and read by functions of its own: structs,
// maps and interfaces, and what could not end otherwise.
func hasFunction(n *shape.Node) bool {
	return n.Form == shape.Struct || n.Form == shape.Map || n.Form == shape.Interface || n.Recursive && (n.Form == shape.List || n.Form == shape.Array) && !n.Type.Name.IsZero()
}

// encoder prints the function that writes values of n.
func (p *printer) encoder(n *shape.Node) {
	p.DocComment(p.Function("Write", n) + " writes *v at n, in b whose length is its capacity.")
	p.P("func ", p.Function("Write", n), "(", p.EncoderParameter(), "b []byte, n int, v *", n.Type, ") ([]byte, int) {")
	path := n.Type.String()
	if path[0] == '[' {
		path = "" // as of maps, whose place those know that hold them
	}
	p.nest(n, path)
	v := goprint.Pointee("v")
	switch n.Form {
	case shape.Struct:
		p.Steps(p.putMembers(n, v))
	case shape.Map:
		p.encodeMap(n, v)
	case shape.Interface:
		p.Steps(p.putChoice(n, v, path))
	case shape.List, shape.Array:
		p.Steps(p.orNull(n, v, p.putList(n, v, path, 0)))
	default:
		p.Steps(p.put(n, v, path, 0))
	}
	p.rise(n)
	p.End("return b, n")
}

// nest prints what counts how deep values of a recursive n nest: in place, since a call would
// take as long as a short value.
func (p *printer) nest(n *shape.Node, path string) {
	if n.Recursive {
		p.Pf("if e.depth++; e.depth > %d { e.fail(%q, %s); return b, n }", p.Options.MaxDepth, path, p.Shared("ErrDepth"))
	}
}

// rise prints the end of what nest began.
func (p *printer) rise(n *shape.Node) {
	if n.Recursive {
		p.P("e.depth--")
	}
}

// tuple reports whether the struct n is a list of its members.
func (w *Wire) tuple(n *shape.Node) bool { return w.Arrays || slices.Contains(n.Options, w.Array) }

// putMembers returns the steps that write the struct at v.
func (p *printer) putMembers(n *shape.Node, v goprint.Place) []steps.Step {
	var list []steps.Step
	var omitted []steps.Cond
	for _, m := range n.Members {
		if c, ok := p.wire.present(m, v); ok && !p.wire.tuple(n) {
			omitted = append(omitted, c)
		}
	}
	switch {
	case p.wire.tuple(n):
		list = append(list, steps.Bytes(p.wire.Tuple(len(n.Members))))
	case len(omitted) > 0:
		list = append(list, Count{Head: p.wire.Map, All: strconv.Itoa(len(n.Members)), Unless: omitted})
	default:
		list = append(list, steps.Bytes(p.wire.Struct(len(n.Members))))
	}
	for _, m := range n.Members {
		x := v.Fields(m.Path)
		var body []steps.Step
		if !p.wire.tuple(n) {
			body = append(body, steps.Bytes(p.wire.MemberKey(m)))
		}
		value := p.put(m.Node, x, n.Type.String()+"."+m.Name, 0)
		c, omits := p.wire.present(m, v)
		omits = omits && !p.wire.tuple(n)
		if !omits && p.wire.nullable(m) {
			value = []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: x}, Then: []steps.Step{steps.Bytes{p.wire.Null}}, Else: value}}
		}
		body = append(body, value...)
		if omits {
			body = []steps.Step{steps.If{Cond: c, Then: body}}
		}
		list = append(list, body...)
	}
	return list
}

// orNull returns the steps that write the value at x as null if it is nil, where the
// wire has it so of slices and maps.
func (p *printer) orNull(n *shape.Node, x goprint.Place, list []steps.Step) []steps.Step {
	if p.wire.Nil == NilEmpty || n.Form != shape.List && n.Form != shape.Bytes && n.Form != shape.Map {
		return list
	}
	return []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: x}, Then: []steps.Step{steps.Bytes{p.wire.Null}}, Else: list}}
}

// nullable reports whether a member that is nil is null on the wire, by its option
// allownil.
func (w *Wire) nullable(m *shape.Member) bool {
	switch m.Node.Form {
	case shape.Bytes, shape.List, shape.Map:
		return w.Nil == NilEmpty && m.Has("allownil")
	}
	return false
}

// present returns the condition under which a member of the struct at v is there and written,
// and false for one that always is.
func (w *Wire) present(m *shape.Member, v goprint.Place) (steps.Cond, bool) {
	if c, ok := w.kept(m, v.Fields(m.Path)); ok {
		return steps.Present(v, m, c)
	}
	return steps.Present(v, m)
}

// kept returns the condition under which a member is written, and false for one that
// always is.
func (w *Wire) kept(m *shape.Member, x goprint.Place) (steps.Cond, bool) {
	t := m.Node.Type
	switch {
	case m.Omit == shape.OmitZero && shape.TellsZero(t), m.Omit == shape.OmitEmpty && shape.TellsZero(t) && w.Empty == EmptyCall:
		return steps.Cond{Test: steps.NotZeroCall, X: x}, true
	case m.Omit != shape.OmitNever:
		if f := m.Node.Form; m.Omit == shape.OmitEmpty && w.Empty != EmptyNil {
			switch {
			case f == shape.Bytes || f == shape.List || f == shape.Map || t.Kind == typemodel.Array && t.Len == 0 || f == shape.Own && (t.Kind == typemodel.Slice || t.Kind == typemodel.Map && w.Empty == EmptyLen):
				return steps.Cond{Test: steps.HasElements, X: x}, true
			case f == shape.Struct:
				return w.anyKept(m.Node, x)
			case f == shape.Time:
				return steps.Cond{}, false
			}
		}
		c := steps.NotZeroOf(t, x)
		switch m.Node.Form {
		case shape.Own:
			return c, t.Kind == typemodel.Slice || m.Omit == shape.OmitZero && (t.Kind == typemodel.Map || t.Kind.IsPrimitive())
		case shape.Time:
			return c, t.Name.PkgPath == "time"
		case shape.Struct: // of msgp only those that have a name
			return c, shape.Comparable(t) && (!t.Name.IsZero() || w.Empty != EmptyNil)
		case shape.ByteArray, shape.Array:
			return c, shape.Comparable(t) && m.Omit == shape.OmitZero && w.Empty != EmptyNil
		case shape.Complex, shape.Carried:
			return steps.Cond{}, false
		}
		return c, true
	}
	return steps.Cond{}, false
}

// anyKept returns the condition under which any member of the struct n, at x, is written,
// and false for a struct with one that always is.
func (w *Wire) anyKept(n *shape.Node, x goprint.Place) (steps.Cond, bool) {
	any := steps.Cond{Test: steps.AnyOf}
	for _, m := range n.Members {
		c, ok := w.present(m, x)
		if !ok || m.Omit != shape.OmitEmpty || w.tuple(n) {
			return steps.Cond{}, false
		}
		any.Of = append(any.Of, c)
	}
	return any, len(any.Of) > 0
}

// put returns the steps that write the value at x.
func (p *printer) put(n *shape.Node, x goprint.Place, path string, depth int) []steps.Step {
	if hasFunction(n) {
		return []steps.Step{keyed.Call{Node: n, X: x, Path: path}}
	}
	switch n.Form {
	case shape.Any, shape.Own:
		return []steps.Step{Append{n, x, path}}
	case shape.Pointer:
		return []steps.Step{steps.If{Cond: steps.Cond{Test: steps.IsNil, X: x}, Then: []steps.Step{steps.Bytes{p.wire.Null}}, Else: p.put(n.Elem, x.Pointee(), path, depth)}}
	case shape.List, shape.Array:
		return p.orNull(n, x, p.putList(n, x, path, depth))
	case shape.Carried:
		as := keyed.Variable("as", depth)
		return []steps.Step{keyed.Convert{Node: n, X: x, As: as, Path: path, Body: p.put(n.Elem, goprint.Variable(as), path, depth+1)}}
	case shape.ByteArray:
		s := p.wire.Scalars[shape.Bytes]
		if !n.Type.Elem.Name.IsZero() {
			raw := goprint.Variable(p.Shared("Raw") + "(" + x.Slice() + ")")
			return []steps.Step{steps.Put{Routine: s.Put, Args: []steps.Value{{Place: raw, Own: byteSlice, As: s.Type}}, Most: s.Most, Text: s.Text}}
		}
		return []steps.Step{
			steps.Bytes(p.wire.BytesHead(n.Type.Len)),
			steps.Fixed{Width: n.Type.Len, X: steps.Value{Place: x, Own: n.Type, As: s.Type}},
		}
	}
	s := p.wire.scalar(n)
	value := steps.Value{Place: x, Own: n.Type, As: s.Type}
	if n.Form == shape.Bytes && !n.Type.Elem.Name.IsZero() {
		value.Place, value.Own = goprint.Variable(p.Shared("Raw")+"("+x.String()+")"), byteSlice
	}
	switch {
	case s.Code != 0:
		return []steps.Step{steps.Bytes{s.Code}, steps.Fixed{Width: s.Width, Routine: s.Put, X: value}}
	case s.Width > 0:
		return []steps.Step{steps.Fixed{Width: s.Width, Routine: s.Put, X: value}}
	}
	list := p.orNull(n, x, []steps.Step{steps.Put{Routine: s.Put, Args: []steps.Value{value}, Most: s.Most, Text: s.Text}})
	if s.Check != "" {
		list = append([]steps.Step{Check{s.Check, value, path}}, list...)
	}
	return list
}

// byteSlice is []byte.
var byteSlice = &typemodel.Type{Kind: typemodel.Slice, Elem: &typemodel.Type{Kind: typemodel.Uint8}}

// scalar says how values of n are written and read.
func (w *Wire) scalar(n *shape.Node) Scalar {
	if s, ok := w.Widths[n.Type.Kind]; ok && (n.Form == shape.Int || n.Form == shape.Uint) {
		return s
	}
	return w.Scalars[n.Form]
}

// putList returns the steps that write the list or array at x.
func (p *printer) putList(n *shape.Node, x goprint.Place, path string, depth int) []steps.Step {
	var head steps.Step = steps.Bytes(p.wire.Tuple(n.Type.Len))
	if n.Form == shape.List {
		head = Count{Head: p.wire.List, All: "len(" + x.String() + ")"}
	}
	each := steps.Each{Over: x}
	if n.Form == shape.List && n.Elem.Form.IsScalar() && n.Elem.Form != shape.ByteArray {
		each.Elem = keyed.Variable("x", depth)
		each.Body = p.put(n.Elem, goprint.Variable(each.Elem), path+"[]", depth+1)
	} else {
		each.Index = keyed.Variable("k", depth)
		each.Body = p.put(n.Elem, x.Index(each.Index), path+"[]", depth+1)
	}
	return []steps.Step{head, each}
}

// encodeMap prints the writing of the map at v. Keys and values are in variables
// outside of the loop: where their type leads back to itself, one for each entry
// would be on the heap.
func (p *printer) encodeMap(n *shape.Node, v goprint.Place) {
	if p.wire.Nil == NilNull {
		p.P("if *v == nil {")
		p.Steps([]steps.Step{steps.Bytes{p.wire.Null}})
		p.rise(n)
		p.P("return b, n")
		p.P("}")
	}
	p.Steps([]steps.Step{Count{Head: p.wire.Map, All: "len(*v)"}})
	if keyed.Merges(n.Key) {
		p.P("seen := make(map[string]bool, len(*v))")
	}
	p.P("var key ", n.Key.Type)
	p.P("var x ", n.Elem.Type)
	if p.Options.SortedMaps {
		p.P("var room [12]", n.Key.Type)
		if compare := p.wire.Compare[n.Key.Form]; compare != "" {
			p.P("keys := ", p.Shared("Keys"), "(*v, room[:0])")
			p.P(goprint.Ident{Path: "slices", Name: "SortFunc"}, "(keys, ", p.Routine(compare), ")")
			p.P("for _, key = range keys {")
		} else {
			p.P("for _, key = range ", p.Shared("SortedKeys"), "(*v, room[:0]) {")
		}
		p.P("x = (*v)[key]")
	} else {
		p.P("for key, x = range *v {")
	}
	if p.Options.SortedMaps && n.Type.Key.Kind.IsFloat() {
		p.P("if key != key { // and is not found")
		p.Pf("e.fail(%q, %s)", "[key]", p.Shared("ErrNaNKey"))
		p.P("}")
	}
	key, value := p.put(n.Key, goprint.Variable("key"), "[key]", 0), p.put(n.Elem, goprint.Variable("x"), "[value]", 0)
	if keyed.Merges(n.Key) {
		p.P("start := n")
		key = append(key, Unseen{})
	}
	p.Steps(append(key, value...))
	p.P("}")
}

// An interface whose types are known stands as a map of one member, which is named after the
// type that it holds; nil is null. Wires whose fields have numbers have oneofs.

// putChoice returns the steps that write the interface at x.
func (p *printer) putChoice(n *shape.Node, x goprint.Place, path string) []steps.Step {
	s := keyed.Switch{X: x, Name: "x", Nil: []steps.Step{steps.Bytes{p.wire.Null}}, Path: path}
	for k, name := range face.ChoiceNames(n.Type) {
		impl, at := n.Impls[k], goprint.Variable(s.Name)
		inner := path + ".(" + impl.Type.String() + ")"
		body := []steps.Step{steps.Bytes(p.wire.Struct(1)), steps.Bytes(p.wire.MemberKey(&shape.Member{Name: name}))}
		if impl.Form == shape.Pointer {
			body = keyed.NeverNil(at, inner, append(body, p.put(impl.Elem, at.Pointee(), inner, 1)...))
		} else {
			body = append(body, p.put(impl, at, inner, 1)...)
		}
		s.Cases = append(s.Cases, keyed.Case{Type: impl.Type, Body: body})
	}
	return []steps.Step{s}
}
