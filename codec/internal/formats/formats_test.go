package formats_test

import (
	"os"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/internal/filetest"
)

// A format is found by the name of its folder, and says what it is.
func TestFolders(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		folders++
		f := formats.Lookup(e.Name())
		if f == nil {
			t.Errorf("no format %s is listed (go generate ./codec/internal/formats lists what has a format.go whose ID is the folder's name)", e.Name())
			continue
		}
		if f.Title == "" || !strings.HasSuffix(f.About, ".") || !strings.HasSuffix(f.Differences, ".") {
			t.Errorf("%s says not what it is and how it differs, in sentences: Title %q, About %q, Differences %q", f.ID, f.Title, f.About, f.Differences)
		}
		if _, err := os.Stat(e.Name() + "/testdata/vectors.jsonl.gz"); (err == nil) != (f.Original != "") {
			t.Errorf("%s has vectors: %t, and is of the library %q: those of a library, and only those, are judged by what it makes", f.ID, err == nil, f.Original)
		}
	}
	if folders != len(formats.All) {
		t.Errorf("there are %d folders, and %d formats", folders, len(formats.All))
	}
}

// The page has the table that go generate makes.
func TestTable(t *testing.T) {
	page := filetest.Read(t, "../../../docs/formats/README.md")
	if !strings.Contains(string(page), "|---|---|---|\n"+formats.Table()+"| [`json`]") {
		t.Error("docs/formats/README.md has not the formats' table: run go generate ./codec/internal/formats")
	}
}
