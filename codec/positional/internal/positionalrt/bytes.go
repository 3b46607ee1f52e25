package positionalrt

// CopyOut writes bytes of any named type at the front of p.
func CopyOut[T ~uint8](p []byte, s []T) {
	for i, x := range s {
		p[i] = byte(x)
	}
}

// CopyIn reads bytes of any named type from the front of p.
func CopyIn[T ~uint8](s []T, p []byte) {
	for i := range s {
		s[i] = T(p[i])
	}
}

// Pad fills up n bytes at the front of p to the format's multiple and returns
// the rest.
func Pad(p []byte, n int) []byte {
	end := (n + pad - 1) / pad * pad
	clear(p[n:end])
	return p[end:]
}
