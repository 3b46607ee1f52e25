// Package shamatonarray is the driver of github.com/shamaton/msgpack with
// structs as arrays.
package shamatonarray

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/shamaton"
)

// Driver is github.com/shamaton/msgpack with structs as arrays.
var Driver = func() driver.Driver {
	d := shamaton.New("shamaton-array", "array", driver.ByOrder())
	d.Calls = "as shamaton, with structs as arrays, which its README calls the faster."
	return d
}()
