package routines_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/routines"
)

// options is a package whose struct has some.
const options = `package rt

type State struct {
	Strict bool
	Level  int
	Name   string
	Other  func()
	Next   *State
	Table  [4]int
	left   int
}

func (s *State) BODY

func (s *State) whole(x int) bool {
	// Only where it matters.
	if s.Strict && s.left > x {
		return false // early
	}
	return true
}

func f() int { return 0 }
`

func TestFold(t *testing.T) {
	for _, test := range []struct{ name, body, want string }{
		{"what is left out, with its comments", `a() int {
	x := 1
	// Two lines
	// of comment.
	if s.Strict {
		x++ // why
	} // after
	// This stays.
	return x
}`, `a() int {
	x := 1
	// This stays.
	return x
}`},
		{"what is left in", `a() int {
	if !s.Strict {
		return 1
	}
	return 2
}`, `a() int {
	return 1
}`},
		{"declarations keep their block", `a() int {
	x := 1
	if !s.Strict {
		x := 2
		_ = x
	}
	return x
}`, `a() int {
	x := 1
	{
		x := 2
		_ = x
	}
	return x
}`},
		{"the other branch", `a() int {
	if s.Level > 0 {
		return 1
	} else if s.Name != "" {
		return 2
	} else if s.left > 0 {
		return 3
	} else if s.Other != nil {
		return 4
	} else {
		return 5
	}
}`, `a() int {
	if s.left > 0 {
		return 3
	} else {
		return 5
	}
}`},
		{"the last branch", `a() (x int) {
	if s.left > 0 {
		x = 1
	} else if s.Strict {
		x = 2
	}
	return x
}`, `a() (x int) {
	if s.left > 0 {
		x = 1
	}
	return x
}`},
		{"parts of conditions", `a(x int) bool {
	if x > 0 && !s.Strict || s.Next != nil && x < 9 {
		return x < 5 || !s.whole(x)
	}
	return f() > 0 && s.Strict
}`, `a(x int) bool {
	if x > 0 {
		return x < 5
	}
	return f() > 0 && false
}`},
		{"cases", `a(x int) int {
	switch y := x; {
	case s.Strict:
		return 1
	case y > 0:
		return 2
	case s.Next == nil:
		return 3
	case y > 7:
		return 4
	default:
		return 5
	}
}`, `a(x int) int {
	switch y := x; {
	case y > 0:
		return 2
	default:
		return 3
	}
}`},
		{"values", `a() (bool, bool) { return s.Strict, !s.Strict }`, `a() (bool, bool) { return false, true }`},
		{"what is written, of another kind, or of unknown type stays", `a() *int {
	s.Strict = s.Level > 1
	t := State{Strict: true}
	if t.Strict || s.left == 0 || s.Table[0] == 0 {
		return &s.Level
	}
	return nil
}`, `a() *int {
	s.Strict = s.Level > 1
	t := State{Strict: true}
	if t.Strict || s.left == 0 || s.Table[0] == 0 {
		return &s.Level
	}
	return nil
}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			set, err := routines.Parse(fstest.MapFS{"rt/a.go": {Data: []byte(strings.Replace(options, "BODY", test.body, 1))}}, "rt")
			if err != nil {
				t.Fatal(err)
			}
			if set, err = set.Fold(set.Options("State")[:5]...); err != nil {
				t.Fatal(err)
			}
			check(t, set.Source("State.a", routines.Copy{}), "func (s *State) "+test.want)
			check(t, set.Source("State.whole", routines.Copy{}), "func (s *State) whole(x int) bool {\n\treturn true\n}")
		})
	}
}

// TestOptions: fields of kinds that no condition settles are none.
func TestOptions(t *testing.T) {
	set, err := routines.Parse(fstest.MapFS{"rt/a.go": {Data: []byte(strings.Replace(options, "BODY", "a() {}", 1))}}, "rt")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"State.Strict", "State.Level", "State.Name", "State.Other", "State.Next", "State.left"}, set.Options("State")); d != "" {
		t.Error(d)
	}
	if list := set.Options("f"); list != nil {
		t.Errorf("options of no struct: %v", list)
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
	if d := cmp.Diff([]string{"bytes"}, pick.Imports()); d != "" {
		t.Error(d)
	}
	check(t, strings.Join(pick.Sources(routines.Copy{}), "\n\n"), `type State struct {
	b bytes.Buffer
}

func (s *State) read() int { return s.b.Len() }`)
}

func TestWrites(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "", `package p
func a(s *S) {
	s.assigned, x.other[s.index].part = 1, s.read
	s.counted++
	use(&(s.taken), T{Keyed: s.value})
	for s.key, s.elem = range s.list {
	}
}`, 0)
	if err != nil {
		t.Fatal(err)
	}
	var decl ast.Node = f.Decls[0]
	if d := cmp.Diff([]string{"Keyed", "assigned", "counted", "elem", "key", "other", "part", "taken"}, routines.Writes(decl)); d != "" {
		t.Error(d)
	}
}

// TestFoldConstants: a condition that a constant of the package settles is gone, and a copy
// has nothing of files that are built for some tags only.
func TestFoldConstants(t *testing.T) {
	set, err := routines.Parse(fstest.MapFS{
		"rt/a.go":    {Data: []byte("package rt\n\nfunc find(b []byte) int {\n\tif fast && len(b) > 9 {\n\t\treturn quick(b)\n\t}\n\treturn 0\n}\n\nfunc other(fast bool) bool { return fast }\n")},
		"rt/slow.go": {Data: []byte("//go:build !tag || !amd64\n\npackage rt\n\nconst fast = false\n\nfunc quick(b []byte) int { return 0 }\n")},
		"rt/fast.go": {Data: []byte("// Some comment.\n\n//go:build tag && amd64\n\npackage rt\n\nconst fast = true\n\nfunc quick(b []byte) int { return len(b) }\n")},
	}, "rt")
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.Fold(); err != nil {
		t.Fatal(err)
	}
	check(t, set.Source("find", routines.Copy{}), "func find(b []byte) int {\n\treturn 0\n}")
	check(t, set.Source("other", routines.Copy{}), "func other(fast bool) bool { return fast }")
	pick := set.PickLoosely()
	pick.Add("find")
	if d := cmp.Diff([]string{"func find(b []byte) int {\n\treturn 0\n}"}, pick.Sources(routines.Copy{})); d != "" {
		t.Error(d)
	}
}
