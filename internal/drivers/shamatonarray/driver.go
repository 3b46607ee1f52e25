// Package shamatonarray is the driver of github.com/shamaton/msgpack with
// structs as arrays.
package shamatonarray

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers/shamaton"
)

// Driver is github.com/shamaton/msgpack with structs as arrays.
var Driver = shamaton.New("shamaton-array", "array", driver.ByOrder())
