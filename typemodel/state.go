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
// name, locks, and the bookkeeping of a generated protobuf message, to which the
// fields that its schema does not know count. A time has none: every format
// treats it as a primitive, but a type made from it is opaque.
func (t *Type) Hidden() []string {
	if t.Kind != Struct {
		return nil
	}
	return t.hidden(map[string]bool{})
}

// hidden is Hidden within structs whose fields take the names of outer.
func (t *Type) hidden(outer map[string]bool) []string {
	names := map[string]bool{}
	for name := range outer {
		names[name] = true
	}
	for i := range t.Fields {
		names[t.Fields[i].Name] = true
	}
	var list []string
	for i := range t.Fields {
		f := &t.Fields[i]
		switch {
		case f.Omit || f.Type.stateless() || t.bookkeeping(f):
		case f.Exported():
			if outer[f.Name] { // shadowed, and there is no name for what embeds it
				list = append(list, f.Name)
			}
		case f.Embedded && f.Type.Kind == Struct:
			for _, name := range f.Type.hidden(names) {
				list = append(list, f.Name+"."+name)
			}
		case f.Name != "_":
			list = append(list, f.Name)
		}
	}
	return list
}

// stateless reports whether values of t hold nothing that a copy would need.
func (t *Type) stateless() bool {
	switch t.Kind {
	case Array:
		return t.Len == 0 || t.Elem.stateless()
	case Struct:
		if t.Name.PkgPath == "sync" && (t.Name.Name == "Mutex" || t.Name.Name == "RWMutex") {
			return true
		}
		return !slices.ContainsFunc(t.Fields, func(f Field) bool { return !f.Type.stateless() })
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

// isMessageState reports whether t stands first in every generated protobuf
// message.
func isMessageState(t *Type) bool {
	return t.Name.PkgPath == protoimpl && t.Name.Name == "MessageState"
}

const protoimpl = "google.golang.org/protobuf/internal/impl"

// skeleton reports whether the type of that name is modelled without its fields:
// the machinery behind every protobuf message is large, and no part of a value.
func (n Name) skeleton() bool {
	return n.PkgPath == protoimpl && n.Name == "MessageInfo"
}

// Skeleton reports whether a type of that name is modelled without its fields.
// It is for package load.
func Skeleton(n Name) bool { return n.skeleton() }

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
// left out, as if they had the tag assay:"-". A path is written as in [Refusal],
// such as "Body.Transactions[].Cache". The field is left out wherever its type
// stands, since a type has one form. A path that leads to no field is an error.
func Omit(t *Type, paths ...string) (*Type, error) {
	c := copier{}
	root := c.copy(t)
	for _, path := range paths {
		f := fieldAt(root, path)
		if f == nil {
			return nil, fmt.Errorf("%s has no field %s", t, path)
		}
		f.Omit, f.Embedded = true, false
	}
	return root, nil
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

// fieldAt returns the field of t, or of one of its parts, at path.
func fieldAt(t *Type, path string) *Field {
	for {
		for t != nil && t.Kind == Pointer {
			t = t.Elem
		}
		if t == nil {
			return nil
		}
		if rest, ok := strings.CutPrefix(path, "[]"); ok && (t.Kind == Slice || t.Kind == Array) {
			t, path = t.Elem, rest
			continue
		}
		if rest, ok := strings.CutPrefix(path, "[value]"); ok && t.Kind == Map {
			t, path = t.Elem, rest
			continue
		}
		if rest, ok := strings.CutPrefix(path, "[key]"); ok && t.Kind == Map {
			t, path = t.Key, rest
			continue
		}
		if strings.HasPrefix(path, ".(") && t.Kind == Interface {
			i := slices.IndexFunc(t.Impls, func(impl *Type) bool { return strings.HasPrefix(path, ".("+impl.String()+")") })
			if i < 0 {
				return nil
			}
			t, path = t.Impls[i], strings.TrimPrefix(path, ".("+t.Impls[i].String()+")")
			continue
		}
		path = strings.TrimPrefix(path, ".")
		n := strings.IndexAny(path, ".[")
		if n < 0 {
			n = len(path)
		}
		i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == path[:n] })
		if i < 0 {
			return nil
		}
		if path = path[n:]; path == "" {
			return &t.Fields[i]
		}
		t = t.Fields[i].Type
	}
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
