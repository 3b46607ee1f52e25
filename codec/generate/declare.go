package generate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
)

// declared are the types that schemas declare, in a file that is yet to be written.
type declared struct {
	out   string // the file of the code
	file  File
	names []string // of what the file declares
	notes []string
}

// declare takes the types from the schemas among them, where there are any: the code is for
// those that the schemas declare, in a file beside it.
func (q Request) declare(ctx context.Context, s *Source) error {
	var language *codec.Schemas
	for _, f := range q.Formats {
		if l := f.Facts().Schemas; l != nil && slices.ContainsFunc(q.Types, func(name string) bool { return filepath.Ext(name) == l.Extension }) {
			language = l
		}
	}
	if language == nil {
		return nil
	}
	var schemas []string
	for _, name := range q.Types {
		if filepath.Ext(name) != language.Extension {
			return fmt.Errorf("%s is no schema: name types, or schemas, and not both", name)
		}
		file, err := q.path(name)
		if err != nil {
			return err
		}
		schemas = append(schemas, file)
	}
	d := &declared{out: strings.TrimSuffix(schemas[0], language.Extension) + "_" + strings.Join(q.formatNames(), "_") + ".go"}
	if q.Out != "" {
		var err error
		if d.out, err = q.path(q.Out); err != nil {
			return err
		}
	}
	dir := filepath.Dir(d.out)
	pkgPath, pkgName, err := packageOf(ctx, dir)
	if err != nil {
		return err
	}
	module, _, err := goList(ctx, existing(dir), "-m", "-f", "{{.Path}}\n{{.Dir}}")
	if err != nil {
		return err
	}
	d.file.Name = beside(d.out, "_types")
	if q.Out == "" {
		d.file.Name = strings.TrimSuffix(schemas[0], language.Extension) + "_types.go"
	}
	f := goprint.New(pkgPath, pkgName)
	f.Header(headLine(), "", "    "+q.command())
	made, err := language.Declare(ctx, f, module, schemas)
	if err != nil {
		return err
	}
	others, err := declaredNames(dir, false, append(q.output(d.out), d.file.Name)...)
	if err != nil {
		return err
	}
	if d.file.Source, err = codec.Source(f, others); err != nil {
		return err
	}
	d.names, d.notes = slices.Sorted(slices.Values(f.Names())), made.Notes
	if err := undeclared(ctx, existing(dir), made.Named, pkgPath, slices.Concat(others, d.names)); err != nil {
		return err
	}
	s.Names, s.Out, s.declared = nil, d.out, d
	for _, name := range made.Types {
		s.Names = append(s.Names, pkgPath+"."+name)
	}
	return nil
}

// undeclared refuses Go types that schemas name and nobody declares, with their places. own
// are those of the package with a path.
func undeclared(ctx context.Context, dir string, named []codec.NamedByUser, pkgPath string, own []string) error {
	declares := map[string][]string{pkgPath: own}
	refused := map[string]error{} // a map's field names its type for each of its parts
	for _, n := range named {
		names, known := declares[n.PkgPath]
		if !known {
			if of, _, err := goList(ctx, dir, "-find", "-f={{.Dir}}", n.PkgPath); err == nil {
				if names, err = declaredNames(of, false); err != nil {
					return err
				}
			}
			declares[n.PkgPath] = names
		}
		switch {
		case slices.Contains(names, n.Name):
		case len(names) == 0 && n.PkgPath != pkgPath:
			refused[n.Where] = fmt.Errorf("%s: there is no Go package %s: have your module require one by go get, or name a type of another one", n.Where, n.PkgPath)
		default:
			refused[n.Where] = fmt.Errorf("%s: there is no Go type %s in %s: declare it there, or name one of another package, as in example.com/ids.ID", n.Where, n.Name, n.PkgPath)
		}
	}
	var list []error
	for _, where := range slices.Sorted(maps.Keys(refused)) {
		list = append(list, refused[where])
	}
	return errors.Join(list...)
}
