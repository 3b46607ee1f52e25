//go:build ignore

// Table writes the table of docs/formats/README.md.
package main

import (
	"log"
	"os"
	"strings"

	"github.com/assay-go/assay/codec/internal/formats"
)

func main() {
	const page = "../../../docs/formats/README.md"
	text, err := os.ReadFile(page)
	if err != nil {
		log.Fatal(err)
	}
	const heading, next = "|---|---|---|\n", "| [`json`]"
	before, rest, found := strings.Cut(string(text), heading)
	_, after, end := strings.Cut(rest, next)
	if !found || !end {
		log.Fatalf("%s has no table that ends with json", page)
	}
	if err := os.WriteFile(page, []byte(before+heading+formats.Table()+next+after), 0o644); err != nil {
		log.Fatal(err)
	}
}
