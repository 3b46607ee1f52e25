// Package declare reads .proto files and prints the plain Go structs that they describe,
// with the tags that package protobuf takes numbers and codings from.
//
// It names things as protoc-gen-go does, so that the structs take the place of those. What
// plain structs do not carry is refused with its file and line, all of it at once. Whether a
// codec carries the Go types that users have chosen is not known here.
package declare

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/parser"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/assay-go/assay/internal/option"
)

// Schema is a number of .proto files, compiled with all that they import.
type Schema struct {
	root  string // the folder that their names are relative to
	paths []string
	files []protoreflect.FileDescriptor // in the order in which they were named
}

// gogo has the options of gogo/protobuf, for where its own file is not beside the others.
//
//go:embed gogo.proto
var gogo string

const gogoFile = "gogoproto/gogo.proto"

// isGogo reports whether an import is that file: some name it below its module.
func isGogo(name string) bool { return name == gogoFile || strings.HasSuffix(name, "/"+gogoFile) }

// Read compiles the files with the given names. Imports are looked up in the folders of
// paths, and else from the nearest folder above the files from which all of theirs are
// found.
func Read(ctx context.Context, files, paths []string) (*Schema, error) {
	s := &Schema{paths: paths}
	imports, err := importsOf(files)
	if err != nil {
		return nil, err
	}
	dir, err := shared(files)
	if err != nil {
		return nil, err
	}
	s.root = dir
	for at := dir; ; at = filepath.Dir(at) {
		if !slices.ContainsFunc(imports, func(name string) bool { return !s.finds(at, name) }) {
			s.root = at
			break
		}
		if at == filepath.Dir(at) {
			break // the compiler says what is missing
		}
	}
	var names []string
	for _, f := range files {
		name, err := s.nameOf(f)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	var failed []error
	fail := func(err reporter.ErrorWithPos) error {
		p, reason := err.GetPosition(), err.Unwrap()
		var missing *fs.PathError
		if errors.As(reason, &missing) && errors.Is(missing, fs.ErrNotExist) {
			reason = notFound(s.importOf(missing.Path))
		}
		failed = append(failed, fmt.Errorf("%s:%d:%d: %w", s.where(p.Filename), p.Line, p.Col, reason))
		return nil
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(protocompile.CompositeResolver{&protocompile.SourceResolver{ImportPaths: append(slices.Clone(paths), s.root)}, options{}}),
		SourceInfoMode: protocompile.SourceInfoStandard,
		Reporter:       reporter.NewReporter(fail, nil),
	}
	compiled, err := compiler.Compile(ctx, names...)
	if at, ok := err.(reporter.ErrorWithPos); ok && len(failed) == 0 {
		_ = fail(at) // such as an import that is not found
	}
	if len(failed) > 0 {
		return nil, errors.Join(failed...)
	} else if err != nil {
		return nil, err
	}
	for _, f := range compiled {
		s.files = append(s.files, f)
	}
	return s, nil
}

// options finds the options of gogo/protobuf.
type options struct{}

func (options) FindFileByPath(name string) (protocompile.SearchResult, error) {
	if !isGogo(name) {
		return protocompile.SearchResult{}, notFound(name)
	}
	return protocompile.SearchResult{Source: strings.NewReader(gogo)}, nil
}

func notFound(name string) error {
	return fmt.Errorf("%s is not found: name the folder that it is relative to by --proto-path", name)
}

// importOf returns the name by which a file is imported that is not there.
func (s *Schema) importOf(file string) string {
	name := file
	for _, dir := range append(slices.Clone(s.paths), s.root) {
		if below, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(below) && len(below) < len(name) {
			name = filepath.ToSlash(below)
		}
	}
	return name
}

// importsOf returns what the files import, each once.
func importsOf(files []string) (list []string, err error) {
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var failed error
		h := reporter.NewHandler(reporter.NewReporter(func(err reporter.ErrorWithPos) error {
			p := err.GetPosition()
			failed = errors.Join(failed, fmt.Errorf("%s:%d:%d: %w", option.Relative(name), p.Line, p.Col, err.Unwrap()))
			return nil
		}, nil))
		node, _ := parser.Parse(name, strings.NewReader(string(text)), h)
		if failed != nil {
			return nil, failed
		}
		parsed, err := parser.ResultFromAST(node, false, reporter.NewHandler(nil))
		if err != nil {
			return nil, err
		}
		for _, imported := range parsed.FileDescriptorProto().GetDependency() {
			if !slices.Contains(list, imported) {
				list = append(list, imported)
			}
		}
	}
	return list, nil
}

// shared returns the folder that all files are in or below.
func shared(files []string) (string, error) {
	dir := filepath.Dir(files[0])
	for _, f := range files[1:] {
		for {
			if below, err := filepath.Rel(dir, f); err != nil {
				return "", err
			} else if filepath.IsLocal(below) {
				break
			}
			dir = filepath.Dir(dir)
		}
	}
	return dir, nil
}

// finds reports whether an import is found from a folder.
func (s *Schema) finds(dir, name string) bool {
	if isGogo(name) || strings.HasPrefix(name, "google/protobuf/") {
		return true
	}
	return slices.ContainsFunc(append(slices.Clone(s.paths), dir), func(dir string) bool { return fileExists(filepath.Join(dir, filepath.FromSlash(name))) })
}

// nameOf returns the name by which others import a file.
func (s *Schema) nameOf(file string) (string, error) {
	for _, dir := range append(slices.Clone(s.paths), s.root) {
		if name, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(name) {
			return filepath.ToSlash(name), nil
		}
	}
	return "", fmt.Errorf("%s is below no folder of --proto-path", option.Relative(file))
}

// where returns how the user finds a file that others import by a name.
func (s *Schema) where(name string) string {
	for _, dir := range append(slices.Clone(s.paths), s.root) {
		if file := filepath.Join(dir, filepath.FromSlash(name)); fileExists(file) {
			return option.Relative(file)
		}
	}
	return name
}

func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// refusal is the error of what stands somewhere in a schema.
func (s *Schema) refusal(d protoreflect.Descriptor, reason string) error {
	return fmt.Errorf("%s: %s", s.place(d), reason)
}

// place returns where d stands, and what it is.
func (s *Schema) place(d protoreflect.Descriptor) string {
	at := d.ParentFile().SourceLocations().ByDescriptor(d)
	return fmt.Sprintf("%s:%d:%d: %s", s.where(d.ParentFile().Path()), at.StartLine+1, at.StartColumn+1, cmp.Or(d.FullName(), protoreflect.FullName(d.Name())))
}
