package html

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/report"
)

// The script gets every part of a document that the page has no place of its own for, and
// every cell of a table.
func TestBlocks(t *testing.T) {
	doc := report.Document{
		&report.Heading{Level: 2, Text: "data"},
		&report.Paragraph{Text: "Take mus.", Alarm: false},
		&report.Paragraph{Text: "The machine was busy.", Alarm: true},
		&report.List{Title: "Notes", Items: []report.Item{{Mark: "[1]", Text: "text"}, {Mark: "-", Text: "more"}}},
		&report.Commands{Title: "Next", Lines: []report.CommandLine{{Text: "assay gen", Gives: "the codec"}}},
		&report.Table{Title: "Marshal", Columns: []report.Column{{Heading: "SERIALIZER", Names: true}, {Heading: "MARSHAL", Unit: "ns/op", Number: true}},
			Rows: [][]report.Cell{{{Text: "mus"}, {Text: "14.0", Best: true}}, {{Text: "json"}, {Text: "868"}}}},
	}
	want := []block{
		{Kind: "text", Text: "Take mus."},
		{Kind: "list", Text: "Notes", Lines: [][2]string{{"[1]", "text"}, {"-", "more"}}},
		{Kind: "commands", Text: "Next", Lines: [][2]string{{"assay gen", "the codec"}}},
		{Kind: "table", Text: "Marshal", Columns: []column{{"SERIALIZER", "", false, true}, {"MARSHAL", "ns/op", true, false}}, Rows: [][]string{{"mus", "14.0"}, {"json", "868"}}},
	}
	if got := blocks(doc); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}
