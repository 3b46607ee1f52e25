package jsonrt

import "encoding/binary"

// Put1 writes c, for which there is room, and returns the position after it.
func Put1(b []byte, n int, c byte) int {
	b[n] = c
	return n + 1
}

// Put2 writes the constant s of 2 or 3 bytes, for which there is room, and
// returns the position after it. Once inlined, it and those below are stores of
// immediate words: the compiler knows s, and that a slice with a capacity above
// 0 begins where it says. The copy of a constant takes twice the instructions,
// which were an eighth of the time of a status with its long names.
func Put2(b []byte, n int, s string) int {
	p, q := b[n:n+len(s):n+len(s)], []byte(s)
	binary.LittleEndian.PutUint16(p, binary.LittleEndian.Uint16(q))
	p[len(p)-1] = q[len(q)-1]
	return n + len(s)
}

// Put4 is Put2 for 4 to 8 bytes.
func Put4(b []byte, n int, s string) int {
	p, q := b[n:n+len(s):n+len(s)], []byte(s)
	binary.LittleEndian.PutUint32(p, binary.LittleEndian.Uint32(q))
	binary.LittleEndian.PutUint32(p[len(p)-4:], binary.LittleEndian.Uint32(q[len(q)-4:]))
	return n + len(s)
}

// Put8 is Put2 for 8 to 16 bytes.
func Put8(b []byte, n int, s string) int {
	p, q := b[n:n+len(s):n+len(s)], []byte(s)
	binary.LittleEndian.PutUint64(p, binary.LittleEndian.Uint64(q))
	binary.LittleEndian.PutUint64(p[len(p)-8:], binary.LittleEndian.Uint64(q[len(q)-8:]))
	return n + len(s)
}

// Put16 is Put2 for 16 to 32 bytes.
func Put16(b []byte, n int, s string) int {
	p, q := b[n:n+len(s):n+len(s)], []byte(s)
	binary.LittleEndian.PutUint64(p, binary.LittleEndian.Uint64(q))
	binary.LittleEndian.PutUint64(p[8:], binary.LittleEndian.Uint64(q[8:]))
	binary.LittleEndian.PutUint64(p[len(p)-16:], binary.LittleEndian.Uint64(q[len(q)-16:]))
	binary.LittleEndian.PutUint64(p[len(p)-8:], binary.LittleEndian.Uint64(q[len(q)-8:]))
	return n + len(s)
}
