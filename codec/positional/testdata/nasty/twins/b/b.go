// Package b has types that package a has too.
package b

type Same struct {
	N int64
	S map[string]string
	I In
}
type In struct{ A map[string]string }
type Level int16
