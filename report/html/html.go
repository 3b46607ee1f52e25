// Package html sets results as one page that needs nothing but a browser: no
// network, no server, no other file. Everything on it is made from results
// documents; the script on the page filters, sorts and draws what stands in
// them, and computes no statistics.
//
// The page is plain HTML, CSS and script of our own, embedded. A chart library
// would be many times as long as the two kinds of charts that there are.
//
// Unstable: names may change in a minor version.
package html

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/result"
)

//go:embed page.html
var page string

//go:embed page.css
var style string

//go:embed page.js
var script string

// Write writes the page of a run, and of those of other machines beside it.
// Whatever stands in the results is data: the page shows it as text.
func Write(w io.Writer, run *result.Run) error {
	data, err := json.Marshal(visible.Copy(newPage(run))) // escapes <, > and &, so that no string ends the script element
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return WriteData(w, visible.String(title(run)), data)
}

// WriteData writes the page of what an earlier page showed: the JSON in its element data.
func WriteData(w io.Writer, title string, data []byte) error {
	_, err := strings.NewReplacer(
		"{{title}}", html.EscapeString(title),
		"{{style}}", style,
		"{{script}}", script,
		"{{data}}", string(data),
	).WriteString(w, page)
	return err
}

func title(run *result.Run) string {
	var names []string
	for _, s := range run.Subjects {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return "Serializers measured"
	}
	return "Serializers measured: " + strings.Join(names, ", ")
}
