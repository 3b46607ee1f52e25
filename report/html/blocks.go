package html

import "github.com/assay-go/assay/internal/report/layout"

// block is a part of a document of package layout as the script reads it.
type block struct {
	Kind    string      `json:"kind"`            // "text", "list", "table" or "commands"
	Text    string      `json:"text,omitempty"`  // of a text; else the title, which may be empty
	Columns []column    `json:"cols,omitempty"`  // of a table
	Rows    [][]string  `json:"rows,omitempty"`  // of a table
	Lines   [][2]string `json:"lines,omitempty"` // of a list marks and texts, of commands what is typed and what it gives
}

type column struct {
	Heading string `json:"h"`
	Unit    string `json:"u,omitempty"`
	Number  bool   `json:"n,omitempty"`
	Names   bool   `json:"r,omitempty"`
}

// blocks returns a document for the script, without headings, which the page has of
// its own, and alarms, which stand in its head.
func blocks(doc layout.Document) []block {
	var list []block
	for _, b := range doc {
		switch b := b.(type) {
		case *layout.Paragraph:
			if !b.Alarm {
				list = append(list, block{Kind: "text", Text: b.Text})
			}
		case *layout.List:
			out := block{Kind: "list", Text: b.Title}
			for _, i := range b.Items {
				out.Lines = append(out.Lines, [2]string{i.Mark, i.Text})
			}
			list = append(list, out)
		case *layout.Commands:
			out := block{Kind: "commands", Text: b.Title}
			for _, l := range b.Lines {
				out.Lines = append(out.Lines, [2]string{l.Text, l.Gives})
			}
			list = append(list, out)
		case *layout.Table:
			out := block{Kind: "table", Text: b.Title}
			for _, c := range b.Columns {
				heading, unit := c.Split()
				out.Columns = append(out.Columns, column{heading, unit, c.Number, c.Names})
			}
			for _, row := range b.Rows {
				var texts []string
				for _, cell := range row {
					texts = append(texts, cell.Text)
				}
				out.Rows = append(out.Rows, texts)
			}
			list = append(list, out)
		}
	}
	return list
}
