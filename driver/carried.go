package driver

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/carry/replica"
	"github.com/assay-go/assay/typemodel"
)

// KeepsMethods is the Keeps of a [Driver] that calls the methods of the given
// encoding interfaces wherever a type has them.
func KeepsMethods(m typemodel.Methods) func(*typemodel.Type, Variant) typemodel.Methods {
	return func(t *typemodel.Type, _ Variant) typemodel.Methods { return t.Methods & m }
}

// KeepsJSON is the Keeps of those that take the place of encoding/json.
var KeepsJSON = KeepsMethods(typemodel.JSONMarshaler | typemodel.TextMarshaler)

// Carried is how a variant of a driver carries a type with all its state: as it
// is, or by way of a replica in which something stands for what the serializer
// would lose.
type Carried struct {
	driver  *Driver
	variant Variant
	subject *typemodel.Type
	seen    *typemodel.Type // what the serializer gets: the subject or its replica
	plan    *carry.Plan     // nil: as it is
}

// Carry returns how d carries t, or everything that it cannot carry. Where d has
// no form for interfaces, a struct of pointers stands in the place of each whose
// types are known.
func (d *Driver) Carry(t *typemodel.Type, v Variant) (*Carried, []typemodel.Diagnostic) {
	c := &Carried{driver: d, variant: v, subject: t, seen: t}
	if d.CarriesState {
		return c, d.check(t, v)
	}
	w := carry.Preference{Passes: d.Passes, Hidden: d.MindsHidden}
	if d.Keeps != nil {
		w.Stays = func(t *typemodel.Type) bool { return d.keeps(t, v) != 0 }
	}
	if v.Has(Text) {
		w.Order, w.Text = carry.Text, true
	}
	refusals := c.by(w)
	if len(refusals) == 0 {
		return c, nil
	}
	spread := w
	spread.Spread = d.knowsNil(v) && Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Interface && len(t.Impls) > 0 })
	if spread.Spread {
		s := &Carried{driver: d, variant: v, subject: t, seen: t}
		rest := s.by(spread)
		if len(rest) == 0 {
			return s, nil
		}
		if s = s.byMethods(spread, rest); s != nil {
			return s, nil
		}
	}
	if m := c.byMethods(w, refusals); m != nil {
		return m, nil
	}
	return nil, refusals
}

// knowsNil reports whether pointers may be nil, which all but one of those are
// that stand in an interface's place.
func (d *Driver) knowsNil(v Variant) bool {
	of := func(name string, f typemodel.Field) *typemodel.Type {
		return &typemodel.Type{
			Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "example.com/choice", PkgName: "choice", Name: name},
			Fields: []typemodel.Field{f},
		}
	}
	held := of("Held", typemodel.Field{Name: "N", Type: &typemodel.Type{Kind: typemodel.Int32}})
	choice := of("Choice", typemodel.Field{Name: "Held", Type: &typemodel.Type{Kind: typemodel.Pointer, Elem: held}})
	choice.Union = true
	return len(d.check(choice, v)) == 0
}

// byMethods returns how the type is carried where the types around the parts that
// were refused travel by methods of theirs for the whole, or nil. Those do not
// take the serializer's place at the root.
func (c *Carried) byMethods(w carry.Preference, refusals []typemodel.Diagnostic) *Carried {
	refused := map[string]typemodel.Diagnostic{}
	for _, r := range refusals {
		refused[r.Path] = r
	}
	if _, ok := refused[""]; ok {
		return nil
	}
	at := map[string]*typemodel.Type{} // what a pointer points to is at the same path, and so is what stands for it
	typemodel.Walk(c.subject, func(path string, t *typemodel.Type) bool {
		at[path] = t
		return true
	})
	w.Refuse = func(path string, t *typemodel.Type) typemodel.Diagnostic {
		if t != at[path] {
			return typemodel.Diagnostic{}
		}
		return refused[path]
	}
	second := &Carried{driver: c.driver, variant: c.variant, subject: c.subject, seen: c.subject}
	if len(second.by(w)) > 0 || second.plan == nil || second.plan.Of(c.subject) != nil {
		return nil
	}
	return second
}

// by plans by a wish, and returns what cannot be carried so.
func (c *Carried) by(w carry.Preference) []typemodel.Diagnostic {
	plan, refusals := carry.New(c.subject, w)
	if len(refusals) > 0 {
		return refusals
	}
	r, refusals := replica.New(c.subject, plan, "replica")
	switch {
	case len(refusals) > 0:
		return refusals
	case r == nil:
		return c.driver.check(c.subject, c.variant)
	}
	c.plan, c.seen = plan, r.Type
	return c.driver.check(r.Type, c.variant)
}

func (d *Driver) check(t *typemodel.Type, v Variant) []typemodel.Diagnostic {
	if d.Check == nil {
		return nil
	}
	return d.Check(t, v)
}

// Replaced reports whether the serializer gets a replica.
func (c *Carried) Replaced() bool { return c.plan != nil }

// Methods returns the encoding methods of the subject and its parts that are called
// when a value is encoded, by the serializer or in the making of the replica. Where
// all state is the driver's own affair, it may be any that there are.
func (c *Carried) Methods() typemodel.Methods {
	var set typemodel.Methods
	typemodel.Walk(c.subject, func(_ string, t *typemodel.Type) bool {
		if c.driver.CarriesState {
			set |= t.Methods
		}
		set |= c.driver.keeps(t, c.variant)
		return true
	})
	if c.plan != nil {
		for _, carrier := range c.plan.Carriers() {
			set |= carrier.Methods
		}
	}
	return set
}

func (d *Driver) keeps(t *typemodel.Type, v Variant) typemodel.Methods {
	if d.Keeps == nil || t.Name.IsZero() {
		return 0
	}
	return d.Keeps(t, v)
}

// Aliases reports whether decoded values are declared to share memory with the
// input. What is copied out of a replica shares what of it is in the subject; a
// value in the serializer's own form shares all that the replica does.
func (c *Carried) Aliases(wire bool) bool {
	if wire {
		return c.variant.AliasesIn(c.seen)
	}
	return c.variant.AliasesIn(c.subject)
}

// Emit prints the adapter package with the given import path. Where the
// serializer gets a replica, that is in the folder carried and its adapter in
// the folder codec, and the package itself copies between the two: the copy is
// part of what is timed. Only are the funcs that are wanted, where not all are.
func (c *Carried) Emit(pkgPath string, only ...string) (*Adapter, error) {
	a := NewAdapter(pkgPath)
	a.Only = only
	if c.plan == nil {
		return a, c.driver.Emit(a, c.subject, c.variant)
	}
	carried, codec := NewAdapter(pkgPath+"/carried"), NewAdapter(pkgPath+"/codec")
	r, refusals := replica.New(c.subject, c.plan, carried.PkgPath())
	if len(refusals) > 0 {
		return nil, fmt.Errorf("a replica of %s: %s", c.subject, refusals[0])
	}
	codec.Only = only
	r.Emit(carried.File)
	if err := c.driver.Emit(codec, r.Type, c.variant); err != nil {
		return nil, err
	}
	if err := a.Nest("carried", carried); err != nil {
		return nil, err
	}
	if err := a.Nest("codec", codec); err != nil {
		return nil, err
	}
	a.Workarounds = append(a.Workarounds, r.Workarounds()...)
	c.emitCopies(a, carried.PkgPath(), codec.PkgPath(), r.Type)
	return a, nil
}

// Nest puts the package of another adapter, whose import path ends with the folder, into the
// folder of this one, with its files and the tools that make some.
func (a *Adapter) Nest(folder string, part *Adapter) error {
	src, err := part.Source()
	if err != nil {
		return err
	}
	a.Files[folder+"/adapter.go"] = src
	for name, data := range part.Files {
		a.Files[folder+"/"+name] = data
	}
	for _, name := range part.OwnUnsafe {
		a.OwnUnsafe = append(a.OwnUnsafe, "/"+folder+"."+name)
	}
	for _, tool := range part.Tools {
		a.Tools = append(a.Tools, tool.into(folder+"/"))
	}
	a.Workarounds = append(a.Workarounds, part.Workarounds...)
	return nil
}

// emitCopies prints what the adapter of a replica is wrapped in.
func (c *Carried) emitCopies(a *Adapter, carriedPath, codecPath string, replica *typemodel.Type) {
	a.Reserve("T", "Wire", "New", "NewWire", "ToWire", "FromWire", "from", "to", "err", "between", "inner", "out", "in", "encode", "decode", "data", "buf", "c", "w", "r")
	codec, carried := a.Import(codecPath), a.Import(carriedPath)
	a.P("// T is the type that this adapter encodes and decodes, by way of a replica in")
	a.P("// which other types stand for what the serializer cannot carry.")
	a.P("type T = ", c.subject)
	a.P()
	a.P("// New returns a codec that carries each T in a replica.")
	a.P("func New() ", Codec(), "[T] {")
	a.P("inner := ", codec, ".New()")
	a.P("out, in := new(", replica, "), new(", replica, ")")
	a.P("encode := func(from *T) error {")
	a.P("*out = *new(", replica, ")")
	a.P("return ", carried, ".To(from, out)")
	a.P("}")
	a.P("decode := func(data []byte, to *T) error {")
	a.P("*in = *new(", replica, ")")
	a.P("if err := inner.Unmarshal(data, in); err != nil { return err }")
	a.P("return ", carried, ".From(in, to)")
	a.P("}")
	a.P("c := ", Codec(), "[T]{Unmarshal: decode, Access: inner.Access, Open: inner.Open}")
	for _, f := range []struct{ name, signature, failed, call string }{
		{"Marshal", "(from *T) ([]byte, error)", "nil, err", "Marshal(out)"},
		{"Append", "(buf []byte, from *T) ([]byte, error)", "buf, err", "Append(buf, out)"},
		{"Fill", "(buf []byte, from *T) ([]byte, error)", "nil, err", "Fill(buf, out)"},
		{"Size", "(from *T) int", "0", "Size(out)"},
		{"Write", "(w " + a.Ident("io", "Writer") + ", from *T) error", "err", "Write(w, out)"},
	} {
		a.P("if inner.", f.name, " != nil {")
		a.P("c.", f.name, " = func", f.signature, " {")
		a.P("if err := encode(from); err != nil { return ", f.failed, " }")
		a.P("return inner.", f.call)
		a.P("}")
		a.P("}")
	}
	a.P("if inner.UnmarshalReuse != nil { // what is decoded is shared with the value, so that only its buffers are kept")
	a.P("c.UnmarshalReuse = func(data []byte, to *T) error {")
	a.P("*to = *new(T)")
	a.P("return decode(data, to)")
	a.P("}")
	a.P("}")
	a.P("if inner.Read != nil {")
	a.P("c.Read = func(r ", a.Ident("io", "Reader"), ", to *T) error {")
	a.P("*in = *new(", replica, ")")
	a.P("if err := inner.Read(r, in); err != nil { return err }")
	a.P("return ", carried, ".From(in, to)")
	a.P("}")
	a.P("}")
	a.P("return c")
	a.P("}")
	if !c.variant.Transform {
		return
	}
	a.P()
	a.P("// Wire is the serializer's own form of the replica.")
	a.P("type Wire = ", codec, ".Wire")
	a.P()
	a.P("// NewWire returns a codec with state of its own.")
	a.P("func NewWire() ", Codec(), "[Wire] { return ", codec, ".NewWire() }")
	a.P()
	a.P("// ToWire copies from into to, which is zero.")
	a.P("func ToWire(from *T, to *Wire) error {")
	a.P("between := new(", replica, ")")
	a.P("if err := ", carried, ".To(from, between); err != nil { return err }")
	a.End("return ", codec, ".ToWire(between, to)")
	a.P("// FromWire copies from into to, which is zero.")
	a.P("func FromWire(from *Wire, to *T) error {")
	a.P("between := new(", replica, ")")
	a.P("if err := ", codec, ".FromWire(from, between); err != nil { return err }")
	a.End("return ", carried, ".From(between, to)")
}

// into returns the tool with its files laid into a folder of the package.
func (t Tool) into(folder string) Tool {
	take := t.Take
	t.Take = func(stdout []byte, made map[string][]byte) (map[string][]byte, error) {
		files, err := take(stdout, made)
		moved := map[string][]byte{}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			moved[folder+name] = files[name]
		}
		return moved, err
	}
	return t
}
