// Package keyed has what the emitters of formats share whose values tell their parts: by
// names, as MessagePack and CBOR do (package names), or by numbers, as Protocol Buffers do
// (package numbers). It prints what users call, conversions and routines, and asks for no
// format by name.
//
// Writing goes by way of package steps, to which the family adds steps of its own. How lists
// grow, maps are filled and memory is taken when values are read stands in read.go.
package keyed

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

//go:embed keyedrt/*.go
var source embed.FS

// shared returns what the code of all wires may need.
var shared = routines.Embedded(source, "keyedrt")

// Format is what a format is called, and its routines.
type Format struct {
	ID       string // as users name it, and in the names of functions
	Title    string // for comments
	Routines *routines.Set
	Instead  map[string]string // routines that stand in the place of others
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

// Refuse returns why no format of the family has a form for t, its parts aside. open says that
// this one has a form for what is in an interface of which nothing is known.
func Refuse(t *typemodel.Type, open bool) typemodel.Diagnostic {
	switch t.Kind {
	case typemodel.Interface:
		if len(t.Impls) == 0 && (t.NumMethod > 0 || !open) {
			return typemodel.Diagnostic{Text: "the types that the interface may hold are not known", Remedies: typemodel.RemedyImpl | typemodel.RemedyLeaveOut}
		}
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

// Printer prints the codec of one shape.
type Printer struct {
	*steps.Printer
	Format
	Options codec.Options
	Shape   *shape.Shape
	Fails   bool // writing may fail

	prefix string // of unexported package-level names: those of other generated files differ
	names  map[*shape.Node]string
	common *routines.Pick
	own    *routines.Pick
}

// locals are the names of variables in generated code.
var locals = []string{"after", "as", "at", "b", "before", "c", "count", "d", "data", "e", "elem", "end", "err", "fresh", "grown", "i", "j", "k", "key", "keys", "l", "last", "m", "member", "n", "next", "ok", "own", "p", "q", "room", "run", "s", "scratch", "seen", "set", "slab", "start", "stop", "t", "used", "v", "w", "x"}

// NewPrinter returns a printer into a file, of a format in which the writing of values of a
// node may fail besides where it may in all.
func NewPrinter(file *goprint.File, f Format, sh *shape.Shape, o codec.Options, fails func(n *shape.Node) bool) *Printer {
	o.MaxDepth, o.MaxAlloc = cmp.Or(o.MaxDepth, codec.DefaultMaxDepth), cmp.Or(o.MaxAlloc, codec.DefaultMaxAlloc)
	p := &Printer{
		Printer: &steps.Printer{File: file}, Format: f, Options: o, Shape: sh,
		prefix: codec.LowerFirst(codec.TypeName(sh.Roots[0].Type)) + codec.UpperFirst(f.ID),
		names:  map[*shape.Node]string{}, common: shared().Pick("Decoder", "Encoder"), own: f.Routines.Pick(),
	}
	p.Grow, p.Routine = func() string { return p.Shared("Grow") }, p.routine
	for of, other := range f.Instead {
		p.own.Instead(of, other)
	}
	p.Fails = slices.ContainsFunc(sh.Nodes, func(n *shape.Node) bool {
		switch n.Form {
		case shape.Carried, shape.Own, shape.Interface, shape.Any:
			return true
		case shape.Map:
			if Merges(n.Key) {
				return true
			}
		}
		return n.Recursive || fails(n)
	})
	p.keepNames()
	return p
}

// keepNames sees to it that no name of the generated code means another thing to the
// package.
func (p *Printer) keepNames() {
	p.Reserve(locals...)
	for depth := 1; depth < 8; depth++ {
		for _, name := range []string{"as", "at", "before", "c", "j", "k", "n", "s", "start", "used", "w", "x"} {
			p.Reserve(Variable(name, depth))
		}
	}
	taken := map[string]bool{}
	var types []*typemodel.Type
	for _, n := range p.Shape.Nodes {
		types = append(types, n.Type)
		p.ReserveTypes(n.Type)
		p.names[n] = goprint.Numbered(codec.UpperFirst(codec.TypeName(n.Type)), func(name string) bool { return taken[name] })
		taken[p.names[n]] = true
	}
	face.Aliases(p.File, p.prefix, types, shadowed)
}

// shadowed reports whether a variable of the generated code has the name.
func shadowed(name string) bool {
	return slices.Contains(locals, strings.TrimRight(name, "0123456789"))
}

// Variable returns the name of a variable at a depth of nesting.
func Variable(name string, depth int) string {
	if depth == 0 {
		return name
	}
	return fmt.Sprint(name, depth+1)
}

// Global returns the name of what the file declares beside functions for types.
func (p *Printer) Global(name string) string { return p.Local(p.prefix + name) }

// Name returns the name of n in those of functions.
func (p *Printer) Name(n *shape.Node) string { return p.names[n] }

// Function returns the name of the function that does verb, such as Write or Read, for n.
func (p *Printer) Function(verb string, n *shape.Node) string { return p.Global(verb + p.names[n]) }

// Conversion returns the name of the func that converts to, or from, what stands in the place
// of n.
func (p *Printer) Conversion(direction string, n *shape.Node) string {
	return p.Global(p.names[n] + direction + "Wire")
}

// Conversions prints the funcs that convert to and from what stands in the place of types.
func (p *Printer) Conversions() {
	for _, n := range p.Shape.Nodes {
		if n.Form != shape.Carried {
			continue
		}
		p.P()
		p.P("// ", p.Conversion("To", n), " returns what stands for *v: ", n.StandIn.How, ".")
		n.StandIn.EmitTo(p.File, p.Conversion("To", n))
		p.P()
		n.StandIn.EmitFrom(p.File, p.Conversion("From", n))
	}
}

// OrderOfMaps returns an error if the keys of n have no order by which its entries may be
// sorted.
func (p *Printer) OrderOfMaps(n *shape.Node) error {
	if n.Form != shape.Map || !p.Options.SortedMaps || ordered(n.Type.Key) {
		return nil
	}
	return fmt.Errorf("%s: %s: keys of type %s have no order for sorted maps", p.ID, n.Path, n.Type.Key)
}

// ordered reports whether Go orders the keys of a map.
func ordered(t *typemodel.Type) bool {
	return t.Kind == typemodel.String || t.Kind.IsInteger() || t.Kind.IsFloat()
}

// Offers reports whether the format has a routine of its own of that name.
func (p *Printer) Offers(name string) bool { return p.own.Offers(name) }

// routine returns the name of a routine of the format, or of one that it shares with all, and
// sees to it that it is printed.
func (p *Printer) routine(name string) string {
	if !p.own.Offers(name) {
		return p.Shared(name)
	}
	p.own.Add(name)
	return p.copied(name)
}

// Shared returns the name of a routine that all formats share, likewise.
func (p *Printer) Shared(name string) string {
	p.common.Add(name)
	return p.copied(name)
}

// Add sees to it that a routine that all formats share is printed, or a method of one.
func (p *Printer) Add(name string) { p.common.Add(name) }

// copied returns the name that the copy of a routine has: of an error, it begins with err.
func (p *Printer) copied(name string) string {
	if rest, ok := strings.CutPrefix(name, "Err"); ok {
		return p.Local("err" + codec.UpperFirst(p.prefix) + rest)
	}
	return p.Global(name)
}

// PrintRoutines prints what the file shares. A variable of the format's routines may be printed
// by a func instead, which is called if there is need of it.
func (p *Printer) PrintRoutines(variable string, print func() string) {
	members := []string{"Decoder.fail", "Decoder.failed", "Decoder.in", "Decoder.take", "Decoder.error", "Decoder.used", "Decoder.paid"}
	if p.Shape.Has(shape.Map) {
		members = append(members, "Decoder.fitsMap")
	}
	if p.Fails {
		members = append(members, "Encoder.fail", "Encoder.in", "Encoder.error")
	}
	if p.Options.Intern {
		members = append(members, "Decoder.known")
	}
	if slices.ContainsFunc(p.Shape.Nodes, func(n *shape.Node) bool { return n.Recursive }) {
		members = append(members, "Encoder.depth", "Decoder.depth")
	}
	for _, member := range members {
		p.common.Add(member)
	}
	c := routines.Copy{
		Own: p.copied,
		Import: func(path, name string) string {
			if strings.HasSuffix(path, "/keyedrt") {
				return p.Shared(name)
			}
			return p.Ident(path, name)
		},
		Literal: func(quoted string) string {
			if rest, ok := strings.CutPrefix(quoted, `"keyed: `); ok {
				return `"` + p.ID + ": " + rest
			}
			return quoted
		},
	}
	own := p.own.Sources(c, variable) // which mention routines that all share
	if p.own.Has(variable) {
		own = append(own, print())
	}
	for _, text := range slices.Concat(p.common.Sources(c), own) {
		p.P()
		p.P(text)
	}
}
