package drivers_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

var only = flag.String("drivers", "", "names of the drivers to test, a `regexp`; by default those that no other package tests")

// TestRoundTrip leaves some drivers to other packages, for go test gives each
// ten minutes: those with structs of their own to package transform, those
// that take longest to compile to their own folders, and those of the standard
// library to TestRoundTripOfStandardLibrary, unless -drivers names them.
func TestRoundTrip(t *testing.T) {
	filter, err := regexp.Compile("^(" + *only + ")$")
	if err != nil {
		t.Fatal(err)
	}
	if *only == "" {
		roundtrip.NeedsLong(t)
	}
	var list []*driver.Driver
	for _, d := range drivers.All {
		if *only != "" && filter.MatchString(d.Name) || *only == "" && !elsewhere(d) && len(d.Facts.Modules) > 0 {
			list = append(list, d)
		}
	}
	roundtrip.Run(t, list, ".")
}

// TestRoundTripOfStandardLibrary is the round trip of the drivers that need no
// module, and so no minutes.
func TestRoundTripOfStandardLibrary(t *testing.T) {
	var list []*driver.Driver
	for _, d := range drivers.All {
		if len(d.Facts.Modules) == 0 && !elsewhere(d) {
			list = append(list, d)
		}
	}
	roundtrip.Run(t, list, ".")
}

func elsewhere(d *driver.Driver) bool {
	_, err := os.Stat(filepath.Join(roundtrip.Folder(d), "roundtrip_test.go"))
	return err == nil || slices.ContainsFunc(d.Variants, func(v driver.Variant) bool { return v.Transform })
}
