package skyencoder

import (
	"strings"
	"testing"
)

// Where the module cache has no encoder, the generator leaves its import out.
func TestWithEncoder(t *testing.T) {
	const body = "\n\nfunc f(e *encoder.Encoder) error { return errors.New(\"x\") }\n"
	for _, src := range []string{
		"package p\n\nimport \"errors\"" + body,
		"package p\n\nimport (\n\t\"errors\"\n\n\t\"" + encoder + "\"\n)" + body,
	} {
		got, err := withEncoder([]byte(src))
		if err != nil || strings.Count(string(got), `"`+encoder+`"`) != 1 {
			t.Errorf("%s, %v", got, err)
		}
	}
}
