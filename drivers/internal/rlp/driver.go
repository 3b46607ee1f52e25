// Package rlp is the driver of go-ethereum's RLP.
package rlp

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/ethereum/go-ethereum/rlp.
var Driver = driver.Driver{
	Name:  "rlp",
	Doc:   "The encoding of Ethereum, by EncodeToBytes and DecodeBytes, as its documentation shows; reuse encodes to the caller's buffer. It has no signed integers, no floats and no maps.",
	Calls: "`rlp.EncodeToBytes`, `rlp.DecodeBytes`; `rlp.Encode` to the caller's buffer with reuse. Its documentation. Not used: `EncoderBuffer`, by which code for one type writes.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: "github.com/ethereum/go-ethereum", Version: "v1.17.10"}},
		Licence:     "LGPL-3.0-or-later",
		URL:         "https://github.com/ethereum/go-ethereum",
		Separate:    "rlp",
		SlowToBuild: true, // its module is large to fetch
		Identity:    driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Reuse:    true,
	}},
	Check: driver.Limits{
		Tags: []string{"rlp"},
		Kinds: append(slices.DeleteFunc(slices.Clone(driver.Integers), func(k typemodel.Kind) bool { return k >= typemodel.Uint }),
			typemodel.Complex64, typemodel.Complex128, typemodel.Float32, typemodel.Float64, typemodel.Interface, typemodel.Map, typemodel.Time),
		Rules: []driver.Rule{driver.NoNeedOfNil},
	}.Check,
	Emit: driver.Funcs{
		Imports:   []string{"bytes", "github.com/ethereum/go-ethereum/rlp"},
		State:     `var out bytes.Buffer`,
		Marshal:   `return rlp.EncodeToBytes(v)`,
		Append:    driver.Buffered("err := rlp.Encode(&out, v)"),
		Unmarshal: `return rlp.DecodeBytes(data, v)`,
		Write:     `return rlp.Encode(w, v)`,
		Read:      `return rlp.Decode(r, v)`,
	}.Emit,
}
