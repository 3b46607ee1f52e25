// Package perror declares error.
package perror

type error struct{ A int32 }

type T struct {
	A error
	L []error
	M map[int32]error
	P *error
}

type Fixed struct{ N int32 }

type Cases struct {
	T
	Fixed
	Self error
}
