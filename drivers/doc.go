// Package drivers is the list of the serializers that assay knows, for programs
// that open a [bench]. What is known of each stands in a folder below drivers/internal.
//
// Nothing enters; a list of drivers leaves.
//
// Unstable: names may change in a minor version.
//
// [bench]: https://pkg.go.dev/github.com/assay-go/assay/bench
package drivers
