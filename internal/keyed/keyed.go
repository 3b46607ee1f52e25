package keyed

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/internal/steps"
	"github.com/assay-go/assay/typemodel"
)

//go:embed keyedrt/*.go
var source embed.FS

// shared returns what the code of all wires may need.
var shared = routines.Embedded(source, "keyedrt")

// Options are choices of the user: those that all formats have, and those of wires.
type Options struct {
	codec.Options
	Tuple  bool // all structs are lists, in the order of their members
	Strict bool // what the type has no place for is refused when it is read
	Sized  *Sized
}

// Takes returns the common options that mean something to formats of the family: see
// [codec.Facts].
func Takes() []string {
	return []string{"unsafe", "arena", "intern", "sorted-maps", "streams", "test", "max-depth", "max-alloc", "as", "impl", "unexported"}
}

// Imports returns the packages of the standard library that the code may import: see
// [codec.Facts].
func Imports() []string {
	return []string{"bufio", "bytes", "cmp", "encoding/binary", "errors", "fmt", "io", "math", "math/bits", "slices", "sync", "time", "unicode/utf8"}
}

// Rules returns the rules of shapes that w can carry, for the code of a package.
func (w *Wire) Rules(pkgPath string, tags []string, inline string) shape.Rules {
	r := shape.Rules{Package: pkgPath, Tags: tags, Inline: inline, Nameless: w.Fields != nil, Open: w.Any != nil && w.Fields == nil}
	r.Refuse = func(t *typemodel.Type) typemodel.Diagnostic { return w.refuse(t, pkgPath) }
	if w.Fields == nil { // else interfaces have a form that the format's own generators write
		r.Preference.Yields = func(t *typemodel.Type) bool { return t.Kind == typemodel.Interface && t.Sealed }
	}
	if w.Whole != nil {
		r.Own = w.owns
	}
	return r
}

// refuse returns why w has no form for t in code of a package, its parts aside.
func (w *Wire) refuse(t *typemodel.Type, pkgPath string) typemodel.Diagnostic {
	switch t.Kind {
	case typemodel.Interface:
		named := len(t.Impls) > 0
		switch {
		case named && w.Fields == nil && pkgPath != "" && !shape.Spells(t, pkgPath):
			return shape.NotExported("", t)
		case named || t.NumMethod == 0 && w.Any != nil:
			return typemodel.Diagnostic{}
		}
		return typemodel.Diagnostic{Text: "the types that the interface may hold are not known", Ways: typemodel.WayImpl | typemodel.WayLeaveOut}
	case typemodel.Complex64, typemodel.Complex128:
		return typemodel.Diagnostic{Text: "complex numbers are not carried", Fix: "use two floats"}
	case typemodel.Pointer:
		if k := t.Elem.Kind; k == typemodel.Pointer || k == typemodel.Interface {
			return typemodel.Diagnostic{Text: "a pointer to nil would be read as nil", Fix: "use " + t.Elem.String() + " without the pointer"}
		}
	case typemodel.Map:
		if t.Key.Kind == typemodel.Interface {
			return typemodel.Diagnostic{Text: "what is read for a key of type " + t.Key.String() + " may be none", Fix: "use a key of one type"}
		}
		if shape.Locks(t.Elem) {
			return shape.LockedEntries("")
		}
	}
	return typemodel.Diagnostic{}
}

// printer prints the codec of one shape.
type printer struct {
	*steps.Printer
	wire   *Wire
	opts   Options
	shape  *shape.Shape
	prefix string // of unexported package-level names: those of other generated files differ
	names  map[*shape.Node]string
	done   map[string]bool // the functions that read entries of maps and were printed
	common *routines.Pick
	own    *routines.Pick
	fails  bool // writing may fail

	// Of wires with numbered fields: the order of messages, and the one whose function is
	// being printed.
	order  map[*shape.Node]int
	inside *shape.Node
}

// locals are the names of variables in generated code.
var locals = []string{"after", "as", "at", "b", "before", "c", "count", "d", "data", "e", "elem", "end", "err", "fresh", "grown", "i", "j", "k", "key", "keys", "l", "last", "m", "member", "n", "next", "ok", "own", "p", "q", "room", "run", "s", "scratch", "seen", "set", "slab", "start", "stop", "t", "used", "v", "w", "x"}

// Emit prints the codec of the shape's roots.
func (w *Wire) Emit(file *goprint.File, sh *shape.Shape, o Options) error {
	if o.MaxDepth == 0 {
		o.MaxDepth = codec.DefaultMaxDepth
	}
	if o.MaxAlloc == 0 {
		o.MaxAlloc = codec.DefaultMaxAlloc
	}
	p := &printer{
		Printer: &steps.Printer{File: file}, wire: w, opts: o, shape: sh,
		prefix: codec.LowerFirst(codec.TypeName(sh.Roots[0].Type)) + codec.UpperFirst(w.ID),
		names:  map[*shape.Node]string{}, done: map[string]bool{}, order: map[*shape.Node]int{},
		common: shared().Pick("Decoder", "Encoder"), own: w.Routines.Pick(),
	}
	p.Grow, p.Routine, p.Other = func() string { return p.shared("Grow") }, p.routine, p.step
	for of, other := range w.Loose {
		p.own.Instead(of, other)
	}
	p.keepNames()
	if w.Order == OrderBytes {
		for _, n := range sh.Nodes {
			if !p.tuple(n) {
				slices.SortStableFunc(n.Members, func(a, b *shape.Member) int { return bytes.Compare(w.MemberKey(a), w.MemberKey(b)) })
			}
		}
	}
	for _, root := range sh.Roots {
		p.api(root)
		if o.Sized != nil {
			p.sized(root)
		}
		if o.Arena || o.Intern {
			p.memoryDecoder(root)
		}
		if o.Streams {
			p.streams(root)
		}
	}
	if w.Fields != nil {
		p.numbered()
	}
	for _, n := range sh.Nodes {
		if n.Form == shape.Map && o.SortedMaps && !ordered(n.Type.Key) && (w.Fields == nil || n.Key.Form != shape.Bool) {
			return fmt.Errorf("%s: %s: keys of type %s have no order for sorted maps", w.ID, n.Path, n.Type.Key)
		}
		if w.Fields == nil && (hasFunction(n) || slices.Contains(sh.Roots, n)) {
			p.encoder(n)
			p.decoder(n)
		}
	}
	p.conversions()
	if sh.Has(shape.Any) && w.Any.Append == "" {
		p.anyValues()
	}
	p.routines()
	return nil
}

// keepNames sees to it that no name of the generated code means another thing to the
// package.
func (p *printer) keepNames() {
	p.Reserve(locals...)
	for depth := 1; depth < 8; depth++ {
		for _, name := range []string{"as", "at", "before", "c", "j", "k", "s", "start", "used", "w", "x"} {
			p.Reserve(numbered(name, depth))
		}
	}
	taken := map[string]bool{}
	var types []*typemodel.Type
	for _, n := range p.shape.Nodes {
		types = append(types, n.Type)
		p.fails = p.fails || n.Form == shape.Carried || n.Form == shape.Own || n.Form == shape.Interface || n.Form == shape.Any || p.wire.Fields != nil && (nilElements(n) || n.Type.Union || p.requires(n)) || n.Recursive || n.Form == shape.Map && merges(n.Key) || p.wire.Scalars[n.Form].Check != ""
		p.ReserveTypes(n.Type)
		p.names[n] = goprint.Numbered(codec.UpperFirst(codec.TypeName(n.Type)), func(name string) bool { return taken[name] })
		taken[p.names[n]] = true
	}
	codec.Aliases(p.File, p.prefix, types, shadowed)
}

// shadowed reports whether a variable of the generated code has the name.
func shadowed(name string) bool {
	return slices.Contains(locals, strings.TrimRight(name, "0123456789"))
}

// tuple reports whether the struct n is a list of its members.
func (p *printer) tuple(n *shape.Node) bool {
	return p.opts.Tuple || slices.Contains(n.Options, p.wire.Array)
}

// conversions prints the funcs that convert to and from what stands in the place of
// types.
func (p *printer) conversions() {
	for _, n := range p.shape.Nodes {
		if n.Form != shape.Carried {
			continue
		}
		p.P()
		p.P("// ", p.conversion("To", n), " returns what stands for *v: ", n.StandIn.How, ".")
		n.StandIn.EmitTo(p.File, p.conversion("To", n))
		p.P()
		n.StandIn.EmitFrom(p.File, p.conversion("From", n))
	}
}

// routine returns the name of a routine of the wire, or of one that it shares with all, and
// sees to it that it is printed.
func (p *printer) routine(name string) string {
	if !p.own.Offers(name) {
		return p.shared(name)
	}
	p.own.Add(name)
	return p.copied(name)
}

// reads returns the call of a routine of the wire, or of one that all share, which is told what
// the wire's values begin with.
func (p *printer) reads(name, args string) string {
	if !p.own.Offers(name) {
		args += ", &" + p.routine(heads)
	}
	return p.routine(name) + "(" + args + ")"
}

// shared returns the name of a routine that all wires share, likewise.
func (p *printer) shared(name string) string {
	p.common.Add(name)
	return p.copied(name)
}

// copied returns the name that the copy of a routine has: of an error, it begins with err.
func (p *printer) copied(name string) string {
	if rest, ok := strings.CutPrefix(name, "Err"); ok {
		return p.Local("err" + codec.UpperFirst(p.prefix) + rest)
	}
	return p.Local(p.prefix + name)
}

// routines prints what the file shares.
func (p *printer) routines() {
	members := []string{"Decoder.fail", "Decoder.failed", "Decoder.in", "Decoder.take", "Decoder.error", "Decoder.used", "Decoder.paid"}
	if slices.ContainsFunc(p.shape.Nodes, func(n *shape.Node) bool { return n.Form == shape.Map }) {
		members = append(members, "Decoder.fitsMap")
	}
	if p.fails {
		members = append(members, "Encoder.fail", "Encoder.in", "Encoder.error")
	}
	if p.opts.Intern {
		members = append(members, "Decoder.known")
	}
	if slices.ContainsFunc(p.shape.Nodes, func(n *shape.Node) bool { return n.Recursive }) {
		members = append(members, "Encoder.depth", "Decoder.depth")
	}
	for _, member := range members {
		p.common.Add(member)
	}
	c := routines.Copy{
		Own: p.copied,
		Import: func(path, name string) string {
			if strings.HasSuffix(path, "/keyedrt") {
				return p.shared(name)
			}
			return p.Ident(path, name)
		},
		Literal: func(quoted string) string {
			if rest, ok := strings.CutPrefix(quoted, `"keyed: `); ok {
				return `"` + p.wire.ID + ": " + rest
			}
			return quoted
		},
		Keep: func(typ, field string) bool {
			switch {
			case typ == "Decoder" && (field == "chunk" || field == "shares"):
				return p.opts.Arena || p.opts.Intern
			case typ == "Decoder" && field == "known":
				return p.opts.Intern
			}
			return true
		},
	}
	own := p.own.Sources(c, heads) // which mention routines that all share
	if p.own.Has(heads) {
		own = append(own, p.headTable())
	}
	for _, text := range slices.Concat(p.common.Sources(c), own) {
		p.P()
		p.P(text)
	}
}

// heads is the variable of a wire's routines that tells what its values begin with. Their copy
// has what is in it, and not how it was made.
const heads = "Heads"

// headTable returns that copy.
func (p *printer) headTable() string {
	var out strings.Builder
	fmt.Fprintf(&out, "// %s are what values begin with.\nvar %[1]s = %s{", p.copied(heads), p.shared("HeadTable"))
	for c, code := range p.wire.Heads {
		if c%16 == 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(&out, "%#x, ", uint16(code))
	}
	out.WriteString("\n}")
	return out.String()
}

// encoderParameter and encoderArgument are the encoder of functions that may fail.
func (p *printer) encoderParameter() string {
	if !p.fails {
		return ""
	}
	return "e *" + p.shared("Encoder") + ", "
}

func (p *printer) encoderArgument() string {
	if !p.fails {
		return ""
	}
	return "e, "
}
