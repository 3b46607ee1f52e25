package inspect

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// ParseHex reads hex digits as people paste them: with white space, commas, a
// 0x before groups, and the offsets and the text column of a hexdump.
func ParseHex(text string) ([]byte, error) {
	var out []byte
	for n, line := range strings.Split(text, "\n") {
		if i := strings.IndexByte(line, '|'); i >= 0 {
			line = line[:i]
		}
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r,:", r) })
		if len(words) > 1 && len(words[0]) == 8 && len(words[1]) <= 4 {
			words = words[1:] // a hexdump's offset
		} else if len(words) == 1 && len(words[0]) == 8 && n > 0 && fmt.Sprintf("%08x", len(out)) == words[0] {
			continue // a hexdump's last line
		}
		for _, w := range words {
			b, err := hex.DecodeString(strings.TrimPrefix(strings.ToLower(w), "0x"))
			if err != nil {
				return nil, fmt.Errorf("reading hex: line %d: %q is no sequence of pairs of hex digits", n+1, w)
			}
			out = append(out, b...)
		}
	}
	return out, nil
}

// Excerpt shows the bytes around an offset as a hexdump with a mark under the
// byte there: two lines before it and one after.
func Excerpt(b []byte, offset int) string {
	const width = 16
	offset = max(0, min(offset, len(b)))
	row := offset / width
	var out strings.Builder
	for r := max(0, row-2); r <= row+1 && (r*width < len(b) || r == row); r++ {
		line := b[min(r*width, len(b)):min((r+1)*width, len(b))]
		fmt.Fprintf(&out, "%08x  ", r*width)
		for i := range width {
			if i < len(line) {
				fmt.Fprintf(&out, "%02x ", line[i])
			} else {
				out.WriteString("   ")
			}
			if i == width/2-1 {
				out.WriteByte(' ')
			}
		}
		out.WriteString(" |")
		for _, c := range line {
			if c < ' ' || c > '~' {
				c = '.'
			}
			out.WriteByte(c)
		}
		out.WriteString("|\n")
		if r == row {
			at := offset % width
			pad := 10 + 3*at
			if at >= width/2 {
				pad++
			}
			fmt.Fprintf(&out, "%s^^ byte %d\n", strings.Repeat(" ", pad), offset)
		}
	}
	return out.String()
}
