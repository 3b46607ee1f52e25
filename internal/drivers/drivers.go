// Package drivers lists the serializers that assay knows: every folder below it
// is one.
package drivers

//go:generate go run gen.go
