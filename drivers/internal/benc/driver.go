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
	Calls: "`bstd`'s primitives by pointer, as bencgen writes them, with its `UnmarshalSlice` by pointers to elements; reuse fills a sufficient buffer, and decodes into pointees and byte slices that are there. Source: bencgen's output, projects/benc of go-serialization-benchmarks. Marshal 45 → 40, with reuse 22 → 14.5. Not used: `BufPool`, a pool around the same calls; loops in the place of `MarshalSlice`, which the generator does not write either; the format with field numbers, which writes more.",
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
		Rules: []driver.Rule{driver.IsNameable},
	}.Check,
	Emit: emit,
}

func features(own ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Manual, driver.Binary, driver.Int}, own...)
}
