package result

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "",
		"{}":                       "{}",
		"\xef\xbb\xbf{}":           "{}",
		"\xef\xbb":                 "\xef\xbb",
		"\xff\xfe":                 "",
		"\xff\xfe{\x00}\x00":       "{}",
		"\xfe\xff\x00{\x00}":       "{}",
		"\xff\xfe{\x00}":           "{", // cut off
		"\xff\xfe\x3d\xd8\x00\xde": "😀",
		"\xff\xfe\x3d\xd8{\x00":    "\ufffd{",
		"\xfe\xff\x00\xd7":         "×",
	} {
		if got := string(Text([]byte(text))); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
