package driver

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Driver is one serializer.
type Driver struct {
	Name  string // as in rows: "mus", "go-codec.msgpack"
	Doc   string // one or two sentences: what it is, and where its documentation recommends the calls that the adapter makes
	Facts Facts

	// Calls says in a line of Markdown what is called, where that comes from, and what was
	// tried and not used: the site shows it after the name.
	Calls string

	Variants []Variant // at least one

	// Registry is the variant by which it is tried how types change, where the others are
	// of no use for that: its readers are given the schema of whoever wrote. It is not
	// measured. Nil means that the others will do.
	Registry *Variant

	// Check returns everything in t that v cannot carry, by field path. An
	// empty list means that Emit will succeed. Nil means nothing is refused.
	Check func(t *typemodel.Type, v Variant) []typemodel.Diagnostic

	// Applies reports whether there is this row for t at all: what does not
	// apply is not even refused. Nil means that it does.
	Applies func(t *typemodel.Type, r Row) bool

	// Keeps returns those of a named type's own encoding methods by which the
	// serializer carries its values, 0 where it walks them. Other types with state
	// that exported fields do not reach are replaced before Check and Emit see
	// them: see [Driver.Carry]. Nil means that it calls no such methods.
	Keeps func(t *typemodel.Type, v Variant) typemodel.Methods

	// Passes reports of an exported field that is left out whether the serializer
	// passes over it, or does not mind it. Others are not in what it is given. Nil
	// is the tag json:"-".
	Passes func(*typemodel.Field) bool

	// MindsHidden says that the serializer looks at unexported fields, even those
	// without state. They are not in what it is given.
	MindsHidden bool

	// CarriesState says that all state is carried, or refused by Check: nothing
	// is to be replaced.
	CarriesState bool

	// Reads returns how a few lines read a message of a format by the library alone, or of
	// generated code by what that calls. Nil where they cannot.
	Reads func(format string) Reading

	// Emit prints the adapter package for t, as package worker/adapter
	// describes it.
	Emit func(a *Adapter, t *typemodel.Type, v Variant) error
}

// Facts are what is true of all variants of a serializer. They stand here once:
// listings, help and reports are made from them.
type Facts struct {
	Modules []Module // of which the adapter imports packages; the first is the serializer's own; empty for the standard library
	Licence string   // SPDX identifier, or "none found"
	Format  string   // wire format, where it is not the driver's own and not told by a variant's suffix: "json"; see [Driver.Format]
	URL     string
	Own     bool // the Go implementation is assay's own, as codec generator or library

	// Separate names the worker that the adapters are linked into. Empty is
	// the worker that all share; a name of its own keeps apart what may not be
	// linked with the rest, or cannot share a build with it.
	Separate string

	SelfDescribing bool // field names or types travel with the value
	Schema         bool // an interface language of its own is involved
	Identity       Identity

	// SlowToBuild says that compiling the library, or running a generator of it, takes
	// more than a second of processor time: on a machine that has built nothing yet, its
	// rows are not part of the first look.
	SlowToBuild bool

	// Unmaintained says since when nobody mends it, and what is known to be broken;
	// empty while somebody does.
	Unmaintained string
}

// Module is a Go module at an exact version.
type Module struct {
	Path    string
	Version string
}

// Feature is a label of a row, in the vocabulary of go-serialization-benchmarks
// and a few more.
type Feature string

// The features. Those that inName returns true for are part of a row's name.
const (
	Reflect   Feature = "reflect"   // walks the value by reflection at run time
	Codegen   Feature = "codegen"   // code is generated for the type
	Manual    Feature = "manual"    // the library gives primitives, the adapter calls them field by field
	Text      Feature = "text"      // the wire format is text
	Binary    Feature = "binary"    // the wire format is binary
	Varint    Feature = "varint"    // integers are encoded in variable length
	Raw       Feature = "raw"       // integers are encoded in fixed width
	Int       Feature = "int"       // int and uint can be carried
	Native    Feature = "native"    // a foreign format written with primitives on native data
	Unsafe    Feature = "unsafe"    // package unsafe is used for all types; the decoded value aliases the input
	UnsafeStr Feature = "unsafestr" // decoded strings alias the input
	UnsafeUnm Feature = "unsafeunm" // only unmarshal uses package unsafe; the decoded value aliases the input
	NotUnsafe Feature = "notunsafe" // package unsafe is used for all types but strings, which are copied

	Arena       Feature = "arena"       // many decoded values share chunks of memory, which none of them gives back
	Constructor Feature = "new"         // the decoder makes the value, whose strings and bytes share its memory
	Reuse       Feature = "reuse"       // buffer, and destination where supported, are reused between calls
	NoTransform Feature = "notransform" // the copy to and from the serializer's own structs is not timed
	Symbols     Feature = "symbols"     // repeated names are sent once
	Evolvable   Feature = "evolvable"   // encodings describe their type, so that other versions of it are read
)

// inName reports whether the feature is part of the names of the rows that
// have it.
func (f Feature) inName() bool {
	return !slices.Contains([]Feature{Reflect, Codegen, Manual, Text, Binary, Int}, f)
}

// Variant is one way to use a serializer. It gives one row, and another for
// each of Reuse and NoTransform that applies.
type Variant struct {
	// Suffix tells apart variants whose features do not: it follows the
	// driver's name after a dot, as "sym" in "go-codec.binc.sym". Mostly empty.
	Suffix   string
	Features []Feature
	Format   string    // wire format, where neither the suffix nor the driver's facts tell it
	Identity *Identity // of fields, where it is another than the driver's

	// InternalUnsafe declares that code of the library which the adapter can
	// reach uses package unsafe or assembly, although no decoded value aliases the input.
	InternalUnsafe bool

	// Aliases declares that decoded values share memory with the input.
	// AliasesOnly, when not nil, says of which types they do, such as byte
	// slices: a subject that has none of those shares nothing.
	Aliases     bool
	AliasesOnly func(*typemodel.Type) bool

	// Nondeterministic declares that one value may encode to different bytes,
	// as where maps are written in Go's random order.
	Nondeterministic bool

	// Chunks declares that decoded values lie in chunks of memory which many of them
	// share, by the library's own doing: one that is kept keeps others alive.
	Chunks bool

	// DecodeOnly declares that the library only decodes: another one encodes
	// what it is given, and that is not measured.
	DecodeOnly bool

	// Reuse declares that there is a row with reuse.
	Reuse bool

	// Transform declares that the adapter exports the Wire form, so that there
	// are rows with and without the transformation.
	Transform bool
}

// SharesChunks reports whether decoded values share chunks of memory.
func (v Variant) SharesChunks() bool { return v.Chunks || v.Has(Arena) }

// Has reports whether the variant has the feature.
func (v Variant) Has(f Feature) bool { return slices.Contains(v.Features, f) }

// AliasesIn reports whether the variant is declared to let decoded values of
// type t share memory with the input.
func (v Variant) AliasesIn(t *typemodel.Type) bool {
	return v.Aliases && (v.AliasesOnly == nil || Reaches(t, v.AliasesOnly))
}

// RowName returns the name of the row of driver d with variant v and the extra
// features (Reuse, NoTransform): the driver's name, and the features that
// belong in names in alphabetical order, joined by "+", such as
// "mus+reuse+unsafe".
func (d *Driver) RowName(v Variant, extra ...Feature) string {
	name := d.Name
	if v.Suffix != "" {
		name += "." + v.Suffix
	}
	var parts []string
	for _, f := range slices.Concat(v.Features, extra) {
		if f.inName() {
			parts = append(parts, string(f))
		}
	}
	slices.Sort(parts)
	return strings.Join(append([]string{name}, slices.Compact(parts)...), "+")
}

// Adapter is an adapter package being emitted. Its main file is the embedded
// printer.
type Adapter struct {
	*goprint.File

	// Files are further files of the package by name, such as the output of a
	// schema compiler; a name may hold slashes, for packages below the
	// adapter's own, importable as PkgPath()+"/"+dir.
	Files map[string][]byte

	// Tools make further files of the package, after Emit and in this order.
	Tools []Tool

	// OwnUnsafe names declarations of the package whose use of package unsafe is
	// no doing of the serializer, such as the cast to a mirrored type. Those of a
	// folder of the package begin with a slash and the folder's path, as in
	// "/codec.mirror".
	OwnUnsafe []string

	// Only, where it is not nil, names the funcs of the codec that are wanted, beside those
	// that stand in for Marshal where there is none.
	Only []string

	// Workarounds say, one short phrase each, how something was carried that
	// the serializer has no own form for, such as "fixed arrays as bytes".
	Workarounds []string
}

// NewAdapter starts the adapter package with the given import path. Its package
// name is the last element of the path.
func NewAdapter(pkgPath string) *Adapter {
	return &Adapter{
		File:  goprint.New(pkgPath, pkgPath[strings.LastIndexByte(pkgPath, '/')+1:]),
		Files: map[string][]byte{},
	}
}

// Workaround notes a workaround, once.
func (a *Adapter) Workaround(text string) {
	if !slices.Contains(a.Workarounds, text) {
		a.Workarounds = append(a.Workarounds, text)
	}
}

// Codec returns the identifier of the contract's Codec type, for emitters.
func Codec() goprint.Ident {
	return goprint.Ident{Path: AdapterPath, Name: "Codec"}
}

// AdapterPath is the import path of the contract that adapters fill.
const AdapterPath = "github.com/assay-go/assay/worker/adapter"
