package inspect_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot/inspect"
)

// A message shows what it holds without its schema.
func ExampleDump() {
	b, err := inspect.ParseHex("0110 0303 0268 6905 0801 0105 0200 0200 031a")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, used, err := inspect.Dump(b, false)
	fmt.Println(text, used, err)
	// Output:
	// { "hi"; [ { 1; (-2) } ]; T1 } 18 <nil>
}
