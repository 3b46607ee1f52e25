// Package vmihailenco is the driver of github.com/vmihailenco/msgpack.
package vmihailenco

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/vmihailenco/msgpack.
var Driver = driver.Driver{
	Name:  "vmihailenco",
	Doc:   "MessagePack by one Encoder, reset to a buffer of its own, whose bytes are copied, or to the caller's with reuse, and one Decoder.",
	Calls: "one `Encoder` with `Reset` over a buffer of its own, whose bytes are copied, and one over the caller's for reuse: `msgpack.Marshal` pools encoders, but grows a buffer for each value, and takes 1.2 to 2.3 times as long; one `Decoder` with `Reset`, over one reader: 401 → 363. README. Not used: `UseCompactInts` and `UseArrayEncodedStructs`, which change the format.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/vmihailenco/msgpack/v5", Version: "v5.4.1"}},
		Format:         "msgpack",
		Licence:        "BSD-2-Clause",
		URL:            "https://github.com/vmihailenco/msgpack",
		SelfDescribing: true,
		Identity:       driver.ByName("msgpack"),

		Unmaintained: "no release since 2023; its limits of lengths do not bind (issue 376)",
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps, unless sorted
		Reuse:            true,
	}},
	Check: Limits.Check,
	Keeps: driver.KeepsMethods(Limits.Methods),
	Reads: driver.Call(`"github.com/vmihailenco/msgpack/v5"`, "msgpack.Unmarshal"),
	Emit: driver.Funcs{
		Imports: []string{"bytes", "github.com/vmihailenco/msgpack/v5"},
		State: `var own, out bytes.Buffer
			ownEnc, enc := msgpack.NewEncoder(&own), msgpack.NewEncoder(&out)
			var in bytes.Reader
			dec := msgpack.NewDecoder(&in)`,
		Marshal: `own.Reset()
			ownEnc.Reset(&own)
			if err := ownEnc.Encode(v); err != nil {
				return nil, err
			}
			return bytes.Clone(own.Bytes()), nil`,
		Append: driver.Buffered("enc.Reset(&out)\nerr := enc.Encode(v)"),
		Unmarshal: `in.Reset(data)
			dec.Reset(&in)
			return dec.Decode(v)`,
		Write: `return msgpack.NewEncoder(w).Encode(v)`,
		Read:  `return msgpack.NewDecoder(r).Decode(v)`,
	}.Overwriting(tags, KeptByNil),
}

var tags = []string{"msgpack"}

// Limits are those of the library and its fork.
var Limits = driver.Limits{
	Tags:    tags,
	Methods: typemodel.BinaryMarshaler | typemodel.TextMarshaler,
	Kinds:   driver.Complexes,
	Open:    true,
	Impls: []string{
		"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "string", "[]uint8", "[]any", "map[string]any",
	},
	Rules: []driver.Rule{driver.NoHiddenPointers},
}

// KeptByNil is true of slices that a nil slice does not replace.
func KeptByNil(t *typemodel.Type) bool {
	return t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.String
}
