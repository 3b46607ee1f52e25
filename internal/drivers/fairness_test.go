package drivers_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/sample"
	"github.com/assay-go/assay/typemodel"
)

// calls returns the lines of calls.md in the folders of the drivers.
func calls(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("*/calls.md")
	if err != nil || len(files) == 0 {
		t.Fatal("no calls.md in the drivers' folders", err)
	}
	var text strings.Builder
	for _, file := range files {
		lines, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(lines)
	}
	return text.String()
}

// Each driver has a line that says how it is called, in calls.md of its folder.
func TestEveryDriverSaysHowItIsCalled(t *testing.T) {
	lines := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*: .{40,}$`).FindAllStringSubmatch(calls(t), -1) {
		lines[m[1]]++
	}
	for _, d := range drivers.All {
		if lines[d.Name] != 1 {
			t.Errorf("there are %d lines about %s, want one that says how it is called: write \"- **%s**: …\" to calls.md in its folder", lines[d.Name], d.Name, d.Name)
		}
		delete(lines, d.Name)
	}
	for name := range lines {
		t.Errorf("a line is about %s, which is no driver", name)
	}
}

// TestCallsAreMade: what the first sentence of a driver's line says
// is called stands in the driver's code, or in what it emits.
func TestCallsAreMade(t *testing.T) {
	call := regexp.MustCompile("`(?:[a-z0-9]+\\.)?([A-Z][A-Za-z0-9]+)")
	prose := regexp.MustCompile(`(?m)^\s*(?://|Doc:).*$|^.*[^\x60]" \+$`)
	named := 0
	for _, m := range regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*: (.*)$`).FindAllStringSubmatch(calls(t), -1) {
		name, line := m[1], m[2]
		folder := strings.NewReplacer("-", "", ".", "").Replace(name)
		if _, err := os.Stat(folder); err != nil {
			folder = strings.ReplaceAll(folder, "_", "")
		}
		var code strings.Builder
		emitted(t, &code, name)
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			code.WriteString(prose.ReplaceAllString(string(text), ""))
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		first, _, _ := strings.Cut(line, ". ")
		for _, m := range call.FindAllStringSubmatch(first, -1) {
			named++
			// An X stands for the name of the user's type.
			if parts := strings.ReplaceAll(m[1], "X", `(\w*|" \+ name \+ ")`); !regexp.MustCompile(`\b(New)?` + parts).MatchString(code.String()) {
				t.Errorf("calls.md says that %s is called by %s, whose code does not have that", m[1], name)
			}
		}
	}
	if named < 100 {
		t.Errorf("%d calls are named", named)
	}
}

// emitted writes what all variants of the driver emit for a struct that nearly all carry.
func emitted(t *testing.T, code *strings.Builder, name string) {
	t.Helper()
	for _, d := range drivers.All {
		if d.Name != name {
			continue
		}
		for _, v := range d.Variants {
			for _, rt := range []reflect.Type{reflect.TypeFor[sample.Flat](), reflect.TypeFor[sample.Tree]()} {
				model, _ := typemodel.FromReflect(rt)
				if len(drivertest.Refusals(d, model, v)) > 0 {
					continue
				}
				a := driver.NewAdapter("github.com/assay-go/assay/internal/drivertest/worker/sample")
				if err := d.Emit(a, model, v); err != nil {
					t.Fatal(err)
				}
				if len(a.Tools) > 0 && !d.Facts.SlowToBuild {
					t.Errorf("%s runs a generator, which is compiled first: its facts should say that it is slow to build", name)
				}
				source, err := a.Source()
				if err != nil {
					t.Fatal(err)
				}
				code.Write(source)
			}
		}
	}
}
