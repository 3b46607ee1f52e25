package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
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

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/json"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/codec/positional/formats"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/extprot/bridge"
	"github.com/assay-go/assay/internal/rows/spelling"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/typemodel/load"
)

type genCommand struct {
	Types []string `arg:"" help:"Types, each with its package. Example: ./orders.Order"`

	Format        []string  `required:"" placeholder:"LIST" help:"Wire formats: ${formats}. Example: --format=flat,skycoin"`
	Out           string    `placeholder:"FILE" type:"path" help:"The file to write; by default one beside the first type, named after it. Example: --out=orders/codec.go"`
	Check         bool      `help:"Write nothing; exit 1 if the file is not what would be written. Example: --check"`
	Methods       bool      `xor:"api" help:"Methods of the types, by the names of the interfaces of package encoding. Example: --methods"`
	Funcs         bool      `xor:"api" help:"Functions, as is the default. Example: --funcs"`
	Unsafe        bool      `help:"Alias the input and copy memory in bulk where machine and format permit; a second file is for other machines. Example: --unsafe"`
	Arena         bool      `help:"A decoder beside the functions whose memory comes from chunks of its own, for many messages. Example: --arena"`
	SortedMaps    bool      `help:"Write map entries in the order of their keys, so that equal values have equal encodings. Example: --sorted-maps"`
	Schema        string    `placeholder:"FILE" type:"path" help:"Write the schema of the first type too (extprot only). Example: --schema=orders.proto"`
	Streams       bool      `help:"Readers and writers of streams of messages, each after its length; for json, JSON Lines, and arrays element by element. Example: --streams"`
	NoFingerprint bool      `help:"Save the five bytes of the fingerprint that encodings in the format flat begin with, by which those of another type are an error. Example: --no-fingerprint"`
	Omit          []string  `placeholder:"PATHS" help:"Leave fields out, by their paths in the first type, as if they had the tag assay:\"-\". Example: --omit=Cache,Items[].Hash"`
	Impl          []string  `sep:"none" placeholder:"TYPE=NAME,NAME" help:"The types that an interface may hold, in place of a directive. Example: --impl='./geo.Shape=./geo.Circle,*./geo.Square'"`
	As            []string  `sep:"none" placeholder:"TYPE=FUNC,FUNC" help:"Two funcs by which a type travels as another, in place of a directive. Example: --as='example.com/money.Amount=./orders.ToText,./orders.FromText'"`
	Unexported    bool      `help:"Carry the unexported fields of the types of the package that the code stands in. Example: --unexported"`
	Exact         bool      `help:"Refuse what a format gives back as something else by its nature, such as nil for an empty slice, and what its rules leave out. Example: --exact"`
	NoVerify      bool      `help:"Write the files without type-checking them among their neighbours first. Example: --no-verify"`
	Test          bool      `help:"A test beside the code: round trips of made-up values, a fuzz target; for the formats of others bytes to be committed, for json a comparison with encoding/json. Example: --test"`
	Data          string    `placeholder:"FILE" type:"existingfile" help:"Values of the first type for --test, as JSON, one on each line. Example: --data=orders.jsonl"`
	JSON          jsonFlags `embed:"" group:"Format json:"`
	Tuple         bool      `help:"Write structs as lists of their members (msgpack only), in the order of their fields. Example: --tuple"`
	Deterministic bool      `help:"Write the core deterministic encoding (cbor only): sorted keys, short floats. Example: --deterministic"`
	MaxDepth      int       `default:"1000" placeholder:"N" help:"How deep values of recursive types may nest. Example: --max-depth=100"`
	MaxAlloc      int       `default:"65536" placeholder:"BYTES" help:"How much memory an Unmarshal may take beyond 64 bytes for each of its input, for values whose encoding is far shorter than they are. Example: --max-alloc=1048576"`

	named bool // the output file, by --out
}

// jsonFlags are choices for the format json.
type jsonFlags struct {
	Runtime      bool `help:"Import the routines that the code shares from this module, instead of copying them into the package. Example: --runtime"`
	NoFallback   bool `help:"Do without encoding/json: what is refused is an error of the code's own, with offset and path. Example: --no-fallback"`
	NoEscapeHTML bool `name:"no-escape-html" help:"Write <, > and & as they are, as after SetEscapeHTML(false). Example: --no-escape-html"`
	Strict       bool `help:"Refuse names that occur twice, are unknown or differ in case, and invalid UTF-8. Example: --strict"`
	V2           bool `name:"v2" help:"Write and read as encoding/json/v2 does by default, without depending on it. Example: --v2"`
	Indent       bool `help:"A function that writes as json.MarshalIndent does. Example: --indent"`
	InPlace      bool `help:"Overwrite used values without looking first whether the input is valid. Example: --in-place"`
}

func (c jsonFlags) set(f *json.Format) {
	f.Imported, f.NoFallback, f.RawHTML, f.Strict, f.InPlace = c.Runtime, c.NoFallback, c.NoEscapeHTML, c.Strict, c.InPlace
	f.Indent, f.V2 = c.Indent, c.V2
}

// wireFormats are the wire formats that assay gen knows.
func wireFormats() []codec.Format {
	var list []codec.Format
	for _, f := range formats.All {
		list = append(list, f)
	}
	return append(list, &json.Format{}, &msgpack.Format{}, &cbor.Format{}, bridge.Format{})
}

func formatNames() []string {
	var names []string
	for _, f := range wireFormats() {
		names = append(names, f.Name())
	}
	return names
}

func (c *genCommand) Run(ctx context.Context, s *session) error {
	var chosen []codec.Format
	for i, name := range c.Format {
		if slices.Contains(c.Format[:i], name) {
			return fmt.Errorf("the format %s is named twice", name)
		}
		f := lookupFormat(name)
		if f == nil {
			return fmt.Errorf("there is no format %q%s (the formats are %s)", name, spelling.Hint(name, formatNames()), strings.Join(formatNames(), ", "))
		}
		switch f := f.(type) {
		case *json.Format:
			c.JSON.set(f)
		case *msgpack.Format:
			f.Tuple = c.Tuple
		case *cbor.Format:
			f.Deterministic = c.Deterministic
		}
		chosen = append(chosen, f)
	}
	if c.JSON != (jsonFlags{}) && !slices.Contains(c.Format, "json") {
		return errors.New("--runtime, --no-fallback, --no-escape-html, --strict, --v2, --indent and --in-place are for the format json")
	}
	if c.Deterministic && !slices.Contains(c.Format, "cbor") {
		return errors.New("--deterministic is for the format cbor")
	}
	if c.Tuple && !slices.Contains(c.Format, "msgpack") {
		return errors.New("--tuple is for the format msgpack")
	}
	if c.JSON.Strict && !c.JSON.NoFallback && !c.JSON.V2 {
		return errors.New("--strict goes with --no-fallback, since encoding/json would take what it refuses")
	}
	if c.JSON.V2 && c.Test {
		return errors.New("--test compares with encoding/json, which is no judge of --v2: leave one of them out")
	}
	if c.JSON.V2 && c.JSON.Strict {
		return errors.New("--v2 is as strict as encoding/json/v2 is: leave --strict out")
	}
	if c.JSON.Indent && (c.JSON.NoFallback || c.JSON.V2) {
		return errors.New("--indent needs encoding/json: leave --no-fallback and --v2 out")
	}
	for _, f := range chosen {
		if _, ok := f.(codec.Tester); c.Test && !ok {
			return fmt.Errorf("there are no tests to generate for the format %s: leave --test out", f.Name())
		}
	}
	if c.Data != "" && !c.Test {
		return errors.New("--data is for the tests that --test generates")
	}
	if c.Methods && len(chosen) > 1 {
		return errors.New("--methods has names for one format only: leave it out, or name one format")
	}
	if err := c.lacking(chosen); err != nil {
		return err
	}
	if c.Out != "" && filepath.Ext(c.Out) != ".go" {
		return fmt.Errorf("--out=%s: the code is written to a Go file, whose name ends in .go", relative(c.Out))
	}
	if c.MaxDepth < 1 {
		return fmt.Errorf("--max-depth must be at least 1, not %d", c.MaxDepth)
	}
	if c.MaxAlloc < 1 {
		return fmt.Errorf("--max-alloc must be at least 1, not %d", c.MaxAlloc)
	}
	types, pkg, err := c.load(ctx)
	if err != nil {
		return err
	}
	for i, t := range types {
		if c.Methods && t.By.Methods != 0 {
			return fmt.Errorf("%s: its own methods carry it by --as, and --methods would replace them: leave one of them out", c.Types[i])
		}
	}
	files, err := c.generate(chosen, types, pkg)
	if err != nil {
		return err
	}
	if c.Schema != "" {
		if !slices.Contains(c.Format, "extprot") {
			return errors.New("--schema is for the format extprot, the only one here with a schema language")
		}
		source, err := bridge.Schema(types[0])
		if err != nil {
			return err
		}
		files = append(files, generatedFile{c.Schema, source})
	}
	if c.Check {
		return c.compare(s, files)
	}
	if !c.NoVerify {
		if err := c.verify(ctx, files); err != nil {
			return err
		}
	}
	for _, f := range files {
		if f.source == nil {
			if f.stale() {
				if err := os.Remove(f.name); err != nil {
					return err
				}
				fmt.Fprintf(s.stderr, "removed %s, which nothing uses\n", relative(f.name))
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(f.name, f.source, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(s.stderr, "wrote %s\n", relative(f.name))
	}
	for _, format := range chosen {
		for _, left := range c.leftOut(format, types) {
			fmt.Fprintln(s.stderr, "warning:", left)
		}
	}
	for _, line := range said(chosen, types) {
		fmt.Fprintln(s.stderr, line)
	}
	if c.Methods && slices.Contains(c.Format, "json") {
		fmt.Fprintln(s.stderr, "encoding/json checks and copies what methods return: call the functions where speed matters (a document of 560 kB is written with 1,190 MB/s instead of 94, and read with 397 instead of 82; in Go 1.27 262 and 166)")
	}
	return nil
}

func lookupFormat(name string) codec.Format {
	for _, f := range wireFormats() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// load loads the types, and says which package the code is for: that of the
// output file.
func (c *genCommand) load(ctx context.Context) (types []*typemodel.Type, pkg load.Package, err error) {
	cfg := load.Config{Incomplete: true, Impls: c.Impl, As: c.As}
	var failed []error
	for i, name := range c.Types {
		if slices.Contains(c.Types[:i], name) {
			return nil, pkg, fmt.Errorf("the type %s is named twice", name)
		}
		r, err := load.Load(ctx, cfg, name)
		if err != nil && (i == 0 || ctx.Err() != nil) {
			return nil, pkg, err
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if i == 0 {
			pkg = r.Package
			if err := c.chooseOut(ctx, &pkg, r.Type); err != nil {
				return nil, pkg, err
			}
			// What an earlier run wrote is no part of the package: its methods
			// would pass for the user's.
			if cfg.Overlay = c.overlay(); cfg.Overlay != nil {
				if r, err = load.Load(ctx, cfg, name); err != nil {
					return nil, pkg, err
				}
			}
		}
		own := r.Package.Path == pkg.Path
		for _, refused := range r.Refusals {
			if refused.Path == "" && !own { // what is inside is for the format to judge
				failed = append(failed, fmt.Errorf("%s: %s", name, refused))
			}
		}
		if c.Methods && !own {
			failed = append(failed, fmt.Errorf("%s: methods belong to the type's own package, %s: leave --methods out, or write there", name, r.Package.Path))
		}
		types = append(types, r.Type)
	}
	if err := errors.Join(failed...); err != nil {
		return nil, pkg, err
	}
	if c.Unexported {
		for i := range types {
			types[i] = typemodel.Reveal(types[i], pkg.Path)
		}
	}
	if types[0], err = typemodel.Omit(types[0], c.Omit...); err != nil {
		return nil, pkg, fmt.Errorf("--omit: %w", err)
	}
	names, err := declaredNames(pkg.Dir, c.output()...)
	pkg.Names = names
	return types, pkg, err
}

// declaredNames returns what the Go files in dir declare, whatever their build
// constraints, sorted. Those named in except, and tests, do not count.
func declaredNames(dir string, except ...string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, name := range files {
		if slices.Contains(except, name) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			return nil, err
		}
		for name := range f.Scope.Objects {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// chooseOut settles the name of the output file, and the package that it is in.
func (c *genCommand) chooseOut(ctx context.Context, pkg *load.Package, t *typemodel.Type) error {
	c.named = c.Out != ""
	if !c.named {
		name := strings.ToLower(codec.TypeName(t)) + "_" + strings.Join(c.Format, "_") + ".go"
		c.Out = filepath.Join(pkg.Dir, name)
		if pkg.Module == nil || !pkg.Module.Main {
			return fmt.Errorf("the package %s is not of this module: say with --out where the code belongs", pkg.Path)
		}
		return nil
	}
	dir := filepath.Dir(c.Out)
	if dir == pkg.Dir {
		return nil
	}
	pkg.Dir, pkg.Path, pkg.Name = dir, "", packageIdent(filepath.Base(dir))
	there := dir // or the folder that it will be made in
	for _, err := os.Stat(there); errors.Is(err, fs.ErrNotExist) && there != filepath.Dir(there); _, err = os.Stat(there) {
		there = filepath.Dir(there)
	}
	importPath, name := ".", ""
	if there == dir {
		var err error
		if importPath, name, err = goList(ctx, dir, "-e", "-f", "{{.ImportPath}}\n{{.Name}}", "."); err != nil {
			return err
		}
	}
	if importPath == "." { // no Go files so far
		module, root, err := goList(ctx, there, "-m", "-f", "{{.Path}}\n{{.Dir}}")
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, dir)
		if err != nil {
			return err
		}
		importPath = path.Join(module, filepath.ToSlash(below))
	}
	pkg.Path = importPath
	if name != "" {
		pkg.Name = name
	}
	return nil
}

// goList returns the two lines that go list prints in dir.
func goList(ctx context.Context, dir string, args ...string) (first, second string, err error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", "", fmt.Errorf("%s is no directory of a Go module", dir)
	}
	first, second, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	return first, second, nil
}

// packageIdent makes a package name of a directory's.
func packageIdent(dir string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, dir)
}

// output returns the names of the files that gen may write, but for tests and what has
// a folder of its own.
func (c *genCommand) output() []string {
	dir := filepath.Dir(c.Out)
	return []string{c.Out, portable(c.Out), version2(c.Out), filepath.Join(dir, json.RoutinesFile), filepath.Join(dir, json.StdFile)}
}

// overlay empties the output files, as far as they exist.
func (c *genCommand) overlay() map[string][]byte {
	var m map[string][]byte
	for _, name := range c.output() {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
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

// generatedFile is a file to be written, or, without a source, to be removed.
type generatedFile struct {
	name   string
	source []byte
}

// stale reports whether there is a file of assay's that is not what would be written.
func (f generatedFile) stale() bool {
	have, err := os.ReadFile(f.name)
	if f.source == nil {
		return err == nil && bytes.HasPrefix(have, []byte("// Code generated by assay gen"))
	}
	return err != nil || !bytes.Equal(have, f.source)
}

// portable returns the name of the file for machines that the unsafe one is not
// for.
func portable(name string) string { return strings.TrimSuffix(name, ".go") + "_portable.go" }

// version2 returns the name of the file with the methods that encoding/json/v2
// calls.
func version2(name string) string { return strings.TrimSuffix(name, ".go") + "_v2.go" }

// generate returns the files for the types in the chosen formats.
func (c *genCommand) generate(chosen []codec.Format, types []*typemodel.Type, pkg load.Package) ([]generatedFile, error) {
	if err := c.check(chosen, types, pkg); err != nil {
		return nil, err
	}
	files, err := c.companions(chosen, types, pkg)
	if err != nil {
		return nil, err
	}
	source, err := c.source(chosen, types, pkg, c.Unsafe)
	if err != nil {
		return nil, c.allErrors(chosen, types, pkg, err)
	}
	tags := buildConstraint(types[0])
	if c.Methods && slices.Contains(c.Format, "json") {
		f := goprint.New(pkg.Path, pkg.Name)
		f.Header("Code generated by assay gen "+release()+"; DO NOT EDIT.", "", "    "+c.command())
		f.Declare(pkg.Names...)
		json.MethodsV2(f, types, c.Unsafe)
		source, err := f.Source()
		if err != nil {
			return nil, err
		}
		files = append(files, generatedFile{version2(c.Out), constrained(source, both(tags, json.V2Constraint))})
	}
	if c.Test {
		test, err := c.testSource(chosen, types, pkg)
		if err != nil {
			return nil, err
		}
		if tags != "" {
			test = constrained(test, tags)
		}
		files = append(files, generatedFile{testFile(c.Out), test})
	}
	if !c.Unsafe {
		if tags != "" {
			source = constrained(source, tags)
		}
		return c.support(chosen, pkg, append(files, generatedFile{c.Out, source}))
	}
	machines := strings.Join(positional.Machines, " || ")
	safe, err := c.source(chosen, types, pkg, false)
	if err != nil {
		return nil, err
	}
	return c.support(chosen, pkg, append(files,
		generatedFile{c.Out, constrained(source, both(tags, machines))},
		generatedFile{portable(c.Out), constrained(safe, both(tags, "!("+machines+")"))},
	))
}

// support returns the files with the routines before them that these and all others of
// the package use.
func (c *genCommand) support(chosen []codec.Format, pkg load.Package, files []generatedFile) ([]generatedFile, error) {
	var sources [][]byte
	written := c.output()
	for _, f := range files {
		if filepath.Dir(f.name) == filepath.Dir(c.Out) && filepath.Ext(f.name) == ".go" {
			written, sources = append(written, f.name), append(sources, f.source)
		}
	}
	there, err := filepath.Glob(filepath.Join(filepath.Dir(c.Out), "*.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range there {
		if slices.Contains(written, name) {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	for _, f := range chosen {
		supporter, ok := f.(codec.Supporter)
		if !ok {
			continue
		}
		support, err := supporter.Support(pkg.Name, sources...)
		if err != nil {
			return nil, err
		}
		var list []generatedFile
		for _, name := range slices.Sorted(maps.Keys(support)) {
			list = append(list, generatedFile{filepath.Join(filepath.Dir(c.Out), filepath.FromSlash(name)), support[name]})
		}
		files = append(list, files...)
	}
	return files, nil
}

// companions returns the files that formats need beside their own.
func (c *genCommand) companions(chosen []codec.Format, types []*typemodel.Type, pkg load.Package) ([]generatedFile, error) {
	var list []generatedFile
	for _, f := range chosen {
		companion, ok := f.(codec.Companion)
		if !ok {
			continue
		}
		files, err := companion.Files(pkg.Name, types)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			list = append(list, generatedFile{filepath.Join(filepath.Dir(c.Out), filepath.FromSlash(name)), files[name]})
		}
	}
	return list, nil
}

// buildConstraint returns the build constraint of the file that declares t, or
// nothing: where there is no type, there can be no code for it.
func buildConstraint(t *typemodel.Type) string {
	f, err := os.Open(t.Pos.Filename)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if expr, ok := strings.CutPrefix(line, "//go:build "); ok {
			return expr
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return ""
}

// both returns the conjunction of two constraints, the first of which may be
// empty.
func both(a, b string) string {
	if a == "" {
		return b
	}
	return "(" + a + ") && (" + b + ")"
}

// constrained puts a build constraint before the package clause.
func constrained(source []byte, constraint string) []byte {
	return append([]byte("//go:build "+constraint+"\n\n"), source...)
}

// leftOut says what the format leaves out of the types by its own rules.
func (c *genCommand) leftOut(format codec.Format, types []*typemodel.Type) (lines []string) {
	leaver, ok := format.(codec.Leaver)
	if !ok {
		return nil
	}
	for i, t := range types {
		if left := leaver.LeavesOut(t); len(left) > 0 {
			lines = append(lines, fmt.Sprintf("%s: the format %s leaves out by its rules: %s.", c.Types[i], format.Name(), strings.Join(left, ", ")))
		}
	}
	return lines
}

func (c *genCommand) source(chosen []codec.Format, types []*typemodel.Type, pkg load.Package, unsafe bool) ([]byte, error) {
	f := goprint.New(pkg.Path, pkg.Name)
	f.Header("Code generated by assay gen " + release() + "; DO NOT EDIT.")
	f.Header("", "    "+c.command())
	for i, t := range types {
		if left := carry.Omitted(t); len(left) > 0 {
			f.Header("", c.Types[i]+". Left out: "+strings.Join(left, ", ")+".")
		}
	}
	f.Declare(pkg.Names...)
	for _, format := range chosen {
		for _, left := range c.leftOut(format, types) {
			f.Header("")
			f.Header(strings.Split(text.WrapSoft(left, 77), "\n")...)
		}
		f.Header("")
		f.Header(strings.Split(text.WrapSoft("Format "+format.Name()+". "+format.Doc(), 77), "\n")...)
	}
	for _, line := range said(chosen, types) {
		f.Header("")
		f.Header(strings.Split(text.WrapSoft(line+".", 77), "\n")...)
	}
	for _, format := range chosen {
		if err := format.Emit(f, types, c.options(unsafe)); err != nil {
			return nil, err
		}
	}
	source, err := f.Source()
	if err != nil {
		return nil, err
	}
	if c.Methods {
		if err := c.checkMethods(source, pkg.Dir); err != nil {
			return nil, err
		}
	}
	return source, codec.CheckNames(source, pkg.Names)
}

// checkMethods returns an error when source declares a method that a type has
// already, by a file in dir that is not one of the output.
func (c *genCommand) checkMethods(source []byte, dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	ours := methods(c.Out, source)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || slices.Contains([]string{c.Out, portable(c.Out), version2(c.Out)}, name) {
			continue
		}
		for method := range methods(name, nil) {
			if ours[method] {
				return fmt.Errorf("%s is declared in %s already: leave --methods out, or remove it there", method, relative(name))
			}
		}
	}
	return nil
}

// methods returns the methods that a Go file declares, as Type.Method. source may
// be nil, for a file that is there.
func methods(name string, source []byte) map[string]bool {
	var src any
	if source != nil {
		src = source
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && len(d.Recv.List) == 1 {
			at := d.Recv.List[0].Type
			if star, ok := at.(*ast.StarExpr); ok {
				at = star.X
			}
			if id, ok := at.(*ast.Ident); ok {
				set[id.Name+"."+d.Name.Name] = true
			}
		}
	}
	return set
}

func (c *genCommand) options(unsafe bool) codec.Options {
	return codec.Options{
		Methods: c.Methods, Unsafe: unsafe, Arena: c.Arena, SortedMaps: c.SortedMaps, Streams: c.Streams,
		NoFingerprint: c.NoFingerprint, MaxDepth: c.MaxDepth, MaxAlloc: c.MaxAlloc,
	}
}

// verify type-checks the Go files among their neighbours.
func (c *genCommand) verify(ctx context.Context, files []generatedFile) error {
	sources := map[string][]byte{}
	for _, f := range files {
		if filepath.Ext(f.name) == ".go" && f.source != nil {
			sources[f.name] = f.source
		}
	}
	if err := load.Verify(ctx, sources); err != nil {
		return fmt.Errorf("nothing is written, since the code would not compile:\n\t%w\nrename what is in its way, write into another package by --out, or take the files as they are by --no-verify", err)
	}
	return nil
}

// testFile returns the name of the file of tests.
func testFile(name string) string { return strings.TrimSuffix(name, ".go") + "_test.go" }

// testSource returns the file of tests.
func (c *genCommand) testSource(chosen []codec.Format, types []*typemodel.Type, pkg load.Package) ([]byte, error) {
	f := goprint.New(pkg.Path, pkg.Name)
	f.Header("Code generated by assay gen "+release()+"; DO NOT EDIT.", "", "    "+c.command())
	f.Declare(pkg.Names...)
	for _, t := range types {
		f.ReserveTypes(t)
	}
	first := codec.TypeName(types[0])
	made := codec.TestSupport{Prefix: codec.LowerFirst(first) + strings.Join(c.Format, "") + "Test"}
	if c.Data != "" {
		rel, err := filepath.Rel(filepath.Dir(c.Out), c.Data)
		if err != nil {
			return nil, err
		}
		made.Data = filepath.ToSlash(rel)
	}
	for _, format := range chosen {
		for i, t := range types {
			support := made
			if i > 0 {
				support.Data = ""
			}
			format.(codec.Tester).EmitTest(f, t, c.options(c.Unsafe), support)
		}
	}
	made.Print(f)
	return f.Source()
}

// command returns the command that makes the files.
func (c *genCommand) command() string {
	words := []string{"assay gen --format=" + strings.Join(c.Format, ",")}
	flag := func(set bool, text string) {
		if set {
			words = append(words, text)
		}
	}
	flag(c.Methods, "--methods")
	flag(c.Unsafe, "--unsafe")
	flag(c.Arena, "--arena")
	flag(c.SortedMaps, "--sorted-maps")
	flag(c.Streams, "--streams")
	flag(c.NoFingerprint, "--no-fingerprint")
	flag(c.Tuple, "--tuple")
	flag(c.Deterministic, "--deterministic")
	flag(c.JSON.Runtime, "--runtime")
	flag(c.JSON.NoFallback, "--no-fallback")
	flag(c.JSON.NoEscapeHTML, "--no-escape-html")
	flag(c.JSON.Strict, "--strict")
	flag(c.JSON.V2, "--v2")
	flag(c.JSON.Indent, "--indent")
	flag(c.JSON.InPlace, "--in-place")
	flag(len(c.Omit) > 0, "--omit="+strings.Join(c.Omit, ","))
	for _, told := range c.Impl {
		flag(true, "--impl="+quoted(told))
	}
	for _, told := range c.As {
		flag(true, "--as="+quoted(told))
	}
	flag(c.Unexported, "--unexported")
	flag(c.Exact, "--exact")
	flag(c.Test, "--test")
	flag(c.Data != "", "--data="+quoted(relative(c.Data)))
	flag(c.MaxDepth != codec.DefaultMaxDepth, fmt.Sprintf("--max-depth=%d", c.MaxDepth))
	flag(c.MaxAlloc != codec.DefaultMaxAlloc, fmt.Sprintf("--max-alloc=%d", c.MaxAlloc))
	flag(c.named, "--out="+relative(c.Out))
	return strings.Join(append(words, c.Types...), " ")
}

// quoted returns word as a shell reads it back.
func quoted(word string) string {
	if strings.ContainsAny(word, "*[]{}()<>|&;$ '\"\\?~#!") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// compare says which files are not what would be written.
func (c *genCommand) compare(s *session, files []generatedFile) error {
	stale := false
	for _, f := range files {
		if !f.stale() {
			continue
		}
		stale = true
		what := "is stale"
		if _, err := os.Stat(f.name); err != nil {
			what = "does not exist"
		}
		fmt.Fprintf(s.stdout, "%s %s: run assay gen without --check\n", relative(f.name), what)
	}
	if stale {
		return errFinding
	}
	return nil
}

// relative shortens a file name below the working directory.
func relative(name string) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}
