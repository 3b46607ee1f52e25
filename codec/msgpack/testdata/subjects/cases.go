package subjects

import "time"

// Forms has a member of each kind, for what other programs write.
type Forms struct {
	B bool
	I int8
	U uint64
	F float32
	G float64
	S string
	Y []byte
	X [2]byte
	A [2]int
	N struct{ X int }
	T time.Time
	M map[string]string
	P *int
	L []string
}
