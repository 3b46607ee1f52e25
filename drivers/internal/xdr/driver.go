// Package xdr is the driver of github.com/davecgh/go-xdr/xdr.
package xdr

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/xdr2"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/davecgh/go-xdr/xdr.
var Driver = driver.Driver{
	Name:  "xdr",
	Doc:   "XDR (RFC 4506) over byte slices, the first version of davecgh's package, by Marshal and Unmarshal, as its documentation shows.",
	Calls: "`xdr.Marshal`, `Unmarshal`. Its documentation. It has no call into a buffer.",
	Facts: driver.Facts{
		Modules:  xdr2.Driver.Facts.Modules,
		Format:   "xdr",
		Licence:  xdr2.Driver.Facts.Licence,
		URL:      "https://github.com/davecgh/go-xdr/tree/master/xdr",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
	}},
	Check: xdr2.Driver.Check,
	Emit: driver.Funcs{
		Imports: []string{"errors", "github.com/davecgh/go-xdr/xdr"},
		Decls:   `var errLength = errors.New("xdr: the value does not take the whole input")`,
		Marshal: `return xdr.Marshal(v)`,
		Unmarshal: `rest, err := xdr.Unmarshal(data, v)
			if err == nil && len(rest) > 0 {
				err = errLength
			}
			return err`,
	}.Emit,
}
