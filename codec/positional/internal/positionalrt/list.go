package positionalrt

// Count returns 0 for nil and one more than the count for the rest.
func Count(isNil bool, n int) uint64 {
	if isNil {
		return 0
	}
	return uint64(n) + 1
}

// AppendCount appends [Count] where the code is so much that a call takes less time.
//
//go:noinline
func AppendCount(b []byte, isNil bool, n int) []byte { return AppendUvarint(b, Count(isNil, n)) }

// List reads the count of a list, whose elements take at least least bytes of the input and
// size of memory, and returns s with room for them, or a new slice: of fewer elements where
// those are to be read before there are more (see [Reader.steps]). n is the count.
func List[S ~[]T, T any](r *Reader, p []byte, s S, least uint64, size int, field string) (_ S, n uint64, _ []byte, _ error) {
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return s, 0, p, err
		}
	}
	if n == 0 {
		return nil, 0, p, nil
	}
	n--
	if n > uint64(len(p))/least {
		return s, 0, p, r.short(p, field)
	}
	if s != nil && n <= uint64(cap(s)) {
		return s[:n], n, p, nil
	}
	if s = Make[S](r, n, size); s == nil {
		return s, 0, p, r.costly(p, field)
	}
	return s, n, p, nil
}

// Make returns a slice for n elements of the given size, of fewer where those are to be read before
// there are more (see [Reader.steps]), or nil where memory is refused for them.
func Make[S ~[]T, T any](r *Reader, n uint64, size int) S {
	room := n
	if r.charge(n, size) {
		if room = r.steps(n, size); room > n {
			return nil
		}
	}
	return make(S, room)
}

// More makes the list, whose elements were all read, four times as long, or n, and returns those
// that were not: none where there are n.
func More[S ~[]T, T any](list *S, n uint64) S {
	if uint64(len(*list)) == n {
		return nil
	}
	return more(list, n)
}

//go:noinline
func more[S ~[]T, T any](list *S, n uint64) S {
	all := make(S, min(n, 4*uint64(len(*list))))
	rest := all[copy(all, *list):]
	*list = all
	return rest
}

// One returns a new T out of a piece of memory that others of the call share. The first has
// one of its own, and each piece is twice as long as the one before, up to most of them.
func One[T any](piece *[]T, most int) *T {
	n := len(*piece)
	if n == cap(*piece) {
		*piece = Ones[T](min(2*n, most))
		n = 0
	}
	*piece = (*piece)[:n+1]
	return &(*piece)[n]
}

// Ones returns memory for n values, or one.
//
//go:noinline
func Ones[T any](n int) []T { return make([]T, 0, max(n, 1)) }
