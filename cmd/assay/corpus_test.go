//go:build long

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/filetest"
)

// waysOut are options by which roots of the corpus are carried that are refused
// without, or otherwise.
var waysOut = []struct {
	root    string
	options []string
}{
	{"github.com/cloudevents/sdk-go/v2/event.Event", []string{
		"--impl=github.com/cloudevents/sdk-go/v2/event.EventContext=*github.com/cloudevents/sdk-go/v2/event.EventContextV1,*github.com/cloudevents/sdk-go/v2/event.EventContextV03",
		"--omit=FieldErrors",
	}},
	{"github.com/miekg/dns.Msg", []string{
		"--impl=github.com/miekg/dns.RR=*github.com/miekg/dns.A,*github.com/miekg/dns.AAAA,*github.com/miekg/dns.MX,*github.com/miekg/dns.TXT",
	}},
	{"golang.org/x/oauth2.Token", []string{"--omit=raw,expiryDelta"}},
}

// dataOf are values of types whose own methods take none that are made up.
var dataOf = map[string]string{
	"github.com/cloudevents/sdk-go/v2/event.Event": `{"specversion":"1.0","id":"7","source":"/orders","type":"created","time":"2026-01-02T03:04:05Z","datacontenttype":"application/json","data":{"n":1}}`,
	"github.com/paulmach/orb/geojson.Feature":      `{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1}}`,
}

// TestCorpusOfRealTypes generates code and its tests, in every format, for the
// types of other people's modules in testdata/corpus: each is refused with a path,
// or the code of all formats in one package compiles, is vetted, and carries
// made-up values whole. The table is golden, so that a change shows.
func TestCorpusOfRealTypes(t *testing.T) {
	golden, err := filepath.Abs("testdata/corpus.golden")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("../../testdata/corpus"))
	t.Chdir(dir)
	list := filetest.Read(t, "types.json")
	var roots []string
	if err := json.Unmarshal(list, &roots); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	whole := map[string]int{}
	for _, root := range roots {
		corpusRoot(t, &table, whole, root)
	}
	for _, way := range waysOut {
		corpusRoot(t, &table, nil, way.root, way.options...)
	}
	for _, f := range generate.Names() {
		fmt.Fprintf(&table, "%s carries %d of %d roots\n", f, whole[f], len(roots))
	}
	for _, f := range []string{"msgpack", "cbor"} {
		if 10*whole[f] < 9*whole["flat"] {
			t.Errorf("%s carries %d roots, less than nine in ten of flat's %d", f, whole[f], whole["flat"])
		}
	}
	for _, args := range [][]string{
		{"vet", "./generated/..."},
		{"vet", "-copylocks=false", "./json/..."}, // it sets whole messages back after an error, which no other goroutine may use meanwhile
		{"test", "./generated/...", "./json/..."},
	} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args[0], err, failures(out))
		}
	}
	if flag.Lookup("update").Value.String() == "true" { // testscript's
		filetest.Write(t, golden, table.String())
	}
	want := filetest.Read(t, golden)
	if d := cmp.Diff(string(want), table.String()); d != "" {
		t.Errorf("what is carried (-want +got):\n%s", d)
	}
}

// TestPod generates code for a pod and shows, with -v, what it costs beside the
// methods that the pod has, and encoding/json. The pod keeps its quantities.
func TestPod(t *testing.T) {
	dir := t.TempDir()
	for from, to := range map[string]string{"../../testdata/corpus": dir, "testdata/pod": filepath.Join(dir, "pod")} {
		filetest.Copy(t, to, os.DirFS(from))
	}
	t.Chdir(dir)
	var stderr bytes.Buffer
	if code := run(t.Context(), &stderr, &stderr, []string{"gen", "--format=flat", "--out=pod/pod.go", "k8s.io/api/core/v1.Pod"}); code != exitOK {
		t.Fatal(stderr.String())
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-v", "-bench=.", "-benchtime=200ms", "./pod")
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	t.Logf("%s", out)
}

// corpusRoot generates the code for one root in all formats, into one package, and
// adds to the table what became of it.
func corpusRoot(t *testing.T, table *strings.Builder, whole map[string]int, root string, options ...string) {
	t.Helper()
	name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(root), "_")
	if len(options) > 0 {
		name += "_way"
	}
	out, err := filepath.Abs(filepath.Join("generated", name))
	if err != nil {
		t.Fatal(err)
	}
	ofJSON := filepath.Join(out, "../../json", name)
	if err := errors.Join(os.MkdirAll(out, 0o777), os.MkdirAll(ofJSON, 0o777)); err != nil {
		t.Fatal(err)
	}
	cfg := generate.Request{Types: []string{root}, Out: filepath.Join(out, "code.go")}
	for _, option := range options {
		switch name, value, _ := strings.Cut(option, "="); name {
		case "--impl":
			cfg.Impl = append(cfg.Impl, value)
		case "--omit":
			cfg.Omit = strings.Split(value, ",")
		}
	}
	cfg.Formats = slices.DeleteFunc(generate.Formats(), func(f codec.Format) bool {
		return cfg.Impl != nil && !slices.Contains(f.Facts().Takes, "impl")
	})
	source, err := cfg.Load(t.Context())
	if err != nil {
		fmt.Fprintf(table, "%s\n\tis not loaded: %v\n", strings.Join(append([]string{root}, options...), " "), err)
		return
	}
	if data := dataOf[root]; data != "" {
		cfg.Data = filepath.Join(out, "values.jsonl")
		filetest.Write(t, cfg.Data, data+"\n")
	}
	var reasons []string
	formats := map[string][]string{}
	for _, format := range cfg.Formats {
		f := format.Name()
		cfg.Test = slices.Contains(format.Facts().Takes, "test")
		cfg.Formats, source.Out = []codec.Format{format}, filepath.Join(out, f+".go")
		if source.Package.Names, err = declared(out); err != nil {
			t.Fatal(err)
		}
		if f == "json" {
			source.Out, source.Package.Names = filepath.Join(ofJSON, f+".go"), nil
		}
		reason := "carried"
		if made, err := cfg.Files(source); err == nil {
			for _, file := range made.Files {
				if err := generate.Write(file); err != nil {
					t.Fatal(err)
				}
			}
			if whole != nil {
				whole[f]++
			}
		} else {
			reason = strings.TrimPrefix(err.Error(), root+": ")
			reason = shortened(strings.TrimPrefix(reason, "the format "+f+" cannot carry it: "))
		}
		if formats[reason] == nil {
			reasons = append(reasons, reason)
		}
		formats[reason] = append(formats[reason], f)
	}
	fmt.Fprintln(table, strings.Join(append([]string{root}, options...), " "))
	for _, reason := range reasons {
		fmt.Fprintf(table, "\t%s: %s\n", strings.Join(formats[reason], " "), reason)
	}
}

// declared returns what the Go files in a directory declare, sorted.
func declared(dir string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	names := map[string]bool{}
	for _, name := range files {
		f, failed := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if failed != nil {
			return nil, failed
		}
		for name := range f.Scope.Objects {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), err
}

// shortened leaves the first of many refusals, which are a line each.
func shortened(reason string) string {
	first, rest, more := strings.Cut(strings.TrimPrefix(reason, "\n\t"), "\n\t")
	if !more {
		return first
	}
	return fmt.Sprintf("%s; and %d more", first, 1+strings.Count(rest, "\n\t"))
}

// failures returns the lines of go vet's or go test's output that say what failed,
// each once.
func failures(out []byte) string {
	var b strings.Builder
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "ok ") || strings.Contains(line, "[no test files]") || seen[line] {
			continue
		}
		seen[line] = true
		if len(line) > 300 {
			line = line[:300] + "…\n"
		}
		if b.WriteString(line); b.Len() > 10_000 {
			b.WriteString("…\n")
			break
		}
	}
	return b.String()
}
