package msgpackrt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"time"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
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
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], x)
	return n + 1 + copy(b[n+1:], word[8-1<<log:])
}

// CompareKeys is the order of texts as they are written.
func CompareKeys(a, b []byte) int {
	x, _ := GetString(a, 0)
	y, _ := GetString(b, 0)
	return bytes.Compare(x, y)
}

// GetAnyLeaf reads what is no text: float32, int64, uint64 from the unsigned forms, time.Time.
func GetAnyLeaf(b []byte, i int) (any, int) {
	switch code := b[i]; {
	case code == 0xca:
		x, i := keyedrt.GetFloat32(b, i, &Heads)
		return x, i
	case code >= 0xcc && code <= 0xcf:
		x, i := keyedrt.GetUint(b, i, &Heads)
		return x, i
	case int8(code) >= -32 || code >= 0xd0 && code <= 0xd3:
		x, i := keyedrt.GetInt(b, i, &Heads)
		return x, i
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
		w[n] = 0xd4 + byte(bits.TrailingZeros64(uint64(size)))
		n++
	} else {
		n = keyedrt.PutWord(w, n, 0xc7, uint64(size))
	}
	w[n] = byte(x.ExtensionType())
	return w[:n+1+size], x.MarshalBinaryTo(w[n+1 : n+1+size])
}

// GetExtension reads an extension of x's type, and returns a slice of b.
func GetExtension(b []byte, i int, x interface{ ExtensionType() int8 }) ([]byte, int) {
	s, end := keyedrt.GetText(b, i, keyedrt.KindExtension, &Heads)
	if end < 0 || int8(s[0]) != x.ExtensionType() {
		return nil, -1
	}
	return s[1:len(s):len(s)], end
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool { return keyedrt.Skip(b, 0, &Heads) == len(b) }
