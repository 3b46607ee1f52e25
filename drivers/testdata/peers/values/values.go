// Package values has the structs of two suites, with the codecs that assay gen
// writes for them.
package values

import "time"

//go:generate go run github.com/assay-go/assay/cmd/assay gen --format=flat --out=flat.go ./.Data ./.Small

// Data is the struct of go-serialization-benchmarks.
type Data struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}

// Small is the struct of alecthomas' suite.
type Small struct {
	Name     string
	BirthDay time.Time
	Phone    string
	Siblings int
	Spouse   bool
	Money    float64
}
