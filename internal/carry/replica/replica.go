// Package replica prints declarations that equal a user's types but for the
// opaque ones, in whose places stands what carries them, and the copies between
// the two. A serializer that cannot carry a decimal.Decimal or a netip.Addr by
// itself is given the replica.
//
// Types without such a part stay themselves, and what is of one type on both
// sides is shared. The package knows no serializer: package carry says what
// stands for what.
package replica

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// Replica is the replica of a type.
type Replica struct {
	Type *typemodel.Type // of the replica

	original *typemodel.Type
	plan     *carry.Plan
	pkgPath  string
	changed  map[*typemodel.Type]bool
	copies   map[*typemodel.Type]*typemodel.Type // of named types and interfaces
	names    map[string]bool
	decls    []*typemodel.Type // originals of what is declared
	refusals []typemodel.Diagnostic

	funcs map[*carry.StandIn]int // numbers in the names of the carriers' funcs
}

// New returns the replica of t by the plan, to be printed into the package with
// the given path, or nil when there is nothing to replace. Its refusals are the
// types that a copy would have to name and cannot.
func New(t *typemodel.Type, plan *carry.Plan, pkgPath string) (*Replica, []typemodel.Diagnostic) {
	r := &Replica{
		original: t, plan: plan, pkgPath: pkgPath,
		copies: map[*typemodel.Type]*typemodel.Type{}, names: map[string]bool{"To": true, "From": true}, funcs: map[*carry.StandIn]int{},
	}
	r.changed = plan.Changed(t)
	if !r.changed[t] {
		return nil, nil
	}
	r.Type = r.of(t, "")
	return r, r.refusals
}

// carrier returns what stands for t, as the key of a map where key says so.
func (r *Replica) carrier(t *typemodel.Type, key bool) *carry.StandIn {
	c := r.plan.Of(t)
	if c != nil && key {
		return r.plan.KeyOf(t)
	}
	return c
}

// of returns the replica of t, met at path.
func (r *Replica) of(t *typemodel.Type, path string) *typemodel.Type { return r.in(t, path, false) }

func (r *Replica) in(t *typemodel.Type, path string, key bool) *typemodel.Type {
	if c := r.carrier(t, key); c != nil {
		if _, ok := r.funcs[c]; !ok {
			r.funcs[c] = len(r.funcs)
		}
		r.nameable(t, path)
		return r.in(c.As, path, key)
	}
	if !r.changed[t] {
		r.nameable(t, path)
		return t
	}
	if done, ok := r.copies[t]; ok {
		return done
	}
	c := &typemodel.Type{Kind: t.Kind, Len: t.Len, Union: t.Union, Pos: t.Pos}
	if r.plan.Spreads(t) {
		return r.spread(t, c, path)
	}
	if t.Kind == typemodel.Interface { // its methods are of no use to what it holds now
		r.copies[t] = c
		for _, impl := range t.Impls {
			of := r.of(impl, path+".("+impl.String()+")")
			if slices.ContainsFunc(c.Impls, func(other *typemodel.Type) bool {
				return other == of || of.Name.IsZero() && other.String() == of.String()
			}) {
				r.refuse(path, "two of the types that the interface may hold are carried as "+of.String()+", and would not be told apart", "name a conversion of one of them by //assay:as")
			}
			c.Impls = append(c.Impls, of)
		}
		return c
	}
	if !t.Name.IsZero() {
		r.nameable(t, path)
		r.copies[t] = c
		c.Name = typemodel.Name{PkgPath: r.pkgPath, PkgName: pkgName(r.pkgPath), Name: r.name(t.Name.Name)}
		r.decls = append(r.decls, t)
	}
	if t.Name.IsZero() && t.Elem != nil && r.plan.Spreads(t.Elem) {
		r.nameable(t.Elem, path) // the copies make a list of it
	}
	switch t.Kind {
	case typemodel.Slice, typemodel.Array:
		c.Elem = r.of(t.Elem, path+"[]")
	case typemodel.Pointer:
		c.Elem = r.of(t.Elem, path)
	case typemodel.Map:
		c.Key, c.Elem = r.in(t.Key, path+"[key]", true), r.of(t.Elem, path+"[value]")
	case typemodel.Struct:
		for i := range t.Fields {
			f := t.Fields[i]
			if !f.Exported() {
				if f.Embedded && f.Type.Kind == typemodel.Struct {
					r.refuse(typemodel.FieldPath(path, f.Name), "the embedded type "+f.Type.String()+" is not exported, so that no copy of it can be named", "export it")
				}
				continue
			}
			f.Type = r.of(f.Type, typemodel.FieldPath(path, f.Name))
			f.Written = ""                                                   // it names the type that is replaced
			f.Embedded = f.Embedded && f.Type.Indirect().Name.Name == f.Name // by another type it would have another name
			c.Fields = append(c.Fields, f)
		}
	}
	return c
}

// spread makes of c, the replica of the interface t, a struct with a pointer for
// each type that t may hold.
func (r *Replica) spread(t, c *typemodel.Type, path string) *typemodel.Type {
	r.copies[t] = c
	wanted := exported(t.Name.Name)
	if wanted == "" {
		wanted = "Held"
	}
	c.Kind, c.Union = typemodel.Struct, false // which may be nil, as no union is
	c.Name = typemodel.Name{PkgPath: r.pkgPath, PkgName: pkgName(r.pkgPath), Name: r.name(wanted)}
	r.decls = append(r.decls, t)
	taken := map[string]bool{}
	for _, impl := range t.Impls {
		held := impl.Indirect()
		name := exported(held.Name.Name)
		if name == "" {
			name = exported(held.Kind.String())
		}
		for plain, i := name, 2; taken[name]; i++ {
			name = plain + strconv.Itoa(i)
		}
		taken[name] = true
		of := r.of(held, path+".("+impl.String()+")")
		c.Fields = append(c.Fields, typemodel.Field{Name: name, Type: &typemodel.Type{Kind: typemodel.Pointer, Elem: of}})
	}
	return c
}

// exported makes an exported name of letters and digits.
func exported(name string) string {
	name = strings.ReplaceAll(name, "_", "")
	if name == "" {
		return ""
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

func (r *Replica) refuse(path, reason, fix string) {
	r.refusals = append(r.refusals, typemodel.Diagnostic{Path: path, Text: reason, Fix: fix})
}

// nameable refuses what another package cannot name.
func (r *Replica) nameable(t *typemodel.Type, path string) {
	switch {
	case t == nil:
	case !t.Name.IsZero():
		if t.Name.PkgPath != "" && !token.IsExported(t.Name.Name) {
			r.refuse(path, t.String()+" is not exported, and a copy of what is beside it has to name it", "export it")
		}
		for _, arg := range t.Name.Args {
			r.nameable(arg, path)
		}
	default:
		r.nameable(t.Key, path+"[key]")
		r.nameable(t.Elem, path)
		for i := range t.Fields {
			f := &t.Fields[i]
			if !f.Exported() {
				r.refuse(typemodel.FieldPath(path, f.Name), "an unexported field of a struct type without a name", "give the type a name")
				continue
			}
			r.nameable(f.Type, typemodel.FieldPath(path, f.Name))
		}
	}
}

// name takes a name for a declaration: the wanted one, or a numbered one.
func (r *Replica) name(wanted string) string {
	name := goprint.Numbered(wanted, func(name string) bool { return r.names[name] || goprint.Means(name) })
	r.names[name] = true
	return name
}

func pkgName(pkgPath string) string { return path.Base(pkgPath) }

// Emit prints the declarations and the two funcs
//
//	func To(from *T, to *Replica) error
//	func From(from *Replica, to *T) error
//
// where to is zero. Errors say at which field. A file of the package imports
// nothing before.
func (r *Replica) Emit(f *goprint.File) {
	for name := range r.names {
		f.Reserve(name)
	}
	f.Reserve("from", "to", "err", "errType")
	p := &printer{Replica: r, File: f}
	for _, t := range r.decls {
		c := r.copies[t]
		f.P("// ", c.Name.Name, " replaces ", t.String(), ".")
		f.Decl(c)
		f.P()
	}
	f.P("// To copies from into to, which is zero. What is of one type on both sides is")
	f.P("// shared.")
	p.emit("To", true, r.original)
	f.P("// From copies from into to, which is zero, and shares as To does.")
	p.emit("From", false, r.original)
	for _, t := range r.decls {
		if t.Kind == typemodel.Interface {
			continue // copied where it stands: its name may not be exported
		}
		p.emit("to"+r.copies[t].Name.Name, true, t)
		p.emit("from"+r.copies[t].Name.Name, false, t)
	}
	for i := range len(r.funcs) {
		for c, n := range r.funcs {
			if n == i {
				c.EmitTo(f, "carry"+strconv.Itoa(n))
				f.P()
				c.EmitFrom(f, "restore"+strconv.Itoa(n))
				f.P()
			}
		}
	}
}

// Workarounds says in short phrases what stands for what.
func (r *Replica) Workarounds() []string {
	var list []string
	seen := map[string]bool{}
	for _, c := range r.plan.Carriers() {
		if s := fmt.Sprintf("%s as %s by %s", c.Type, spell(c.As), c.How); !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	for _, t := range r.decls {
		if t.Kind == typemodel.Interface {
			list = append(list, fmt.Sprintf("%s as a struct of pointers by its %d types", t, len(t.Impls)))
			continue
		}
		if left := r.plan.Dropped(t); len(left) > 0 {
			list = append(list, fmt.Sprintf("%s without %s, left out", t, strings.Join(left, ", ")))
		}
	}
	return list
}

func spell(t *typemodel.Type) string {
	if t.IsBytes() {
		return "bytes"
	}
	return t.String()
}
