package subjects

import (
	"encoding/json"
	"errors"
	"testing"
)

// TestLies: encoding/json says where an input is no JSON.
func TestLies(t *testing.T) {
	Lies(t, Subjects, func(err error) (int, bool) {
		var syntax *json.SyntaxError
		if !errors.As(err, &syntax) {
			return 0, false // of another kind: encoding/json goes on behind it
		}
		return int(syntax.Offset), true
	})
}
