package codec

import (
	"context"
	"fmt"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Format is a wire format that code can be generated for.
type Format interface {
	// Name is what users call the format by, such as "skycoin": lower case
	// letters and digits, beginning with a letter.
	Name() string

	// Doc says in a few sentences what the format is, where it comes from, and
	// in what the generated code differs from the original.
	Doc() string

	// Facts returns what is known of the format before any type is.
	Facts() Facts

	// Validate returns what is wrong with the options, whatever the types are: two that
	// exclude each other, and which to leave out.
	Validate(o Options) error

	// Plan returns what the format makes of types, of which there is at least one, in one
	// file of the package with the given import path, which cannot name what others do not
	// export. Without a path, all names can be had. An error is that of Validate, or about
	// a record beside the code; what is refused of types is a part of the plan.
	Plan(pkgPath string, types []*typemodel.Type, o Options) (*Plan, error)
}

// Facts are what is known of a format before any type is.
type Facts struct {
	// Takes are the common options that mean something to the format, by the names of
	// their flags, such as "max-depth": those of [Options], and "as", "impl",
	// "unexported" and "support". Any other is an error.
	Takes []string

	// Options points to a struct whose fields with a tag name are the format's own options,
	// by the names of their flags, or is nil. Who sets one has another format.
	Options any

	// Suffixes are those of the files that may stand beside that of the code, under build
	// constraints of their own: see [Extension].
	Suffixes []string

	// Imports are packages of the standard library that the code may import, besides those
	// of the types: they are loaded together with these.
	Imports []string

	// Schemas says how types are declared in schemas; nil where there are none.
	Schemas *Schemas
}

// Schemas are a language in which types are declared, where there are none in Go.
type Schemas struct {
	Extension string // of the names of schemas, such as ".proto"

	// Declare prints the types that schemas declare, files with absolute names, into f,
	// which is of the module with the given path.
	Declare func(ctx context.Context, f *goprint.File, module string, schemas []string) (Declared, error)
}

// Declared is what was printed of schemas: see [Schemas].
type Declared struct {
	Types []string      // the names of those that code is wanted for
	Notes []string      // what people should know, whole sentences
	Named []NamedByUser // Go types that the schemas name, which others declare
}

// NamedByUser is a Go type that a schema names.
type NamedByUser struct {
	PkgPath, Name string
	Where         string // the place in the schema and what stands there
}

// Plan is what a format makes of types: what there is to say of them, and their code. It
// is made once. A func that is nil has nothing to give.
type Plan struct {
	Types []*typemodel.Type

	// Diagnostics are what there is to say of each of the types, in their order: all that
	// is refused, or else what becomes of values of the type.
	Diagnostics [][]typemodel.Diagnostic

	// Advice are sentences on the choice of options, which begin with a small letter and
	// end without a point.
	Advice []string

	// Walked are the types whose parts the code goes through, the types and parts of them:
	// where one of them changes, the code is no longer of it. Types of which nothing but
	// methods are called, or what stands in for them is carried, are none of them.
	Walked []*typemodel.Type

	// Emit prints the codec of the types into a file of the package. It prints
	// declarations only: header and package clause are the caller's. Portable code does
	// without what the option Unsafe permits. Where something is refused, it is an error.
	Emit func(f *goprint.File, portable bool) error

	// Test prints the tests of one of the types into a file beside the code: a comparison
	// with committed bytes, and where the format has them a round trip of made-up and
	// given values and a fuzz target. made is the file's support.
	Test func(f *goprint.File, t *typemodel.Type, made TestSupport)

	// Extensions are files beside the code, under build constraints of their own.
	Extensions []Extension

	// Companions returns the files that the code needs, or that belong to it, for a
	// package with the given name.
	Companions func(pkgName string) ([]File, error)

	// Routines returns the packages that the code imports from the folder
	// [Options.SupportPath], by the names of their files in it and without the mark of what is
	// generated. They are whole, and the same for all code.
	Routines func() ([]File, error)
}

// Extension is a file beside the code.
type Extension struct {
	Suffix     string // of the file's name, before its extension: "_v2"
	Constraint string // under which it is built
	Emit       func(f *goprint.File)
}

// File is a file of a plan.
type File struct {
	Name   string // relative to the directory of the package, slashes between folders, or absolute
	Source []byte
	Edited bool // it is the user's, and changes in some places
}

// Refused returns what is refused of the i-th type.
func (p *Plan) Refused(i int) []typemodel.Diagnostic { return p.Said(i, typemodel.Refused) }

// Said returns what there is to say of the i-th type with a severity.
func (p *Plan) Said(i int, s typemodel.Severity) (list []typemodel.Diagnostic) {
	for _, d := range p.Diagnostics[i] {
		if d.Severity == s {
			list = append(list, d)
		}
	}
	return list
}

// Err returns what is refused of the first type of which something is, as an error.
func (p *Plan) Err(format string) error {
	for i, t := range p.Types {
		if refused := p.Refused(i); len(refused) > 0 {
			return fmt.Errorf("%s: %s: %s", format, t, typemodel.JoinRefusals(refused))
		}
	}
	return nil
}

// Emit prints the codec of types into f: the short way for who wants no more of a plan.
func Emit(format Format, f *goprint.File, types []*typemodel.Type, o Options) error {
	p, err := format.Plan(f.PkgPath(), types, o)
	if err != nil {
		return err
	}
	return p.Emit(f, false)
}

// Refusals returns what a format refuses of t in code for the package with an import path:
// see [Format]. Where it refuses its own options, that is all.
func Refusals(format Format, pkgPath string, t *typemodel.Type) []typemodel.Diagnostic {
	p, err := format.Plan(pkgPath, []*typemodel.Type{t}, Options{})
	if err != nil {
		return []typemodel.Diagnostic{{Text: err.Error()}}
	}
	return p.Refused(0)
}
