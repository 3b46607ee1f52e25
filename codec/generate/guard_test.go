package generate

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

// changedTypes are pairs of sources, before the code was made and after: what is lost of it
// is found by the compiler, or, by the mark, when the program starts.
var changedTypes = []struct {
	what        string
	source      string
	was, is     string // in source, or in the package dep
	atStart     bool   // at the latest
	reached     bool   // where fields are compared at the start as well, and encoding/json does not carry them
	leavesAlone bool   // nothing that the code carries changed
}{
	{what: "a field is added", source: "type T struct{ A int32; S Sub }\n\ntype Sub struct{ B int32 }", was: "type Sub struct{", is: "type Sub struct{ Added string; "},
	{what: "an unexported field is added", source: "type T struct{ A int32; S Sub }\n\ntype Sub struct{ B int32 }", was: "type Sub struct{", is: "type Sub struct{ added string; "},
	{what: "beside one that is left out", source: "type T struct{ A int32; F func() `assay:\"-\" json:\"-\"` }", was: "type T struct{", is: "type T struct{ Added string; "},
	{what: "beside an unexported channel that is left out", source: "type T struct{ A int32; c <-chan map[string]func(...int) (a, b error) `assay:\"-\" json:\"-\"` }", was: "type T struct{", is: "type T struct{ Added string; "},
	{what: "what is left out changes", source: "type T struct{ A int32; F func() `assay:\"-\" json:\"-\"` }", was: "F func()", is: "F func() int"},
	{what: "behind a slice", source: "type T struct{ L []Sub }\n\ntype Sub struct{ B int32 }", was: "type Sub struct{", is: "type Sub struct{ Added string; "},
	{what: "of a struct without a name", source: "type T struct{ L []struct{ B int32 } }", was: "[]struct{", is: "[]struct{ Added string; "},
	{what: "of a slice with a name", source: "type T struct{ L List }\n\ntype List []struct{ B int32 }", was: "[]struct{", is: "[]struct{ Added string; "},
	{what: "of a map with a name", source: "type T struct{ M Map }\n\ntype Map map[string][]struct{ B int32 }", was: "[]struct{", is: "[]struct{ Added string; "},
	{what: "of what is embedded", source: "type T struct{ Base; A int32 }\n\ntype Base struct{ B int32 }", was: "type Base struct{", is: "type Base struct{ Added string; "},
	{what: "of an empty struct that is embedded", source: "type T struct{ Base; A int32 }\n\ntype Base struct{}", was: "type Base struct{", is: "type Base struct{ Added string"},
	{what: "of what a pointer embeds", source: "type T struct{ *Base; A int32 }\n\ntype Base struct{ B int32 }", was: "type Base struct{", is: "type Base struct{ Added string; "},
	{what: "of a generic one", source: "type T struct{ G Gen[int32] }\n\ntype Gen[V any] struct{ B V }", was: "Gen[V any] struct{", is: "Gen[V any] struct{ Added V; "},
	{what: "of a generic one that is embedded by an alias", source: "type T struct{ G; A int32 }\n\ntype G = Gen[int32]\n\ntype Gen[V any] struct{ B V }", was: "Gen[V any] struct{", is: "Gen[V any] struct{ Added V; "},
	{what: "of an argument without a name, which has tags", source: "type T struct{ G Gen[struct{ B int32 `json:\"b\" protobuf:\"varint,1,opt,name=b\"` }] `protobuf:\"bytes,1,opt,name=g\"` }\n\ntype Gen[V any] struct{ V V `protobuf:\"bytes,1,opt,name=v\"` }", was: "B int32", is: "B int64"},
	{what: "only a tag of such an argument", source: "type T struct{ G []struct { G Gen[struct{ B int32 `json:\"b\"` }] } }\n\ntype Gen[V any] struct{ V V }", was: "json:\"b\"", is: "json:\"c\""},
	{what: "of an instance by what has no name", source: "type T struct{ G Gen[chan int]; A int32 }\n\ntype Gen[V any] struct{ V V `assay:\"-\" json:\"-\"`; B int32 }", was: "B int32 }", is: "B int32; Added string }", atStart: true, reached: true},
	{what: "of a struct behind an alias", source: "type T = struct{ A int32 }", was: "struct{", is: "struct{ Added string; "},
	{what: "of a struct behind a field's alias", source: "type T struct{ A Al }\n\ntype Al = struct{ A int32 }", was: "struct{ A int32 }", is: "struct{ A int32; Added string }"},
	{what: "of a struct behind an alias with an argument", source: "type T struct{ G []Al[int32] }\n\ntype Al[V any] = struct{ A V }", was: "struct{ A V }", is: "struct{ A V; Added string }"},
	{what: "of a struct behind an alias that is embedded", source: "type T struct{ Al; B int32 }\n\ntype Al = struct{ A int32 }", was: "struct{ A int32 }", is: "struct{ A int32; Added string }"},
	{what: "of another package", source: "type T struct{ P dep.Plain }", was: "type Plain struct {", is: "type Plain struct { Added string; "},
	{what: "of another package, behind a map", source: "type T struct{ M map[string]dep.Plain }", was: "type Plain struct {", is: "type Plain struct { Added string; "},
	{what: "of another package's, with a lock", source: "type T struct{ P *dep.Locked }", was: "type Locked struct {", is: "type Locked struct { Added string; ", atStart: true},
	{what: "of another package's, unexported and embedded", source: "type T struct{ P dep.Embeds }", was: "type base struct {", is: "type base struct { Added string; ", atStart: true},
	{what: "of another package's unnamed one", source: "type T struct{ P dep.Embeds }", was: "In struct {", is: "In struct { Added string; ", atStart: true},
	{what: "of another package's internals", source: "type T struct{ P dep.Inner }", was: "type In struct {", is: "type In struct { Added string; ", atStart: true},
	{what: "the type of a field of another package's, beside a lock", source: "type T struct{ P *dep.Locked }", was: "B [4]byte", is: "B []byte", reached: true},
	{what: "the length of one", source: "type T struct{ P *dep.Locked }", was: "B [4]byte", is: "B [5]byte", reached: true},
	{what: "the type of a field of another package's, unexported and embedded", source: "type T struct{ P dep.Embeds }", was: "type base struct { U int32 }", is: "type base struct { U uint32 }", reached: true},
	{what: "in another package's internals", source: "type T struct{ P dep.Inner }", was: "W int32", is: "W uint32", reached: true},
	{what: "a number of another package is wider", source: "type T struct{ E dep.Enum }", was: "type Enum int32", is: "type Enum int64"},
	{what: "behind a list of another package", source: "type T struct{ L dep.List }", was: "type List []int32", is: "type List []int64"},
	{what: "behind a map's key", source: "type T struct{ M map[dep.Enum]string }", was: "type Enum int32", is: "type Enum int64"},
	{what: "of a number with a name is the sign", source: "type T struct{ E E }\n\ntype E int32", was: "type E int32", is: "type E uint32"},
	{what: "of a number behind an alias is the width", source: "type T struct{ E E }\n\ntype E = int64", was: "type E = int64", is: "type E = int32"},
	{what: "of a message", source: "type T struct{ S *Sub `protobuf:\"bytes,1,opt,name=s\"` }\n\ntype Sub struct{ A int32 `protobuf:\"varint,1,opt,name=a\"` }", was: "type Sub struct{", is: "type Sub struct{ Added string `protobuf:\"bytes,2,opt,name=added\"`; "},
	{what: "only a tag", source: "type T struct{ A int32 `db:\"a\"` }", was: "`db:\"a\"`", is: "`db:\"b\"`", leavesAlone: true},
	{what: "only a method", source: "type T struct{ A int32 }", was: "type T", is: "func (T) M() {}\n\ntype T", leavesAlone: true},
	{what: "only the order of declarations", source: "type T struct{ S Sub }\n\ntype Sub struct{ A int32 }", was: "type T struct{ S Sub }\n\ntype Sub struct{ A int32 }", is: "type Sub struct{ A int32 }\n\ntype T struct{ S Sub }", leavesAlone: true},
}

const depSource = `package dep

import "sync"
import "example.com/there/dep/internal/in"

type Plain struct { U int32 }

type Enum int32

type List []int32

type Locked struct { mu sync.Mutex; U int32; B [4]byte }

type base struct { U int32 }

type Embeds struct { base; In struct { V int32 } }

type Inner struct { In in.In }

type State = in.In
`

const inSource = "package in\n\ntype In struct { W int32 }\n"

// namesInTurn are the formats that the i-th type is tried in: all with the tag long, and else, beside
// flat and every other time JSON, every fifth.
func namesInTurn(i int) []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return !routinestest.Long && name != "flat" && (name != "json" || i%2 > 0) && (i+slices.Index(Names(), name))%5 != 0
	})
}

// No code outlives the types that it was made of: in any format, whoever declares them.
func TestGuard(t *testing.T) {
	for i, test := range changedTypes {
		source := "package there\n\n" + test.source + "\n"
		if strings.Contains(source, "dep.") {
			source = "package there\n\nimport \"example.com/there/dep\"\n\n" + test.source + "\n"
		}
		var carried []string
		h := newThere(t, source)
		h.write("dep/dep.go", depSource)
		h.write("dep/internal/in/in.go", inSource)
		for _, name := range namesInTurn(i) {
			h.write("there.go", source)
			h.write("dep/dep.go", depSource)
			h.write("dep/internal/in/in.go", inSource)
			c := h.config(name, "T")
			c.Out = "t_made.go"
			r, err := c.Generate(t.Context())
			if refused := (RefusedError)(nil); errors.As(err, &refused) {
				continue
			} else if err != nil {
				t.Errorf("%s, %s: %v", name, test.what, err)
				continue
			}
			overlay := map[string][]byte{}
			text := ""
			for _, f := range r.Files {
				if filepath.Ext(f.Name) == ".go" && f.Source != nil {
					overlay[f.Name] = f.Source
					text += string(f.Source)
				}
			}
			if test.reached && strings.Contains(text, "jsonstd.Marshal(") {
				continue // encoding/json knows the parts as they are
			}
			carried = append(carried, name)
			if found := h.mistakes(overlay); len(found) > 0 {
				t.Errorf("%s, %s: before: %v", name, test.what, found)
			}
			h.write("there.go", strings.Replace(source, test.was, test.is, 1))
			h.write("dep/dep.go", strings.Replace(depSource, test.was, test.is, 1))
			h.write("dep/internal/in/in.go", strings.Replace(inSource, test.was, test.is, 1))
			found := h.mistakes(overlay)
			switch {
			case test.atStart: // where code spells the type besides, it does not compile
			case test.leavesAlone:
				if len(found) > 0 {
					t.Errorf("%s, %s: %v", name, test.what, found)
				}
			case len(found) == 0:
				t.Errorf("%s compiles on: %s", name, test.what)
			}
			if compares := strings.Contains(text, "make it anew by assay gen"); compares != (test.atStart || test.reached) {
				t.Errorf("%s, %s: compared at the start: %t", name, test.what, compares)
			}
		}
		if test.what == "of a message" && slices.Contains(namesInTurn(i), "protobuf") && !slices.Contains(carried, "protobuf") {
			t.Error("protobuf refuses a message")
		}
		if len(carried) == 0 {
			t.Errorf("no format carries it: %s", test.what)
		}
	}
}

// mistakes type-checks the package with the files of an overlay.
func (h *there) mistakes(overlay map[string][]byte) (list []string) {
	h.Helper()
	pkgs, err := h.in.load(&packages.Config{Dir: h.dir, Overlay: overlay}, ".")
	if err != nil {
		h.Fatal(err)
	}
	for _, e := range pkgs[0].Errors {
		list = append(list, e.Error())
	}
	return list
}

// Whatever is embedded, and however, is stated so that it compiles.
func TestGuardOfHonestTypes(t *testing.T) {
	const more = `
type Base struct{ B int32 }

type small struct{ C int32 }

type Gen[V any] struct{ D V }

type (
	Alias    = Base
	aliasOf  = small
	GenI     = Gen[int32]
	Pair[V any] = Gen[V]
	Foreign  = dep.Plain
	State    = dep.State
	Time     = time.Time
	Func     = func(int) error
)
`
	embedded := []string{
		"Base", "*Base", "small", "*small", "Gen[int32]", "*Gen[int32]", "Gen[dep.Plain]", "Alias", "*Alias", "aliasOf", "GenI", "*GenI", "Pair[string]",
		"Foreign", "*Foreign", "dep.Plain", "*dep.Plain", "time.Duration", "Time", "time.Time",
		"dep.State", "*dep.State", "Gen[dep.State]", "State", // aliases into an internal package, as of what protoc-gen-go writes
	}
	h := newThere(t, "package there\n")
	h.write("dep/dep.go", depSource)
	h.write("dep/internal/in/in.go", inSource)
	carried := map[string]int{}
	for i, e := range embedded {
		h.write("there.go", "package there\n\nimport (\n\t\"time\"\n\n\t\"example.com/there/dep\"\n)\n\ntype T struct {\n\t"+e+"\n\tF Func `assay:\"-\" json:\"-\"`\n\tS []struct{ Alias; X aliasOf }\n\tstate State `assay:\"-\" json:\"-\"`\n\tstates *[2]map[string]State `assay:\"-\" json:\"-\"`\n}\n"+more)
		for _, name := range namesInTurn(i) {
			c := h.config(name, "T")
			c.Out = "t_made.go"
			r, err := c.Generate(t.Context())
			if refused := (RefusedError)(nil); errors.As(err, &refused) {
				continue
			} else if err != nil {
				t.Errorf("%s, %s: %v", name, e, err)
				continue
			}
			carried[name]++
			if i := slices.IndexFunc(r.Files, func(f File) bool { return filepath.Base(f.Name) == "t_made.go" }); !strings.Contains(string(r.Files[i].Source), "(T{})") && !(name == "json" && strings.HasSuffix(e, "Time")) { // whose methods are all of it
				t.Errorf("%s, %s: T is not stated", name, e)
			}
		}
	}
	for name, n := range carried {
		if n < 2 {
			t.Errorf("%s carries %d of them", name, n)
		}
	}
}

// A struct of another package that no literal can state stops the program that was built
// with another one, by the line to type; and nothing stops it before.
func TestGuardAtStart(t *testing.T) {
	h := newThere(t, "package there\n\nimport \"example.com/there/dep\"\n\ntype T struct{ P *dep.Locked }\n")
	h.write("dep/dep.go", depSource)
	h.write("dep/internal/in/in.go", inSource)
	h.write("cmd/main.go", "package main\n\nimport \"example.com/there\"\n\nfunc main() {\n\tb, err := there.MarshalTFlat(&there.T{})\n\tprintln(len(b), err == nil)\n}\n")
	h.gen(h.config("flat", "T"))
	run := func() string {
		cmd := exec.CommandContext(t.Context(), "go", "run", "./cmd")
		cmd.Dir = h.dir
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	if out := run(); out != "6 true\n" {
		t.Fatalf("before: %s", out)
	}
	h.write("dep/dep.go", strings.Replace(depSource, "mu sync.Mutex;", "mu sync.Mutex; Added string;", 1))
	const want = "panic: example.com/there: t_flat.go was made of another dep.Locked: make it anew by assay gen --format=flat T\n"
	if out := run(); !strings.Contains(out, want) {
		t.Errorf("%s\nwant %s", out, want)
	}
	h.gen(h.config("flat", "T"))
	if out := run(); out != "6 true\n" {
		t.Errorf("made anew: %s", out)
	}
}

// Vet blames names that repeat in an embedded struct on the struct that embeds it: not on the
// guard, where that is of another package.
func TestGuardIsVetted(t *testing.T) {
	for _, dep := range []string{
		"type Out struct { In }; type In struct { A int `json:\"x\"`; B int `json:\"x\"` }",
		"type Out struct { In }; type In struct { A int `json:\"-,\"`; B int `json:\"-,\"` }",
		"type Out struct { C string; Mid }; type Mid struct { In }; type In struct { A int `xml:\"x\"`; B int `xml:\"x\"` }",
		"type Out struct { In; Other }; type In struct { A int `json:\"x\"` }; type Other struct { B int `json:\"x\"` }",
		"type Out struct { Gen[int] }; type Gen[T any] struct { A T `json:\"x\"`; B T `json:\"x\"` }",
		"type Out struct { Alias }; type Alias = In; type In struct { A int `json:\"x\"`; B int `json:\"x\"` }",
	} {
		h := newThere(t, "package there\n\nimport \"example.com/there/dep\"\n\ntype T struct{ O dep.Out }\n")
		h.write("dep/dep.go", "package dep\n\n"+dep+"\n")
		h.gen(h.config("flat", "T"))
		if !strings.Contains(string(h.read("t_flat.go")), "(dep.Out{})") {
			t.Fatalf("%s: no guard", dep)
		}
		pkgs, err := h.in.load(&packages.Config{Overlay: map[string][]byte{}}, h.in.path)
		if err != nil {
			t.Fatal(err)
		}
		vet(t, pkgs[0], func(message string) { t.Errorf("%s: %s", dep, message) })
	}
}

// Another Go release may rename what nobody else can name: no program is stopped for it.
func TestGuardLeavesTheStandardLibraryAlone(t *testing.T) {
	types := map[string]string{
		"atomic.Int64": "sync/atomic", "atomic.Pointer[int32]": "sync/atomic", "sync.Map": "sync", "list.List": "container/list", "reflect.Value": "reflect",
		"slog.Value": "log/slog", "url.Userinfo": "net/url", "tar.Header": "archive/tar", "big.Int": "math/big",
	}
	h := newThere(t, "package there\n")
	carried := 0
	for typ, path := range types {
		h.write("there.go", "package there\n\nimport \""+path+"\"\n\ntype T struct{ A "+typ+"; P *"+typ+"; L []"+typ+" }\n")
		for _, name := range []string{"json", "flat", "cbor"} { // the rules of the other formats carry no more
			r, err := h.config(name, "T").Generate(t.Context())
			if refused := (RefusedError)(nil); errors.As(err, &refused) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			carried++
			for _, f := range r.Files {
				if strings.Contains(string(f.Source), "make it anew") {
					t.Errorf("%s compares %s", name, typ)
				}
			}
		}
	}
	if carried < len(types) {
		t.Errorf("%d carried", carried)
	}
}

// A module whose path has no dot is no part of the standard library: what it declares is guarded.
func TestGuardOfModulesWithoutADot(t *testing.T) {
	h := newThere(t, "package there\n\nimport \"money/cash\"\n\ntype T struct{ M cash.Money }\n")
	h.write("go.mod", "module example.com/there\n\ngo 1.24\n\nrequire money v0.0.0\n\nreplace money => ./money\n")
	h.write("money/go.mod", "module money\n\ngo 1.24\n")
	h.write("money/cash/cash.go", "package cash\n\ntype Money struct { Units int64; known bool `assay:\"-\"` }\n")
	c := h.config("flat", "T")
	c.Packages = nil
	_, r := h.gen(c)
	if code := r.Files[len(r.Files)-1].Source; !strings.Contains(string(code), `"Units known"`) {
		t.Error("flat does not compare cash.Money")
	}
}
