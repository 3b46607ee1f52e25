package generate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLeaving follows the commands by which docs/formats has a package leave its library: what
// the library had stored is read and written as before.
func TestLeaving(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs the libraries' modules")
	}
	bin := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, "assay"), "../../cmd/assay").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for format, heading := range map[string]string{"cbor": "## Leaving fxamacker/cbor", "msgpack": "## Leaving msgp"} {
		t.Run(format, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", "formats", format+".md"))
			if err != nil {
				t.Fatal(err)
			}
			_, section, _ := strings.Cut(string(text), heading)
			var script []string // the lines of the first block
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
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "leaving", format))); err != nil {
				t.Fatal(err)
			}
			run := func(script string) {
				t.Helper()
				cmd := exec.CommandContext(t.Context(), "sh", "-e", "-c", script)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "GOWORK=off", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			run("go test ./sessions")
			run(strings.Join(script, ""))
			run("! grep -rE 'cbor\\.(M|Unm)arshal\\(|(M|Unm)arshalMsg\\(' sessions/store.go")
		})
	}
}
