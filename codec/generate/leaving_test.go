package generate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// TestLeaving follows the commands by which docs/formats has a package leave its library: what
// the library had stored is read and written as before.
func TestLeaving(t *testing.T) {
	routinestest.NeedsLong(t)
	bin := builtCommand(t)
	for format, heading := range map[string]string{"cbor": "## Leaving fxamacker/cbor", "msgpack": "## Leaving msgp"} {
		t.Run(format, func(t *testing.T) {
			dir := t.TempDir()
			filetest.Copy(t, dir, os.DirFS(filepath.Join("testdata", "leaving", format)))
			shell(t, dir, bin, "go test ./sessions")
			shell(t, dir, bin, documented(t, format, heading))
			shell(t, dir, bin, "! grep -rE 'cbor\\.(M|Unm)arshal\\(|(M|Unm)arshalMsg\\(' sessions/store.go")
		})
	}
}

// builtCommand returns a folder with the command assay.
func builtCommand(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, "assay"), "../../cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

// documented returns the lines of the first block below a heading of a format's page.
func documented(t *testing.T, format, heading string) string {
	t.Helper()
	text := filetest.Read(t, filepath.Join("..", "..", "docs", "formats", format+".md"))
	_, section, _ := strings.Cut(string(text), heading)
	var script []string
	for line := range strings.Lines(section) {
		command, indented := strings.CutPrefix(line, "    ")
		if indented {
			script = append(script, command)
		} else if len(script) > 0 {
			break
		}
	}
	if len(script) < 4 {
		t.Fatalf("%s has no commands: %q", heading, script)
	}
	return strings.Join(script, "")
}

// shell runs a script in a folder; bin has the command assay.
func shell(t *testing.T, dir, bin, script string) {
	t.Helper()
	filetest.Run(t, dir, []string{"GOWORK=off", "PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, "sh", "-e", "-c", script)
}
