//go:build long

package jsonv2

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

// nextGo is a toolchain of Go 1.27, with which encoding/json/v2 is part of the
// standard library.
const nextGo = "go1.27.4"

// TestWithNextGo runs TestOfStandardLibrary with Go 1.27, if that is there.
func TestWithNextGo(t *testing.T) {
	if standard() {
		t.Skip("TestOfStandardLibrary runs in this process")
	}
	cache, err := exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(strings.TrimSpace(string(cache)), "golang.org", "toolchain@v0.0.1-"+nextGo+"."+runtime.GOOS+"-"+runtime.GOARCH)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("%s is not there: GOTOOLCHAIN=%s go version fetches it", nextGo, nextGo)
	}
	c := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-tags=long", "-v", "-vet=off", "-run=^TestOfStandardLibrary$", ".")
	c.Env = append(c.Environ(), "GOTOOLCHAIN="+nextGo, "GOEXPERIMENT=")
	out, err := c.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestOfStandardLibrary") {
		t.Fatalf("go test with %s: %v\n%s", nextGo, err, out)
	}
}

// standard reports whether the module is encoding/json/v2 under other names.
func standard() bool { return strings.HasPrefix(runtime.Version(), "go1.27") }

// TestOfStandardLibrary looks at the rows of Go 1.27: what is compiled for them is
// encoding/json/v2 of the standard library, and it carries what the module of its
// own carries with Go 1.26.
func TestOfStandardLibrary(t *testing.T) {
	if !standard() {
		t.Skipf("it needs Go 1.27, and this is %s: TestWithNextGo runs it by %s where that is there", runtime.Version(), nextGo)
	}
	m := Driver.Facts.Modules[0]
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module row.test\n\ngo 1.27\n\nrequire " + m.Path + " " + m.Version + "\n",
		"main.go": "package main\n\nimport \"" + m.Path + "\"\n\nfunc main() { json.Marshal(nil) }\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	c := exec.CommandContext(t.Context(), "go", "list", "-mod=mod", "-deps", ".")
	c.Dir, c.Env = dir, append(os.Environ(), "GOWORK=off")
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "encoding/json/v2") || slices.Contains(deps, m.Path+"/internal/jsonwire") {
		t.Errorf("the row is not the standard library's: it consists of %v", deps)
	}
	roundtrip.Run(t, []*driver.Driver{&Driver}, func(*driver.Driver) string { return "." })
}
