// Package pbool declares bool.
package pbool

type bool struct{ A int32 }

type T struct {
	A bool
	L []bool
	M map[int32]bool
	P *bool
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self bool
}
