package check

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Change is one difference between two types: what became of a field.
type Change struct {
	Kind string `json:"kind"` // "added", "removed", "type", "tag", "order", "moved"
	Path string `json:"path"` // as in "Items[].Qty"; of the newer type, and of the older what was removed
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`

	Also []string `json:"also,omitempty"` // paths of the same field where its struct stands again

	// Renamed is the path of the field of the same kind that was added, of one that
	// was removed, and the other way round: perhaps they are one field.
	Renamed string `json:"renamed,omitempty"`

	File string `json:"file,omitempty"` // where it stands, for annotations
	Line int    `json:"line,omitempty"`

	wire string // what the older field is found by
	own  bool   // one of the types encodes itself: what it takes of all values is its own affair
}

// String is the change as it stands in a headline.
func (c Change) String() string {
	s := ""
	switch c.Kind {
	case "added":
		s = "+" + c.Path
	case "removed":
		s = "-" + c.Path
	case "order":
		s = "fields of " + c.Path + " reordered"
	case "moved":
		s = c.Path + " moved " + c.New
	case "tag":
		s = c.Path + " tag " + c.Old + " → " + c.New
	default:
		s = c.Path + " " + c.Old + " → " + c.New
	}
	if c.Renamed != "" {
		s += " (renamed?)"
	}
	switch n := len(c.Also); {
	case n > 2:
		s += fmt.Sprintf(" (and in %d more places)", n)
	case n > 0:
		s += " (and " + strings.Join(c.Also, ", ") + ")"
	}
	return s
}

// match says what field of one type is which of another. Fields are called by their
// places, "Items[].Qty".
type match struct {
	open    map[[2]*typemodel.Type]int // how often within themselves two types are compared
	id      driver.Identity
	goNames bool // fields go by their Go names alone, as people read types
	changes []Change
	forward map[string]string // the newer type's place of a field of the older one
	back    map[string]string // and the other way round
}

// compareTypes finds the fields that two types have in common, by what a serializer
// finds them by.
func compareTypes(old, new *typemodel.Type, id driver.Identity) *match {
	m := &match{id: id}
	m.compare(old, new)
	return m
}

// describe finds what is another between two types as people read them: by the names of
// their fields in Go, with all that their tags say. A field is told once, with all its places.
func describe(old, new *typemodel.Type) (list []Change) {
	m := &match{goNames: true}
	m.compare(old, new)
	for _, c := range m.changes {
		if i := slices.IndexFunc(list, c.alike); i >= 0 {
			list[i].Also = append(list[i].Also, c.Path)
		} else {
			list = append(list, c)
		}
	}
	return list
}

// alike reports whether two changes are of one field, whose struct stands in two places.
func (c Change) alike(o Change) bool {
	name := func(c Change) string { return strings.TrimLeft(strings.TrimPrefix(c.Path, parent(c.Path)), ".") }
	return c.Kind == o.Kind && c.Old == o.Old && c.New == o.New && c.File == o.File && c.Line == o.Line &&
		(c.Renamed == "") == (o.Renamed == "") && (c.Kind == "order" || name(c) == name(o))
}

// How many places are compared before types are told once, and how often a type within itself.
const (
	comparedPlaces = 1 << 12
	comparedWithin = 2
)

func (m *match) compare(old, new *typemodel.Type) {
	m.open, m.forward, m.back = map[[2]*typemodel.Type]int{}, map[string]string{}, map[string]string{}
	m.types(old, new, "", "")
	m.guess()
}

func (m *match) types(old, new *typemodel.Type, oldPath, newPath string) {
	o, n := pointee(old), pointee(new)
	both := [2]*typemodel.Type{o, n}
	if times, met := m.open[both]; times >= comparedWithin || met && len(m.forward) >= comparedPlaces {
		return
	}
	m.open[both]++
	defer func() { m.open[both]-- }()
	another := m.goNames && scalarKind(o.Kind) && o.Name.Name != n.Name.Name // which may have methods that only its name tells of
	if another || o.Kind != n.Kind || o.Len != n.Len || (old.Kind == typemodel.Pointer) != (new.Kind == typemodel.Pointer) || newPath != "" && o.Methods != n.Methods {
		m.changes = append(m.changes, Change{Kind: "type", Path: newPath, Old: old.String(), New: new.String(), own: encodes(o) || encodes(n)})
	}
	if o.Kind != n.Kind {
		return
	}
	switch o.Kind {
	case typemodel.Slice, typemodel.Array:
		m.pair(oldPath+"[]", newPath+"[]")
		m.types(o.Elem, n.Elem, oldPath+"[]", newPath+"[]")
	case typemodel.Map:
		if o.Key.Kind != n.Key.Kind {
			m.changes = append(m.changes, Change{Kind: "type", Path: newPath, Old: old.String(), New: new.String()})
		}
		m.pair(oldPath+"[]", newPath+"[]")
		m.types(o.Elem, n.Elem, oldPath+"[]", newPath+"[]")
	case typemodel.Struct:
		m.structs(o, n, oldPath, newPath)
	}
}

func scalarKind(k typemodel.Kind) bool {
	return k == typemodel.Bool || k == typemodel.String || k.IsInteger() || k.IsFloat()
}

// encodes reports whether a type has a form of its own.
func encodes(t *typemodel.Type) bool { return t.Methods != 0 && t.Kind != typemodel.Time }

func (m *match) pair(old, new string) { m.forward[old], m.back[new] = new, old }

func pointee(t *typemodel.Type) *typemodel.Type {
	for t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	return t
}

// same reports whether the older field a is the newer one b.
func (m *match) same(a, b *typemodel.Field) bool {
	if m.goNames {
		return a.Name == b.Name
	}
	x, tagged := m.id.Of(a)
	y, both := m.id.Of(b)
	if x == "" && y == "" || m.id.By == driver.Number && !tagged && !both {
		return a.Name == b.Name
	}
	return x == y
}

// structs matches the fields of two structs.
func (m *match) structs(old, new *typemodel.Type, oldPath, newPath string) {
	from, to := fields(old), fields(new)
	partner := map[*placed]*placed{}
	taken := map[*placed]bool{}
	for _, anywhere := range []bool{false, true} { // of namesakes those that stand at one place
		for _, a := range from {
			for _, b := range to {
				if partner[a] == nil && !taken[b] && (anywhere || a.name == b.name) && m.same(a.Field, b.Field) {
					partner[a], taken[b] = b, true
				}
			}
		}
	}
	var order []int
	for _, a := range from {
		b := partner[a]
		if b == nil {
			wire, _ := m.id.Of(a.Field)
			m.changes = append(m.changes, located(Change{Kind: "removed", Path: join(oldPath, a.name), Old: a.Type.String(), wire: wire}, new.Pos))
			continue
		}
		order = append(order, slices.Index(to, b))
		op, np := join(oldPath, a.name), join(newPath, b.name)
		m.pair(op, np)
		at := len(m.changes)
		for _, c := range m.tags(a.Field, b.Field) {
			c.Path = np
			m.changes = append(m.changes, c)
		}
		if m.goNames && a.via != b.via {
			c := Change{Kind: "moved", Path: np, New: "out of an embedded struct"}
			if a.via != "" && b.via != "" {
				c.New = "into another embedded struct"
			} else if b.via != "" {
				c.New = "into an embedded struct"
			}
			m.changes = append(m.changes, c)
		}
		m.types(a.Type, b.Type, op, np)
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
			m.changes = append(m.changes, located(Change{Kind: "added", Path: join(newPath, b.name), New: b.Type.String()}, b.Pos))
		}
	}
}

// tags compares what is said of two fields: names and options.
func (m *match) tags(a, b *typemodel.Field) (list []Change) {
	if !m.goNames {
		if x, y := m.id.Options(a), m.id.Options(b); x != y {
			list = append(list, Change{Kind: "tag", Old: cmp.Or(x, "none"), New: cmp.Or(y, "none")})
		}
		return list
	}
	for _, key := range tagKeys(a.Tag, b.Tag) {
		x, hasX := a.Tag.Lookup(key)
		y, hasY := b.Tag.Lookup(key)
		if x != y || hasX != hasY {
			list = append(list, Change{Kind: "tag", Old: tagText(key, x, hasX), New: tagText(key, y, hasY)})
		}
	}
	return list
}

func tagText(key, value string, has bool) string {
	if !has {
		return "none"
	}
	return key + ":" + strconv.Quote(value)
}

// tagKeys lists the keys of struct tags, each once.
func tagKeys(tags ...reflect.StructTag) (keys []string) {
	for _, tag := range tags {
		rest := string(tag)
		for {
			key, after, ok := strings.Cut(strings.TrimLeft(rest, " "), ":")
			if !ok || !strings.HasPrefix(after, `"`) {
				break
			}
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
			value, err := strconv.QuotedPrefix(after)
			if err != nil {
				break
			}
			rest = after[len(value):]
		}
	}
	return keys
}

func located(c Change, pos token.Position) Change {
	c.File, c.Line = pos.Filename, pos.Line
	return c
}

// placed is a field where Go finds it: what an embedded struct promotes stands beside the
// fields of the outer one, and under the embedded one's name where it has a namesake.
type placed struct {
	*typemodel.Field
	name  string // its place in the outer struct
	via   string // the outer struct's field that embeds it; empty where it is one itself
	depth int
}

// fields lists those that travel. Around are the structs that embed t: one that t embeds
// again is a field.
func fields(t *typemodel.Type, around ...*typemodel.Type) (list []*placed) {
	around = append(slices.Clip(around), t)
	for i := range t.Fields {
		f := &t.Fields[i]
		if of := pointee(f.Type); f.Embedded && of.Kind == typemodel.Struct && !f.Omit && !slices.Contains(around, of) {
			for _, in := range fields(of, around...) {
				in.via, in.depth = f.Name, in.depth+1
				list = append(list, in)
			}
			continue
		}
		if f.Exported() && f.Name != "_" {
			list = append(list, &placed{Field: f, name: f.Name})
		}
	}
	var hidden []*placed
	for _, f := range list {
		first, _, _ := strings.Cut(f.name, ".")
		if slices.ContainsFunc(list, func(o *placed) bool {
			name, _, _ := strings.Cut(o.name, ".")
			return o.via != f.via && o.depth <= f.depth && (name == first || o.via == first)
		}) {
			hidden = append(hidden, f)
		}
	}
	for _, f := range hidden {
		f.name = join(f.via, f.name)
	}
	return list
}

// at returns the field of t that a path begins with, and what of the path is left; nil where
// there is none.
func at(t *typemodel.Type, path string) (*placed, string) {
	for _, f := range fields(t) {
		if below(path, f.name) {
			return f, strings.TrimPrefix(path[len(f.name):], ".")
		}
	}
	return nil, ""
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

// paths lists those of the changes of a kind.
func (m *match) paths(kind string) (list []string) {
	for _, c := range m.changes {
		if c.Kind == kind {
			list = append(list, c.Path)
		}
	}
	return list
}

// places returns the older type's places of what is another kind.
func (m *match) places() []string {
	var list []string
	for _, c := range m.changes {
		if c.Kind == "type" && !c.own {
			list = append(list, renamed(c.Path, m.back))
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
		f, rest := at(t, path)
		if f == nil {
			return false
		}
		t, path = f.Type, rest
	}
	return true
}

// renamed gives a path of one type the names of the other: those of the longest part of
// it that has another place there. Its indexes and keys are kept, if there are as many.
func renamed(path string, places map[string]string) string {
	type cut struct {
		end  int
		keys int
	}
	var cuts []cut
	var keys []string
	for i := 0; i < len(path); {
		switch path[i] {
		case '[':
			end := i + closing(path[i:])
			keys = append(keys, path[i:end])
			i = end
		case '.':
			i++
			continue
		default:
			end := strings.IndexAny(path[i:], ".[")
			if end < 0 {
				end = len(path) - i
			}
			i += end
		}
		cuts = append(cuts, cut{i, len(keys)})
	}
	for _, c := range slices.Backward(cuts) {
		to, ok := places[place(path[:c.end])]
		if !ok || strings.Count(to, "[]") != c.keys {
			continue
		}
		for _, key := range keys[:c.keys] {
			to = strings.Replace(to, "[]", "\x00"+key[1:], 1)
		}
		return strings.ReplaceAll(to, "\x00", "[") + path[c.end:]
	}
	return path
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

// advice is what to do about fields that a codec drops, where one of the same kind came
// in the place of one: names can be kept by a tag, numbers by the number.
func (m *match) advice(dropped []string) (list []string) {
	var told []Change
	for _, c := range m.changes {
		if c.Kind != "removed" || c.Renamed == "" || !slices.Contains(dropped, c.Path) || slices.ContainsFunc(told, c.alike) {
			continue
		}
		told = append(told, c)
		name := c.Renamed[strings.LastIndexByte(c.Renamed, '.')+1:]
		switch {
		case m.id.By == driver.Number:
			list = append(list, fmt.Sprintf("if %s is %s, give it the number of %s", c.Renamed, c.Path, c.Path))
		case m.id.By == driver.Order:
		case c.Renamed == c.Path:
			list = append(list, fmt.Sprintf("keep its name by the tag `%s:%q`, or read both", m.id.Tags[0], c.wire))
		case len(m.id.Tags) == 0:
			list = append(list, fmt.Sprintf("if %s is %s, keep the name in Go, or read both", c.Renamed, c.Path))
		default:
			list = append(list, fmt.Sprintf("if %s is %s, give %s the tag `%s:%q`, or read both", c.Renamed, c.Path, name, m.id.Tags[0], c.wire))
		}
	}
	return list
}
