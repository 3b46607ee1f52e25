package seeds

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParse reads arguments as go test -fuzz writes them.
func TestParse(t *testing.T) {
	for field, want := range map[string]any{
		`[]byte("a\xff\n")`: []byte("a\xff\n"), `string(")\"")`: `)"`, `uint64(18446744073709551615)`: uint64(1<<64 - 1),
		`byte('\xa0')`: byte(0xa0), `byte('\u00a0')`: byte(0xa0), `byte(')')`: byte(')'), `byte('\'')`: byte('\''), `byte('\x00')`: byte(0),
		`bool(true)`: nil, `byte("ab")`: nil, `[]byte("a`: nil,
	} {
		got, err := parse(field)
		if (err != nil) != (want == nil) || want != nil && !cmp.Equal(got, want) {
			t.Errorf("%s: %v, %v", field, got, err)
		}
	}
}
