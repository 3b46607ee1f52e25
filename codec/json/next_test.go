//go:build long

package json_test

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

// TestWithNextGo compares the generated code with the encoding/json and
// encoding/json/v2 of Go 1.27, if that is there. The comparing takes seconds, but to
// compile the standard library and both packages for that version takes forty, or
// two minutes where others work too.
func TestWithNextGo(t *testing.T) {
	if strings.HasPrefix(runtime.Version(), "go1.27") {
		t.Skip("TestGenerated has it")
	}
	if !hasNextGo(t) {
		t.Skipf("%s is not there: GOTOOLCHAIN=%s go version fetches it", nextGo, nextGo)
	}
	for _, p := range []struct{ name, golden, ran string }{
		{"subjects", "order.go.golden", "TestSameAsEncodingJSON/Guarded"},
		{"subjectsv2", "refused.txt", "TestSameAsEncodingJSONv2/Dropped"},
	} {
		// vet says that encoding/json/v2 is newer than this module's version of Go.
		code := emitted(t, p.name, p.golden)
		out := code.Go(t, []string{"GOTOOLCHAIN=" + nextGo, "GOEXPERIMENT="}, "test", "-vet=off", code.Overlay(t), "-short", "-v",
			"-run=^(TestSameAs|TestEncodingOf|TestComplaints|TestCases)", ".")
		if !strings.Contains(out, "--- PASS: "+p.ran) {
			t.Errorf("%s did not run:\n%s", p.ran, out)
		}
	}
}

// hasNextGo reports whether that toolchain is in the module cache.
func hasNextGo(t *testing.T) bool {
	t.Helper()
	cache, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.Stat(filepath.Join(strings.TrimSpace(string(cache)), "golang.org", "toolchain@v0.0.1-"+nextGo+"."+runtime.GOOS+"-"+runtime.GOARCH))
	return err == nil
}

// TestWithoutVectors runs the tests of texts and base64 where these are not looked at by vector
// instructions, as on other processors than amd64, with both versions of Go, and with the next
// one with them.
func TestWithoutVectors(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("there are none for " + runtime.GOARCH)
	}
	for _, toolchain := range []string{"local", nextGo} {
		if toolchain == nextGo && !hasNextGo(t) {
			continue
		}
		for _, tags := range []string{"purego", ""} {
			if toolchain == "local" && tags == "" {
				continue // which is what go test does
			}
			out := goCommand(t, []string{"GOTOOLCHAIN=" + toolchain}, "test", "-vet=off", "-v", "-short", "-tags="+tags,
				"-run=^(TestStrings|TestEachCharacter|TestRunsOfRunes|TestLong|TestMixedText|TestBytes|TestVectors)", "../../jsonrt")
			if !strings.Contains(out, "--- PASS: TestLongText") || strings.Contains(out, "=== RUN   TestVectors") != (tags == "") {
				t.Errorf("the tests did not run:\n%s", out)
			}
		}
	}
}
