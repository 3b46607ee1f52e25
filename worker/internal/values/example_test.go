package values_test

import (
	"fmt"
	"reflect"

	"github.com/assay-go/assay/worker/internal/values"
)

type Order struct {
	ID    uint64
	Name  string
	Notes []string
}

// The same type and seed give the same values everywhere; the second is as empty as it
// can be.
func ExampleGenerate() {
	for range 2 {
		values.Generate(reflect.TypeFor[Order](), 1, 2, values.Options{}, func(v reflect.Value) {
			fmt.Printf("%+v\n", v)
		})
	}
	// Output:
	// {ID:5018576 Name:s pdbegmdo jk Notes:[]}
	// {ID:0 Name: Notes:[]}
	// {ID:5018576 Name:s pdbegmdo jk Notes:[]}
	// {ID:0 Name: Notes:[]}
}

// Fields that are zero in all values are not measured.
func ExampleZeros() {
	orders := []Order{{ID: 1, Name: "nuts"}, {ID: 2}}
	var list []reflect.Value
	for _, o := range orders {
		list = append(list, reflect.ValueOf(o))
	}
	fmt.Println(values.Zeros(list, nil))
	// Output:
	// [Notes]
}
