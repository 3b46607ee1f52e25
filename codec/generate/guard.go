package generate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// guard prints what keeps the code from outliving the types that it was made of, whoever
// declares them: each as it was, so that the file does not compile where one has changed.
// What no code of this package can write down is compared when the program starts.
func (j *job) guard(f *goprint.File) {
	var walked []*typemodel.Type
	for _, p := range j.plans {
		walked = append(walked, p.Walked...)
	}
	g := &guard{File: f, walked: map[*typemodel.Type]bool{}, done: map[string]bool{}}
	for _, t := range walked {
		g.walked[t] = true
	}
	for _, t := range walked {
		g.state(t)
	}
	g.print(j.Package.Path+": "+filepath.Base(j.Source.Out), j.command())
}

// guard is the making of the guard of a file.
type guard struct {
	*goprint.File
	walked map[*typemodel.Type]bool
	done   map[string]bool // the types that are stated, as the file spells them

	literals []string // conversions of types to what they are made of
	compared []string // arguments: the type, and the names of its fields
	reached  []string // funcs that say of what types the fields are that this package reaches
}

// state states t, if that has a name, and another release of Go does not make it of other kinds.
func (g *guard) state(t *typemodel.Type) {
	if t.Name.IsZero() && t.Alias.IsZero() || !literal(t) && g.standard(t.Name) || !shape.Spells(t, g.PkgPath()) {
		return // what has no name is a part of others
	}
	name := g.Type(t)
	if g.done[name] {
		return
	}
	g.done[name] = true
	if t.Kind.IsPrimitive() { // one number can be made of another, and a pointer to it cannot
		g.literals = append(g.literals, fmt.Sprintf("(*%s)(new(%s))", g.Type(&typemodel.Type{Kind: t.Kind}), name))
		return
	}
	if t.Elem == nil && t.Kind != typemodel.Struct {
		return // an interface, or what is left out
	}
	made, ok := g.made(t)
	if ok {
		zero := "*new(" + name + ")"
		if t.Kind == typemodel.Struct {
			zero = name + "{}"
		}
		g.literals = append(g.literals, fmt.Sprintf("%s(%s)", made, zero))
		g.embedded(t)
		for i, f := range t.Fields { // such as an instance by a chan, whose name the source alone has
			if !f.Omit && !shape.Spells(f.Type, g.PkgPath()) {
				g.compareIn(f.Type, fmt.Sprintf("%s[%s]().Field(%d).Type", g.Ident("reflect", "TypeFor"), name, i), name+"."+f.Name, map[*typemodel.Type]bool{})
			}
		}
		return
	}
	if !literal(t) {
		return // no struct to compare the fields of
	}
	g.compare(t, fmt.Sprintf("%s[%s]()", g.Ident("reflect", "TypeFor"), name), name, map[*typemodel.Type]bool{})
	v := g.Local("was")
	if lines := g.reach(t, goprint.Pointee(v)); len(lines) > 0 {
		g.reached = append(g.reached, fmt.Sprintf("func _(%s *%s) {\n%s\n}", v, name, strings.Join(lines, "\n")))
	}
}

// embedded states the aliases of structs without a name that t embeds: a field that is embedded
// cannot be written otherwise than by its name.
func (g *guard) embedded(t *typemodel.Type) {
	for _, f := range t.Fields {
		if !f.Embedded || !f.Type.Name.IsZero() || !literal(f.Type) {
			continue
		}
		alias, ok := g.Written(f.Written)
		made, spelled := g.part(f.Type)
		if ok && spelled {
			g.literals = append(g.literals, fmt.Sprintf("(*%s)(new(%s))", made, alias))
		}
	}
}

// literal reports whether there is a struct in how t is made, names of others aside.
func literal(t *typemodel.Type) bool {
	inside := false // a type may be made of itself, as type Tree []Tree
	for part := t; part != nil; part, inside = part.Elem, true {
		switch {
		case inside && !part.Name.IsZero():
			return false
		case part.Kind == typemodel.Struct:
			return true
		case part.Kind == typemodel.Map && part.Key.Name.IsZero() && literal(part.Key):
			return true
		}
	}
	return false
}

// made returns how t is made, if this package can write that down.
func (g *guard) made(t *typemodel.Type) (source string, ok bool) {
	switch {
	case t.Kind == typemodel.Struct:
		fields := make([]string, len(t.Fields))
		blamed := repeats(t, "json", 0, map[string]bool{}) || repeats(t, "xml", 0, map[string]bool{})
		for i, f := range t.Fields {
			if f.PkgPath != "" && f.PkgPath != g.PkgPath() {
				return "", false
			}
			if f.Type.Name.IsZero() && !f.Embedded && literal(f.Type) { // an alias would hide what has changed
				source, ok := g.made(f.Type)
				if !ok {
					return "", false
				}
				fields[i] = f.Name + " " + source
				continue
			}
			if fields[i], ok = g.Written(f.Written); !ok {
				return "", false
			}
			if blamed && f.Embedded {
				fields[i] += " `json:\"-\" xml:\"-\"`"
			}
		}
		return "struct {\n" + strings.Join(fields, "\n") + "\n}", true
	case t.Kind == typemodel.Map:
		key, keyOK := g.part(t.Key)
		elem, elemOK := g.part(t.Elem)
		return "map[" + key + "]" + elem, keyOK && elemOK
	}
	elem, ok := g.part(t.Elem)
	switch t.Kind {
	case typemodel.Slice:
		elem = "[]" + elem
	case typemodel.Array:
		elem = "[" + strconv.Itoa(t.Len) + "]" + elem
	case typemodel.Pointer:
		elem = "(*" + elem + ")"
	default:
		return "", false
	}
	return elem, ok
}

// repeats reports whether a tag gives a name twice in what t embeds. Vet says so of every struct
// that embeds it, the one in the guard as well.
func repeats(t *typemodel.Type, key string, depth int, seen map[string]bool) bool {
	return slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
		tag := f.Tag.Get(key)
		name, _, _ := strings.Cut(tag, ",")
		switch {
		case tag == "-" || name == "" && !(f.Embedded && f.Type.Kind == typemodel.Struct):
			return false
		case name == "":
			return repeats(f.Type, key, depth+1, seen)
		}
		at := fmt.Sprint(depth, name)
		again := seen[at]
		seen[at] = true
		return again && depth > 0
	})
}

func (g *guard) part(t *typemodel.Type) (source string, ok bool) {
	if t.Name.IsZero() && literal(t) {
		return g.made(t)
	}
	return g.Type(t), shape.Spells(t, g.PkgPath())
}

// compare has the structs in t compared by the names of their fields. The source typ is of
// its reflect.Type.
func (g *guard) compare(t *typemodel.Type, typ, name string, within map[*typemodel.Type]bool) {
	if within[t] {
		return
	}
	within[t] = true
	defer delete(within, t)
	switch t.Kind {
	case typemodel.Struct:
		if g.standard(t.Name) {
			return
		}
		var names []string
		for _, f := range t.Fields {
			names = append(names, f.Name)
		}
		g.compared = append(g.compared, fmt.Sprintf("%s, %q, %q", typ, name, strings.Join(names, " ")))
		for i, f := range t.Fields {
			if f.Omit {
				continue
			}
			g.compareIn(f.Type, fmt.Sprintf("%s.Field(%d).Type", typ, i), name+"."+f.Name, within)
		}
	case typemodel.Map:
		g.compareIn(t.Key, typ+".Key()", name+"[key]", within)
		g.compareIn(t.Elem, typ+".Elem()", name+"[value]", within)
	case typemodel.Slice, typemodel.Array:
		g.compareIn(t.Elem, typ+".Elem()", name+"[]", within)
	case typemodel.Pointer:
		g.compareIn(t.Elem, typ+".Elem()", name, within)
	}
}

// reach returns statements that compile where the fields of the struct t, at v, that this package
// reaches are of the types that they were of.
func (g *guard) reach(t *typemodel.Type, v goprint.Place) (lines []string) {
	if g.standard(t.Name) {
		return nil
	}
	var fields func(path []*typemodel.Field, at *typemodel.Type)
	fields = func(path []*typemodel.Field, at *typemodel.Type) {
		for i := range at.Fields {
			f := &at.Fields[i]
			inner := append(slices.Clone(path), f)
			foreign := f.PkgPath != "" && f.PkgPath != g.PkgPath()
			switch place := v.Field(f.Name); {
			case f.Omit || f.Name == "_":
			case foreign && f.Embedded && f.Type.Kind == typemodel.Struct:
				fields(inner, f.Type)
			case foreign || len(path) > 0 && !t.Selects(inner):
			case shape.Spells(f.Type, g.PkgPath()):
				lines = append(lines, fmt.Sprintf("_ = (*%s)(%s)", g.Type(f.Type), place.Addr()))
			default: // what is in others than structs, no code goes through
				lines = append(lines, g.reach(f.Type, place)...)
			}
		}
	}
	fields(nil, t)
	return lines
}

// standard reports whether the standard library has declared what has a name, and not this
// module, should its path begin like that. What fields its structs have that nobody else can
// name, is a matter of the Go release: a program must not end at its start because another
// one built it.
func (g *guard) standard(n typemodel.Name) bool {
	top := func(path string) string { first, _, _ := strings.Cut(path, "/"); return first }
	return typemodel.InStandardLibrary(n.PkgPath) && top(n.PkgPath) != top(g.PkgPath())
}

// compareIn is compare for a part, which is stated by its own name where it has one.
func (g *guard) compareIn(t *typemodel.Type, typ, name string, within map[*typemodel.Type]bool) {
	if t.Name.IsZero() && t.Kind != typemodel.Interface || g.walked[t] && !shape.Spells(t, g.PkgPath()) {
		g.compare(t, typ, name, within)
	}
}

// print prints what was stated. where says in a panic what is out of date.
func (g *guard) print(where, command string) {
	if len(g.literals) > 0 {
		g.DocComment("What the code was made of: where a type has changed since, this does not compile, and the command above makes the code anew.")
		g.P("var (")
		for _, line := range slices.Compact(g.literals) {
			g.P("_ = ", line)
		}
		g.P(")")
	}
	for _, line := range g.reached {
		g.P()
		g.P(line)
	}
	if len(g.compared) == 0 {
		return
	}
	g.P()
	g.P("func init() {")
	g.P("// Structs that the code was made of as well, and that this package cannot write down.")
	g.Pf("same := func(t %s, name, fields string) {", goprint.Ident{Path: "reflect", Name: "Type"})
	g.P("var have []string")
	g.P("for i := range t.NumField() { have = append(have, t.Field(i).Name) }")
	join := goprint.Ident{Path: "strings", Name: "Join"}
	g.Pf("if %s(have, \" \") != fields { panic(%q + name + %q) }", join, where+" was made of another ", ": make it anew by "+command)
	g.P("}")
	for _, args := range g.compared {
		g.P("same(", args, ")")
	}
	g.P("}")
}
