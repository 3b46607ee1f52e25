package generate_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/codec/generate"
)

// A file that cannot be written leaves the one before, and nothing beside it.
func TestWriteAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "order.go"), filepath.Join(dir, "link.go")
	if err := os.WriteFile(name, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("order.go", link); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(name+".new", 0o777); err != nil { // in the way
		t.Fatal(err)
	}
	f := generate.File{Name: link, Source: []byte("after")}
	if err := f.Write(); err == nil {
		t.Error("it was written")
	}
	want := func(text string) {
		t.Helper()
		got, err := os.ReadFile(name)
		info, _ := os.Lstat(link)
		if err != nil || string(got) != text || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%q, %v, %v, want %q behind a link", got, err, info.Mode(), text)
		}
	}
	want("before")
	if err := os.Remove(name + ".new"); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(name+".new", []byte("another's"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := f.Write(); err == nil {
		t.Error("it was written over another file")
	}
	if got, err := os.ReadFile(name + ".new"); string(got) != "another's" {
		t.Errorf("%q, %v beside it", got, err)
	}
	want("before")
	if err := os.Remove(name + ".new"); err != nil {
		t.Error(err)
	}
	if err := f.Write(); err != nil {
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
