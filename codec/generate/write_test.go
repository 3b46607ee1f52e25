package generate_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/codec/generate"
)

// A file that is written keeps its mode, and leaves a link one, and nothing beside it.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "order.go"), filepath.Join(dir, "link.go")
	if err := os.WriteFile(name, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("order.go", link); err != nil {
		t.Skip(err)
	}
	f := generate.File{Name: link, Source: []byte("after")}
	want := func(text string) {
		t.Helper()
		got, err := os.ReadFile(name)
		info, _ := os.Lstat(link)
		if err != nil || string(got) != text || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%q, %v, %v, want %q behind a link", got, err, info.Mode(), text)
		}
	}
	want("before")
	if err := generate.Write(f); err != nil {
		t.Error(err)
	}
	want("after")
	if info, _ := os.Stat(name); info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	if list, _ := os.ReadDir(dir); len(list) != 2 {
		t.Errorf("%v", list)
	}
}
