// Package stringescaped is text of many scripts in escapes, the document by
// which the JSON world measures \u.
//
// Unstable: names may change in a minor version.
package stringescaped

import (
	"encoding/json"
	"fmt"
	"unicode/utf16"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "stringescaped",
	Doc:   "Corpus string_escaped: the text of string_unicode, every character an escape, 42 kB.",
	Type:  "Blocks",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/string_escaped.json.gz",
		SHA256: "ca0aaea6300da53ec86596a72b8750ea5c5c301647e9b90d9b5a08fe09bcff50",
	},
	Layout: layout,
}

// Values returns the text.
func Values(o workload.Options) ([]Blocks, error) {
	return workload.DecodeCorpus[Blocks](Workload, o)
}

// layout indents JSON and escapes every character of its strings.
func layout(text []byte) []byte {
	text = workload.Indent(text, "\t")
	var out []byte
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			out = append(out, text[i])
			continue
		}
		end := i + 1
		for text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		var s string
		if err := json.Unmarshal(text[i:end+1], &s); err != nil {
			panic(fmt.Sprintf("stringescaped: what a serializer wrote is no JSON: %v", err))
		}
		out = append(out, '"')
		for _, unit := range utf16.Encode([]rune(s)) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
		out = append(out, '"')
		i = end
	}
	return out
}
