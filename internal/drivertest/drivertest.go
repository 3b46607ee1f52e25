// Package drivertest is the conformance suite of drivers. It proves that a driver's facts are complete,
// and that the types of package sample are either refused, by field path, or
// emitted as a package that imports what the facts name and nothing else. It
// compiles and runs nothing.
package drivertest

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivertest/sample"
	"github.com/assay-go/assay/typemodel"
)

// Update is the flag -update of tests that import the package.
var Update = flag.Bool("update", false, "write the golden files in testdata")

// Run runs the suite on d. A golden file is kept in the testdata of the folder: a line of
// hashes for each variant, by which a change of what it emits shows, and what each refuses.
// The code itself, assay show prints.
func Run(t *testing.T, d *driver.Driver, folder string) {
	t.Run("facts", func(t *testing.T) { facts(t, d) })
	t.Run("names", func(t *testing.T) { names(t, d) })
	var emitted, refused bytes.Buffer
	fmt.Fprintf(&emitted, "Lines and hashes of all that is emitted:\n")
	var earlier []text           // what variants refuse
	clashed := map[string]bool{} // import paths
	for _, v := range d.Variants {
		t.Run(d.RowName(v), func(t *testing.T) {
			adapters, r := variant(t, d, v)
			fmt.Fprintf(&emitted, "%s%s\n", d.RowName(v), hashes(adapters))
			fmt.Fprintf(&refused, "-- %s --\n%s", d.RowName(v), r.since(earlier))
			earlier = append(earlier, r)
		})
		t.Run("packages of "+d.RowName(v), func(t *testing.T) { packages(t, d, v, clashed) })
	}
	t.Run("golden", func(t *testing.T) {
		compare(t, filepath.Join(folder, "testdata", "emitted.golden"), slices.Concat(emitted.Bytes(), []byte("\nRefused:\n"), refused.Bytes()))
	})
}

var version = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+incompatible)?$`)

func facts(t *testing.T, d *driver.Driver) {
	f := d.Facts
	if d.Doc == "" || !strings.HasSuffix(d.Doc, ".") {
		t.Errorf("Doc %q is no sentence", d.Doc)
	}
	if f.Licence == "" {
		t.Error("no Licence")
	}
	if !strings.HasPrefix(f.URL, "https://") {
		t.Errorf("URL %q is no https address", f.URL)
	}
	if f.Identity.By == "" {
		t.Error("no Identity")
	}
	for _, m := range f.Modules {
		if m.Path == "" || !version.MatchString(m.Version) {
			t.Errorf("module %q has no exact version: %q", m.Path, m.Version)
		}
	}
	if (strings.Contains(f.Licence, "GPL") || f.Licence == "none found") && f.Separate == "" {
		t.Errorf("with licence %q the adapters need a worker of their own: set Separate", f.Licence)
	}
}

func names(t *testing.T, d *driver.Driver) {
	if d.Name == "" || len(d.Variants) == 0 {
		t.Fatal("a driver needs a name and a variant")
	}
	seen := map[string]bool{}
	for _, row := range d.Rows() {
		if seen[row.Name] {
			t.Errorf("two rows are called %s", row.Name)
		}
		seen[row.Name] = true
	}
	for _, v := range d.Variants {
		one := func(features ...driver.Feature) {
			n := 0
			for _, f := range features {
				if v.Has(f) {
					n++
				}
			}
			if n != 1 {
				t.Errorf("%s has %d of the features %v, want one", d.RowName(v), n, features)
			}
		}
		one(driver.Text, driver.Binary)
		one(driver.Reflect, driver.Codegen, driver.Manual)
	}
}

// packages emits adapters for a type of packages that are called like those that
// the adapter imports: the user's give way. What an earlier variant imports, it has been tried
// with, which done marks.
func packages(t *testing.T, d *driver.Driver, v driver.Variant, done map[string]bool) {
	subject := func(pkg string) *typemodel.Type {
		model, _ := typemodel.FromReflect(reflect.TypeFor[sample.Flat]())
		model.Name.PkgPath, model.Name.PkgName = "example.com/"+pkg, pkg
		return model
	}
	if len(Refusals(d, subject("sample"), v)) > 0 {
		return
	}
	// The files of the adapter's package, those of packages below it aside.
	emit := func(pkg string) (files []*ast.File, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		a := driver.NewAdapter("example.com/worker/flat")
		if err := d.Emit(a, subject(pkg), v); err != nil {
			return nil, err
		}
		src, err := a.Source()
		if err != nil {
			return nil, err
		}
		sources := [][]byte{src}
		for name, src := range a.Files {
			if path.Dir(name) == "." && path.Ext(name) == ".go" {
				sources = append(sources, src)
			}
		}
		for _, src := range sources {
			file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
			if err != nil {
				return nil, err
			}
			if err := distinct(file); err != nil {
				return nil, err
			}
			files = append(files, file)
		}
		return files, nil
	}
	files, err := emit("sample")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, spec := range file.Imports {
			importPath, name := imported(spec)
			if importPath == "example.com/sample" || name == "_" || !token.IsIdentifier(name) || done[importPath] {
				continue
			}
			done[importPath] = true
			if _, err := emit(name); err != nil {
				t.Errorf("for a type of a package %s: %v", name, err)
			}
		}
	}
}

// imported returns the path of an import and the name that the file has for it.
func imported(spec *ast.ImportSpec) (importPath, name string) {
	importPath, _ = strconv.Unquote(spec.Path.Value)
	if name = path.Base(importPath); spec.Name != nil {
		name = spec.Name.Name
	}
	return importPath, name
}

// distinct returns what a file declares or imports twice by one name.
func distinct(file *ast.File) error {
	for i, spec := range file.Imports {
		importPath, name := imported(spec)
		if name == "_" || name == "." {
			continue
		}
		if file.Scope.Lookup(name) != nil {
			return fmt.Errorf("%s is the name of %s and of a declaration", name, importPath)
		}
		for _, other := range file.Imports[:i] {
			if otherPath, otherName := imported(other); otherName == name {
				return fmt.Errorf("%s is the name of %s and of %s", name, importPath, otherPath)
			}
		}
	}
	return nil
}

// text is what a variant refuses, or emits for a type.
type text struct {
	name string // of the variant, or the type
	data []byte
}

// since returns the text as it is kept: the shortest of itself and what tells it
// from one of the earlier ones.
func (x text) since(earlier []text) []byte {
	short := x.data
	for _, e := range earlier {
		how := diff.Diff(e.name, e.data, x.name, x.data)
		if len(how) == 0 {
			how = []byte("as " + e.name + "\n")
		}
		if len(how) < len(short) {
			short = how
		}
	}
	return short
}

// hashes returns the number of lines and a hash of each text, behind its name.
func hashes(list []text) string {
	var b strings.Builder
	for _, x := range list {
		fmt.Fprintf(&b, " %s=%d:%.3x", x.name, bytes.Count(x.data, []byte("\n")), sha256.Sum256(x.data))
	}
	return b.String()
}

// variant returns what the variant emits for the sample types, and what it refuses of
// them.
func variant(t *testing.T, d *driver.Driver, v driver.Variant) (emits []text, refuses text) {
	t.Helper()
	var refused bytes.Buffer
	for _, c := range sample.Cases {
		model, _ := typemodel.FromReflect(c.Type)
		refusals := Refusals(d, model, v)
		if len(refusals) > 0 {
			checkPaths(t, c.Name, model, refusals)
			fmt.Fprintf(&refused, "%s\n", c.Name)
			for _, r := range refusals {
				fmt.Fprintf(&refused, "\t%s\n", r)
			}
			continue
		}
		a := driver.NewAdapter("github.com/assay-go/assay/internal/drivertest/worker/" + strings.ToLower(c.Name))
		if err := d.Emit(a, model, v); err != nil {
			t.Errorf("%s: not refused, but: %v", c.Name, err)
			continue
		}
		src, err := a.Source()
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		checkSource(t, c.Name, d, v, a, src)
		var emitted bytes.Buffer
		fmt.Fprintf(&emitted, "-- adapter.go --\n%s", src)
		for _, name := range slices.Sorted(maps.Keys(a.Files)) {
			fmt.Fprintf(&emitted, "-- %s: %.3x --\n", name, sha256.Sum256(a.Files[name]))
		}
		for _, tool := range a.Tools {
			fmt.Fprintf(&emitted, "-- %s %s --\n", tool.Package, strings.Join(tool.Args, " "))
			for _, name := range slices.Sorted(maps.Keys(tool.Files)) {
				fmt.Fprintf(&emitted, "-- %s --\n%s", name, tool.Files[name])
			}
		}
		emits = append(emits, text{c.Name, emitted.Bytes()})
	}
	return emits, text{d.RowName(v), refused.Bytes()}
}

// Refusals returns what d refuses of t in variant v.
func Refusals(d *driver.Driver, t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	if d.Check == nil {
		return nil
	}
	return d.Check(t, v)
}

// checkPaths reports refusals of places that the type does not have.
func checkPaths(t *testing.T, name string, model *typemodel.Type, refusals []typemodel.Diagnostic) {
	t.Helper()
	paths := map[string]bool{}
	typemodel.Walk(model, func(path string, _ *typemodel.Type) bool {
		paths[path] = true
		return true
	})
	for _, r := range refusals {
		if !paths[r.Path] {
			t.Errorf("%s: there is no %q to refuse", name, r.Path)
		}
		if r.Text == "" {
			t.Errorf("%s: %q is refused without a reason", name, r.Path)
		}
	}
}

// checkSource reports what is wrong with an adapter's main file.
func checkSource(t *testing.T, name string, d *driver.Driver, v driver.Variant, a *driver.Adapter, src []byte) {
	t.Helper()
	if formatted, err := format.Source(src); err != nil || !bytes.Equal(formatted, src) {
		t.Errorf("%s: the source is not gofmt'd: %v", name, err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	allowed := []string{driver.AdapterPath, "github.com/assay-go/assay/internal/drivertest/sample", a.PkgPath()}
	for _, m := range d.Facts.Modules {
		allowed = append(allowed, m.Path)
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") && !slices.ContainsFunc(allowed, func(p string) bool {
			return path == p || strings.HasPrefix(path, p+"/")
		}) {
			t.Errorf("%s: imports %s, of no module in the facts", name, path)
		}
	}
	want := []string{"New"}
	if v.Transform {
		want = append(want, "NewWire", "ToWire", "FromWire")
	}
	have := map[string]bool{}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
			have[fn.Name.Name] = true
		}
	}
	for _, fn := range want {
		if !have[fn] {
			t.Errorf("%s: the adapter has no func %s", name, fn)
		}
	}
}

// compare compares got with a golden file, or writes it.
func compare(t *testing.T, path string, got []byte) {
	t.Helper()
	if *Update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run with -update)", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run with -update and look at the diff): got\n%s", path, got)
	}
}
