package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/rows"
)

type lockCommand struct {
	Type string `arg:"" name:"type" help:"The type: ./orders.Order. Or packages, of which all types that meet a serializer get a lock: ./..."`

	typeFlags
	rowFlags

	Lock   string `placeholder:"FILE" type:"path" help:"The lock of the type. Example: --lock=orders.wire"`
	Locks  string `placeholder:"DIR" default:"wire" help:"With ./..., the folder of the locks, one file for each type. Example: --locks=wire"`
	Memory int    `rare:"" default:"4096" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=2048"`
}

// Run adds what is written of the type today to its lock, and has all that is there read.
func (c *lockCommand) Run(ctx context.Context, s *session) error {
	of := checkCommand{Types: []string{c.Type}, typeFlags: c.typeFlags, rowFlags: c.rowFlags, Lock: c.Lock, Memory: c.Memory, Require: "backward"}
	of.Locks, of.Format, of.grow = c.Locks, "text", true
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	cfg, err := of.config(ctx, s, p)
	if err != nil {
		return err
	}
	if of.module() {
		return of.types(ctx, s, cfg, p)
	}
	if c.Lock == "" {
		return errors.New("--lock: name the file, as in --lock=orders.wire")
	}
	report, err := check.Against(ctx, cfg, of.side(c.Type), c.Lock, true)
	p.close()
	if err != nil {
		return err
	}
	if err := report.Print(s.stdout, "text", false); err != nil {
		return err
	}
	if !report.Holds() {
		return errFinding
	}
	return nil
}

type acceptCommand struct {
	What    string `arg:"" help:"A field and what may become of it, dropped or changed: 'Order.Total: dropped'."`
	Because string `required:"" placeholder:"REASON" help:"Why it may. Example: --because='nobody reads it'"`
	Lock    string `required:"" placeholder:"FILE" type:"path" help:"The lock of the type. Example: --lock=orders.wire"`
}

// Run writes into a lock what may be lost, and why.
func (c *acceptCommand) Run() error {
	consent, err := check.ParseConsent(c.What)
	if err != nil {
		return err
	}
	l, err := check.ReadLock(c.Lock)
	if err != nil {
		return err
	}
	if l.Type == "" {
		return fmt.Errorf("there is no %s: assay lock ./orders.Order --lock=%s makes it", c.Lock, c.Lock)
	}
	if strings.TrimSpace(c.Because) == "" {
		return errors.New("--because: say why, for those who read the lock later")
	}
	consent.Path = strings.TrimPrefix(consent.Path, l.Type[strings.LastIndexByte(l.Type, '.')+1:]+".")
	consent.Because = c.Because
	if err := l.Accept(consent); err != nil {
		return err
	}
	return l.Write()
}

// config is what the flags say of codecs and limits.
func (c *checkCommand) config(ctx context.Context, s *session, p *progress) (cfg check.Config, err error) {
	all, yours, err := c.drivers(ctx, bench.Side{})
	if err != nil {
		return cfg, err
	}
	selection, err := rows.Parse(c.Serializers, c.Features, rows.All(all))
	if err != nil {
		return cfg, err
	}
	cfg = check.Config{
		Drivers: all, CacheDir: s.cacheDir, CacheLimit: s.cacheLimit,
		Choose: func(row rows.Candidate) bool {
			return yours[row.Driver] || c.chosen(selection, row)
		},
		Require: c.Require, Asked: c.Serializers != "" || c.Features != "", MemoryMB: c.Memory, Tool: version(), Command: s.args,
		Progress: func(what string) { p.update(what, 0, 0, 0) },
	}
	for _, text := range c.Allow {
		consent, err := check.ParseConsent(text)
		if err != nil {
			return cfg, fmt.Errorf("--allow: %w", err)
		}
		cfg.Allow = append(cfg.Allow, consent)
	}
	if c.Lock == "" || len(c.Types) < 2 && len(c.From) == 0 {
		return cfg, nil
	}
	l, err := check.ReadLock(c.Lock)
	if err != nil {
		return cfg, err
	}
	cfg.Allow = append(cfg.Allow, l.Accepted...)
	return cfg, nil
}
