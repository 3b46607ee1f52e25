package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

const goodResults = `{"schema":3,"started":"2026-11-16T10:00:00Z","complete":true,"environment":{"os":"linux","arch":"amd64","cpu":"a","cores":2,"go_version":"go1.26","gomaxprocs":2},"settings":{"seed":1},"subjects":[{"name":"data","type":"data.Data","values":5,"cases":[{"row":"json","driver":"json","features":["text"],"status":"ok","deterministic":true,"size":{"mean":100},"ops":{"marshal":{"bytes_per_op":64,"allocs_per_op":2,"samples":[{"round":0,"process":0,"layout":0,"n":9,"ns_op":100}]}}}]}]}`

// edited returns the good results with a piece of them replaced.
func edited(t *testing.T, old, new string) string {
	t.Helper()
	if !strings.Contains(goodResults, old) {
		t.Fatalf("the results do not have %s", old)
	}
	return strings.Replace(goodResults, old, new, 1)
}

// Whatever is wrong with a results file, every verb that reads one says so in one
// line that names the file, and overwrites nothing.
func TestBadResults(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // where no types are looked for that may have been meant
	file := func(name, text string) string {
		t.Helper()
		name = filepath.Join(dir, name)
		filetest.Write(t, name, text)
		return name
	}
	good := file("good.json", goodResults)
	const kept = "what was good <!-- assay report -->\n<!-- assay end -->\n"
	verbs := []struct {
		name string
		args func(bad, out string) []string
	}{
		{"report", func(bad, out string) []string { return []string{"report", bad, "--html=" + out} }},
		{"report --md", func(bad, out string) []string { return []string{"report", bad, "--md=" + out} }},
		{"report --plot", func(bad, out string) []string { return []string{"report", bad, "--plot=" + out} }},
		{"charts", func(bad, out string) []string { return []string{"report", bad, "--charts"} }},
		{"merge", func(bad, out string) []string { return []string{"merge", good, bad, "--out=" + out} }},
		{"merge alone", func(bad, out string) []string { return []string{"merge", bad, "--out=" + out} }},
		{"compare old", func(bad, out string) []string { return []string{"compare", bad, good} }},
		{"compare new", func(bad, out string) []string { return []string{"compare", good, bad, "--json"} }},
		{"resume", func(bad, out string) []string { return []string{"run", "data", "--resume=" + bad, "--out=" + out} }},
		{"baseline", func(bad, out string) []string { return []string{"run", "data", "--baseline=" + bad, "--out=" + out} }},
	}
	for i, test := range []struct{ name, text, want string }{
		{"empty.json", "", "empty"},
		{"spaces.json", "\n  \n", "empty"},
		{"cut.json", goodResults[:len(goodResults)/2], "cut off"},
		{"no.json", "{\"subjects\":", ""},
		{"binary.json", "\x7fELF\x02\x01\x01\x00\x00", ""},
		{"page.json", "<!doctype html>\n<p>not found</p>\n", ""},
		{"other.json", `{"name":"a","version":"1.0"}`, `no field "schema"`},
		{"list.json", `[1,2,3]`, ""},
		{"newer.json", edited(t, `"schema":3`, `"schema":4`), "a later version of assay"},
		{"older.json", edited(t, `"schema":3`, `"schema":0`), "schema 0 does not exist"},
		{"words.json", edited(t, `"ns_op":100`, `"ns_op":"fast"`), "ns_op holds string, not a number"},
		{"negative.json", edited(t, `"ns_op":100`, `"ns_op":-100`), "was never measured"},
		{"none.json", edited(t, `"n":9`, `"n":0`), "was never measured"},
		{"huge.json", edited(t, `"ns_op":100`, `"ns_op":1e999`), ""},
		{"status.json", edited(t, `"status":"ok"`, `"status":"great"`), `unknown status "great"`},
		{"null.json", edited(t, `{"bytes_per_op":64,"allocs_per_op":2,"samples":[{"round":0,"process":0,"layout":0,"n":9,"ns_op":100}]}`, `null`), "ops.marshal is null"},
		{"shard.json", edited(t, `"complete":true`, `"complete":true,"shard":{"index":7,"count":5}`), "shard 7 of 5 does not exist"},
		{"packed.json", edited(t, `"size":`, `"compression":[{"algorithm":"gzip","messages":0}],"size":`), "compression[0]"},
	} {
		bad := file(test.name, test.text)
		for k, verb := range verbs {
			if i > 0 && k != i%len(verbs) { // all verbs read the first, and each one of the others
				continue
			}
			t.Run(test.name+"/"+verb.name, func(t *testing.T) {
				out := file("out.svg", kept)
				var stdout, stderr bytes.Buffer
				code := run(t.Context(), &stdout, &stderr, verb.args(bad, out))
				text := stderr.String()
				if code != exitUsage || stdout.Len() > 0 {
					t.Errorf("exit status %d, and on standard output: %s", code, stdout.String())
				}
				if strings.Count(text, "\n") != 1 || !strings.HasPrefix(text, "assay: ") || !strings.Contains(text, test.name) || !strings.Contains(text, test.want) {
					t.Errorf("it says %q, want a line with %s and %q", text, test.name, test.want)
				}
				if now, err := os.ReadFile(out); err != nil || string(now) != kept {
					t.Errorf("the file holds %q now: %v", now, err)
				}
			})
		}
	}
}

// An output that cannot be written is said before anything else is, and what was
// there stays.
func TestUnwritableOutput(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	good := filepath.Join(dir, "good.json")
	filetest.Write(t, good, goodResults)
	for _, target := range []string{filepath.Join(dir, "none", "x.svg"), dir} {
		for _, args := range [][]string{
			{"report", good, "--html=" + target}, {"report", good, "--plot=" + target}, {"merge", good, "--out=" + target},
			{"run", "data", "--out=" + target},
		} {
			var stdout, stderr bytes.Buffer
			if code := run(t.Context(), &stdout, &stderr, args); code != exitUsage || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), target) {
				t.Errorf("%v: exit status %d, %q", args, code, stderr.String())
			}
		}
	}
}
