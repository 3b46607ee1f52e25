package keyedtest

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// Dialects makes the code of a format's dialects in a copy of its module testdata/dialects, whose
// libraries judge it there, as much as the flags of the test say. root is the folder of this
// module, from that of the test.
func Dialects(t *testing.T, root string) {
	t.Helper()
	routinestest.NeedsLong(t)
	dialects(t, root,
		[]string{"vet", "./..."},
		[]string{"test", "-vet=off", "-v", "-timeout=0", "-skip=TestAcceptance", "./judge", fmt.Sprint("-values=", *values), fmt.Sprint("-mutants=", *mutants), fmt.Sprint("-seed=", *seed)})
}

// dialects makes the code in a copy of the module, and runs go commands there.
func dialects(t *testing.T, root string, commands ...[]string) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/dialects")); err != nil {
		t.Fatal(err)
	}
	for _, args := range append([][]string{{"mod", "edit", "-replace=github.com/assay-go/assay=" + root}, {"run", "./gen"}}, commands...) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		var text bytes.Buffer
		cmd.Stdout, cmd.Stderr = &text, &text
		if testing.Verbose() { // what takes long shows how far it is
			cmd.Stdout = io.MultiWriter(&text, os.Stdout)
		}
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text.Bytes())
		}
	}
}

// tables has Accepted write the tables.
var tables = flag.Bool("tables", false, "write the tables of what is accepted, and what docs/formats has of them")

// Accepted has the module testdata/dialects compare what libraries and the code for their
// dialects read of other writers' forms. Its tables are those of testdata/accepted.md, and the
// page of the format has what stands below each: the reasons. With the flag -tables it writes both.
func Accepted(t *testing.T, root, format string) {
	t.Helper()
	routinestest.NeedsLong(t)
	out := t.TempDir()
	dialects(t, root, []string{"test", "-vet=off", "./judge", "-run=TestAcceptance", "-acceptance=" + out})
	files, err := filepath.Glob(filepath.Join(out, "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var all, reasons strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.SplitN(string(text), "\n\n", 3) // the table, what does not differ, the reasons
		all.WriteString(string(text) + "\n")
		reasons.WriteString(parts[len(parts)-1] + "\n")
	}
	const begin, end = "<!-- accepted -->\n\n", "<!-- end of accepted -->"
	holds(t, filepath.Join("testdata", "accepted.md"), begin, end, all.String())
	holds(t, filepath.Join(root, "docs", "formats", format+".md"), begin, end, reasons.String())
}

// holds compares what a file has between two marks, or writes it.
func holds(t *testing.T, name, begin, end, want string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	have, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no place for it", name)
	case have == want:
	case *tables:
		if err := os.WriteFile(name, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is stale; -tables writes it: %s", name, cmp.Diff(have, want))
	}
}

// Refused has a format with an unknown dialect name those that there are, and takes a known one.
func Refused(t *testing.T, unknown, known codec.Format, want string) {
	t.Helper()
	if err := unknown.Validate(codec.Options{}); err == nil || err.Error() != want {
		t.Error(err)
	}
	if err := known.Validate(codec.Options{}); err != nil {
		t.Error(err)
	}
}

// Emit returns the code that a format emits for types of a package named readings.
func Emit(t *testing.T, f codec.Format, o codec.Options, types ...reflect.Type) []byte {
	t.Helper()
	file := goprint.New(types[0].PkgPath(), "readings")
	var models []*typemodel.Type
	for _, rt := range types {
		m, _ := typemodel.FromReflect(rt)
		models = append(models, m)
	}
	if err := codec.Emit(f, file, models, o); err != nil {
		t.Fatal(err)
	}
	source, err := file.Source()
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// RefusedPaths are those that a format refuses of a T, sorted, each of which shows a way out.
func RefusedPaths[T any](t *testing.T, f codec.Format) []string {
	t.Helper()
	m, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	var paths []string
	for _, r := range codec.Refusals(f, "", m) {
		paths = append(paths, r.Path)
		if typemodel.Advise(m, func(string) bool { return true }, r).Fix == "" {
			t.Errorf("%s shows no way out", r)
		}
	}
	slices.Sort(paths)
	return paths
}
