package judge

import (
	"bytes"
	"math/rand/v2"
)

// damaged changes a message in some places, joins it with another or cuts it off.
func damaged(r *rand.Rand, b, other []byte) []byte {
	m := bytes.Clone(b)
	if r.IntN(4) == 0 {
		m = append(m, other...)
	}
	if len(m) > 300 && r.IntN(2) == 0 { // where most is structure
		m = m[:300]
	}
	for range 1 + r.IntN(3) {
		if len(m) == 0 {
			break
		}
		at := r.IntN(len(m))
		switch r.IntN(6) {
		case 0:
			m[at] = byte(r.Uint32())
		case 1:
			m[at] ^= 1 << r.IntN(8)
		case 2:
			m = m[:at]
		case 3:
			m = append(m[:at], m[at+1:]...)
		case 4:
			m = append(m[:at], append([]byte{byte(r.Uint32() >> r.IntN(32))}, m[at:]...)...)
		case 5: // a number that is longer than it need be
			m = append(m[:at], append([]byte{m[at] | 0x80, 0}, m[at+1:]...)...)
		}
	}
	return m
}
