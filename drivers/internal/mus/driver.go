// Package mus is the driver of github.com/mus-format/mus-go.
package mus

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/mus-format/mus-go"

// Driver is github.com/mus-format/mus-go.
var Driver = driver.Driver{
	Name: "mus",
	Doc: "The MUS format, written with the library's primitives field by field as its README shows: a Serializer for each " +
		"struct, NewSliceSer, NewMapSer and NewPtrSer for the rest. Times are Unix nanoseconds in UTC, as in " +
		"go-serialization-benchmarks, so that times beyond 1678 to 2262, the zero time among them, are lost.",
	Calls: "the primitives field by field on pointers, as in the author's own go-serialization-benchmarks; slices, maps and pointers by `ord`'s serializers; reuse fills a sufficient buffer. Marshal 48 → 45, with reuse 24 → 15.5. Not used: a serializer that takes the struct by value, as the README's examples, which copied it at each level; `mus-stream-go`, which is for streams.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v0.10.2"}},
		Licence:  "MIT",
		URL:      "https://github.com/mus-format/mus-go",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{
		{Features: features(driver.Raw), Nondeterministic: true, Reuse: true},
		{Features: features(driver.Raw, driver.Varint), Nondeterministic: true, Reuse: true},
		{Features: features(driver.NotUnsafe), InternalUnsafe: true, Nondeterministic: true, Reuse: true},
		{Features: features(driver.Unsafe), Aliases: true, Nondeterministic: true, Reuse: true},
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
