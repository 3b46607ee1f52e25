package gocodec

import (
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/driver/roundtriptest"
)

func TestRoundTrip(t *testing.T) {
	roundtriptest.Run(t, []*driver.Driver{&Driver}, "..")
}
