package compat_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot/compat"
	"github.com/assay-go/assay/extprot/schema"
)

func load(text string) *schema.Schema {
	s, err := schema.Check("shop.proto", []byte(text), nil)
	if err != nil {
		panic(err)
	}
	return s
}

// A field that is appended is passed over by old readers, and new ones need a default.
func ExampleCompare() {
	r := compat.Compare(load("message order = { id : int }"), load("message order = { id : int; notes : [string] }"))
	for _, c := range r.Changes {
		fmt.Printf("%s: %s\n", c.Path, c.What)
		fmt.Printf("  new reads old: %v, %s\n", c.Backward.Verdict, c.Backward.Reason)
		fmt.Printf("  old reads new: %v, %s\n", c.Forward.Verdict, c.Forward.Reason)
	}
	fmt.Println(r.Backward, r.Forward)
	// Output:
	// order.notes: appended
	//   new reads old: yes, the reader puts the default in its place
	//   old reads new: yes, readers skip what follows the last field that they know
	// yes yes
}
