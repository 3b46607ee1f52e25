package generate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// counting loads packages and counts how often.
func counting(loads *int) load.Packages {
	return func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
		*loads++
		return packages.Load(cfg, patterns...)
	}
}

// write makes the files of a configuration.
func write(t *testing.T, c generate.Request) {
	t.Helper()
	c.NoVerify = true
	made, err := c.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made.Files {
		if err := generate.Write(f); err != nil {
			t.Fatal(err)
		}
	}
}

// stale returns the names of the files that are not as they would be generated.
func stale(t *testing.T, c generate.Request) (names []string) {
	t.Helper()
	c.NoVerify = true
	made, err := c.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made.Files {
		if f.Stale() {
			names = append(names, filepath.Base(f.Name))
		}
	}
	return names
}

// Whether the code of many types is current is found out by one load, though each is
// seen without its own code and with that of the others; and what is stale is found.
func TestTogether(t *testing.T) {
	routinestest.NeedsLong(t)
	const (
		each  = 4 // types of a package
		calls = 2 // of a load: for the files, and for what they import
	)
	dir := t.TempDir()
	text := map[string]string{"go.mod": "module example.com/shop\n\ngo 1.26\n"}
	names := []string{"orders", "goods"}
	for i, pkg := range names {
		source := "package " + pkg + "\n\nimport \"time\"\n\n"
		if i > 0 {
			source = "package " + pkg + "\n\nimport (\n\t\"time\"\n\n\t\"example.com/shop/" + names[i-1] + "\"\n)\n\n"
			source += "type Held struct{ By " + names[i-1] + ".T0 }\n\n"
		}
		for j := range each {
			source += fmt.Sprintf("type T%d struct { ID uint64; Name string; Made time.Time; Next []T%d }\n\n", j, (j+1)%each)
		}
		text[pkg+"/"+pkg+".go"] = source
	}
	filetest.All(t, dir, text)
	var entries []generate.Request
	var refs []string
	for i := range 2 * each {
		ref := fmt.Sprintf("./%s.T%d", names[i/each], i%each)
		format, options := "flat", codec.Options{Methods: i%3 == 0}
		if i%2 == 1 {
			format = "json"
		}
		if i == 2*each-1 {
			ref = "./goods.Held"
		}
		entries = append(entries, generate.Request{Dir: dir, Types: []string{ref}, Formats: []codec.Format{generate.Lookup(format)}, Options: options})
		refs = append(refs, ref)
	}
	for _, c := range entries {
		write(t, c)
	}

	apart, together := 0, 0
	all := load.NewTogether(refs...)
	all.Load = counting(&together)
	for _, c := range entries {
		c.Packages = counting(&apart)
		want := stale(t, c)
		c.Packages = all.Packages
		if names := stale(t, c); strings.Join(names, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v are stale, and %v where it is loaded by itself", c.Types[0], names, want)
		}
	}
	t.Logf("%d entries: %d calls of the go command one by one, %d together", len(entries), apart, together)
	if together != calls || apart < len(entries) {
		t.Errorf("for %d entries the go command was called %d times together and %d times one by one", len(entries), together, apart)
	}

	// A type that has changed: its code is stale, and does not compile.
	name := filepath.Join(dir, "goods/goods.go")
	filetest.Write(t, name, strings.Replace(text["goods/goods.go"], "type T2 struct { ID uint64", "type T2 struct { ID uint32", 1))
	together = 0
	all = load.NewTogether(refs...)
	all.Load = counting(&together)
	changed := 0
	for _, c := range entries {
		want := stale(t, c)
		c.Packages = all.Packages
		names := stale(t, c)
		if changed += len(names); strings.Join(names, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %v are stale, and %v where it is loaded by itself", c.Types[0], names, want)
		}
	}
	if together != calls || changed == 0 {
		t.Errorf("with a changed type: %d loads, %d stale files", together, changed)
	}

	// Who forgets asks the go command again.
	all.Forget()
	c := entries[0]
	c.Packages = all.Packages
	if stale(t, c); together == calls {
		t.Error("what was forgotten was still known")
	}
}

// An interrupted generation is no mistake in the code.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/orders"))
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module example.com/orders\n\ngo 1.26\n")
	ctx, stop := context.WithCancel(t.Context())
	c := generate.Request{Dir: dir, Types: []string{"Order"}, Formats: []codec.Format{generate.Lookup("flat")}}
	c.Packages = func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
		if len(cfg.Overlay) > 0 { // the code among its neighbours
			stop()
		}
		return packages.Load(cfg, patterns...)
	}
	_, err := c.Generate(ctx)
	if !errors.Is(err, context.Canceled) || err.Error() != "nothing is written: context canceled" {
		t.Errorf("interrupted: %v", err)
	}
}
