package compile_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/data"
)

// generator is a tool that writes a Go file with a constant taken from its
// arguments, and says on its standard output and in a file outside of its
// folder that it ran.
const generator = `package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if os.Args[1] == "fail" {
		fmt.Fprintln(os.Stderr, "cannot parse the schema")
		os.Exit(1)
	}
	schema, _ := os.ReadFile("in/schema")
	input, _ := io.ReadAll(os.Stdin)
	os.WriteFile("made.go", fmt.Appendf(nil, "package PKG\n\nconst made = %q\n", string(schema)+string(input)), 0o666)
	log, _ := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	fmt.Fprintln(log, "ran")
	fmt.Print("done")
}
`

// generating is a driver whose adapter returns the constant that a tool made.
func generating(name, arg string) *driver.Driver {
	d := fakeDriver(name, "", "return []byte(made), nil")
	emit := d.Emit
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		a.Tools = []driver.Tool{{
			Sources: map[string][]byte{"main.go": []byte(generator)},
			Args:    []string{arg},
			Files:   map[string][]byte{"in/schema": []byte("from a file")},
			Stdin:   []byte(" and the input"),
			Take: func(stdout []byte, files map[string][]byte) (map[string][]byte, error) {
				if string(stdout) != "done" || len(files) != 1 {
					return nil, errors.New("not what was to be made")
				}
				src := strings.Replace(string(files["made.go"]), "PKG", a.PkgName(), 1)
				return map[string][]byte{"made.go": []byte(src)}, nil
			},
		}}
		return emit(a, t, v)
	}
	return d
}

func TestTools(t *testing.T) {
	cfg := config(t)
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "data", Type: mustReflect(t, reflect.TypeFor[data.Data]()), Host: host, Workload: true}
	log := filepath.Join(t.TempDir(), "log")
	list := adapters(subject, generating("a", log), generating("bad", "fail"), generating("b", log))
	for range 2 {
		built := mustBuild(t, cfg, list)
		want := []string{"data a from a file and the input <nil>", "data b from a file and the input <nil>"}
		if got := output(t, built); !slices.Equal(got, want) {
			t.Errorf("the worker prints\n%s", strings.Join(got, "\n"))
		}
		if err, want := built.Verdicts[1].Err, "cannot parse the schema"; !strings.Contains(err, want) || strings.Contains(err, "\n") {
			t.Errorf("the failing tool's verdict is %q, want one line with %q", err, want)
		}
	}
	if ran, err := os.ReadFile(log); err != nil || string(ran) != "ran\n" {
		t.Errorf("for four adapters with the same input the tool %q, want one run: %v", ran, err)
	}
}

// What is generated below an adapter and does not compile is held against the
// adapter, not the user's module.
func TestGeneratedPackageDoesNotCompile(t *testing.T) {
	cfg := config(t)
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "data", Type: mustReflect(t, reflect.TypeFor[data.Data]()), Host: host, Workload: true}
	d := fakeDriver("broken", "", "return []byte(gen.Made), nil")
	emit := d.Emit
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		a.Import(a.PkgPath() + "/gen")
		a.Files["gen/made.go"] = []byte("package gen\n\nconst Made = undefined\n")
		return emit(a, t, v)
	}
	built := mustBuild(t, cfg, adapters(subject, d))
	if err := built.Verdicts[0].Err; !strings.Contains(err, "undefined: undefined") {
		t.Errorf("the verdict is %q", err)
	}
}
