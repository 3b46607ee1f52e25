package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/commit"
	"github.com/assay-go/assay/internal/rows"
)

type checkCommand struct {
	Types []string `arg:"" optional:"" name:"type" help:"A type, or the older and the newer one: ./v1.Order ./v2.Order. Or packages, of which all types that meet a serializer are checked by their locks: ./..."`

	typeFlags
	rowFlags

	From []string `placeholder:"git:REF" help:"Compare this tree with commits of its repository, each git: and a branch, tag or hash. Example: --from=git:main"`

	Swap []string `placeholder:"A,B" help:"Have two codecs read each other's bytes: two variants, or two versions of a library, major ones by the paths of their modules. Examples: --swap=json,jsonv2, --swap=github.com/vmihailenco/msgpack/v4,github.com/vmihailenco/msgpack/v5 or --swap=vmihailenco@v5.3.5,vmihailenco@v5.4.1"`
	Go   []string `name:"go" placeholder:"A,B" help:"Have the same codecs built by two toolchains read each other's bytes. Example: --go=1.26.8,1.27.0"`
	Lock string   `placeholder:"FILE" type:"path" help:"Read what the codecs wrote into this file, which assay lock makes, and add codecs that it lacks. Between two types, take from it what was accepted. Example: --lock=orders.wire"`

	Locks       string   `placeholder:"DIR" default:"wire" help:"With ./..., the folder of the locks, one file for each type. Example: --locks=wire"`
	Matrix      bool     `help:"Try every serializer on the standard changes, values and malformed input. Example: --matrix --format=html"`
	Conformance []string `placeholder:"FORMATS" help:"Try every serializer of these formats on the format's public suite of tests: json, cbor, msgpack, protobuf, bson. Example: --conformance=json,cbor"`
	Suite       string   `placeholder:"DIR" type:"path" help:"With --conformance=bson, the folder of its suite, whose terms allow no copy: source/bson-corpus/tests of github.com/mongodb/specifications. Example: --suite=tests"`
	Read        []string `placeholder:"FILES" type:"path" help:"With --matrix, print the JSON that earlier runs wrote, and try nothing. Of a codec that several files have at one version, the later result counts, and of malformed input the worse. Example: --read=check.json"`
	Out         string   `placeholder:"FILE" type:"path" help:"Write the results to this file, also after each batch of codecs; by default to standard output. Example: --out=check.json"`

	Require string   `enum:"backward,forward,full,none" default:"backward" help:"What must hold between two types: backward (new code reads old data), forward (old code reads new data), full (both), or none (refusals are fine, and nothing is lost in silence). Example: --require=full"`
	Allow   []string `placeholder:"PATH: WORD" help:"What may be lost: a field, and dropped or changed; assay accept writes it into a lock, with the reason. Example: --allow='Items[].Qty: dropped'"`
	Explain bool     `help:"Print the bytes and both values of each cell that is not the same. Example: --explain"`
	Format  string   `enum:"text,json,md,github,html,labels" default:"text" help:"What to print: text, json, md, github (annotations); with --matrix also html, and labels (what assay list shows). Example: --format=github"`
	asJSON
	Memory int `default:"4096" rare:"" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=2048"`

	overwrite

	grow bool // the locks are made, and added to
}

func (c *checkCommand) Run(ctx context.Context, s *session) error {
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	cfg, err := c.config(ctx, s, p)
	if err != nil {
		return err
	}
	if c.standardTypes() {
		return c.matrix(ctx, s, cfg, p)
	}
	if c.module() {
		return c.types(ctx, s, cfg, p)
	}
	report, err := c.check(ctx, s, cfg)
	p.close()
	if err != nil {
		return err
	}
	if err := report.Print(s.stdout, c.Format, c.Explain); err != nil {
		return err
	}
	if !report.Holds() {
		return errFinding
	}
	return nil
}

// standardTypes reports whether it is asked of the serializers what they do, and not of a type.
func (c *checkCommand) standardTypes() bool { return c.Matrix || len(c.Conformance) > 0 }

// module reports whether packages are named in place of types.
func (c *checkCommand) module() bool {
	return len(c.Types) > 0 && strings.HasSuffix(c.Types[0], "...")
}

// types has all types of packages that meet serializers read what their locks have.
func (c *checkCommand) types(ctx context.Context, s *session, cfg check.Config, p *progress) error {
	switch {
	case len(c.From) > 0 || len(c.Swap) > 0 || len(c.Go) > 0 || c.Lock != "" || c.Serializers != "" || c.Features != "" || c.All || len(c.With) > 0 || c.Require != "backward":
		return errors.New("packages go by the locks of their types: give no --from, --swap, --go, --lock, --require, --serializers, --features, --all or --with")
	case c.Data != "" || c.Sample != "" || len(c.Impl) > 0 || len(c.As) > 0 || len(c.Omit) > 0 || c.Count != 0:
		return errors.New("of packages the values of all types are made: give no --data, --sample, --impl, --as, --omit or --count")
	case c.Out != "" || len(c.Read) > 0:
		return errors.New("--out and --read are for --matrix")
	}
	if !slices.Contains([]string{"text", "json", "github"}, c.Format) {
		return fmt.Errorf("--format=%s: of ./... there are text, json and github", c.Format)
	}
	if _, err := moduleRoot(); err != nil {
		return err
	}
	m, err := check.LockedTypes(ctx, cfg, ".", c.Locks, c.grow, c.Types...)
	p.close()
	if err != nil {
		return err
	}
	if err := m.Print(s.stdout, c.Format, c.Explain); err != nil {
		return err
	}
	if !m.Holds() {
		return errFinding
	}
	return nil
}

// chosen reports whether a row takes part. On the standard types all do that are not
// left out.
func (c *checkCommand) chosen(selection rows.Selection, row rows.Candidate) bool {
	if c.standardTypes() {
		return selection.Match(row)
	}
	return c.choose(selection, c.Types[len(c.Types)-1], row)
}

// matrix tries the serializers on the standard types.
func (c *checkCommand) matrix(ctx context.Context, s *session, cfg check.Config, p *progress) error {
	switch {
	case len(c.Types) > 0 || len(c.From) > 0 || len(c.Swap) > 0 || len(c.Go) > 0 || c.Lock != "":
		return errors.New("--matrix and --conformance are of the standard types: name no type, and no --from, --swap, --go or --lock")
	case len(c.Conformance) > 0 && (c.Matrix || len(c.Read) > 0 || !slices.Contains([]string{"text", "json"}, c.Format)):
		return errors.New("--conformance tries suites, and prints text or json: give --matrix, --read and other formats to a second command, as in --matrix --read=check.json,conformance.json --format=html")
	}
	if !slices.Contains(check.MatrixFormats, c.Format) {
		return fmt.Errorf("--format=%s: a matrix is written as %s", c.Format, strings.Join(check.MatrixFormats, ", "))
	}
	if err := s.mayReplace(c.Out); err != nil {
		return err
	}
	write := func(m *check.Matrix) error {
		if c.Out == "" {
			return nil
		}
		var b bytes.Buffer
		if c.Format == "text" {
			b.WriteString(atomic.Text + "check --matrix\n\n")
		}
		if err := m.Print(&b, c.Format); err != nil {
			return err
		}
		if c.Format == "md" {
			return atomic.Write(c.Out, atomic.Marked(b.Bytes()))
		}
		return atomic.Write(c.Out, b.Bytes())
	}
	m, err := c.standard(ctx, cfg, write)
	p.close()
	if err != nil || c.Out != "" {
		return err
	}
	if err := m.Print(s.stdout, c.Format); err != nil || !c.Explain || c.Format != "text" {
		return err
	}
	return m.Explain(s.stdout)
}

// standard is the matrix that was written before, or a new one, or one of suites.
func (c *checkCommand) standard(ctx context.Context, cfg check.Config, write func(*check.Matrix) error) (*check.Matrix, error) {
	if len(c.Conformance) > 0 {
		m, err := c.conformance(ctx, cfg)
		if err != nil {
			return nil, err
		}
		return m, write(m)
	}
	if len(c.Read) == 0 {
		return check.Standard(ctx, cfg, write)
	}
	var all *check.Matrix
	for _, file := range c.Read {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		m, err := check.ReadMatrix(data)
		switch {
		case err != nil:
		case all == nil:
			all = m
		default:
			err = all.Join(m)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return all, write(all)
}

// check does what the flags ask for.
func (c *checkCommand) check(ctx context.Context, s *session, cfg check.Config) (*check.Report, error) {
	switch {
	case len(c.Types) == 0:
		return nil, errors.New("name a type, as in assay check ./orders.Order --from=git:main, or an older and a newer one, or give --matrix")
	case c.Out != "" || len(c.Read) > 0 || !slices.Contains(check.Formats, c.Format):
		return nil, errors.New("--out, --read and --format=html or labels are for --matrix")
	case len(c.From) > 0 && len(c.Types) != 1:
		return nil, errors.New("--from compares one type with itself at another commit: name one")
	case len(c.Types) != 1 && (len(c.Swap) > 0 || len(c.Go) > 0):
		return nil, errors.New("--swap and --go are for one type: name one")
	case c.Lock != "" && (len(c.Swap) > 0 || len(c.Go) > 0):
		return nil, errors.New("--swap and --go read no lock: leave --lock out")
	case len(c.From) > 0:
		return c.since(ctx, s, cfg)
	case len(c.Swap) > 0:
		return c.swap(ctx, cfg)
	case len(c.Go) > 0:
		return c.toolchains(ctx, cfg)
	case len(c.Types) > 2:
		return nil, fmt.Errorf("%d types: name one, or the older and the newer one", len(c.Types))
	case len(c.Types) == 2:
		return check.Between(ctx, cfg, c.side(c.Types[1]), c.side(c.Types[0]))
	case c.Lock != "":
		if _, err := os.Stat(c.Lock); errors.Is(err, fs.ErrNotExist) { // a misspelt one would hold for ever
			return nil, fmt.Errorf("there is no %s: assay lock %s --lock=%[1]s makes it", c.Lock, c.Types[0])
		}
		return check.Against(ctx, cfg, c.side(c.Types[0]), c.Lock, false)
	}
	return check.Alone(ctx, cfg, c.side(c.Types[0]))
}

// since compares the type with what it was at the commits of --from.
func (c *checkCommand) since(ctx context.Context, s *session, cfg check.Config) (*check.Report, error) {
	newer := c.side(c.Types[0])
	newer.Name = "working tree"
	var older []check.Side
	for _, from := range c.From {
		ref, ok := strings.CutPrefix(from, "git:")
		if !ok || ref == "" {
			return nil, fmt.Errorf("--from=%s: write git: and a branch, a tag or a hash, as in --from=git:main", from)
		}
		tree, err := commit.Unpack(ctx, ".", ref, s.cacheDir)
		if err != nil {
			return nil, err
		}
		side := c.side(c.Types[0])
		side.Name, side.Dir, side.Env, side.Optional, side.Notes = fmt.Sprintf("%s (%s)", ref, tree.Commit), tree.Dir, tree.Env, true, tree.Notes
		if tree.Changed != "" {
			newer.Notes = []string{tree.Changed} // each says the same
		}
		older = append(older, side)
	}
	return check.Between(ctx, cfg, newer, older...)
}

// swap has two rows, or two versions of a library, read each other's bytes.
func (c *checkCommand) swap(ctx context.Context, cfg check.Config) (*check.Report, error) {
	if len(c.Swap) != 2 {
		return nil, errors.New("--swap: name two codecs, as in --swap=json,jsonv2")
	}
	cfg.Choose = nil
	var sides [2]check.Side
	for i, text := range c.Swap {
		row, version, versioned := strings.Cut(text, "@")
		found := slices.IndexFunc(cfg.Drivers, func(d *driver.Driver) bool {
			return d.Name == row || slices.ContainsFunc(d.Rows(), func(r driver.Row) bool { return r.Name == row || d.RowName(r.Variant) == row })
		})
		d := check.AtModule(cfg.Drivers, row, version)
		switch {
		case d != nil && d.Facts.Modules[0].Version == "":
			latest, err := latestOf(ctx, row)
			if err != nil {
				return nil, err
			}
			d.Facts.Modules[0].Version = latest
			row = d.Name
		case d != nil:
			row = d.Name
		case found < 0:
			_, err := rows.Parse(row, "", rows.All(cfg.Drivers)) // it has a hint
			return nil, cmp.Or(err, fmt.Errorf("--swap: %s names no one variant: give its name, as assay list has it, or the path of a library's module", row))
		case versioned:
			var err error
			if d, err = check.AtVersion(cfg.Drivers[found], version); err != nil {
				return nil, fmt.Errorf("--swap: %w", err)
			}
		default:
			d = cfg.Drivers[found]
		}
		sides[i] = c.side(c.Types[0])
		sides[i].Name, sides[i].Row, sides[i].Only, sides[i].As = text, row, []*driver.Driver{d}, strings.Join(c.Swap, " ↔ ")
	}
	return check.Swap(ctx, cfg, sides[0], sides[1])
}

// latestOf is the latest version of a module, as the go command knows it.
func latestOf(ctx context.Context, module string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-mod=mod", "-f", "{{.Version}}", module+"@latest")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	cmd.Dir = os.TempDir() // the module's own requirements do not matter
	out, err := cmd.Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return "", fmt.Errorf("--swap: %s: name a version, as in %s@v1.2.3: %s", module, module, bytes.TrimSpace(failed.Stderr))
	}
	return string(bytes.TrimSpace(out)), err
}

// toolchains has the same codecs built by two toolchains read each other's bytes.
func (c *checkCommand) toolchains(ctx context.Context, cfg check.Config) (*check.Report, error) {
	if len(c.Go) != 2 {
		return nil, errors.New("--go: name two toolchains, as in --go=1.26.8,1.27.0")
	}
	var sides [2]check.Side
	for i, v := range c.Go {
		var built bench.Side
		if err := buildWith(ctx, &built, v); err != nil {
			return nil, fmt.Errorf("--go: %w", err)
		}
		sides[i] = c.side(c.Types[0])
		sides[i].Name, sides[i].Env = built.Name, built.Env
	}
	return check.Swap(ctx, cfg, sides[0], sides[1])
}

func (c *checkCommand) side(name string) check.Side {
	return check.Side{Name: name, Source: c.source(name)}
}

// source is a type with its values as the flags have them.
func (f *typeFlags) source(name string) bench.Source {
	return bench.Source{
		Name: name, Seed: f.Seed, Count: f.Count, TimePrecision: f.TimePrecision,
		File: f.Data, Sample: f.Sample, Impls: f.Impl, As: f.As, Omit: f.Omit,
	}
}
