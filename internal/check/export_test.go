package check

import (
	"context"
	"testing"

	"github.com/assay-go/assay/internal/check/standard"
)

var TabulateIn = tabulate

// Tabulate tries codecs on some of the standard types.
func Tabulate(t *testing.T, cfg Config, changes []standard.Change, kinds []standard.Kind, save func(*Matrix) error) (*Matrix, error) {
	dir := t.TempDir()
	if err := standard.Write(dir); err != nil {
		return nil, err
	}
	return tabulate(context.Background(), cfg, dir, changes, kinds, save)
}
