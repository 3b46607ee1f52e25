package drivers_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/sample"
	"github.com/assay-go/assay/typemodel"
)

// Each driver has a line that says how it is called.
func TestEveryDriverSaysHowItIsCalled(t *testing.T) {
	for _, d := range drivers.All {
		if len(d.Calls) < 40 || strings.Contains(d.Calls, "\n") {
			t.Errorf("%s has no line that says how it is called, in Calls: %q", d.Name, d.Calls)
		}
	}
}

// TestCallsAreMade: what the first sentence of a driver's line says
// is called stands in the driver's code, or in what it emits.
func TestCallsAreMade(t *testing.T) {
	call := regexp.MustCompile("`(?:[a-z0-9]+\\.)?([A-Z][A-Za-z0-9]+)")
	prose := regexp.MustCompile(`(?m)^\s*(?://|Doc:|Calls:|d\.Calls =).*$|^.*[^\x60]" \+$`)
	named := 0
	for _, d := range drivers.All {
		name := d.Name
		var code strings.Builder
		emitted(t, &code, d)
		err := filepath.WalkDir(folder(d), func(path string, entry os.DirEntry, err error) error {
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
		first, _, _ := strings.Cut(d.Calls, ". ")
		for _, m := range call.FindAllStringSubmatch(first, -1) {
			named++
			// An X stands for the name of the user's type.
			if parts := strings.ReplaceAll(m[1], "X", `(\w*|" \+ name \+ ")`); !regexp.MustCompile(`\b(New)?` + parts).MatchString(code.String()) {
				t.Errorf("%s says in Calls that it is called by %s, which its code does not have", name, m[1])
			}
		}
	}
	if named < 100 {
		t.Errorf("%d calls are named", named)
	}
}

// emitted writes what all variants of the driver emit for a struct that nearly all carry.
func emitted(t *testing.T, code *strings.Builder, d *driver.Driver) {
	t.Helper()
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
				t.Errorf("%s runs a generator, which is compiled first: its facts should say that it is slow to build", d.Name)
			}
			source, err := a.Source()
			if err != nil {
				t.Fatal(err)
			}
			code.Write(source)
		}
	}
}
