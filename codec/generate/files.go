package generate

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/version"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/typemodel"
)

// Files makes the files of the codec of types that are loaded. It does not look
// whether the code compiles among its neighbours.
func (q Request) Files(s *Source) (*Result, error) {
	refused := endless(s)
	if len(refused) > 0 {
		if s = q.without(s, refused); len(s.Types) == 0 {
			return nil, refused
		}
	}
	plans, err := q.plans(s)
	if err != nil {
		return nil, err
	}
	if more := q.refused(s, plans); len(more) > 0 {
		refused = append(refused, more...)
		if s = q.without(s, refused); len(s.Types) == 0 {
			return nil, refused
		}
		if plans, err = q.plans(s); err != nil {
			return nil, err
		}
	}
	r := &Result{LeftOut: q.leftOut(s, plans), Notes: q.notes(s, plans), Refused: refused}
	for _, name := range slices.Sorted(maps.Keys(s.replaced)) {
		r.Files = append(r.Files, File{Name: name, Source: s.replaced[name], edited: true})
	}
	if s.declared != nil {
		r.Files, r.Notes = append(r.Files, s.declared.file), append(r.Notes, s.declared.notes...)
	}
	job := &job{Request: q, Source: s, Result: r, plans: plans}
	for _, p := range plans {
		if p.Companions == nil {
			continue
		}
		files, err := p.Companions(s.Package.Name)
		if err != nil {
			return nil, err
		}
		r.Files = append(r.Files, named(filepath.Dir(s.Out), files)...)
	}
	code, err := job.code(false)
	if err != nil {
		return nil, job.allErrors(err)
	}
	constraint := ""
	for _, t := range s.Types {
		if one := buildConstraint(t.Pos.Filename); one != "" && one != constraint {
			constraint = both(constraint, one)
		}
	}
	if err := job.extensions(constraint); err != nil {
		return nil, err
	}
	if q.Test {
		test, err := job.test()
		if err != nil {
			return nil, err
		}
		job.add(beside(s.Out, "_test"), constrained(test, constraint))
	}
	if !q.Unsafe {
		job.add(s.Out, constrained(code, constraint))
	} else {
		machines := strings.Join(positional.Machines, " || ")
		safe, err := job.code(true)
		if err != nil {
			return nil, err
		}
		job.add(s.Out, constrained(code, both(constraint, machines)))
		job.add(beside(s.Out, portable), constrained(safe, both(constraint, "!("+machines+")")))
	}
	job.leftovers(q.output(s.Out))
	return r, errors.Join(job.routines(), job.raise())
}

// leftovers takes away what an earlier call with other options has left of some files: it
// would declare the same names, on other machines perhaps.
func (j *job) leftovers(names []string) {
	for _, name := range names {
		left := File{Name: name}
		if left.Stale() && !slices.ContainsFunc(j.Result.Files, func(f File) bool { return f.Name == name }) {
			j.Result.Files = append(j.Result.Files, left)
		}
	}
}

// plans returns what each of the formats makes of the types.
func (q Request) plans(s *Source) (list []*codec.Plan, err error) {
	o := q.Options
	o.SupportPath, o.Out, o.Editable = s.supportPath, s.Out, s.editable
	for _, f := range q.Formats {
		p, err := f.Plan(s.Package.Path, s.Types, o)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	if q.Support != "" && !slices.ContainsFunc(list, func(p *codec.Plan) bool { return p.Routines != nil }) {
		return nil, errors.New("--support is a folder for packages of routines, and by the other options the code calls none there: leave it out, or those")
	}
	return list, nil
}

// editable reports whether a Go file is the user's to change.
func (s *Source) editable(name string) bool {
	m := s.Package.Module
	if m == nil || !m.Main {
		return false
	}
	inside, err := filepath.Rel(m.Dir, name)
	if err != nil || !filepath.IsLocal(inside) || strings.HasPrefix(filepath.ToSlash(inside), "vendor/") {
		return false
	}
	text, err := os.ReadFile(name)
	return err == nil && !atomic.Generated(text)
}

// without returns what is left of the types where some are refused: none, if values of the
// first were given, which is among them.
func (q Request) without(s *Source, refused RefusedError) *Source {
	left := *s
	left.Types, left.Names = nil, nil
	for i, name := range s.Names {
		switch is := slices.ContainsFunc(refused, func(r Refused) bool { return r.Type == name }); {
		case !is:
			left.Names, left.Types = append(left.Names, name), append(left.Types, s.Types[i])
		case i == 0 && q.Data != "":
			return &left
		}
	}
	return &left
}

// job is the making of files.
type job struct {
	Request
	*Source
	*Result
	plans []*codec.Plan // one of each format
}

func (j *job) add(name string, source []byte) {
	j.Result.Files = append(j.Result.Files, File{Name: name, Source: source})
}

// beside returns the name of a file that goes with that of the code.
func beside(out, suffix string) string { return strings.TrimSuffix(out, ".go") + suffix + ".go" }

// portable is the suffix of the file for machines that the unsafe one is not for.
const portable = "_portable"

// output returns the names of the files beside out that may be written, but for tests
// and what has a folder of its own.
func (q Request) output(out string) []string {
	list := []string{out, beside(out, portable)}
	for _, f := range q.Formats { // by an earlier run, if not by this one
		for _, suffix := range f.Facts().Suffixes {
			list = append(list, beside(out, suffix))
		}
	}
	return list
}

// extensions makes the files that formats need under constraints of their own.
func (j *job) extensions(constraint string) error {
	for _, p := range j.plans {
		for _, e := range p.Extensions {
			f := j.file()
			e.Emit(f)
			source, err := j.source(f)
			if err != nil {
				return err
			}
			j.add(beside(j.Source.Out, e.Suffix), constrained(source, both(constraint, e.Constraint)))
		}
	}
	return nil
}

// routines puts the packages of routines that the code imports first, and takes away what an
// earlier version has left in their folders.
func (j *job) routines() error {
	for _, p := range j.plans {
		if p.Routines == nil {
			continue
		}
		files, err := p.Routines()
		if err != nil {
			return err
		}
		for i := range files {
			files[i].Source = marked(files[i].Source)
		}
		list := named(j.Source.Support, files)
		dirs := map[string]bool{}
		for _, f := range list {
			dirs[filepath.Dir(f.Name)] = true
			if have, err := os.ReadFile(f.Name); err == nil && !j.Force && f.Stale() {
				if err := older(f.Name, have, release()); err != nil {
					return err
				}
			}
		}
		for _, dir := range slices.Sorted(maps.Keys(dirs)) {
			there, _ := filepath.Glob(filepath.Join(dir, "*.*")) // the pattern is right
			for _, name := range there {
				left := File{Name: name}
				if left.Stale() && !slices.ContainsFunc(list, func(f File) bool { return f.Name == name }) {
					list = append(list, left)
				}
			}
		}
		j.Result.Files = append(list, j.Result.Files...)
	}
	return nil
}

// older returns an error where a file that is there was written by a later version of assay
// than this one: code that calls what is in it may not compile with what was there before.
func older(name string, have []byte, version string) error {
	_, line, _ := strings.Cut(string(have), atomic.Code)
	line, _, _ = strings.Cut(line, "\n")
	_, by, _ := strings.Cut(line, " ")
	by, _, _ = strings.Cut(by, ";")
	if !semver.IsValid(version) || semver.Compare(by, version) <= 0 {
		return nil
	}
	return fmt.Errorf("%s was written by assay %s, and this is %s, whose routines other code of the module may not compile with: use that version (go get -tool github.com/assay-go/assay/cmd/assay@%[2]s), or go back for all code by --force", option.Relative(name), by, version)
}

// marked puts the mark of what is generated before a file, behind its build constraint.
func marked(source []byte) []byte {
	line, rest, _ := bytes.Cut(source, []byte("\n\n"))
	if expr, ok := bytes.CutPrefix(line, []byte("//go:build ")); ok {
		return constrained(marked(rest), string(expr))
	}
	return append([]byte("// "+headLine()+"\n\n"), source...)
}

// named returns files of plans by their absolute names, sorted.
func named(dir string, files []codec.File) (list []File) {
	for _, f := range files {
		name := filepath.FromSlash(f.Name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		list = append(list, File{Name: name, Source: f.Source, edited: f.Edited})
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// buildConstraint returns the build constraint of a file that declares a type, by its lines, its
// name and cgo, or nothing: where there is no type, there can be no code for it.
func buildConstraint(name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return ""
	}
	expr := platform(name)
	if slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"C"` }) {
		expr = both(expr, "cgo")
	}
	for _, group := range f.Comments {
		for _, line := range group.List {
			if told, ok := strings.CutPrefix(line.Text, "//go:build "); ok && line.Pos() < f.Package {
				return both(expr, told)
			}
		}
	}
	return expr
}

// platform returns the constraint that the name of a file is, as of "order_linux_arm64.go".
func platform(name string) string {
	built := func(system, machine string) bool {
		at := build.Context{GOOS: system, GOARCH: machine, OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p\n")), nil
		}}
		match, err := at.MatchFile(filepath.Split(name))
		return err != nil || match
	}
	const none = "none"
	words := strings.Split(strings.TrimSuffix(filepath.Base(name), ".go"), "_")
	last, before := words[len(words)-1], words[max(0, len(words)-2)]
	switch {
	case built(none, none):
		return ""
	case built(last, none), built(none, last):
		return last
	case built(before, last):
		return before + " && " + last
	}
	return ""
}

// both returns the conjunction of two constraints, the first of which may be
// empty.
func both(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return "(" + a + ") && (" + b + ")"
}

// constrained puts a build constraint, unless it is empty, before the package clause.
func constrained(source []byte, constraint string) []byte {
	if constraint == "" {
		return source
	}
	return append([]byte("//go:build "+constraint+"\n\n"), source...)
}

// leastGo is the version of the language that the code is written in.
const leastGo = "go1.24"

// raise gives the files a constraint that raises the version of the language for them
// alone, where the go line of their module is of an older one.
func (j *job) raise() error {
	for i := range j.Result.Files {
		f := &j.Result.Files[i]
		if filepath.Ext(f.Name) != ".go" || f.Source == nil || f.edited {
			continue
		}
		text := goMod(filepath.Dir(f.Name))
		mod, err := modfile.ParseLax("go.mod", text, nil)
		if err != nil {
			return err
		}
		if text == nil || mod.Go != nil && version.Compare("go"+mod.Go.Version, leastGo) >= 0 {
			continue
		}
		line, rest, _ := bytes.Cut(f.Source, []byte("\n\n"))
		if expr, ok := bytes.CutPrefix(line, []byte("//go:build ")); ok {
			f.Source = constrained(rest, both(string(expr), leastGo))
		} else {
			f.Source = constrained(f.Source, leastGo)
		}
	}
	return nil
}

// file returns a file of the package, with the head that all have.
func (j *job) file() *goprint.File {
	f := goprint.New(j.Package.Path, j.Package.Name)
	f.Header(headLine(), "", "    "+j.command())
	f.Declare(j.Package.Names...)
	return f
}

// headLine is the first line of what is generated.
func headLine() string { return "Code generated by assay gen " + release() + "; DO NOT EDIT." }

// release returns the version of the module of this package, as the go command stamped
// it into the program.
var release = func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/assay-go/assay" {
			return m.Version
		}
	}
	return info.Main.Version
}

// code returns the code of the types in all formats.
func (j *job) code(portable bool) ([]byte, error) {
	f := j.file()
	names := make([]string, len(j.Source.Types)) // whatever the directory they were asked for in
	for i, t := range j.Source.Types {
		names[i] = t.String()
		if left := carry.Omitted(t); len(left) > 0 {
			f.Header("", names[i]+". Left out: "+strings.Join(left, ", ")+".")
		}
	}
	for k, format := range j.Formats {
		for _, left := range leftOut(format, j.Source, j.plans[k], names) {
			f.HeaderText(left)
		}
		f.HeaderText("Format " + format.Name() + ". " + format.Doc())
	}
	for _, line := range j.said(j.Source, j.plans, func(all []string) []string { return all }) {
		f.HeaderText(line + ".")
	}
	for _, p := range j.plans {
		for _, t := range p.Walked {
			f.Means(t)
		}
		if err := p.Emit(f, portable); err != nil {
			return nil, err
		}
	}
	j.guard(f)
	source, err := j.source(f)
	if err != nil {
		return nil, err
	}
	return j.checkMethods(source)
}

// test returns the file of tests.
func (j *job) test() ([]byte, error) {
	f := j.file()
	others, err := declaredNames(j.Package.Dir, true, append(j.Source.broken, beside(j.Source.Out, "_test"))...)
	if err != nil {
		return nil, err
	}
	f.Declare(others...)
	for _, t := range j.Source.Types {
		f.ReserveTypes(t)
	}
	first := codec.TypeName(j.Source.Types[0])
	made := codec.NewTestSupport(codec.LowerFirst(first) + strings.Join(j.formatNames(), "") + "Test")
	made.Requires = requires(filepath.Dir(j.Source.Out))
	if j.Data != "" {
		data, err := j.path(j.Data)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(filepath.Dir(j.Source.Out), data)
		if err != nil {
			return nil, err
		}
		made.Data = filepath.ToSlash(rel)
	}
	j.alias(f, made.Prefix)
	for k, p := range j.plans {
		if p.Test == nil {
			return nil, fmt.Errorf("there are no tests to generate for the format %s: leave --test out", j.Formats[k].Name())
		}
		for i, t := range j.Source.Types {
			support := made
			if i > 0 {
				support.Data = ""
			}
			p.Test(f, t, support)
		}
	}
	made.Print(f)
	return j.source(f, others...)
}

// requires returns a func that reports whether the module that dir is in requires another one.
func requires(dir string) func(modulePath string) bool {
	text := goMod(dir)
	file, err := modfile.ParseLax("go.mod", text, nil)
	return func(modulePath string) bool {
		return err == nil && slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod.Path == modulePath })
	}
}

// alias gives types of the package with small letters other names in a file of tests,
// whose variables might be called like them.
func (j *job) alias(f *goprint.File, prefix string) {
	done := map[string]bool{}
	add := func(t *typemodel.Type) {
		name := t.Name.Name
		if len(t.Name.Args) > 0 {
			name = t.Name.String()
		}
		if t.Name.PkgPath != f.PkgPath() || token.IsExported(t.Name.Name) || done[name] {
			return
		}
		done[name] = true
		to := f.Local(prefix + "Type_" + codec.TypeName(t))
		f.P()
		f.Pf("type %s = %s", to, t)
		f.Rename(f.PkgPath(), name, to)
	}
	for _, root := range j.Source.Types {
		add(root)
		typemodel.Walk(root, func(_ string, t *typemodel.Type) bool {
			for _, part := range slices.Concat(t.Name.Args, t.Impls) {
				add(part)
			}
			return true
		})
	}
}

// source returns the text of a file, unless a name that it needs is the package's own, or
// one of others.
func (j *job) source(f *goprint.File, others ...string) ([]byte, error) {
	return codec.Source(f, slices.Sorted(slices.Values(slices.Concat(j.Package.Names, others))))
}

// Code makes the code of types in a format, for a package in which nothing else
// declares anything: files without a head, by their names relative to its directory,
// slashes between folders. Packages of routines that it calls are those of this module.
func Code(pkgPath, pkgName string, format codec.Format, o codec.Options, types ...*typemodel.Type) (map[string][]byte, error) {
	p, err := format.Plan(pkgPath, types, o)
	if err != nil {
		return nil, err
	}
	f := goprint.New(pkgPath, pkgName)
	if err := p.Emit(f, false); err != nil {
		return nil, err
	}
	source, err := f.Source()
	if err != nil {
		return nil, err
	}
	list := []codec.File{{Name: "codec.go", Source: source}}
	if p.Companions != nil {
		more, err := p.Companions(pkgName)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	files := map[string][]byte{}
	for _, f := range list {
		if f.Source != nil {
			files[f.Name] = f.Source
		}
	}
	return files, nil
}
