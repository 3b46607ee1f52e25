package positionalrt

// Optional64 reads what a pointer leads to: into the old value where there is one.
func Optional64[T ~int64 | ~uint64](r *Reader, p []byte, x *T, field string) (*T, []byte, error) {
	if len(p) < 8 {
		return x, p, r.short(p, field)
	}
	if x == nil {
		x = new(T)
	}
	*x = T(order.Uint64(p))
	return x, p[8:], nil
}

// Optional32 is [Optional64] for four bytes.
func Optional32[T ~int32 | ~uint32](r *Reader, p []byte, x *T, field string) (*T, []byte, error) {
	if len(p) < 4 {
		return x, p, r.short(p, field)
	}
	if x == nil {
		x = new(T)
	}
	*x = T(order.Uint32(p))
	return x, p[4:], nil
}

// OptionalBool is [Optional64] for a bool.
func OptionalBool[T ~bool](r *Reader, p []byte, x *T, field string) (*T, []byte, error) {
	if len(p) < 1 {
		return x, p, r.short(p, field)
	}
	if p[0] > 1 {
		return x, p, r.fail(p, field, "a bool that is neither 0 nor 1")
	}
	if x == nil {
		x = new(T)
	}
	*x = p[0] != 0
	return x, p[1:], nil
}
