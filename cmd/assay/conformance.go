package main

import (
	"context"
	"fmt"

	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
)

// conformance tries the codecs of the formats on public suites.
func (c *checkCommand) conformance(ctx context.Context, cfg check.Config) (*check.Matrix, error) {
	var suites []*standard.Suite
	for _, format := range c.Conformance {
		if format == "bson" && c.Suite == "" {
			return nil, fmt.Errorf("--conformance=bson: the terms of BSON's suite allow no copy: clone github.com/mongodb/specifications, and give --suite=specifications/source/bson-corpus/tests")
		}
		suite, err := standard.SuiteOf(format, c.Suite)
		if err != nil {
			return nil, fmt.Errorf("--conformance: %w", err)
		}
		suites = append(suites, suite)
	}
	return check.Conformance(ctx, cfg, suites)
}
