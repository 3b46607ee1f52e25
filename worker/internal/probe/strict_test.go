package probe

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/internal/verify"
)

// TestStrict: a codec that stops looking at its input is not strict any more, and so is one
// that panics at it.
func TestStrict(t *testing.T) {
	c := jsonCase(wide{A: 1, Name: "a name"})
	timed := func(unmarshal func(data []byte, v any) error) verify.Codec {
		return verify.Codec{Marshal: json.Marshal, Unmarshal: unmarshal}
	}
	for _, test := range []struct {
		name, want string
		unmarshal  func(data []byte, v any) error
	}{
		{"strict", "", json.Unmarshal},
		{"lax at the end", "followed by others", func(data []byte, v any) error {
			return json.NewDecoder(strings.NewReader(string(data))).Decode(v)
		}},
		{"lax", "unmarshal accepts a message", func(data []byte, v any) error {
			if !strings.HasSuffix(string(data), "}") {
				return nil
			}
			return json.Unmarshal(data, v)
		}},
		{"panics", "unmarshal panics at a message", func(data []byte, v any) error {
			if data[len(data)-1] != '}' {
				panic("short")
			}
			return json.Unmarshal(data, v)
		}},
	} {
		err := Strict(c, timed(test.unmarshal))
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}
