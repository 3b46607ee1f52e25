//go:build !amd64 || !gc || purego

package jsonrt

// vectors is whether long texts, base64, lists of floats and what is skipped are looked at by vector instructions:
// see the other file that declares it.
const vectors = false

func plainVectors([]byte, int) int { return 0 }

func escapeVectors(b []byte, n int, _ string, _, _, _ int) ([]byte, int, int) { return b, n, 0 }

func copyVectors([]byte, string, int) int { return 0 }

func unquoteVectors(_ []byte, n int, _ []byte, j int) (int, int) { return n, j }

func manyFloats[T float32 | float64](_ []byte, i int, _ []T) (k, end int) { return 0, i }

func encodeVectors(_, _ []byte) int { return 0 }

func decodeVectors(_, _ []byte) int { return 0 }

func skipVectors([]byte, int, int) (int, bool) { return -1, false }
