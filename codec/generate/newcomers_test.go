//go:build long

package generate

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/filetest"
)

// typesOf goes to a copy of a module in testdata, and returns the types that it lists.
func typesOf(t *testing.T, module, dir string) []string {
	t.Helper()
	if err := errors.Join(os.RemoveAll(dir), os.CopyFS(dir, os.DirFS(module))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOWORK", "off")
	list := filetest.Read(t, "types.txt")
	return strings.Fields(string(list))
}

// TestNewcomers generates code, in every format, for types of modules that nobody had
// in mind who wrote the generator, and builds it. The site's page of them, docs/site/data/newcomers.md.gz, says what is
// carried; with ASSAY_UPDATE=1 it is written anew.
func TestNewcomers(t *testing.T) {
	page, err := filepath.Abs("../../docs/site/data/newcomers.md.gz")
	if err != nil {
		t.Fatal(err)
	}
	roots := typesOf(t, "testdata/newcomers", t.TempDir())
	var table, reasons strings.Builder
	names := Names()
	fmt.Fprintf(&table, "| type | %s |\n|---%s|\n", strings.Join(names, " | "), strings.Repeat("|:-:", len(names)))
	counts := map[string]map[string]int{}
	why := map[string][]string{}
	for k, root := range roots {
		c := Request{Types: []string{root}, Formats: Formats(), Out: filepath.Join("generated", fmt.Sprintf("t%02d", k), "code.go")}
		fmt.Fprintf(&table, "| %s |", shortName.FindString(root))
		s, err := c.Load(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", root, err)
		}
		for _, name := range names {
			f := Lookup(name)
			mark, reason := generateOne(t, c, s, k, f)
			if reason != "" {
				reason = shortName.FindString(root) + ": " + reason
				why[reason] = append(why[reason], name)
			}
			if counts[name] == nil {
				counts[name] = map[string]int{}
			}
			counts[name][mark]++
			fmt.Fprintf(&table, " %s |", mark)
		}
		table.WriteString("\n")
	}
	for _, mark := range []string{"whole", "said", "–"} {
		fmt.Fprintf(&table, "| **%s** |", mark)
		for _, name := range names {
			fmt.Fprintf(&table, " %d |", counts[name][mark])
		}
		table.WriteString("\n")
	}
	for _, reason := range slices.Sorted(func(yield func(string) bool) {
		for r := range why {
			if !yield(r) {
				return
			}
		}
	}) {
		fmt.Fprintf(&reasons, "- %s: %s\n", strings.Join(why[reason], ", "), reason)
	}
	text := unpacked(t, page)
	const begin = "<!-- table -->\n"
	head, _, _ := bytes.Cut(text, []byte(begin))
	want := string(head) + begin + "\n" + table.String() + "\n## What is refused\n\nThe first reason of each, with how many there are.\n\n" + reasons.String()
	if os.Getenv("ASSAY_UPDATE") != "" {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := io.WriteString(w, want)
		if err = errors.Join(err, w.Close(), os.WriteFile(page, packed.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != want {
		t.Errorf("docs/site/data/newcomers.md.gz is stale: run ASSAY_UPDATE=1 go test -tags long -run TestNewcomers ./codec/generate")
	}
	t.Run("code", func(t *testing.T) {
		for _, args := range [][]string{{"build", "./generated/..."}, {"vet", "-copylocks=false", "./generated/..."}} {
			if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
				t.Errorf("go %s: %v\n%s", args[0], err, out)
			}
		}
	})
}

var shortName = regexp.MustCompile(`[^/]+$`)

// generateOne generates the code of a type in one format, and says how it is carried.
func generateOne(t *testing.T, c Request, s *Source, k int, f codec.Format) (mark, reason string) {
	c.Formats = []codec.Format{f}
	own := *s
	own.Out = filepath.Join(filepath.Dir(s.Out), f.Name(), "code.go")
	own.Package.Dir = filepath.Dir(own.Out)
	own.Package.Path, own.Package.Name = s.Package.Path+"/"+f.Name(), f.Name()
	r, err := c.Files(&own)
	if err != nil {
		var refused RefusedError
		if !errors.As(err, &refused) {
			return "–", err.Error()
		}
		list := refused[0].Refusals
		if reason = list[0].Text; list[0].Path != "" {
			reason = list[0].Path + ": " + reason
		}
		if more := len(list) - 1; more > 0 {
			reason += fmt.Sprintf("; and %d more", more)
		}
		return "–", reason
	}
	for _, file := range r.Files {
		if err := Write(file); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.LeftOut) > 0 || slices.ContainsFunc(r.Notes, func(note string) bool { return !strings.Contains(note, "carried by their") }) {
		return "said", ""
	}
	return "whole", ""
}

// unpacked returns the text of a file that gzip packed.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	data := filetest.Read(t, name)
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return text
}
