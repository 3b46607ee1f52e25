// Package json emits code that writes and reads JSON as encoding/json does: the
// same bytes, the same inputs accepted, the same value left behind.
//
// One file is one phase: plan (a type as encoding/json sees it; pure), encode,
// decode, api (what users call), support (the packages of routines that emitted
// code calls, jsonrt and jsonstd, whole).
//
// Unstable: names may change in a minor version.
package json

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Format is JSON. The zero Format is what encoding/json does by default.
type Format struct {
	// Imported makes the code import packages jsonrt and jsonstd of this module
	// instead of a copy of them in the user's.
	Imported bool `name:"runtime" help:"Import the routines that the code shares from assay's module, instead of writing a copy of them into yours. Example: --runtime"`

	// SelfContained puts the routines into the file of the code.
	SelfContained bool `name:"self-contained" help:"Put the routines into the file of the code, without vector instructions, so that it can go anywhere alone. Example: --self-contained"`

	// NoFallback keeps encoding/json out of the imports: what cannot be written
	// or read is an error of the code's own, with offset and path.
	NoFallback bool `name:"no-fallback" help:"Do without encoding/json: what is refused is an error of the code's own, with offset and path. Example: --no-fallback"`

	// RawHTML writes '<', '>' and '&' as they are, as json.Encoder does after
	// SetEscapeHTML(false).
	RawHTML bool `name:"no-escape-html" help:"Write <, > and & as they are, as after SetEscapeHTML(false). Example: --no-escape-html"`

	// Strict refuses names that occur twice, that no field has or that differ in
	// case, and invalid UTF-8.
	Strict bool `name:"strict" help:"Refuse what the type does not have; in json also names that occur twice or differ in case, and invalid UTF-8. Example: --strict"`

	// InPlace lets a decoder overwrite what the value led to before it knows
	// whether the input is valid, which saves a look at it.
	InPlace bool `name:"in-place" help:"Overwrite used values without looking first whether the input is valid. Example: --in-place"`

	// BatchStrings lets strings of a value share memory, which saves an allocation for
	// most: one that is kept keeps up to 512 bytes of the others.
	BatchStrings bool `name:"batch-strings" help:"Copy strings of a value into fewer and larger pieces of memory, each of which lives as long as one of its strings: of up to 512 bytes in json, and 16 kB in place of 4 in the others. Example: --batch-strings"`

	// V2 writes and reads as encoding/json/v2 does by default. It implies
	// NoFallback, RawHTML and InPlace.
	V2 bool `name:"v2" help:"Write and read as encoding/json/v2 does by default, without depending on it. Example: --v2"`

	// Indent asks for a function that writes as json.MarshalIndent does.
	Indent bool `name:"indent" help:"A function that writes as json.MarshalIndent does. Example: --indent"`
}

// Name implements codec.Format.
func (f *Format) Name() string { return "json" }

// Doc implements codec.Format.
func (f *Format) Doc() string {
	return "JSON as encoding/json writes and reads it: the same bytes for every value, the same inputs accepted, the same value left behind, the same errors."
}

// Facts implements codec.Format. Maps are sorted without the option, as encoding/json has
// it.
func (f *Format) Facts() codec.Facts {
	return codec.Facts{
		Takes:   []string{"unsafe", "arena", "intern", "streams", "test", "sorted-maps", "max-depth", "max-alloc", "as", "impl", "support"},
		Options: f,
		Imports: []string{
			"bytes", "encoding/base64", "encoding/binary", "encoding/json", "errors", "fmt", "io", "math", "math/bits", "reflect",
			"slices", "strconv", "strings", "sync", "time", "unicode", "unicode/utf16", "unicode/utf8",
		},
		Suffixes: []string{v2Suffix},
	}
}

// Plan implements codec.Format. Types are carried as encoding/json has it, and code
// without a package is for that of the first.
func (f *Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	made := newPlan(cmp.Or(pkgPath, types[0].Name.PkgPath))
	made.v2 = f.V2
	p := &codec.Plan{Types: types}
	roots := f.check(made, p, o)
	for i, t := range types {
		if len(p.Diagnostics[i]) == 0 {
			p.Diagnostics[i] = append(f.changes(t), shape.Dropped(f.dropped(t))...)
		}
	}
	p.Emit = func(file *goprint.File, portable bool) error {
		if err := p.Err("json"); err != nil {
			return err
		}
		o := o
		o.Unsafe = o.Unsafe && !portable
		f.emit(file, made, types, roots, o)
		return nil
	}
	p.Test = func(file *goprint.File, t *typemodel.Type, support codec.TestSupport) {
		f.emitTest(file, t, types, o, support)
	}
	if o.SupportPath != "" && !f.Imported && !f.SelfContained {
		p.Routines = func() ([]codec.File, error) { return packages(o.SupportPath) }
	}
	if o.Methods {
		p.Advice = []string{"encoding/json checks and copies what methods return: call the functions where speed matters (a document of 560 kB is written with 1,190 MB/s instead of 94, and read with 397 instead of 82; in Go 1.27 262 and 166)"}
		p.Extensions = []codec.Extension{{Suffix: v2Suffix, Constraint: v2Constraint, Emit: func(file *goprint.File) { methodsV2(file, types, o.Unsafe) }}}
	}
	return p, nil
}

// v2Suffix is that of the file with the methods that encoding/json/v2 calls.
const v2Suffix = "_v2"

// walked returns the types whose parts the code goes through, and not encoding/json, of the
// values that have not been seen before: see [codec.Plan].
func (p *plan) walked(seen map[*value]bool) (list []*typemodel.Type) {
	for _, v := range p.values {
		if seen[v] {
			continue
		}
		seen[v] = true
		if !v.own() || v.carrier != nil {
			continue
		}
		list = append(list, v.typ)
		if v.key != nil && mapKey(v.key.typ) && v.key.typ.Kind.IsPrimitive() && v.key.typ.Calls&(typemodel.MarshalTextByPointer|typemodel.UnmarshalTextByPointer) == 0 {
			list = append(list, v.key.typ)
		}
		if v.members == nil {
			continue
		}
		var members []*shape.Member
		for _, m := range v.members {
			members = append(members, m.Member)
		}
		list = append(list, shape.Embedded(v.typ, members)...)
	}
	slices.SortFunc(list, func(a, b *typemodel.Type) int {
		return cmp.Or(strings.Compare(a.String(), b.String()), strings.Compare(a.Name.PkgPath, b.Name.PkgPath))
	})
	return list
}

// check plans the types of made, and tells it what is refused of each and which are walked:
// what the user has chosen for a part of one leaves nothing of the file to encoding/json. It
// returns the types that are not refused so far, by where they stand.
func (f *Format) check(p *plan, made *codec.Plan, o codec.Options) map[int]*value {
	lists := make([][]typemodel.Diagnostic, len(made.Types))
	made.Diagnostics = lists
	roots, seen := map[int]*value{}, map[*value]bool{}
	for k, t := range made.Types {
		if f.V2 {
			if lists[k] = f.checkV2(t, map[*typemodel.Type]bool{}); len(lists[k]) > 0 {
				continue
			}
		}
		if lists[k] = uncalled(t); len(lists[k]) > 0 {
			continue
		}
		roots[k] = p.value(t, true, true)
		made.Walked = append(made.Walked, p.walked(seen)...)
		elsewhere := p.pkg != t.Name.PkgPath && (f.NoFallback || f.V2) // there may be code in the type's own package
		if v := roots[k]; v.encode == opStd && v.decode == opStd && !elsewhere {
			lists[k] = []typemodel.Diagnostic{{Text: "there is nothing in the type that code can be generated for", Fix: "call encoding/json"}}
			delete(roots, k)
		} else if o.Methods && promoted(v) {
			lists[k] = []typemodel.Diagnostic{{
				Text: "it has the methods MarshalJSON or UnmarshalJSON of a field, which write and read that alone, and --methods would bring others that call themselves",
				Fix:  "leave --methods out",
			}}
		} else if path, other := embedded(t, "", made.Types, map[*typemodel.Type]bool{}); o.Methods && other != nil && !f.settled(p).NoFallback {
			lists[k] = []typemodel.Diagnostic{{
				Path: path,
				Text: "it embeds " + other.String() + ", whose new MarshalJSON and UnmarshalJSON encoding/json would call in the place of all of it, where the code asks for an error",
				Fix:  "leave --methods out for one of them, or use --no-fallback",
			}}
		}
	}
	if f.settled(p).NoFallback {
		for k, v := range roots {
			for _, path := range v.left() {
				lists[k] = append(lists[k], typemodel.Diagnostic{Path: path, Text: "only encoding/json can write and read it", Fix: "leave " + f.alone(p) + " out"})
			}
		}
	}
	if f.Indent && len(p.chosen) > 0 {
		lists[0] = append(lists[0], typemodel.Diagnostic{Text: "--indent needs encoding/json, whose bytes these are not: " + p.chosen[0], Fix: "leave one of them out"})
	}
	return roots
}

// embedded returns one of types that t or what it carries embeds, with the path of who does; nil
// for none. What was seen is not looked into again.
func embedded(t *typemodel.Type, path string, types []*typemodel.Type, seen map[*typemodel.Type]bool) (string, *typemodel.Type) {
	if seen[t] {
		return "", nil
	}
	seen[t] = true
	for part := range t.Parts {
		if f := part.Field; f != nil {
			in := f.Type.Indirect()
			if i := slices.IndexFunc(types, func(o *typemodel.Type) bool { return o.Name.PkgPath == in.Name.PkgPath && o.String() == in.String() }); f.Embedded && i >= 0 {
				return path, types[i]
			} else if skips(f) || !f.Exported() && !f.Embedded {
				continue
			}
		}
		if at, other := embedded(part.Type, part.At(path), types, seen); other != nil {
			return at, other
		}
	}
	return "", nil
}

// promoted reports whether v is written or read by a method of a field.
func promoted(v *value) bool {
	own := (v.typ.Methods &^ v.typ.Promoted).Has(typemodel.JSONMarshaler) ||
		slices.ContainsFunc(v.typ.Lone, func(method string) bool { return method == "MarshalJSON" || method == "UnmarshalJSON" })
	return (v.encode == opJSON || v.decode == opJSON) && !own
}

// alone names the option by which the code does without encoding/json.
func (f *Format) alone(p *plan) string {
	switch {
	case f.V2:
		return "--v2"
	case f.NoFallback:
		return "--no-fallback"
	}
	return "what makes it other than encoding/json's (" + p.chosen[0] + ")"
}

// emit prints the codec of the types that are planned.
func (f *Format) emit(file *goprint.File, p *plan, types []*typemodel.Type, roots map[int]*value, o codec.Options) {
	p.markRecursive()
	f = f.settled(p)
	e := &emitter{Printer: &steps.Printer{File: file, Rest: "rest", AtOnce: maxRoom}, Format: f, opts: o, plan: p, prefix: codec.LowerFirst(codec.TypeName(types[0])) + "JSON", keepers: map[keeper]int{}}
	e.Grow, e.Constant, e.Other = func() string { return e.rt("Grow") }, e.constant, e.undo
	for _, what := range p.chosen {
		file.HeaderText("Unlike in encoding/json, " + what + ": what is refused is an error of the code's own.")
	}
	for _, t := range types {
		file.ReserveTypes(t)
	}
	file.Reserve(locals...)
	face.Aliases(file, e.prefix, types, func(name string) bool { return slices.Contains(locals, name) })
	if e.home = o.SupportPath; f.Imported || e.home == "" {
		e.home = modulePath
	}
	if !f.NoFallback && !f.SelfContained {
		file.ImportFor(e.routines("jsonstd")) // which asks encoding/json what it does
	}
	if e.journaled() {
		e.P()
		e.P("var ", e.journals(), " ", e.rt("Journals"))
	}
	for k, t := range types {
		e.api(t, roots[k])
	}
	for _, v := range e.plan.order {
		if v.encode <= opStruct {
			e.encoder(v)
		}
		if v.decode <= opStruct && v.decode != opScalars {
			e.decoder(v)
		}
	}
	if f.SelfContained {
		e.copyRoutines()
	}
}

// settled returns f with what its options imply, and the choices of a plan.
func (f *Format) settled(p *plan) *Format {
	g := *f
	g.NoFallback = g.NoFallback || g.V2 || len(p.chosen) > 0
	if g.V2 {
		g.RawHTML, g.InPlace = true, true
	}
	return &g
}

// locals are the names that variables and parameters have in the code.
var locals = []string{
	"b", "d", "data", "dst", "e", "err", "f", "held", "i", "j", "k", "key", "keys", "list", "m", "m0", "more", "most", "n", "n0", "name", "number", "ok", "p", "q", "r", "rest", "s", "saved", "scratch", "seen", "text", "used", "v", "values", "x",
}

// emitter prints the code of one file.
type emitter struct {
	*steps.Printer
	*Format
	opts    codec.Options
	plan    *plan
	home    string         // the import path of the folder of the packages of routines
	keepers map[keeper]int // the numbers of what keeps what is overwritten
	base    int            // how many members the structs have whose names are printed
	prefix  string         // of unexported package-level names: those of other generated files differ
}

// journals returns the name of the variable with the journals of the file's decoders.
func (e *emitter) journals() string { return e.Local(e.prefix + "Journals") }

// rt returns the spelling of a routine of package jsonrt.
func (e *emitter) rt(name string) string { return e.routine("jsonrt", name) }

// std returns the spelling of a routine of package jsonstd.
func (e *emitter) std(name string) string { return e.routine("jsonstd", name) }

func (e *emitter) routine(pkg, name string) string {
	if e.SelfContained {
		return e.Local(e.prefix + pkg + name)
	}
	return e.Ident(e.routines(pkg), name)
}

// routines returns the import path of a package of routines.
func (e *emitter) routines(pkg string) string { return path.Join(e.home, pkg) }

func itoa(n int) string { return strconv.Itoa(n) }
