package typemodel

import (
	"fmt"
	"slices"
	"strings"
)

// Hidden returns the fields of the struct t that hold state which other packages
// do not reach, as paths below t: unexported fields, also those of the
// unexported structs that t embeds, and what is embedded by a pointer that other
// packages cannot set. A type that has any is opaque: who walks its exported
// fields loses something. Parts of t are judged by themselves.
//
// No state is what is left out explicitly, what takes no memory, what has no
// name, a field _struct whose tag has options of the struct, locks, and the bookkeeping of a generated protobuf message, to which the
// fields that its schema does not know count. A time has none: every format
// treats it as a primitive, but a type made from it is opaque.
func (t *Type) Hidden() []string {
	if t.Kind != Struct || t.IsLock() {
		return nil
	}
	return t.hidden(nil)
}

// IsLock reports whether t is a mutex of package sync, which is no part of a value:
// there is nothing to carry, and who reads a value has a lock of his own.
func (t *Type) IsLock() bool {
	return t.Name.PkgPath == "sync" && (t.Name.Name == "Mutex" || t.Name.Name == "RWMutex")
}

// hidden is Hidden of the struct that the path leads to from t, which embeds it.
func (t *Type) hidden(path []*Field) []string {
	at := t
	if len(path) > 0 {
		at = path[len(path)-1].Type
	}
	var list []string
	for i := range at.Fields {
		f := &at.Fields[i]
		inner := append(slices.Clone(path), f)
		switch {
		case f.Omit || f.Type.stateless() || at.bookkeeping(f):
		case f.Exported():
			if len(path) > 0 && !t.Selects(inner) { // there is no name for what embeds it
				list = append(list, f.Name)
			}
		case f.Embedded && f.Type.Kind == Struct:
			for _, name := range t.hidden(inner) {
				list = append(list, f.Name+"."+name)
			}
		case f.Name != "_" && !(f.Name == "_struct" && f.Tag != ""):
			list = append(list, f.Name)
		}
	}
	return list
}

// Selects reports whether Go means the last field of a path that leads into what the struct t embeds
// by the name of that field alone: no other field of the name is less deep or as deep, and no method.
func (t *Type) Selects(path []*Field) bool {
	last := path[len(path)-1]
	if slices.Contains(t.Hides, last.Name) {
		return false
	}
	level := []*Type{t}
	for range path {
		var found []*Field
		var next []*Type
		for _, at := range level {
			for i := range at.Fields {
				f := &at.Fields[i]
				if f.Name == last.Name {
					found = append(found, f)
				}
				if f.Embedded {
					next = append(next, f.Type.Indirect())
				}
			}
		}
		if len(found) > 0 {
			return len(found) == 1 && found[0] == last
		}
		level = next
	}
	return false
}

// stateless reports whether values of t hold nothing that a copy would need.
func (t *Type) stateless() bool {
	switch t.Kind {
	case Array:
		return t.Len == 0 || t.Elem.stateless()
	case Struct:
		return t.IsLock() || !slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.Type.stateless() })
	}
	return false
}

// bookkeeping reports whether f, a field of t, is one that protobuf's generator
// adds to what the schema says.
func (t *Type) bookkeeping(f *Field) bool {
	if len(t.Fields) == 0 || !isMessageState(t.Fields[0].Type) {
		return false
	}
	return isMessageState(f.Type) || f.Name == "sizeCache" || f.Name == "unknownFields"
}

// UnknownFields reports whether t is a protobuf message, in which fields that its
// schema does not know are kept.
func (t *Type) UnknownFields() bool {
	return slices.ContainsFunc(t.Fields, func(f Field) bool {
		return t.bookkeeping(&f) && f.Name == "unknownFields" || f.Omit && f.Name == "XXX_unrecognized"
	})
}

// isMessageState reports whether t stands first in every generated protobuf
// message.
func isMessageState(t *Type) bool {
	return t.Name.PkgPath == protoimpl && t.Name.Name == "MessageState"
}

const protoimpl = "google.golang.org/protobuf/internal/impl"

// Skeleton reports whether the type of that name is modelled without its fields:
// the machinery behind every protobuf message is large, and no part of a value.
func Skeleton(n Name) bool { return n.PkgPath == protoimpl && n.Name == "MessageInfo" }

// LeftOut reports whether the tag says that the field, of the given type, is no
// part of the value: assay:"-" on any, and json:"-" on what no serializer could
// carry, such as a chan or a func, and on the bookkeeping that gogo/protobuf adds
// to a message. It is for those who build models.
func LeftOut(f Field) bool {
	if f.Tag.Get("assay") == "-" {
		return true
	}
	return f.Tag.Get("json") == "-" && (f.Type.uncarriable() || strings.HasPrefix(f.Name, "XXX_"))
}

// uncarriable reports whether t comes down to a chan, func or unsafe pointer
// with no struct in between.
func (t *Type) uncarriable() bool {
	for seen := map[*Type]bool{}; t != nil && !seen[t]; t = t.Elem {
		seen[t] = true
		switch t.Kind {
		case Chan, Func, UnsafePointer:
			return true
		case Map:
			if t.Key.uncarriable() {
				return true
			}
		}
	}
	return false
}

// Omit returns a copy of the model t in which the fields at the given paths are
// left out, as if they had the tag assay:"-". A path is written as in [Diagnostic],
// such as "Body.Transactions[].Cache", and "*.Cache" is the field Cache of every
// struct that is a part of t.
//
// A path that leads to no field is an error, and so is one to a field whose
// struct stands elsewhere too, unless all these places are named: a type has one
// form, and what was not named is not left out.
func Omit(t *Type, paths ...string) (*Type, error) {
	root := copier{}.copy(t)
	named := map[string]bool{}
	omitted := map[*Field]*Type{} // to the struct that has it
	var single []*Field
	for _, path := range paths {
		if name, ok := strings.CutPrefix(path, "*."); ok {
			owners := having(root, name)
			if len(owners) == 0 {
				return nil, fmt.Errorf("no part of %s has a field %s", t, name)
			}
			for _, owner := range owners {
				omitted[owner.field(name)] = owner
			}
			continue
		}
		owner, f := fieldAt(root, path)
		if f == nil {
			return nil, fmt.Errorf("%s has no field %s%s", t, path, meant(root, path))
		}
		named[strings.TrimPrefix(path, ".")] = true
		if omitted[f] == nil {
			omitted[f] = owner
			single = append(single, f)
		}
	}
	for f := range omitted {
		f.Omit, f.Embedded = true, false
	}
	for _, f := range single { // what stands in a field that is left out is nowhere else
		if err := elsewhere(root, omitted[f], f, named, paths); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// meant returns, behind a semicolon, where fields of root with the name of a path that
// leads to none stand, if there are any.
func meant(root *Type, path string) string {
	name := path[strings.LastIndex(path, ".")+1:]
	var all []string
	for _, owner := range having(root, name) {
		places, _ := Places(root, owner)
		for _, place := range places {
			all = append(all, FieldPath(place, name))
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s stands at %s", name, strings.Join(Few(all), ", "))
}

// elsewhere returns an error if the field of owner, a part of root, stands at a
// place that is not among those named, and no path leaves it out everywhere.
func elsewhere(root, owner *Type, f *Field, named map[string]bool, paths []string) error {
	if slices.Contains(paths, "*."+f.Name) {
		return nil
	}
	places, endless := Places(root, owner)
	var others, all []string
	for _, place := range places {
		place = FieldPath(place, f.Name)
		if all = append(all, place); !named[place] {
			others = append(others, place)
		}
	}
	if len(others) == 0 {
		return nil
	}
	way := ""
	if !endless {
		way = fmt.Sprintf("name all of them (--omit='%s'), or ", strings.Join(all, ","))
	}
	way += fmt.Sprintf("leave it out everywhere by --omit='*.%s'", f.Name)
	var also []string
	for _, t := range having(root, f.Name) {
		if t != owner {
			also = append(also, t.String())
		}
	}
	if len(also) > 0 {
		way += fmt.Sprintf(", which is also the %s of %s", f.Name, strings.Join(Few(also), ", "))
	}
	return fmt.Errorf("%s of %s stands at %s as well: %s", f.Name, owner, strings.Join(Few(others), ", "), way)
}

// Few returns the first strings of a list for people, the last of which says how
// many more there are.
func Few(list []string) []string {
	const few = 8
	if len(list) <= few {
		return list
	}
	return append(slices.Clone(list[:few]), fmt.Sprintf("and %d more", len(list)-few))
}

// having returns the structs, root and its parts, that have a field of the name.
func having(root *Type, name string) []*Type {
	return slices.DeleteFunc(Structs(root), func(t *Type) bool { return t.field(name) == nil })
}

// field returns the field of the struct t of that name, or nil.
func (t *Type) field(name string) *Field {
	if i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name }); i >= 0 {
		return &t.Fields[i]
	}
	return nil
}

// manyPlaces is how many places of a type are told at most.
const manyPlaces = 100

// Places returns the paths at which part stands in t, written as in [Diagnostic],
// as far as fields lead there that are carried. endless says that there are more
// of them: since a type contains itself, or since they are more than 100.
func Places(t, part *Type) (paths []string, endless bool) {
	parents := map[*Type][]*Type{}
	seen := map[*Type]bool{}
	var link func(t *Type)
	link = func(t *Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		for part := range t.Parts {
			if part.leads() {
				parents[part.Type] = append(parents[part.Type], t)
				link(part.Type)
			}
		}
	}
	link(t)
	leads := map[*Type]bool{} // to part
	var mark func(t *Type)
	mark = func(t *Type) {
		if leads[t] {
			return
		}
		leads[t] = true
		for _, p := range parents[t] {
			mark(p)
		}
	}
	mark(part)

	open, entered := map[*Type]bool{}, map[*Type]int{}
	var visit func(path string, t *Type)
	visit = func(path string, t *Type) {
		if !leads[t] {
			return
		}
		if t == part && len(paths) < manyPlaces {
			paths = append(paths, path)
		} else if t == part {
			endless = true
		}
		if open[t] {
			endless = true
			return
		}
		// The ways through types that hold each other are without number. Without
		// recursion each leads to a place of its own.
		if entered[t]++; entered[t] > manyPlaces {
			endless = true
			return
		}
		open[t] = true
		for part := range t.Parts {
			if part.leads() && (len(paths) < manyPlaces || !endless) {
				visit(part.At(path), part.Type)
			}
		}
		delete(open, t)
	}
	visit("", t)
	return paths, endless
}

// Reveal returns a copy of t in which unexported fields of the package count as
// exported, for code that stands in it. Types with encoding methods or a
// conversion of their own keep what is theirs.
func Reveal(t *Type, pkgPath string) *Type {
	c := copier{}
	root := c.copy(t)
	for _, t := range c {
		if t.Own()&Standard != 0 || t.As != nil {
			continue
		}
		for i := range t.Fields {
			f := &t.Fields[i]
			f.Reached = f.PkgPath == pkgPath && f.Name != "_" && !f.Omit
		}
	}
	return root
}

// fieldAt returns the field of t, or of one of its parts, at path, and the struct
// that has it.
func fieldAt(t *Type, path string) (*Type, *Field) {
	for {
		for t != nil && t.Kind == Pointer {
			t = t.Elem
		}
		if t == nil {
			return nil, nil
		}
		if part, rest := t.within(path); part != nil {
			t, path = part, rest
			continue
		}
		path = strings.TrimPrefix(path, ".")
		n := strings.IndexAny(path, ".[")
		if n < 0 {
			n = len(path)
		}
		i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == path[:n] })
		if i < 0 {
			return nil, nil
		}
		if path = path[n:]; path == "" {
			return t, &t.Fields[i]
		}
		t = t.Fields[i].Type
	}
}

// within returns the part of t that a path begins with, but for fields and pointers, and the
// rest of the path; nil for none.
func (t *Type) within(path string) (part *Type, rest string) {
	for part := range t.Parts {
		if rest, ok := strings.CutPrefix(path, part.Path); ok && part.Field == nil && part.Path != "" {
			return part.Type, rest
		}
	}
	return nil, path
}

// copier copies models, by the original.
type copier map[*Type]*Type

func (c copier) copy(t *Type) *Type {
	if t == nil {
		return nil
	}
	if done, ok := c[t]; ok {
		return done
	}
	m := *t
	c[t] = &m
	m.Elem, m.Key = c.copy(t.Elem), c.copy(t.Key)
	m.Name.Args, m.Impls = c.list(t.Name.Args), c.list(t.Impls)
	m.Fields = slices.Clone(t.Fields)
	for i := range m.Fields {
		m.Fields[i].Type = c.copy(m.Fields[i].Type)
	}
	if t.As != nil {
		as := *t.As
		as.Type = c.copy(as.Type)
		m.As = &as
	}
	return &m
}

func (c copier) list(types []*Type) []*Type {
	if types == nil {
		return nil
	}
	list := make([]*Type, len(types))
	for i, t := range types {
		list[i] = c.copy(t)
	}
	return list
}
