package result

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// Text returns text as UTF-8 without a byte order mark, by which it knows what programs of
// Windows write: PowerShell's > makes UTF-16. Text without such a mark is returned as it is;
// halves of surrogate pairs become U+FFFD.
func Text(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte{0xef, 0xbb, 0xbf}):
		return text[3:]
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return text
	}
	units := make([]uint16, 0, len(text)/2)
	for b := text[2:]; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units)))
}
