package load

import (
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadError explains why nothing could be loaded at all.
func loadError(err error) error {
	if strings.Contains(err.Error(), "executable file not found") {
		return errors.New("the go command was not found: install Go and put it on the PATH")
	}
	text := oneLine(err.Error())
	if _, said, ok := strings.Cut(text, "stderr: "); ok { // of the go command
		text = strings.TrimPrefix(said, "go: ")
	}
	return errors.New(text)
}

// noPackage explains why pattern matches nothing.
func (l *loader) noPackage(pattern string) error {
	if mod := l.goEnv("GOMOD"); mod == "" || mod == os.DevNull {
		return l.noModule()
	}
	return fmt.Errorf("%q is not one package", pattern)
}

func (l *loader) noModule() error {
	return fmt.Errorf("no go.mod in %s or above it: the package has to be part of a Go module", l.cfg.Dir)
}

// NotCompiled is the error of a package that does not compile: what it says.
type NotCompiled string

func (e NotCompiled) Error() string { return string(e) }

// packageError returns the first error of what p imports, or of p, or nil.
// With the imports from source the standard library's own errors are no matter.
func (l *loader) packageError(p *packages.Package, mode packages.LoadMode) error {
	var first *packages.Error
	packages.Visit([]*packages.Package{p}, nil, func(q *packages.Package) {
		list := q.Errors
		if mode&packages.NeedDeps != 0 && q != p && q.Module == nil {
			return
		}
		if l.cfg.Incomplete && q == p {
			list = slices.DeleteFunc(slices.Clone(list), func(e packages.Error) bool {
				return e.Kind == packages.TypeError || strings.HasPrefix(e.Msg, "# ") // the compiler's view of the same
			})
		}
		if first != nil || len(list) == 0 {
			return
		}
		// A mistake in the source stands better there than in the go command's
		// words: the kinds rise from the unknown to the type checker's.
		e := slices.MaxFunc(list, func(a, b packages.Error) int { return int(a.Kind) - int(b.Kind) })
		first = &e
	})
	if first == nil {
		return nil
	}
	if strings.Contains(first.Msg, "go.mod file not found") {
		return l.noModule()
	}
	msg := first.Msg
	if strings.HasPrefix(msg, "# ") { // the compiler's output, below the package's path
		_, msg, _ = strings.Cut(msg, "\n")
		msg, _, _ = strings.Cut(msg, "\n")
	}
	msg = strings.TrimSuffix(strings.TrimPrefix(oneLine(msg), "stat "), ":")
	if first.Pos != "" && first.Pos != "-" {
		msg = first.Pos + ": " + msg
	}
	if strings.Contains(msg, `(invalid package name: "")`) { // how the type checker names a package that is not there
		msg += ": run go mod tidy, and see that go build works"
	}
	if l.newerGo() {
		msg += fmt.Sprintf(" (the go command is %s, and this program was built with %s: build it with GOTOOLCHAIN=%[1]s)", l.goEnv("GOVERSION"), runtime.Version())
	}
	msg = l.relative(msg)
	if first.Kind == packages.ListError && (first.Pos == "" || first.Pos == "-") { // there is no such package
		return errors.New(msg)
	}
	return NotCompiled(msg)
}

// newerGo reports whether the go command is newer than the Go that this program was
// built with, whose type checker and reader of compiled packages may not know what the
// other writes.
func (l *loader) newerGo() bool {
	theirs := l.goEnv("GOVERSION")
	return theirs != "" && version.Compare(version.Lang(theirs), version.Lang(runtime.Version())) > 0
}

// goEnv returns what the go command takes name to be, or "" where it does not say.
func (l *loader) goEnv(name string) string {
	cmd := exec.Command("go", "env", name)
	cmd.Dir, cmd.Env = l.cfg.Dir, l.cfg.Env
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// relative shortens the names of files below the directory loaded from.
func (l *loader) relative(s string) string {
	return strings.ReplaceAll(s, l.cfg.Dir+string(filepath.Separator), "")
}

// oneLine joins the lines of a message.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
