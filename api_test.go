package assay_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Every package that others can import says whether its names may change.
func TestPackagesSayHowStableTheyAre(t *testing.T) {
	found := map[string]int{} // by the word that they begin with
	err := filepath.WalkDir(".", func(dir string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil || !d.IsDir():
			return err
		case dir == "audit" || name == "internal" || name == "testdata" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, ".") && dir != ".":
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		named, note := "", ""
		for _, name := range files {
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, "_test.go") || f.Name.Name == "main" {
				continue
			}
			named = f.Name.Name
			for line := range strings.Lines(f.Doc.Text()) {
				if word, _, ok := strings.Cut(line, ": "); ok && (word == "Stable" || word == "Unstable") {
					note = word
				}
			}
		}
		if named != "" && note == "" {
			t.Errorf("package %s in %s: its comment does not say \"Stable:\" or \"Unstable:\"", named, dir)
		}
		found[note]++
		return err
	})
	if err != nil || found["Stable"] < 3 || found["Unstable"] < 20 {
		t.Errorf("found %v, %v", found, err)
	}
}
