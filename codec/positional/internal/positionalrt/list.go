package positionalrt

// Count returns 0 for nil and one more than the count for the rest.
func Count(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// List reads the count of a list, whose elements take at least least bytes, and
// returns s with room for them, or a new slice.
func List[S ~[]T, T any](r *Reader, p []byte, s S, least uint64, field string) (S, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return s, p, err
		}
	}
	if n == 0 {
		return nil, p, nil
	}
	n--
	if n > uint64(len(p))/least {
		return s, p, r.short(p, field)
	}
	if s != nil && n <= uint64(cap(s)) {
		return s[:n], p, nil
	}
	return make(S, n), p, nil
}
