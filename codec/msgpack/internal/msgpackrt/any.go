package msgpackrt

import (
	"bytes"
	"errors"
	"math/bits"
	"slices"
	"time"
)

// PutTimeExtension is PutTime at n.
func PutTimeExtension(b []byte, n int, t time.Time) int {
	PutTime((*[15]byte)(b[n:]), t)
	return n + 15
}

// PutSized writes an integer of 1 << log bytes behind the code of its width.
func PutSized(b []byte, n int, x uint64, log int, signed bool) int {
	b[n] = 0xcc + byte(log)
	if signed {
		b[n] = 0xd0 + byte(log)
	}
	n++
	for shift := 8<<log - 8; shift >= 0; shift -= 8 {
		b[n] = byte(x >> shift)
		n++
	}
	return n
}

// CompareKeys is the order of texts as they are written.
func CompareKeys(a, b []byte) int {
	x, _ := GetString(a, 0)
	y, _ := GetString(b, 0)
	return bytes.Compare(x, y)
}

// AnyPart tells what stands at i: 1 for a list, 2 for a map, 0 for a value without parts.
func AnyPart(b []byte, i int) (part, after int) {
	switch {
	case i >= len(b):
		return 0, -1
	case b[i]&0xf0 == 0x90 || b[i] == 0xdc || b[i] == 0xdd:
		return 1, i
	case b[i]&0xf0 == 0x80 || b[i] == 0xde || b[i] == 0xdf:
		return 2, i
	}
	return 0, i
}

// GetAnyLeaf reads a value without parts as the type that msgp makes of it: nil, bool, float32,
// float64, string, []byte, time.Time, int64, and uint64 from the unsigned forms.
func GetAnyLeaf(b []byte, i int) (any, int) {
	switch code := b[i]; {
	case code == 0xc0:
		return nil, i + 1
	case code&^1 == 0xc2:
		return code == 0xc3, i + 1
	case code == 0xca:
		x, i := GetFloat32(b, i)
		return x, i
	case code == 0xcb:
		x, i := GetFloat64(b, i)
		return x, i
	case code >= 0xcc && code <= 0xcf:
		x, i := GetUint(b, i)
		return x, i
	case int8(code) >= -32 || code >= 0xd0 && code <= 0xd3:
		x, i := GetInt(b, i)
		return x, i
	case code >= 0xc4 && code <= 0xc6:
		s, i := GetBytes(b, i)
		return append([]byte{}, s...), i
	case code&0xe0 == 0xa0 || code >= 0xd9 && code <= 0xdb:
		s, i := GetString(b, i)
		return string(s), i
	}
	t, i := GetTime(b, i) // no other extension means anything
	return t, i
}

// GetAnySized is GetAnyLeaf, but that integers have the width of their form.
func GetAnySized(b []byte, i int) (any, int) {
	code := b[i]
	x, i := GetAnyLeaf(b, i)
	switch n := x.(type) {
	case int64:
		switch code {
		default:
			return int8(n), i
		case 0xd1:
			return int16(n), i
		case 0xd2:
			return int32(n), i
		case 0xd3:
		}
	case uint64:
		switch code {
		case 0xcc:
			return uint8(n), i
		case 0xcd:
			return uint16(n), i
		case 0xce:
			return uint32(n), i
		}
	}
	return x, i
}

// AppendAnyOther appends what has methods of msgp, or returns nil for what has none.
func AppendAnyOther(b []byte, x any) ([]byte, error) {
	switch x := x.(type) {
	case interface {
		MarshalMsg([]byte) ([]byte, error)
	}:
		out, err := x.MarshalMsg(b)
		if err == nil && (len(out) < len(b) || !IsValue(out[len(b):])) {
			err = errNoValue
		}
		return out, err
	case extension:
		return AppendExtension(b, x)
	}
	return nil, nil
}

var errNoValue = errors.New("what its method MarshalMsg has written is not one value")

// extension is what is written of msgp.Extension.
type extension interface {
	ExtensionType() int8
	Len() int
	MarshalBinaryTo([]byte) error
}

// AppendExtension appends an extension of the user's.
func AppendExtension(b []byte, x extension) ([]byte, error) {
	n, size := len(b), x.Len()
	w := slices.Grow(b, 6+size)
	w = w[:cap(w)]
	if size > 0 && size <= 16 && size&(size-1) == 0 {
		w[n] = 0xd4 + byte(bits.TrailingZeros(uint(size)))
		n++
	} else {
		n = putLength(w, n, size, 0xc7)
	}
	w[n] = byte(x.ExtensionType())
	return w[:n+1+size], x.MarshalBinaryTo(w[n+1 : n+1+size])
}

// GetExtension reads an extension of x's type, and returns a slice of b.
func GetExtension(b []byte, i int, x interface{ ExtensionType() int8 }) ([]byte, int) {
	length, at := getLength(b, i, 0xc7)
	if i < len(b) && b[i] >= 0xd4 && b[i] <= 0xd8 {
		length, at = 1<<(b[i]-0xd4), i+1
	}
	if at < 0 || length >= len(b)-at || int8(b[at]) != x.ExtensionType() {
		return nil, -1
	}
	end := at + 1 + length
	return b[at+1 : end : end], end
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool { return Skip(b, 0) == len(b) }
