package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/typemodel"
)

// Source is what code is generated from.
type Source struct {
	Types   []*typemodel.Type
	Names   []string // of the types, as the request has them, or by the package of schemas
	Package target   // that the code is for
	Out     string   // the absolute name of the file of the code
	Support string   // the folder of the packages of routines, absolute; empty where no format has such

	supportPath string            // the import path of that folder
	packages    load.Packages     // by which the types were loaded
	declared    *declared         // where schemas were named
	replaced    map[string][]byte // files of the package, without the methods that the code brings
	broken      []string          // files of the package that assay has written and that are no Go any more
}

// target is a package that code is for.
type target load.Package

// Load loads the types, and says which package the code is for: that of the output
// file.
func (q Request) Load(ctx context.Context) (*Source, error) { return q.load(ctx, nil) }

// load is Load with other contents of some files of the package.
func (q Request) load(ctx context.Context, replaced map[string][]byte) (*Source, error) {
	s := &Source{Names: q.Types, replaced: replaced}
	var err error
	if q.Support != "" {
		if s.Support, err = q.path(q.Support); err != nil {
			return nil, err
		}
		if s.supportPath, _, err = importPathOf(ctx, s.Support); err != nil {
			return nil, err
		}
		q.SupportPath = s.supportPath
	}
	if err := q.validate(); err != nil {
		return nil, err
	}
	if err := q.declare(ctx, s); err != nil {
		return nil, err
	}
	if s.Out == "" {
		if s.Out, err = q.out(ctx); err != nil {
			return nil, err
		}
	}
	if s.packages = load.Remember(q.Packages); q.Packages == nil {
		together := load.NewTogether(s.Names...)
		for _, f := range q.Formats {
			together.Imports = append(together.Imports, f.Facts().Imports...)
		}
		slices.Sort(together.Imports)
		together.Imports = slices.Compact(together.Imports)
		s.packages = together.Packages
	}
	// What an earlier run wrote is no part of the package: its methods would pass for the
	// user's.
	cfg := load.Config{Dir: q.Dir, Incomplete: true, Impls: q.Impl, As: q.As, Packages: s.packages}
	cfg.Overlay = merged(q.overlay(s.Out), replaced)
	if s.declared != nil {
		cfg.Overlay[s.declared.file.Name] = s.declared.file.Source
	}
	var failed []error
	var unmet []string // of all types so far
	for i, name := range s.Names {
		if slices.Contains(s.Names[:i], name) {
			return nil, fmt.Errorf("the type %s is named twice", name)
		}
		r, err := load.Load(ctx, cfg, name)
		if err != nil && i == 0 && ctx.Err() == nil {
			if dir, found := q.folder(ctx, name); found {
				if mended := broken(dir); len(mended) > 0 {
					cfg.Overlay, s.broken = merged(mended, cfg.Overlay), slices.Sorted(maps.Keys(mended))
					r, err = load.Load(ctx, cfg, name)
				}
			}
		}
		if err != nil && (i == 0 || ctx.Err() != nil) {
			return nil, err
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if i == 0 {
			s.Package = target(r.Package)
			was := s.Out
			if err := q.chooseOut(ctx, s, r.Type); err != nil {
				return nil, err
			}
			if err := q.shared(s); err != nil {
				return nil, err
			}
			if written := q.overlay(s.Out); s.Out != was && written != nil { // by another name, as where the type is an alias
				cfg.Overlay = merged(cfg.Overlay, written)
				if r, err = load.Load(ctx, cfg, name); err != nil {
					return nil, err
				}
			}
		}
		if i == 0 {
			unmet = r.Unused
		}
		unmet = slices.DeleteFunc(unmet, func(flag string) bool { return !slices.Contains(r.Unused, flag) })
		own := r.Package.Path == s.Package.Path
		for _, refused := range r.Refusals {
			if refused.Path == "" && !own { // what is inside is for the format to judge
				failed = append(failed, fmt.Errorf("%s: %s", name, refused))
			}
		}
		if q.Methods && !own {
			failed = append(failed, fmt.Errorf("%s: methods belong to the type's own package, %s: leave --methods out, or write there", name, r.Package.Path))
		}
		if q.Methods && len(r.Type.Name.Args) > 0 {
			failed = append(failed, fmt.Errorf("%s: an instance of a generic type has no methods of its own: leave --methods out, or declare a type of it, such as type %s %s", name, codec.TypeName(r.Type), r.Type.Name.Name+"[…]"))
		}
		if q.Methods && r.Type.By.Methods != 0 {
			failed = append(failed, fmt.Errorf("%s: its own methods carry it by --as, and --methods would replace them: leave one of them out", name))
		}
		s.Types = append(s.Types, r.Type)
	}
	for _, flag := range unmet {
		failed = append(failed, fmt.Errorf("%s: none of the types holds that one: leave the flag out, or name a type that does", flag))
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	if q.Unexported {
		for i := range s.Types {
			s.Types[i] = typemodel.Reveal(s.Types[i], s.Package.Path)
		}
	}
	if s.Types[0], err = typemodel.Omit(s.Types[0], q.Omit...); err != nil {
		return nil, fmt.Errorf("--omit: %w", err)
	}
	except := append(q.output(s.Out), s.broken...)
	if s.declared != nil {
		except = append(except, s.declared.file.Name)
	}
	if s.Package.Names, err = declaredNames(s.Package.Dir, false, except...); err == nil && s.declared != nil {
		s.Package.Names = slices.Sorted(slices.Values(append(s.Package.Names, s.declared.names...)))
	}
	return s, err
}

// folder returns the folder of the package of a type.
func (q Request) folder(ctx context.Context, ref string) (dir string, found bool) {
	expr, err := typemodel.ParseExpr(ref)
	if err != nil {
		return "", false
	}
	switch path := cmp.Or(expr.Name.PkgPath, "."); {
	case filepath.IsAbs(path):
		dir = path
	case path == "." || strings.HasPrefix(path, "./") || strings.HasPrefix(path, "../"):
		dir, err = q.path(filepath.FromSlash(path))
	default:
		dir, _, err = goList(ctx, q.Dir, "-e", "-find", "-f={{.Dir}}", path)
	}
	return dir, err == nil && dir != ""
}

// merged returns one overlay of several, the later of which go before.
func merged(list ...map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for _, m := range list {
		maps.Copy(all, m)
	}
	return all
}

// declaredNames returns what the Go files in dir declare, whatever their build
// constraints, or the tests of the same package, sorted. Those named in except do not
// count.
func declaredNames(dir string, tests bool, except ...string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, name := range files {
		if slices.Contains(except, name) || strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			if text, _ := os.ReadFile(name); atomic.Generated(text) {
				continue // as [broken] passes over it, of which all else may have been whole
			}
			return nil, err
		}
		if tests && strings.HasSuffix(f.Name.Name, "_test") {
			continue
		}
		for name := range f.Scope.Objects {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// out returns the absolute name of the output file, as far as the name of the first type
// tells it: nothing where its package is not found.
func (q Request) out(ctx context.Context) (string, error) {
	if q.Out != "" {
		return q.path(q.Out)
	}
	expr, err := typemodel.ParseExpr(q.Types[0])
	if err != nil {
		return "", nil // which is the loader's to say
	}
	if dir, found := q.folder(ctx, q.Types[0]); found && !expr.Name.IsZero() {
		return q.beside(dir, expr)
	}
	return "", nil
}

// beside returns the name of the output file for a type of the package in dir.
func (q Request) beside(dir string, t *typemodel.Type) (string, error) {
	name := stem(codec.TypeName(t))
	if name == "" {
		return "", fmt.Errorf("the name of the type gives no file one: name a file by --out")
	}
	return filepath.Join(dir, name+"_"+strings.Join(q.formatNames(), "_")+".go"), nil
}

// chooseOut settles the output file, and the package that it is in.
func (q Request) chooseOut(ctx context.Context, s *Source, t *typemodel.Type) (err error) {
	pkg := &s.Package
	if s.declared != nil {
		return nil
	}
	if q.Out == "" {
		if s.Out, err = q.beside(pkg.Dir, t); err != nil {
			return err
		}
		if pkg.Module == nil || !pkg.Module.Main {
			return fmt.Errorf("the package %s is not of this module: say with --out where the code belongs", pkg.Path)
		}
		return nil
	}
	dir, of := filepath.Dir(s.Out), pkg.Path
	if dir == pkg.Dir {
		return unbuilt(dir, s.Out, t)
	}
	pkg.Dir = dir
	if pkg.Path, pkg.Name, err = packageOf(ctx, dir); err != nil {
		return err
	}
	if root, found := moduleRoot(dir); found {
		if err := unbuilt(root, s.Out, t); err != nil {
			return err
		}
	}
	if !typemodel.Importable(of, pkg.Path) {
		return fmt.Errorf("--out=%s: package %s is internal to another module or folder, and %s may not import it: write the code beside it", option.Relative(s.Out), of, pkg.Path)
	}
	return nil
}

// shared settles where the routines of the code are: in a package of its module, unless the
// user names a folder.
func (q Request) shared(s *Source) error {
	if s.Support != "" || !slices.ContainsFunc(q.Formats, func(f codec.Format) bool { return takes(f, "support") }) {
		return nil
	}
	dir := filepath.Dir(s.Out)
	root, _ := moduleRoot(dir)
	module := modfile.ModulePath(goMod(dir))
	if module == "" {
		return fmt.Errorf("%s is in no module: make one by go mod init, since the code shares a package of its module with that of other types", option.Relative(dir))
	}
	s.Support, s.supportPath = filepath.Join(root, "internal", "assaywire"), path.Join(module, "internal", "assaywire")
	return nil
}

// packageOf returns the import path and the name of the package in dir, which need not
// be there.
func packageOf(ctx context.Context, dir string) (importPath, name string, err error) {
	importPath, name, err = importPathOf(ctx, dir)
	if err == nil && name == "" {
		name, err = packageIdent(dir)
	}
	return importPath, name, err
}

// importPathOf returns the import path of dir, and the name of the package that is there,
// if any is.
func importPathOf(ctx context.Context, dir string) (importPath, name string, err error) {
	there := existing(dir)
	importPath = "."
	if there == dir {
		if importPath, name, err = goList(ctx, dir, "-e", "-f", "{{.ImportPath}}\n{{.Name}}", "."); err != nil {
			return "", "", err
		}
	}
	if importPath == "." { // no Go files so far
		module, root, err := goList(ctx, there, "-m", "-f", "{{.Path}}\n{{.Dir}}")
		if err != nil {
			return "", "", err
		}
		if root == "" {
			return "", "", fmt.Errorf("%s is in no module: name a folder of one", option.Relative(dir))
		}
		below, err := filepath.Rel(root, dir)
		if err != nil {
			return "", "", err
		}
		importPath = path.Join(module, filepath.ToSlash(below))
	}
	return importPath, name, nil
}

// existing returns dir, or the folder that it will be made in.
func existing(dir string) string {
	for _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); _, err = os.Stat(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

// goList returns the two lines that go list prints in dir.
func goList(ctx context.Context, dir string, args ...string) (first, second string, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("%s is no directory of a Go module: name one of yours, or make it one by go mod init", dir)
	}
	first, second, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return first, second, nil
}

// packageIdent makes a package name of a directory's, as go mod init and editors do: what
// no name may have is left out, and digits and underscores do not begin it.
func packageIdent(dir string) (string, error) {
	name := strings.Map(func(r rune) rune {
		if r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, filepath.Base(dir))
	name = strings.TrimLeftFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if !token.IsIdentifier(name) {
		return "", fmt.Errorf("the folder %s is new, and no package can be called like it: name a folder that begins with a letter and is no word of Go, or put a Go file with a package clause into it", option.Relative(dir))
	}
	return name, nil
}

// overlay empties the files of an output, as far as they exist and may be replaced.
func (q Request) overlay(out string) map[string][]byte {
	var m map[string][]byte
	for _, name := range q.output(out) {
		have, err := os.ReadFile(name)
		if err != nil || !q.Force && !atomic.Generated(have) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, have, parser.PackageClauseOnly)
		if err != nil {
			continue
		}
		if m == nil {
			m = map[string][]byte{}
		}
		m[name] = []byte("package " + f.Name.Name + "\n")
	}
	return m
}
