package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/internal/rows/spelling"
)

type genCommand struct {
	Format []string `required:"" placeholder:"LIST" help:"Wire formats: ${formats}. Example: --format=flat,skycoin"`

	Types []string `arg:"" help:"Types, each with its package, or .proto files for the format protobuf. Example: ./orders.Order"`

	codec.Options

	Omit       []string `placeholder:"PATHS" help:"Leave fields out, by their paths in the first type, as if they had the tag assay:\"-\". Example: --omit=Cache,Items[].Hash"`
	Impl       []string `sep:"none" placeholder:"TYPE=NAME,NAME" help:"The types that an interface may hold, in place of a directive. Example: --impl='./geo.Shape=./geo.Circle,*./geo.Square'"`
	As         []string `sep:"none" placeholder:"TYPE=FUNC,FUNC" help:"Two funcs by which a type travels as another, in place of a directive. Example: --as='example.com/money.Amount=./orders.ToText,./orders.FromText'"`
	Unexported bool     `help:"Carry the unexported fields of the types of the package that the code stands in. Example: --unexported"`
	Exact      bool     `help:"Refuse what a format gives back as something else by its nature, such as nil for an empty slice, and what its rules leave out. Example: --exact"`
	Data       string   `placeholder:"FILE" type:"existingfile" help:"Values of the first type for --test, as JSON, one on each line. Example: --data=orders.jsonl"`
	Replace    bool     `help:"Take the methods that the code brings out of the files of the package that have them, such as those of gogo/protobuf. Example: --replace"`
	Support    string   `placeholder:"DIR" type:"path" help:"The folder for the packages of routines that the code of your module shares, by default internal/assaywire. Example: --support=internal/wire"`
	Out        string   `placeholder:"FILE" type:"path" help:"The file to write; by default one beside the first type, named after it. Example: --out=orders/codec.go"`

	Funcs    bool `xor:"api" help:"Write functions, which is the default. Example: --funcs"`
	Check    bool `help:"Write nothing; exit 1 if the file is not what would be written. Example: --check"`
	NoVerify bool `help:"Write the files without type-checking them among their neighbours first. Example: --no-verify"`

	overwrite

	kong.Plugins // the options that formats have of their own: ownOptions
}

// ownOptions returns a pointer to a struct of the options that the formats have of their
// own, each once, under a heading that names those formats.
func ownOptions() any {
	var fields []reflect.StructField
	for _, f := range generate.Formats() {
		for _, o := range option.Of(f.Facts().Options) {
			of := having(o.Name)
			if of[0] != f.Name() {
				continue
			}
			heading := "Format "
			if len(of) > 1 {
				heading = "Formats "
			}
			o.Field.Tag += reflect.StructTag(fmt.Sprintf(" group:%q", heading+strings.Join(of, ", ")+":"))
			o.Field.Name, o.Field.Index, o.Field.Offset = fmt.Sprint("Option", len(fields)), nil, 0
			fields = append(fields, o.Field)
		}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// having returns the names of the formats that have an option.
func having(name string) (names []string) {
	for _, f := range generate.Formats() {
		for _, o := range option.Of(f.Facts().Options) {
			if o.Name == name {
				names = append(names, f.Name())
			}
		}
	}
	return names
}

// chosen returns the formats that are asked for, with their options.
func (c *genCommand) chosen() ([]codec.Format, error) {
	var list []codec.Format
	for _, name := range c.Format {
		f := generate.Lookup(name)
		if f == nil {
			names := generate.Names()
			return nil, fmt.Errorf("there is no format %q%s (the formats are %s)", name, spelling.Hint(name, names), strings.Join(names, ", "))
		}
		list = append(list, f)
	}
	for _, plugin := range c.Plugins {
		for _, o := range option.Of(plugin) {
			if !o.Given() {
				continue
			}
			taken := false
			for _, f := range list {
				for _, own := range option.Of(f.Facts().Options) {
					if own.Name == o.Name {
						own.Value.Set(o.Value)
						taken = true
					}
				}
			}
			if !taken {
				return nil, fmt.Errorf("--%s needs a format that has it (%s), and --format names none: add one, or leave the flag out", o.Name, strings.Join(having(o.Name), ", "))
			}
		}
	}
	return list, nil
}

func (c *genCommand) Run(ctx context.Context, s *session) (err error) {
	formats, err := c.chosen()
	if err != nil {
		return err
	}
	for _, o := range option.Of(&c.Options) {
		if o.Value.CanInt() && o.Value.Int() < 1 { // which a Request takes for the default
			return fmt.Errorf("--%s must be at least 1, not %d", o.Name, o.Value.Int())
		}
	}
	// The code of 100 types takes 345 MB at its peak and 2.7 s of processor time so, 3.05 s
	// with 100, and with 400 2.35 s and 515 MB.
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(200))
	}
	made, err := generate.Request{
		Types: c.Types, Formats: formats, Options: c.Options,
		Omit: c.Omit, Impl: c.Impl, As: c.As, Unexported: c.Unexported, Exact: c.Exact,
		Data: c.Data, Replace: c.Replace, Support: c.Support, Out: c.Out,
		Force: s.force, NoVerify: c.NoVerify || c.Check, Packages: s.packages,
	}.Generate(ctx)
	if err != nil {
		return err
	}
	if c.Check {
		err := compareFiles(s, made.Files)
		return cmp.Or(refused(s, made), err)
	}
	var stale []generate.File
	var said strings.Builder
	for _, f := range made.Files {
		switch name := option.Relative(f.Name); {
		case !f.Stale():
			if f.Source != nil {
				fmt.Fprintf(&said, "unchanged: %s\n", name)
			}
			continue
		case f.Source == nil:
			fmt.Fprintf(&said, "removed %s, which nothing uses\n", name)
		default:
			fmt.Fprintf(&said, "wrote %s\n", name)
		}
		stale = append(stale, f)
	}
	if len(stale) > 0 {
		if s.loads != nil {
			s.loads.Forget()
		}
		if err := generate.Write(stale...); err != nil {
			return fmt.Errorf("%w: no file was written", err)
		}
	}
	fmt.Fprint(s.stderr, said.String())
	for _, left := range made.LeftOut {
		fmt.Fprintln(s.stderr, "warning:", left)
	}
	for _, note := range made.Notes {
		fmt.Fprintln(s.stderr, note)
	}
	return refused(s, made)
}

// refused says which types were not written, while others were: a finding.
func refused(s *session, made *generate.Result) error {
	if len(made.Refused) == 0 {
		return nil
	}
	fmt.Fprintf(s.stderr, "assay: %s\n", made.Refused)
	return errFinding
}

// compareFiles says which files have not the code that would be written.
func compareFiles(s *session, files []generate.File) error {
	stale := slices.DeleteFunc(slices.Clone(files), func(f generate.File) bool { return !f.Differs() })
	for _, f := range stale {
		what := "is stale"
		if _, err := os.Stat(f.Name); err != nil {
			what = "does not exist"
		}
		fmt.Fprintf(s.stdout, "%s %s: run assay gen without --check\n", option.Relative(f.Name), what)
	}
	if len(stale) > 0 {
		return errFinding
	}
	return nil
}
