// Package numbers emits the codecs of formats whose messages tell their fields by numbers, as
// Protocol Buffers do. A [Wire] is a page of facts about one of them; the emitter asks for no
// format by name.
package numbers

import (
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Wire is what one format looks like.
type Wire struct {
	keyed.Format

	// Fields tells how members stand on the wire.
	Fields func(m *shape.Member) Field

	// Alternative returns the member that one of the types of a choice is: that of the struct
	// around it, or one without a path, for a type that stands in the choice by itself.
	Alternative func(m *shape.Member, impl *shape.Node) *shape.Member

	// Remainder tells where messages of a type keep unknown fields, for code in a package.
	Remainder func(t *typemodel.Type, pkgPath string) Remainder

	// Dropped returns the paths of the fields of a root that the format leaves out by its
	// rules.
	Dropped func(t *typemodel.Type) []string

	// Skip is the routine that passes over a value.
	Skip string

	// PutText is the routine that copies a text and reports whether it is UTF-8, and ValidText
	// one that reports it of bytes: func(b []byte) bool. Empty means that nobody looks.
	PutText, ValidText string

	// AppendAny and GetAny are the routines for interfaces of which nothing is known:
	// func(b []byte, x any, sorted bool, depth int) ([]byte, error), and
	// func(b []byte, i int, x any, left *int, depth int) (any, int), which merges the
	// rest of b into x.
	AppendAny, GetAny string

	// Changed says what comes back as something else in values of a form.
	Changed map[shape.Form]string

	// Strict says that fields for which a message has no place are refused when it is read.
	Strict bool

	Sized *Sized

	// Loose says that messages are read as gogo/protobuf reads them, which takes more: keys
	// and values of entries by their numbers alone, be they longer than the entry, numbers of
	// a list that end behind it, messages of a choice that come twice without what the first
	// one held. The routines for that stand in the place of others.
	Loose bool
}

// Rules returns the rules of shapes that w can carry, for the code of a package.
func (w *Wire) Rules(pkgPath string) shape.Rules {
	return shape.Rules{Package: pkgPath, Nameless: true, Refuse: func(t *typemodel.Type) typemodel.Diagnostic { return keyed.Refuse(t, true) }}
}

// Plan returns what the format makes of the types of a shape.
func (w *Wire) Plan(s *shape.Shape, refused []typemodel.Diagnostic, oracle keyed.Oracle) keyed.Plan {
	return keyed.Plan{
		Shape: s, Refused: refused,
		Changes: func() []typemodel.Diagnostic { return w.changes(s) },
		Emit:    func(file *goprint.File, o codec.Options) error { return w.emit(file, s, o) },
		Test: func(file *goprint.File, o codec.Options, made codec.TestSupport) {
			values := codec.TestValues{Merges: true}
			for _, n := range s.Nodes {
				if n.Form == shape.Struct && n.Type.Union {
					values.One = append(values.One, n.Type)
				}
			}
			keyed.Test{Format: w.ID, Shape: s, Methods: o.Methods, Oracle: oracle, Judged: !s.Has(shape.Carried), Values: values}.Print(file, made)
		},
	}
}

// changes returns what comes back as something else in values of the shape's roots.
func (w *Wire) changes(s *shape.Shape) []typemodel.Diagnostic {
	var d keyed.Changes
	d.Of = func(n *shape.Node, _ *shape.Member, path string) {
		d.Add(w.Changed[n.Form], path)
		d.Emptied(n, path)
		if w.remainder(n, n.Type.Name.PkgPath) == (Remainder{}) {
			d.UnknownFields(n, path)
		}
	}
	d.OfMember = func(*shape.Node, *shape.Member, string) {}
	return append(d.In(s), shape.Dropped(w.Dropped(s.Roots[0].Type))...)
}

// printer prints the codec of one shape.
type printer struct {
	*keyed.Printer
	wire   *Wire
	done   map[string]bool        // the functions that read entries of maps and were printed
	order  map[*shape.Node]int    // of messages
	inside *shape.Node            // the message whose function is being printed
	weight map[*shape.Node][2]int // of messages
	dense  map[*shape.Node]bool   // the messages that are read where strings share copies
	shares bool                   // what is read is there
}

// emit prints the codec of the shape's roots.
func (w *Wire) emit(file *goprint.File, s *shape.Shape, o codec.Options) error {
	p := &printer{wire: w, done: map[string]bool{}, order: map[*shape.Node]int{}, weight: map[*shape.Node][2]int{}, dense: map[*shape.Node]bool{}}
	p.Printer = keyed.NewPrinter(file, w.Format, s, o, func(n *shape.Node) bool {
		return nilElements(n) || n.Type.Union || w.requires(n) || n.Form == shape.String && w.PutText != ""
	})
	p.Other = p.step
	for _, root := range s.Roots {
		p.api(root)
		if w.Sized != nil {
			p.sized(root)
		}
		if o.Arena || o.Intern {
			method, fields, after := p.SharingDecoder(root)
			method("Unmarshal", "error", "reads v from data, as the function does.")
			p.read(root, "true"+fields, after)
		}
		if o.Streams {
			p.Face(root).Stream(file, o.Unsafe, "")
		}
	}
	list := p.messages(p.Shape.Roots...)
	for k, n := range list {
		p.order[n] = k
	}
	p.findDense(list)
	for _, n := range list {
		p.fieldEncoder(n)
		p.fieldDecoder(n)
	}
	for _, n := range s.Nodes {
		if n.Form == shape.Map && n.Key.Form == shape.Bool {
			continue // its two keys have one
		}
		if err := p.OrderOfMaps(n); err != nil {
			return err
		}
	}
	p.Conversions()
	p.PrintRoutines("", nil)
	return nil
}

// api prints what users call for a root.
func (p *printer) api(root *shape.Node) {
	room := 0
	if p.small(root) {
		room = 256
		if size := steps.Total(p.putFields(root, goprint.Pointee("v"), 0)); !size.Grows && size.Most <= 64 {
			room = 128
		}
	}
	p.Writers(root, room, false)

	p.Begin(root, "Unmarshal", "data []byte", "error",
		"reads v from data. "+p.Aliasing()+"; what v held is lost, and its memory used again. After an error v holds a part of the values.")
	p.read(root, "true", "")

	p.Begin(root, "Merge", "data []byte", "error",
		"reads data into v as a second part of one message: fields that are there count in the place of those of v, lists go on, messages are merged. "+p.Aliasing()+".")
	p.read(root, "false", "")
}

// read prints the reading of the message that is the whole of data, by a decoder
// with used and further fields set, and a statement after it is there.
func (p *printer) read(root *shape.Node, used, after string) {
	p.P("d := ", p.Shared("Decoder"), "{", p.Memory(), ", used: ", used, "}")
	if after != "" {
		p.P(after)
	}
	p.Pf("if %s(&d, data, 0, len(data), v) < 0 { return d.error(data, %q) }", p.Function("Read", root), codec.TypeName(root.Type))
	p.End("return nil")
}

// small reports whether messages of a root have no messages in them, so that they are
// mostly short.
func (p *printer) small(root *shape.Node) bool {
	return root.Form == shape.Struct && !slices.ContainsFunc(p.fields(root), func(f *field) bool {
		switch f.node.Form {
		case shape.Map, shape.Interface:
			return true
		case shape.List, shape.Array:
			return f.elementKind() == KindMessage
		}
		return KindOf(f.node, f.Coding) == KindMessage
	})
}
