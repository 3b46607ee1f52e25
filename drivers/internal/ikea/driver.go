// Package ikea is the driver of github.com/ikkerens/ikeapack.
package ikea

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/ikkerens/ikeapack.
var Driver = driver.Driver{
	Name:  "ikea",
	Doc:   "Fields in order, big-endian, four bytes of length, over readers and writers by Pack and Unpack, as its README shows; reuse packs to the caller's buffer.",
	Calls: "`ikea.Pack` and `Unpack` over buffers, as its README shows; reuse packs to the caller's buffer.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/ikkerens/ikeapack", Version: "v1.5.1"}},
		Licence:  "MIT",
		URL:      "https://github.com/ikkerens/ikeapack",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{
			typemodel.Array, typemodel.Interface, typemodel.Int, typemodel.Uint, typemodel.Uintptr, typemodel.Time,
		}, driver.Complexes...),
		Rules: []driver.Rule{driver.NoNeedOfNil, driver.NoHiddenPointers},
	}.Check,
	Emit: driver.Funcs{
		Imports: []string{"bytes", "errors", "ikea github.com/ikkerens/ikeapack"},
		Decls:   `var errLength = errors.New("ikea: the value does not take the whole input")`,
		State:   `var out bytes.Buffer`,
		Marshal: `var out bytes.Buffer
			if err := ikea.Pack(&out, v); err != nil {
				return nil, err
			}
			return out.Bytes(), nil`,
		Append: driver.Buffered("err := ikea.Pack(&out, v)"),
		Unmarshal: `in := bytes.NewReader(data)
			err := ikea.Unpack(in, v)
			if err == nil && in.Len() > 0 {
				err = errLength
			}
			return err`,
		Size:  `return ikea.Len(v)`,
		Write: `return ikea.Pack(w, v)`,
		Read:  `return ikea.Unpack(r, v)`,
	}.Emit,
}
