// Package msgpackgenarray is the driver of github.com/shamaton/msgpackgen with
// structs as arrays.
package msgpackgenarray

import "github.com/assay-go/assay/internal/drivers/msgpackgen"

// Driver is github.com/shamaton/msgpackgen with structs as arrays.
var Driver = msgpackgen.New("msgpackgen-array", "array")
