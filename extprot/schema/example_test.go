package schema_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot/schema"
)

// Polymorphic types are expanded: no names are left to look up.
func ExampleCheck() {
	s, err := schema.Check("shop.proto", []byte(`type pair 'a = ('a * 'a)
message order = { id : int; size : pair<float> }`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range s.Messages {
		for _, f := range m.Type.Variants[0].Fields {
			fmt.Println(m.Name, f.Name, f.Type)
		}
	}
	_, err = schema.Check("shop.proto", []byte("message order = { id : itn }"), nil)
	fmt.Println(err)
	// Output:
	// order id int
	// order size (float * float)
	// shop.proto:1:24: "itn": no type or message of this name is declared (declare it first)
}

func ExampleFormat() {
	text, err := schema.Format("shop.proto", []byte("message order={id:int;(* of the shop *)\n}"))
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// message order = {
	//   id : int;  (* of the shop *)
	// }
	// <nil>
}
