package value_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// JSON to bytes and back, with a schema and without generated code.
func Example() {
	s, err := schema.Check("shop.proto", []byte("message order = { id : int; name : string }"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	order := s.Messages[0].Type
	v, err := value.ParseText(order, []byte(`{"id":"7","name":"nuts"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := value.Append(nil, order, v)
	fmt.Printf("%x %v\n", b, err)
	back, used, err := value.Decode(order, b, value.Options{})
	fmt.Printf("%s %d %v\n", value.AppendText(nil, back), used, err)
	_, _, err = value.Decode(order, b[:len(b)-1], value.Options{})
	fmt.Println(err)
	// Output:
	// 010902000e03046e757473 <nil>
	// {"id":"7","name":"nuts"} 11 <nil>
	// order: End_of_file at byte 2: a length of 9 bytes, 8 are left
}
