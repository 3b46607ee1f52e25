package cborrt

import (
	"bytes"
	"math"
	"math/big"
	"slices"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
)

// GetAnyLeaf reads what is no text: uint64, which simple values are too, int64 where it is below zero, float64, time.Time behind
// the tags 0 and 1, big.Int where no other integer has room.
func GetAnyLeaf(b []byte, i int) (any, int) {
	switch kind, x, j := keyedrt.Head(b, i, &Heads); {
	case kind == keyedrt.KindUint:
		return x, j
	case kind == keyedrt.KindNegative && x <= math.MaxInt64:
		return ^int64(x), j
	case kind == keyedrt.KindFloat16 || kind == keyedrt.KindFloat32:
		f, j := keyedrt.GetFloat64(b, i, &Heads)
		return f, j
	case kind == keyedrt.KindTag && x < 2:
		t, j := GetTime(b, i)
		return t, j
	case kind == keyedrt.KindTag || kind == keyedrt.KindNegative:
		var whole big.Int
		j = GetBig(b, i, &whole)
		return whole, j
	}
	x, j := keyedrt.GetUint(b, i, &Heads) // a simple value, as its number
	return x, j
}

// CompareKeys is the order of keys as they are written.
func CompareKeys(a, b []byte) int { return bytes.Compare(a, b) }

// AppendAnyOther appends a big.Int, or returns nil for what is none.
func AppendAnyOther(b []byte, x any) ([]byte, error) {
	switch x := x.(type) {
	case big.Int:
		return AppendBig(b, &x)
	case *big.Int:
		if x == nil {
			return append(b, 0xf6), nil
		}
		return AppendBig(b, x)
	}
	return nil, nil
}

// AppendBig appends an integer of any size: as others are where they have room for it, and else
// as bytes behind the tags 2 and 3.
func AppendBig(b []byte, x *big.Int) ([]byte, error) {
	major, abs := byte(0), x
	if x.Sign() < 0 {
		major, abs = 1, new(big.Int).Not(x)
	}
	if n := len(b); abs.IsUint64() {
		w := slices.Grow(b, 9)
		w = w[:cap(w)]
		return w[:PutHead(w, n, major<<5, abs.Uint64())], nil
	}
	text := abs.Bytes()
	b = append(b, 0xc2|major)
	w := slices.Grow(b, 9+len(text))
	return w[:PutBytes(w[:cap(w)], len(b), text)], nil
}

// GetBig reads an integer of any size. Null is 0.
func GetBig(b []byte, i int, x *big.Int) int {
	switch kind, u, j, tag := keyedrt.Untagged(b, i, &Heads); {
	case j < 0:
	case kind == keyedrt.KindBytes && (tag == 2 || tag == 3) && u <= uint64(len(b)-j):
		if x.SetBytes(b[j : j+int(u)]); tag == 3 {
			x.Not(x)
		}
		return j + int(u)
	case kind == keyedrt.KindNegative:
		x.SetUint64(u)
		x.Not(x)
		return j
	default:
		if u, j = keyedrt.GetUint(b, i, &Heads); j >= 0 {
			x.SetUint64(u)
			return j
		}
	}
	return -1
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool {
	if keyedrt.Skip(b, 0, &Heads) == len(b) {
		return true
	}
	whole, used := keyedrt.Definite(b, &Heads)
	return whole != nil && used == len(b)
}
