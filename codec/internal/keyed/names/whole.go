package names

import (
	"cmp"
	"fmt"

	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// AnyValues are the routines for values of which only the interface is known, those of a closed
// set of types: see AnyForm in package namesrt for what they do. The rest of that is what the
// wire has for other values.
type AnyValues struct {
	Leaf, Compare string
	Sized, Other  string // may be empty
	Time          string // empty means that of other values
	Mixed         bool

	Changes string // what comes back as something else
}

// Whole is how values of a type are written and read that the wire takes as they come: by
// methods of theirs, or by routines for the one type.
type Whole struct {
	// Append and Get are routines: func(b []byte, x *T) ([]byte, error) and
	// func(b []byte, i int, x *T) int. Methods have none.
	Append, Get string

	// Content is a routine, func(b []byte, i int, x *T) ([]byte, int), in the place of Get: it
	// returns the bytes that the method Unmarshal takes, and where the value ends.
	Content string

	// Marshal and Unmarshal are methods; where there is Append, that calls Marshal. Those of
	// most types are func() ([]byte, error) and func([]byte) error. Appends says that they are
	// func([]byte) ([]byte, error) both, which append and return the rest. Where Library is
	// the path of a package, they take its Encoder and its Decoder.
	Marshal, Unmarshal string
	Appends            bool
	Library            string

	// Bytes says that what they write stands on the wire as bytes, not as a value.
	Bytes bool
}

// HasMethods reports whether values of t go by methods of their own, those of the set: t
// has them itself, and the user has not said otherwise.
func HasMethods(t *typemodel.Type, m typemodel.Methods) bool {
	return t.Own().Has(m) && !t.By.Fields && t.As == nil && (t.By.Methods == 0 || t.By.Methods.Has(m))
}

// Append is the step that writes what knows the bytes of the whole: an interface, or what has
// methods.
type Append struct {
	Node *shape.Node
	X    goprint.Place
	Path string
}

func (Append) Bounds() steps.Bounds { return steps.Bounds{Grows: true} }

// appended prints an Append.
func (p *printer) appended(s Append) {
	whole, made := Whole{}, ""
	if s.Node.Form == shape.Any {
		made = fmt.Sprintf("%s(b[:n], %s, &%s, %t, %d)", p.Shared("AppendAny"), s.X.String(), p.anyForm(), p.Options.SortedMaps, p.Options.MaxDepth)
	} else if whole = *p.wire.Whole(s.Node.Type); whole.Append != "" {
		made = p.Routine(whole.Append) + "(b[:n], " + s.X.Addr() + ")"
	}
	whole.Appends = whole.Appends || made != ""
	switch {
	case made != "":
	case whole.Appends:
		made = s.X.Operand() + "." + whole.Marshal + "(b[:n])"
	case whole.Library != "":
		made = p.Shared("Streamed") + "(func(w *" + p.Ident("bytes", "Buffer") + ") error { return " + s.X.Operand() + "." + whole.Marshal + "(" + p.Ident(whole.Library, "NewEncoder") + "(w)) })"
	default:
		made = s.X.Operand() + "." + whole.Marshal + "()"
	}
	start := "0"
	if whole.Appends {
		start = "n"
	}
	p.P("if own, err := ", made, "; err != nil {")
	p.Pf("e.fail(%q, err)", s.Path)
	if whole.Append == "" && s.Node.Form != shape.Any && !whole.Bytes {
		p.P("} else if !", p.Routine(p.wire.IsValue), "(own[", start, ":]) {")
		p.Pf("e.fail(%q, %s)", s.Path, p.Shared("ErrNoValue"))
	}
	p.P("} else {")
	if whole.Bytes {
		bytes := p.wire.Scalars[shape.Bytes]
		p.Room(fmt.Sprintf("%d+len(own)", bytes.Most))
		p.P("n = ", p.Routine(bytes.Put), "(b, n, own)")
		p.P("}")
		return
	}
	if !whole.Appends {
		p.P("own = append(b[:n], own...)")
	}
	p.P("b, n = own[:cap(own)], len(own)")
	p.P("}")
}

// anyForm returns the name of the variable with what the wire has for values of interfaces.
func (p *printer) anyForm() string { return p.Global("Any") }

// anyValues prints that variable.
func (p *printer) anyValues() {
	w := p.wire
	p.P()
	p.P("// ", p.anyForm(), " is how values of interfaces stand on the wire.")
	p.P("var ", p.anyForm(), " = ", p.Shared("AnyForm"), "{")
	p.Pf("Null: %#02x, Nulls: %t, Once: %t, Mixed: %t,", w.Null, w.Nil == NilNull, w.Twice == TwiceRefused, w.Any.Mixed)
	set := func(field, routine string) {
		if routine != "" {
			p.P(field, ": ", p.Routine(routine), ",")
		}
	}
	for _, one := range []struct {
		form         shape.Form
		field, short string
	}{
		{shape.Bool, "Bool", ""}, {shape.Int, "Int", "Int"}, {shape.Uint, "Uint", "Uint"}, {shape.String, "String", "String"},
		{shape.Bytes, "Bytes", "Bytes"}, {shape.Float32, "Float32", "Short32"}, {shape.Float64, "Float64", "Short64"},
	} {
		switch s := w.Scalars[one.form]; {
		case s.Code != 0:
			p.Pf("%s: %#02x,", one.field, s.Code)
		case s.Width > 0:
			set(one.field, s.Put)
		default:
			set(one.short, s.Put)
		}
	}
	set("Sized", w.Any.Sized)
	set("Time", cmp.Or(w.Any.Time, w.Scalars[shape.Time].Put))
	set("List", w.List.Put)
	set("Map", w.Map.Put)
	set("Other", w.Any.Other)
	set("CheckString", w.Scalars[shape.String].Check)
	set("CheckTime", w.Scalars[shape.Time].Check)
	set("Compare", w.Any.Compare)
	p.P("Heads: &", p.Routine(heads), ",")
	set("Leaf", w.Any.Leaf)
	set("Text", w.Text)
	p.P("}")
}

// getAny prints the reading of a value of an interface.
func (p *printer) getAny(x goprint.Place, path string, depth int) {
	name, j := keyed.Variable("x", depth), keyed.Variable("j", depth)
	p.P(name, ", ", j, " := ", p.Shared("GetAny"), "(b, i, &", p.anyForm(), ", d, ", p.Options.MaxDepth, ")")
	p.Failed(j, path, "value of a known type")
	p.P(x, ", i = ", name, ", ", j)
}

// getWhole prints the reading of a value that is taken as a whole.
func (p *printer) getWhole(n *shape.Node, x goprint.Place, path string, depth int) {
	whole, j := p.wire.Whole(n.Type), keyed.Variable("j", depth)
	if whole.Get != "" {
		p.P(j, " := ", p.Routine(whole.Get), "(b, i, ", x.Addr(), ")")
		p.Failed(j, path, n.Type.String())
		p.P("i = ", j)
		return
	}
	if whole.Bytes {
		p.P("if ", p.Routine(p.wire.IsNull), "(b, i) {")
		p.Zero(n, x)
		p.P("i++")
		p.P("} else {")
		defer p.P("}")
	}
	args, results := "b[i:"+j+":"+j+"]", "err"
	switch {
	case whole.Content != "":
		args = keyed.Variable("s", depth)
		p.P(args, ", ", j, " := ", p.Routine(whole.Content), "(b, i, ", x.Addr(), ")")
		p.Failed(j, path, n.Type.String())
	default:
		p.P(j, " := ", p.reads(p.wire.Skip, "b, i"))
		p.Failed(j, path, "value")
	}
	if whole.Content == "" || whole.Bytes { // what an extension is may depend on what x is
		p.Zero(n, x) // methods may merge
	}
	switch {
	case whole.Appends:
		results = "_, err"
	case whole.Library != "":
		args = p.Ident(whole.Library, "NewDecoder") + "(" + p.Ident("bytes", "NewReader") + "(" + args + "))"
	}
	p.RefuseFor("err", "i", path, results, " := ", x.Operand(), ".", whole.Unmarshal, "(", args, "); err != nil")
	p.P("i = ", j)
}
