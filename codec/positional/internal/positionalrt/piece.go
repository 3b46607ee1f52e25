package positionalrt

// part returns the first n bytes of p in the piece of memory of the new value, with no
// room behind them.
func (r *Reader) part(p []byte, n int) []byte {
	off := r.offset(p) - r.base
	return r.piece[off : off+n : off+n]
}

// partBytes returns the first n bytes of p: in the piece of memory of the new value, if
// there is one, and else as a copy.
func (r *Reader) partBytes(p []byte, n int) []byte {
	if off := r.offset(p) - r.from; off+n <= len(r.copied) {
		return r.copied[off : off+n : off+n]
	}
	return CopyBytes(p[:n])
}

// partString returns the first n bytes of p: in the piece of memory of the new value, if
// there is one, and else as a copy.
func (r *Reader) partString(p []byte, n int) string {
	if off := r.offset(p) - r.base; off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return string(p[:n])
}
