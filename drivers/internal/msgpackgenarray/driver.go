// Package msgpackgenarray is the driver of github.com/shamaton/msgpackgen with
// structs as arrays.
package msgpackgenarray

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/msgpackgen"
)

// Driver is github.com/shamaton/msgpackgen with structs as arrays.
var Driver = func() driver.Driver {
	d := msgpackgen.New("msgpackgen-array", "array")
	d.Calls = "as msgpackgen, with structs as arrays, by `MarshalAsArray` and `UnmarshalAsArray`."
	return d
}()
