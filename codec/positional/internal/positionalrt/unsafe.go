package positionalrt

import (
	"unsafe"
)

// AliasString returns a string that is b.
func AliasString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Alias returns the first n elements of p as Ts, which may have any alignment.
func Alias[T any](p []byte, n int) []T {
	if n == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(p))), n)
}

// Memory returns the bytes of the elements of s.
func Memory[T any](s []T) []byte {
	if len(s) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), uintptr(len(s))*unsafe.Sizeof(s[0]))
}
