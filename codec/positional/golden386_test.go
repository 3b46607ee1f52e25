//go:build long && linux && amd64

package positional_test

import "testing"

// TestGenerated386 runs the tests of the generated code as on a machine of 32
// bits, whose programs this one runs too.
func TestGenerated386(t *testing.T) {
	code, _ := emitted(t)
	env := []string{"GOARCH=386"}
	code.Test(t, env, ".")
	code.Go(t, env, "test", "../../internal/positionalrt")
}
