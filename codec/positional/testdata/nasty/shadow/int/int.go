// Package pint declares int.
package pint

type int struct{ A int32 }

type T struct {
	A int
	L []int
	M map[int32]int
	P *int
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self int
}
