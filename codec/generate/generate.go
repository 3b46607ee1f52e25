// Package generate makes the files of a codec: the code of types in some formats, with
// its header and build constraints, the routines that it shares, tests, and what else
// a format needs. It is assay gen as a library; the command adds flags and printing.
//
// What enters is a [Request]; what leaves are files, which nobody has written yet, and
// sentences for people. The package knows no format by name, but for the list of them: what
// a format takes, needs and advises, it says itself, by its facts and its plan.
//
// Unstable: names may change in a minor version.
package generate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/option"
)

// Request says what is to be generated. The zero value of each option is its default.
type Request struct {
	// Types are the types, each with its package: "./orders.Order", or "Order" in the
	// package of Dir. Or they are schemas, such as "orders.proto", of a format that has
	// some: then the types are those that the schemas declare, and are written too.
	Types []string

	// Formats are the wire formats, with their own options set in them: of [Formats],
	// or one that you have made.
	Formats []codec.Format

	// Dir is the directory in which packages and files are looked up; empty means the
	// working directory.
	Dir string

	codec.Options

	Omit       []string // fields to leave out, by their paths in the first type, as if they had the tag assay:"-"
	Impl       []string // the types that an interface may hold, in place of a directive: "./geo.Shape=./geo.Circle,*./geo.Square"
	As         []string // two funcs by which a type travels as another, in place of a directive: "example.com/money.Amount=./orders.ToText,./orders.FromText"
	Unexported bool     // carry the unexported fields of the types of the package that the code stands in
	Exact      bool     // refuse what a format gives back as something else by its nature, and what its rules leave out
	Data       string   // a file of values of the first type for the option Test, as JSON, one on each line
	Replace    bool     // take the methods that the code brings out of the files of the package that have them
	Support    string   // the folder of the packages of routines that the code of a module shares; empty means internal/assaywire of the module
	Out        string   // the file to write; empty means one beside the first type, named after it

	Force    bool // replace files that assay has not written, and routines that a later version has
	NoVerify bool // do not check that the code compiles among its neighbours

	// Packages loads packages in place of the go command, as [packages.Load] does, unless it
	// is nil.
	Packages func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error)
}

// Result is what was generated.
type Result struct {
	Files []File

	// LeftOut says which fields a format leaves out by its own rules, and Notes what
	// else people should know: whole sentences.
	LeftOut, Notes []string

	// Refused is what the formats refuse of some types; the files hold the code of the
	// others.
	Refused RefusedError

	replaced map[string][]byte // files without the methods that the code brings, where they have some
}

// File is a file to be written, or, without a source, one that nothing uses any more.
type File struct {
	Name   string // absolute
	Source []byte

	edited bool // it is the user's, and changes in some places
}

// Stale reports whether the file on disk is not this one. A file without a source is
// stale while there is one that assay has made.
func (f File) Stale() bool {
	have, err := os.ReadFile(f.Name)
	if f.Source == nil {
		return err == nil && atomic.Generated(have)
	}
	return err != nil || !bytes.Equal(have, withLineEnds(f.Source, have))
}

// Differs reports whether the file on disk has other code than this one. The version and the command
// that made it, in its head, do not count: what is .Order in the package is ./orders.Order outside.
func (f File) Differs() bool {
	have, err := os.ReadFile(f.Name)
	if err != nil || f.Source == nil {
		return f.Stale()
	}
	return !bytes.Equal(withoutMaker(have), withoutMaker(withLineEnds(f.Source, have)))
}

// overwrites returns an error where a Go file would take the place of another: one that
// assay has not written, or the code of a type whose name differs by case alone.
func (q Request) overwrites(s *Source, r *Result) error {
	for _, f := range r.Files {
		have, err := os.ReadFile(f.Name)
		if err != nil || f.Source == nil || f.edited || !slices.Contains([]string{".go", ".s", ".proto"}, filepath.Ext(f.Name)) {
			continue
		}
		name := option.Relative(f.Name)
		if !q.Force && !atomic.Generated(have) && f.Stale() {
			return fmt.Errorf("%s %w: move it away, name another file by --out, or replace it by --force", name, atomic.ErrForeign)
		}
		if q.Out != "" || f.Name != s.Out {
			continue
		}
		want := codec.TypeName(s.Types[0])
		for _, word := range strings.Fields(command(have)) {
			if was := word[strings.LastIndexByte(word, '.')+1:]; was != want && stem(was) == stem(want) {
				return fmt.Errorf("%s holds the code of %s, and that of %s would have the same name: name another file by --out", name, was, want)
			}
		}
	}
	return nil
}

// Write writes files, in directories that it makes if need be; those without a source it
// removes where assay has made them. Where one cannot be written whole, as on a full disk,
// all stay as they were.
func Write(files ...File) error {
	var list []atomic.File
	for _, f := range files {
		have, err := os.ReadFile(f.Name)
		switch {
		case f.Source == nil && !f.Stale():
			continue
		case f.Source != nil && err == nil:
			f.Source = withLineEnds(f.Source, have)
		}
		list = append(list, atomic.File{Name: f.Name, Data: f.Source})
	}
	return atomic.WriteAll(list)
}

// Generate loads the types and makes the files of their codec. It writes nothing. Where
// all types are refused, its error is a [RefusedError].
func (q Request) Generate(ctx context.Context) (*Result, error) {
	s, err := q.Load(ctx)
	if err != nil {
		return nil, err
	}
	r, err := q.Files(s)
	if err == nil && len(r.replaced) > 0 { // those methods say nothing of the types any more
		if s, err = q.load(ctx, r.replaced); err == nil {
			r, err = q.Files(s)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := q.overwrites(s, r); err != nil {
		return nil, err
	}
	// What is there already compiles as it did.
	if !q.NoVerify && slices.ContainsFunc(r.Files, File.Stale) {
		if err := q.verify(ctx, s, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// verify type-checks the Go files among their neighbours.
func (q Request) verify(ctx context.Context, s *Source, r *Result) error {
	sources := map[string][]byte{}
	for _, f := range r.Files {
		if filepath.Ext(f.Name) == ".go" && f.Source != nil {
			sources[f.Name] = f.Source
		}
	}
	err := load.Verify(ctx, load.Config{Packages: s.packages}, sources)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("nothing is written: %w", err)
	}
	if err != nil {
		return fmt.Errorf("nothing is written, since the code would not compile:\n\t%w\nrename what is in its way, write into another package by --out, or take the files as they are by --no-verify", err)
	}
	return nil
}

// validate returns what is wrong with the options, whatever the types are.
func (q Request) validate() error {
	if len(q.Types) == 0 || len(q.Formats) == 0 {
		return errors.New("generate: there are no types, or no formats")
	}
	names := q.formatNames()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("the format %s is named twice", name)
		}
	}
	for _, limit := range []struct {
		name  string
		value int
	}{{"max-depth", q.MaxDepth}, {"max-alloc", q.MaxAlloc}} {
		if limit.value < 0 {
			return fmt.Errorf("--%s must be at least 1, not %d", limit.name, limit.value)
		}
	}
	for _, f := range q.Formats {
		if err := f.Validate(q.Options); err != nil {
			return err
		}
	}
	if q.Data != "" && !q.Test {
		return errors.New("--data is for the tests that --test generates")
	}
	if q.Methods && len(q.Formats) > 1 {
		return errors.New("--methods has names for one format only: leave it out, or name one format")
	}
	if err := q.untaken(); err != nil {
		return err
	}
	if q.Out != "" && filepath.Ext(q.Out) != ".go" {
		return fmt.Errorf("--out=%s: the code is written to a Go file, whose name ends in .go", option.Relative(q.Out))
	}
	return nil
}

// flags returns the options, those of package codec first, as the command has them.
func (q *Request) flags() []option.Option {
	return append(option.Of(&q.Options), option.Of(&struct {
		Omit       []string `name:"omit"`
		Impl       []string `name:"impl" sep:"none"`
		As         []string `name:"as" sep:"none"`
		Unexported bool     `name:"unexported"`
		Exact      bool     `name:"exact"`
		Data       string   `name:"data" type:"existingfile"`
		Replace    bool     `name:"replace"`
		Support    string   `name:"support" type:"path"`
		Out        string   `name:"out" type:"path"`
	}{q.Omit, q.Impl, q.As, q.Unexported, q.Exact, q.Data, q.Replace, q.Support, q.Out})...)
}

// all are the options that every format takes: see [codec.Facts].
var all = []string{"methods", "omit", "exact", "data", "replace", "out"}

// untaken returns an error for each option that is given and that one of the formats
// does not take.
func (q Request) untaken() error {
	var list []error
	for _, o := range q.flags() {
		if !o.Given() || slices.Contains(all, o.Name) {
			continue
		}
		var without []string
		for _, f := range q.Formats {
			if !takes(f, o.Name) {
				without = append(without, f.Name())
			}
		}
		if len(without) == 0 {
			continue
		}
		var with []string
		for _, f := range Formats() {
			if takes(f, o.Name) {
				with = append(with, f.Name())
			}
		}
		list = append(list, fmt.Errorf("--%s means nothing in %s: leave it out there; it is for %s", o.Name, strings.Join(without, " and "), strings.Join(with, ", ")))
	}
	return errors.Join(list...)
}

func takes(f codec.Format, option string) bool { return slices.Contains(f.Facts().Takes, option) }

func (q Request) formatNames() []string {
	var names []string
	for _, f := range q.Formats {
		names = append(names, f.Name())
	}
	return names
}

// command returns the command that makes the files.
func (q Request) command() string {
	words := []string{"assay gen --format=" + strings.Join(q.formatNames(), ",")}
	list := q.flags()
	common := len(option.Of(&q.Options))
	for _, f := range q.Formats {
		own := option.Of(f.Facts().Options)
		list = slices.Insert(list, common, own...)
		common += len(own)
	}
	for _, o := range list {
		words = append(words, o.Flags()...)
	}
	return strings.Join(append(words, q.Types...), " ")
}

// path returns the absolute name of a file of the options.
func (q Request) path(name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	return filepath.Abs(filepath.Join(q.Dir, name))
}
