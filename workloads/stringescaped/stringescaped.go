// Package stringescaped is text of many scripts in escapes, the document by
// which the JSON world measures \u.
package stringescaped

import "github.com/assay-go/assay/workload"

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "stringescaped",
	Doc:   "Corpus string_escaped: the text of string_unicode, every character an escape, 42 kB.",
	Type:  "Blocks",
	Count: 1,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/string_escaped.json.gz",
		SHA256: "ca0aaea6300da53ec86596a72b8750ea5c5c301647e9b90d9b5a08fe09bcff50",
	},
}

// Values returns the text.
func Values(o workload.Options) ([]Blocks, error) {
	return workload.DecodeCorpus[Blocks](Workload, o)
}
