package assay_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// clocks are the funcs by which a test reads the machine's clock or waits for it.
var clocks = map[string][]string{
	"time":    {"After", "AfterFunc", "NewTicker", "NewTimer", "Now", "Since", "Sleep", "Tick", "Until"},
	"context": {"WithDeadline", "WithDeadlineCause", "WithTimeout", "WithTimeoutCause"},
	"syscall": {"Getrusage"},
}

// TestClocksHaveReasons: a test whose verdict hangs on the pace of the machine fails on
// a busy one, each time another. Each use of a clock has a comment beside it, or on the
// line before, that begins with "clock:" and says why no verdict does.
func TestClocksHaveReasons(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		uses, err := clocksWithoutReason(path, nil)
		for _, use := range uses {
			t.Errorf("%s has no comment that begins with \"clock:\" and says why no verdict depends on it", use)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// clocksWithoutReason returns where a file uses a clock without saying why. The file's
// text is that at path if src is nil.
func clocksWithoutReason(path string, src any) (uses []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	said := map[int]bool{}
	for _, group := range file.Comments {
		if reason, ok := strings.CutPrefix(group.Text(), "clock:"); ok && strings.TrimSpace(reason) != "" {
			said[set.Position(group.Pos()).Line] = true
			said[set.Position(group.End()).Line+1] = true
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			pkg, ok := sel.X.(*ast.Ident)
			if at := set.Position(sel.Pos()); ok && slices.Contains(clocks[pkg.Name], sel.Sel.Name) && !said[at.Line] {
				uses = append(uses, fmt.Sprintf("%s: %s.%s", at, pkg.Name, sel.Sel.Name))
			}
		}
		return true
	})
	return uses, nil
}

func TestClocksWithoutReasonAreSeen(t *testing.T) {
	for body, want := range map[string]int{
		`time.Sleep(1)`: 1,
		`time.Sleep(1) // clock: the other side is a machine`:      0,
		"// clock: the other side\n// is a machine\ntime.Sleep(1)": 0,
		"// clock: of another line\n_ = 0\ntime.Sleep(1)":          1,
		`time.Sleep(1) // clock:`:                                  1,
		`time.Sleep(1) // waits`:                                   1,
		`d := time.Since(time.Now())`:                              2,
		`f := time.Now`:                                            1,
		`ctx, _ := context.WithTimeout(ctx, 1)`:                    1,
		`syscall.Getrusage(0, &u)`:                                 1,
		`then.After(now)`:                                          0,
		"text := `time.Sleep(1)`":                                  0,
	} {
		uses, err := clocksWithoutReason("x_test.go", "package x\n\nfunc f() {\n"+body+"\n}\n")
		if err != nil || len(uses) != want {
			t.Errorf("%s: %q, %v, want %d", body, uses, err, want)
		}
	}
}
