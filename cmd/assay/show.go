package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/rows"
)

type showCommand struct {
	Row     string `arg:"" name:"variant" help:"A variant's whole name, as in a table or in assay list: mus+raw+reuse."`
	Subject string `arg:"" name:"type or workload" default:"data" help:"A workload, or a type: ./orders.Order."`

	Out  string   `placeholder:"DIR" type:"path" help:"Write the whole package to this folder, which must not be there yet. Example: --out=ordercodec"`
	Impl []string `sep:"none" placeholder:"TYPE=NAME,NAME" help:"The types that an interface may hold, as for assay run. Example: --impl='./geo.Shape=./geo.Circle,*./geo.Square'"`
	As   []string `sep:"none" placeholder:"TYPE=FUNC,FUNC" help:"Two funcs by which a type travels as another, as for assay run. Example: --as='example.com/money.Amount=./orders.ToText,./orders.FromText'"`
	Omit []string `placeholder:"PATHS" help:"Leave fields out, as for assay run. Example: --omit=Cache,Items[].Hash"`
}

// Run prints the adapter's main file, or writes all of them.
func (c *showCommand) Run(ctx context.Context, s *session) error {
	if err := wholeName("show", c.Row, rows.All(drivers.All)); err != nil {
		return err
	}
	shown, err := bench.Show(ctx, bench.Config{Drivers: drivers.All, CacheDir: s.cacheDir, CacheLimit: s.cacheLimit},
		bench.Source{Name: c.Subject, Impls: c.Impl, As: c.As, Omit: c.Omit}, c.Row)
	if err != nil {
		return interrupted(ctx, err)
	}
	if c.Out == "" {
		return printShown(s.stdout, shown)
	}
	if err := c.write(shown); err != nil {
		return err
	}
	_, err = io.WriteString(s.stderr, needs(shown, true))
	return err
}

// write makes a package of the adapter in the folder, which needs nothing but the
// serializer: the contract that it fills goes with it.
func (c *showCommand) write(shown *bench.Shown) error {
	to, err := importPath(c.Out)
	if err != nil {
		return err
	}
	if !token.IsIdentifier(path.Base(to)) {
		return fmt.Errorf("%s is no name for a package: name a folder whose name is one", path.Base(to))
	}
	contract, err := fs.Sub(assay.Sources(), "worker/adapter")
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(contract, ".")
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if files["adapter/"+e.Name()], err = fs.ReadFile(contract, e.Name()); err != nil {
			return err
		}
	}
	for name, content := range shown.Files {
		if path.Ext(name) != ".go" {
			files[name] = content
			continue
		}
		if files[name], err = placed(content, path.Dir(name) == ".", shown.PkgPath, to); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := os.Mkdir(c.Out, 0o777); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already: name a folder that is not", c.Out)
		}
		return err
	}
	var list []atomic.File
	for name, content := range files {
		list = append(list, atomic.File{Name: filepath.Join(c.Out, filepath.FromSlash(name)), Data: content})
	}
	return atomic.WriteAll(list)
}

// importPath returns by which path the package in a folder will be imported.
func importPath(dir string) (string, error) {
	for root := filepath.Dir(dir); ; root = filepath.Dir(root) {
		mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
		if err == nil {
			rel, err := filepath.Rel(root, dir)
			return path.Join(modfile.ModulePath(mod), filepath.ToSlash(rel)), err
		}
		if root == filepath.Dir(root) {
			return "", fmt.Errorf("%s is in no module: name a folder of yours", dir)
		}
	}
}

// placed returns a Go file with its imports of the adapter's own packages, and of the
// contract, as they are where the adapter is written to. The package itself is called
// as its folder.
func placed(src []byte, main bool, from, to string) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if main {
		file.Name.Name = path.Base(to)
	}
	for _, spec := range file.Imports {
		old, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if old == driver.AdapterPath {
			spec.Path.Value = strconv.Quote(to + "/adapter")
		} else if rest, ok := strings.CutPrefix(old, from+"/"); ok {
			spec.Path.Value = strconv.Quote(to + "/" + rest)
		}
	}
	var b bytes.Buffer
	err = format.Node(&b, fset, file)
	return b.Bytes(), err
}

// printShown prints the main file, and before it what it needs.
func printShown(w io.Writer, shown *bench.Shown) error {
	var b strings.Builder
	reuse, beside := strings.Contains(shown.Row, "+reuse"), maps.Clone(shown.Files)
	delete(beside, "adapter.go")
	code, asWritten := asFuncs(shown.Files["adapter.go"], reuse)
	if !asWritten {
		if code, asWritten = asReplicaFuncs(shown.Files, reuse); asWritten {
			clear(beside)
		}
	}
	about := fmt.Sprintf("%s, as assay run calls it. %s\n\n%s", shown.Row, shown.Driver.Doc, needs(shown, !asWritten))
	if !asWritten {
		code = shown.Files["adapter.go"]
	}
	if len(beside) > 0 {
		about += fmt.Sprintf("Beside it: %s; --out=DIR writes them.\n", strings.Join(slices.Sorted(maps.Keys(beside)), ", "))
		if shown.Driver.Facts.Own {
			about += layout.Generate(shown.Row) + " writes the codec into the package of the type"
			if strings.HasPrefix(shown.Row, "assay.protobuf+raw") {
				about += ", with varints where no tag says fixed"
			}
			about += ".\n"
		}
	}
	for line := range strings.Lines(strings.TrimRight(about, "\n") + "\n") {
		b.WriteString(strings.TrimRight("// "+line, " \n") + "\n")
	}
	b.WriteString("\n")
	b.Write(code)
	_, err := io.WriteString(w, b.String())
	return err
}

// needs says what the code needs beside itself, and, of a whole adapter, which of its funcs the
// variant calls.
func needs(shown *bench.Shown, whole bool) string {
	var b strings.Builder
	for _, m := range shown.Driver.Facts.Modules {
		fmt.Fprintf(&b, "go get %s@%s\n", m.Path, m.Version)
	}
	if len(shown.Driver.Facts.Modules) > 0 {
		b.WriteString("go mod tidy\n")
	}
	if whole && strings.Contains(shown.Row, "+reuse") {
		b.WriteString("The variant calls Append, or Fill after Size where that is there, and UnmarshalReuse where that is there.\n")
	}
	return b.String()
}
