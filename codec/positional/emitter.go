package positional

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Plan implements codec.Format.
func (f *Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	o.MaxDepth, o.MaxAlloc = cmp.Or(o.MaxDepth, codec.DefaultMaxDepth), cmp.Or(o.MaxAlloc, codec.DefaultMaxAlloc)
	plans := map[*typemodel.Type]*plan{}
	whole := &codec.Plan{Types: types}
	whole.Diagnostics, whole.Walked = shape.Diagnose(types, func(t *typemodel.Type) shape.Part {
		p := newPlan(f, pkgPath, t)
		plans[t] = p
		return shape.Part{Shape: p.shape, Refused: p.refuse, Changes: p.changes}
	})
	whole.Emit = func(file *goprint.File, portable bool) error {
		if err := whole.Err(f.ID); err != nil {
			return err
		}
		o := o
		o.Unsafe = o.Unsafe && !portable
		var list []*plan
		for _, t := range types {
			list = append(list, plans[t])
		}
		return f.emit(file, list, o)
	}
	whole.Test = func(file *goprint.File, t *typemodel.Type, made codec.TestSupport) {
		f.emitTest(file, plans[t], o, made)
	}
	return whole, nil
}

// Validate implements codec.Format.
func (f *Format) Validate(o codec.Options) error {
	switch n := f.Length.Bytes; {
	case n != 0 && n < 4:
		return fmt.Errorf("%s: a length of %d bytes would be cut short: give Length 4 bytes, or none for a varint", f.ID, n)
	case o.MaxDepth < 0 || o.MaxAlloc < 0:
		return fmt.Errorf("%s: limits of depth and memory must be positive, not %d and %d", f.ID, o.MaxDepth, o.MaxAlloc)
	case o.Unsafe && o.Constructor:
		return fmt.Errorf("%s: values of a constructor hold copies of the input, and those of unsafe code alias it: leave one of the options out", f.ID)
	case o.Unsafe && f.BatchStrings:
		return fmt.Errorf("%s: --batch-strings copies strings, which --unsafe does not: leave one of them out", f.ID)
	case f.Described && f.NoFingerprint:
		return fmt.Errorf("%s: --evolvable and --no-fingerprint exclude each other: without what begins an encoding, another version of the type is not known", f.ID)
	}
	return nil
}

// emit prints the codecs of the types that are planned.
func (f *Format) emit(file *goprint.File, plans []*plan, o codec.Options) error {
	var types []*typemodel.Type
	for _, p := range plans {
		types = append(types, p.root.typ)
	}
	e := &emitter{
		File: file, format: f, opts: o,
		prefix:   codec.LowerFirst(codec.TypeName(types[0])) + codec.UpperFirst(f.ID),
		routines: shared().Pick("Reader"), conversions: map[conversion]*carry.StandIn{}, converted: map[string]*carry.StandIn{},
		functions: map[*node]string{}, names: map[string]bool{}, called: map[string]bool{},
	}
	e.reserveLocals(types)
	for _, t := range types {
		file.ReserveTypes(t)
	}
	if err := e.apiNames(types); err != nil {
		return err
	}
	e.chooseRoutines(plans)
	for _, p := range plans {
		t := p.root.typ
		if key := p.unorderedKey(); key != nil && o.SortedMaps {
			return fmt.Errorf("%s: %s: keys of type %s have no order for sorted maps", f.ID, t, key)
		}
		e.codec(p)
	}
	// A struct that several types lead to has functions for each of them, which are mostly the same.
	file.Merge(slices.Sorted(maps.Keys(e.called)))
	e.printConversions()
	if o.Arena {
		e.printDecoder()
	}
	e.printPieces()
	e.printRoutines()
	return nil
}

// emitter prints the codecs of one file.
type emitter struct {
	*goprint.File
	format *Format
	opts   codec.Options
	prefix string // of unexported package-level names: those of other generated files differ

	// Of the file.
	functions   map[*node]string // base names of the structs that have functions
	names       map[string]bool
	called      map[string]bool               // whole names of functions, and of constants that are named like them
	slabs       []slab                        // of the decoder
	pointees    []slab                        // of the pieces of memory that pointees share
	routines    *routines.Pick                // what the file shares
	conversions map[conversion]*carry.StandIn // to and from what stands for types
	converted   map[string]*carry.StandIn     // the first that has the name there

	plan *plan // of the type being printed
	function
}

// function is the state of printing one function.
type function struct {
	vars          int               // counts local variables, for names
	owner         string            // the type that paths in errors begin with
	depth         bool              // there is a parameter depth
	window        bool              // a variable o is declared, for where the next byte is written
	words         map[lvalue]string // the words of times that were written, by their place
	front         string            // what the fixed part that is read is at the front of
	base          string            // where in it the array element that is read begins
	failed        string            // the results beside an error
	rest          string            // the call that is returned instead of an error, if any
	calls         bool              // strings and lists are read by calls
	flagChecked   bool              // the flag that is read next has been checked
	lengthChecked bool              // the next run is known to be there
	pools         map[string]pool   // by the path of what takes from them
	loopIndex     string            // the innermost loop's variable,
	loopList      string            // and what it is the index of
}

// begin starts a function for n: its first line must follow.
func (e *emitter) begin(n *node) {
	e.function = function{
		owner: codec.TypeName(n.typ), depth: n.recursive,
		words: map[lvalue]string{}, pools: map[string]pool{},
		front: "p", failed: "p, ",
	}
}

// apiNames reserves the names of what users call, which nothing else may have.
func (e *emitter) apiNames(types []*typemodel.Type) error {
	for _, t := range types {
		var names []string
		if e.opts.Arena {
			names = append(names, face.DecoderName(t, e.format.ID))
		}
		if e.opts.Constructor {
			names = append(names, codec.FuncName("New", t, e.format.ID))
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

// functionName returns the name of the function for n that does verb.
func (e *emitter) functionName(verb string, n *node) string {
	base, ok := e.functions[n]
	if !ok {
		base = goprint.Numbered(codec.TypeName(n.typ), func(base string) bool { return e.names[base] || e.names[codec.LowerFirst(base)] })
		e.names[base], e.names[codec.LowerFirst(base)] = true, true
		e.functions[n] = base
	}
	name := e.prefix + verb + base
	if e.prefix == codec.LowerFirst(base)+codec.UpperFirst(e.format.ID) { // the file's first type
		name = e.prefix + verb
	}
	name = e.Local(name)
	e.called[name] = true
	return name
}

// locals are the variables of generated functions, which nothing else may be named
// like, and the predeclared functions that these call.
var locals = strings.Fields(`
	v b p o r n i k x y s t c m u w d h q err perr ok depth data start scratch fresh rest text word length ticks buf set old piece
	min max`)

// reserveLocals keeps the names of variables free: types that have them go by
// another name.
func (e *emitter) reserveLocals(types []*typemodel.Type) {
	face.Aliases(e.File, e.prefix, types, func(name string) bool { return slices.Contains(locals, name) })
	e.Reserve(locals...)
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

// goType returns t as Go source.
func (e *emitter) goType(t *typemodel.Type) string { return e.Type(t) }

// convert returns the expression x as a value of type t, whose kind is plain.
func (e *emitter) convert(t *typemodel.Type, x string) string { return e.goType(t) + "(" + x + ")" }
