// Package xdr2 is the driver of github.com/davecgh/go-xdr/xdr2.
package xdr2

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/davecgh/go-xdr/xdr2.
var Driver = driver.Driver{
	Name:  "xdr2",
	Doc:   "XDR (RFC 4506) over readers and writers, by Marshal and Unmarshal, as its documentation shows; reuse writes to the caller's buffer.",
	Calls: "`xdr.Marshal`, `Unmarshal` over buffers, as its documentation shows; reuse writes to the caller's buffer.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/davecgh/go-xdr", Version: "v0.0.0-20161123171359-e6a2ba005892"}},
		Format:   "xdr",
		Licence:  "ISC",
		URL:      "https://github.com/davecgh/go-xdr",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Rules: []driver.Rule{ints, driver.NoNeedOfNil, driver.NoHiddenPointers},
	}.Check,
	Emit: driver.Funcs{
		Imports: []string{"bytes", "errors", "xdr github.com/davecgh/go-xdr/xdr2"},
		Decls:   `var errLength = errors.New("xdr2: the value does not take the whole input")`,
		State:   `var out bytes.Buffer`,
		Marshal: `var out bytes.Buffer
			if _, err := xdr.Marshal(&out, v); err != nil {
				return nil, err
			}
			return out.Bytes(), nil`,
		Append: driver.Buffered("_, err := xdr.Marshal(&out, v)"),
		Unmarshal: `n, err := xdr.Unmarshal(bytes.NewReader(data), v)
			if err == nil && n != len(data) {
				err = errLength
			}
			return err`,
		Write: `_, err := xdr.Marshal(w, v)
			return err`,
		Read: `_, err := xdr.Unmarshal(r, v)
			return err`,
	}.Emit,
}

// ints refuses what is silently cut to 32 bits.
func ints(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Int || t.Kind == typemodel.Uint {
		return t.Kind.String() + " is cut to 32 bits", "use " + t.Kind.String() + "64"
	}
	return "", ""
}
