package mirror

import (
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/typemodel"
)

// Plain returns a type of the layout of t for generators that know no more of Go
// than structs of structs, as a mirror with NameStructs prints them: the names of
// structs are exported, no other type has one but time.Time, and no field is
// embedded. t itself keeps its name, and must not be endless, as [Endless] says.
// Without hidden, fields that are not exported are left out, and the layout is
// another one: it is for the eyes of generators that would stumble over them.
func Plain(t *typemodel.Type, hidden bool) *typemodel.Type {
	p := plain{hidden, map[*typemodel.Type]*typemodel.Type{}}
	c := p.typeOf(t)
	if !t.Name.IsZero() {
		c.Name = t.Name
	}
	return c
}

type plain struct {
	hidden bool
	done   map[*typemodel.Type]*typemodel.Type
}

func (p plain) typeOf(t *typemodel.Type) *typemodel.Type {
	if t == nil || t.Kind == typemodel.Time {
		return t
	}
	if c, ok := p.done[t]; ok {
		return c
	}
	c := *t
	p.done[t] = &c
	c.Name = typemodel.Name{}
	if t.Kind == typemodel.Struct && !t.Name.IsZero() {
		c.Name = exported(t.Name)
	}
	c.Elem, c.Key = p.typeOf(t.Elem), p.typeOf(t.Key)
	c.Fields = nil
	for _, f := range t.Fields {
		if f.Exported() {
			f.Type = p.typeOf(f.Type)
		} else if !p.hidden {
			continue
		}
		f.Embedded = false
		c.Fields = append(c.Fields, f)
	}
	return &c
}

// exported returns a name with its first letter in upper case, or after one that
// is.
func exported(n typemodel.Name) typemodel.Name {
	first, size := utf8.DecodeRuneInString(n.Name)
	if upper := unicode.ToUpper(first); unicode.IsUpper(upper) {
		n.Name = string(upper) + n.Name[size:]
	} else {
		n.Name = "Struct" + n.Name
	}
	return n
}

// Endless reports whether t recurs to itself with no struct in between, which
// only a type with a name can.
func Endless(t *typemodel.Type) bool {
	return !t.Name.IsZero() && contains(t, t, map[*typemodel.Type]bool{})
}

func contains(t, inner *typemodel.Type, seen map[*typemodel.Type]bool) bool {
	if t == nil || t.Kind == typemodel.Struct || seen[t] {
		return false
	}
	seen[t] = true
	for _, part := range []*typemodel.Type{t.Elem, t.Key} {
		if part == inner || contains(part, inner, seen) {
			return true
		}
	}
	return false
}
