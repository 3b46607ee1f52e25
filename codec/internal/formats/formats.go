// Package formats lists the formats of package positional: every folder below it
// is one, with the page of facts, what the original makes of values, and what the
// tests know of the format.
package formats

//go:generate go run gen.go
//go:generate go run table.go

import (
	"strings"

	"github.com/assay-go/assay/codec/positional"
)

// Lookup returns the format with the given ID, or nil.
func Lookup(id string) *positional.Format {
	for _, f := range All {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// Table returns the lines of docs/formats/README.md that are about the formats.
func Table() string {
	var b strings.Builder
	for _, f := range All {
		name, original := "`"+f.ID+"`", f.Original
		if original == "" {
			original = "assay"
		}
		if page := f.ID + ".md"; strings.Contains(f.About, "docs/formats/"+page) {
			name = "[" + name + "](" + page + ")"
		}
		b.WriteString("| " + name + " | " + original + " | " + f.Differences + " |\n")
	}
	return b.String()
}
