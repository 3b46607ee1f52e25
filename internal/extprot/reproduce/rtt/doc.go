// Package rtt is the code that package gen makes of the schema of the extprot
// benchmark.
package rtt

//go:generate go run ../../../../cmd/assay extprot gen rtt.proto -o .
