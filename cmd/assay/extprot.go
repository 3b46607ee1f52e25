package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/extprot"
	"github.com/assay-go/assay/extprot/compat"
	"github.com/assay-go/assay/extprot/gen"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/report/visible"
)

type extprotCommand struct {
	Fmt     extprotFmt     `cmd:"" help:"Format schemas."`
	Compat  extprotCompat  `cmd:"" help:"Say which changes between two schemas break readers; exit 1 if one does."`
	Gen     extprotGen     `cmd:"" help:"Generate Go code from a schema."`
	Inspect extprotInspect `cmd:"" help:"Show encoded messages, with or without their schema."`
	Encode  extprotEncode  `cmd:"" help:"Encode a message from JSON."`
}

type extprotFmt struct {
	Write bool     `short:"w" help:"Write the files instead of printing them. Example: -w"`
	Files []string `arg:"" type:"path" help:"Schema files."`
}

func (c *extprotFmt) Run(s *session) error {
	for _, name := range c.Files {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		out, err := schema.Format(name, src)
		if err != nil {
			return err
		}
		switch {
		case !c.Write:
			_, err = s.stdout.Write(out)
		case !bytes.Equal(src, out):
			err = atomic.Write(name, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type extprotCompat struct {
	Old  string `arg:"" type:"path" help:"Schema of the data that there is."`
	New  string `arg:"" type:"path" help:"Schema that follows it."`
	JSON bool   `name:"json" help:"Print a JSON document. Example: --json"`
}

// compatChange is a change as --json prints it.
type compatChange struct {
	Path           string `json:"path"`
	What           string `json:"what"`
	Backward       string `json:"backward"` // yes, sometimes, no, n/a: the new version reads old data
	BackwardReason string `json:"backward_reason"`
	Forward        string `json:"forward"` // the old version reads new data
	ForwardReason  string `json:"forward_reason"`
}

func (c *extprotCompat) Run(s *session) error {
	older, err := schema.Load(c.Old)
	if err != nil {
		return err
	}
	newer, err := schema.Load(c.New)
	if err != nil {
		return err
	}
	report := compat.Compare(older, newer)
	if c.JSON {
		changes := []compatChange{}
		for _, ch := range report.Changes {
			changes = append(changes, compatChange{ch.Path, ch.What, ch.Backward.Verdict.String(), ch.Backward.Reason, ch.Forward.Verdict.String(), ch.Forward.Reason})
		}
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(struct {
			Backward string         `json:"backward"`
			Forward  string         `json:"forward"`
			Changes  []compatChange `json:"changes"`
		}{report.Backward.String(), report.Forward.String(), changes})
	} else {
		err = writeCompat(s.stdout, report)
	}
	if err != nil {
		return err
	}
	if max(report.Backward, report.Forward) >= compat.Sometimes {
		return errFinding
	}
	return nil
}

func writeCompat(w io.Writer, r *compat.Report) error {
	if len(r.Changes) > 0 {
		t := plainTable()
		t.AppendHeader(table.Row{"Where", "What", "New reads old", "Old reads new"})
		judged := func(j compat.Judgement) string {
			if j.Reason == "" {
				return j.Verdict.String()
			}
			return j.Verdict.String() + ": " + j.Reason
		}
		for _, ch := range r.Changes {
			t.AppendRow(table.Row{ch.Path, ch.What, judged(ch.Backward), judged(ch.Forward)})
		}
		var columns []table.ColumnConfig
		for n, width := range []int{22, 20, 24, 24} {
			columns = append(columns, table.ColumnConfig{Number: n + 1, WidthMax: width, WidthMaxEnforcer: text.WrapSoft})
		}
		t.SetColumnConfigs(columns)
		if _, err := fmt.Fprintf(w, "%s\n\n", trimLines(t.Render())); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "New reads old: %s. Old reads new: %s.\n", r.Backward, r.Forward)
	return err
}

type extprotGen struct {
	Files   []string `arg:"" type:"path" help:"Schema files; several are generated as one, so that what they include is declared once."`
	Out     string   `short:"o" default:"." type:"path" placeholder:"DIR" help:"Where to write the file; its package is called like the folder. Example: -o=./wire"`
	Package string   `placeholder:"NAME" help:"Name of the package. Example: --package=wire"`
	Also    []string `enum:"print,defaults,random" placeholder:"LIST" help:"Give messages more methods: print (String, as inspect --json), defaults (SetDefaults), random (SetRandom). Example: --also=print"`

	overwrite
}

func (c *extprotGen) Run(s *session) error {
	sch, err := schema.Load(c.Files...)
	if err != nil {
		return err
	}
	pkg := c.Package
	if pkg == "" {
		pkg = strings.Map(func(r rune) rune {
			if r == '_' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
				return r
			}
			return -1
		}, strings.ToLower(filepath.Base(c.Out)))
	}
	if !token.IsIdentifier(pkg) {
		return fmt.Errorf("%q is no name of a Go package: give one by --package", cmp.Or(c.Package, filepath.Base(c.Out)))
	}
	if !slices.ContainsFunc(sch.Files, func(f *schema.File) bool { return len(f.Decls) > 0 }) {
		return fmt.Errorf("%s declares no type and no message", strings.Join(c.Files, ", "))
	}
	var names []string
	for _, file := range c.Files {
		names = append(names, filepath.Base(file))
	}
	base := pkg // of the file that is written
	if len(names) == 1 {
		base = strings.TrimSuffix(names[0], filepath.Ext(names[0]))
	}
	command := "assay extprot gen " + strings.Join(names, " ")
	if len(c.Also) > 0 {
		command += " --also=" + strings.Join(c.Also, ",")
	}
	src, err := gen.Generate(sch, gen.Options{
		Package: pkg, Source: strings.Join(names, ", "), Command: command,
		Print: slices.Contains(c.Also, "print"), Default: slices.Contains(c.Also, "defaults"), Random: slices.Contains(c.Also, "random"),
	})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return err
	}
	name := filepath.Join(c.Out, base+".go")
	if err := s.mayReplace(name); err != nil {
		return err
	}
	if err := atomic.Write(name, src); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.stderr, "wrote", name)
	return err
}

type extprotInspect struct {
	File    string `arg:"" type:"path" help:"Concatenated messages; - for standard input."`
	Schema  string `type:"path" placeholder:"FILE" help:"Schema, for a typed view. Example: --schema=orders.proto"`
	Message string `placeholder:"NAME" help:"Which message of the schema. Example: --message=order"`
	Verbose bool   `help:"Show every wire type and tag. Example: --verbose"`
	JSON    bool   `name:"json" help:"Print a JSON value a message; needs --schema. Example: --json"`
	Hex     bool   `help:"The input is hex digits, or a hexdump. Example: --hex"`
	Lax     bool   `help:"Read whatever the original implementation reads. Example: --lax"`
}

func (c *extprotInspect) Run(s *session) error {
	data, err := readInput(c.File)
	if err != nil {
		return err
	}
	if c.Hex {
		if data, err = extprot.ParseHex(string(data)); err != nil {
			return fmt.Errorf("%s: %w", c.File, err)
		}
	}
	in := extprot.Inspection{Form: extprot.Compact, Message: c.Message, Options: value.Options{Lax: c.Lax}}
	switch {
	case (c.Schema == "") != (c.Message == ""):
		return errors.New("--schema and --message go together: give both, as in --schema=orders.proto --message=order")
	case c.JSON && c.Schema == "":
		return errors.New("--json needs --schema and --message, which say what the fields are called")
	case c.JSON:
		in.Form = extprot.JSON
	case c.Schema != "":
		in.Form = extprot.Typed
	case c.Verbose:
		in.Form = extprot.Verbose
	}
	if c.Schema != "" {
		if in.Schema, err = schema.Load(c.Schema); err != nil {
			return err
		}
	}
	out, err := extprot.Inspect(data, in)
	if _, printErr := io.WriteString(visible.Writer(s.stdout), out); printErr != nil {
		return printErr
	}
	return err
}

type extprotEncode struct {
	File    string `arg:"" optional:"" default:"-" type:"path" help:"The message as inspect --json prints it; - for standard input."`
	Schema  string `required:"" type:"path" placeholder:"FILE" help:"Schema. Example: --schema=orders.proto"`
	Message string `required:"" placeholder:"NAME" help:"Which message of the schema. Example: --message=order"`
}

func (c *extprotEncode) Run(s *session) error {
	sch, err := schema.Load(c.Schema)
	if err != nil {
		return err
	}
	doc, err := readInput(c.File)
	if err != nil {
		return err
	}
	return encodeAll(s.stdout, sch, c.Message, doc)
}

// encodeAll encodes one JSON value after the other.
func encodeAll(w io.Writer, sch *schema.Schema, message string, docs []byte) error {
	dec := json.NewDecoder(bytes.NewReader(docs))
	for n := 1; dec.More(); n++ {
		var doc json.RawMessage
		if err := dec.Decode(&doc); err != nil {
			return fmt.Errorf("value %d: %w", n, err)
		}
		out, err := extprot.Encode(sch, message, doc)
		if err != nil {
			return fmt.Errorf("value %d: %w", n, err)
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
	}
	return nil
}

// readInput reads a file, or standard input for "-".
func readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	return os.ReadFile(name)
}
