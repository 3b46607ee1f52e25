package extprot_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

const points = `type color = Red | Green | Named string
message path = { name : string; points : [(int * int)]; color : color }`

func load(src string) *schema.Schema {
	s, err := schema.Check("path.proto", []byte(src), nil)
	if err != nil {
		panic(err)
	}
	return s
}

func ExampleEncode() {
	b, err := extprot.Encode(load(points), "path", []byte(`{"name":"hi","points":[["1","-2"]],"color":{"Green":[]}}`))
	fmt.Printf("%x %v\n", b, err)
	// Output:
	// 01100303026869050801010502000200031a <nil>
}

func ExampleDecode() {
	b, err := extprot.ParseHex("0110 0303 0268 6905 0801 0105 0200 0200 031a")
	if err != nil {
		panic(err)
	}
	doc, used, err := extprot.Decode(load(points), "path", b, value.Options{})
	fmt.Printf("%s %d %v\n", doc, used, err)
	// Output:
	// {"name":"hi","points":[["1","-2"]],"color":{"Green":[]}} 18 <nil>
}

func ExampleInspect() {
	b, err := extprot.ParseHex("01100303026869050801010502000200031a 011003030268690508010105020002")
	if err != nil {
		panic(err)
	}
	text, err := extprot.Inspect(b, extprot.Inspection{Form: extprot.Typed, Schema: load(points), Message: "path"})
	fmt.Printf("%s%v", text, err)
	// Output:
	// { Path.name = "hi"; points = [ (1, (-2)) ]; color = Color.Green }
	// message 2: path: End_of_file at byte 20: a length of 16 bytes, 13 are left
	// 00000000  01 10 03 03 02 68 69 05  08 01 01 05 02 00 02 00  |.....hi.........|
	// 00000010  03 1a 01 10 03 03 02 68  69 05 08 01 01 05 02 00  |.......hi.......|
	//                       ^^ byte 20
	// 00000020  02                                                |.|
}
