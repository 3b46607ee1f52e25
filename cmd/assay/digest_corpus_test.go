//go:build long

package main

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
)

// TestDigestOfRealTypes hashes the code of the types of other people's modules.
func TestDigestOfRealTypes(t *testing.T) {
	dir := filepath.Join("..", "..", "testdata", "corpus")
	text := filetest.Read(t, filepath.Join(dir, "types.json"))
	var roots []string
	if err := json.Unmarshal(text, &roots); err != nil {
		t.Fatal(err)
	}
	var list []digested
	for _, root := range roots {
		r, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: true}, root)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, digested{name: root, typ: r.Type, pkgPath: "example.com/out", pkgName: "out"})
	}
	compareDigest(t, "corpus", list)
}
