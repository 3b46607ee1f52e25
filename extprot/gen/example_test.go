package gen_test

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/extprot/gen"
	"github.com/assay-go/assay/extprot/schema"
)

func ExampleGenerate() {
	s, err := schema.Check("shape.proto", []byte("type shape = Empty | Circle float | Rect int int message m = { shapes : [shape] }"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	src, err := gen.Generate(s, gen.Options{Package: "shapes"})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, rest, _ := strings.Cut(string(src), "type ShapeKind uint32")
	consts, rest, _ := strings.Cut(rest, "// Shape is")
	_, rest, _ = strings.Cut(rest, "type Shape struct")
	body, _, _ := strings.Cut(rest, "\n}")
	fmt.Println("type ShapeKind uint32" + consts + "type Shape struct" + body + "\n}")
	// Output:
	// type ShapeKind uint32
	//
	// // The alternatives of Shape.
	// const (
	// 	ShapeKindEmpty  ShapeKind = 0
	// 	ShapeKindCircle ShapeKind = 1
	// 	ShapeKindRect   ShapeKind = 2
	// )
	//
	// type Shape struct {
	// 	Kind   ShapeKind
	// 	Circle float64
	// 	Rect   ShapeRect
	// }
}

func ExampleGenerate_unusedCustomType() {
	s, err := schema.Check("m.proto", []byte("message m = { n : int }"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = gen.Generate(s, gen.Options{Types: map[string]schema.GoType{"stamp": {Type: "time.Time"}}})
	fmt.Println(err)
	// Output:
	// generating Go from m.proto: no message uses a type "stamp", for which a custom type is given
}
