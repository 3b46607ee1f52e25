package shape

import (
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// What comes back as something else of members that are left out: see [codec.Change].
const (
	EmptyLists    = "empty lists and maps with omitempty come back nil"
	SaidZero      = "values whose method IsZero says that they are zero come back as Go's zero"
	NegativeZeros = "negative zeros that are left out come back as 0"
	HollowStructs = "what is embedded by a pointer comes back nil if all of it is left out"
)

// Told returns what is told of the shape, of which a format refuses something or makes
// the changes.
func (s *Shape) Told(refused []typemodel.Diagnostic, changes func() []codec.Change) codec.Plan {
	if len(refused) > 0 {
		return codec.Plan{Refused: refused} // there will be no code
	}
	return codec.Plan{Changes: changes(), Carriages: s.Carriages(), Walked: s.walked()}
}

// walked returns the types of the shape whose parts are carried: see [codec.Plan].
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
			list = append(list, structOf(f.Type))
		}
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if in := structOf(f.Type); f.Embedded && !itself[f] && in.Kind == typemodel.Struct && (len(in.Fields) == 0 || in.Name.PkgPath == t.Name.PkgPath) {
			list = append(list, in)
		}
	}
	return list
}

// Untagged returns the fields of the struct n, of another package than the types of the
// shape, which a tag leaves out that their authors wrote for some format: who has the value has
// not asked for that.
func (s *Shape) Untagged(n *Node) (names []string) {
	if s.rules.Read != nil || slices.ContainsFunc(s.Roots, func(root *Node) bool { return root.Type.Name.PkgPath == n.Type.Name.PkgPath }) {
		return nil
	}
	for i := range n.Type.Fields {
		if f := &n.Type.Fields[i]; f.Exported() && Tagged(f, s.rules.Tags...) == nil {
			names = append(names, f.Name)
		}
	}
	return names
}

// Carriages returns the types of the shape with encoding methods, and what carries them:
// see [codec.Plan].
func (s *Shape) Carriages() (list []codec.Carriage) {
	for _, n := range s.Nodes {
		switch {
		case n.Form == Time || n.Form == Interface || n.Form == Own && s.rules.OwnMethod == "":
		case n.Form == Own:
			list = codec.AddCarriage(list, n.Type, s.rules.OwnMethod)
		case n.Form != Carried:
			list = codec.AddCarriage(list, n.Type, "")
		case n.Carrier.Method != "":
			list = codec.AddCarriage(list, n.Type, n.Carrier.Method)
		}
	}
	return list
}

// Shadows returns the paths of the exported fields of the struct t, and of what it embeds
// in line, that are none of its members since others have their names. left reports whether
// the tags of a field leave it out. See [codec.Shadowed].
func Shadows(t *typemodel.Type, members []*Member, left func(*typemodel.Field) bool) (list []string) {
	is := map[string]bool{}
	for _, m := range members {
		is[m.Dotted()] = true
	}
	open := map[*typemodel.Type]bool{}
	var visit func(t *typemodel.Type, path string)
	visit = func(t *typemodel.Type, path string) {
		if open[t] {
			return
		}
		open[t] = true
		defer delete(open, t)
		for i := range t.Fields {
			f := &t.Fields[i]
			at, in := path+f.Name, structOf(f.Type)
			switch {
			case f.Omit || left(f) || is[at]:
			case f.Embedded && in.Kind == typemodel.Struct:
				visit(in, at+".")
			case f.Exported():
				list = append(list, at)
			}
		}
	}
	visit(t, "")
	return list
}
