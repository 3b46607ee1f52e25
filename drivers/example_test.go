package drivers_test

import (
	"fmt"

	"github.com/assay-go/assay/drivers"
)

func Example() {
	d := drivers.Find("cbor")
	fmt.Println(d.Facts.Modules[0].Path, d.Format(d.Variants[0]))
	// Output: github.com/fxamacker/cbor/v2 cbor
}
