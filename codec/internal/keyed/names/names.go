package names

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Rules returns the rules of shapes that w can carry, for the code of a package.
func (w *Wire) Rules(pkgPath string, tags []string, inline string) shape.Rules {
	r := shape.Rules{Package: pkgPath, Tags: tags, Inline: inline, Open: w.Any != nil}
	r.Refuse = func(t *typemodel.Type) typemodel.Diagnostic {
		if t.Kind == typemodel.Interface && len(t.Impls) > 0 && pkgPath != "" && !shape.Spells(t, pkgPath) {
			return shape.NotExported("", t)
		}
		return keyed.Refuse(t, w.Any != nil)
	}
	r.Preference.Yields = func(t *typemodel.Type) bool { return t.Kind == typemodel.Interface && t.Sealed }
	if w.Whole != nil {
		r.Own = func(t, root *typemodel.Type) bool {
			whole := w.Whole(t)
			return whole != nil && (whole.Append != "" || t != root)
		}
	}
	return r
}

// Plan returns what the format makes of the types of a shape.
func (w *Wire) Plan(s *shape.Shape, refused []typemodel.Diagnostic, oracle keyed.Oracle) keyed.Plan {
	return keyed.Plan{
		Shape: s, Refused: refused,
		Changes: func() []typemodel.Diagnostic { return w.changes(s) },
		Emit:    func(file *goprint.File, o codec.Options) error { return w.emit(file, s, o) },
		Test: func(file *goprint.File, o codec.Options, made codec.TestSupport) {
			keyed.Test{
				Format: w.ID, Shape: s, Methods: o.Methods, Oracle: oracle, Judged: alike(s),
				Loses:  s.Has(shape.Time) && w.Scalars[shape.Time].Loses,
				Values: codec.TestValues{Merges: w.Nil == NilEmpty, Flat: w.Nil == NilNull},
			}.Print(file, made)
		},
	}
}

// printer prints the codec of one shape.
type printer struct {
	*keyed.Printer
	wire *Wire
	left string // of the input, where strings share memory
}

// emit prints the codec of the shape's roots.
func (w *Wire) emit(file *goprint.File, s *shape.Shape, o codec.Options) error {
	o.SortedMaps = o.SortedMaps || w.Order == OrderBytes
	p := &printer{keyed.NewPrinter(file, w.Format, s, o, func(n *shape.Node) bool { return w.Scalars[n.Form].Check != "" }), w, ""}
	p.Other = p.step
	if w.Order == OrderBytes {
		for _, n := range s.Nodes {
			if !w.tuple(n) {
				slices.SortStableFunc(n.Members, func(a, b *shape.Member) int { return bytes.Compare(w.MemberKey(a), w.MemberKey(b)) })
			}
		}
	}
	for _, root := range s.Roots {
		p.api(root)
		if o.Arena || o.Intern {
			p.sharingDecoder(root)
		}
		if o.Streams {
			scan := ""
			if w.Scan != "" {
				scan = p.reads(w.Scan, "have, i, open")
			}
			p.Face(root).Stream(file, o.Unsafe, scan)
		}
	}
	for _, n := range s.Nodes {
		if err := p.OrderOfMaps(n); err != nil {
			return err
		}
		if hasFunction(n) || slices.Contains(s.Roots, n) {
			p.encoder(n)
			p.decoder(n)
		}
	}
	p.Conversions()
	if s.Has(shape.Any) {
		p.anyValues()
	}
	p.PrintRoutines(heads, p.headTable)
	return nil
}

// api prints what users call for a root.
func (p *printer) api(root *shape.Node) {
	room := 0
	if root.Form == shape.Struct && !slices.ContainsFunc(root.Members, func(m *shape.Member) bool { return !plain(m.Node) }) {
		room = 256
	}
	p.Writers(root, room, root.Form == shape.Struct && !steps.Total(p.putMembers(root, goprint.Pointee("v"))).Grows)

	p.Begin(root, "Unmarshal", "data []byte", "error",
		"reads v from the whole of data. "+p.Aliasing()+"; what v held is lost, and its memory used again. After an error v holds a part of the values.")
	p.whole(p.Function("Decode", root) + "(data, v, true)")

	p.Begin(root, "Merge", "data []byte", "error",
		"reads v from the whole of data, but that members which are not there stay as they are, and structs are merged, also behind pointers; lists and maps are replaced. "+p.Aliasing()+".")
	p.whole(p.Function("Decode", root) + "(data, v, false)")

	p.Begin(root, "Decode", "data []byte", "(int, error)", "reads v from the front of data and returns the number of bytes used.")
	p.P("return ", p.Function("Decode", root), "(data, v, true)")
	p.P("}")

	p.P()
	p.P("// ", p.Function("Decode", root), " reads *v, whose old contents go if used is set.")
	p.P("func ", p.Function("Decode", root), "(data []byte, v *", root.Type, ", used bool) (int, error) {")
	p.decode(root, ", used: used", "")
	p.P("}")
}

// plain reports whether values of n are scalars, or lists of them.
func plain(n *shape.Node) bool {
	if n.Form == shape.Pointer || n.Form == shape.List && !n.Recursive {
		n = n.Elem
	}
	return n.Form.IsScalar()
}

// sharingDecoder prints the decoder whose strings share memory.
func (p *printer) sharingDecoder(root *shape.Node) {
	method, fields, after := p.SharingDecoder(root)
	method("Unmarshal", "error", "reads v from the whole of data, as the function does.")
	p.whole("r.Decode(data, v)")
	method("Decode", "(int, error)", "reads v from the front of data and returns the number of bytes used.")
	p.decode(root, ", used: true"+fields, after)
	p.P("}")
}

// decode prints the reading of a value at the front of data, by a decoder with further fields
// set, and a statement after it is there.
func (p *printer) decode(root *shape.Node, fields, after string) {
	p.P("d := ", p.Shared("Decoder"), "{", p.Memory(), fields, "}")
	if after != "" {
		p.P(after)
	}
	p.P("i := ", p.Function("Read", root), "(&d, data, 0, v)")
	p.P("if i < 0 {")
	if p.wire.Definite != "" {
		p.P("if whole, end := ", p.reads(p.wire.Definite, "data"), "; whole != nil { // what has no length is read from a copy that has")
		p.P("d = ", p.Shared("Decoder"), "{left: d.left - len(whole), paid: d.paid", fields, "}")
		p.Pf("if %s(&d, whole, 0, v) < 0 { return 0, d.error(whole, %q) }", p.Function("Read", root), codec.TypeName(root.Type))
		p.P("return end, nil")
		p.P("}")
	}
	p.Pf("return 0, d.error(data, %q)", codec.TypeName(root.Type))
	p.P("}")
	p.P("return i, nil")
}

// whole prints a call that decodes, of the whole of data.
func (p *printer) whole(decode string) {
	p.P("i, err := ", decode)
	p.P("if err == nil && i < len(data) { return ", p.Shared("Trailing"), "(i) }")
	p.End("return err")
}

// reads returns the call of a routine of the wire, or of one that all share, which is told what
// the wire's values begin with.
func (p *printer) reads(name, args string) string {
	if !p.Offers(name) {
		args += ", &" + p.Routine(heads)
	}
	return p.Routine(name) + "(" + args + ")"
}

// heads is the variable of a wire's routines that tells what its values begin with. Their copy
// has what is in it, and not how it was made.
const heads = "Heads"

// headTable returns that copy.
func (p *printer) headTable() string {
	var out strings.Builder
	fmt.Fprintf(&out, "// %s are what values begin with.\nvar %[1]s = %s{", p.Global(heads), p.Shared("HeadTable"))
	for c, code := range p.wire.Heads {
		if c%16 == 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%#x, ", uint16(code))
	}
	out.WriteString("\n}")
	return out.String()
}

// alike reports whether a library sees in values of s what the code sees: it calls methods
// that are promoted, too, and writes what interfaces hold without the names of types.
func alike(s *shape.Shape) bool {
	if s.Has(shape.Carried, shape.Interface) {
		return false
	}
	for _, n := range s.Nodes {
		if n.Form == shape.Struct && n.Type.Methods&(typemodel.BinaryMarshaler|typemodel.TextMarshaler) != 0 {
			return false
		}
		for i := range n.Type.Fields {
			if f := &n.Type.Fields[i]; f.Omit && token.IsExported(f.Name) || f.Reached {
				return false
			}
		}
	}
	return true
}

// changes returns what comes back as something else in values of the shape's roots.
func (w *Wire) changes(s *shape.Shape) []typemodel.Diagnostic {
	var d keyed.Changes
	d.Of = func(n *shape.Node, m *shape.Member, path string) {
		d.Add(w.Scalars[n.Form].Changes, path)
		if w.Nil == NilEmpty && !(m != nil && w.nullable(m)) {
			d.Emptied(n, path)
		}
		if n.Form != shape.Struct && carry.Unread(n.Type) {
			d.Add("what is not valid is written as no bytes, which are an error to unmarshal (--as='uuid.NullUUID=fields' has it otherwise)", path)
		}
		switch n.Form {
		case shape.Any:
			d.Add(w.Any.Changes, path)
		case shape.Pointer:
			if f := n.Elem.Form; w.Nil == NilNull && (f == shape.Bytes || f == shape.List || f == shape.Map) {
				d.Add("pointers to nil slices and maps come back nil", path)
			}
			if n.Elem.Form == shape.Time && w.ZeroTimeNull {
				d.Add("pointers to the zero time come back nil", path)
			}
		case shape.Struct:
			d.UnknownFields(n, path)
			for _, at := range s.Hidden(n) {
				d.Add(shape.Shadowed, typemodel.FieldPath(path, at))
			}
			for _, name := range s.Hollow(n) {
				d.Add(shape.HollowStructs, typemodel.FieldPath(path, name))
			}
		}
	}
	d.OfMember = func(n *shape.Node, m *shape.Member, path string) {
		x := goprint.Variable("x")
		if c, omits := w.kept(m, x); omits && !w.tuple(n) {
			switch {
			case c.Test == steps.HasElements && m.Node.Type.Kind != typemodel.Array:
				d.Add(shape.EmptyLists, path)
			case c.Test == steps.NotZeroCall && m.Node.Form != shape.Time:
				d.Add(shape.SaidZero, path)
			case (c.Test == steps.NotZero || c.Test == steps.NotEqual) && m.Node.Type.HoldsFloats():
				d.Add(shape.NegativeZeros, path)
			}
		}
		if c, _ := w.present(m, x); c.Test == steps.AllOf {
			d.Add(shape.HollowStructs, path)
		}
	}
	return d.In(s)
}
