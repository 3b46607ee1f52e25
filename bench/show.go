package bench

import (
	"context"
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/rows"
)

// Shown is the code by which a row is measured.
type Shown struct {
	Row     string
	Driver  *driver.Driver
	PkgPath string            // that the files import each other by
	Files   map[string][]byte // of the adapter's package, by name; adapter.go is the main one
}

// Show returns the code by which a row would be measured on a type. The drivers are
// those of cfg; of the rest of it CacheDir and Dir matter.
func Show(ctx context.Context, cfg Config, src Source, row string) (*Shown, error) {
	o := newOpener(cfg)
	s, err := o.open(ctx, src)
	if err != nil {
		return nil, err
	}
	if err := allMet([]*subject{s}); err != nil {
		return nil, err
	}
	s.drivers = cfg.Drivers
	s.choose(func(_ string, c rows.Candidate) bool { return c.Row == row })
	if len(s.wanted) == 0 {
		return nil, fmt.Errorf("there is no variant %s for %s", row, src.Name)
	}
	pkgPath, files, err := compile.Source(ctx, o.compileConfig(), s.adapters()[0])
	if err != nil {
		return nil, err
	}
	return &Shown{Row: row, Driver: s.wanted[0].driver, PkgPath: pkgPath, Files: files}, nil
}
