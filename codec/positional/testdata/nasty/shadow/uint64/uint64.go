// Package puint64 declares uint64.
package puint64

type uint64 struct{ A int32 }

type T struct {
	A uint64
	L []uint64
	M map[int32]uint64
	P *uint64
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self uint64
}
