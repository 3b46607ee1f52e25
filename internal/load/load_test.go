package load_test

import (
	"context"
	"fmt"
	"go/token"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/load/testdata/kinds"
	geometry "github.com/assay-go/assay/internal/load/testdata/kinds/geo"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/complexrtt"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// once loads each package of this module, and of what tests unpack, once.
var once = load.Remember(nil)

func mustLoad(t *testing.T, ref string) *load.Result {
	t.Helper()
	r, err := load.Load(t.Context(), load.Config{Packages: once}, ref)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestNewerToolchain: where compiled packages cannot be read, all comes from source.
func TestNewerToolchain(t *testing.T) {
	env := append(os.Environ(), "GOPROXY=off", "GOTOOLCHAIN=go1.27.4")
	cmd := exec.Command("go", "version")
	cmd.Env = env
	if err := cmd.Run(); err != nil {
		t.Skip("go1.27.4 is not in the module cache")
	}
	same := func(cfg load.Config, ref string) {
		t.Helper()
		want, err := load.Load(t.Context(), cfg, ref)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Packages, cfg.Env = nil, env
		r, err := load.Load(t.Context(), cfg, ref)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.Type.String(), want.Type.String(); got != want || len(r.Type.Fields) == 0 {
			t.Errorf("%s with %d fields, want %s", got, len(r.Type.Fields), want)
		}
		if !reflect.DeepEqual(r.Refusals, want.Refusals) {
			t.Errorf("refusals %v, want %v", r.Refusals, want.Refusals)
		}
	}
	same(load.Config{Dir: unpack(t, "-- go.mod --\nmodule example.com/a\ngo 1.24\n-- a.go --\npackage a\n\nimport \"example.com/a/b\"\n\ntype A struct{ B b.B }\n-- b/b.go --\npackage b\n\ntype B struct{ N int }\n")}, ".A")
	t.Run("of the standard library", func(t *testing.T) {
		routinestest.NeedsLong(t) // all of it is compiled by that Go
		same(load.Config{Packages: once}, "./testdata/kinds.All")
	})
}

func TestSourceEqualsReflection(t *testing.T) {
	const (
		workloads = "github.com/assay-go/assay/workloads/"
		here      = "./testdata/kinds"
		geo       = "github.com/assay-go/assay/internal/load/testdata/kinds/geo"
	)
	tests := []struct {
		ref  string
		want reflect.Type
	}{
		{here + ".All", reflect.TypeFor[kinds.All]()},
		{here + ".Self", reflect.TypeFor[kinds.Self]()},
		{here + ".Ptr", reflect.TypeFor[kinds.Ptr]()},
		{here + ".Sum", reflect.TypeFor[kinds.Sum]()},
		{here + ".Directed", reflect.TypeFor[kinds.Directed]()},
		{here + ".Unserializable", reflect.TypeFor[kinds.Unserializable]()},
		{here + ".InStruct", reflect.TypeFor[kinds.InStruct]()},
		{here + ".Alias", reflect.TypeFor[kinds.Alias]()},
		{here + ".ListOf[Tree]", reflect.TypeFor[[]kinds.Tree]()},
		{here + ".Pair[int,string]", reflect.TypeFor[kinds.Pair[int, string]]()},
		{here + ".Pair[[]Label, map[string]*./testdata/kinds/geo.Point]", reflect.TypeFor[kinds.Pair[[]kinds.Label, map[string]*geometry.Point]]()},
		{here + ".Pair[any,[2]" + geo + ".Box[error]]", reflect.TypeFor[kinds.Pair[any, [2]geometry.Box[error]]]()},
		{here + ".Phantom[" + here + ".Label]", reflect.TypeFor[kinds.Phantom[kinds.Label]]()},
		{here + ".List[List[int]]", reflect.TypeFor[kinds.List[kinds.List[int]]]()},
		{geo + ".Any", reflect.TypeFor[geometry.Any]()},
		{"math/big.Float", reflect.TypeFor[big.Float]()},
		{"os/exec.Cmd", reflect.TypeFor[exec.Cmd]()},
		{workloads + "colorgroup.ColorGroup", reflect.TypeFor[colorgroup.ColorGroup]()},
		{workloads + "complexrtt.ComplexRTT", reflect.TypeFor[complexrtt.ComplexRTT]()},
		{workloads + "data.Data", reflect.TypeFor[data.Data]()},
		{workloads + "signedblock.SignedBlock", reflect.TypeFor[signedblock.SignedBlock]()},
		{workloads + "teststruc.TestStruc", reflect.TypeFor[teststruc.TestStruc]()},
		{workloads + "teststruc.TestStrucIntf", reflect.TypeFor[teststruc.TestStrucIntf]()},
	}
	var refs []string
	for _, test := range tests {
		refs = append(refs, test.ref)
	}
	cfg := load.Config{Packages: load.NewTogether(refs...).Packages}
	for _, test := range tests {
		t.Run(test.ref, func(t *testing.T) {
			got, err := load.Load(t.Context(), cfg, test.ref)
			if err != nil {
				t.Fatal(err)
			}
			want, refusals := typemodel.FromReflect(test.want)
			if diff := difference(want, got.Type); diff != "" {
				t.Errorf("reflection and source differ at %s", diff)
			}
			var exported []typemodel.Diagnostic
			for _, r := range got.Refusals {
				if !strings.HasPrefix(r.Path, "Interface.(") { // reflection sees no directives
					exported = append(exported, r)
				}
			}
			if diff := cmp.Diff(refusals, exported); diff != "" {
				t.Errorf("refusals (-reflection +source):\n%s", diff)
			}
		})
	}
}

// difference returns the first path at which a, from reflection, and b, from
// source, are not the same, with what only source tells left out.
func difference(a, b *typemodel.Type) string {
	type pair struct{ a, b *typemodel.Type }
	seen := map[pair]bool{}
	var diff func(path string, a, b *typemodel.Type) string
	diff = func(path string, a, b *typemodel.Type) string {
		if a == nil && b == nil || a != nil && b != nil && seen[pair{a, b}] {
			return ""
		}
		if a == nil || b == nil {
			return fmt.Sprintf("%s: %v and %v", path, a, b)
		}
		seen[pair{a, b}] = true
		if a.Kind == typemodel.Invalid {
			// A type argument that no field leads to.
			if a.Name.PkgPath != b.Name.PkgPath || a.Name.Name != b.Name.Name {
				return fmt.Sprintf("%s: %v and %v", path, a.Name, b.Name)
			}
			return ""
		}
		flat := func(t *typemodel.Type) typemodel.Type {
			c := *t
			c.Elem, c.Key, c.Fields, c.Impls, c.Known, c.Union, c.Name.Args, c.Pos, c.Alias = nil, nil, nil, nil, nil, false, nil, token.Position{}, typemodel.Name{}
			return c
		}
		if d := cmp.Diff(flat(a), flat(b)); d != "" {
			return path + ":\n" + d
		}
		if len(a.Fields) != len(b.Fields) || len(a.Name.Args) != len(b.Name.Args) {
			return fmt.Sprintf("%s: %d and %d fields, %v and %v", path, len(a.Fields), len(b.Fields), a.Name, b.Name)
		}
		for i := range a.Name.Args {
			if d := diff(fmt.Sprintf("%s argument %d", path, i), a.Name.Args[i], b.Name.Args[i]); d != "" {
				return d
			}
		}
		for i := range a.Fields {
			fa, fb := a.Fields[i], b.Fields[i]
			if d := diff(path+"."+fa.Name, fa.Type, fb.Type); d != "" {
				return d
			}
			fa.Type, fb.Type, fb.Pos, fb.Written = nil, nil, token.Position{}, ""
			if d := cmp.Diff(fa, fb); d != "" {
				return path + "." + fa.Name + ":\n" + d
			}
		}
		if d := diff(path+"[]", a.Elem, b.Elem); d != "" {
			return d
		}
		return diff(path+"[key]", a.Key, b.Key)
	}
	return diff(a.String(), a, b)
}

func TestNamedTypesAreInterned(t *testing.T) {
	source := mustLoad(t, "./testdata/kinds.All").Type
	reflected, _ := typemodel.FromReflect(reflect.TypeFor[kinds.All]())
	for name, model := range map[string]*typemodel.Type{"source": source, "reflection": reflected} {
		seen := map[string]*typemodel.Type{}
		typemodel.Walk(model, func(path string, u *typemodel.Type) bool {
			if u.Name.IsZero() {
				return true
			}
			full := u.Name.PkgPath + " " + u.String()
			if other := seen[full]; other != nil && other != u {
				t.Errorf("%s: %s: a second model of %s", name, path, full)
			}
			again := seen[full] != nil
			seen[full] = u
			return !again
		})
		if tree := seen["github.com/assay-go/assay/internal/load/testdata/kinds kinds.Tree"]; !typemodel.Recursive(tree) {
			t.Errorf("%s: Tree is not recursive", name)
		}
	}
}

func TestDirectives(t *testing.T) {
	all := mustLoad(t, "./testdata/kinds.All").Type
	directed := mustLoad(t, "./testdata/kinds.Directed").Type
	field := func(t *typemodel.Type, name string) *typemodel.Type {
		for i := range t.Fields {
			if t.Fields[i].Name == name {
				return t.Fields[i].Type
			}
		}
		return &typemodel.Type{}
	}
	for _, test := range []struct {
		what string
		in   *typemodel.Type
		want string
	}{
		{"type", field(all, "Interface"), "[kinds.Square *kinds.Circle geometry.Point]"},
		{"type of another package", field(all, "Anything"), "[geometry.Point *geometry.Box[int] string]"},
		{"end of line", field(directed, "One"), "[int *kinds.Tree]"},
		{"above the field, in a slice", field(directed, "Many").Elem, "[geometry.Point kinds.Square]"},
		{"same type without", field(directed, "Plain").Elem, "[kinds.Square *kinds.Circle geometry.Point]"},
		{"same unnamed type without", field(directed, "Other"), "[]"},
		{"in a map, by full paths", field(directed, "In").Elem.Elem, "[geometry.Box[geometry.Point] []uint8 map[string]int url.URL]"},
	} {
		if got := fmt.Sprint(test.in.Impls); got != test.want {
			t.Errorf("%s: Impls are %s, want %s", test.what, got, test.want)
		}
	}
	if !mustLoad(t, "./testdata/kinds.Sum").Type.Union {
		t.Error("Sum is not a union")
	}
}

func TestResult(t *testing.T) {
	r := mustLoad(t, "./testdata/kinds/geo.Point")
	dir, err := filepath.Abs("testdata/kinds/geo")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(dir, "../../../../..")
	want := load.Package{
		Path: "github.com/assay-go/assay/internal/load/testdata/kinds/geo", Name: "geometry", Dir: dir,
		Names:  []string{"Any", "Base", "Box", "Point"},
		Module: &load.Module{Path: "github.com/assay-go/assay", Dir: root, GoMod: filepath.Join(root, "go.mod"), GoVersion: "1.26.0", Main: true},
	}
	if diff := cmp.Diff(want, r.Package); diff != "" {
		t.Errorf("package (-want +got):\n%s", diff)
	}
	if got := r.Type.Pos; filepath.Base(got.Filename) != "geo.go" || got.Line != 5 {
		t.Errorf("Point is at %s", got)
	}
	if got := r.Type.Fields[1].Pos; got.Line != 6 || got.Column != 5 {
		t.Errorf("Point.Y is at %s", got)
	}
}

func TestRefusals(t *testing.T) {
	for ref, want := range map[string]string{
		"./testdata/kinds.Unserializable": `Chan: chan values cannot be serialized (leave the field out by the tag assay:"-")
Inner[].Func: func values cannot be serialized (leave the field out by the tag assay:"-")
Pointer[value]: unsafe.Pointer values cannot be serialized (leave the field out by the tag assay:"-")
Iface: an unnamed interface type with methods cannot be spelled (give the interface a type declaration)`,
		"./testdata/kinds.hidden": `hidden is not exported (export it, or a type that has it)`,
		"./cmd.Config":            `package main cannot be imported (move the type to a package of its own)`,
	} {
		cfg := load.Config{Packages: once}
		if ref == "./cmd.Config" {
			cfg.Dir = unpack(t, "-- go.mod --\nmodule example.com/m\ngo 1.24\n-- cmd/main.go --\npackage main\ntype Config struct{ A int }\nfunc main() {}\n")
		}
		r, err := load.Load(t.Context(), cfg, ref)
		if err != nil {
			t.Error(err)
			continue
		}
		var got []string
		for _, r := range r.Refusals {
			got = append(got, r.String())
		}
		if diff := cmp.Diff(strings.Split(want, "\n"), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", ref, diff)
		}
	}
}

// unpack writes the files of an archive to a directory and returns it.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	filetest.Unpack(t, dir, txtar.Parse([]byte(archive)))
	return dir
}

func TestErrors(t *testing.T) {
	dir := unpack(t, `
-- go.mod --
module example.com/shop
go 1.24
-- orders/orders.go --
package orders

type Order struct{ ID int }
type Item struct{ Price float64 }
type Pair[A comparable, B any] struct { A A; B B }
func New() *Order { return nil }
var Default Order
const Max = 3
-- constraints/c.go --
package constraints

import "cmp"

type Num interface{ ~int | ~string }
type Alias = Num
type Comparable interface{ comparable }
type Mixed interface{ int64; String() string }
type Set[T Num] interface{ ~[]T }
type Method[T any] interface{ Num; M(T) }
type Ordered = cmp.Ordered
type Embeds interface{ fmt() ; Num }
-- empty/empty.go --
package empty
-- broken/broken.go --
package broken

type Order struct {
	ID   int
	Next Undefined
	Also Missing
}
-- unparsed/unparsed.go --
package unparsed

type Order struct {
	ID int int
}
-- needsbroken/n.go --
package needsbroken

import "example.com/shop/broken"

type Order struct{ B broken.Order }
-- near/n.go --
package near

import "example.com/shop/needsbroken"

type Order struct{ B needsbroken.Order }
-- far/f.go --
package far

import "example.com/shop/near"

type Order struct{ B near.Order }
-- needsmissing/n.go --
package needsmissing

import "example.com/nowhere/else"

type Order struct{ E else_.E }
-- cycle/c.go --
package cycle

type List[T any] struct{ Next *List[[]T] }
-- directive/a/a.go --
package a

//assay:union
type U struct { A *int; B int }
-- directive/b/b.go --
package b

type S interface{ M(a int) (b error) }
type T struct{}
func (*T) M(c int) (d error) { return }
type U struct {
	F []S //assay:impl T
}
-- directive/c/c.go --
package c

//assay:impls int
type U any
-- directive/d/d.go --
package d

type U struct {
	//assay:impl Nope
	F any
}
-- left/out.go --
//go:build never

package left

type Out struct{ N int }
-- left/in.go --
package left
-- directive/e/e.go --
package e

type U struct {
	F int //assay:impl int
}
-- directive/f/f.go --
package f

//assay:impl int

type U any
-- directive/g/g.go --
package g

type U any //assay:impl example.com/nowhere.T
`)
	outside := unpack(t, "-- orders/orders.go --\npackage orders\ntype Order struct{}\n")
	for _, test := range []struct{ ref, want string }{
		{"./orders.Ordr", "package orders has no type Ordr: did you mean Order?"},
		{"./orders.order", "package orders has no type order: did you mean Order?"},
		{"./left.Out", "package left has no type Out here: left/out.go, which declares it, is left out of the build by its constraints, its name, or as cgo is off"},
		{"./orders.Customer", "package orders has no type Customer; it has Item, Order, Pair"},
		{"./empty.Order", "package empty has no exported types"},
		{"./orders.New", "orders.New is a func, not a type"},
		{"./orders.Default", "orders.Default is a variable, not a type"},
		{"./orders.Max", "orders.Max is a constant, not a type"},
		{"./orders.Pair", "Pair is generic: name an instance, such as ./orders.Pair[int,int]"},
		{"./orders.Pair[int]", "orders.Pair takes 2 type arguments, not 1"},
		{"./orders.Pair[[]int,int]", "orders.Pair: []int does not satisfy comparable"},
		{"./orders.Pair[int,Pair]", "Pair is generic: name an instance, such as orders.Pair[int,int]"},
		{"./orders.Order[int]", "orders.Order is not generic and takes no type arguments"},
		{"./constraints.Num", "constraints.Num is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Alias", "constraints.Alias is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Comparable", "constraints.Comparable is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Mixed", "constraints.Mixed is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Set[int]", "constraints.Set is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Method[int]", "constraints.Method is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Ordered", "constraints.Ordered is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./constraints.Embeds", "constraints.Embeds is a constraint of type parameters, and no value has it: name a type that meets it"},
		{"./orders.Pair[int", `type expression "./orders.Pair[int": a comma or ] is wanted at byte 17`},
		{"./orders", `"./orders" names no type: write its package, a dot and its name`},
		{"[]./orders.Order", "not the name of a declared type: write a package, a dot and a type, such as ./orders.Order (a list or a pointer needs a type that is declared so: type Orders []Order)"},
		{"int", "not the name of a declared type: write a package, a dot and a type, such as ./orders.Order (a list or a pointer needs a type that is declared so: type Orders []Order)"},
		{"./nope.Order", "nope: directory not found"},
		{"./directive.Order", "no Go files in directive"},
		{"./....Order", `"./..." is not one package`},
		{"example.com/other.Order", "no required module provides package example.com/other; to add it: go get example.com/other"},
		{"example.com/shop/none.Order", "no required module provides package example.com/shop/none; to add it: go get example.com/shop/none"},
		{"./broken.Order", "broken/broken.go:5:7: undefined: Undefined"},
		{"./unparsed.Order", "unparsed/unparsed.go:4:9: expected ';', found int"},
		{"./needsbroken.Order", "broken/broken.go:5:7: undefined: Undefined"},
		{"./far.Order", "broken/broken.go:5:7: undefined: Undefined"},
		{"./needsmissing.Order", "needsmissing/n.go:3:8: no required module provides package example.com/nowhere/else; to add it: go get example.com/nowhere/else"},
		{"./cycle.List[int]", "cycle/c.go:3:11: instantiation cycle"},
		{"./directive/a.U", "directive/a/a.go:3:1: //assay:union: field B of U is not a pointer"},
		{"./directive/b.U", "directive/b/b.go:7:8: //assay:impl: T does not implement b.S, *T does"},
		{"./directive/c.U", "directive/c/c.go:3:1: //assay:impls: the directives are //assay:impl, //assay:as, //assay:union and //assay:reserved"},
		{"./directive/d.U", "directive/d/d.go:4:2: //assay:impl: package d has no type Nope; it has U"},
		{"./directive/e.U", "directive/e/e.go:4:8: //assay:impl: there is no interface in the type of F"},
		{"./directive/f.U", "directive/f/f.go:3:1: //assay:impl: it belongs directly above a type declaration or a field, or at the end of the line, or names its type before a ="},
		{"./directive/g.U", "directive/g/g.go:3:12: //assay:impl: no required module provides package example.com/nowhere; to add it: go get example.com/nowhere"},
	} {
		t.Run(test.ref, func(t *testing.T) {
			checkError(t, load.Config{Dir: dir, Packages: once}, test.ref, test.want)
		})
	}
	for _, of := range []string{"needsbroken", "near", "far"} { // of others nothing is overlooked
		t.Run(of+" incomplete", func(t *testing.T) {
			checkError(t, load.Config{Dir: dir, Incomplete: true}, "./"+of+".Order", "broken/broken.go:5:7: undefined: Undefined")
		})
	}
	t.Run("outside of a module", func(t *testing.T) {
		checkError(t, load.Config{Dir: outside}, "./orders.Order", "no go.mod in "+outside+" or above it: the package has to be part of a Go module")
	})
	t.Run("a go.mod with a mistake", func(t *testing.T) {
		checkError(t, load.Config{Dir: unpack(t, "-- go.mod --\nmodul x\n")}, "Order", "errors parsing go.mod: go.mod:1: unknown directive: modul")
	})
	t.Run("a generic type right here", func(t *testing.T) {
		here := unpack(t, "-- go.mod --\nmodule x\n\ngo 1.24\n-- x.go --\npackage x\n\ntype G[T any] struct{ V T }\n")
		checkError(t, load.Config{Dir: here}, ".G", "G is generic: name an instance, such as .G[int]")
	})
	// The go command takes no notice of a go.mod right there.
	t.Run("below a go.mod in the folder for temporary files", func(t *testing.T) {
		temp := unpack(t, "-- go.mod --\nmodule example.com/stray\n-- app/orders/orders.go --\npackage orders\ntype Order struct{}\n")
		t.Setenv("TMPDIR", temp)
		t.Setenv("TMP", temp)
		app := filepath.Join(temp, "app")
		checkError(t, load.Config{Dir: app}, "./orders.Order", "no go.mod in "+app+" or above it: the package has to be part of a Go module")
	})
	t.Run("no toolchain", func(t *testing.T) {
		t.Setenv("PATH", "")
		checkError(t, load.Config{Dir: dir}, "./orders.Order", "the go command was not found: install Go and put it on the PATH")
	})
	t.Run("no directory", func(t *testing.T) {
		checkError(t, load.Config{Dir: filepath.Join(dir, "nope")}, "./orders.Order", "no directory "+filepath.Join(dir, "nope"))
	})
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := load.Load(ctx, load.Config{Dir: dir}, "./orders.Order"); err == nil || !strings.Contains(err.Error(), "context canceled") {
			t.Errorf("error is %v", err)
		}
	})
}

func checkError(t *testing.T, cfg load.Config, ref, want string) {
	t.Helper()
	_, err := load.Load(t.Context(), cfg, ref)
	if err == nil {
		t.Fatal("no error")
	}
	if got := err.Error(); got != "load "+ref+": "+want {
		t.Errorf("error is\n\t%s\nwant\n\t%s", got, "load "+ref+": "+want)
	}
}

// TestConfig loads a type of a module with a dependency, in the ways in which
// such modules are kept.
func TestConfig(t *testing.T) {
	const files = `
-- main/go.mod --
module example.com/shop
go 1.24
require example.com/shapes v1.0.0
replace example.com/shapes => ../shapes
-- main/orders/orders.go --
package orders

import "example.com/shapes"

type Order struct{ Shape shapes.Shape }
-- main/orders/extra.go --
//go:build extra

package orders

type Extra struct{ Order }
-- shapes/go.mod --
module example.com/shapes
go 1.24
-- shapes/shapes.go --
package shapes

//assay:impl Square *hidden
type Shape interface{ Area() float64 }

type Square struct{ Side float64 }

func (s Square) Area() float64 { return s.Side * s.Side }

type hidden struct{}

func (*hidden) Area() float64 { return 0 }
`
	// shapeOf returns what is known of the interface in the dependency.
	shapeOf := func(t *testing.T, cfg load.Config) string {
		t.Helper()
		r, err := load.Load(t.Context(), cfg, "example.com/shop/orders.Order")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(r.Type.Fields[0].Type.Impls)
	}
	const want = "[shapes.Square *shapes.hidden]"
	t.Run("replace", func(t *testing.T) {
		if got := shapeOf(t, load.Config{Dir: filepath.Join(unpack(t, files), "main")}); got != want {
			t.Errorf("implementations are %s, want %s", got, want)
		}
	})
	t.Run("trimpath", func(t *testing.T) {
		cfg := load.Config{Dir: filepath.Join(unpack(t, files), "main"), Env: append(os.Environ(), "GOFLAGS=-trimpath")}
		if got := shapeOf(t, cfg); got != want {
			t.Errorf("implementations are %s, want %s", got, want)
		}
	})
	t.Run("vendor", func(t *testing.T) {
		dir := unpack(t, files)
		filetest.Run(t, filepath.Join(dir, "main"), nil, "go", "mod", "vendor")
		if err := os.RemoveAll(filepath.Join(dir, "shapes")); err != nil {
			t.Fatal(err)
		}
		if got := shapeOf(t, load.Config{Dir: filepath.Join(dir, "main")}); got != want {
			t.Errorf("implementations are %s, want %s", got, want)
		}
	})
	t.Run("workspace", func(t *testing.T) {
		dir := unpack(t, files+"-- go.work --\ngo 1.24\nuse ./main\nuse ./shapes\n")
		if got := shapeOf(t, load.Config{Dir: dir, Env: append(os.Environ(), "GOWORK=")}); got != want {
			t.Errorf("implementations are %s, want %s", got, want)
		}
	})
	t.Run("overlay", func(t *testing.T) {
		dir := unpack(t, files)
		cfg := load.Config{Dir: filepath.Join(dir, "main"), Overlay: map[string][]byte{
			filepath.Join(dir, "main/orders/orders.go"): []byte("package orders\n\ntype Order struct {\n\tAny any //assay:impl int\n}\n"),
		}}
		if got := shapeOf(t, cfg); got != "[int]" {
			t.Errorf("implementations are %s, want [int]", got)
		}
	})
	t.Run("overlay of an imported package", func(t *testing.T) {
		dir := unpack(t, "-- go.mod --\nmodule example.com/m\ngo 1.24\n-- a/a.go --\npackage a\n\nimport \"example.com/m/b\"\n\ntype A struct{ B b.B }\n-- b/b.go --\npackage b\n\ntype B struct{ One int }\n")
		r, err := load.Load(t.Context(), load.Config{Dir: dir, Overlay: map[string][]byte{filepath.Join(dir, "b/b.go"): []byte("package b\n\ntype B struct{ One, Two int }\n")}}, "./a.A")
		if err != nil {
			t.Fatal(err)
		}
		if fields := r.Type.Fields[0].Type.Fields; len(fields) != 2 {
			t.Errorf("B has %d fields, and 2 in the overlay", len(fields))
		}
	})
	t.Run("build flags", func(t *testing.T) {
		cfg := load.Config{Dir: filepath.Join(unpack(t, files), "main"), BuildFlags: []string{"-tags=extra"}}
		if _, err := load.Load(t.Context(), cfg, "./orders.Extra"); err != nil {
			t.Error(err)
		}
		cfg.BuildFlags = nil
		checkError(t, cfg, "./orders.Extra", "package orders has no type Extra here: orders/extra.go, which declares it, is left out of the build by its constraints, its name, or as cgo is off")
	})
}

// A go command that is newer than the Go that this program was built with writes
// what this program may not read.
func TestErrorsTellOfNewerGo(t *testing.T) {
	dir := unpack(t, "-- go.mod --\nmodule example.com/shop\ngo 1.24\n-- o.go --\npackage shop\n\ntype Order struct{ ID int int }\n")
	bin := t.TempDir()
	real, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\n[ \"$*\" = 'env GOVERSION' ] && { echo go1.99.1; exit; }\nexec %s \"$@\"\n", real)
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{os.Getenv("PATH"): false, bin + string(os.PathListSeparator) + os.Getenv("PATH"): true} {
		t.Setenv("PATH", path)
		_, err := load.Load(t.Context(), load.Config{Dir: dir}, "./.Order")
		if err == nil || strings.Contains(err.Error(), "build it with GOTOOLCHAIN=go1.99.1") != want {
			t.Errorf("with %s: %v", path, err)
		}
	}
}

// A type that only tests have is told apart from one that nobody has.
func TestTypeOfTests(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":     "module example.com/t\n\ngo 1.24\n",
		"t.go":       "package t\n\ntype Order struct{ ID int }\n",
		"in_test.go": "package t\n\ntype Inside struct{ ID int }\n",
		"by_test.go": "package t_test\n\ntype Beside struct{ ID int }\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	cfg := load.Config{Dir: dir}
	for _, name := range []string{"Inside", "Beside"} {
		file := map[string]string{"Inside": "in_test.go", "Beside": "by_test.go"}[name]
		checkError(t, cfg, "."+name, name+" is declared in "+filepath.Base(dir)+"/"+file+", which is built for tests alone: move it to a file whose name does not end in _test.go")
	}
}

// Types of C are known for what they are, whether the mistakes of the package count or not.
func TestTypesOfC(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/c\n\ngo 1.24\n",
		"c.go":   "package c\n\n// struct pt { int x; };\nimport \"C\"\n\ntype Order struct {\n\tID int64\n\tC  C.int\n\tP  C.struct_pt\n}\n\nfunc (o Order) N() C.int { return C.int(o.ID) }\n\nfunc x(p *C.struct_pt) *C.int { return &p.x }\n\nfunc (o Order) X() int { return int(*x(&o.P)) }\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	for _, incomplete := range []bool{false, true} {
		r, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: incomplete, Env: append(os.Environ(), "CGO_ENABLED=1")}, ".Order")
		if err != nil {
			t.Errorf("%t: %v", incomplete, err)
			continue
		}
		if len(r.Type.Fields) != 3 || !r.Type.Fields[1].Type.Name.IsC() || !r.Type.Fields[2].Type.Name.IsC() {
			t.Errorf("%t: %+v", incomplete, r.Type.Fields)
		}
		for _, refusal := range r.Refusals {
			if refusal.Text != typemodel.ReasonC {
				t.Error(refusal)
			}
		}
		for _, name := range []string{"net.IPNet", "os/user.User"} { // whose packages import C
			if _, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: incomplete, Env: append(os.Environ(), "CGO_ENABLED=1")}, name); err != nil {
				t.Errorf("%t: %v", incomplete, err)
			}
		}
	}
}
