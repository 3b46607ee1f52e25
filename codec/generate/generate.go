// Package generate makes the files of a codec: the code of types in some formats, with
// its header and build constraints, the routines that it shares, tests, and what else
// a format needs. It is assay gen as a library; the command adds flags and printing.
//
// What enters is a [Config], whose tags are the flags of the command; what leaves are
// files, which nobody has written yet, and sentences for people. The package knows no
// format by name, but for the list of them: what a format takes, needs and advises, it
// says itself, by the interfaces of package codec.
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

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/option"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/typemodel/load"
)

// Config says what is generated. The zero value of each option is its default.
type Config struct {
	// Types are the types, each with its package: "./orders.Order", or "Order" in the
	// package of Dir. Or they are schemas of a [codec.Declarer], such as "orders.proto":
	// then the types are those that the schemas declare, and are written too.
	Types []string `arg:"" help:"Types, each with its package, or .proto files for the format protobuf. Example: ./orders.Order"`

	// Formats are the wire formats, with their own options set in them: of [Formats],
	// or one that you have made.
	Formats []codec.Format `kong:"-"`

	// Dir is the directory in which packages and files are looked up; empty means the
	// working directory.
	Dir string `kong:"-"`

	codec.Options

	Omit       []string `name:"omit" placeholder:"PATHS" help:"Leave fields out, by their paths in the first type, as if they had the tag assay:\"-\". Example: --omit=Cache,Items[].Hash"`
	Impl       []string `name:"impl" sep:"none" placeholder:"TYPE=NAME,NAME" help:"The types that an interface may hold, in place of a directive. Example: --impl='./geo.Shape=./geo.Circle,*./geo.Square'"`
	As         []string `name:"as" sep:"none" placeholder:"TYPE=FUNC,FUNC" help:"Two funcs by which a type travels as another, in place of a directive. Example: --as='example.com/money.Amount=./orders.ToText,./orders.FromText'"`
	Unexported bool     `name:"unexported" help:"Carry the unexported fields of the types of the package that the code stands in. Example: --unexported"`
	Exact      bool     `name:"exact" help:"Refuse what a format gives back as something else by its nature, such as nil for an empty slice, and what its rules leave out. Example: --exact"`
	Data       string   `name:"data" placeholder:"FILE" type:"existingfile" help:"Values of the first type for --test, as JSON, one on each line. Example: --data=orders.jsonl"`
	Replace    bool     `name:"replace" help:"Take the methods that the code brings out of the files of the package that have them, such as those of gogo/protobuf. Example: --replace"`
	Support    string   `name:"support" placeholder:"DIR" type:"path" help:"Write the routines that the code shares into packages of this folder, which the code of many packages imports, instead of copying what is used. Example: --support=internal/wire"`
	Out        string   `name:"out" placeholder:"FILE" type:"path" help:"The file to write; by default one beside the first type, named after it. Example: --out=orders/codec.go"`

	// Force replaces files that assay has not written.
	Force bool `kong:"-"`

	// NoVerify leaves out the check that the code compiles among its neighbours.
	NoVerify bool `kong:"-"`

	// Packages loads packages in place of the go command, unless it is nil: see
	// [load.Together].
	Packages load.Packages `kong:"-"`

	declared *declared         // where schemas were named
	replaced map[string][]byte // files of the package, without the methods that the code brings
	asked    []string          // all types that were named, where some are refused
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

// overwrites returns an error where a Go file would take the place of another: one that
// assay has not written, or the code of a type whose name differs by case alone.
func (c Config) overwrites(s *Source, r *Result) error {
	for _, f := range r.Files {
		have, err := os.ReadFile(f.Name)
		if err != nil || f.Source == nil || f.edited || filepath.Ext(f.Name) != ".go" && filepath.Ext(f.Name) != ".proto" {
			continue
		}
		name := option.Relative(f.Name)
		if !c.Force && !atomic.Generated(have) && f.Stale() {
			return fmt.Errorf("%s %w: move it away, name another file by --out, or replace it by --force", name, atomic.ErrForeign)
		}
		if c.Out != "" || f.Name != s.Out {
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

// Write writes the file, in a directory that it makes if need be; without a source it
// removes the file that assay has made. Where it cannot be written whole, as on a full
// disk, what was there stays.
func (f File) Write() error {
	if f.Source == nil {
		if !f.Stale() {
			return nil
		}
		return os.Remove(f.Name)
	}
	if have, err := os.ReadFile(f.Name); err == nil {
		f.Source = withLineEnds(f.Source, have)
	}
	if err := os.MkdirAll(filepath.Dir(f.Name), 0o777); err != nil {
		return err
	}
	return atomic.Write(f.Name, f.Source)
}

// Generate loads the types and makes the files of their codec. It writes nothing. Where
// all types are refused, its error is a [RefusedError].
func (c Config) Generate(ctx context.Context) (*Result, error) {
	support, err := c.support(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	if err := c.declare(ctx); err != nil {
		return nil, err
	}
	s, err := c.Load(ctx)
	if err != nil {
		return nil, err
	}
	s.Support = support
	r, err := c.Files(s)
	if err == nil && len(r.replaced) > 0 { // those methods say nothing of the types any more
		c.replaced = r.replaced
		if s, err = c.Load(ctx); err == nil {
			s.Support = support
			r, err = c.Files(s)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := c.overwrites(s, r); err != nil {
		return nil, err
	}
	// What is there already compiles as it did.
	if !c.NoVerify && slices.ContainsFunc(r.Files, File.Stale) {
		if err := c.verify(ctx, r); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// support settles the import path of the folder with the packages of routines, and
// returns its name.
func (c *Config) support(ctx context.Context) (dir string, err error) {
	if c.Support == "" {
		return "", nil
	}
	if dir, err = c.path(c.Support); err != nil {
		return "", err
	}
	c.SupportPath, _, err = importPathOf(ctx, dir)
	return dir, err
}

// verify type-checks the Go files among their neighbours.
func (c Config) verify(ctx context.Context, r *Result) error {
	sources := map[string][]byte{}
	for _, f := range r.Files {
		if filepath.Ext(f.Name) == ".go" && f.Source != nil {
			sources[f.Name] = f.Source
		}
	}
	err := load.Verify(ctx, load.Config{Packages: c.Packages}, sources)
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("nothing is written: %w", err)
	}
	if err != nil {
		return fmt.Errorf("nothing is written, since the code would not compile:\n\t%w\nrename what is in its way, write into another package by --out, or take the files as they are by --no-verify", err)
	}
	return nil
}

// validate returns what is wrong with the options, whatever the types are.
func (c Config) validate() error {
	if len(c.Types) == 0 || len(c.Formats) == 0 {
		return errors.New("generate: there are no types, or no formats")
	}
	names := c.formatNames()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("the format %s is named twice", name)
		}
	}
	for _, f := range c.Formats {
		if v, ok := f.(codec.Validator); ok {
			if err := v.Validate(c.Options); err != nil {
				return err
			}
		}
	}
	if c.Data != "" && !c.Test {
		return errors.New("--data is for the tests that --test generates")
	}
	if c.Methods && len(c.Formats) > 1 {
		return errors.New("--methods has names for one format only: leave it out, or name one format")
	}
	if err := c.untaken(); err != nil {
		return err
	}
	if c.Out != "" && filepath.Ext(c.Out) != ".go" {
		return fmt.Errorf("--out=%s: the code is written to a Go file, whose name ends in .go", option.Relative(c.Out))
	}
	for _, limit := range []struct {
		name  string
		value int
	}{{"max-depth", c.MaxDepth}, {"max-alloc", c.MaxAlloc}} {
		if limit.value < 0 {
			return fmt.Errorf("--%s must be at least 1, not %d", limit.name, limit.value)
		}
	}
	return nil
}

// common are the options that a format takes or does not: see [codec.Format].
func (c *Config) common() []option.Option {
	return slices.DeleteFunc(option.Of(c), func(o option.Option) bool {
		return slices.Contains([]string{"methods", "omit", "exact", "data", "replace", "out"}, o.Name) // which all take
	})
}

// untaken returns an error for each option that is given and that one of the formats
// does not take.
func (c Config) untaken() error {
	var list []error
	for _, o := range c.common() {
		var without []string
		for _, f := range c.Formats {
			if !takes(f, o.Name) {
				without = append(without, f.Name())
			}
		}
		if !o.Given() || len(without) == 0 {
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

func takes(f codec.Format, option string) bool { return slices.Contains(f.Takes(), option) }

func (c Config) formatNames() []string {
	var names []string
	for _, f := range c.Formats {
		names = append(names, f.Name())
	}
	return names
}

// command returns the command that makes the files.
func (c Config) command() string {
	words := []string{"assay gen --format=" + strings.Join(c.formatNames(), ",")}
	list := option.Of(&c.Options)
	for _, f := range c.Formats {
		list = append(list, Own(f)...)
	}
	for _, o := range slices.Concat(list, option.Of(&c)[len(option.Of(&c.Options)):]) {
		words = append(words, o.Flags()...)
	}
	types := c.Types
	switch {
	case c.declared != nil:
		types = c.declared.schemas
	case c.asked != nil:
		types = c.asked
	}
	return strings.Join(append(words, types...), " ")
}

// path returns the absolute name of a file of the options.
func (c Config) path(name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	return filepath.Abs(filepath.Join(c.Dir, name))
}
