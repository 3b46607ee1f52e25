package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// versionCommand says the revision too, and the toolchain.
type versionCommand struct{}

func (versionCommand) Run(s *session) error {
	_, err := fmt.Fprintf(s.stdout, "%s, built by %s for %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

var helpOptions = kong.HelpOptions{Compact: true, NoExpandSubcommands: true, FlagsLast: true, WrapUpperBound: 100, ValueFormatter: kong.DefaultHelpValueFormatter}

// usualHelp leaves out the flags that few need, which have the tag rare.
func usualHelp(o kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	rare := 0
	for _, flags := range node.AllFlags(true) {
		for _, f := range flags {
			if f.Tag.Has("rare") {
				f.Hidden = true
				rare++
			}
		}
	}
	if err := kong.DefaultHelpPrinter(o, ctx); err != nil || rare == 0 {
		return err
	}
	_, err := fmt.Fprintf(ctx.Stdout, "\n%d more flags, which few need: %s --help-all\n", rare, node.FullPath())
	return err
}

// allFlags is the flag --help-all.
type allFlags bool

// BeforeReset prints the help with all flags, whatever else the command line lacks.
func (allFlags) BeforeReset(ctx *kong.Context) error {
	err := kong.DefaultHelpPrinter(helpOptions, ctx)
	if err == nil {
		ctx.Kong.Exit(exitOK)
	}
	return err
}

func (allFlags) IgnoreDefault() {}

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
