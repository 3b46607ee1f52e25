//go:build long

package subjectsv2

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// nextGo is a toolchain of Go 1.27, whose encoding/json is backed by
// encoding/json/v2.
const nextGo = "go1.27.4"

// TestWithNextGo compares this package and package subjects with the encoding/json
// and encoding/json/v2 of Go 1.27, if that is there. The comparing takes seconds,
// but to compile the standard library and both packages for that version takes
// forty, or two minutes where others work too.
func TestWithNextGo(t *testing.T) {
	if strings.HasPrefix(runtime.Version(), "go1.27") {
		t.Skip("these tests run in this process")
	}
	cache, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(strings.TrimSpace(string(cache)), "golang.org", "toolchain@v0.0.1-"+nextGo+"."+runtime.GOOS+"-"+runtime.GOARCH)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there: GOTOOLCHAIN=%s go version fetches it", nextGo, nextGo)
	}
	// vet says that encoding/json/v2 is newer than this module's version of Go.
	c := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-short", "-v", "-vet=off", "-run=^(TestSameAs|TestEncodingOf|TestComplaints|TestCases)", "../subjects", ".")
	c.Env = append(c.Environ(), "GOTOOLCHAIN="+nextGo, "GOEXPERIMENT=")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestSameAsEncodingJSONv2/Dropped") || !strings.Contains(string(out), "--- PASS: TestSameAsEncodingJSON/Guarded") {
		t.Fatalf("go test with %s: %v\n%s", nextGo, err, out)
	}
}
