// Package workloads lists the built-in workloads: every folder below it is one.
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
