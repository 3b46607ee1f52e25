package typemodel

import (
	"fmt"
	"slices"
	"strings"
)

// Remedies are what helps against a refusal, as far as who refuses knows, beside what its
// Fix says.
type Remedies uint8

// The remedies: naming the types that an interface may hold, a conversion of the
// part, one of the struct that has it, leaving the field out where nothing else is
// sure to help, and numbers for the fields of a struct, which the option --number
// gives and keeps in a file beside the code.
const (
	RemedyImpl Remedies = 1 << iota
	RemedyConvert
	RemedyConvertOwner
	RemedyLeaveOut
	RemedyNumber
)

// LeaveOut is the remedy that every field has.
const LeaveOut = `leave the field out by the tag assay:"-"`

// words returns those that help with any type, for refusals that [Advise] has not
// seen.
func (r Remedies) words() (list []string) {
	if r.Has(RemedyImpl) {
		list = append(list, "name them with an //assay:impl directive")
	}
	if r.Has(RemedyLeaveOut) {
		list = append(list, LeaveOut)
	}
	return list
}

// Has reports whether all of others are in the set.
func (r Remedies) Has(others Remedies) bool { return r&others == others }

// Advise returns r, a refusal of a part of t, with all paths at which the part
// stands, and with what people may do, in words that can be typed. own reports of
// an import path whether the package's files are theirs to change: a fix of a
// declaration, or a tag, is no advice for others'.
func Advise(t *Type, own func(pkgPath string) bool, r Diagnostic) Diagnostic {
	part := partAt(t, r.Path)
	if part == nil { // a path of another notation
		return r
	}
	var owner *Type
	var f *Field
	field := fieldOf(r.Path)
	if field != "" {
		owner, f = fieldAt(t, field)
	}
	mine := owner == nil && own(part.Name.PkgPath) || owner != nil && ownedBy(t, owner, own)
	var remedies []string
	flag := func(name, value string) { r.Flags = append(r.Flags, "--"+name+"="+value) }
	if r.Fix != "" && mine {
		remedies = append(remedies, r.Fix)
	}
	if r.Remedies.Has(RemedyNumber) && !mine { // to whom the fix says how
		r.Flags = append(r.Flags, "--number")
		remedies = append(remedies, "give its fields numbers by --number, which keeps them in a file beside the code")
	}
	switch {
	case !r.Remedies.Has(RemedyImpl) || part.Kind != Interface || len(part.Impls) > 0:
	case !part.Name.IsZero():
		name := part.Name.imported()
		flag("impl", name+"=TYPE,TYPE")
		remedies = append(remedies, fmt.Sprintf("name them by --impl='%[1]s=TYPE,TYPE', or in a file of your package by //assay:impl %[1]s = TYPE TYPE", name))
	case mine && owner != nil:
		remedies = append(remedies, "name them by //assay:impl TYPE TYPE at the field")
	}
	named := func(t *Type) bool { // by a func of theirs
		return t.convertible() && (own(t.Name.PkgPath) || Importable(t.Name.PkgPath, "another module"))
	}
	var to *Type
	switch {
	case r.Remedies.Has(RemedyConvert) && named(part):
		to = part
	case r.Remedies&(RemedyConvert|RemedyConvertOwner) != 0 && !mine && owner != nil && named(owner):
		to = owner
	}
	if to != nil {
		name := to.Name.imported()
		flag("as", name+"=FUNC,FUNC")
		way := fmt.Sprintf("name a conversion by --as='%[1]s=FUNC,FUNC', or in a file of your package by //assay:as %[1]s = FUNC FUNC", name)
		if own(to.Name.PkgPath) && len(to.Hidden()) > 0 && !to.Name.isC() {
			way = "give " + to.String() + " MarshalBinary and UnmarshalBinary; or " + way
		}
		remedies = append(remedies, way)
	}
	hidden := part.Hidden()
	if !r.Remedies.Has(RemedyLeaveOut) { // which is not about them
		hidden = nil
	}
	places, _ := Places(t, part)
	switch {
	case len(hidden) > 0 && (f == nil || len(places) > 1 && part.shows()): // to leave f out helps at one place
		omit := strings.Join(hiddenPaths(t, part, hidden), ",")
		flag("omit", omit)
		remedies = append(remedies, "leave the fields out by --omit='"+omit+"'")
		for _, at := range places {
			if at != r.Path {
				r.Also = append(r.Also, at)
			}
		}
	case len(hidden) > 0 && len(places) > 1 && r.Remedies.Has(RemedyConvert): // wherever the part stands
		omit := omitPlaces(t, places)
		flag("omit", omit)
		way := "leave the fields out by --omit='" + omit + "'"
		if mine {
			way += ` or the tag assay:"-"`
		}
		remedies = append(remedies, way)
		for _, at := range places {
			if at != r.Path {
				r.Also = append(r.Also, at)
			}
		}
	case f != nil:
		if omit := omitWords(t, owner, f, field); omit != "" {
			flag("omit", omit)
			way := "leave the field out by --omit='" + omit + "'"
			if mine {
				way += ` or the tag assay:"-"`
			}
			remedies = append(remedies, way)
		}
		suffix := r.Path[len(field):]
		places, _ = Places(t, owner)
		for _, place := range places {
			if at := FieldPath(place, f.Name) + suffix; at != r.Path {
				r.Also = append(r.Also, at)
			}
		}
	}
	if len(remedies) > 0 || !mine || field == "" {
		r.Fix, r.Remedies = strings.Join(remedies, "; or "), 0
	}
	return r
}

// isC reports whether the type is one of C, as cgo calls it, to which nobody gives methods.
func (n Name) isC() bool { return strings.HasPrefix(n.Name, "_Ctype_") }

// shows reports whether t has exported fields, which are left where its others are left out.
func (t *Type) shows() bool {
	return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Exported() && !f.Omit })
}

// hiddenPaths returns what --omit takes to leave out the fields of part, by their paths
// in it, at all places where it stands in root.
func hiddenPaths(root, part *Type, fields []string) (list []string) {
	for _, path := range fields {
		if root == part {
			list = append(list, path)
			continue
		}
		list = append(list, "*."+path[strings.LastIndexByte(path, '.')+1:])
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ownedBy reports whether people may change the declaration of the struct owner, a
// part of t: its own, or that of the type in which it is written out.
func ownedBy(t, owner *Type, own func(pkgPath string) bool) bool {
	if !owner.Name.IsZero() {
		return own(owner.Name.PkgPath)
	}
	for _, around := range Structs(t) {
		if around.Name.IsZero() {
			continue
		}
		for i := range around.Fields {
			part := around.Fields[i].Type
			for part != nil && part != owner && part.Name.IsZero() {
				part = part.Elem
			}
			if part == owner {
				return own(around.Name.PkgPath)
			}
		}
	}
	return false
}

// convertible reports whether a conversion may be named for t.
func (t *Type) convertible() bool {
	return t.Name.PkgPath != "" && t.Kind != Interface && t.Kind != Pointer && t.As == nil
}

// omitWords returns what --omit takes to leave out the field of owner, a part of
// root: the path, or those of all places, or a star.
func omitWords(root, owner *Type, f *Field, path string) string {
	if _, err := Omit(root, path); err == nil {
		return path
	}
	places, endless := Places(root, owner)
	for i := range places {
		places[i] = FieldPath(places[i], f.Name)
	}
	all := strings.Join(places, ",")
	if _, err := Omit(root, places...); err == nil && !endless && len(places) <= 4 {
		return all
	}
	return "*." + f.Name
}

// omitPlaces returns what --omit takes to leave out the fields of root that lead to
// some places: their paths, or where they are many, stars.
func omitPlaces(root *Type, places []string) string {
	var paths, stars []string
	for _, place := range places {
		path := fieldOf(place)
		paths = append(paths, path)
		stars = append(stars, "*."+path[strings.LastIndexByte(path, '.')+1:])
	}
	paths = slices.Compact(paths)
	if _, err := Omit(root, paths...); err == nil && len(paths) <= 4 {
		return strings.Join(paths, ",")
	}
	slices.Sort(stars)
	return strings.Join(slices.Compact(stars), ",")
}

// imported returns the name as the command line takes it, with its import path.
func (n Name) imported() string {
	if n.PkgPath == "" {
		return n.Name
	}
	return n.PkgPath + "." + n.Name
}

// partAt returns the part of t that a refusal's path leads to: of a pointer what
// it points to, which is at the same path.
func partAt(t *Type, path string) *Type {
	field := fieldOf(path)
	if field != "" {
		_, f := fieldAt(t, field)
		if f == nil {
			return nil
		}
		t = f.Type
	}
	for rest := path[len(field):]; ; {
		for t != nil && t.Kind == Pointer && t.Elem != t {
			if t.HoldsNothing() {
				return t
			}
			t = t.Elem
		}
		if t == nil || rest == "" {
			return t
		}
		if t, rest = t.within(rest); t == nil {
			return nil
		}
	}
}

// fieldOf cuts from a path what comes behind its last field.
func fieldOf(path string) string {
	for {
		switch {
		case strings.HasSuffix(path, "]"):
			path = path[:strings.LastIndexByte(path, '[')]
		case strings.HasSuffix(path, ")"):
			path = path[:strings.LastIndex(path, ".(")]
		default:
			return path
		}
	}
}
