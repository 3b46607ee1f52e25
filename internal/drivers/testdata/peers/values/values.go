// Package values has the structs of two suites, with the codecs that assay gen
// writes for them; the test of the drivers' peers keeps it current.
package values

import "time"

// Data is the struct of go-serialization-benchmarks.
type Data struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}

// Nanos is Data as bebop has it there, with the time in nanoseconds: what takes
// and makes a time.Time is left to the user.
type Nanos struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    int64
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
