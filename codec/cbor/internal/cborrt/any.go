package cborrt

import (
	"bytes"
	"math"
	"math/big"
	"slices"
)

// AnyPart tells what stands at i, behind tags that mean nothing: 1 for a list, 2 for a map, 0 for
// a value without parts.
func AnyPart(b []byte, i int) (part, after int) {
	for {
		major, x, j := head(b, i)
		switch {
		case j < 0:
			return 0, -1
		case major == 4 || major == 5:
			return int(major) - 3, i
		case major != 6 || x <= 3:
			return 0, i
		}
		i = j
	}
}

// GetAnyLeaf reads a value without parts as the type that fxamacker/cbor makes of it: nil, bool,
// uint64, int64 where it is below zero, float64, string, []byte, time.Time behind the tags 0 and
// 1, big.Int where no other integer has room.
func GetAnyLeaf(b []byte, i int) (any, int) {
	major, x, j := head(b, i)
	if j < 0 {
		return nil, -1
	}
	switch {
	case major == 0:
		return x, j
	case major == 1 && x <= math.MaxInt64:
		return ^int64(x), j
	case major == 2:
		s, j := GetBytes(b, i)
		return append([]byte{}, s...), j
	case major == 3:
		s, j := GetString(b, i)
		return string(s), j
	case major == 6 && x < 2:
		t, j := GetTime(b, j)
		return t, j
	case major == 1 || major == 6:
		var whole big.Int
		j = GetBig(b, i, &whole)
		return whole, j
	}
	switch b[i] {
	case 0xf4, 0xf5:
		return b[i] == 0xf5, j
	case 0xf6, 0xf7:
		return nil, j
	case 0xf9, 0xfa, 0xfb:
		f, j := GetFloat64(b, i)
		return f, j
	}
	return nil, -1 // a simple value that means nothing to Go
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

// GetBig reads an integer of any size.
func GetBig(b []byte, i int, x *big.Int) int {
	for {
		major, u, j := head(b, i)
		switch {
		case j < 0 || major > 1 && major < 6 || major > 6:
			return -1
		case major < 6:
			if x.SetUint64(u); major == 1 {
				x.Not(x)
			}
			return j
		case u == 2 || u == 3:
			text, after := GetBytes(b, j)
			if after < 0 || IsNull(b, j) {
				return -1
			}
			if x.SetBytes(text); u == 3 {
				x.Not(x)
			}
			return after
		}
		i = j
	}
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool {
	if Skip(b, 0) == len(b) {
		return true
	}
	whole, used := Definite(b)
	return whole != nil && used == len(b)
}
