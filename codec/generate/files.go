package generate

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"go/build"
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

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// Files makes the files of the codec of types that are loaded. It does not look
// whether the code compiles among its neighbours.
func (c Config) Files(s *Source) (*Result, error) {
	numbered, err := c.numbered(s)
	if err != nil {
		return nil, err
	}
	refused := c.check(s)
	if len(refused) > 0 {
		if c, s = c.without(s, refused); len(s.Types) == 0 {
			return nil, refused
		}
	}
	r := &Result{Files: numbered, LeftOut: c.leftOut(s.Types), Notes: c.notes(s.Types), Refused: refused}
	for _, f := range named("", c.replaced) {
		f.edited = true
		r.Files = append(r.Files, f)
	}
	if c.declared != nil {
		r.Files, r.Notes = append(r.Files, c.declared.file), append(r.Notes, c.declared.notes...)
	}
	job := &job{Config: c, Source: s, Result: r}
	if err := job.companions(); err != nil {
		return nil, err
	}
	code, err := job.code(c.Formats, c.Types, s.Types, c.Unsafe)
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
	if c.Test {
		test, err := job.test()
		if err != nil {
			return nil, err
		}
		job.add(beside(s.Out, "_test"), constrained(test, constraint))
	}
	if !c.Unsafe {
		job.add(s.Out, constrained(code, constraint))
		return r, errors.Join(job.support(), job.raise())
	}
	machines := strings.Join(positional.Machines, " || ")
	safe, err := job.code(c.Formats, c.Types, s.Types, false)
	if err != nil {
		return nil, err
	}
	job.add(s.Out, constrained(code, both(constraint, machines)))
	job.add(beside(s.Out, portable), constrained(safe, both(constraint, "!("+machines+")")))
	return r, errors.Join(job.support(), job.raise())
}

// without returns what is left of the types where some are refused: none, if values of the
// first were given, which is among them.
func (c Config) without(s *Source, refused RefusedError) (Config, *Source) {
	left := *s
	left.Types = nil
	c.asked, c.Types = c.Types, nil
	for i, name := range c.asked {
		switch is := slices.ContainsFunc(refused, func(r Refused) bool { return r.Type == name }); {
		case !is:
			c.Types, left.Types = append(c.Types, name), append(left.Types, s.Types[i])
		case i == 0 && c.Data != "":
			return c, &left
		}
	}
	return c, &left
}

// numbered returns the files in which formats keep the numbers of fields.
func (c Config) numbered(s *Source) (list []File, err error) {
	m := s.Package.Module
	editable := func(name string) bool {
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
	for _, f := range c.Formats {
		n, ok := f.(codec.Numberer)
		if !ok {
			continue
		}
		files, err := n.Number(s.Out, editable, s.Types)
		if err != nil {
			return nil, err
		}
		for _, file := range named("", files) {
			file.edited = true
			list = append(list, file)
		}
	}
	return list, nil
}

// job is the making of files.
type job struct {
	Config
	*Source
	*Result
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
func (c Config) output(out string) []string {
	list := []string{out, beside(out, portable)}
	for _, f := range c.Formats {
		if f, ok := f.(codec.Extender); ok {
			for _, e := range f.Extensions(codec.Options{Methods: true}) { // by an earlier run, if not by this one
				list = append(list, beside(out, e.Suffix))
			}
		}
	}
	for _, f := range Formats() {
		if f, ok := f.(codec.Supporter); ok {
			for _, name := range f.SupportFiles() {
				list = append(list, filepath.Join(filepath.Dir(out), name))
			}
		}
	}
	return list
}

// extensions makes the files that formats need under constraints of their own.
func (j *job) extensions(constraint string) error {
	for _, f := range j.Formats {
		extender, ok := f.(codec.Extender)
		if !ok {
			continue
		}
		for _, e := range extender.Extensions(j.Options) {
			f := j.file()
			e.Emit(f, j.Source.Types)
			source, err := j.source(f)
			if err != nil {
				return err
			}
			j.add(beside(j.Source.Out, e.Suffix), constrained(source, both(constraint, e.Constraint)))
		}
	}
	return nil
}

// support makes the files with the routines that these and all others of the package
// use, and puts them first.
func (j *job) support() error {
	var sources [][]byte
	dir := filepath.Dir(j.Source.Out)
	written := append(j.output(j.Source.Out), j.broken...)
	for _, f := range j.Result.Files {
		if filepath.Dir(f.Name) == dir && filepath.Ext(f.Name) == ".go" {
			written, sources = append(written, f.Name), append(sources, f.Source)
		}
	}
	there, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, name := range there {
		if slices.Contains(written, name) {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		sources = append(sources, source)
	}
	for _, f := range j.Formats {
		supporter, ok := f.(codec.Supporter)
		if !ok {
			continue
		}
		files, err := supporter.Support(j.Package.Path, j.Package.Name, sources...)
		if err != nil {
			return err
		}
		j.Result.Files = append(named(dir, files), j.Result.Files...)
		if j.Source.Support == "" {
			continue
		}
		if files, err = supporter.Shared(j.SupportPath); err != nil {
			return err
		}
		j.Result.Files = append(named(j.Source.Support, files), j.Result.Files...)
	}
	return nil
}

// named returns files by their absolute names, sorted.
func named(dir string, files map[string][]byte) (list []File) {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		at := filepath.FromSlash(name)
		if !filepath.IsAbs(at) {
			at = filepath.Join(dir, at)
		}
		list = append(list, File{Name: at, Source: files[name]})
	}
	return list
}

// companions makes the files that formats need beside their own.
func (j *job) companions() error {
	for _, f := range j.Formats {
		companion, ok := f.(codec.Companion)
		if !ok {
			continue
		}
		files, err := companion.Files(j.Package.Name, j.Source.Types)
		if err != nil {
			return err
		}
		j.Result.Files = append(j.Result.Files, named(filepath.Dir(j.Source.Out), files)...)
	}
	return nil
}

// buildConstraint returns the build constraint of a file that declares a type, by its lines
// and its name, or nothing: where there is no type, there can be no code for it.
func buildConstraint(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	constraint := platform(name)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if expr, ok := strings.CutPrefix(line, "//go:build "); ok {
			return both(constraint, expr)
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return constraint
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
func release() string {
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

// code returns the code of some of the types, named so, in some of the formats.
func (j *job) code(chosen []codec.Format, names []string, types []*typemodel.Type, unsafe bool) ([]byte, error) {
	f := j.file()
	for i, t := range types {
		if left := carry.Omitted(t); len(left) > 0 {
			f.Header("", names[i]+". Left out: "+strings.Join(left, ", ")+".")
		}
	}
	for _, format := range chosen {
		for _, left := range leftOut(format, names, types) {
			f.HeaderText(left)
		}
		f.HeaderText("Format " + format.Name() + ". " + format.Doc())
	}
	for _, line := range said(chosen, types, func(all []string) []string { return all }) {
		f.HeaderText(line + ".")
	}
	o := j.Options
	o.Unsafe = unsafe
	for _, format := range chosen {
		if err := format.Emit(f, types, o); err != nil {
			return nil, err
		}
	}
	j.guard(f, chosen, types)
	source, err := j.source(f)
	if err != nil {
		return nil, err
	}
	return j.checkMethods(source)
}

// test returns the file of tests.
func (j *job) test() ([]byte, error) {
	f := j.file()
	others, err := declaredNames(j.Package.Dir, true, beside(j.Source.Out, "_test"))
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
	for _, format := range j.Formats {
		tester, ok := format.(codec.Tester)
		if !ok {
			return nil, fmt.Errorf("there are no tests to generate for the format %s: leave --test out", format.Name())
		}
		for i, t := range j.Source.Types {
			support := made
			if i > 0 {
				support.Data = ""
			}
			tester.EmitTest(f, t, j.Options, support)
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
// slashes between folders.
func Code(pkgPath, pkgName string, format codec.Format, o codec.Options, types ...*typemodel.Type) (map[string][]byte, error) {
	f := goprint.New(pkgPath, pkgName)
	if err := format.Emit(f, types, o); err != nil {
		return nil, err
	}
	source, err := f.Source()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"codec.go": source}
	if c, ok := format.(codec.Companion); ok {
		more, err := c.Files(pkgName, types)
		if err != nil {
			return nil, err
		}
		maps.Copy(files, more)
	}
	if s, ok := format.(codec.Supporter); ok {
		support, err := s.Support(pkgPath, pkgName, source)
		if err != nil {
			return nil, err
		}
		maps.Copy(files, support)
	}
	maps.DeleteFunc(files, func(_ string, source []byte) bool { return source == nil })
	return files, nil
}
