package workloads_test

import (
	"fmt"

	"github.com/assay-go/assay/workloads"
)

func ExampleLookup() {
	w, ok := workloads.Lookup("data")
	fmt.Println(w.Name, w.Type, ok)
	_, ok = workloads.Lookup("dta")
	fmt.Println(ok)
	// Output:
	// data Data true
	// false
}
