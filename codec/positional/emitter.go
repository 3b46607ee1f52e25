package positional

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/carry"
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Check implements codec.Format.
func (f *Format) Check(t *typemodel.Type) []typemodel.Refusal {
	return newPlan(f, "", t).refuse
}

// Emit implements codec.Format.
func (f *Format) Emit(file *goprint.File, types []*typemodel.Type, o codec.Options) error {
	if o.MaxDepth == 0 {
		o.MaxDepth = codec.DefaultMaxDepth
	}
	if o.MaxAlloc == 0 {
		o.MaxAlloc = codec.DefaultMaxAlloc
	}
	if o.MaxDepth < 1 || o.MaxAlloc < 1 {
		return fmt.Errorf("%s: limits of depth and memory must be positive, not %d and %d", f.ID, o.MaxDepth, o.MaxAlloc)
	}
	o.NoFingerprint = o.NoFingerprint || !f.Evolvable
	e := &emitter{
		File: file, format: f, opts: o,
		prefix: lowerFirst(codec.TypeName(types[0])) + upperFirst(f.ID),
		used:   map[string]bool{}, conversions: map[string]*carry.Carrier{}, wired: map[*typemodel.Type]bool{},
		functions: map[*node]string{}, names: map[string]bool{},
	}
	for _, name := range []string{"v", "b", "p", "o", "r", "n", "i", "k", "x", "y", "s", "t", "c", "m", "u", "w", "d", "h", "q", "err", "perr", "ok", "depth", "data", "start", "scratch", "fresh", "rest", "text", "word", "length", "ticks", "buf", "min", "max", "set", "set", "old"} {
		if file.Taken(name) {
			e.renameType(types, name)
		}
		file.Reserve(name)
	}
	for _, t := range types {
		file.ReserveTypes(t)
	}
	if err := e.apiNames(types); err != nil {
		return err
	}
	for _, t := range types {
		p := newPlan(f, file.PkgPath(), t)
		if len(p.refuse) > 0 {
			return fmt.Errorf("%s: %s: %s", f.ID, t, p.refuse[0])
		}
		if err := e.spellable(p); err != nil {
			return err
		}
		if key := p.unorderedKey(); key != nil && o.SortedMaps {
			return fmt.Errorf("%s: %s: keys of type %s have no order for sorted maps", f.ID, t, key)
		}
		e.tripwire(p)
		e.codec(p)
	}
	e.printConversions()
	if o.Arena {
		e.printDecoder()
	}
	e.printSupport()
	return nil
}

// emitter prints the codecs of one file.
type emitter struct {
	*goprint.File
	format *Format
	opts   codec.Options
	prefix string // of unexported package-level names: those of other generated files differ

	plan        *plan
	functions   map[*node]string // base names of the structs that have functions
	names       map[string]bool
	slabs       []slab
	texts       bool // a decoder gives out strings
	framed      bool
	circles     bool
	conversions map[string]*carry.Carrier // to and from what stands for types, by the type's name and the direction
	wired       map[*typemodel.Type]bool  // the structs with a tripwire
	vars        int                       // counts local variables, for names

	used    map[string]bool // support declarations
	pending []string

	// Of the function being printed.
	depth     bool              // it has a parameter depth
	owner     string            // the type that paths in errors begin with
	window    bool              // a variable o is declared, for where the next byte is written
	words     map[string]string // the words of times that were written, by their place
	front     string            // what the fixed part that is read is at the front of
	base      string            // where in it the array element that is read begins
	failed    string            // the results beside an error
	rest      string            // the call that is returned instead of an error, if any
	flagged   bool              // the flags of the run have been checked
	calls     bool              // strings and lists are read by calls
	sure      bool              // the next run is known to be there
	pools     map[string]pool   // by the path of what takes from them
	loopIndex string            // the innermost loop's variable,
	loopList  string            // and what it is the index of
}

// apiNames reserves the names of what users call, which nothing else may have.
func (e *emitter) apiNames(types []*typemodel.Type) error {
	for _, t := range types {
		var names []string
		if e.opts.Arena {
			names = append(names, codec.DecoderName(t, e.format.ID))
		}
		if !e.opts.Methods {
			for _, verb := range []string{"Append", "Marshal", "Size", "Unmarshal", "Decode"} {
				names = append(names, codec.FuncName(verb, t, e.format.ID))
			}
		}
		for _, name := range names {
			if e.Taken(name) {
				return fmt.Errorf("%s: %s: the name %s, which the generated code would have, is taken: write into another package with --out", e.format.ID, t, name)
			}
			e.Reserve(name)
		}
	}
	return nil
}

// slab is a field of the decoder: chunks of one element type.
type slab struct {
	name string
	elem *typemodel.Type
}

func upperFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

func lowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[n:]
}

// functionName returns the name of the function for n that does verb.
func (e *emitter) functionName(verb string, n *node) string {
	base, ok := e.functions[n]
	if !ok {
		base = codec.TypeName(n.typ)
		for i := 2; e.names[base] || e.names[lowerFirst(base)]; i++ {
			base = codec.TypeName(n.typ) + strconv.Itoa(i)
		}
		e.names[base], e.names[lowerFirst(base)] = true, true
		e.functions[n] = base
	}
	if e.prefix == lowerFirst(base)+upperFirst(e.format.ID) { // the file's first type
		return e.Local(e.prefix + verb)
	}
	return e.Local(e.prefix + verb + base)
}

// local returns a fresh name for a variable.
func (e *emitter) local(stem string) string {
	e.vars++
	for e.Taken(stem + strconv.Itoa(e.vars)) {
		e.vars++
	}
	return stem + strconv.Itoa(e.vars)
}

// std returns an identifier of a package of the standard library.
func (e *emitter) std(path, name string) string { return e.Ident(path, name) }

// order returns the byte order of the format.
func (e *emitter) order() string {
	if e.format.BigEndian {
		return e.std("encoding/binary", "BigEndian")
	}
	return e.std("encoding/binary", "LittleEndian")
}

// support returns the name of a support declaration and sees to it that it is
// printed.
func (e *emitter) support(name string) string {
	if !e.used[name] {
		e.used[name] = true
		e.pending = append(e.pending, name)
	}
	return e.Local(e.prefix + name)
}

var supportReference = regexp.MustCompile(`@(\w+)|\$([a-z/]+)\.(\w+)|%order%|%format%|%pad%|%fields%|%offset%|%maxalloc%|%markfixed%|%slab%`)

func (e *emitter) printSupport() {
	for len(e.pending) > 0 {
		batch := e.pending
		e.pending = nil
		slices.Sort(batch)
		for _, name := range batch {
			if name == "Decoder" {
				continue // printed already, with what it holds
			}
			source, ok := supportSource[name]
			if !ok {
				panic("positional: no support named " + name)
			}
			e.P()
			e.P(e.expand(strings.TrimSpace(source)))
		}
	}
}

// expand replaces @Name by a support declaration's name, $path.Name by an
// identifier of the standard library, and the facts between percent signs.
func (e *emitter) expand(source string) string {
	return supportReference.ReplaceAllStringFunc(source, func(ref string) string {
		switch {
		case ref == "%order%":
			return e.order()
		case ref == "%format%":
			return e.format.ID
		case ref == "%offset%" && e.framed:
			return "len(r.data) - r.cut - len(p)"
		case ref == "%offset%":
			return "len(r.data) - len(p)"
		case ref == "%slab%" && e.opts.Arena:
			return "	if r.slab != nil {\nreturn r.slab.string(p[:n])\n}\n"
		case ref == "%slab%":
			return ""
		case ref == "%markfixed%":
			return strconv.Itoa(markFixed)
		case ref == "%maxalloc%":
			return strconv.Itoa(e.opts.MaxAlloc)
		case ref == "%fields%":
			return e.readerFields()
		case ref == "%pad%":
			return strconv.Itoa(e.format.Pad)
		case ref[0] == '@':
			return e.support(ref[1:])
		}
		m := supportReference.FindStringSubmatch(ref)
		return e.std(m[2], m[3])
	})
}

// readerFields returns the fields of the reader that this file's types need.
func (e *emitter) readerFields() string {
	var fields []string
	if e.opts.Arena {
		fields = append(fields, "slab *"+e.support("Decoder")+" // gives out memory, unless it is nil")
	}
	if e.used["ReaderString"] {
		fields = append(fields, "text string // a copy of data[base:], of which strings are parts", "base int")
	}
	if e.framed {
		fields = append(fields, "cut int // how much of the input is behind the evolvable struct being read")
	}
	if e.used["ReaderCharge"] {
		fields = append(fields, "charged uint64 // bytes of memory that the input's length does not justify")
	}
	if e.circles {
		fields = append(fields, "owed int64 // how much of what is left is for elements that were announced")
	}
	if e.used["ReaderBit"] {
		fields = append(fields, "bits byte // what is left of the byte that bools share, above a 1 that ends it")
	}
	return strings.Join(fields, "\n")
}

// goType returns t as Go source.
func (e *emitter) goType(t *typemodel.Type) string { return e.Type(t) }

// convert returns the expression x as a value of type t, whose kind is plain.
func (e *emitter) convert(t *typemodel.Type, x string) string { return e.goType(t) + "(" + x + ")" }

// renameType gives a type of the file's own package another name in the
// generated code, where its own is that of a variable.
func (e *emitter) renameType(types []*typemodel.Type, name string) {
	found := false
	for _, t := range types {
		typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
			found = found || t.Name.Name == name && t.Name.PkgPath == e.PkgPath() && len(t.Name.Args) == 0
			return true
		})
	}
	if !found {
		return
	}
	alias := e.Local(e.prefix + "Type" + upperFirst(name))
	e.P()
	e.Pf("type %s = %s", alias, name)
	e.Rename(e.PkgPath(), name, alias)
}

// spellable returns an error for what code in the file's package cannot spell:
// types of another package that are not exported. A struct or an interface that is
// a field needs no spelling.
func (e *emitter) spellable(p *plan) (err error) {
	seen := map[*node]bool{}
	var visit func(n *node, path string, spelled bool)
	visit = func(n *node, path string, spelled bool) {
		for _, name := range typeNames(n.typ) {
			if spelled && name.PkgPath != "" && name.PkgPath != e.PkgPath() && !token.IsExported(name.Name) && err == nil {
				err = fmt.Errorf("%s: %s: %s: the type %s is not exported by its package: %s", p.format.ID, p.root.typ, path, name, typemodel.LeaveOut)
			}
		}
		if err != nil || seen[n] {
			return
		}
		seen[n] = spelled
		for _, f := range n.fields {
			inPlace := f.node.op == opStruct || f.node.op == opTime || f.node.op == opInterface
			visit(f.node, strings.TrimPrefix(path+"."+f.name, "."), !inPlace)
		}
		if n.key != nil {
			visit(n.key, path+"[key]", true)
		}
		if n.elem != nil {
			visit(n.elem, path+"[]", true)
		}
		for _, impl := range n.impls {
			visit(impl, path, true)
		}
	}
	visit(p.root, "", true)
	return err
}

// typeNames returns the names that the spelling of t has.
func typeNames(t *typemodel.Type) []typemodel.Name {
	if !t.Name.IsZero() {
		return append([]typemodel.Name{t.Name}, argNames(t)...)
	}
	var list []typemodel.Name
	for _, part := range []*typemodel.Type{t.Key, t.Elem} {
		if part != nil {
			list = append(list, typeNames(part)...)
		}
	}
	for i := range t.Fields {
		list = append(list, typeNames(t.Fields[i].Type)...)
	}
	return list
}

// argNames returns the names of t's type arguments, and of theirs.
func argNames(t *typemodel.Type) []typemodel.Name {
	var list []typemodel.Name
	for _, a := range t.Name.Args {
		list = append(append(list, a.Name), argNames(a)...)
	}
	return list
}

// tripwire prints a line for each struct that stops compiling when its fields are
// no longer those that the code was generated for.
func (e *emitter) tripwire(p *plan) {
	for _, n := range p.reachable(p.root) {
		t := n.typ
		if n.op != opStruct || t.Name.IsZero() || t.Kind != typemodel.Struct || len(t.Fields) == 0 || e.wired[t] || !e.spells(t) {
			continue
		}
		e.wired[t] = true
		plain := *t
		plain.Fields = slices.Clone(t.Fields)
		for i := range plain.Fields {
			plain.Fields[i].Tag = ""
		}
		e.P()
		e.Pf("var _ = %s(%s{}) // the fields that the code is for", e.Underlying(&plain), e.goType(t))
	}
}

// spells reports whether the fields of t can be written down in the file's
// package.
func (e *emitter) spells(t *typemodel.Type) bool {
	can := t.Name.PkgPath == e.PkgPath() && !slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return f.Omit })
	typemodel.Walk(t, func(_ string, part *typemodel.Type) bool {
		name := part.Name
		switch {
		case !name.IsZero():
			can = can && (name.PkgPath == "" || name.PkgPath == e.PkgPath() || token.IsExported(name.Name))
			for _, a := range argNames(part) {
				can = can && (a.PkgPath == "" || a.PkgPath == e.PkgPath() || token.IsExported(a.Name))
			}
			return part == t
		case part.Kind == typemodel.Chan || part.Kind == typemodel.Func || part.Kind == typemodel.Invalid,
			part.Kind == typemodel.Interface && part.NumMethod > 0:
			can = false
		}
		return can
	})
	return can
}
