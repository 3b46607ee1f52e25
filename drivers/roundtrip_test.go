package drivers_test

import (
	"flag"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/driver/roundtriptest"
	"github.com/assay-go/assay/drivers"
)

var only = flag.String("drivers", "", "names of the drivers to test, a `regexp`")

// TestRoundTrip is about all drivers but assay's own, whose folder tests its
// many variants beside this: go test gives a package ten minutes.
func TestRoundTrip(t *testing.T) {
	filter, err := regexp.Compile("^(" + *only + ")$")
	if err != nil {
		t.Fatal(err)
	}
	var list []*driver.Driver
	for _, d := range drivers.All {
		if d.Name != "assay" && (*only == "" || filter.MatchString(d.Name)) {
			list = append(list, d)
		}
	}
	roundtriptest.Run(t, list, func(d *driver.Driver) string {
		return strings.NewReplacer("-", "", "_", "", ".", "").Replace(d.Name)
	})
}
