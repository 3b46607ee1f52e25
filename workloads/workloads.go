package workloads

//go:generate go run gen.go

import "github.com/assay-go/assay/workload"

// Lookup returns the workload with the given name.
func Lookup(name string) (workload.Workload, bool) {
	for _, w := range All {
		if w.Name == name {
			return w, true
		}
	}
	return workload.Workload{}, false
}

// Names of several workloads at a time, and of the one that is measured where none is
// named: that by which the field compares.
const (
	Default = "data"
	Every   = "all"     // but those by which JSON is measured
	Corpora = "corpora" // those by which JSON is measured
)

// Group returns the names of the workloads by which JSON is measured, or of all
// others.
func Group(json bool) []string {
	var names []string
	for _, w := range All {
		if w.JSON == json {
			names = append(names, w.Name)
		}
	}
	return names
}
