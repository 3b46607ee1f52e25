package load

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Verify type-checks Go files, given by absolute name, among their neighbours as if
// they were there, and returns an error with the first mistakes in them: also the
// import of a package that is not theirs to import. What is wrong in other files is
// passed over, and so are files that are not built here. Of cfg it asks how packages are
// loaded.
func Verify(ctx context.Context, cfg Config, files map[string][]byte) error {
	dirs := map[string]bool{}
	tests := false
	for name := range files {
		dirs[filepath.Dir(name)] = true
		tests = tests || strings.HasSuffix(name, "_test.go")
	}
	var patterns []string
	above := ""
	for dir := range dirs {
		patterns = append(patterns, dir)
		if above == "" || len(dir) < len(above) {
			above = dir
		}
	}
	slices.Sort(patterns)
	for _, err := os.Stat(above); err != nil && above != filepath.Dir(above); _, err = os.Stat(above) {
		above = filepath.Dir(above)
	}
	pkgs, err := cfg.packages(&packages.Config{Context: ctx, Mode: mode &^ packages.NeedTypesInfo, Dir: above, BuildFlags: cfg.flags(), Overlay: files, Tests: tests}, patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return loadError(err)
	}
	var list []string
	add := func(pos, msg string) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(msg), "other declaration of "); ok { // which is in another file
			msg = name + " is declared in the package already"
		}
		if line := pos + ": " + oneLine(msg); !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			at := e.Pos + ":"
			if !filepath.IsAbs(at) {
				at = filepath.Join(above, at)
			}
			for name := range files { // which may have a colon itself, as behind a drive
				if strings.HasPrefix(at, name+":") && !strings.HasPrefix(e.Msg, "# ") {
					add(e.Pos, e.Msg)
				}
			}
		}
	})
	if len(list) > 3 {
		list = append(list[:3], fmt.Sprintf("and %d more", len(list)-3))
	}
	if len(list) > 0 {
		return errors.New(strings.Join(list, "\n\t"))
	}
	return nil
}
