package jsonrt

import "math/bits"

// skipString returns the end of the string whose first byte after the quote is
// at i.
func (d *Decoder) skipString(b []byte, i int) int {
	for i >= 0 && i <= len(b)-8 {
		w := load(b[i : i+8])
		m := ends(w) &^ w
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		if b[i] == '"' {
			return i + 1
		}
		if i = d.skipEscape(b, i); i < 0 {
			return -1
		}
	}
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c == '\\' || c < ' ':
			if i = d.skipEscape(b, i); i < 0 {
				return -1
			}
		default:
			i++
		}
	}
	return d.Refuse(i, "a string does not end")
}

// skipEscape returns the end of the escape at i.
func (d *Decoder) skipEscape(b []byte, i int) int {
	if b[i] < ' ' {
		return d.Refuse(i, "a control character stands in a string")
	}
	if i+1 >= len(b) {
		return d.Refuse(i, "a string does not end")
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if hex4(b, i+2) < 0 {
			return d.Refuse(i, "an escape lacks digits")
		}
		return i + 6
	}
	return d.Refuse(i, "an escape is unknown")
}

// Skip returns the position after any value. It does not recur: objects and
// arrays that are open are bits of a stack.
func (d *Decoder) Skip(b []byte, i int) int {
	if vectors && i < len(b) && (b[i] == '{' || b[i] == '[') {
		if j, spaced := skipVectors(b, i, min(64, MaxDepth-d.Depth)); j >= 0 {
			d.spaced = d.spaced || spaced
			return j
		}
	}
	var small [4]uint64
	open := small[:] // one bit for each that is open: whether it is an object
	depth := 0
	object := false // what is innermost
	for {
		// A value.
		i = d.space(b, i)
		if i >= len(b) {
			return d.Refuse(i, "the input ends too early")
		}
		switch c := b[i]; c {
		case '"':
			if i = d.skipString(b, i+1); i < 0 {
				return -1
			}
		case '{', '[':
			if depth+d.Depth >= MaxDepth {
				return d.Refuse(i, "objects and arrays are nested more than 10000 deep")
			}
			i = d.space(b, i+1)
			if i < len(b) && b[i] == c+2 { // the closing bracket
				i++
				break
			}
			if depth>>6 == len(open) {
				open = append(open, 0)
			}
			bit := uint64(1) << (uint(depth) & 63)
			open[depth>>6] &^= bit
			depth++
			if object = c == '{'; !object {
				continue
			}
			open[(depth-1)>>6] |= bit
			if i = d.name(b, i); i < 0 {
				return -1
			}
			continue
		case 't':
			if len(b)-i < 4 || string(b[i:i+4]) != "true" {
				return d.Refuse(i, "a value was expected")
			}
			i += 4
		case 'f':
			if len(b)-i < 5 || string(b[i:i+5]) != "false" {
				return d.Refuse(i, "a value was expected")
			}
			i += 5
		case 'n':
			if !Null(b, i) {
				return d.Refuse(i, "a value was expected")
			}
			i += 4
		default:
			if i = d.number(b, i); i < 0 {
				return -1
			}
		}
		// What is after it.
		for {
			if depth == 0 {
				return i
			}
			i = d.space(b, i)
			if i >= len(b) {
				return d.Refuse(i, "the input ends too early")
			}
			c := b[i]
			i++
			if c == ',' {
				if object {
					i = d.space(b, i)
					if i = d.name(b, i); i < 0 {
						return -1
					}
				}
				break
			}
			if object && c != '}' || !object && c != ']' {
				return d.Refuse(i-1, "a comma or a closing bracket was expected")
			}
			if depth--; depth > 0 {
				object = open[(depth-1)>>6]>>(uint(depth-1)&63)&1 != 0
			}
		}
	}
}

// name skips a name and its colon.
func (d *Decoder) name(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return d.Refuse(i, "a name was expected")
	}
	if i = d.skipString(b, i+1); i < 0 {
		return -1
	}
	i = d.space(b, i)
	if i >= len(b) || b[i] != ':' {
		return d.Refuse(i, "a colon was expected")
	}
	return i + 1
}

// space returns the position after white space, which d remembers.
func (d *Decoder) space(b []byte, i int) int {
	if i < len(b) && b[i] <= ' ' {
		d.spaced = true
		return spaces(b, i)
	}
	return i
}
