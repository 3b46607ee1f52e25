// Package reach finds the functions using package unsafe that can be reached
// from a package's entry points. It reads source and resolves references by
// name, without types: functions and variables of packages exactly, methods by
// their name among the types that reached code mentions. What it finds may
// never be called; what it does not find is not called, unless through
// reflection on method names.
//
// What runs once, when a package is initialized, is on the path of no operation:
// an init func counts only where reached code uses a variable that it may have
// set, by itself or by a func that it calls.
//
// The idea of following only types that were mentioned is that of rapid type
// analysis (Bacon and Sweeney, 1996). The standard library is taken as safe and
// not entered; what it calls back (Write, MarshalJSON, Less, …) counts as
// called where reached code mentions the package of it that does.
package reach

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Summary is what is to be known of one package. It depends on the package's
// files alone and may be kept.
type Summary struct {
	Path  string
	Decls []Decl
}

// Decl is a declaration at package level: a function, method, variable or type.
type Decl struct {
	Name   string
	Recv   string   `json:",omitempty"` // of a method: the name of its type
	Params int      `json:",omitempty"` // of a method: how many parameters it has
	Type   bool     `json:",omitempty"`
	Var    bool     `json:",omitempty"`
	Unsafe bool     `json:",omitempty"` // it uses package unsafe, is linked by name, or is not written in Go
	Refs   []string `json:",omitempty"` // "path.Name", ".Method", ".Method/1" with one parameter, or "path." for a package imported for its side effects
}

// Unsafe returns the declarations that use package unsafe and are reached from
// the named ones of package path, as "path.Func" or "path.Type.Method", sorted.
// Packages that are not among the summaries are taken as safe.
func Unsafe(path string, entries []string, summaries map[string]*Summary) []string {
	g := graph{
		summaries: summaries,
		names:     map[string]map[string][]*Decl{},
		reached:   map[*Decl]bool{},
		called:    map[string]bool{},
		waiting:   map[string][]method{},
		unsafe:    map[string]bool{},
		setters:   map[*Decl][]method{},
	}
	for _, name := range entries {
		g.ref(path + "." + name)
	}
	for len(g.work) > 0 {
		m := g.work[len(g.work)-1]
		g.work = g.work[:len(g.work)-1]
		for _, ref := range m.decl.Refs {
			g.ref(ref)
		}
	}
	return slices.Sorted(maps.Keys(g.unsafe))
}

// method is a declaration with the path of its package.
type method struct {
	path string
	decl *Decl
}

type graph struct {
	summaries map[string]*Summary
	names     map[string]map[string][]*Decl // of the packages entered, by path; methods as "T."
	reached   map[*Decl]bool
	called    map[string]bool     // method names, and those with a number of parameters
	waiting   map[string][]method // methods of mentioned types that were not called yet, by name
	work      []method
	unsafe    map[string]bool
	setters   map[*Decl][]method // the init funcs that may set a variable, as far as they were met
}

// ref follows one reference.
func (g *graph) ref(ref string) {
	i := strings.LastIndexByte(ref, '.')
	path, name := ref[:i], ref[i+1:]
	if path == "" {
		g.call(name)
		return
	}
	for _, d := range g.enter(path)[name] {
		g.reach(path, d)
	}
}

// enter returns the declarations of a package. The first time it notes which
// variables the init funcs may set.
func (g *graph) enter(path string) map[string][]*Decl {
	names, ok := g.names[path]
	s := g.summaries[path]
	if ok || s == nil {
		return names
	}
	names = map[string][]*Decl{}
	g.names[path] = names
	for i := range s.Decls {
		d := &s.Decls[i]
		key := d.Name
		if d.Recv != "" {
			key = d.Recv + "."
		}
		names[key] = append(names[key], d)
	}
	for _, d := range names["_"] {
		g.reach(path, d)
	}
	for _, d := range names["init"] {
		g.note(method{path, d}, d, map[*Decl]bool{})
	}
	return names
}

// note looks for the variables that an init func may set, in d, which it is or
// calls.
func (g *graph) note(init method, d *Decl, seen map[*Decl]bool) {
	if seen[d] {
		return
	}
	seen[d] = true
	for _, ref := range d.Refs {
		i := strings.LastIndexByte(ref, '.')
		if i == 0 {
			continue // a method
		}
		for _, other := range g.enter(ref[:i])[ref[i+1:]] {
			switch {
			case other.Type:
			case !other.Var:
				g.note(init, other, seen)
			case g.reached[other]:
				g.reach(init.path, init.decl)
			default:
				g.setters[other] = append(g.setters[other], init)
			}
		}
	}
}

// call reaches the methods of a name.
func (g *graph) call(name string) {
	if g.called[name] {
		return
	}
	g.called[name] = true
	plain, _, _ := strings.Cut(name, "/")
	for _, m := range g.waiting[plain] {
		if g.calls(m.decl) {
			g.reach(m.path, m.decl)
		}
	}
}

// calls reports whether a method of such a name, and number of parameters, is
// called.
func (g *graph) calls(m *Decl) bool {
	return g.called[m.Name] || g.called[m.Name+"/"+strconv.Itoa(m.Params)]
}

func (g *graph) reach(path string, d *Decl) {
	if g.reached[d] {
		return
	}
	g.reached[d] = true
	g.work = append(g.work, method{path, d})
	if d.Unsafe {
		g.unsafe[strings.Join(slices.DeleteFunc([]string{path, d.Recv, d.Name}, func(s string) bool { return s == "" }), ".")] = true
	}
	for _, init := range g.setters[d] {
		g.reach(init.path, init.decl)
	}
	if !d.Type {
		return
	}
	for _, m := range g.names[path][d.Name+"."] {
		if g.calls(m) {
			g.reach(path, m)
		} else {
			g.waiting[m.Name] = append(g.waiting[m.Name], method{path, m})
		}
	}
}
