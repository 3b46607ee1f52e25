package typemodel_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/typemodel"
)

func TestImportable(t *testing.T) {
	for _, test := range []struct {
		path, from string
		want       bool
	}{
		{"example.com/a", "example.com/b", true},
		{"example.com/a/internal", "example.com/a", true},
		{"example.com/a/internal/x", "example.com/a/b/c", true},
		{"example.com/a/internal/x", "example.com/ab", false},
		{"example.com/a/internal/x", "example.com/b", false},
		{"example.com/a/internal/x/internal/y", "example.com/a", false},
		{"example.com/a/internal/x/internal/y", "example.com/a/internal/x/z", true},
		{"example.com/internals/x", "example.com/b", true},
		{"internal/abi", "example.com/b", false},
		{"crypto/internal/boring", "example.com/b", false},
		{"vendor/golang.org/x/net/idna", "example.com/b", false},
		{"example.com/a/internal/x", "", true},
	} {
		if got := typemodel.Importable(test.path, test.from); got != test.want {
			t.Errorf("%s from %s: %t", test.path, test.from, got)
		}
	}
}

// The standard library has no folder that is not known, and others have no part in it.
func TestInStandardLibrary(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Join(strings.TrimSpace(string(root)), "src"))
	if err != nil {
		t.Skip(err) // without its sources
	}
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && name != "builtin" && name != "cmd" && name != "testdata" && !typemodel.InStandardLibrary(name+"/x") {
			t.Errorf("%s is not known", name)
		}
	}
	for _, path := range []string{"", "money", "shop/time", "example.com/time", "tim"} {
		if typemodel.InStandardLibrary(path) {
			t.Errorf("%q is not of it", path)
		}
	}
}
