package main

import (
	"context"
	"fmt"

	"github.com/assay-go/assay/internal/compile"
)

type cleanCommand struct{}

func (c *cleanCommand) Run(ctx context.Context, s *session) error {
	said := false
	freed, err := compile.CleanCache(ctx, compile.Config{CacheDir: s.cacheDir}, func() {
		if !said {
			said = true
			fmt.Fprintln(s.stderr, "waiting for the end of a run that uses the cache")
		}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.stdout, "freed %d MB\n", freed>>20)
	return err
}

// writeUsage says what the cache folder holds.
func writeUsage(s *session) error {
	dir, usage, err := compile.CacheUsage(compile.Config{CacheDir: s.cacheDir})
	if err != nil {
		return err
	}
	total := int64(0)
	for _, u := range usage {
		total += u.Bytes
	}
	fmt.Fprintf(s.stdout, "\nCache       %s, %d MB of at most %d; assay clean removes it\n", dir, total>>20, s.cacheLimit>>20)
	for _, u := range usage {
		if u.Bytes >= 1<<20 {
			fmt.Fprintf(s.stdout, "  %-10s%6d MB\n", u.Kind, u.Bytes>>20)
		}
	}
	return nil
}
