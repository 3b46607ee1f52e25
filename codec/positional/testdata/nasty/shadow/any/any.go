// Package pany declares any.
package pany

type any struct{ A int32 }

type T struct {
	A any
	L []any
	M map[int32]any
	P *any
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self any
}
