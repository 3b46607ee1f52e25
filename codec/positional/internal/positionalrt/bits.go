package positionalrt

// BitWriter packs bools into bytes that lie where the first of their bools
// stands.
type BitWriter struct {
	open int // the index of the byte that has room
	mask byte
}

func (w *BitWriter) put(b []byte, set bool) []byte {
	if w.mask == 0 {
		w.open, w.mask = len(b), 1
		b = append(b, 0)
	}
	if set {
		b[w.open] |= w.mask
	}
	w.mask <<= 1
	return b
}

// bit reads a bool that shares a byte with the ones around it.
func (r *Reader) bit(p []byte, field string) (bool, []byte, error) {
	if r.bits <= 1 {
		if len(p) == 0 {
			return false, p, r.short(p, field)
		}
		set := p[0]&1 != 0
		r.bits = p[0]>>1 | 0x80
		return set, p[1:], nil
	}
	set := r.bits&1 != 0
	r.bits >>= 1
	return set, p, nil
}

// BoolByte returns 1 for true and 0 for false.
func BoolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// PutBools writes a byte for each bool at the front of p and returns the rest.
func PutBools[T ~bool](p []byte, s []T) []byte {
	for i, x := range s {
		p[i] = BoolByte(bool(x))
	}
	return p[len(s):]
}

// GetBools reports whether all are 0 or 1.
func GetBools[T ~bool](s []T, p []byte) bool {
	var all byte
	for i, x := range p[:len(s)] {
		all |= x
		s[i] = x != 0
	}
	return all <= 1
}
