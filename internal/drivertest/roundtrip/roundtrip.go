// Package roundtrip lets real libraries carry real values: the test beside
// the conformance suite of package drivertest, which compiles nothing.
package roundtrip

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/drivertest"
	"github.com/assay-go/assay/internal/drivertest/sample"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// room is how much of a slab was left, which depends on who took from it before.
var room = regexp.MustCompile(` \(\d+ bytes of spare capacity, in which \d+ bytes are in use\)`)

// NeedsLong skips a test that builds many libraries for many types, unless the
// build tag long is set: minutes on two cores. It is a tag and no flag, since "go
// test -tags long ./..." means every package, while a flag is unknown to those
// that do not declare it.
func NeedsLong(t *testing.T) {
	t.Helper()
	routinestest.NeedsLong(t)
}

// Run compiles the adapters of the drivers for the types of package sample, in a
// module of their own as a user's would be, and verifies them with the real
// worker. What a serializer fails at is a fact as its refusals are, and kept in
// testdata/roundtrip.golden of the driver's folder; the flag -update of package drivertest
// writes it.
func Run(t *testing.T, list []*driver.Driver, folder func(*driver.Driver) string) {
	t.Helper()
	subjects := loadSamples(t)
	var adapters []compile.Adapter
	for _, s := range subjects {
		for _, d := range list {
			for _, v := range d.Variants {
				adapters = append(adapters, compile.Adapter{Subject: s, Driver: d, Variant: v})
			}
		}
	}
	built, err := compile.Build(t.Context(), compile.Config{CacheDir: compiletest.CacheDir(), Untimed: true}, adapters, nil)
	if err != nil {
		t.Fatal(err)
	}
	outcome := map[*driver.Driver][]string{}
	carried := map[string]int{}
	unsafe := map[string]bool{}  // variants declared to use package unsafe, and whether one of their adapters does
	aliases := map[string]bool{} // variants declared to alias, and whether they do for one of the types
	note := func(a compile.Adapter, row, format string, args ...any) {
		line := fmt.Sprintf("%s %s: %s", row, a.Subject.Name, fmt.Sprintf(format, args...))
		outcome[a.Driver] = append(outcome[a.Driver], line)
	}
	workers := make([]*worker, len(built.Workers))
	for i, w := range built.Workers {
		workers[i] = startWorker(t, w.Path)
	}
	for i, a := range adapters {
		switch v := built.Verdicts[i]; {
		case len(v.Refusals) > 0: // in the conformance suite's golden files
		case v.Err != "":
			t.Errorf("%s for %s is not refused, and does not build: %s", a.Driver.RowName(a.Variant), a.Subject.Name, v.Err)
		default:
			name := a.Driver.RowName(a.Variant)
			if len(v.Unsafe) > 0 && !a.Variant.InternalUnsafe && !a.Variant.Aliases {
				t.Errorf("%s is declared to use no package unsafe, but for %s it reaches %v", name, a.Subject.Name, v.Unsafe)
			}
			if a.Variant.InternalUnsafe {
				unsafe[name] = unsafe[name] || len(v.Unsafe) > 0
			}
			w := workers[v.Worker]
			w.load(t, a.Subject.Name)
			for _, row := range a.Driver.Rows() {
				if a.Driver.RowName(row.Variant) != a.Driver.RowName(a.Variant) {
					continue
				}
				verdict := w.verify(t, a, row)
				if !verdict.OK {
					note(a, row.Name, "%s", room.ReplaceAllString(verdict.Reason, ""))
				} else {
					carried[row.Name]++
				}
				if a.Variant.Aliases {
					aliases[name] = aliases[name] || verdict.Aliases
				}
			}
		}
	}
	for name, reached := range unsafe {
		if !reached {
			t.Errorf("%s is declared to use package unsafe, but none of its adapters does", name)
		}
	}
	for name, shared := range aliases {
		if !shared {
			t.Errorf("%s is declared to share memory with the input, but for none of the types does it", name)
		}
	}
	for _, d := range list {
		var got bytes.Buffer
		for _, row := range d.Rows() {
			fmt.Fprintf(&got, "%s carries %d types of %d\n", row.Name, carried[row.Name], len(subjects))
		}
		for _, line := range outcome[d] {
			fmt.Fprintln(&got, line)
		}
		compare(t, folder(d), got.Bytes())
	}
}

// loadSamples lays package sample into a module of its own and loads its types.
func loadSamples(t *testing.T) []*compile.Subject {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module sample.test\n\ngo 1.26\n"))
	for _, name := range []string{"sample.go", "values.go"} {
		data, err := sample.Sources.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(name, data)
	}
	host, err := compile.OpenHost(t.Context(), compile.Config{CacheDir: compiletest.CacheDir(), Dir: dir}, ".")
	if err != nil {
		t.Fatal(err)
	}
	cfg := load.Config{Dir: dir, Env: host.Env, BuildFlags: host.BuildFlags, Packages: load.Remember(nil)}
	var subjects []*compile.Subject
	for _, c := range sample.Cases {
		r, err := load.Load(t.Context(), cfg, c.Name)
		if err != nil {
			t.Fatal(err)
		}
		subjects = append(subjects, &compile.Subject{Name: c.Name, Type: r.Type, Host: host, SampleFunc: c.Values})
	}
	return subjects
}

// worker is a running worker process.
type worker struct {
	process *child.Process
	loaded  string
}

func startWorker(t *testing.T, path string) *worker {
	t.Helper()
	p, err := child.Start(t.Context(), path, child.Config{HeapMB: 1, GOGC: 100, Limit: 2 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return &worker{process: p}
}

func (w *worker) ask(t *testing.T, r protocol.Request) protocol.Response {
	t.Helper()
	answer, err := w.process.Ask(r)
	if err != nil && answer.Err == "" { // it died
		t.Fatalf("%s %v: %v", r.Do, r.Case, err)
	}
	return answer
}

func (w *worker) load(t *testing.T, subject string) {
	t.Helper()
	if w.loaded == subject {
		return
	}
	a := w.ask(t, protocol.Request{Do: "load", Case: protocol.Case{Subject: subject}, Data: &protocol.Data{Seed: 1}})
	if a.Err != "" {
		t.Fatalf("loading %s: %s", subject, a.Err)
	}
	w.loaded = subject
}

// verify returns the worker's verdict on a row.
func (w *worker) verify(t *testing.T, a compile.Adapter, row driver.Row) protocol.Verdict {
	t.Helper()
	answer := w.ask(t, protocol.Request{
		Do: "verify", Brief: true, // what libraries carry is asked here, thousands of times
		Case: protocol.Case{
			Subject: a.Subject.Name, Adapter: a.Driver.RowName(a.Variant), Reuse: row.Reuse, Wire: row.NoTransform,
		},
		Declared: &protocol.Declared{
			Aliases: a.Variant.AliasesIn(a.Subject.Type), Nondeterministic: a.Variant.Nondeterministic, DecodeOnly: a.Variant.DecodeOnly, Chunks: a.Variant.SharesChunks(),
		},
	})
	switch {
	case answer.Err != "":
		return protocol.Verdict{Reason: "error: " + answer.Err}
	case answer.Verdict == nil:
		return protocol.Verdict{Reason: "error: no verdict"}
	}
	return *answer.Verdict
}

// compare compares got with the golden file of the driver in folder, or writes it.
func compare(t *testing.T, folder string, got []byte) {
	t.Helper()
	path := filepath.Join(folder, "testdata", "roundtrip.golden")
	if *drivertest.Update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Error(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	} else if !bytes.Equal(got, want) {
		t.Errorf("%s differs (run with -update and look at the diff): got\n%s", path, got)
	}
}
