package typemodel_test

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/assay-go/assay/typemodel"
)

type Item struct {
	Name  string `json:"name"`
	Price float64
}

type Order struct {
	ID    uint64
	Made  time.Time
	Items []Item
	By    map[string]*Order
}

// A type and all that it reaches, each part where it is met first.
func ExampleWalk() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	typemodel.Walk(t, func(path string, t *typemodel.Type) bool {
		fmt.Println(strings.TrimSuffix("Order."+path, "."), t.Kind)
		return true
	})
	fmt.Println("recursive:", typemodel.Recursive(t))
	// Output:
	// Order struct
	// Order.ID uint64
	// Order.Made time.Time
	// Order.Items slice
	// Order.Items[] struct
	// Order.Items[].Name string
	// Order.Items[].Price float64
	// Order.By map
	// Order.By[key] string
	// Order.By[value] pointer
	// Order.By[value] struct
	// recursive: true
}
