// Package thrift is the driver of github.com/apache/thrift.
package thrift

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/apache/thrift"

// identity is the number in the tags that compilers of Thrift write.
var identity = driver.ByNumber("thrift", "frugal")

// Driver is github.com/apache/thrift.
var Driver = driver.Driver{
	Name: "thrift",
	Doc: "Apache Thrift's binary and compact protocols over a TMemoryBuffer. The adapter reads and writes the user's types with the " +
		"calls that the Thrift compiler prints for Go, checks of the depth included, so that no value is nested deeper than 64 " +
		"structs; pointers, slices and maps are optional fields. Reuse keeps transports and protocols, as TSerializer does.",
	Calls: "the calls that the Thrift compiler prints, over memory transports that are kept. So does its `TSerializer`, and `TDeserializer`; fresh rows copy out, as that does.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: "v0.25.0"}},
		Format:      "thrift",
		Licence:     "Apache-2.0",
		URL:         "https://" + module,
		Identity:    identity,
		SlowToBuild: true,
	},
	Variants: []driver.Variant{variant("binary"), variant("compact")},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, gaps},
	}.Check,
	Emit: emit,
}

func variant(protocol string) driver.Variant {
	return driver.Variant{
		Suffix:           protocol,
		Features:         []driver.Feature{driver.Manual, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
	}
}

func gaps(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Interface && t.Name.IsZero() && t.NumMethod > 0:
		return "an unnamed interface type with methods cannot be spelled", "give the interface a type declaration"
	case t.Kind == typemodel.Map && t.Key.Kind == typemodel.Pointer:
		return "map keys that are pointers do not come back as the same", ""
	}
	for _, impl := range t.Impls {
		if impl.Kind == typemodel.Interface {
			return "interfaces within an interface are not supported", "name their types instead"
		}
	}
	return "", ""
}
