package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

type initCommand struct {
	Schema bool `help:"Print the JSON schema of the file, for editors, instead of writing the file. Example: --schema"`
}

// Run writes assay.yaml to the module's folder, of what is found in the module.
func (c *initCommand) Run(ctx context.Context, s *session) error {
	if c.Schema {
		_, k, err := newCommandLine(nil)
		if err != nil {
			return err
		}
		text, err := schemaOf(k.Model)
		if err != nil {
			return err
		}
		_, err = s.stdout.Write(text)
		return err
	}
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	name := filepath.Join(root, fileName)
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("%s is there already: edit it, or move it away to have another written", name)
	}
	found, err := look(ctx, root)
	if err != nil {
		return err
	}
	if len(found.types) == 0 {
		return errors.New("no package of the module that can be imported has an exported struct type: there is nothing to measure yet; assay run data shows what a run says, on a built-in workload")
	}
	all := len(found.types)
	if err := found.choose(ctx, root); err != nil {
		return err
	}
	if err := writeNew(name, found.file()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "wrote %s: %d of %d types, %d lines of go:generate; next: assay run\n", fileName, len(found.types), all, len(found.generated))
	return err
}

// moduleRoot returns the folder of the module that the current folder is in.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if text, err := os.ReadFile(filepath.Join(dir, "go.work")); err == nil {
			return "", fmt.Errorf("this is no module, but a workspace: go to a module of it%s", usedBy(text))
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("there is no go.mod here or above: go to your module")
		}
		dir = filepath.Dir(dir)
	}
}

// usedBy returns the folders of the modules that a go.work names, behind a comma, or
// nothing where there are none.
func usedBy(text []byte) string {
	work, err := modfile.ParseWork("go.work", text, nil)
	if err != nil {
		return "" // the go command says so
	}
	list := ""
	for _, use := range work.Use {
		list += ", " + use.Path
	}
	return list
}

// finding is what of a module the file can begin with.
type finding struct {
	types     []foundType
	declared  map[string]ast.Expr // what types of the packages are, by names as in types
	generated [][]string          // arguments of assay gen in go:generate lines
	data      []string            // files of JSON Lines
	encoded   map[string]bool     // types with methods of their own that encode, by names as in types
	mentions  map[string]int      // how often the module's own code speaks of a type
}

// foundType is an exported struct type, as a command takes it.
type foundType struct {
	dir    string // of its package, from the module's folder, with slashes
	name   string
	fields *ast.StructType
	made   bool // by a generator
}

// likeness counts what of the fields is data at first sight: those that are not, and
// those with a tag of an encoding, which say that the type is serialized; one of the
// environment or of a database's columns does not.
func (t foundType) likeness(declared map[string]ast.Expr) (other, tagged int) {
	for _, f := range t.fields.Fields.List {
		if !isData(f, t.dir, declared, nil) {
			other++
		}
		if f.Tag != nil && encodes.MatchString(f.Tag.Value) {
			tagged++
		}
	}
	return other, tagged
}

// isBookkeeping reports whether a field is what protoc-gen-go adds to a message.
func isBookkeeping(f *ast.Field) bool {
	if len(f.Names) != 1 || !slices.Contains([]string{"state", "sizeCache", "unknownFields"}, f.Names[0].Name) {
		return false
	}
	switch of := f.Type.(type) {
	case *ast.SelectorExpr:
		x, ok := of.X.(*ast.Ident)
		return ok && x.Name == "protoimpl"
	case *ast.ArrayType: // before protoimpl.UnknownFields
		elt, ok := of.Elt.(*ast.Ident)
		return ok && elt.Name == "byte"
	}
	return false
}

// isData reports whether other packages reach what is in a field, and may encode it as
// far as the package's own files tell: it is no func, channel or interface, nor has such
// a thing in it.
func isData(f *ast.Field, dir string, declared map[string]ast.Expr, within []string) bool {
	if isBookkeeping(f) {
		return true
	}
	hidden := func(name *ast.Ident) bool { return !name.IsExported() }
	return !slices.ContainsFunc(f.Names, hidden) && isDataType(f.Type, dir, declared, within)
}

func isDataType(e ast.Expr, dir string, declared map[string]ast.Expr, within []string) bool {
	switch e := e.(type) {
	case *ast.FuncType, *ast.ChanType, *ast.InterfaceType:
		return false
	case *ast.StarExpr:
		return isDataType(e.X, dir, declared, within)
	case *ast.ArrayType:
		return isDataType(e.Elt, dir, declared, within)
	case *ast.MapType:
		return isDataType(e.Key, dir, declared, within) && isDataType(e.Value, dir, declared, within)
	case *ast.StructType:
		return !slices.ContainsFunc(e.Fields.List, func(f *ast.Field) bool { return !isData(f, dir, declared, within) })
	case *ast.Ident:
		key := typeName(dir, e.Name)
		of, ok := declared[key]
		switch {
		case !ok:
			return e.Name != "any" && e.Name != "error"
		case slices.Contains(within, key): // which is looked at already
			return true
		}
		return isDataType(of, dir, declared, append(within, key))
	}
	return true
}

// look reads the module's files. Folders that the go command passes over, and modules
// within, are none of it.
func look(ctx context.Context, root string) (*finding, error) {
	f := &finding{declared: map[string]ast.Expr{}, encoded: map[string]bool{}, mentions: map[string]int{}}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // somebody removes it meanwhile
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch name := d.Name(); {
		case rel == ".":
		case d.IsDir() && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "vendor"):
			return filepath.SkipDir
		case d.IsDir():
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil {
				return filepath.SkipDir
			}
		case path.Ext(name) == ".jsonl":
			f.data = append(f.data, rel)
		case path.Ext(name) == ".go":
			src, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			f.read(path.Dir(rel), src, strings.HasSuffix(name, "_test.go"))
		}
		return nil
	})
	if mod, err := os.ReadFile(filepath.Join(root, "go.mod")); err == nil {
		for name, n := range f.mentions { // by its import path a type is the same
			if rest, ok := strings.CutPrefix(name, modfile.ModulePath(mod)); ok && strings.HasPrefix(rest, "/") {
				f.mentions["."+rest] += n
			} else if ok && strings.HasPrefix(rest, ".") {
				f.mentions[rest] += n
			}
		}
	}
	f.types = slices.DeleteFunc(f.types, func(t foundType) bool { return t.made && !f.encoded[typeName(t.dir, t.name)] })
	// Data first, then what the module is about rather than its tests, then what is encoded: by
	// methods of its own, or by tags; of those stable versions, and what the module's own code
	// speaks of most.
	slices.SortStableFunc(f.types, func(a, b foundType) int {
		notOfA, tagsOfA := a.likeness(f.declared)
		notOfB, tagsOfB := b.likeness(f.declared)
		nameA, nameB := typeName(a.dir, a.name), typeName(b.dir, b.name)
		sign := func(b bool) int { return map[bool]int{true: 1}[b] }
		return cmp.Or(min(notOfA, 1)-min(notOfB, 1), sign(forTests.MatchString(a.dir))-sign(forTests.MatchString(b.dir)),
			sign(f.encoded[nameB])-sign(f.encoded[nameA]), min(tagsOfB, 1)-min(tagsOfA, 1),
			sign(preview.MatchString(a.dir))-sign(preview.MatchString(b.dir)),
			f.mentions[nameB]-f.mentions[nameA], tagsOfB-tagsOfA)
	})
	return f, err
}

var (
	// encodes are tags by which some encoding is told what to do.
	encodes = regexp.MustCompile(`\b(json|xml|protobuf|msg|msgpack|cbor|bson|codec|avro|thrift|asn1|ssz|rlp|benc|enc|assay):"`)
	// forTests are folders whose types are there for tests and examples.
	forTests = regexp.MustCompile(`(?i)(^|/)[^/]*(test|example|mock|conformance|internal/tools)`)
	// preview are folders of versions of an API that are not stable, by the names of Kubernetes.
	preview = regexp.MustCompile(`(^|/)v\d+(alpha|beta)\d*$`)
)

// choose leaves the first types that some serializer carries, as many as the file begins
// with, and no others than the likeliest are loaded. First come those that the format
// flat carries, for which code can be generated. What a package imports is compiled for it:
// no further package is loaded when there are types enough.
func (f *finding) choose(ctx context.Context, root string) error {
	const (
		loadedTypes = 40 // a large module takes long enough
		together    = 8  // at a time, by one call of the go command
	)
	likely := f.types[:min(len(f.types), loadedTypes)]
	var names []string
	for _, t := range likely {
		names = append(names, typeName(t.dir, t.name))
	}
	loads := map[string]*load.Together{} // by the folder of a package
	var best, some []foundType
	var failed []error
	last := "" // why the one before was not loaded
	for i, t := range likely {
		if loads[t.dir] == nil {
			if len(best)+len(some) >= shownTypes {
				continue
			}
			end := min(i+together, len(names))
			next := load.NewTogether(names[i:end]...)
			for _, with := range likely[i:end] {
				if loads[with.dir] == nil {
					loads[with.dir] = next
				}
			}
		}
		loaded, err := load.Load(ctx, load.Config{Dir: root, Packages: loads[t.dir].Packages}, names[i])
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			if cause := fmt.Sprint(errors.Unwrap(err)); cause != last { // a wrong go.work is one for all
				failed, last = append(failed, err), cause
			}
			continue
		case len(loaded.Refusals) > 0:
			failed = append(failed, fmt.Errorf("%s: %s", names[i], typemodel.JoinRefusals(loaded.Refusals)))
			continue
		}
		var refused []typemodel.Diagnostic
		carriedBy := func(d *driver.Driver) bool {
			_, refused = d.Carry(loaded.Type, d.Variants[0])
			return len(refused) == 0
		}
		switch {
		case len(codec.Refusals(generate.Lookup("flat"), loaded.Package.Path, loaded.Type)) == 0:
			best = append(best, t)
		case slices.ContainsFunc(drivers.All, carriedBy):
			some = append(some, t)
		default:
			failed = append(failed, fmt.Errorf("%s: %s", names[i], typemodel.JoinRefusals(refused)))
		}
		if len(best) == shownTypes {
			break
		}
	}
	f.types = slices.Concat(best, some)
	if f.types = f.types[:min(len(f.types), shownTypes)]; len(f.types) > 0 {
		return nil
	}
	const told = 3
	return fmt.Errorf("none of the module's exported struct types that look most like data can be measured as it is (assay run of one says what to do about it; assay run data shows what a run says, on a built-in workload):\n%w", errors.Join(failed[:min(len(failed), told)]...))
}

// encoders are names of methods by which a type encodes itself, where one of a generator does.
var encoders = []string{"Marshal", "MarshalTo", "MarshalJSON", "MarshalBinary", "MarshalMsg", "MarshalCBOR", "GobEncode", "EncodeMsg", "Encode", "ProtoReflect", "ProtoMessage",
	"DeepCopyObject"} // of Kubernetes, whose server encodes what has it

// mention counts the types that a file speaks of: of its own package, and of those that it
// imports from the module.
func (f *finding) mention(dir string, file *ast.File) {
	folders := map[string]string{} // import paths by local names
	for _, spec := range file.Imports {
		from, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(from)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		folders[name] = from
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && folders[x.Name] != "" {
				f.mentions[folders[x.Name]+"."+n.Sel.Name]++
				return false
			}
		case *ast.Ident:
			f.mentions[typeName(dir, n.Name)]++
		}
		return true
	})
}

// read notes what a file has. One that does not parse has nothing; of a test there is only
// which types it speaks of.
func (f *finding) read(dir string, src []byte, test bool) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return
	}
	made := ast.IsGenerated(file)
	if !made {
		f.mention(dir, file)
	}
	if test {
		return
	}
	for line := range bytes.Lines(src) {
		if args, ok := strings.CutPrefix(string(line), "//go:generate assay gen "); ok {
			var moved []string
			for _, a := range strings.Fields(args) {
				switch out, isOut := strings.CutPrefix(a, "--out="); {
				case isOut:
					a = "--out=" + path.Join(dir, out)
				case strings.HasPrefix(a, "."): // .Order, or ./orders.Order from there
					pkg, typ := a[:strings.LastIndexByte(a, '.')], a[strings.LastIndexByte(a, '.'):]
					a = typeName(path.Join(dir, pkg), typ[1:])
				}
				moved = append(moved, a)
			}
			f.generated = append(f.generated, moved)
		}
	}
	if file.Name.Name == "main" {
		return
	}
	for _, decl := range file.Decls {
		if method, ok := decl.(*ast.FuncDecl); ok && method.Recv != nil && slices.Contains(encoders, method.Name.Name) {
			of := method.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if id, ok := of.(*ast.Ident); ok {
				f.encoded[typeName(dir, id.Name)] = true
			}
		}
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			f.declared[typeName(dir, t.Name.Name)] = t.Type
			if fields, ok := t.Type.(*ast.StructType); ok && len(fields.Fields.List) > 0 && t.Name.IsExported() && t.TypeParams == nil {
				f.types = append(f.types, foundType{dir, t.Name.Name, fields, made})
			}
		}
	}
}

// schemaURL is where editors find the schema of the file: [schemaOf], committed.
const schemaURL = "https://raw.githubusercontent.com/assay-go/assay/main/docs/assay.schema.json"

// shownTypes is how many types the file begins with: a table each is enough to look at.
const shownTypes = 3

// file returns the text of the file.
func (f *finding) file() string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + schemaURL + "\n")
	b.WriteString("# What assay does in this module: its commands take their types and flags from here where no\n# types are given, by the names of assay help.\n\n")
	var types []string
	for _, t := range f.types {
		types = append(types, typeName(t.dir, t.name))
	}
	fmt.Fprintf(&b, "run:\n  types: [%s]\n  time: 45s\n", strings.Join(types, ", "))
	if data := f.dataOf(types[0]); data != "" {
		fmt.Fprintf(&b, "  data: %s # values of the first type, a line each\n", data)
	} else {
		b.WriteString("  # data: orders.jsonl # values of yours, a line each; without it they are made up\n")
	}
	b.WriteString("\n")
	if len(f.generated) == 0 {
		fmt.Fprintf(&b, "# gen:\n#   - types: [%s]\n#     format: [flat]\n", types[0])
	} else {
		b.WriteString("gen:\n")
		for _, args := range f.generated {
			b.WriteString(genEntry(args))
		}
	}
	fmt.Fprintf(&b, "\n# check: # is data of the last commit read by this code?\n#   - types: [%s]\n#     from: git:HEAD # or a branch that all share, as git:main\n#     require: backward\n", types[0])
	fmt.Fprintf(&b, "\n# ab: # is this code slower than that of the last commit?\n#   base: HEAD\n#   types: [%s]\n#   fail-over: 3%%\n", types[0])
	return b.String()
}

// dataOf returns the file that seems to hold values of the type, by its name.
func (f *finding) dataOf(typ string) string {
	short := strings.ToLower(typ[strings.LastIndexByte(typ, '.')+1:])
	for _, file := range f.data {
		if strings.HasPrefix(strings.ToLower(path.Base(file)), short) {
			return file
		}
	}
	return ""
}

// genEntry sets the arguments of a go:generate line as an entry of the file.
func genEntry(args []string) string {
	var types []string
	flags := map[string][]string{}
	var order []string
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "--")
		if !ok {
			types = append(types, a)
			continue
		}
		name, value, valued := strings.Cut(name, "=")
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
		if !valued {
			value = "true"
		}
		flags[name] = append(flags[name], value)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  - types: [%s]\n", strings.Join(types, ", "))
	for _, name := range order {
		value := strings.Join(flags[name], ", ")
		if len(flags[name]) > 1 || strings.Contains(value, ",") {
			value = "[" + value + "]"
		}
		fmt.Fprintf(&b, "    %s: %s\n", name, value)
	}
	return b.String()
}
