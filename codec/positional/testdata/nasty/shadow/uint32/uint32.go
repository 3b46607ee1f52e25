// Package puint32 declares uint32.
package puint32

type uint32 struct{ A int32 }

type T struct {
	A uint32
	L []uint32
	M map[int32]uint32
	P *uint32
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self uint32
}
