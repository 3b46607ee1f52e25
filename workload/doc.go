// Package workload says what a built-in workload is: a Go type, taken from one
// of the documents that assay grew from, and reproducible values of it; or a type
// by which JSON is measured, with its values or its corpus, one of the JSON
// documents that everybody measures. A workload is a folder below workloads/ whose package exports
//
//	var Workload = workload.Workload{…}
//	func Values(o workload.Options) ([]T, error)
//
// for its type T. It imports the standard library and this package only, since
// it is compiled into workers.
//
// A seed enters; values leave.
//
// Unstable: names may change in a minor version.
package workload
