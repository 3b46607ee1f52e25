// Package drivers lists the serializers that assay knows: every folder below it
// is one.
package drivers

//go:generate go run gen.go

import "github.com/assay-go/assay/driver"

// Lookup returns the driver with the given name.
func Lookup(name string) (*driver.Driver, bool) {
	for _, d := range All {
		if d.Name == name {
			return d, true
		}
	}
	return nil, false
}
