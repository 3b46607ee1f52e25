package compat

import (
	"flag"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/internal/filetest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func check(t testing.TB, src []byte) *schema.Schema {
	t.Helper()
	s, err := schema.Check("s.proto", src, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// render gives a report as the golden file has it.
func render(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "backward %v, forward %v\n", r.Backward, r.Forward)
	for _, c := range r.Changes {
		fmt.Fprintf(&b, "  %s: %s\n    backward %v: %s\n    forward %v: %s\n", c.Path, c.What, c.Backward.Verdict, c.Backward.Reason, c.Forward.Verdict, c.Forward.Reason)
	}
	return b.String()
}

// TestReferencePairs compares the verdicts with what the original's readers did.
func TestReferencePairs(t *testing.T) {
	data := reference.Open(t)
	dirs, err := fs.Glob(data, "evolution/*")
	if err != nil || len(dirs) < 48 {
		t.Fatalf("%d pairs: %v", len(dirs), err)
	}
	var golden strings.Builder
	for _, dir := range dirs {
		o := check(t, reference.Read(t, data, dir+"/v1.proto"))
		n := check(t, reference.Read(t, data, dir+"/v2.proto"))
		r := Compare(o, n)
		fmt.Fprintf(&golden, "%s\n%s", path.Base(dir), render(r))
		c := &comparer{report: &Report{}, index: map[string]int{}, known: map[pair]Verdict{}}
		c.message(o.Message("m").Type, n.Message("m").Type)
		whole := map[string]Verdict{}
		for _, ch := range c.report.Changes {
			whole["w_v1_r_v2"] = max(whole["w_v1_r_v2"], ch.Backward.Verdict)
			whole["w_v2_r_v1"] = max(whole["w_v2_r_v1"], ch.Forward.Verdict)
		}
		for _, name := range []string{"w_v1_r_v2", "w_v2_r_v1"} {
			file := dir + "/" + name + ".jsonl"
			if _, err := fs.Stat(data, file); err != nil {
				if whole[name] != NotApplicable {
					t.Errorf("%s: verdict %v where nobody writes", file, whole[name])
				}
				continue
			}
			good, bad := 0, 0
			for _, row := range reference.Lines[reference.Evolved](t, reference.Read(t, data, file)) {
				if row.Error == "" || row.StrictRead != nil {
					good++
				} else {
					bad++
				}
			}
			v := whole[name]
			if v == NotApplicable || v == Yes && bad > 0 || v == No && (bad == 0 || good > 0) || v == Sometimes && good == 0 {
				t.Errorf("%s: verdict %v, but %d read and %d refused\n%s", file, v, good, bad, render(r))
			}
		}
	}
	filetest.Golden(t, *update, "testdata/evolution.golden", golden.String())
}

func TestCompare(t *testing.T) {
	tests := []struct{ name, older, newer, backward, forward string }{
		{"same", "message m = { a : int }", "message m = { a : int }", "yes", "yes"},
		{"rename", "message m = { a : int }", "message m = { b : int }", "yes", "yes"},
		{"rename type", "type s = A | B int message m = { a : s }", "type t = X | Y int message m = { a : t }", "yes", "yes"},
		{"swap of equal types", "message m = { a : int; b : int }", "message m = { b : int; a : int }", "no", "no"},
		{"insert field", "message m = { a : int; b : int }", "message m = { a : int; c : int; b : int }", "no", "no"},
		{"swap constants", "type s = A | B message m = { a : s }", "type s = B | A message m = { a : s }", "no", "no"},
		{"insert constant", "type s = A | B message m = { a : s }", "type s = A | C | B message m = { a : s }", "no", "no"},
		{"swap constructors", "type s = A int | B int message m = { a : s }", "type s = B int | A int message m = { a : s }", "no", "no"},
		{"append variant", "message m = A { x : int }", "message m = A { x : int } | B { y : int }", "yes", "sometimes"},
		{"record to sum", "message m = { x : int }", "message m = A { x : int } | B { y : int }", "yes", "sometimes"},
		{"remove last with default", "message m = { x : int; y : bool }", "message m = { x : int }", "yes", "yes"},
		{"remove last without", "message m = { x : int; y : int }", "message m = { x : int }", "yes", "no"},
		{"list to scalar", "message m = { x : [int] }", "message m = { x : int }", "no", "no"},
		{"string to int", "message m = { x : string }", "message m = { x : int }", "no", "no"},
		{"default changed", "message m = { x : int [@default 1] }", "message m = { x : int [@default 2] }", "yes", "yes"},
		{"message removed", "message m = { x : int } message n = { y : int }", "message m = { x : int }", "no", "yes"},
		{"message added", "message m = { x : int }", "message m = { x : int } message n = { y : int }", "yes", "yes"},
		{"constant to primitive", "type s = A | B message m = { x : s }", "message m = { x : int }", "no", "no"},
		{"narrow", "message m = { x : long }", "message m = { x : int }", "no", "yes"},
		{"deep", "type p 'a = ('a * int) message m = { x : [p<[byte]>] }", "type p 'a = ('a * int) message m = { x : [p<[int]>] }", "yes", "no"},
	}
	for _, tt := range tests {
		r := Compare(check(t, []byte(tt.older)), check(t, []byte(tt.newer)))
		if r.Backward.String() != tt.backward || r.Forward.String() != tt.forward {
			t.Errorf("%s: want backward %s, forward %s:\n%s", tt.name, tt.backward, tt.forward, render(r))
		}
		for _, c := range r.Changes {
			if c.Backward.Reason == "" || c.Forward.Reason == "" {
				t.Errorf("%s: a change without a reason:\n%s", tt.name, render(r))
			}
		}
	}
}
