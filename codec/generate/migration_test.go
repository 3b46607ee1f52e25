//go:build long

package generate_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// TestMigration follows the commands by which docs/formats has real packages leave their
// libraries. The last of them are the packages' own tests.
func TestMigration(t *testing.T) {
	bin := builtCommand(t)
	for _, c := range []struct{ name, format, heading, module string }{
		{"fluent", "msgpack", "### A real package: fluent-logger-golang", "github.com/fluent/fluent-logger-golang@v1.10.2"},
		{"webauthn", "cbor", "### A real package: go-webauthn", "github.com/go-webauthn/webauthn@v0.18.2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			download := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", c.module)
			download.Dir = t.TempDir()
			out, err := download.Output()
			var module struct{ Dir string }
			if err != nil || json.Unmarshal(out, &module) != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			dir := filepath.Join(t.TempDir(), "module")
			filetest.Copy(t, dir, os.DirFS(module.Dir))
			shell(t, dir, bin, documented(t, c.format, c.heading))
		})
	}
}
