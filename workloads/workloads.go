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

// Corpora is the name of all workloads by which JSON is measured.
const Corpora = "corpora"

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
