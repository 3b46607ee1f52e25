//go:build long

package positional_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

// TestNastyTypes generates code for the types of testdata/nasty, every format
// for all of them in one package: each is refused with a path, or its code
// compiles, is vetted and carries made-up values. What is refused and why is in
// the folder of each format.
func TestNastyTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the code of all types in all formats")
	}
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/nasty"))
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module nasty\n\ngo 1.26\n")
	outcomes := map[string][]outcome{}
	main := goprint.New("nasty", "main")
	main.P("func main() {")
	main.P("failed := 0")
	only := os.Getenv("NASTY")
	for _, pkg := range packages(t, dir) {
		if !strings.Contains(pkg, only) {
			continue
		}
		nastyPackage(t, dir, pkg, main, outcomes)
	}
	main.P("if failed > 0 {")
	main.P(goprint.Ident{Path: "os", Name: "Exit"}, "(1)")
	main.P("}")
	main.P("}")
	src, err := main.Source()
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(dir, "main.go"), string(src))
	t.Run("tables", func(t *testing.T) {
		if only != "" {
			t.Skip("of some packages only")
		}
		for _, f := range formats.All {
			filetest.Golden(t, *update, filepath.Join("..", "internal", "formats", f.ID, "testdata", "nasty.golden"), tableOf(outcomes, f.ID))
		}
	})
	t.Run("code", func(t *testing.T) {
		const compiler = "-gcflags=nasty/...=-dwarf=false" // nobody debugs it, and it is compiled once for both
		for _, args := range [][]string{{"vet", compiler, "./..."}, {"run", compiler, "-ldflags=-s -w", "."}} {
			cmd := exec.CommandContext(t.Context(), "go", args...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOGC=400")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("go %s: %v\n%s", args[0], err, out)
				if keep := os.Getenv("NASTY_KEEP"); keep != "" {
					os.CopyFS(keep, os.DirFS(dir))
				}
				break
			}
		}
	})
}

// outcome is what became of a case in a format: carried, if reason is empty.
type outcome struct{ format, reason string }

// tableOf shows the outcomes in a format: how many cases are carried, and for each
// reason how many are not, with the first and the path of what is refused. The digest of
// all that is emitted, in cmd/assay, has a hash of each.
func tableOf(outcomes map[string][]outcome, format string) string {
	carried, refused := 0, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(outcomes)) {
		for _, o := range outcomes[name] {
			switch path, reason, found := strings.Cut(o.reason, ": "); {
			case o.format != format:
			case o.reason == "":
				carried++
			case !found:
				refused[o.reason] = append(refused[o.reason], name)
			default:
				refused[reason] = append(refused[reason], name+" "+path)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d are carried\n", carried, len(outcomes))
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		fmt.Fprintf(&b, "%d: %s: %s\n", len(refused[reason]), refused[reason][0], reason)
	}
	return b.String()
}

// packages returns the directories below dir that hold a type Cases.
func packages(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if bytes.Contains(src, []byte("\ntype Cases struct {")) {
			list = append(list, filepath.Dir(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// nastyPackage generates the code for the cases of one package.
func nastyPackage(t *testing.T, root, dir string, main *goprint.File, outcomes map[string][]outcome) {
	rel, _ := filepath.Rel(root, dir)
	loaded, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: true}, "Cases")
	if err != nil {
		t.Fatal(err)
	}
	pkg := loaded.Package
	for _, f := range formats.All {
		cases := goprint.New(pkg.Path, pkg.Name)
		cases.Declare(pkg.Names...)
		list := "Nasty" + strings.ToUpper(f.ID[:1]) + f.ID[1:]
		codecType := goprint.Ident{Path: "nasty/harness", Name: "Codec"}
		cases.Pf("var %s = []%s{", list, codecType)
		any := false
		names := slices.Clone(pkg.Names) // and those of the files that are there already
		for _, field := range loaded.Type.Fields {
			typ := field.Type
			name := rel + "." + field.Name
			if refused := codec.Refusals(f, "", typ); len(refused) > 0 {
				outcomes[name] = append(outcomes[name], outcome{f.ID, refused[0].String()})
				continue
			}
			file := goprint.New(pkg.Path, pkg.Name)
			file.Reserve(names...)
			file.Declare(pkg.Names...)
			err := codec.Emit(f, file, []*typemodel.Type{typ}, codec.Options{})
			var src []byte
			if err == nil {
				src, err = codec.Source(file, pkg.Names)
			}
			if err != nil {
				outcomes[name] = append(outcomes[name], outcome{f.ID, strings.TrimPrefix(err.Error(), f.ID+": ")})
				continue
			}
			outcomes[name] = append(outcomes[name], outcome{f.ID, ""})
			any = true
			filetest.Write(t, filepath.Join(dir, strings.ToLower(field.Name)+"_"+f.ID+".go"), string(src))
			names = append(names, declared(t, src)...)
			nastyCase(cases, f, typ, name+" "+f.ID)
		}
		cases.P("}")
		if !any {
			continue
		}
		src, err := cases.Source()
		if err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, filepath.Join(dir, "nasty_"+f.ID+".go"), string(src))
		main.P("failed += ", goprint.Ident{Path: "nasty/harness", Name: "Run"}, "(", goprint.Ident{Path: pkg.Path, Name: list}, ")")
	}
}

func nastyCase(f *goprint.File, format *positional.Format, t *typemodel.Type, name string) {
	typ := f.Type(t)
	call := func(verb string) string { return codec.FuncName(verb, t, format.ID) }
	f.P("{")
	f.Pf("Name: %q,", name)
	f.Pf("New: func() interface{} { var nastyV %s; return &nastyV },", typ)
	const bytesType = "[]byte"
	f.Pf("Append: func(nastyB %s, nastyV interface{}) (%s, error) { return %s(nastyB, nastyV.(*%s)) },", bytesType, bytesType, call("Append"), typ)
	f.Pf("Marshal: func(nastyV interface{}) (%s, error) { return %s(nastyV.(*%s)) },", bytesType, call("Marshal"), typ)
	f.Pf("Size: func(nastyV interface{}) int { return %s(nastyV.(*%s)) },", call("Size"), typ)
	f.Pf("Unmarshal: func(nastyB %s, nastyV interface{}) error { return %s(nastyB, nastyV.(*%s)) },", bytesType, call("Unmarshal"), typ)
	f.Pf("Decode: func(nastyB %s, nastyV interface{}) (int, error) { return %s(nastyB, nastyV.(*%s)) },", bytesType, call("Decode"), typ)
	facts := map[string]bool{
		"Coarse": format.Time != positional.TimeWord, "Lossy": format.Time != positional.TimeWord, "Merges": format.Nil == positional.NilMerged || format.Nil == positional.NilEmpty,
		"NoNil": format.Pointers == positional.PointerValue, "Narrow": format.Numbers[typemodel.Int].Bytes == 4,
	}
	for _, fact := range slices.Sorted(maps.Keys(facts)) {
		f.Pf("%s: %v,", fact, facts[fact])
	}
	holds(f, t, format)
	f.P("},")
}

// declared returns the names that source declares.
func declared(t *testing.T, source []byte) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

// holds prints what the interfaces in t may hold.
func holds(f *goprint.File, t *typemodel.Type, format *positional.Format) {
	list := map[string][]*typemodel.Type{}
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Interface && !t.Name.IsZero() {
			list[t.Name.Name] = format.Impls(t)
		}
		for i := range t.Fields {
			at := t.Fields[i].Type
			for at.Elem != nil {
				if at.Key != nil && at.Key.Kind == typemodel.Interface {
					at = at.Key
					break
				}
				at = at.Elem
			}
			if at.Kind == typemodel.Interface && at.Name.IsZero() {
				list[t.Name.Name+"."+t.Fields[i].Name] = format.Impls(at)
			}
		}
		return true
	})
	if len(list) == 0 {
		return
	}
	f.P("Holds: map[string][]", goprint.Ident{Path: "reflect", Name: "Type"}, "{")
	for _, place := range slices.Sorted(maps.Keys(list)) {
		f.Pf("%q: {", place)
		for _, impl := range list[place] {
			f.P(goprint.Ident{Path: "reflect", Name: "TypeFor"}, "[", impl, "](),")
		}
		f.P("},")
	}
	f.P("},")
}
