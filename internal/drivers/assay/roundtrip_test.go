package assay

import (
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/formats"
)

func TestRoundTrip(t *testing.T) {
	roundtrip.NeedsLong(t)
	var list []*driver.Driver
	for _, f := range formats.All {
		list = append(list, of(f))
	}
	roundtrip.RunIn(t, list, func(d *driver.Driver) string { return folder(d.Variants[0].Suffix) })
}
