package option_test

import (
	"fmt"

	"github.com/assay-go/assay/internal/option"
)

// The options of a struct, which is part of a command line as it is.
func ExampleOf() {
	type form struct {
		Strict bool   `name:"strict" help:"Refuse what the type does not have."`
		Time   string `name:"time" placeholder:"FORM" help:"How times are written."`
		Depth  int    // no option: it has no name
	}
	f := &form{Time: "unix"}
	for _, o := range option.Of(f) {
		fmt.Println(o.Name, o.Given(), o.Flags())
	}
	// Output:
	// strict false []
	// time true [--time=unix]
}
