//go:build long

package check_test

import (
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/rows"
)

// Each codec that the matrix tries was tried, or is one that no standard type suits.
func TestEachCodecIsLabelled(t *testing.T) {
	for _, name := range check.Distinct(drivers.All) {
		if len(rows.Labels()[name].Labels) == 0 {
			t.Errorf("%s has no label: run docs/results/check.sh --serializers=%s", name, name)
		}
	}
}
