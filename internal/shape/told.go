package shape

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// What comes back as something else of members that are left out.
const (
	EmptyLists    = "empty lists and maps with omitempty come back nil"
	SaidZero      = "values whose method IsZero says that they are zero come back as Go's zero"
	NegativeZeros = "negative zeros that are left out come back as 0"
	HollowStructs = "what is embedded by a pointer comes back nil if all of it is left out"
)

// Part is the share of one type in the plan of a format.
type Part struct {
	Shape   *Shape
	Refused []typemodel.Diagnostic        // there is no code, where there is any
	Changes func() []typemodel.Diagnostic // what comes back as something else
}

// Diagnose returns what a plan says of each type, and which types are walked, by its part.
func Diagnose(types []*typemodel.Type, part func(t *typemodel.Type) Part) (list [][]typemodel.Diagnostic, walked []*typemodel.Type) {
	said := map[string]bool{} // of types, of all parts
	for _, t := range types {
		of := part(t)
		if len(of.Refused) > 0 {
			list = append(list, of.Refused)
			continue
		}
		list = append(list, append(of.Changes(), of.Shape.carried(said)...))
		walked = append(walked, of.Shape.walked()...)
	}
	return list, walked
}

// walked returns the types of the shape whose parts are carried.
func (s *Shape) walked() (list []*typemodel.Type) {
	for _, n := range s.Nodes {
		if n.Form == Own || n.Form == Carried || n.Form == Refused || s.rules.Empty != nil && s.rules.Empty(n.Type) {
			continue
		}
		list = append(list, n.Type)
		if n.Form == Struct {
			list = append(list, Embedded(n.Type, n.Members)...)
		}
	}
	return list
}

// Embedded returns the structs that t embeds and whose members, some of those given, or
// none so far, are its own.
func Embedded(t *typemodel.Type, members []*Member) (list []*typemodel.Type) {
	itself := map[*typemodel.Field]bool{}
	for _, m := range members {
		itself[m.Path[0]] = len(m.Path) == 1
		for _, f := range m.Path[:len(m.Path)-1] {
			list = append(list, f.Type.Indirect())
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if in := f.Type.Indirect(); f.Embedded && !itself[f] && in.Kind == typemodel.Struct && (len(in.Fields) == 0 || in.Name.PkgPath == t.Name.PkgPath) {
			list = append(list, in)
		}
	}
	return list
}

// Untagged returns the paths of the fields of the struct n, and of what it embeds in line, which a tag
// leaves out that their authors wrote for some format, in another package than the code is for: who
// has the value has not asked for that.
func (s *Shape) Untagged(n *Node) (list []string) {
	if s.rules.Read != nil {
		return nil
	}
	eachInLine(n.Type, n.Members, func(of *typemodel.Type, f *typemodel.Field, at string) bool {
		if Tagged(f, s.rules.Tags...) != nil {
			return true
		}
		if f.Exported() && of.Name.PkgPath != s.rules.Package {
			list = append(list, at)
		}
		return false
	})
	return list
}

// Whole reports whether all exported fields of the struct n are members, and those of what it
// embeds in line. A pointer to what has no members comes back nil.
func (s *Shape) Whole(n *Node) bool {
	whole := true
	eachInLine(n.Type, n.Members, func(_ *typemodel.Type, f *typemodel.Field, _ string) bool {
		inLine := f.Embedded && (f.Type.Kind == typemodel.Struct || slices.ContainsFunc(n.Members, func(m *Member) bool { return slices.Contains(m.Path, f) }))
		whole = whole && (inLine || !f.Exported())
		return inLine
	})
	return whole
}

// carried says what carries the types of the shape that have encoding methods, each once.
func (s *Shape) carried(said map[string]bool) (list []typemodel.Diagnostic) {
	var alike []string // names that types of several packages have
	paths := map[string]string{}
	for _, n := range s.Nodes {
		name := n.Type.String()
		if path, seen := paths[name]; seen && path != n.Type.Name.PkgPath {
			alike = append(alike, name)
		}
		paths[name] = n.Type.Name.PkgPath
	}
	for _, n := range s.Nodes {
		by := ""
		switch {
		case n.Form == Time || n.Form == Interface || n.Form == Own && s.rules.OwnMethod == "":
			continue
		case n.Form == Own:
			by = s.rules.OwnMethod
		case n.Form == Carried && n.StandIn.Method == "":
			continue
		case n.Form == Carried:
			by = n.StandIn.Method
		case s.rules.Silent&n.Type.Own() != 0:
			continue
		}
		d, ok := carriage(n.Type, by)
		if slices.Contains(alike, n.Type.String()) {
			d.Path = n.Type.Name.PkgPath + strings.TrimPrefix(d.Path, n.Type.Name.PkgName)
		}
		if ok && !said[d.Text+d.Path] {
			said[d.Text+d.Path] = true
			list = append(list, d)
		}
	}
	return list
}

// Hidden returns the paths of the fields of the struct n that are no members since others have their
// names.
func (s *Shape) Hidden(n *Node) []string {
	return Shadows(n.Type, n.Members, func(f *typemodel.Field) bool { return Tagged(f, s.rules.Tags...) == nil })
}

// Hollow returns the names of the fields of the struct n that embed by a pointer what has no
// member: nothing tells it from nil.
func (s *Shape) Hollow(n *Node) (list []string) {
	for i := range n.Type.Fields {
		f := &n.Type.Fields[i]
		leads := func(m *Member) bool { return m.Path[0] == f }
		if f.Embedded && f.Type.Kind == typemodel.Pointer && Tagged(f, s.rules.Tags...) != nil && !slices.ContainsFunc(n.Members, leads) {
			list = append(list, f.Name)
		}
	}
	return list
}

// Shadows returns the paths of the exported fields of the struct t, and of what it embeds
// in line, that are none of its members since others have their names. left reports whether
// the tags of a field leave it out. See [Shadowed].
func Shadows(t *typemodel.Type, members []*Member, left func(*typemodel.Field) bool) (list []string) {
	eachInLine(t, members, func(_ *typemodel.Type, f *typemodel.Field, at string) bool {
		if left(f) {
			return false
		}
		if f.Exported() && !(f.Embedded && f.Type.Indirect().Kind == typemodel.Struct) {
			list = append(list, at)
		}
		return true
	})
	return list
}

// eachInLine visits the fields of the struct t that are none of its members, and those of what it embeds
// if visit returns true, with their paths.
func eachInLine(t *typemodel.Type, members []*Member, visit func(of *typemodel.Type, f *typemodel.Field, at string) bool) {
	is := map[string]bool{}
	for _, m := range members {
		is[m.Dotted()] = true
	}
	open := map[*typemodel.Type]bool{}
	var walk func(t *typemodel.Type, path string)
	walk = func(t *typemodel.Type, path string) {
		if open[t] {
			return
		}
		open[t] = true
		defer delete(open, t)
		for i := range t.Fields {
			f := &t.Fields[i]
			at, in := path+f.Name, f.Type.Indirect()
			if !f.Omit && !is[at] && visit(t, f, at) && f.Embedded && in.Kind == typemodel.Struct {
				walk(in, at+".")
			}
		}
	}
	walk(t, "")
}

// Shadowed is what is said of fields that a format whose members have names leaves out,
// since two of a struct and what it embeds in line have one.
const Shadowed = "left out, since other fields have their names"

// UnknownFields returns what is said of a protobuf message whose unknown fields are left
// out: its methods, if it has such, keep them.
func UnknownFields(t *typemodel.Type) string {
	const left = "fields of protobuf messages that their schema does not know are left out"
	if t.Own()&(typemodel.ProtoMessage|typemodel.VTMessage|typemodel.GogoMessage) == 0 {
		return left
	}
	return left + " (--as='TYPE=methods' keeps them)"
}

// Dropped says of the fields at some paths that the rules of a format, which others made,
// leave them out, while every other format carries or refuses such state. Fields that their
// tags leave out are none of them.
func Dropped(paths []string) (list []typemodel.Diagnostic) {
	for _, path := range paths {
		list = append(list, typemodel.Diagnostic{Path: path, Severity: typemodel.Dropped, Text: "the format leaves it out by its rules"})
	}
	return list
}

// What is said of types that have encoding methods.
const (
	ByMethods = "carried by their methods, and the fields behind them are those methods' business (--as='TYPE=fields' has the fields)"
	ByFields  = "carried by their fields, and their methods are not called (--as='TYPE=methods' calls them)"
	ByLone    = "carried by their fields, since the counterparts of their methods are missing"
)

// chosen are the methods that people write to say how a type is encoded; others
// are generated for a format of their own.
const chosen = typemodel.BinaryMarshaler | typemodel.TextMarshaler | typemodel.JSONMarshaler | typemodel.GobEncoder | typemodel.ProtoMessage

// carriage says what carries t: the method by, or its fields if that is empty. It says
// nothing of a type without a name, without encoding methods, be it one without its
// counterpart, or of which the user has chosen what carries it.
func carriage(t *typemodel.Type, by string) (d typemodel.Diagnostic, ok bool) {
	if t.Name.IsZero() || t.As != nil || t.By.Fields || t.By.Methods != 0 || by == "" && t.Own()&chosen == 0 && len(t.Lone) == 0 {
		return d, false
	}
	methods := []string{by}
	d.Severity, d.Text = typemodel.Note, ByMethods
	switch {
	case by != "":
	case len(t.Lone) > 0 && t.Own()&typemodel.Standard&^typemodel.XMLMarshaler == 0:
		methods, d.Text = t.Lone, ByLone
	default:
		methods, d.Text = t.Own().Names(), ByFields
	}
	d.Path = t.String() + " (" + strings.Join(methods, ", ") + ")"
	return d, true
}
