package extprot_test

import (
	"fmt"

	"github.com/assay-go/assay/extprot"
	"github.com/assay-go/assay/extprot/inspect"
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

func ExampleFormat() {
	out, err := extprot.Format("path.proto", []byte("message path={name:string;(* in order *)\npoints:[(int*int)]}"))
	fmt.Printf("%s%v\n", out, err)
	// Output:
	// message path = {
	//   name : string;  (* in order *)
	//   points : [(int * int)];
	// }
	// <nil>
}

func ExampleEncode() {
	b, err := extprot.Encode(load(points), "path", []byte(`{"name":"hi","points":[["1","-2"]],"color":{"Green":[]}}`))
	fmt.Printf("%x %v\n", b, err)
	// Output:
	// 01100303026869050801010502000200031a <nil>
}

func ExampleDecode() {
	b, err := inspect.ParseHex("0110 0303 0268 6905 0801 0105 0200 0200 031a")
	if err != nil {
		panic(err)
	}
	doc, used, err := extprot.Decode(load(points), "path", b, value.Options{})
	fmt.Printf("%s %d %v\n", doc, used, err)
	// Output:
	// {"name":"hi","points":[["1","-2"]],"color":{"Green":[]}} 18 <nil>
}

func ExampleInspect() {
	b, err := inspect.ParseHex("01100303026869050801010502000200031a 011003030268690508010105020002")
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

func ExampleCompat() {
	newer := load(`type color = Red | Green | Named string | Rgb byte byte byte
message path = { name : string; points : [(int * int)]; color : color; width : float }`)
	for _, c := range extprot.Compat(load(points), newer).Changes {
		fmt.Printf("%s: %s\n  new reads old: %v, %s\n  old reads new: %v, %s\n", c.Path, c.What, c.Backward.Verdict, c.Backward.Reason, c.Forward.Verdict, c.Forward.Reason)
	}
	// Output:
	// path.color.Rgb: Rgb appended
	//   new reads old: yes, the writer never uses it
	//   old reads new: sometimes, Unknown_tag 1 when Rgb is met
	// path.width: appended
	//   new reads old: no, Missing_field: float has no default
	//   old reads new: yes, readers skip what follows the last field that they know
}
