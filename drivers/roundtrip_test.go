package drivers_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/driver/roundtriptest"
	"github.com/assay-go/assay/drivers"
)

var only = flag.String("drivers", "", "names of the drivers to test, a `regexp`")

// TestRoundTrip is about all drivers but those whose folder has such a test of
// its own, as they take longest to compile: go test gives a package ten minutes.
func TestRoundTrip(t *testing.T) {
	filter, err := regexp.Compile("^(" + *only + ")$")
	if err != nil {
		t.Fatal(err)
	}
	var list []*driver.Driver
	for _, d := range drivers.All {
		if *only != "" && !filter.MatchString(d.Name) {
			continue
		}
		if _, err := os.Stat(filepath.Join(folder(d), "roundtrip_test.go")); err != nil {
			list = append(list, d)
		}
	}
	roundtriptest.Run(t, list, folder)
}

// folder returns where the driver lies.
func folder(d *driver.Driver) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(d.Name)
}
