// Package mirror prints, into an emitted package, declarations that have the
// same layout in memory as a user's types and none of their methods. Generators
// that work on declarations, with tags of their own and methods on the types,
// get these instead of the user's package, which stays as it is; and a pointer
// to the one type is a pointer to the other by a cast that costs nothing.
//
// The emitted code checks by reflection, before the cast is used, that both
// layouts are the same in kind, size and offset all the way down.
//
// The package knows no generator: which types stay themselves and what the
// tags become is told to it.
package mirror

import (
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Config says what a mirror looks like.
type Config struct {
	PkgPath string // import path of the package that it is printed into

	// Keep reports whether a type stays itself instead of being mirrored, as
	// those do that a generator knows by name or whose own methods it calls.
	// It is asked for named types only, and not for the subject. time.Time,
	// and interfaces with methods, always stay; a type of the model that is a
	// time by another name does not.
	Keep func(*typemodel.Type) bool

	// Tag returns the tag of a mirrored field: of the struct type owner, in the
	// user's terms. Nil keeps the tags as they are.
	Tag func(owner *typemodel.Type, f *typemodel.Field) reflect.StructTag

	// OmitTag is the tag of fields that are left out, for generators that look at
	// fields whatever they are called. Empty means none.
	OmitTag reflect.StructTag

	// NameStructs says that struct types without a name get one.
	NameStructs bool

	// Unnamed reports whether a named type, which must not be recursive, is
	// mirrored without a name of its own. Nil means that none is.
	Unnamed func(*typemodel.Type) bool

	// Reserved are names that the package declares otherwise, such as "New".
	Reserved []string
}

// Mirror is the mirrored form of a type.
type Mirror struct {
	// Type is the model of the mirrored subject. Interfaces in it keep their
	// Impls: the values that they hold are of the user's types.
	Type *typemodel.Type

	cfg      Config
	subject  *typemodel.Type
	names    map[string]*typemodel.Type          // declared in the package; nil when taken otherwise
	mirrored map[*typemodel.Type]*typemodel.Type // of named types
	aliases  map[string]*typemodel.Type
	decls    []decl
	declared bool // they are printed
	refusals []typemodel.Diagnostic
}

type decl struct {
	original, mirrored *typemodel.Type
	alias              bool
}

// New mirrors t, or returns what of it cannot be mirrored.
func New(t *typemodel.Type, cfg Config) (*Mirror, []typemodel.Diagnostic) {
	if cfg.Keep == nil {
		cfg.Keep = func(*typemodel.Type) bool { return false }
	}
	m := &Mirror{
		cfg: cfg, subject: t,
		names:    map[string]*typemodel.Type{},
		mirrored: map[*typemodel.Type]*typemodel.Type{},
		aliases:  map[string]*typemodel.Type{},
	}
	for _, name := range append([]string{"mirror", "mirrorCheck", "mirrorLayout"}, cfg.Reserved...) {
		m.names[name] = nil
	}
	m.claim(t, "", map[*typemodel.Type]bool{})
	m.Type = m.typeOf(t, "")
	return m, m.refusals
}

// Names returns the names that the printed declarations take, sorted. Each file
// of the package reserves them before its first import.
func (m *Mirror) Names() []string {
	var names []string
	for name := range m.names {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Of returns the mirrored form of a type reachable from the subject which is
// declared, or the type itself when it stays or needs no declaration.
func (m *Mirror) Of(t *typemodel.Type) *typemodel.Type {
	if mirrored, ok := m.mirrored[t]; ok {
		return mirrored
	}
	return t
}

// EmitTypes prints the declarations. They import the packages of types that
// stay themselves, and no other.
func (m *Mirror) EmitTypes(f *goprint.File) {
	m.declared = true
	f.Reserve(m.Names()...)
	for _, d := range m.decls {
		if d.alias {
			f.P("// ", d.mirrored.Name.Name, " is named as the field that embeds it.")
			f.P("type ", d.mirrored.Name.Name, " = ", d.original)
		} else {
			if d.original.Name.IsZero() || d.original.Name.PkgName != "" { // not one that a driver made up
				f.P("// ", d.mirrored.Name.Name, " mirrors ", d.original.String(), ".")
			}
			f.Decl(d.mirrored)
		}
		f.P()
	}
}

// refuse reports what cannot be mirrored.
func (m *Mirror) refuse(path, fix, format string, args ...any) {
	m.refusals = append(m.refusals, typemodel.Diagnostic{Path: path, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// stays reports whether t is not mirrored.
func (m *Mirror) stays(t *typemodel.Type) bool {
	switch {
	case t == m.subject && t.Kind != typemodel.Time:
		return false
	case t.Kind == typemodel.Time && (t.Name.IsZero() || t.Name.PkgPath == "time"), t.Kind == typemodel.Interface && t.NumMethod > 0:
		return true
	}
	return !t.Name.IsZero() && m.cfg.Keep(t)
}

// claim gives the types that are embedded somewhere the names of the fields
// that embed them. They come first: a field's name is its type's.
func (m *Mirror) claim(t *typemodel.Type, path string, seen map[*typemodel.Type]bool) {
	if t == nil || seen[t] || m.stays(t) {
		return
	}
	seen[t] = true
	m.claim(t.Key, path+"[key]", seen)
	if t.Kind == typemodel.Pointer {
		m.claim(t.Elem, path, seen)
	} else {
		m.claim(t.Elem, path+"[]", seen)
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if !f.Exported() && !f.Embedded {
			continue
		}
		path := typemodel.FieldPath(path, f.Name)
		if e := f.Type.Indirect(); f.Embedded && !m.spelled(e, f.Name) {
			claimed, taken := m.names[f.Name]
			switch {
			case !taken:
				m.names[f.Name] = e
			case claimed == nil:
				m.refuse(path, "name the field", "a type embedded as %s clashes with a name of the emitted package", f.Name)
			case claimed != e && !identical(claimed, e):
				m.refuse(path, "name one of the fields", "%s and %s are both embedded as %s", claimed, e, f.Name)
			}
		}
		m.claim(f.Type, path, seen)
	}
}

// spelled reports whether t needs no declaration to be embedded as name.
func (m *Mirror) spelled(t *typemodel.Type, name string) bool {
	if t.Name.IsZero() || t.Name.PkgPath == "" {
		return t.String() == name
	}
	return m.stays(t) && t.Name.Name == name
}

// identical reports whether two unnamed types, embedded by aliases, may be one.
func identical(a, b *typemodel.Type) bool {
	return a.Name.IsZero() && b.Name.IsZero() && a.String() == b.String()
}

// named reports whether the mirrored form of t has a name.
func (m *Mirror) named(t *typemodel.Type) bool {
	if t.Name.IsZero() {
		return m.cfg.NameStructs && t.Kind == typemodel.Struct
	}
	return m.cfg.Unnamed == nil || !m.cfg.Unnamed(t)
}

// typeOf returns the mirrored form of t.
func (m *Mirror) typeOf(t *typemodel.Type, path string) *typemodel.Type {
	if m.stays(t) {
		switch {
		case t.Name.IsZero():
			m.refuse(path, "give the interface a type declaration", "an unnamed interface type with methods cannot be spelled")
		case t.Name.PkgPath != "" && t.Name.PkgPath != m.cfg.PkgPath && !token.IsExported(t.Name.Name):
			m.refuse(path, "export the type", "%s has to stay itself and is not exported", t)
		}
		return t
	}
	if mirrored, ok := m.mirrored[t]; ok {
		return mirrored
	}
	mirrored := &typemodel.Type{Kind: t.Kind, Len: t.Len, NumMethod: t.NumMethod, Impls: t.Impls, Union: t.Union, Pos: t.Pos}
	if m.named(t) {
		m.mirrored[t] = mirrored
		mirrored.Name = typemodel.Name{PkgPath: m.cfg.PkgPath, PkgName: m.cfg.PkgPath[strings.LastIndexByte(m.cfg.PkgPath, '/')+1:], Name: m.nameFor(t)}
		m.decls = append(m.decls, decl{original: t, mirrored: mirrored})
	}
	switch t.Kind {
	case typemodel.Array, typemodel.Slice:
		mirrored.Elem = m.typeOf(t.Elem, path+"[]")
	case typemodel.Pointer:
		mirrored.Elem = m.typeOf(t.Elem, path)
	case typemodel.Map:
		mirrored.Key = m.typeOf(t.Key, path+"[key]")
		mirrored.Elem = m.typeOf(t.Elem, path+"[value]")
	case typemodel.Struct:
		m.mirrorFields(t, mirrored, path)
	case typemodel.Chan, typemodel.Func, typemodel.UnsafePointer, typemodel.Invalid:
		m.refuse(path, "unexport the field or leave it out", "%s values cannot be serialized", t.Kind)
	}
	return mirrored
}

// nameFor returns the name of the mirrored form of t: that of the field which
// embeds it, or its own, numbered when it is taken.
func (m *Mirror) nameFor(t *typemodel.Type) string {
	base := t.Name.Name
	if base == "" {
		base = "Struct"
	}
	if m.names[base] == t {
		return base
	}
	name := goprint.Numbered(base, func(name string) bool {
		_, taken := m.names[name]
		return taken || goprint.Means(name)
	})
	m.names[name] = t
	return name
}

func (m *Mirror) mirrorFields(t, mirrored *typemodel.Type, path string) {
	for i := range t.Fields {
		f := t.Fields[i]
		f.Written = "" // of the original
		path := typemodel.FieldPath(path, f.Name)
		switch {
		case f.Embedded:
			f.Type = m.embedded(&f, path)
			if m.stays(t.Fields[i].Type.Indirect()) {
				mirrored.Methods |= f.Type.Indirect().Methods // promoted
			}
		case f.Exported():
			f.Type = m.typeOf(f.Type, path)
		default:
			f.Type = opaque(f.Type)
			if f.Omit { // whatever it is called, nobody is to look at it
				f.Name, f.Tag = "_", m.cfg.OmitTag
			}
		}
		if m.cfg.Tag != nil && !f.Omit {
			f.Tag = m.cfg.Tag(t, &t.Fields[i])
		}
		mirrored.Fields = append(mirrored.Fields, f)
	}
}

// embedded returns the mirrored type of an embedded field, spelled so that the
// field keeps its name: by an alias where the user's code had one.
func (m *Mirror) embedded(f *typemodel.Field, path string) *typemodel.Type {
	original := f.Type.Indirect()
	t := m.typeOf(original, path)
	if name := t.Name.Name; name != f.Name && t.String() != f.Name {
		alias, ok := m.aliases[f.Name]
		if !ok {
			named := *t
			named.Name = typemodel.Name{PkgPath: m.cfg.PkgPath, Name: f.Name}
			alias = &named
			m.aliases[f.Name] = alias
			m.decls = append(m.decls, decl{original: t, mirrored: alias, alias: true})
		}
		t = alias
	}
	if original != f.Type {
		return &typemodel.Type{Kind: typemodel.Pointer, Elem: t}
	}
	return t
}

// opaque returns a type with the layout of t, for fields that no generator
// looks into: every pointer, map, chan and func is one untyped word to the
// garbage collector, so that nothing behind it needs a declaration.
func opaque(t *typemodel.Type) *typemodel.Type {
	switch t.Kind {
	case typemodel.Pointer, typemodel.Map, typemodel.Chan, typemodel.Func, typemodel.UnsafePointer:
		return &typemodel.Type{Kind: typemodel.UnsafePointer}
	case typemodel.Slice:
		return &typemodel.Type{Kind: typemodel.Slice, Elem: &typemodel.Type{Kind: typemodel.Struct}}
	case typemodel.Array:
		return &typemodel.Type{Kind: typemodel.Array, Len: t.Len, Elem: opaque(t.Elem)}
	case typemodel.Interface:
		if t.NumMethod == 0 {
			return &typemodel.Type{Kind: typemodel.Interface}
		}
		// The first word is no pointer to the collector.
		return &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{
			{Name: "_", Type: &typemodel.Type{Kind: typemodel.Uintptr}},
			{Name: "_", Type: &typemodel.Type{Kind: typemodel.UnsafePointer}},
		}}
	case typemodel.Struct:
		s := &typemodel.Type{Kind: typemodel.Struct}
		for _, f := range t.Fields {
			s.Fields = append(s.Fields, typemodel.Field{Name: f.Name, Type: opaque(f.Type)})
		}
		return s
	case typemodel.Time:
		return t
	}
	return &typemodel.Type{Kind: t.Kind}
}
