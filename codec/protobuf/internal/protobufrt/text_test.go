package protobufrt

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestText copies texts of every length up to 100 bytes, with something else than ASCII
// at each place.
func TestText(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDabcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwx"
	for n := range len(letters) + 1 {
		for at := range n + 1 {
			for _, other := range []string{"", "\x80", "é", "\xe6\x97\xa5", "\xff"} {
				s := letters[:at] + other + letters[at:n]
				b := bytes.Repeat([]byte{'-'}, len(s)+10)
				valid := utf8.ValidString(s)
				want := "-\x0a" + string(rune(len(s))) + s
				after := PutText(b, 1, 0x0a, s)
				if got := after == len(want); got != valid || after != len(want) && after != ^len(want) {
					t.Errorf("PutText of %q returns %d", s, after)
				}
				if !bytes.HasPrefix(b, []byte(want)) || strings.Trim(string(b[len(want):]), "-") != "" {
					t.Errorf("PutText of %q wrote %q", s, b)
				}
				if got := ValidText([]byte(s)); got != valid {
					t.Errorf("ValidText of %q is %t", s, got)
				}
			}
		}
	}
}
