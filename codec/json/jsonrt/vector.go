//go:build !goexperiment.simd || !amd64

package jsonrt

// vectors is whether long strings are looked at by vector instructions: see the other
// file that declares it. Copies of these routines never do.
const vectors = false

func plainVectors([]byte, int, int) int { return 0 }

func escapeVectors(b []byte, n int, _ string, _, _, _ int) ([]byte, int, int) { return b, n, 0 }
