package routines_test

import (
	"go/format"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/routines"
)

// set has what a package of routines may hold: names that are shadowed, fields
// that nothing needs, methods that call each other, two files.
var set = fstest.MapFS{
	"rt/a.go": {Data: []byte(`// Package rt is for this test.
package rt

import (
	"fmt"
	"math/rand/v2"
)

const limit = 10

// State is what [Grow] changes.
type State struct {
	n    int
	memo *Memo // of strings
	left int   // of limit
}

// Grow grows s as [Shrink] shrinks it.
func Grow(s *State) { s.grow(limit) }

func (s *State) grow(n int) {
	Shrink := n // which is no name of the package's
	s.n += Shrink + rand.IntN(limit)
}

// fail returns an error.
func (s *State) fail() error { return fmt.Errorf("rt: %d are too many", s.left) }

// failMemo returns an error with the memo.
func (s *State) failMemo() error { return fmt.Errorf("rt: %s", s.memo.string()) }
`)},
	"rt/b.go": {Data: []byte(`package rt

// Memo is memory.
type Memo struct{ text, other string }

func (m *Memo) string() string { return m.text }

// Shrink is alone.
func Shrink(list []Memo) State { return State{n: len(list)} }
`)},
	"rt/a_test.go":  {Data: []byte("package rt\n\nfunc Shrink() {}\n")},
	"rt/c_amd64.go": {Data: []byte("package rt\n\nfunc Shrink()\n")},
	"rt/c_linux.go": {Data: []byte("package rt\n\nfunc Shrink()\n")},
	"rt/d.go":       {Data: []byte("//go:build arm64 || tag\n\npackage rt\n\nfunc Shrink()\n")},
}

func parse(t *testing.T) *routines.Set {
	t.Helper()
	s, err := routines.Parse(set, "rt")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// copied is what a generator does.
var copied = routines.Copy{
	Own: func(name string) string {
		if name == "limit" {
			return "77"
		}
		return "my" + name
	},
	Import: func(path, name string) string {
		if path == "math/rand/v2" {
			return "rand2." + name
		}
		return ""
	},
	Literal: func(quoted string) string { return strings.Replace(quoted, "rt: ", "app: ", 1) },
}

func check(t *testing.T, got, want string) {
	t.Helper()
	src, err := format.Source([]byte("package p\n\n" + got))
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	if d := cmp.Diff("package p\n\n"+strings.TrimSpace(want)+"\n", string(src)); d != "" {
		t.Errorf("copy (-want +got):\n%s", d)
	}
}

func TestPick(t *testing.T) {
	for _, test := range []struct {
		name    string
		add     []string
		instead map[string]string
		want    string
	}{
		{"with what is mentioned, and the fields that are", []string{"Grow"}, nil, `
// myState is what myGrow changes.
type myState struct {
	n int
}

// myGrow grows s as myShrink shrinks it.
func myGrow(s *myState) { s.grow(77) }

func (s *myState) grow(n int) {
	Shrink := n // which is no name of the package's
	s.n += Shrink + rand2.IntN(77)
}
`},
		{"a whole struct", []string{"Memo"}, nil, `
// myMemo is memory.
type myMemo struct{ text, other string }
`},
		{"a method", []string{"State.fail"}, nil, `
// myState is what myGrow changes.
type myState struct {
	left int // of limit
}

// fail returns an error.
func (s *myState) fail() error { return fmt.Errorf("app: %d are too many", s.left) }
`},
		{"a method in the place of another", []string{"State.fail"}, map[string]string{"State.fail": "State.failMemo"}, `
// myState is what myGrow changes.
type myState struct {
	memo *myMemo // of strings
}

// fail returns an error with the memo.
func (s *myState) fail() error { return fmt.Errorf("app: %s", s.memo.string()) }

// myMemo is memory.
type myMemo struct{ text, other string }

func (m *myMemo) string() string { return m.text }
`},
		{"a field", []string{"State.left"}, nil, `
// myState is what myGrow changes.
type myState struct {
	left int // of limit
}
`},
		{"keys of literals", []string{"Shrink"}, nil, `
// myState is what myGrow changes.
type myState struct {
	n int
}

// myMemo is memory.
type myMemo struct{ text, other string }

// myShrink is alone.
func myShrink(list []myMemo) myState { return myState{n: len(list)} }
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t).Pick("State")
			for of, method := range test.instead {
				p.Instead(of, method)
			}
			for _, name := range test.add {
				if p.Has(name) {
					t.Errorf("%s is there before it is added", name)
				}
				p.Add(name)
				if !p.Has(name) {
					t.Errorf("%s is not there after it was added", name)
				}
			}
			check(t, strings.Join(p.Sources(copied, "limit"), "\n\n"), test.want)
		})
	}
}

// TestImportsOfFields: what only fields need that nothing mentions is not imported.
func TestImportsOfFields(t *testing.T) {
	set, err := routines.Parse(fstest.MapFS{"rt/a.go": {Data: []byte("package rt\n\nimport (\n\t\"bytes\"\n\t\"strings\"\n)\n\ntype State struct {\n\ta strings.Builder\n\tb bytes.Buffer\n}\n\nfunc (s *State) read() int { return s.b.Len() }\n")}}, "rt")
	if err != nil {
		t.Fatal(err)
	}
	pick := set.PickLoosely("State")
	pick.Ask("read")
	check(t, strings.Join(pick.Sources(routines.Copy{}), "\n\n"), `type State struct {
	b bytes.Buffer
}

func (s *State) read() int { return s.b.Len() }`)
}

// TestMembersOfUnknown: a method that something of a type is asked for which parsing does not tell
// is that of a lean type.
func TestMembersOfUnknown(t *testing.T) {
	set, err := routines.Parse(fstest.MapFS{"rt/a.go": {Data: []byte("package rt\n\ntype State struct{ n int }\n\nfunc (s *State) read() int { return s.n }\n\nfunc (s *State) other() {}\n\nfunc use() int {\n\ts := new(State)\n\treturn s.read()\n}\n")}}, "rt")
	if err != nil {
		t.Fatal(err)
	}
	pick := set.PickLoosely("State")
	pick.Add("use")
	if !pick.Has("State.read") || pick.Has("State.other") {
		t.Errorf("read: %t, other: %t", pick.Has("State.read"), pick.Has("State.other"))
	}
}

// TestKeysOfFields: a field that is called like something of the package stays what it is.
func TestKeysOfFields(t *testing.T) {
	set, err := routines.Parse(fstest.MapFS{"rt/a.go": {Data: []byte("package rt\n\nconst limit = 10\n\ntype State struct{ limit int }\n\nfunc Fresh() State { return State{limit: limit} }\n")}}, "rt")
	if err != nil {
		t.Fatal(err)
	}
	if all := set.All(copied); !strings.Contains(all, "return myState{limit: 77}") {
		t.Errorf("the copy is\n%s", all)
	}
}

func TestAddOfNothing(t *testing.T) {
	defer func() {
		if got := recover(); got != "routines: there is no State.none" {
			t.Errorf("panicked with %v", got)
		}
	}()
	parse(t).Pick().Add("State.none")
}

func TestAll(t *testing.T) {
	s := parse(t)
	all := s.All(routines.Copy{Own: func(name string) string { return "my" + name }})
	for _, want := range []string{"const mylimit = 10", "s.grow(mylimit)", "Shrink := n //", "func myShrink(list []myMemo)", "rand.IntN", `"rt: %d`} {
		if !strings.Contains(all, want) {
			t.Errorf("the copy lacks %s:\n%s", want, all)
		}
	}
	if d := cmp.Diff([]string{"fmt", "math/rand/v2"}, s.Imports()); d != "" {
		t.Errorf("imports (-want +got):\n%s", d)
	}
	if strings.Contains(all, "import (") || strings.Contains(all, "package rt") {
		t.Errorf("the copy has clauses of a file:\n%s", all)
	}
}

func TestParseNothing(t *testing.T) {
	if _, err := routines.Parse(set, "nowhere"); err == nil {
		t.Error("no error of a folder without files")
	}
}
