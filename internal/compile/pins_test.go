package compile_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/typemodel"
)

var completePins = flag.Bool("pins", false, "build every driver, and complete pins/go.sum")

const pinsFile = "pins/go.sum"

func pinnedLines(t *testing.T) []string {
	t.Helper()
	data := filetest.Read(t, pinsFile)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// What a driver's module contains is known before it is downloaded.
func TestDriversArePinned(t *testing.T) {
	lines := pinnedLines(t)
	if !slices.IsSorted(lines) {
		t.Errorf("%s is not sorted", pinsFile)
	}
	for _, d := range drivers.All {
		for _, m := range d.Facts.Modules {
			for _, prefix := range []string{m.Path + " " + m.Version + " h1:", m.Path + " " + m.Version + "/go.mod h1:"} {
				if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, prefix) }) {
					t.Errorf("driver %s: %s lacks %q: run go test ./internal/compile -run TestPinsAreComplete -pins", d.Name, pinsFile, prefix)
				}
			}
		}
	}
}

// With some of the drivers, a build takes lower versions of what others need too: any that
// the requirements of one name, since Go selects the highest of those. They are
// known as well, for not every machine reaches the checksum database.
func TestPinsHoldForSomeOfTheDrivers(t *testing.T) {
	if lacking := lackingPins(pinnedLines(t)); len(lacking) > 0 {
		t.Errorf("%s lacks the contents of %v: run go test ./internal/compile -run TestPinsAreComplete -pins", pinsFile, lacking)
	}
}

// lackingPins returns the versions, as path@version, of which the lines have the go.mod
// alone, of modules that some build takes.
func lackingPins(lines []string) (list []string) {
	taken, whole := map[string]bool{}, map[string]bool{}
	for _, line := range lines {
		if path, version, _ := module(line); version != "" {
			taken[path], whole[path+"@"+version] = true, true
		}
	}
	for _, line := range lines {
		if path, _, mod := module(line); mod != "" && taken[path] && !whole[path+"@"+mod] {
			list = append(list, path+"@"+mod)
		}
	}
	return list
}

// module returns the module of a line of a go.sum, and its version, as that of the module's
// contents or as that of its go.mod.
func module(line string) (path, version, mod string) {
	path, rest, _ := strings.Cut(line, " ")
	version, _, _ = strings.Cut(rest, " ")
	if mod, ok := strings.CutSuffix(version, "/go.mod"); ok {
		return path, "", mod
	}
	return path, version, ""
}

// Everything that the drivers' modules need is pinned as well. With every
// driver to be compiled, this is for when a driver's modules change.
func TestPinsAreComplete(t *testing.T) {
	if !*completePins {
		t.Skip("needs the flag -pins")
	}
	cfg := compile.Config{CacheDir: t.TempDir()}
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	// As much of a struct as every serializer carries.
	model := named("github.com/assay-go/assay/workloads/data", "Data")
	model.Fields = []typemodel.Field{{Name: "Str", Type: &typemodel.Type{Kind: typemodel.String}}}
	subject := &compile.Subject{Name: "pins", Host: host, Type: model, Workload: true}
	lines := pinnedLines(t)
	check := func(list []compile.Adapter) {
		for i, v := range mustBuild(t, cfg, list).Verdicts {
			if v.Err != "" || len(v.Refusals) > 0 && len(list[i].Driver.Facts.Modules) > 0 {
				t.Errorf("%s: %s %v", list[i].Driver.Name, v.Err, v.Refusals)
			}
		}
		files, err := filepath.Glob(filepath.Join(cfg.CacheDir, "unit", "*", "go.sum"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no go.sum of a build: %v", err)
		}
		for _, file := range files {
			data := filetest.Read(t, file)
			lines = append(lines, strings.Split(strings.TrimSpace(string(data)), "\n")...)
		}
	}
	var all []compile.Adapter
	for _, d := range drivers.All {
		var list []compile.Adapter
		for _, v := range d.Variants {
			list = append(list, compile.Adapter{Subject: subject, Driver: d, Variant: v})
		}
		check(list) // alone, it may be given lower versions of what others need too
		all = append(all, list...)
	}
	check(all)
	for _, m := range lackingPins(lines) {
		out, err := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", m).Output()
		var known struct{ Path, Version, Sum string }
		if err := errors.Join(err, json.Unmarshal(out, &known)); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		lines = append(lines, known.Path+" "+known.Version+" "+known.Sum)
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	if missing := len(lines) - len(pinnedLines(t)); missing > 0 {
		t.Logf("%d checksums were added to %s", missing, pinsFile)
	}
	filetest.Write(t, pinsFile, strings.Join(lines, "\n")+"\n")
}
