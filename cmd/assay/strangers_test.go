package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

var updateStrangers = flag.Bool("strangers", false, "write the sections of docs/strangers.md that are of modules named by -run; with -short none measures two commits")

// stranger is a public module, as somebody finds it who looks for a serializer for it.
type stranger struct {
	kind    string
	module  string
	version string
	matter  []string // types of which one at least is to be among the first three
	typ     string   // that the rest is done with; of matter
	format  string   // of the codec
	dead    map[string]string
}

// strangers are of ten kinds, at versions that stay.
var strangers = []stranger{
	{kind: "consensus, gogo", module: "go.etcd.io/raft/v3", version: "v3.6.0", matter: []string{"./raftpb.Message", "./raftpb.Entry"}, typ: "./raftpb.Entry", format: "protobuf"},
	{kind: "consensus, MessagePack", module: "github.com/hashicorp/raft", version: "v1.7.3", matter: []string{".Log"}, typ: ".Log", format: "flat"},
	{kind: "client of an API in JSON", module: "github.com/go-telegram-bot-api/telegram-bot-api/v5", version: "v5.5.1", matter: []string{".Message"}, typ: ".MessageEntity", format: "json",
		dead: map[string]string{"go vet .": "the module's own, before assay as well: an example of its tests names what is not there"}},
	{kind: "monitoring", module: "github.com/prometheus/prometheus", version: "v0.313.3", matter: []string{"./prompb.Label"}, typ: "./prompb.Label", format: "flat"},
	{kind: "messaging", module: "github.com/nats-io/nats.go", version: "v1.49.0", matter: []string{"./jetstream.StreamConfig"}, typ: "./jetstream.PubAck", format: "json"},
	{kind: "API of a Kubernetes controller", module: "github.com/fluxcd/source-controller/api", version: "v1.7.0", matter: []string{"./v1.GitRepository"}, typ: "./v1.GitRepository", format: "json"},
	{kind: "what OpenTelemetry collectors receive, protoc-gen-go", module: "go.opentelemetry.io/proto/otlp", version: "v1.8.0", matter: []string{"./trace/v1.Span"}, typ: "./metrics/v1.SummaryDataPoint", format: "protobuf"},
	{kind: "chain", module: "github.com/cometbft/cometbft", version: "v0.38.17", matter: []string{"./abci/types.ExecTxResult"}, typ: "./abci/types.EventAttribute", format: "protobuf"},
	{kind: "game server", module: "github.com/sandertv/gophertunnel", version: "v1.50.0", matter: []string{"./minecraft/protocol/packet.Text"}, typ: "./minecraft/protocol/packet.Text", format: "flat"},
	{kind: "cache", module: "github.com/golang/groupcache", version: "v0.0.0-20241129210726-2c02b8208cf8", matter: []string{"./groupcachepb.GetResponse"}, typ: "./groupcachepb.GetResponse", format: "protobuf"},
}

const (
	fewRows  = "json,goccy,assay.flat" // a default run measures thirty
	soonDone = "--time=1s --processes=3"
)

// TestStrangers goes with each of the modules the way that README shows, from init to the
// scripts by which the action measures a pull request. -strangers writes what it took.
func TestStrangers(t *testing.T) {
	roundtrip.NeedsLong(t)
	if runtime.GOOS == "windows" {
		t.Skip("the action's scripts are for bash")
	}
	scriptParams(t) // caches of the tests' own
	const page = "../../docs/strangers.md"
	for _, s := range strangers {
		t.Run(s.name(), func(t *testing.T) {
			section := s.visit(t)
			if !*updateStrangers {
				return
			}
			old, _ := os.ReadFile(page)
			text := aboutStrangers
			for _, other := range strangers { // whose sections stay as they are
				if other.module == s.module {
					text += section
				} else if from, to := other.section(string(old)); to > 0 {
					text += string(old[from:to])
				}
			}
			filetest.Write(t, page, text)
		})
	}
}

// section returns where on a page the section of the module stands; 0 where it has none.
func (s stranger) section(page string) (from, to int) {
	if from = strings.Index(page, "\n## "+s.module+"\n"); from < 0 {
		return 0, 0
	}
	if n := strings.Index(page[from+1:], "\n## "); n >= 0 {
		return from, from + 1 + n
	}
	return from, len(page)
}

var major = regexp.MustCompile(`/v\d+$`)

func (s stranger) name() string { return path.Base(major.ReplaceAllString(s.module, "")) }

const aboutStrangers = `# Public modules, end to end

Nobody prepared these modules for assay. A test goes with each the way that README shows, at a version that stays, and writes
this page: ` + "`go test -tags long -timeout 2h -run TestStrangers ./cmd/assay -strangers`" + `. Three serializers are measured for a second:
a default run measures some thirty. What the Go command downloads and compiles for the first time is in the seconds, which are of
one run on a machine that others used. A ` + "`go.work`" + ` file is taken out first: the
module proxy has no folders beside the module.

The scripts of [action.yml](../action.yml) are run as in a pull request, with the commit before the codec as base.
`

// visit returns what of one module stands on the page.
func (s stranger) visit(t *testing.T) string {
	dir := s.checkout(t)
	var out strings.Builder
	fmt.Fprintf(&out, "\n## %s\n\n`%s`: %s.\n\n| Command | Exit | Seconds | Lines |\n| --- | ---: | ---: | ---: |\n", s.module, s.version, s.kind)
	var dead []string
	// try runs a command and says whether it ended as a stranger hopes.
	try := func(shown string, cmd *exec.Cmd) (string, bool) {
		t.Helper()
		cmd.Dir = dir
		cmd.Env = append(cmd.Environ(), "GOFLAGS=", "GOWORK=off")
		began := time.Now() // clock: what a command took is for the page, and nothing is expected of it
		text, err := cmd.CombinedOutput()
		code := 0
		if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		took := time.Since(began).Seconds() // clock: as above
		fmt.Fprintf(&out, "| `%s` | %d | %.0f | %d |\n", shown, code, took, strings.Count(string(text), "\n"))
		why, known := s.dead[shown]
		if known != (code != 0) {
			t.Errorf("%s: exit %d, expected %q\n%s", shown, code, why, text)
		}
		if code != 0 {
			dead = append(dead, fmt.Sprintf("`%s`: %s", shown, cmp.Or(why, "not looked into yet")))
		}
		return string(text), code == 0
	}
	line := func(args string) (string, bool) {
		t.Helper()
		return try("assay "+args, exec.Command("assay", strings.Fields(args)...))
	}

	line("init")
	file, _ := os.ReadFile(filepath.Join(dir, fileName))
	types := regexp.MustCompile(`(?m)^  types: \[(.*)\]`).FindSubmatch(file)
	if types == nil {
		t.Errorf("init names no types:\n%s", file)
	} else if first := strings.Split(string(types[1]), ", "); !slices.ContainsFunc(s.matter, func(m string) bool { return slices.Contains(first, m) }) {
		t.Errorf("init names %s, none of %s", first, s.matter)
	}
	if text, ok := line(fmt.Sprintf("run %s --serializers=%s %s", s.typ, fewRows, soonDone)); ok && !strings.Contains(text, "Next steps") {
		t.Errorf("run has no answer:\n%s", text)
	}
	if code, ok := line("show goccy+reuse " + s.typ); ok {
		filetest.Write(t, filepath.Join(dir, "pasted", "pasted.go"), code)
		for _, command := range regexp.MustCompile(`(?m)^// (go get .*)$`).FindAllStringSubmatch(code, -1) {
			try(command[1], exec.Command("sh", "-c", command[1]))
		}
		try("go vet ./pasted", exec.Command("go", "vet", "./pasted"))
		git(t, dir, "checkout", "-q", "--", ".")
		if err := os.RemoveAll(filepath.Join(dir, "pasted")); err != nil {
			t.Fatal(err)
		}
	}
	git(t, dir, "add", "-f", fileName) // there are modules whose .gitignore names it
	git(t, dir, "commit", "-qm", "assay.yaml")
	if _, ok := line(fmt.Sprintf("gen --format=%s %s", s.format, s.typ)); ok {
		pkg := cmp.Or(s.typ[:strings.LastIndexByte(s.typ, '.')], ".")
		try("go vet "+pkg, exec.Command("go", "vet", pkg))
		git(t, dir, "add", "-A")
		git(t, dir, "commit", "-qm", "A codec")
	}
	line(fmt.Sprintf("check %s --from=git:HEAD~1 --serializers=%s", s.typ, fewRows))
	if !testing.Short() { // the dearest by far
		try("action: ab", s.action(t, dir, "Measure two commits", "BASE=HEAD~1", "SUBJECTS="+s.typ, "FLAGS=--serializers="+fewRows+" "+soonDone,
			"FAIL_OVER=", "OUT=assay.json", "COMPARISON=comparison.md"))
	}
	try("action: gen", s.action(t, dir, "Check generated code", "SUBJECTS="+s.typ, "FLAGS=--format="+s.format))
	if types != nil {
		fmt.Fprintf(&out, "\nFirst three types: %s.", types[1])
	}
	if len(dead) > 0 {
		fmt.Fprintf(&out, " Dead ends: %s.", strings.Join(dead, "; "))
	} else {
		out.WriteString(" No dead end.")
	}
	out.WriteString("\n")
	return out.String()
}

// checkout returns a folder with the module in a repository of its own.
func (s stranger) checkout(t *testing.T) string {
	t.Helper()
	text, err := exec.Command("go", "mod", "download", "-json", s.module+"@"+s.version).Output()
	if err != nil {
		t.Skipf("the module cannot be had: %v", err)
	}
	var from struct{ Dir string }
	if err := json.Unmarshal(text, &from); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "module")
	filetest.Copy(t, dir, os.DirFS(from.Dir))
	for _, name := range []string{"go.work", "go.work.sum"} {
		os.Remove(filepath.Join(dir, name))
	}
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-qm", "As published")
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	filetest.Run(t, dir, nil, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.hooksPath=/dev/null"}, args...)...)
}

// action returns the script of a step of action.yml as a command.
func (s stranger) action(t *testing.T, dir, step string, env ...string) *exec.Cmd {
	t.Helper()
	text := filetest.Read(t, "../../action.yml")
	var action struct {
		Runs struct{ Steps []struct{ Name, Run string } }
	}
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	for _, of := range action.Runs.Steps {
		if of.Name == step {
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", of.Run)
			notes := t.TempDir() // where GitHub reads what a step says
			cmd.Env = append(os.Environ(), env...)
			cmd.Env = append(cmd.Env, "GITHUB_STEP_SUMMARY="+filepath.Join(notes, "summary"), "GITHUB_OUTPUT="+filepath.Join(notes, "output"))
			return cmd
		}
	}
	t.Fatalf("action.yml has no step %q", step)
	return nil
}
