// Package filetest writes and reads the files that tests need, compares those that they keep, and
// runs commands beside them.
package filetest

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// Write writes a file, and makes the folders above it that are not there.
func Write[Text string | []byte](t testing.TB, name string, text Text) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// All writes files below a folder, by their names with slashes.
func All[Text string | []byte](t testing.TB, dir string, files map[string]Text) {
	t.Helper()
	for name, text := range files {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

// Unpack writes the files of an archive below a folder.
func Unpack(t testing.TB, dir string, archive *txtar.Archive) {
	t.Helper()
	for _, f := range archive.Files {
		Write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
	}
}

// Copy copies all files of another place into a folder.
func Copy(t testing.TB, dir string, from fs.FS) {
	t.Helper()
	if err := os.CopyFS(dir, from); err != nil {
		t.Fatal(err)
	}
}

// Read returns what is in a file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Golden compares a text with the file of a name, which it writes before if update is set.
func Golden[Text string | []byte](t testing.TB, update bool, name string, got Text) {
	t.Helper()
	if update {
		Write(t, name, got)
	}
	if d := cmp.Diff(string(Read(t, name)), string(got)); d != "" {
		t.Errorf("%s (-want +got), rewritten by -update:\n%s", name, d)
	}
}

// Run runs a command in a folder, with env behind the process's own, and returns what it says. One
// that fails ends the test.
func Run(t testing.TB, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}
