//go:build long && linux && amd64

package positional_test

import (
	"path/filepath"
	"testing"
)

// TestGenerated386 runs the tests of the generated code as on a machine of 32
// bits, whose programs this one runs too.
func TestGenerated386(t *testing.T) {
	out := t.TempDir()
	goCommand(t, nil, "run", "./gen", "-out="+out)
	goCommand(t, []string{"GOARCH=386"}, "test", "-vet=off", "-overlay="+filepath.Join(out, "overlay.json"), ".")
	goCommand(t, []string{"GOARCH=386"}, "test", "../../internal/positionalrt")
}
