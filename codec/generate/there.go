package generate

import (
	"bytes"
	"cmp"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/typemodel"
)

// command returns the line of a generated file that says how it was made.
func command(source []byte) string {
	_, rest, _ := strings.Cut(string(source), atomic.Code)
	_, rest, _ = strings.Cut(rest, "//     ")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// withoutMaker returns a source without the lines that say what made it and how.
func withoutMaker(source []byte) []byte {
	before, rest, ok := bytes.Cut(source, []byte(atomic.Code))
	if !ok {
		return source
	}
	version, rest, _ := bytes.Cut(rest, []byte("\n"))
	end := "\n"
	if bytes.HasSuffix(version, []byte("\r")) {
		end = "\r\n"
	}
	if made, ok := bytes.CutPrefix(rest, []byte("//"+end+"//     ")); ok {
		_, rest, _ = bytes.Cut(made, []byte("\n"))
	}
	return slices.Concat(before, rest)
}

// withLineEnds returns the source with the line ends of what is there: git checks files out
// with those of Windows where it is told so, and checks them in without.
func withLineEnds(source, there []byte) []byte {
	if first, _, _ := bytes.Cut(there, []byte("\n")); !bytes.HasSuffix(first, []byte("\r")) {
		return source
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// broken returns an overlay of the files in dir that assay has written and that are no Go
// any more, as after a merge with conflicts: they are about to be written anew, or by
// another call, and keep nothing from being read.
func broken(dir string) map[string][]byte {
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is right
	pkg := ""
	overlay := map[string][]byte{}
	for _, name := range names {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err == nil {
			pkg = cmp.Or(pkg, strings.TrimSuffix(f.Name.Name, "_test"))
		} else if text, _ := os.ReadFile(name); atomic.Generated(text) {
			overlay[name] = nil
		}
	}
	if pkg == "" {
		return nil
	}
	for name := range overlay {
		overlay[name] = []byte("package " + pkg + "\n")
	}
	return overlay
}

// unbuilt returns an error for the name of an output file that the go command builds in no
// package, or not on every machine that has the type: nobody could call the code. root is the
// folder of the module, or of the package where that lies deeper.
func unbuilt(root, out string, t *typemodel.Type) error {
	here := build.Default
	here.OpenFile = func(string) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader("package p\n")), nil
	}
	base, why, only := filepath.Base(out), "", platform(out)
	switch built, err := here.MatchFile(filepath.Dir(out), base); {
	case err != nil:
		return err
	case strings.HasPrefix(base, "_") || strings.HasPrefix(base, "."):
		why = "the go command passes over files whose names begin with _ or a point"
	case !built:
		why = fmt.Sprintf("by its name the go command does not build it for %s/%s", here.GOOS, here.GOARCH)
	case only != "" && !madeFor(t, only):
		why = fmt.Sprintf("by its name it is built for %s alone, and its types are not", only)
	case strings.HasSuffix(base, "_test.go"):
		why = "by its name it is built for tests alone"
	}
	if below, err := filepath.Rel(root, filepath.Dir(out)); err == nil && filepath.IsLocal(below) && below != "." {
		for _, folder := range strings.Split(filepath.ToSlash(below), "/") {
			if folder == "testdata" || folder == "vendor" || strings.HasPrefix(folder, "_") || strings.HasPrefix(folder, ".") {
				why = "the go command passes over the folder " + folder
			}
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("--out=%s: %s: name another", option.Relative(out), why)
}

// madeFor reports whether a file that declares a part of t is for the platform.
func madeFor(t *typemodel.Type, platform string) (found bool) {
	typemodel.Walk(t, func(_ string, part *typemodel.Type) bool {
		found = found || part.Pos.IsValid() && strings.Contains(buildConstraint(part.Pos.Filename), platform)
		return !found
	})
	return found
}

// stem returns what the name of a file of code begins with, by the name of its type.
func stem(typeName string) string { return strings.TrimLeft(strings.ToLower(typeName), "_") }
