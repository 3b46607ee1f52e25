// Package pint64 declares int64.
package pint64

type int64 struct{ A int32 }

type T struct {
	A int64
	L []int64
	M map[int32]int64
	P *int64
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self int64
}
