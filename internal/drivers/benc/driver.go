// Package benc is the driver of github.com/deneonet/benc/std.
package benc

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const (
	module = "github.com/deneonet/benc"
	bstd   = module + "/std"
)

// Driver is github.com/deneonet/benc/std.
var Driver = driver.Driver{
	Name: "benc",
	Doc: "The primitives of benc's package std, called field by field as its README shows, with its MarshalSlice and " +
		"MarshalMap. Times are Unix nanoseconds in UTC, as in go-serialization-benchmarks, so that times beyond 1678 to " +
		"2262, the zero time among them, are lost.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v1.1.8"}},
		Licence:  "MIT",
		URL:      "https://github.com/deneonet/benc",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{
		{Features: features(driver.Raw), Nondeterministic: true, Reuse: true},
		{Features: features(driver.Raw, driver.UnsafeStr), Aliases: true, Nondeterministic: true, Reuse: true},
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Rules: []driver.Rule{driver.Nameable},
	}.Check,
	Emit: emit,
}

func features(own ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Manual, driver.Binary, driver.Int}, own...)
}
