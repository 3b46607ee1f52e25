package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
)

// versionCommand says the revision too, and the toolchain.
type versionCommand struct{}

func (versionCommand) Run(s *session) error {
	_, err := fmt.Fprintf(s.stdout, "%s, built by %s for %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

type helpCommand struct {
	Command []string `arg:"" optional:"" help:"What to explain: run, or extprot gen."`
}

// Run prints the help of the command. It stands for --help behind it.
func (c *helpCommand) Run(ctx context.Context, s *session) error {
	switch code := run(ctx, s.stdout, io.Discard, append(slices.Clone(c.Command), "--help")); code {
	case exitOK:
		return nil
	default:
		return fmt.Errorf("there is no command %q: assay help lists them", strings.Join(c.Command, " "))
	}
}
