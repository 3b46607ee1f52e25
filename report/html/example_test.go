package html_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report/html"
)

// The page is one file, which fetches nothing.
func ExampleWrite() {
	var page strings.Builder
	if err := html.Write(&page, reporttest.Run()); err != nil { // yours is of result.ReadFile
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(page.String(), "<!doctype html>"), strings.Contains(page.String(), "src="))
	// Output: true false
}
