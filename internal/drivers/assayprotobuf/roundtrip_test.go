package assayprotobuf

import (
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

func TestRoundTrip(t *testing.T) {
	roundtrip.NeedsLong(t)
	roundtrip.Run(t, []*driver.Driver{&Driver}, "..")
}
