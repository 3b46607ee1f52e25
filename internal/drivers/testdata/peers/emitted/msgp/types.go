package msgp

import (
	"time"
)

// Data mirrors data.Data.
type Data struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}
