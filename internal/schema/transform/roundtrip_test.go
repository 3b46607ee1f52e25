package transform_test

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

// TestRoundTrip is about the drivers whose libraries have structs of their own.
func TestRoundTrip(t *testing.T) {
	roundtrip.NeedsLong(t)
	var list []*driver.Driver
	for _, d := range drivers.All {
		if d.Name != "assay" && slices.ContainsFunc(d.Variants, func(v driver.Variant) bool { return v.Transform }) {
			list = append(list, d)
		}
	}
	roundtrip.Run(t, list, "../../drivers")
}
