package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// TestLikeliestTypeCompiles: nobody is told to run what cannot be built, however much it
// looks like data.
func TestLikeliestTypeCompiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.CopyFS(dir, fstest.MapFS{name: {Data: []byte(text)}}); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	write("broken/b.go", "package broken\n\ntype Order struct {\n\tA int `json:\"a\"`\n\tB int `json:\"b\"`\n\tC int `json:\"c\"`\n}\n\nfunc f() { missing() }\n")
	t.Chdir(dir)
	if got := likeliestType(t.Context()); got != "" {
		t.Errorf("%q is likely, of a package that does not compile", got)
	}
	write("orders/o.go", "package orders\n\ntype Line struct{ A, B int }\n")
	if got := likeliestType(t.Context()); got != "./orders.Line" {
		t.Errorf("%q is likely, want that of the package that compiles", got)
	}
	if text := firstSteps(t.Context()); !strings.Contains(text, "assay run ./orders.Line") {
		t.Errorf("it begins with\n%s", text)
	}
}
