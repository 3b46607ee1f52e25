package compile_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/typemodel"
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
	subject := dataSubject(t, cfg)
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
	subject := dataSubject(t, cfg)
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

// generatingTogether is a driver whose tool is compiled with declarations: of its type, as it were.
func generatingTogether(name, declarations, log string) *driver.Driver {
	d := fakeDriver(name, "", "return []byte(made), nil")
	emit := d.Emit
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		home := fmt.Sprintf("of%.6x", sha256.Sum256([]byte(declarations)))
		main := "package " + home + "\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"path/filepath\"\n)\n\n" + declarations + `
func Main() {
	fmt.Printf("const made = %q\n", declared)
	exe, _ := os.Executable()
	log, _ := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	fmt.Fprintln(log, declared, len(os.Args), filepath.Base(filepath.Dir(exe)))
}
`
		a.Tools = []driver.Tool{{
			Sources: map[string][]byte{home + "/main.go": []byte(main)},
			Main:    "assay.tool/" + home,
			Args:    []string{log},
			Take: func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
				return map[string][]byte{"made.go": slices.Concat([]byte("package "+a.PkgName()+"\n\n"), stdout)}, nil
			},
		}}
		return emit(a, t, v)
	}
	return d
}

// Tools of which each type has its own are one program, and where one of them does not compile,
// it costs itself alone.
func TestToolsTogether(t *testing.T) {
	cfg := config(t)
	subject := dataSubject(t, cfg)
	log := filepath.Join(t.TempDir(), "log")
	declared := func(name, declarations string) *driver.Driver { return generatingTogether(name, declarations, log) }
	one, two := declared("one", `const declared = "v1"`), declared("two", `const declared = "v2"`)
	for _, c := range []struct {
		drivers  []*driver.Driver
		lines    []string // that the workers print
		programs int
	}{
		{[]*driver.Driver{one, two, declared("again", `const declared = "v1"`)}, []string{"data one v1 <nil>", "data two v2 <nil>", "data again v1 <nil>"}, 1},
		{[]*driver.Driver{declared("three", `const declared = "v3"`), declared("bad", "const declared = nothing"), one}, []string{"data three v3 <nil>", "data one v1 <nil>"}, 1},
	} {
		os.Remove(log)
		built := mustBuild(t, cfg, adapters(subject, c.drivers...))
		if got := output(t, built); !slices.Equal(got, c.lines) {
			t.Errorf("the worker prints\n%s", strings.Join(got, "\n"))
		}
		ran := filetest.Read(t, log)
		programs := map[string]bool{}
		for line := range strings.Lines(string(ran)) {
			words := strings.Fields(line)
			programs[words[2]] = true
			if words[1] != "2" {
				t.Errorf("it was run with %s arguments", words[1])
			}
		}
		if len(programs) != c.programs {
			t.Errorf("%d programs, want %d:\n%s", len(programs), c.programs, ran)
		}
		for i, v := range built.Verdicts {
			if bad := c.drivers[i].Name == "bad"; bad != strings.Contains(v.Err, "undefined: nothing") || bad != (v.Err != "") {
				t.Errorf("%s: %q", c.drivers[i].Name, v.Err)
			}
		}
	}
}
