package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/check"
	"github.com/assay-go/assay/rows"
)

type checkCommand struct {
	Types []string `arg:"" name:"type" help:"A type, or the older and the newer one: ./v1.Order ./v2.Order."`

	typeFlags
	rowFlags

	From []string `placeholder:"git:REF" help:"Compare this tree with commits of its repository, each git: and a branch, tag or hash. Example: --from=git:main"`

	Require string   `enum:"backward,forward,full,none" default:"backward" help:"What must hold between two types: backward (new code reads old data), forward, full or none. What is lost or wrong in silence, or dies, fails under each. Example: --require=full"`
	Allow   []string `placeholder:"PATHS" help:"Places at which anything may come. Example: --allow=Items[].Qty,Note"`
	Explain bool     `help:"Print the bytes and both values of each cell that is not the same. Example: --explain"`
	Format  string   `enum:"text,json,md,github" default:"text" help:"What to print: text, json, md, or github (annotations). Example: --format=github"`
	Memory  int      `default:"4096" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=2048"`
}

func (c *checkCommand) Run(ctx context.Context, s *session) error {
	all, yours, err := c.drivers(ctx)
	if err != nil {
		return err
	}
	selection, err := rows.Parse(c.Serializers, c.Features, rows.All(all))
	if err != nil {
		return err
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	report, err := c.check(ctx, s, check.Config{
		Drivers: all, CacheDir: s.cacheDir, CacheLimit: s.cacheLimit,
		Choose: func(row rows.Candidate) bool {
			return yours[row.Driver] || c.choose(selection, c.Types[len(c.Types)-1], row)
		},
		Require: c.Require, Allow: c.Allow, MemoryMB: c.Memory, Tool: version(), Command: s.args,
		Progress: func(what string) { p.update(what, 0, 0, 0) },
	})
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

// check does what the flags ask for.
func (c *checkCommand) check(ctx context.Context, s *session, cfg check.Config) (*check.Report, error) {
	switch {
	case len(c.From) > 0 && len(c.Types) != 1:
		return nil, errors.New("--from compares one type with itself at another commit: name one")
	case len(c.From) > 0:
		return c.since(ctx, s, cfg)
	}
	if len(c.Types) == 2 {
		return check.Between(ctx, cfg, c.side(c.Types[1]), c.side(c.Types[0]))
	}
	if len(c.Types) > 2 {
		return nil, fmt.Errorf("%d types: name one, or the older and the newer one", len(c.Types))
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
		tree, err := check.Commit(ctx, ".", ref, s.cacheDir)
		if err != nil {
			return nil, err
		}
		side := c.side(c.Types[0])
		side.Name, side.Dir, side.Env, side.Optional, side.Notes = fmt.Sprintf("%s (%s)", ref, tree.Commit), tree.Dir, tree.Env, true, tree.Notes
		older = append(older, side)
	}
	return check.Between(ctx, cfg, newer, older...)
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
