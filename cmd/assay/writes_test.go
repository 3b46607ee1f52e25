package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// outputs are the flags that name what a command writes, with a command line that writes
// FILE. What is never replaced, or is measured for, is asked only whether it spares what is
// somebody else's, and in short what a program draws that has to be built first.
var outputs = map[string]struct {
	line     string
	replaces bool
}{
	"run --out":         {"run data --serializers=json --out=FILE", false},
	"run --resume":      {"run data --serializers=json --resume=FILE", false},  // reads it first: see TestInterruptedRunIsResumed
	"ab --out":          {"ab main data --serializers=json --out=FILE", false}, // by the writer that run has
	"report --html":     {"report good.json --html=FILE", true},
	"report --plot":     {"report good.json --plot=FILE", routinestest.Long},
	"merge --out":       {"merge good.json --out=FILE", true},
	"check --out":       {"check --matrix --read=matrix.json --format=json --out=FILE", true},
	"show --out":        {"show json .Order --out=FILE", false}, // a folder that must not be there
	"gen --out":         {"gen --format=flat --out=FILE .Order", true},
	"gen --support":     {"gen --format=json --out=code.go --support=FILE .Order", true},
	"extprot gen --out": {"extprot gen --out=. --package=shop orders.proto", true}, // to orders.go
	"reproduce --html":  {"reproduce gosercomp --results=documents.json --html=FILE", true},
}

// inputs are flags that name what a command reads, or a folder that is assay's alone.
const inputs = " --data --cache-dir --baseline --lock --read --md --schema --results --suite "

// Every command that writes a file spares one that assay has not written, without having
// touched it, and replaces its own, whose mode stays.
func TestForeignFiles(t *testing.T) {
	good := func(name string) []byte {
		data := filetest.Read(t, name)
		return data
	}
	files := map[string][]byte{
		"go.mod": []byte("module example.com/shop\n\ngo 1.26\n"), "shop.go": []byte("package shop\n\ntype Order struct{ ID int }\n"),
		"orders.proto": []byte("message order = { id : int }\n"), "good.json": []byte(goodResults),
		"matrix.json": fmt.Appendf(nil, `{"schema":%d,"changes":[{}]}`, check.Schema), "documents.json": good("../../docs/results/documents.json"),
	}
	seen := map[string]bool{}
	for _, flag := range pathFlags(modelOf(t).Node, "") {
		verb, name, _ := strings.Cut(flag, " --")
		if verb = strings.TrimSpace(verb); strings.HasPrefix(verb, "reproduce ") {
			verb = "reproduce" // its documents have the same flags
		}
		flag = strings.TrimSpace(verb + " --" + name)
		if strings.Contains(inputs, " --"+name+" ") {
			continue
		}
		out, ok := outputs[flag]
		if !ok {
			t.Errorf("%s names a file: say in this test whether it is written", flag)
		}
		if seen[flag] || !ok {
			continue
		}
		seen[flag] = true
		t.Run(flag, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, data := range files {
				if err := os.WriteFile(name, data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			file := "orders.go"
			switch name {
			case "html":
				file = "page.html"
			case "plot":
				file = "a.svg"
			case "resume":
				file = "old.json"
			}
			const mine = "package shop\n\nfunc mine() {}\n"
			target := file
			if name == "support" { // a folder
				target = filepath.Join("wire", "jsonrt", "jsonrt.go")
				file = "wire"
			}
			if err := os.MkdirAll(filepath.Dir(target), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(target, []byte(mine), 0o640); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(strings.ReplaceAll(out.line, "FILE", file))
			call := func() (int, string) {
				var stdout, stderr bytes.Buffer
				code := run(t.Context(), &stdout, &stderr, append(args, "--cache-dir="+compiletest.CacheDir()))
				return code, stderr.String()
			}
			code, said := call()
			if have, err := os.ReadFile(target); code != exitUsage || err != nil || string(have) != mine || !strings.Contains(said, file) {
				t.Fatalf("exit status %d, %s\nthe file of another holds %q, %v", code, said, have, err)
			}
			if !out.replaces {
				return
			}
			args = append(args, "--force")
			if code, said = call(); code != exitOK {
				t.Fatalf("with --force: exit status %d, %s", code, said)
			}
			args = args[:len(args)-1]
			first, err := os.ReadFile(target)
			if err != nil || !atomic.Ours(first) {
				t.Fatalf("what was written has no mark: %.300q, %v", first, err)
			}
			// It would be written again.
			changed := append(bytes.Clone(first), '\n')
			if err := os.WriteFile(target, changed, 0o640); err != nil {
				t.Fatal(err)
			}
			code, said = call()
			have, err := os.ReadFile(target)
			info, _ := os.Stat(target)
			if code != exitOK || err != nil || bytes.Equal(have, changed) {
				t.Errorf("exit status %d, %s: its own file was not replaced, %v", code, said, err)
			}
			if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
				t.Errorf("its mode is %v now", info.Mode())
			}
		})
	}
	for flag := range outputs {
		if !seen[flag] {
			t.Errorf("there is no flag %s", flag)
		}
	}
}

// writers are the funcs of the command that write files without package atomic, each with the reason.
var writers = map[string]string{
	"file.go os.OpenFile": "a file that is not there yet, in one write",
}

// TestAtomicWrites: what a command writes stands in its place as a whole or not at all,
// extprot fmt -w and whatever no flag names too.
func TestAtomicWrites(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			of, ok := sel.X.(*ast.Ident)
			if ok && of.Name == "os" && slices.Contains([]string{"Create", "CreateTemp", "OpenFile", "Rename", "Truncate", "WriteFile"}, sel.Sel.Name) {
				use := name + " os." + sel.Sel.Name
				if found[use] = true; writers[use] == "" {
					t.Errorf("%s writes by os.%s: write by package atomic, or say here why not", set.Position(sel.Pos()), sel.Sel.Name)
				}
			}
			return true
		})
	}
	for use := range writers {
		if !found[use] {
			t.Errorf("%s is not there any more", use)
		}
	}
}

// A matrix has a mark in each form for people too, so that the next one replaces it.
func TestMatrixIsReplaced(t *testing.T) {
	t.Chdir(t.TempDir())
	matrix := fmt.Appendf(nil, `{"schema":%d,"changes":[{}]}`, check.Schema)
	if err := os.WriteFile("matrix.json", matrix, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"text", "md", "html", "json"} {
		for range 2 {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), &stdout, &stderr, []string{"check", "--matrix", "--read=matrix.json", "--format=" + format, "--out=out." + format}); code != exitOK {
				t.Errorf("%s: exit status %d, %s", format, code, stderr.String())
			}
		}
	}
}

// pathFlags returns the flags of a command and those below it that name files or folders.
func pathFlags(n *kong.Node, verb string) (list []string) {
	for _, f := range n.Flags {
		if typ := f.Tag.Type; typ == "path" || typ == "existingfile" {
			list = append(list, verb+" --"+f.Name)
		}
	}
	for _, child := range n.Children {
		list = append(list, pathFlags(child, strings.TrimSpace(verb+" "+child.Name))...)
	}
	return list
}
