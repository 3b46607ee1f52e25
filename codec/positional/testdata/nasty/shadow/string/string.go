// Package pstring declares string.
package pstring

type string struct{ A int32 }

type T struct {
	A string
	L []string
	M map[int32]string
	P *string
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self string
}
