package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/rows/spelling"
)

// buildWith has the side built by a toolchain, of a version such as 1.27, which it is
// called by where it has no name.
func buildWith(ctx context.Context, side *bench.Side, version string) error {
	toolchain, err := compile.Toolchain(ctx, compile.Config{}, version)
	if err != nil {
		return err
	}
	setEnv(side, "GOTOOLCHAIN="+toolchain)
	side.Name += toolchain
	return nil
}

// buildBy has the side built by a setting: a flag of go build, or a variable of the go
// command such as GOAMD64=v3.
func buildBy(ctx context.Context, side *bench.Side, setting string) error {
	name, _, assigned := strings.Cut(setting, "=")
	switch {
	case strings.HasPrefix(setting, "-"):
		side.Flags = append(slices.Clip(side.Flags), setting)
	case strings.HasPrefix(name, "GO") && assigned:
		cmd := exec.CommandContext(ctx, "go", "env", "-json")
		cmd.Env = side.Env
		out, err := cmd.Output()
		known := map[string]string{}
		if err = errors.Join(err, json.Unmarshal(out, &known)); err != nil {
			return fmt.Errorf("go env: %w", err)
		}
		if _, is := known[name]; !is { // nothing would become of it
			return fmt.Errorf("the go command has no setting %s here%s (go env has their names)", name, spelling.Hint(name, slices.Sorted(maps.Keys(known))))
		}
		setEnv(side, setting)
	default:
		return fmt.Errorf("%q is neither a flag of go build nor a setting of the go command: write -pgo=off or GOAMD64=v3", setting)
	}
	return nil
}

func setEnv(side *bench.Side, setting string) {
	if side.Env == nil {
		side.Env = os.Environ()
	}
	side.Env = append(slices.Clip(side.Env), setting)
}

// sides are the toolchains and the settings that rows are measured with, each of the
// one with each of the other.
func (c *runCommand) sides(ctx context.Context) ([]bench.Side, error) {
	var list []bench.Side
	for _, version := range c.Go {
		var side bench.Side
		if err := buildWith(ctx, &side, version); err != nil {
			return nil, fmt.Errorf("--go: %w", err)
		}
		list = append(list, side)
	}
	if len(c.Build) == 0 {
		return list, nil
	}
	if len(list) == 0 {
		list = []bench.Side{{}}
	}
	var product []bench.Side
	for _, side := range list {
		for _, setting := range c.Build {
			one := side
			if setting != "default" {
				if err := buildBy(ctx, &one, setting); err != nil {
					return nil, fmt.Errorf("--build: %w", err)
				}
			}
			name := strings.TrimLeft(setting, "-")
			if side.Name != "" {
				name = side.Name + "/" + name
			}
			one.Name = name
			product = append(product, one)
		}
	}
	return product, bench.CheckSides(product)
}
