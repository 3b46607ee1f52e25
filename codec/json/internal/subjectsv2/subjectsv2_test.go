package subjectsv2

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestWithEncodingJSONv2 runs the tests that need encoding/json/v2, which is an
// experiment in Go 1.26.
func TestWithEncodingJSONv2(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles encoding/json/v2 and this package")
	}
	if os.Getenv("GOEXPERIMENT") != "" {
		t.Skip("these tests run in this process")
	}
	c := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-run=^TestSameAs", ".")
	c.Env = append(c.Environ(), "GOEXPERIMENT=jsonv2")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestSameAsEncodingJSONv2/Dropped") {
		t.Fatalf("go test with GOEXPERIMENT=jsonv2: %v\n%s", err, out)
	}
}
