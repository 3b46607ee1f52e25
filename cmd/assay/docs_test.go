package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

// documentation are the texts whose commands are run, from the top of the repository.
var documentation = []string{"README.md", "CONTRIBUTING.md", "docs/*.md", "docs/*/*.md", "deploy/README.md"}

// elsewhere are commands that TestDocs does not run, and why.
var elsewhere = map[string]string{
	"go run ./cmd/assay run":                                   "the whole benchmark",
	"go test ./...":                                            "the tests themselves",
	"go install ./cmd/assay":                                   "installs the command",
	"go generate .":                                            "the script of every change runs it",
	"assay doctor --time=40s --trials=20":                      "a quarter of an hour; a shorter one is run",
	"sh docs/results/regenerate.sh":                            "makes the committed page",
	"sh docs/results/documents.sh":                             "makes the committed page of the documents",
	"sh docs/results/check.sh":                                 "makes the committed page of assay check",
	"assay reproduce all --messages=20000 --json":              "minutes; three of the documents are run",
	"assay run data --time=60s --shard=1/2 --out=shard-1.json": "two minutes; merge.txtar runs shorter ones",
	"assay run data --time=60s --shard=2/2 --out=shard-2.json": "two minutes; merge.txtar runs shorter ones",
	"assay merge shard-1.json shard-2.json --out=all.json":     "of those",
	"assay report all.json --html=all.html":                    "of those",
}

// command is a line of a document for the shell.
type command struct {
	line string
	at   string // the file, and the line in it
}

// commandsOf returns the lines of a document's blocks for the shell.
func commandsOf(name, text string) []command {
	var list []command
	in := false
	for i, line := range strings.Split(text, "\n") {
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(trimmed, "```"):
			in = !in && trimmed == "```sh"
		case in && trimmed != "":
			list = append(list, command{trimmed, fmt.Sprintf("%s:%d", name, i+1)})
		}
	}
	return list
}

// TestDocs runs the commands of the documentation as they stand there, in a module like
// the one that it speaks of. Each document finds the module as it was: what the one before
// has written is removed. The folder stays, since the path of a package is a part of what
// is compiled: in a folder of each document's own, all would be compiled and linked anew.
// What is measured is measured for as short a time as can be, in a third of the processes,
// each of which has a program of its own to link.
func TestDocs(t *testing.T) {
	roundtrip.NeedsLong(t)
	var inDrivers []string
	found, ran := map[string]bool{}, map[string]bool{}
	var script strings.Builder
	script.WriteString("cd shop\n")
	for _, pattern := range documentation {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			text := filetest.Read(t, file)
			name := strings.TrimPrefix(filepath.ToSlash(file), "../../")
			if name == "docs/recipes/own.md" {
				continue // its module requires assay: TestOwnCodecRecipe types all of it
			}
			script.WriteString("asfound\n")
			for _, c := range commandsOf(name, string(text)) {
				switch {
				case elsewhere[c.line] != "":
					found[c.line] = true
				case strings.HasPrefix(c.line, "go test . -run 'Test") || strings.HasPrefix(c.line, "go test ./") && strings.HasSuffix(c.line, " -update"):
					inDrivers = append(inDrivers, c.line)
				case ran[c.line] && !writes(c.line): // for another document
				case strings.HasPrefix(c.line, "assay "):
					ran[c.line] = true
					fmt.Fprintf(&script, "# %s\nexec %s%s --cache-dir=$CACHE\n", c.at, c.line, soon(c.line))
				case strings.HasPrefix(c.line, "go tool pprof "):
					fmt.Fprintf(&script, "exec %s\n", c.line)
				default:
					t.Errorf("%s has a command that no test knows how to run: %s", c.at, c.line)
				}
			}
		}
	}
	for line := range elsewhere {
		if !found[line] {
			t.Errorf("no document has the command that is run elsewhere: %s", line)
		}
	}
	file := filepath.Join(t.TempDir(), "documents.txtar")
	filetest.Write(t, file, script.String()+documentedModule)
	params := scriptParams(t)
	params.Dir, params.Files = "", []string{file}
	params.ContinueOnError = true // the next document is another matter
	params.Cmds = map[string]func(*testscript.TestScript, bool, []string){"asfound": asFound}
	testscript.Run(t, params)
	t.Run("drivers", func(t *testing.T) { runInDrivers(t, inDrivers) })
}

// Every command of the documentation is one that the command line takes, so that a
// document does not name a flag or command that has gone.
func TestDocsParse(t *testing.T) {
	dir := t.TempDir()
	archive := txtar.Parse([]byte(documentedModule))
	filetest.Unpack(t, dir, archive)
	var list []command
	for _, pattern := range documentation {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", pattern, err)
		}
		for _, file := range files {
			text := filetest.Read(t, file)
			list = append(list, commandsOf(filepath.Base(file), string(text))...)
		}
	}
	t.Chdir(filepath.Join(dir, "shop"))
	parsed := 0
	for _, c := range list {
		line := strings.TrimPrefix(c.line, "go run ./cmd/")
		if !strings.HasPrefix(line, "assay ") {
			continue
		}
		parsed++
		words := wordsOf(line)[1:]
		_, parser, err := newCommandLine(nil)
		if err != nil {
			t.Fatal(err)
		}
		// What an earlier command of the page writes is not there, nor is a file that has the rest.
		_, err = parser.Parse(argumentsFirst(parser.Model, words))
		if err != nil && !strings.Contains(err.Error(), "no such file") && !(strings.HasPrefix(err.Error(), `expected "`) && len(words) == 1) {
			t.Errorf("%s: %s: %v", c.at, c.line, err)
		}
		for _, word := range words {
			if ref, ok := strings.CutPrefix(word, "./orders."); ok && !strings.Contains(documentedModule, "type "+ref+" ") {
				t.Errorf("%s: %s: the documented module has no type orders.%s", c.at, c.line, ref)
			}
		}
	}
	if parsed < 20 {
		t.Errorf("only %d commands were found", parsed)
	}
}

// wordsOf splits a line as a shell does that knows single quotes, and none of the rest.
func wordsOf(line string) (words []string) {
	quoted := false
	return strings.FieldsFunc(strings.Map(func(r rune) rune {
		if r == '\'' {
			quoted = !quoted
			return -1
		}
		if r == ' ' && !quoted {
			return 0
		}
		return r
	}, line), func(r rune) bool { return r == 0 })
}

// asFound removes from the documented module, the working directory, all that is not in
// documentedModule.
func asFound(ts *testscript.TestScript, _ bool, _ []string) {
	keep := map[string]bool{".": true}
	for _, f := range txtar.Parse([]byte(documentedModule)).Files {
		for name := strings.TrimPrefix(f.Name, "shop/"); !keep[name]; name = path.Dir(name) {
			keep[name] = true
		}
	}
	module := os.DirFS(ts.MkAbs("."))
	ts.Check(fs.WalkDir(module, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || keep[name] {
			return err
		}
		if err := os.RemoveAll(ts.MkAbs(name)); err != nil || !d.IsDir() {
			return err
		}
		return fs.SkipDir
	}))
}

// writes reports whether a command leaves something that the commands after it may need.
func writes(line string) bool {
	return !strings.HasPrefix(line, "assay run ") && !strings.HasPrefix(line, "assay show ") && !strings.HasPrefix(line, "assay list") ||
		strings.Contains(line, "--out=") || strings.Contains(line, "--profile=")
}

// soon returns flags by which a command measures no longer than it must. What a document shows
// without a codec of the reader's own is that of the committed results: the scripts and package
// reproduce measure. Of features a few libraries are enough; README has a run of all contenders.
func soon(line string) string {
	const brief = " --time=100ms --processes=3"
	switch {
	case strings.HasPrefix(line, "assay reproduce ") && !strings.Contains(line, "--with="):
		results, _ := filepath.Abs("../../docs/results/documents.json")
		return brief + " --results=" + results
	case strings.HasPrefix(line, "assay run ") && strings.Contains(line, "--features=") && !strings.Contains(line, "--serializers="):
		return brief + " --serializers=assay,mus,colfer"
	case strings.HasPrefix(line, "assay run ") || strings.HasPrefix(line, "assay reproduce "):
		return brief
	case strings.HasPrefix(line, "assay doctor "):
		return " --time=1s"
	}
	return ""
}

// runInDrivers runs the commands for somebody who adds a driver, but for the flag
// that lets them write: so they compare.
func runInDrivers(t *testing.T, commands []string) {
	if len(commands) != 2 {
		t.Fatalf("for somebody who adds a driver, the documents have %q", commands)
	}
	for _, line := range commands {
		checked, ok := strings.CutSuffix(line, " -update")
		if !ok {
			t.Errorf("%s writes nothing", line)
		}
		cmd := exec.Command("sh", "-c", checked)
		cmd.Dir = "../../drivers"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

const documentedModule = `
-- shop/go.mod --
module example.com/shop

go 1.26
-- shop/orders/orders.go --
package orders

import "time"

type Order struct {
	ID     uint64
	Lines  []Line
	Tags   map[string]string
	Placed time.Time
}

type Line struct {
	SKU   string
	Count int32
	Price float64
}

func SampleOrders() ([]Order, error) {
	return []Order{{ID: 1, Lines: []Line{{"a", 2, 9.5}}, Placed: time.Unix(1700000000, 0).UTC()}}, nil
}
-- shop/mycodec/mycodec.go --
package mycodec

import (
	"encoding/json"

	"example.com/shop/orders"
)

func AppendOrder(buf []byte, v *orders.Order) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(buf, b...), err
}

func UnmarshalOrder(data []byte, v *orders.Order) error { return json.Unmarshal(data, v) }
-- shop/pb/order.go --
package pb

type Order struct {
	Id    uint64   ` + "`protobuf:\"varint,1,opt,name=id,proto3\"`" + `
	Lines []*Line  ` + "`protobuf:\"bytes,2,rep,name=lines,proto3\"`" + `
	Notes []string ` + "`protobuf:\"bytes,3,rep,name=notes,proto3\"`" + `
}

type Line struct {
	Sku   string ` + "`protobuf:\"bytes,1,opt,name=sku,proto3\"`" + `
	Count int32  ` + "`protobuf:\"varint,2,opt,name=count,proto3\"`" + `
}
-- shop/v1/order.go --
package v1

type Order struct {
	ID    uint64
	Total int64
}
-- shop/v2/order.go --
package v2

type Order struct {
	ID    uint64
	Total int64
	Note  string
}
-- shop/orders.proto --
message order = { id : int; lines : [ (string * int) ] }
-- shop/orders_v2.proto --
message order = { id : int; lines : [ (string * int) ]; paid : bool [@default false] }
-- shop/orders.jsonl --
{"ID":1,"Lines":[{"SKU":"x","Count":3,"Price":1.25}],"Tags":{"a":"b"},"Placed":"2024-01-02T03:04:05Z"}
{"ID":2,"Lines":[{"SKU":"y","Count":1,"Price":2.5}],"Placed":"2024-01-02T03:04:06.5Z"}
`
