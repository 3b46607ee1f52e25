package keyedrt

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf8"
)

// Kind is what begins at a place of the wire. What it means of its argument stands beside it.
type Kind uint16

// The kinds.
const (
	KindNone       Kind = 0  // nothing begins so
	KindUint       Kind = 1  // the number
	KindNegative   Kind = 2  // -1 minus the number
	KindSigned     Kind = 3  // in two's complement; read as one of the two above
	KindText       Kind = 4  // the length
	KindBytes      Kind = 5  // the length
	KindExtension  Kind = 6  // the length, with that of its type
	KindList       Kind = 7  // the number of elements
	KindMap        Kind = 8  // the number of entries
	KindTag        Kind = 9  // the number; the value follows
	KindNull       Kind = 10 // nothing
	KindBool       Kind = 11 // 0 or 1
	KindFloat16    Kind = 12 // the bits
	KindFloat32    Kind = 13 // the bits
	KindFloat64    Kind = 14 // the bits
	KindSimple     Kind = 15 // what is of no use to Go
	KindLongSimple Kind = 16 // the same, and nothing where it has a shorter form: below 32
	KindEndless    Kind = 17 // the kind of what follows without its length, up to a break
	KindBreak      Kind = 18 // nothing
)

// HeadRow has first bytes of values in a row, First to Last. Where there is a Width, the
// argument follows: in so many bytes behind the first of them, and twice as many behind each next one.
// Else it is X for the first of them, and one more for each next one.
type HeadRow struct {
	First, Last byte
	Kind        Kind
	Width       int
	X           int
}

// HeadTable tells for each first byte a kind, in 5 bits, a width, in 4, and an argument, in 7.
type HeadTable [256]Kind

// NewHeadTable returns what the rows tell. A row may go down.
func NewHeadTable(rows []HeadRow) (h HeadTable) {
	for _, row := range rows {
		for c, width, x := row.First, row.Width, row.X; ; width, x = 2*width, x+1 {
			h[c] = row.Kind<<11 | Kind(width)<<7
			if width == 0 {
				h[c] |= Kind(x)
			}
			if c == row.Last {
				break
			}
			if row.First < row.Last {
				c++
			} else {
				c--
			}
		}
	}
	return h
}

// Head reads what begins at i: its kind, its argument, and where what follows is, or -1 where
// nothing begins so, or the argument is not there whole.
func Head(b []byte, i int, h *HeadTable) (kind Kind, x uint64, after int) {
	if i < 0 || i >= len(b) {
		return KindNone, 0, -1
	}
	code := h[b[i]]
	kind = code >> 11
	if width := int(code >> 7 & 15); width > 0 {
		if i++; len(b)-i >= 8 {
			x, i = binary.BigEndian.Uint64(b[i:])>>(64-8*width), i+width
		} else {
			x, i = GetWord(b, i, width)
		}
		switch kind {
		case KindExtension:
			x++
		case KindSigned:
			kind = KindUint
			if shift := 64 - 8*width; int64(x<<shift) < 0 {
				kind, x = KindNegative, ^uint64(int64(x<<shift)>>shift)
			}
		}
		return kind, x, i
	}
	if kind == KindNone {
		return kind, 0, -1
	}
	return kind, uint64(code & 127), i + 1
}

// Untagged is Head behind tags, and the last of those. It is where those that read go when they do not
// meet what is common. Nothing begins with a tag that is for something else than what follows: 0 is for
// texts, 1 for numbers, 2 and 3 are for bytes.
func Untagged(b []byte, i int, h *HeadTable) (kind Kind, x uint64, after int, tag uint64) {
	tag = math.MaxUint64
	for {
		kind, x, i = Head(b, i, h)
		number := kind <= KindNegative || kind >= KindFloat16 && kind <= KindFloat64
		switch {
		case tag == 0 && kind != KindText, tag == 1 && !number, (tag == 2 || tag == 3) && kind != KindBytes:
			return KindNone, 0, -1, tag
		case kind != KindTag:
			return kind, x, i, tag
		}
		tag = x
	}
}

// tags reports whether the wire has tags: then numbers are read as fxamacker/cbor reads them.
func (h *HeadTable) tags() bool { return h[0xc0]>>11 == KindTag }

// number is Untagged for what is read into a number: null is 0, a simple value its number, and an
// integer of any size behind the tags 2 and 3 is one if a head has room for it.
func number(b []byte, i int, h *HeadTable) (kind Kind, x uint64, after int) {
	kind, x, i, tag := Untagged(b, i, h)
	switch {
	case kind == KindNull:
		return KindUint, 0, i
	case kind == KindSimple || kind == KindLongSimple && x >= 32:
		return KindUint, x, i
	case kind != KindBytes || tag != 2 && tag != 3:
		return kind, x, i
	case i < 0 || x > uint64(len(b)-i):
		return KindNone, 0, -1
	}
	text := bytes.TrimLeft(b[i:i+int(x)], "\x00")
	if len(text) > 8 {
		return KindNone, 0, -1
	}
	after = i + int(x)
	x, _ = GetWord(text, 0, len(text))
	return KindUint + Kind(tag-2), x, after
}

// GetNumber reads an integer as the key of a member: it is nothing else, and has no tag.
func GetNumber(b []byte, i int, h *HeadTable) (int64, int) {
	switch kind, x, i := Head(b, i, h); {
	case x > math.MaxInt64:
	case kind == KindUint:
		return int64(x), i
	case kind == KindNegative:
		return ^int64(x), i
	}
	return 0, -1
}

// GetBool reads a bool. Null is false.
func GetBool(b []byte, i int, h *HeadTable) (bool, int) {
	kind, x, i, _ := Untagged(b, i, h)
	if kind != KindBool && kind != KindNull {
		return false, -1
	}
	return kind == KindBool && x == 1, i
}

// GetInt reads an integer in any form.
func GetInt(b []byte, i int, h *HeadTable) (int64, int) {
	if i < len(b) {
		switch code := h[b[i]]; {
		case code>>7 == KindUint<<4:
			return int64(code & 127), i + 1
		case code>>7 == KindNegative<<4:
			return ^int64(code & 127), i + 1
		case code>>11 == KindSigned && len(b)-i > 8:
			width := int(code >> 7 & 15)
			return int64(binary.BigEndian.Uint64(b[i+1:])) >> (64 - 8*width), i + 1 + width
		}
	}
	kind, x, i := number(b, i, h)
	switch {
	case x > math.MaxInt64:
	case kind == KindUint:
		return int64(x), i
	case kind == KindNegative:
		return ^int64(x), i
	}
	return 0, -1
}

// GetUint reads an integer in any form that is not negative.
func GetUint(b []byte, i int, h *HeadTable) (uint64, int) {
	if i < len(b) {
		switch code := h[b[i]]; {
		case code>>7 == KindUint<<4:
			return uint64(code & 127), i + 1
		case code>>11 == KindUint && len(b)-i > 8:
			width := int(code >> 7 & 15)
			return binary.BigEndian.Uint64(b[i+1:]) >> (64 - 8*width), i + 1 + width
		}
	}
	kind, x, i := number(b, i, h)
	if kind != KindUint {
		return 0, -1
	}
	return x, i
}

// GetFloat64 reads a float of any width, or what is near to an integer.
func GetFloat64(b []byte, i int, h *HeadTable) (float64, int) {
	if len(b)-i >= 9 && h[b[i]]>>11 == KindFloat64 {
		return math.Float64frombits(binary.BigEndian.Uint64(b[i+1:])), i + 9
	}
	kind, x, i := number(b, i, h)
	switch {
	case kind == KindFloat64:
		return math.Float64frombits(x), i
	case kind == KindFloat32:
		return float64(math.Float32frombits(uint32(x))), i
	case kind == KindFloat16:
		return wholeFloat(uint16(x)), i
	case kind == KindUint:
		return float64(x), i
	case kind == KindNegative && x <= math.MaxInt64:
		return float64(^int64(x)), i
	}
	return 0, -1
}

// GetFloat32 is GetFloat64 for values that a float of 32 bits has, or, where there are tags, is
// near to.
func GetFloat32(b []byte, i int, h *HeadTable) (float32, int) {
	if len(b)-i >= 5 && h[b[i]]>>11 == KindFloat32 { // with the bits of a NaN
		return math.Float32frombits(binary.BigEndian.Uint32(b[i+1:])), i + 5
	}
	x, i := GetFloat64(b, i, h)
	if f := float32(x); float64(f) == x || x != x || h.tags() && math.Abs(x) <= math.MaxFloat32 {
		return f, i
	}
	return 0, -1
}

// GetText reads a text, or what else has so many bytes, of the wanted kind, as a slice of b. Null is
// an empty one. Where there are no tags, texts are read for bytes, and bytes for texts. A list of
// numbers is read for bytes, into memory of its own.
func GetText(b []byte, i int, want Kind, h *HeadTable) ([]byte, int) {
	if i < len(b) {
		code := h[b[i]]
		if code>>7 == want<<4 {
			if end := i + 1 + int(code&127); end <= len(b) {
				return b[i+1 : end], end
			}
		} else if code>>7 == want<<4|1 && len(b)-i >= 2 {
			if end := i + 2 + int(b[i+1]); end <= len(b) && want != KindExtension {
				return b[i+2 : end], end
			}
		}
	}
	start := i
	kind, x, i, _ := Untagged(b, i, h)
	switch {
	case want == KindExtension:
	case kind == KindNull:
		return nil, i
	case kind == KindList && want == KindBytes:
		return getByteList(b, start, h)
	case !h.tags() && (kind == KindText || kind == KindBytes):
		kind = want
	}
	if i < 0 || kind != want || x > uint64(len(b)-i) {
		return nil, -1
	}
	return b[i : i+int(x)], i + int(x)
}

// GetTexts reads texts into s, and returns the position after them, or the complement of that where there is none,
// or, if valid is set, none in UTF-8. Those side by side share copies of up to 512 bytes; one of more than 100
// bytes begins its own.
func GetTexts[S ~[]T, T ~string](s S, b []byte, i int, valid bool, h *HeadTable) int {
	for k := 0; k < len(s); {
		n, first, at := k, i, i
		for ; n < len(s); n++ {
			j := shortText(b, i, h)
			if j < 0 {
				var x []byte
				x, j = GetText(b, i, KindText, h)
				if n > k && (j < 0 || len(x) > 100) {
					break
				}
				if j < 0 {
					return ^i
				}
			}
			if n > k && j-first > 512 {
				break
			}
			i = j
		}
		text := T(b[first:i])
		each := valid && !utf8.Valid(b[first:i]) // what is between the texts may be no UTF-8
		for ; k < n; k++ {
			from, j := at+1, shortText(b, at, h)
			if j < 0 {
				var x []byte
				x, j = GetText(b, at, KindText, h)
				from = j - len(x)
			}
			if each && !utf8.Valid(b[from:j]) {
				return ^at
			}
			s[k], at = text[from-first:j-first], j
		}
	}
	return i
}

// shortText returns the position after a text whose length is in its first byte, or -1 for none.
func shortText(b []byte, i int, h *HeadTable) int {
	if i < len(b) {
		if code := h[b[i]]; code>>7 == KindText<<4 && int(code&127) < len(b)-i {
			return i + 1 + int(code&127)
		}
	}
	return -1
}

func getByteList(b []byte, i int, h *HeadTable) ([]byte, int) {
	count, i := GetCount(b, i, 1, KindList, KindNone, h)
	if i < 0 {
		return nil, -1
	}
	list := make([]byte, count)
	for k := range list {
		var x uint64
		if x, i = GetUint(b, i, h); i < 0 || x > math.MaxUint8 {
			return nil, -1
		}
		list[k] = byte(x)
	}
	return list, i
}

// GetCount reads the head of a list or a map, whose elements take at least so many bytes of
// what is left, or what stands for an empty one.
func GetCount(b []byte, i, least int, want, empty Kind, h *HeadTable) (count, after int) {
	if i < len(b) {
		if code := h[b[i]]; code>>7 == want<<4 {
			if count = int(code & 127); count*least < len(b)-i {
				return count, i + 1
			}
		}
	}
	kind, x, i, _ := Untagged(b, i, h)
	switch {
	case i < 0:
	case kind == empty:
		return 0, i
	case kind == want && x <= uint64(len(b)-i)/uint64(least):
		return int(x), i
	}
	return 0, -1
}

// Skip passes over a value, however deep it nests.
func Skip(b []byte, i int, h *HeadTable) int {
	for left := uint64(1); left > 0; left-- {
		kind, x, j := Head(b, i, h)
		if i = j; i < 0 {
			return -1
		}
		switch rest := uint64(len(b) - i); kind {
		case KindText, KindBytes, KindExtension:
			if x > rest {
				return -1
			}
			i += int(x)
		case KindList, KindMap:
			if x > rest {
				return -1
			}
			left += x * uint64(kind-KindList+1)
		case KindTag:
			left++
		case KindEndless, KindBreak:
			return -1
		case KindLongSimple:
			if x < 32 {
				return -1
			}
		}
		if left > uint64(len(b)-i)+1 {
			return -1
		}
	}
	return i
}

// Scan passes over values as far as b has them whole from i on. open says how many are still
// to come, the last of it first: math.MaxUint64 is what has no length. It returns that of what is
// to come, none as an empty slice, and the position, or -1 for what is no value, or nests 1,000
// deep without lengths.
func Scan(b []byte, i int, open []uint64, h *HeadTable) ([]uint64, int) {
	const endless = math.MaxUint64
	for len(open) > 0 && i < len(b) {
		top := &open[len(open)-1]
		kind, x, j := Head(b, i, h)
		switch {
		case kind == KindNone || kind == KindBreak && *top != endless || len(open) > 1000:
			return open, -1
		case j < 0:
			return open, i
		case kind == KindBreak:
			*top = 1
		case kind == KindTag:
			i = j
			continue
		case kind == KindLongSimple && x < 32 || (kind == KindList || kind == KindMap) && x > 1<<32:
			return open, -1
		case kind == KindText || kind == KindBytes || kind == KindExtension:
			if x > uint64(len(b)-j) {
				return open, i
			}
			j += int(x)
		}
		if i = j; *top != endless {
			*top--
		}
		parts := uint64(0)
		switch kind {
		case KindEndless:
			parts = endless
		case KindList, KindMap:
			parts = x * uint64(kind-KindList+1)
		}
		if parts == endless || *top == endless && parts > 0 {
			open = append(open, parts)
		} else if *top != endless {
			*top += parts
		}
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
	}
	return open, i
}

// Definite returns the value at the front of b, in which something is of indefinite
// length, with lengths in heads of nine bytes, and how long it was in b. It returns nil
// where all lengths are definite, where there is no value, and where it nests deeper than
// 1,000.
func Definite(b []byte, h *HeadTable) ([]byte, int) {
	heads := 0
	for _, c := range b {
		if h[c]>>11 == KindEndless {
			heads++
		}
	}
	if heads == 0 {
		return nil, 0
	}
	out, i := definite(make([]byte, 0, len(b)+8*heads), b, 0, 1000, h)
	if i < 0 || bytes.Equal(out, b[:i]) {
		return nil, 0
	}
	return out, i
}

// definite appends the value at i to out, and returns the position after it. What has parts
// nests so deep.
func definite(out, b []byte, i, depth int, h *HeadTable) ([]byte, int) {
	start := i
	kind, x, j := Head(b, i, h)
	for kind == KindTag {
		i = j
		kind, x, j = Head(b, i, h)
	}
	endless := kind == KindEndless
	if endless {
		kind = Kind(x)
	}
	nests, text := kind == KindList || kind == KindMap, kind == KindText || kind == KindBytes
	switch {
	case j < 0 || kind == KindBreak || kind == KindLongSimple && x < 32 || nests && x > 0 && depth == 0:
		return out, -1
	case !endless && (nests || text) && x > uint64(len(b)-j):
		return out, -1
	case !endless && text:
		j += int(x)
	}
	if !endless {
		out = append(out, b[start:j]...)
		if kind == KindMap {
			x *= 2
		}
		for ; nests && x > 0 && j >= 0; x-- {
			out, j = definite(out, b, j, depth-1, h)
		}
		return out, j
	}
	out = append(append(out, b[start:i]...), h.longest(kind), 0, 0, 0, 0, 0, 0, 0, 0)
	at, count := len(out), uint64(0)
	for ; j >= 0 && j < len(b) && b[j] != 0xff; count++ {
		if nests {
			out, j = definite(out, b, j, depth-1, h)
			continue
		}
		part, _, _ := Head(b, j, h)
		s, after := GetText(b, j, kind, h)
		if part != kind || kind == KindText && !utf8.Valid(s) {
			return out, -1
		}
		out, j = append(out, s...), after
	}
	switch {
	case j < 0 || j >= len(b) || kind == KindMap && count%2 != 0:
		return out, -1
	case kind == KindMap:
		count /= 2
	case text:
		count = uint64(len(out) - at)
	}
	binary.BigEndian.PutUint64(out[at-8:], count)
	return out, j + 1
}

// longest returns the code of a kind whose argument takes eight bytes.
func (h *HeadTable) longest(kind Kind) byte {
	for c, code := range h {
		if code == kind<<11|8<<7 {
			return byte(c)
		}
	}
	return 0
}
