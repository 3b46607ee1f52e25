package deploy

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// step is a step of a composite action.
type step struct {
	Name string
	Run  string
	Env  map[string]string
}

// script returns the script of a step of an action, and the names of the variables
// that the action gives it.
func script(t *testing.T, file, name string) (string, map[string]string) {
	t.Helper()
	text := filetest.Read(t, file)
	var action struct{ Runs struct{ Steps []step } }
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for _, s := range action.Runs.Steps {
		if s.Name == name && s.Run != "" {
			return s.Run, s.Env
		}
	}
	t.Fatalf("%s has no script %q", file, name)
	return "", nil
}

// runner stands for a machine of GitHub's: a folder with the programs that scripts
// call, of which each notes its arguments.
type runner struct {
	t   *testing.T
	dir string
}

func newRunner(t *testing.T) runner {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripts are for bash")
	}
	return runner{t, t.TempDir()}
}

// program puts a program on the path, a script of the shell.
func (r runner) program(name, body string) {
	r.t.Helper()
	text := "#!/bin/sh\nprintf '%s\\n' \"" + name + " $*\" >> \"$CALLS\"\n" + body + "\n"
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o777); err != nil {
		r.t.Fatal(err)
	}
}

// run runs a step's script as GitHub does, with values for the variables that the
// step declares, and returns what the script called and its exit code.
func (r runner) run(file, name string, values map[string]string) (calls, output string, code int) {
	r.t.Helper()
	body, env := script(r.t, file, name)
	for k := range values {
		if _, ok := env[k]; !ok {
			r.t.Errorf("%s: step %q does not declare %s", file, name, k)
		}
	}
	log := filepath.Join(r.dir, "calls")
	os.Remove(log)
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", body)
	cmd.Dir = r.dir
	cmd.Env = []string{
		"PATH=" + r.dir + ":" + os.Getenv("PATH"), "CALLS=" + log, "RUNNER_TEMP=" + r.dir,
		"GITHUB_OUTPUT=" + filepath.Join(r.dir, "output"), "GITHUB_STEP_SUMMARY=" + filepath.Join(r.dir, "summary"), "GITHUB_REPOSITORY=octo/orders",
	}
	for k := range env {
		cmd.Env = append(cmd.Env, k+"="+values[k])
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		r.t.Fatal(err)
	}
	text, _ := os.ReadFile(log)
	return string(text), out.String(), cmd.ProcessState.ExitCode()
}

func (r runner) file(name string) string {
	r.t.Helper()
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		r.t.Fatal(err)
	}
	return string(text)
}

func TestActionMeasures(t *testing.T) {
	r := newRunner(t)
	r.program("assay", "echo '| table |'")
	calls, out, code := r.run("../action.yml", "Measure", map[string]string{
		"SUBJECTS": "./orders.Order data", "FLAGS": "--time=2s --serializers=json,mus", "OUT": "head.json"})
	if code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if want := "assay run ./orders.Order data --time=2s --serializers=json,mus --align --out=head.json --brief --format=md\n"; calls != want {
		t.Errorf("called %q, not %q", calls, want)
	}
	if got := r.file("summary"); got != "| table |\n" {
		t.Errorf("summary: %q", got)
	}
}

// A check's annotations go to the log, where GitHub finds them, and its exit status is
// the step's.
func TestActionChecks(t *testing.T) {
	for _, status := range []int{0, 1, 3} {
		r := newRunner(t)
		r.program("assay", "echo '::error file=o.go,line=4::json'; exit "+string(rune('0'+status)))
		calls, out, code := r.run("../action.yml", "Check", map[string]string{"SUBJECTS": "./orders.Order", "FLAGS": "--from=git:origin/main\n--serializers=json\n"})
		if want := "assay check ./orders.Order --from=git:origin/main --serializers=json --format=github\n"; calls != want || code != status || out != "::error file=o.go,line=4::json\n" {
			t.Errorf("called %q, exit %d, printed %q", calls, code, out)
		}
	}
}

// The verdict is the step's exit code whatever else happens, and the comparison is
// left as a file: a fork's token cannot comment.
func TestActionChecksGeneratedCode(t *testing.T) {
	r := newRunner(t)
	r.program("assay", "echo 'orders/order_flat.go is stale: run assay gen without --check'; exit 1")
	calls, out, code := r.run("../action.yml", "Check generated code", map[string]string{"SUBJECTS": "./orders.Order", "FLAGS": "--format=flat"})
	if code != 1 || calls != "assay gen ./orders.Order --format=flat --check\n" || !strings.Contains(out, "is stale") {
		t.Errorf("exit %d, calls %q, output %q", code, calls, out)
	}
	if calls, _, _ := r.run("../action.yml", "Check generated code", nil); calls != "assay gen --check\n" {
		t.Errorf("without subjects: %q", calls)
	}
}

func TestActionCompares(t *testing.T) {
	for _, test := range []struct {
		name, gate, flags string
		code              int
	}{
		{"a regression", "3%", "--fail-over=3% ", 1},
		{"nothing", "3%", "--fail-over=3% ", 0},
		{"no gate", "", "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRunner(t)
			r.program("assay", "echo '| flat | 1.08 |'; exit "+string(rune('0'+test.code)))
			r.program("gh", "exit 4")
			calls, out, code := r.run("../action.yml", "Compare", map[string]string{
				"BASELINE": "base.json", "OUT": "head.json", "FAIL_OVER": test.gate, "COMPARISON": "there/comparison.md"})
			if code != test.code {
				t.Errorf("exit %d, not %d: %s", code, test.code, out)
			}
			if want := "assay compare base.json head.json " + test.flags + "--brief --format=md\n"; calls != want {
				t.Errorf("called %q, not %q", calls, want)
			}
			if got := r.file("there/comparison.md"); got != "| flat | 1.08 |\n" || got != r.file("summary") {
				t.Errorf("comparison %q, summary %q", got, r.file("summary"))
			}
			if got := r.file("output"); got != fmt.Sprintf("finding=%t\n", test.code == 1) {
				t.Errorf("output %q", got)
			}
		})
	}
}

// Two commits are measured beside each other, and the verdict is the step's exit code.
// Without a gate a finding is none, and what could not be measured still fails.
func TestActionMeasuresTwoCommits(t *testing.T) {
	for _, test := range []struct {
		name, gate, over string
		code, want       int
	}{
		{"a regression", "3%", "3%", 1, 1},
		{"nothing", "3%", "3%", 0, 0},
		{"a regression without a gate", "", "999%", 1, 0},
		{"a wrong flag", "", "999%", 2, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRunner(t)
			r.program("assay", "echo '| Sum | 1.080 |'; exit "+string(rune('0'+test.code)))
			calls, out, code := r.run("../action.yml", "Measure two commits", map[string]string{
				"BASE": "abc123", "SUBJECTS": "./orders", "FLAGS": "--bench=. --time=9s", "FAIL_OVER": test.gate, "OUT": "ab.json", "COMPARISON": "there/comparison.md"})
			if code != test.want {
				t.Errorf("exit %d, not %d: %s", code, test.want, out)
			}
			if want := "assay ab git:abc123 git:HEAD ./orders --bench=. --time=9s --fail-over=" + test.over + " --out=ab.json --format=md\n"; calls != want {
				t.Errorf("called %q, not %q", calls, want)
			}
			if got := r.file("there/comparison.md"); got != "| Sum | 1.080 |\n" || got != r.file("summary") {
				t.Errorf("comparison %q, summary %q", got, r.file("summary"))
			}
		})
	}
}

// Pull requests have one comment, which the next run replaces.
func TestComment(t *testing.T) {
	const action = "comment/action.yml"
	values := func(number, when, finding string) map[string]string {
		return map[string]string{"FILE": "comparison.md", "NUMBER": number, "HEAD": "abc", "WHEN": when, "FINDING": finding}
	}
	gh := func(head, comment string) string {
		return "case \"$*\" in *pulls*) echo " + head + " ;; *paginate*) echo " + comment + " ;; esac"
	}
	for _, test := range []struct {
		name, number, head, comment string
		when, finding               string
		code                        int
		last                        string
	}{
		{"the first time", "7", "abc", "", "on-finding", "true", 0,
			"gh api --silent repos/octo/orders/issues/7/comments --field body=@DIR/comment.md"},
		{"nothing found", "7", "abc", "", "on-finding", "false", 0,
			"gh api --paginate repos/octo/orders/issues/7/comments --jq map(select(.user.type == \"Bot\" and (.body | startswith(\"<!-- assay comparison -->\")))) | .[0].id // empty"},
		{"nothing found, and always", "7", "abc", "", "always", "false", 0,
			"gh api --silent repos/octo/orders/issues/7/comments --field body=@DIR/comment.md"},
		{"nothing found any more", "7", "abc", "42", "on-finding", "false", 0,
			"gh api --silent --method PATCH repos/octo/orders/issues/comments/42 --field body=@DIR/comment.md"},
		{"again", "7", "abc", "42", "on-finding", "true", 0,
			"gh api --silent --method PATCH repos/octo/orders/issues/comments/42 --field body=@DIR/comment.md"},
		{"after another push", "7", "def", "42", "on-finding", "true", 0, "gh api repos/octo/orders/pulls/7 --jq .head.sha"},
		{"not a number", "7/../8", "abc", "", "on-finding", "true", 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRunner(t)
			r.program("gh", gh(test.head, test.comment))
			filetest.Write(t, filepath.Join(r.dir, "comparison.md"), "| flat | 1.08 |\n")
			calls, out, code := r.run(action, "Comment", values(test.number, test.when, test.finding))
			if code != test.code {
				t.Fatalf("exit %d, not %d: %s", code, test.code, out)
			}
			lines := strings.Split(strings.TrimSpace(calls), "\n")
			if got := strings.ReplaceAll(lines[len(lines)-1], r.dir, "DIR"); got != test.last {
				t.Errorf("called last\n%s\nnot\n%s", got, test.last)
			}
			if strings.Contains(test.last, "body=") {
				if got := r.file("comment.md"); got != "<!-- assay comparison -->\n| flat | 1.08 |\n" {
					t.Errorf("comment: %q", got)
				}
			}
		})
	}
}

// A cache has at most so many MB: what was built goes first, then what the go command has.
func TestCacheIsBounded(t *testing.T) {
	for _, test := range []struct{ sizes, want string }{
		{"1500", ""},
		{"1501 1500", "assay clean\n"},
		{"9000 1501 1500", "assay clean\ngo clean -cache\n"},
		{"9000 9000 1501", "assay clean\ngo clean -cache\ngo clean -modcache\n"},
	} {
		r := newRunner(t)
		r.program("assay", "")
		r.program("go", "")
		// Each call takes the next size, and the last stays.
		filetest.Write(t, filepath.Join(r.dir, "sizes"), strings.ReplaceAll(test.sizes, " ", "\n")+"\n")
		r.program("du", "head -n 1 sizes; test $(wc -l <sizes) = 1 || sed -i 1d sizes")
		calls, out, code := r.run("../action.yml", "Bound the cache", map[string]string{"MOST_MB": "1500"})
		var cleaned strings.Builder
		for line := range strings.Lines(calls) {
			if !strings.HasPrefix(line, "du ") {
				cleaned.WriteString(line)
			}
		}
		if code != 0 || cleaned.String() != test.want {
			t.Errorf("of %s MB: exit %d, called %q, not %q: %s", test.sizes, code, cleaned.String(), test.want, out)
		}
	}
}

// A pod of the job measures its shard and prints the results, packed; one that fails says
// why.
func TestKubernetes(t *testing.T) {
	text := filetest.Read(t, "kubernetes.yaml")
	type container struct {
		Args      []string
		Resources struct{ Requests, Limits map[string]string }
	}
	var job struct {
		Kind string
		Spec struct {
			Template struct {
				Spec struct {
					Containers []container
				}
			}
		}
	}
	documents := yaml.NewDecoder(bytes.NewReader(text))
	for job.Kind != "Job" {
		if err := documents.Decode(&job); err != nil {
			t.Fatal(err)
		}
	}
	pod := job.Spec.Template.Spec
	if len(pod.Containers) != 1 {
		t.Fatalf("%+v", pod)
	}
	// Of a pod with one container that asks for less than its limit no processor is its own.
	if r := pod.Containers[0].Resources; len(r.Limits) == 0 || !maps.Equal(r.Requests, r.Limits) {
		t.Errorf("requests %v, limits %v", r.Requests, r.Limits)
	}
	for _, test := range []struct{ module, ref, fails string }{
		{},
		{fails: "measuring\n"},
		{module: "example.com/shop", ref: "main"},
		{module: "example.com/shop", ref: "gone", fails: "{\"Error\": \"unknown revision\"}\n"},
	} {
		r := newRunner(t)
		for name, text := range map[string]string{"files/go.mod": "module m\n", "shop/go.mod": "module shop\n", "module/keep": "", "cache/keep": ""} {
			if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(r.dir, name)), 0o777), os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o444)); err != nil {
				t.Fatal(err)
			}
		}
		r.program("go", `test "$4" = example.com/shop@main || { echo '{"Error": "unknown revision"}'; exit 1; }; printf '{\n\t"Path": "shop",\n\t"Dir": "%s",\n\t"Sum": ""\n}\n' `+filepath.Join(r.dir, "shop"))
		r.program("assay", `echo measuring >&2; cat go.mod >read; echo >>go.mod; for a; do case $a in --out=*) echo '{"schema":4}' >"${a#--out=}" ;; esac; done; `+fmt.Sprintf("test %t = true", test.fails == ""))
		var said, errs bytes.Buffer
		script := regexp.MustCompile(`/(module|cache|files)\b`).ReplaceAllString(pod.Containers[0].Args[0], r.dir+"/$1")
		cmd := exec.Command("sh", "-euc", script)
		cmd.Dir, cmd.Stdout, cmd.Stderr = r.dir, &said, &errs
		cmd.Env = []string{"PATH=" + r.dir + ":" + os.Getenv("PATH"), "CALLS=" + filepath.Join(r.dir, "calls"), "TYPE=.Order", "MODULE=" + test.module, "GIT_REF=" + test.ref, "FLAGS=--all --time=1s", "JOB_COMPLETION_INDEX=4"}
		err := cmd.Run()
		if test.fails != "" {
			if err == nil || said.Len() > 0 || errs.String() != test.fails {
				t.Errorf("%+v: %v, printed %q and %q", test, err, &said, &errs)
			}
			continue
		}
		packed, badBase64 := base64.StdEncoding.DecodeString(strings.ReplaceAll(said.String(), "\n", ""))
		unpacked, badGzip := gzip.NewReader(bytes.NewReader(packed))
		if err := errors.Join(err, badBase64, badGzip); err != nil {
			t.Fatalf("%+v: %v: %q, %s", test, err, &said, &errs)
		}
		if got, err := io.ReadAll(unpacked); err != nil || string(got) != `{"schema":4}`+"\n" || errs.Len() > 0 {
			t.Errorf("%+v: %v, results %q, said %q", test, err, got, &errs)
		}
		if want := "assay run .Order --all --time=1s --shard=5/5 --out="; !strings.Contains(r.file("calls"), want) {
			t.Errorf("%+v: called %q, not %q", test, r.file("calls"), want)
		}
		if want := map[string]string{"": "module m\n", "example.com/shop": "module shop\n"}[test.module]; r.file("module/source/read") != want {
			t.Errorf("%+v: measured %q", test, r.file("module/source/read"))
		}
	}
}

// What the file asks of a cluster is what Kubernetes has, as its own types say: no key is
// misspelt, and no value is of another kind.
func TestKubernetesTypes(t *testing.T) {
	routinestest.NeedsLong(t)
	text := filetest.Read(t, "kubernetes.yaml")
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} { // which name the versions
		of := filetest.Read(t, "../testdata/corpus/"+name)
		filetest.Write(t, filepath.Join(dir, name), of)
	}
	filetest.Write(t, filepath.Join(dir, "main.go"), strictly)
	filetest.Run(t, dir, []string{"GOWORK=off", "GOFLAGS="}, "go", "build", "-mod=mod", "-o", "judge", ".")
	judged := func(text []byte) (string, error) {
		t.Helper()
		var in bytes.Buffer
		for documents := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var document map[string]any
			err := documents.Decode(&document)
			if errors.Is(err, io.EOF) {
				break
			}
			line, bad := json.Marshal(document)
			if err := errors.Join(err, bad); err != nil {
				t.Fatal(err)
			}
			in.Write(append(line, '\n'))
		}
		cmd := exec.Command(filepath.Join(dir, "judge"))
		cmd.Stdin = &in
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := judged(text); err != nil || out != "ConfigMap\nConfigMap\nJob\n" {
		t.Errorf("%v: %s", err, out)
	}
	for good, bad := range map[string]string{"completions: 5": "completion: 5", "emptyDir:": "emptydir:", "parallelism: 5": "parallelism: five", "kind: Job": "kind: CronJobs"} {
		if out, err := judged(bytes.Replace(text, []byte(good), []byte(bad), 1)); err == nil {
			t.Errorf("%s is accepted: %s", bad, out)
		}
	}
}

// strictly is a program that reads objects, one a line, into the types of Kubernetes, as a
// server does when it is asked to be strict.
const strictly = `package main

import (
	"bufio"
	"fmt"
	"log"
	"os"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/json"
)

func main() {
	types := map[string]any{"v1 ConfigMap": new(core.ConfigMap), "batch/v1 Job": new(batch.Job)}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var kind meta.TypeMeta
		if err := json.UnmarshalCaseSensitivePreserveInts(in.Bytes(), &kind); err != nil {
			log.Fatal(err)
		}
		of := types[kind.APIVersion+" "+kind.Kind]
		if of == nil {
			log.Fatalf("no type %s %s", kind.APIVersion, kind.Kind)
		}
		unknown, err := json.UnmarshalStrict(in.Bytes(), of)
		if err != nil || len(unknown) > 0 {
			log.Fatal(kind.Kind, err, unknown)
		}
		fmt.Println(kind.Kind)
	}
}
`

// Every action that is not of this repository is named by its commit.
func TestActionsArePinned(t *testing.T) {
	files := []string{"../action.yml", "comment/action.yml"}
	for _, pattern := range []string{"../.github/workflows/*.yml", "*.yml"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	uses, pinned := regexp.MustCompile(`uses: (\S+)(.*)`), regexp.MustCompile(`@[0-9a-f]{40}$`)
	found := 0
	for _, file := range files {
		text := filetest.Read(t, file)
		for _, m := range uses.FindAllStringSubmatch(string(text), -1) {
			if strings.HasPrefix(m[1], "./") || strings.HasPrefix(m[1], "assay-go/assay") {
				continue
			}
			found++
			if !pinned.MatchString(m[1]) || !strings.HasPrefix(m[2], " # v") {
				t.Errorf("%s: %s is not named by its commit, with its version behind it", file, m[0])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d actions were found", found)
	}
}
