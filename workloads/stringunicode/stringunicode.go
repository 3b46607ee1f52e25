// Package stringunicode is text of many scripts, the document by which the JSON
// world measures strings outside of ASCII.
//
// Unstable: names may change in a minor version.
package stringunicode

import (
	"bytes"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "stringunicode",
	Doc:   "Corpus string_unicode: 60 strings of 100 characters, each of one block of Unicode, 18 kB.",
	Type:  "Blocks",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/string_unicode.json.gz",
		SHA256: "da96cffd3a60d7bd4fe67416f94715e74479873e999561e35a4d779490d66875",
	},
	Layout: func(text []byte) []byte { // lines end as on Windows
		return bytes.ReplaceAll(workload.Indent(text, "\t"), []byte("\n"), []byte("\r\n"))
	},
}

// Values returns the text.
func Values(o workload.Options) ([]Blocks, error) {
	return workload.DecodeCorpus[Blocks](Workload, o)
}
