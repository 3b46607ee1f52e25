package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// What is scaffolded passes the suite that every driver runs, in a module of its
// own beside this one.
func TestScaffoldPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a test")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod := filetest.Read(t, filepath.Join(root, "go.mod"))
	sum := filetest.Read(t, filepath.Join(root, "go.sum"))
	dir := t.TempDir()
	s := scaffold{"scaffolded", "gopkg.in/vmihailenco/msgpack.v2", "v2.9.2", "BSD-3-Clause"}
	if err := s.write(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.write(dir); err == nil {
		t.Error("the folder is written over")
	}
	_, rest, _ := strings.Cut(string(mod), "\n")
	for name, text := range map[string]string{
		"go.mod": "module github.com/assay-go/assay/scaffold\n" + rest + "\nrequire github.com/assay-go/assay v0.0.0\n\nreplace github.com/assay-go/assay => " + root + "\n",
		"go.sum": string(sum),
		"internal/scaffolded/driver_test.go": `package scaffolded

import (
	"testing"

	"github.com/assay-go/assay/internal/drivertest"
)

func TestDriver(t *testing.T) {
	for _, *drivertest.Update = range []bool{true, false} {
		drivertest.Run(t, &Driver, ".")
	}
}
`,
	} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	filetest.Run(t, dir, []string{"GOWORK=off", "GOFLAGS="}, "go", "test", "-mod=mod", "-vet=off", "./internal/scaffolded")
}

func TestScaffoldRefuses(t *testing.T) {
	for _, s := range []scaffold{
		{"", "example.com/m", "v1.0.0", "MIT"},
		{"Upper", "example.com/m", "v1.0.0", "MIT"},
		{"a-b", "example.com/m", "v1.0.0", "MIT"},
		{"ok", "example.com/m", "v1.0.0", ""},
		{"ok", "example.com/m", "", "MIT"},
	} {
		if _, err := s.source(); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
