package assay

import (
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/formats"
)

// TestDriver is the conformance suite, for each format in its folder: there are the
// golden files of its rows.
func TestDriver(t *testing.T) {
	for _, f := range formats.All {
		t.Run(f.ID, func(t *testing.T) {
			t.Chdir(folder(f.ID))
			drivertest.Run(t, of(f))
		})
	}
}

// folder returns the folder of the format with the ID.
func folder(id string) string {
	return filepath.Join("..", "..", "..", "internal", "formats", id)
}
