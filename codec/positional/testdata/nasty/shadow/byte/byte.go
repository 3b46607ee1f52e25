// Package pbyte declares byte.
package pbyte

type byte struct{ A int32 }

type T struct {
	A byte
	L []byte
	M map[int32]byte
	P *byte
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self byte
}
