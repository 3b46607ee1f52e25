// Package values has the types whose values tell wire formats apart.
package values

import "time"

type (
	Time    struct{ V time.Time }
	Slice   struct{ V []int32 }
	Texts   struct{ V []string }
	Bytes   struct{ V []byte }
	Map     struct{ V map[string]int32 }
	Int     struct{ V int }
	Uint    struct{ V uint }
	Pointer struct{ V *int32 }
	Float   struct{ V float64 }
	Text    struct{ V string }
	Any     struct{ V any }
	Keys    struct{ V map[time.Time]bool }
)
