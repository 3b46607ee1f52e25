// Package pappend declares append.
package pappend

import "time"

func append() {}

type T struct {
	A string
	B []byte
	C []int64
	D map[string][]string
	E time.Time
	F *T
	G []float32
	H [3]bool
}

type Small struct {
	N int32
	S string
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Small
	Fixed
}
