package drivers_test

import (
	"flag"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/drivers/internal/assay"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

var only = flag.String("drivers", "", "names of the drivers to test, a `regexp`; by default all")

// kept is a driver with the folder whose testdata has its golden files.
type kept struct {
	name   string
	driver *driver.Driver
	folder string
}

// keptDrivers returns the drivers, that of the positional formats once a format: there, and
// not in the driver's folder, is what its rows emit and refuse.
func keptDrivers() (list []kept) {
	for _, d := range drivers.All {
		if d != &assay.Driver {
			list = append(list, kept{d.Name, d, folder(d)})
			continue
		}
		formats := map[string][]driver.Variant{}
		for _, v := range d.Variants {
			formats[v.Suffix] = append(formats[v.Suffix], v)
		}
		for _, format := range slices.Sorted(maps.Keys(formats)) {
			one := *d
			one.Variants = formats[format]
			list = append(list, kept{d.Name + "." + format, &one, filepath.Join("..", "codec", "internal", "formats", format)})
		}
	}
	return list
}

// folder returns the folder of a driver.
func folder(d *driver.Driver) string {
	return filepath.Join("internal", strings.NewReplacer("-", "", "_", "", ".", "").Replace(d.Name))
}

// TestDriver is the conformance suite, which compiles nothing.
func TestDriver(t *testing.T) {
	for _, k := range keptDrivers() {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			drivertest.Run(t, k.driver, k.folder)
		})
	}
}

// TestRoundTrip has the libraries carry values, or those that -drivers names. What is built in
// one go is one program, so that assay's own formats, and the libraries with structs of their
// own, are built by themselves.
func TestRoundTrip(t *testing.T) {
	filter, err := regexp.Compile("^(" + *only + ")$")
	if err != nil {
		t.Fatal(err)
	}
	if *only == "" {
		roundtrip.NeedsLong(t)
	}
	parts := map[string][]kept{}
	for _, k := range keptDrivers() {
		part := "others"
		switch {
		case *only != "" && !filter.MatchString(k.name):
			continue
		case k.driver.Facts.Own:
			part = "own"
		case slices.ContainsFunc(k.driver.Variants, func(v driver.Variant) bool { return v.Transform }):
			part = "transform"
		}
		parts[part] = append(parts[part], k)
	}
	for part, list := range parts {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			roundTrip(t, list)
		})
	}
}

func roundTrip(t *testing.T, list []kept) {
	t.Helper()
	var all []*driver.Driver
	folders := map[*driver.Driver]string{}
	for _, k := range list {
		all, folders[k.driver] = append(all, k.driver), k.folder
	}
	roundtrip.Run(t, all, func(d *driver.Driver) string { return folders[d] })
}
