// Package gen emits packages with the code of many types, one for each format, which the test
// of codec/positional puts below package golden:
//
//	go test -run=TestGenerated .         # compiles and tests them
//	go test -run=TestGenerated . -keep   # leaves them there, to fuzz and to debug
package gen

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/internal/formats/flat"
	"github.com/assay-go/assay/codec/internal/formats/skycoin"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/complexrtt"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

const root = "github.com/assay-go/assay/codec/positional/testdata/golden/"

var subjects = []struct {
	name string
	typ  reflect.Type
}{
	{"signedblock", reflect.TypeFor[signedblock.SignedBlock]()},
	{"data", reflect.TypeFor[data.Data]()},
	{"colorgroup", reflect.TypeFor[colorgroup.ColorGroup]()},
	{"teststruc", reflect.TypeFor[teststruc.TestStruc]()},
	{"complexrtt", reflect.TypeFor[complexrtt.ComplexRTT]()},
	{"primitives", reflect.TypeFor[golden.Primitives]()},
	{"arrays", reflect.TypeFor[golden.Arrays]()},
	{"words", reflect.TypeFor[golden.Words]()},
	{"log1", reflect.TypeFor[golden.Log1]()},
	{"log2", reflect.TypeFor[golden.Log2]()},
	{"tags", reflect.TypeFor[golden.Tags]()},
	{"message", reflect.TypeFor[golden.Message]()},
	{"scene", reflect.TypeFor[golden.Scene]()},
	{"atlas", reflect.TypeFor[golden.Atlas]()},
	{"keys", reflect.TypeFor[golden.Keys]()},
	{"shape", reflect.TypeFor[golden.Shape]()},
	{"loose", reflect.TypeFor[golden.Loose]()},
}

// interfaces are the subjects with interfaces, whose directives only their
// source tells.
var interfaces = []string{"scene", "atlas", "keys", "shape", "loose"}

// large are those that take half of the compiler's time and have no part that no other has: only
// flat has them in the short tests.
var large = []string{"signedblock", "complexrtt"}

// constructed are the formats whose constructors, which take a third of the code and come of one
// emitter, the short tests have: of fixed widths and of varints.
var constructed = []string{"flat", "mus", "gencodevarint"}

// further are the formats whose code the long tests have: numbers of other widths than a library's other
// format has, or other lengths and times.
var further = []string{"bebop", "benc", "gencode", "gotiny", "musvarint"}

// sources are read once for all formats.
var sources = load.Remember(nil)

// A generator collects files by their names below the folder of package golden.
type generator struct {
	ctx   context.Context
	dir   string // the folder of package golden
	files map[string][]byte
}

// Files returns the files by their names below the folder of package golden, and flat's code for
// one type, for people to read.
func Files(ctx context.Context, dir string) (files map[string][]byte, readable []byte, err error) {
	g := &generator{ctx, dir, map[string][]byte{}}
	for _, f := range formats.All {
		if slices.Contains(further, f.ID) && !routinestest.Whole() {
			continue
		}
		plain := *f
		plain.NoFingerprint = true
		o := codec.Options{Arena: true, Constructor: routinestest.Whole() || slices.Contains(constructed, f.ID)}
		if err := g.write(&plain, f.ID, o); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", f.ID, err)
		}
	}
	if readable, err = one(&flat.Format, dir); err != nil {
		return nil, nil, err
	}
	// Strings that share memory are tested in depth besides.
	batched := flat.Format
	batched.BatchStrings = true
	for _, p := range []struct {
		f   *positional.Format
		dir string
		o   codec.Options
	}{
		// Code with --unsafe is alike for all formats: that of two is tested in depth.
		{&flat.Format, "flatunsafe", codec.Options{Arena: true, Unsafe: true, SortedMaps: true, Streams: true}},
		{&skycoin.Format, "skycoinunsafe", codec.Options{Arena: true, Unsafe: true}},
		{&batched, "flatbatched", codec.Options{Arena: true}},
	} {
		if p.f == &skycoin.Format && !routinestest.Whole() {
			continue
		}
		if err := g.write(p.f, p.dir, p.o); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", p.dir, err)
		}
	}
	return g.files, readable, g.tests()
}

// one returns the code for one type.
func one(f *positional.Format, dir string) ([]byte, error) {
	m, _ := typemodel.FromReflect(reflect.TypeFor[golden.Order]())
	facts, err := golden.FactsOf(dir, f.ID)
	if err != nil {
		return nil, err
	}
	m = carried(f, m, root+f.ID, f.ID, facts)
	file := goprint.New(root+f.ID, f.ID)
	if err := codec.Emit(f, file, []*typemodel.Type{m}, codec.Options{}); err != nil {
		return nil, err
	}
	return file.Source()
}

// tests adds codecs_test.go: the list of the packages, and a fuzz target for each.
func (g *generator) tests() error {
	f := goprint.New(strings.TrimSuffix(root, "/")+"_test", "golden_test")
	f.Header("Code generated by gen. DO NOT EDIT.")
	f.P("// codecs are the generated packages by name.")
	f.P("var codecs = map[string][]", goprint.Ident{Path: strings.TrimSuffix(root, "/"), Name: "Codec"}, "{")
	var names []string
	for _, file := range slices.Sorted(maps.Keys(g.files)) {
		if name, ok := strings.CutSuffix(file, "/codecs.go"); ok {
			names = append(names, name)
			f.Pf("%q: %s,", name, goprint.Ident{Path: root + name, Name: "Codecs"})
		}
	}
	f.P("}")
	f.P()
	for _, name := range names {
		f.Pf("func Fuzz%s(f *%s) { fuzz(f, %q) }", strings.ToUpper(name[:1])+name[1:], goprint.Ident{Path: "testing", Name: "F"}, name)
	}
	return g.save(f, "codecs_test.go")
}

func (g *generator) write(f *positional.Format, dir string, o codec.Options) error {
	pkg := root + dir
	types := goprint.New(pkg, dir)
	types.Header("Code generated by gen. DO NOT EDIT.")
	cases := goprint.New(pkg, dir)
	cases.Header("Code generated by gen. DO NOT EDIT.")
	cases.P("// Codecs are the codecs of the package.")
	cases.P("var Codecs = []", goprint.Ident{Path: strings.TrimSuffix(root, "/"), Name: "Codec"}, "{")
	declared := map[string]bool{}
	var all []*typemodel.Type
	facts, err := golden.FactsOf(g.dir, f.ID)
	if err != nil {
		return err
	}
	for _, s := range subjects {
		if s.name == "tags" && f.Tag != "enc" || strings.HasPrefix(s.name, "log") && !f.Evolvable {
			continue
		}
		if slices.Contains(large, s.name) && dir != "flat" && !routinestest.Whole() {
			continue
		}
		m, _ := typemodel.FromReflect(s.typ)
		if slices.Contains(interfaces, s.name) {
			if f.Interfaces == positional.InterfaceNone || s.name == "keys" && o.SortedMaps {
				continue
			}
			loaded, err := load.Load(g.ctx, load.Config{Dir: g.dir, Packages: sources}, "."+s.typ.Name())
			if err != nil {
				return err
			}
			m = loaded.Type
		}
		for _, field := range facts.Without {
			if of, name, _ := strings.Cut(field, "."); of == s.typ.Name() {
				m = without(m, name)
			}
		}
		m = carried(f, m, pkg, dir, facts)
		if refused := codec.Refusals(f, "", m); len(refused) > 0 {
			continue // such as a workload that is nothing without pointers
		}
		declare(types, m, declared)
		all = append(all, m)
		printCase(cases, s.name, m, f, o)
	}
	cases.P("}")
	file := goprint.New(pkg, dir)
	file.Header("Code generated by gen. DO NOT EDIT.")
	if err := codec.Emit(f, file, all, o); err != nil {
		return err
	}
	for name, file := range map[string]*goprint.File{"codecs.go": file, "types.go": types, "cases.go": cases} {
		if err := g.save(file, dir+"/"+name); err != nil {
			return err
		}
	}
	return nil
}

func (g *generator) save(f *goprint.File, name string) (err error) {
	g.files[name], err = f.Source()
	return err
}

// carried returns a copy of t in package pkg, without the fields that f
// refuses.
func carried(f *positional.Format, t *typemodel.Type, pkg, name string, facts golden.Facts) *typemodel.Type {
	for {
		refused := codec.Refusals(f, "", t)
		if len(refused) == 0 || refused[0].Path == "" {
			break
		}
		t = without(t, refused[0].Path)
	}
	return moved(t, pkg, name, facts, map[*typemodel.Type]*typemodel.Type{})
}

// without returns t without the field at path: refusals come field by field, so
// that the type is copied along the path only. A recursive type refers to its
// uncut self below; the next round cuts there.
func without(t *typemodel.Type, path string) *typemodel.Type {
	clone := deepCopy(t, map[*typemodel.Type]*typemodel.Type{})
	cut(clone, path)
	return clone
}

func cut(t *typemodel.Type, path string) {
	for t.Kind != typemodel.Struct {
		switch {
		case strings.HasPrefix(path, "[key]"):
			panic("no field to leave out for " + path)
		case strings.HasPrefix(path, "[value]"):
			path = strings.TrimPrefix(path, "[value]")
		case t.Kind == typemodel.Slice || t.Kind == typemodel.Array:
			path = strings.TrimPrefix(path, "[]")
		}
		t = t.Elem
	}
	path = strings.TrimPrefix(path, ".")
	i := strings.IndexAny(path, ".[")
	if i < 0 {
		i = len(path)
	}
	at := slices.IndexFunc(t.Fields, func(f typemodel.Field) bool { return f.Name == path[:i] })
	inner := t.Fields[at].Type
	for inner.Elem != nil {
		inner = inner.Elem
	}
	if rest := path[i:]; strings.Contains(rest, ".") && inner.Kind == typemodel.Struct {
		cut(t.Fields[at].Type, rest)
		return
	}
	t.Fields = slices.Delete(slices.Clone(t.Fields), at, at+1)
}

func deepCopy(t *typemodel.Type, done map[*typemodel.Type]*typemodel.Type) *typemodel.Type {
	if t == nil {
		return nil
	}
	if c, ok := done[t]; ok {
		return c
	}
	c := *t
	done[t] = &c
	c.Elem, c.Key = deepCopy(t.Elem, done), deepCopy(t.Key, done)
	c.Impls = slices.Clone(t.Impls)
	for i := range c.Impls {
		c.Impls[i] = deepCopy(t.Impls[i], done)
	}
	c.Fields = slices.Clone(t.Fields)
	for i := range c.Fields {
		c.Fields[i].Type = deepCopy(t.Fields[i].Type, done)
	}
	return &c
}

func moved(t *typemodel.Type, pkg, name string, facts golden.Facts, done map[*typemodel.Type]*typemodel.Type) *typemodel.Type {
	clone := deepCopy(t, done)
	for _, c := range done {
		if c.Name.PkgPath != "" && c.Kind != typemodel.Time {
			c.Name.PkgPath, c.Name.PkgName = pkg, name
		}
		if c.Kind == typemodel.Struct {
			c.Fields = slices.DeleteFunc(c.Fields, func(f typemodel.Field) bool { return !f.Exported() && f.Name != "_" })
			for i := range c.Fields {
				if tag := facts.Tags[c.Name.Name+"."+c.Fields[i].Name]; tag != "" {
					c.Fields[i].Tag = tag
				}
			}
			if slices.Contains(facts.Reversed, c.Name.Name) {
				slices.Reverse(c.Fields)
			}
		}
	}
	return clone
}

func declare(f *goprint.File, t *typemodel.Type, declared map[string]bool) {
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Name.PkgPath == f.PkgPath() && !declared[t.Name.Name] {
			declared[t.Name.Name] = true
			f.P()
			f.Decl(t)
		}
		return true
	})
}

func printCase(f *goprint.File, name string, t *typemodel.Type, format *positional.Format, o codec.Options) {
	typ := t.Name.Name
	full := typ + strings.ToUpper(format.ID[:1]) + format.ID[1:]
	f.P("{")
	f.Pf("Name: %q,", name)
	f.Pf("New: func() any { return new(%s) },", typ)
	f.Pf("Append: func(b []byte, v any) ([]byte, error) { return Append%s(b, v.(*%s)) },", full, typ)
	f.Pf("Marshal: func(v any) ([]byte, error) { return Marshal%s(v.(*%s)) },", full, typ)
	f.Pf("Size: func(v any) int { return Size%s(v.(*%s)) },", full, typ)
	f.Pf("Unmarshal: func(data []byte, v any) error { return Unmarshal%s(data, v.(*%s)) },", full, typ)
	f.Pf("Decode: func(data []byte, v any) (int, error) { return Decode%s(data, v.(*%s)) },", full, typ)
	f.P("Decoder: func() (func([]byte, any) error, func()) {")
	f.Pf("d := new(%sDecoder)", full)
	f.Pf("return func(data []byte, v any) error { return d.Unmarshal(data, v.(*%s)) }, d.Reset", typ)
	f.P("},")
	if o.Constructor {
		f.Pf("Construct: func(data []byte) (any, error) { return New%s(data) },", full)
	}
	printHolds(f, t, format)
	f.P("},")
}

// printHolds prints what the interfaces in t may hold.
func printHolds(f *goprint.File, t *typemodel.Type, format *positional.Format) {
	holds := map[string][]*typemodel.Type{}
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Interface && !t.Name.IsZero() {
			holds[t.Name.Name] = format.Impls(t)
		}
		for i := range t.Fields {
			field := &t.Fields[i]
			at := field.Type
			for at.Elem != nil {
				at = at.Elem
			}
			if at.Kind == typemodel.Interface && at.Name.IsZero() {
				holds[t.Name.Name+"."+field.Name] = format.Impls(at)
			}
		}
		return true
	})
	if len(holds) == 0 {
		return
	}
	typeFor := goprint.Ident{Path: "reflect", Name: "TypeFor"}
	f.P("Holds: map[string][]", goprint.Ident{Path: "reflect", Name: "Type"}, "{")
	for _, place := range slices.Sorted(maps.Keys(holds)) {
		f.Pf("%q: {", place)
		for _, impl := range holds[place] {
			f.P(typeFor, "[", impl, "](),")
		}
		f.P("},")
	}
	f.P("},")
}
