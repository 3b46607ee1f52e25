package assay_test

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// byHand are long tests that no script runs, each with the reason.
var byHand = map[string]string{
	"drivers.TestCorpus":               "takes hours: every library is compiled for each fifteen types of other people's modules",
	"internal/reproduce.TestOriginals": "needs clones of the documents' repositories",
}

// TestLongTestsAreInScripts: what go test ./... leaves to the build tag long, a script runs.
func TestLongTestsAreInScripts(t *testing.T) {
	var scripts string
	for _, name := range []string{".ci/run", ".ci/long"} {
		text := filetest.Read(t, name)
		scripts += string(text) + "\n"
	}
	runs, err := longRuns(scripts)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	err = filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != "." {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || err == nil { // of other modules
				return filepath.SkipDir
			}
		}
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".go") && strings.Contains(name, "test") {
			text, err := os.ReadFile(name)
			files[filepath.ToSlash(name)] = string(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	long, err := longTests(files)
	if err != nil {
		t.Fatal(err)
	}
	if len(long) < 40 {
		t.Errorf("only %d long tests were found", len(long))
	}
	for _, test := range long {
		dot := strings.LastIndex(test, ".")
		run := slices.ContainsFunc(runs, func(r longRun) bool {
			return r.tests.MatchString(test[dot+1:]) && slices.Contains(r.packages, test[:dot])
		})
		if _, alone := byHand[test]; run == alone {
			t.Errorf("%s: a script runs it: %v, by hand: %v", test, run, alone)
		}
	}
	for test := range byHand {
		if !slices.Contains(long, test) {
			t.Errorf("%s is no long test", test)
		}
	}
}

// A longRun is a line of a script that runs long tests.
type longRun struct {
	tests    *regexp.Regexp // the names that it runs
	packages []string       // their folders
}

func longRuns(script string) (runs []longRun, err error) {
	for line := range strings.Lines(strings.ReplaceAll(script, "\\\n", " ")) {
		words := strings.Fields(line)
		if !slices.Contains(words, "test") || !strings.Contains(line, "-tags long") || strings.HasPrefix(words[0], "#") {
			continue
		}
		pattern := ""
		if i := slices.Index(words, "-run"); i >= 0 {
			pattern = strings.Trim(words[i+1], "'")
		}
		run := longRun{}
		if run.tests, err = regexp.Compile(pattern); err != nil {
			return nil, err
		}
		for _, word := range words {
			if word == "." || strings.HasPrefix(word, "./") {
				run.packages = append(run.packages, path.Clean(word))
			}
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// longTests returns the tests in files, by their paths, of which only the build tag long
// runs all: as their file has the tag, or they call NeedsLong, by way of others too. A func
// that is exported is known by its name alone, and another by its folder too.
func longTests(files map[string]string) (list []string, err error) {
	calls := map[string][]string{} // of each test, by its folder and name
	callers := map[string][]string{}
	long := map[string]bool{"NeedsLong": true}
	known := func(dir, name string) string {
		if ast.IsExported(name) {
			return name
		}
		return dir + "." + name
	}
	for name, text := range files {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		tagged := needsTag(file, "long")
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Body == nil {
				continue
			}
			test := strings.HasPrefix(fn.Name.Name, "Test") && strings.HasSuffix(name, "_test.go") && fn.Name.Name != "TestMain"
			key := path.Dir(name) + "." + fn.Name.Name
			if test && tagged {
				list = append(list, key)
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					var called string
					switch f := call.Fun.(type) {
					case *ast.Ident:
						called = known(path.Dir(name), f.Name)
					case *ast.SelectorExpr:
						if !ast.IsExported(f.Sel.Name) { // a method
							return true
						}
						called = f.Sel.Name
					}
					if test {
						calls[key] = append(calls[key], called)
					} else {
						callers[called] = append(callers[called], known(path.Dir(name), fn.Name.Name))
					}
				}
				return true
			})
		}
	}
	for next := []string{"NeedsLong"}; len(next) > 0; next = next[1:] {
		for _, caller := range callers[next[0]] {
			if !long[caller] {
				long[caller] = true
				next = append(next, caller)
			}
		}
	}
	for test, names := range calls {
		if slices.ContainsFunc(names, func(name string) bool { return long[name] }) {
			list = append(list, test)
		}
	}
	slices.Sort(list)
	return list, nil
}

// needsTag reports whether a file is compiled only with a build tag.
func needsTag(file *ast.File, tag string) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil && c.Pos() < file.Package {
				return expr.Eval(func(string) bool { return true }) && !expr.Eval(func(t string) bool { return t != tag })
			}
		}
	}
	return false
}

func TestLongTestsAreSeen(t *testing.T) {
	have, err := longTests(map[string]string{
		"a/tagged_test.go": "//go:build long && linux\n\npackage a\n\nfunc TestTagged(t *testing.T) {}\nfunc TestMain(m *testing.M) {}\n",
		"a/short_test.go":  "//go:build !long\n\npackage a\n\nfunc TestShort(t *testing.T) {}\n",
		"a/a_test.go":      "package a\n\nfunc TestAsks(t *testing.T) { t.Run(\"x\", func(t *testing.T) { x.NeedsLong(t) }) }\nfunc TestPlain(t *testing.T) { Other(t) }\nfunc TestByOthers(t *testing.T) { atest.Outer(t) }\n",
		"a/b_test.go":      "package a\n\nfunc TestByOneOfItsOwn(t *testing.T) { own(t) }\nfunc own(t *testing.T) { x.NeedsLong(t) }\n",
		"b/b_test.go":      "package b\n\nfunc TestByAnother(t *testing.T) { own(t) }\nfunc own(t *testing.T) {}\n",
		"atest/a.go":       "package atest\n\nfunc Outer(t *testing.T) { Judge(t) }\nfunc Judge(t *testing.T) { x.NeedsLong(t) }\nfunc Other(t *testing.T) {}\n",
	})
	if want := []string{"a.TestAsks", "a.TestByOneOfItsOwn", "a.TestByOthers", "a.TestTagged"}; err != nil || !slices.Equal(have, want) {
		t.Errorf("%q, %v, want %q", have, err, want)
	}
	runs, err := longRuns("go test ./b\n# go test -tags long ./c\ngo test -vet=off -tags long \\\n\t-run '^Test(A|B)$' . ./d\ngo test -tags long ./e\n")
	if err != nil || len(runs) != 2 || !slices.Equal(runs[0].packages, []string{".", "d"}) || !runs[0].tests.MatchString("TestB") || runs[0].tests.MatchString("TestBC") || !runs[1].tests.MatchString("TestC") {
		t.Errorf("%+v, %v", runs, err)
	}
}
