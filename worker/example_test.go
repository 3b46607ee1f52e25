package worker_test

import (
	"encoding/json"
	"fmt"

	"github.com/assay-go/assay/worker"
	"github.com/assay-go/assay/worker/adapter"
)

type Order struct {
	ID   uint64
	Name string
}

func newJSON() adapter.Codec[Order] {
	return adapter.Codec[Order]{
		Marshal:   func(v *Order) ([]byte, error) { return json.Marshal(v) },
		Unmarshal: func(data []byte, v *Order) error { return json.Unmarshal(data, v) },
	}
}

// The main func of a worker: a type, where its values come from, and its adapters. The
// command emits it; without the descriptors that the command gives it there is nothing
// to serve.
func Example() {
	orders := worker.NewSubject("orders.Order", worker.Source[Order]{
		Sample: worker.SampleOf[Order](func() []Order { return []Order{{1, "nuts"}, {2, "bolts"}} }),
	}, worker.Native("json", newJSON))
	main := func() { worker.Main(orders) }
	_ = main
}

// Values are taken from whatever func the user has.
func ExampleSampleOf() {
	one := worker.SampleOf[Order](func() *Order { return &Order{7, "screws"} })
	fmt.Println(one())
	none := worker.SampleOf[Order](func() string { return "screws" })
	_, err := none()
	fmt.Println(err)
	// Output:
	// [{7 screws}] <nil>
	// the sample function is a func() string: it must have no parameters and return a worker_test.Order, a slice of them, or pointers, and an error if it likes
}
