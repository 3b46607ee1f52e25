package export

import (
	"fmt"
	"io"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
)

// formats are the forms that a view is printed in. Adding one is a line here, and
// a file beside this one that writes it.
var formats = []struct {
	name  string
	write func(io.Writer, *report.View, layout.Options, text.Style) error
}{
	{"text", text.Write},
	{"md", func(w io.Writer, v *report.View, o layout.Options, _ text.Style) error {
		return markdown.Write(w, v, o)
	}},
	{"csv", plain(CSV)},
	{"json", plain(JSON)},
	{"benchfmt", plain(Benchfmt)},
}

// plain is a form without options and style.
func plain(write func(io.Writer, *report.View) error) func(io.Writer, *report.View, layout.Options, text.Style) error {
	return func(w io.Writer, v *report.View, _ layout.Options, _ text.Style) error { return write(w, v) }
}

// Formats returns the names of the forms, those for people first.
func Formats() []string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// Write writes the view in the form of the name, one of [Formats]. The options and
// the style are for those for people.
func Write(w io.Writer, v *report.View, format string, o layout.Options, style text.Style) error {
	for _, f := range formats {
		if f.name == format {
			return f.write(w, v, o, style)
		}
	}
	return fmt.Errorf("writing the report: there is no format %q", format)
}
