package text_test

import (
	"os"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/text"
)

// Any table is set as those of reports are: figures on the right, whole.
func ExampleSet() {
	_ = text.Set(os.Stdout, report.Document{&report.Table{
		Columns: []report.Column{{Heading: "SERIALIZER", Names: true}, {Heading: "MARSHAL", Unit: "ns/op", Number: true}},
		Rows:    [][]report.Cell{{{Text: "mus+reuse"}, {Text: "8.48"}}, {{Text: "json"}, {Text: "501"}}},
	}}, text.Style{})
	// Output:
	//   SERIALIZER  MARSHAL
	//                 ns/op
	//   mus+reuse      8.48
	//   json            501
}
