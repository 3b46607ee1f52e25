// Package golangsource is the tree of Go's repository, the document by which the
// JSON world measures recursion.
//
// Unstable: names may change in a minor version.
package golangsource

import "github.com/assay-go/assay/workload"

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "golangsource",
	Doc:   "Corpus golang_source: the tree of Go's repository, 1.9 MB, 12,806 nodes of a name and five numbers, up to 16 deep.",
	Type:  "Source",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/golang_source.json.gz",
		SHA256: "23e8e3541eac3570958d6d430fc82867874be78a435580279b20f1efe5a6169f",
	},
}

// Source is a repository.
type Source struct {
	Tree     Node   `json:"tree"`
	Username string `json:"username"`
}

// Node is a file, or a folder with what is in it.
type Node struct {
	Name     string  `json:"name"`
	Kids     []Node  `json:"kids"`
	CLWeight float64 `json:"cl_weight"`
	Touches  int64   `json:"touches"`
	MinT     int64   `json:"min_t"` // seconds since 1970, as the next two
	MaxT     int64   `json:"max_t"`
	MeanT    int64   `json:"mean_t"`
}

// Values returns the repository.
func Values(o workload.Options) ([]Source, error) {
	return workload.DecodeCorpus[Source](Workload, o)
}
