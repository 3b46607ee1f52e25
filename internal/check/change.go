package check

import (
	"go/token"
	"slices"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Change is one difference between two types: what became of a field.
type Change struct {
	Kind string `json:"kind"` // "added", "removed", "type", "name", "tag", "order"
	Path string `json:"path"` // as in "Items[].Qty"; of the newer type, and of the older what was removed
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`

	// Renamed is the path of the field of the same kind that was added, of one that
	// was removed, and the other way round: perhaps they are one field.
	Renamed string `json:"renamed,omitempty"`

	File string `json:"file,omitempty"` // where it stands, for annotations
	Line int    `json:"line,omitempty"`
}

// String is the change as it stands in a headline.
func (c Change) String() string {
	s := ""
	switch c.Kind {
	case "added":
		s = "+" + c.Path
	case "removed":
		s = "-" + c.Path
	default:
		s = c.Path + " " + c.Old + " → " + c.New
		if c.Kind == "order" {
			return "fields of " + c.Path + " reordered"
		}
		if c.Kind == "tag" {
			s = c.Path + " tag " + c.Old + " → " + c.New
		}
	}
	if c.Renamed != "" {
		s += " (renamed?)"
	}
	return s
}

// match says what field of one type is which of another.
type match struct {
	changes []Change
	forward map[string]string // the newer type's name of a field of the older one, by its path in the older
	back    map[string]string // and the other way round
}

// compareTypes finds the fields that two types have in common: by what their tags
// call them on the wire, and else by their names.
func compareTypes(old, new *typemodel.Type) *match {
	m := &match{forward: map[string]string{}, back: map[string]string{}}
	m.types(old, new, "", "", map[[2]*typemodel.Type]bool{})
	m.guess()
	return m
}

func (m *match) types(old, new *typemodel.Type, oldPath, newPath string, seen map[[2]*typemodel.Type]bool) {
	if seen[[2]*typemodel.Type{old, new}] {
		return
	}
	seen[[2]*typemodel.Type{old, new}] = true
	o, n := pointee(old), pointee(new)
	if o.Kind != n.Kind || o.Len != n.Len || (old.Kind == typemodel.Pointer) != (new.Kind == typemodel.Pointer) {
		m.changes = append(m.changes, Change{Kind: "type", Path: newPath, Old: old.String(), New: new.String()})
	}
	if o.Kind != n.Kind {
		return
	}
	switch o.Kind {
	case typemodel.Slice, typemodel.Array:
		m.types(o.Elem, n.Elem, oldPath+"[]", newPath+"[]", seen)
	case typemodel.Map:
		if o.Key.Kind != n.Key.Kind {
			m.changes = append(m.changes, Change{Kind: "type", Path: newPath, Old: old.String(), New: new.String()})
		}
		m.types(o.Elem, n.Elem, oldPath+"[]", newPath+"[]", seen)
	case typemodel.Struct:
		m.structs(o, n, oldPath, newPath, seen)
	}
}

func pointee(t *typemodel.Type) *typemodel.Type {
	for t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	return t
}

// structs matches the fields of two structs.
func (m *match) structs(old, new *typemodel.Type, oldPath, newPath string, seen map[[2]*typemodel.Type]bool) {
	from, to := fields(old), fields(new)
	partner := map[*typemodel.Field]*typemodel.Field{}
	taken := map[*typemodel.Field]bool{}
	pair := func(same func(a, b *typemodel.Field) bool) {
		for _, a := range from {
			for _, b := range to {
				if partner[a] == nil && !taken[b] && same(a, b) {
					partner[a], taken[b] = b, true
				}
			}
		}
	}
	pair(func(a, b *typemodel.Field) bool { return wireName(a) != "" && wireName(a) == wireName(b) })
	pair(func(a, b *typemodel.Field) bool { return a.Name == b.Name })
	var order []int
	for _, a := range from {
		b := partner[a]
		if b == nil {
			m.changes = append(m.changes, located(Change{Kind: "removed", Path: join(oldPath, a.Name), Old: a.Type.String()}, new.Pos))
			continue
		}
		order = append(order, slices.Index(to, b))
		op, np := join(oldPath, a.Name), join(newPath, b.Name)
		at := len(m.changes)
		if a.Name != b.Name {
			m.forward[op], m.back[np] = b.Name, a.Name
			m.changes = append(m.changes, Change{Kind: "name", Path: join(newPath, a.Name), Old: a.Name, New: b.Name})
		}
		if x, y := wireName(a), wireName(b); x != y {
			m.changes = append(m.changes, Change{Kind: "tag", Path: np, Old: quoted(x), New: quoted(y)})
		}
		m.types(a.Type, b.Type, op, np, seen)
		for i := at; i < len(m.changes); i++ {
			if m.changes[i].Line == 0 {
				m.changes[i] = located(m.changes[i], b.Pos)
			}
		}
	}
	if !slices.IsSorted(order) {
		path := newPath
		if path == "" {
			path = new.String()
		}
		m.changes = append(m.changes, located(Change{Kind: "order", Path: path}, new.Pos))
	}
	for _, b := range to {
		if !taken[b] {
			m.changes = append(m.changes, located(Change{Kind: "added", Path: join(newPath, b.Name), New: b.Type.String()}, b.Pos))
		}
	}
}

func located(c Change, pos token.Position) Change {
	c.File, c.Line = pos.Filename, pos.Line
	return c
}

func quoted(s string) string {
	if s == "" {
		return "none"
	}
	return `"` + s + `"`
}

// fields lists those that travel, those of embedded structs where they are
// promoted to.
func fields(t *typemodel.Type) []*typemodel.Field {
	var list []*typemodel.Field
	for i := range t.Fields {
		f := &t.Fields[i]
		if of := pointee(f.Type); f.Embedded && of.Kind == typemodel.Struct && !f.Omit && of != t {
			list = append(list, fields(of)...)
			continue
		}
		if f.Exported() && f.Name != "_" {
			list = append(list, f)
		}
	}
	return list
}

// wireTags are the tags that name a field on the wire, those of most serializers
// first.
var wireTags = []string{"json", "protobuf", "msgpack", "msg", "cbor", "bson", "codec", "avro", "thrift", "xml"}

// wireName is what the tags of a field call it; empty where they do not say.
func wireName(f *typemodel.Field) string {
	for _, key := range wireTags {
		if key == "protobuf" {
			continue // numbers, and not as a first word
		}
		if name, _, _ := strings.Cut(f.Tag.Get(key), ","); name != "" && name != "-" {
			return name
		}
	}
	return ""
}

// guess pairs what was removed with what was added of the same kind beside it.
func (m *match) guess() {
	used := map[int]bool{}
	for i, r := range m.changes {
		for k, a := range m.changes {
			if r.Kind == "removed" && a.Kind == "added" && !used[k] && r.Old == a.New && parent(r.Path) == parent(a.Path) {
				m.changes[i].Renamed, m.changes[k].Renamed = a.Path, r.Path
				used[k] = true
				break
			}
		}
	}
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)]
}

// places returns the paths that changed, in the older type or in the newer one.
func (m *match) places(older bool) []string {
	var list []string
	for _, c := range m.changes {
		if c.Kind == "type" {
			path := c.Path
			if older {
				path = renamed(path, m.back)
			}
			list = append(list, path)
		}
	}
	return list
}

// reaches reports whether a path without indexes and keys leads to a place in the type.
// What an interface holds is not known.
func reaches(t *typemodel.Type, path string) bool {
	for path != "" {
		t = pointee(t)
		if t.Kind == typemodel.Interface {
			return true
		}
		if rest, ok := strings.CutPrefix(path, "[]"); ok {
			if t.Elem == nil {
				return false
			}
			t, path = t.Elem, strings.TrimPrefix(rest, ".")
			continue
		}
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		list := fields(t)
		i := slices.IndexFunc(list, func(f *typemodel.Field) bool { return f.Name == path[:end] })
		if i < 0 {
			return false
		}
		t, path = list[i].Type, strings.TrimPrefix(path[end:], ".")
	}
	return true
}

// renamed gives a path of one type the names of the other. Its fields may have
// indexes and keys.
func renamed(path string, names map[string]string) string {
	if len(names) == 0 {
		return path
	}
	var out, place strings.Builder
	for len(path) > 0 {
		switch path[0] {
		case '.':
			out.WriteByte('.')
			place.WriteByte('.')
			path = path[1:]
		case '[':
			end := closing(path)
			out.WriteString(path[:end])
			place.WriteString("[]")
			path = path[end:]
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			name := path[:end]
			place.WriteString(name)
			if other, ok := names[place.String()]; ok {
				name = other
			}
			out.WriteString(name)
			path = path[end:]
		}
	}
	return out.String()
}

// closing returns the end of the index or key that the path begins with. A key
// that is a string is quoted.
func closing(path string) int {
	inText := false
	for i := 1; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\' && inText:
			i++
		case c == '"':
			inText = !inText
		case c == ']' && !inText:
			return i + 1
		}
	}
	return len(path)
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
