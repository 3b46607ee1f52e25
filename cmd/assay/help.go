package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

type versionCommand struct{}

func (versionCommand) Run(s *session) error {
	_, err := fmt.Fprintln(s.stdout, version())
	return err
}

type helpCommand struct {
	Verb []string `arg:"" optional:"" help:"What to explain: run, or extprot gen."`
}

// Run prints the help of the verb. It stands for --help behind it.
func (c *helpCommand) Run(ctx context.Context, s *session) error {
	switch code := run(ctx, s.stdout, io.Discard, append(slices.Clone(c.Verb), "--help")); code {
	case exitOK:
		return nil
	default:
		return fmt.Errorf("there is no verb %q: assay help lists them", strings.Join(c.Verb, " "))
	}
}
