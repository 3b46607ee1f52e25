package check_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/drivers"
)

// shopModule is a module whose types meet serializers in many ways.
func shopModule(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(dir, os.DirFS("testdata/module")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", goMod)
	return dir
}

// Types are found where they are given to a serializer, by whatever func hands them on, and
// those that meet none are not.
func TestFind(t *testing.T) {
	t.Parallel()
	dir := shopModule(t)
	if err := os.Mkdir(filepath.Join(dir, "store/broken"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "store/broken/b.go", "package broken\n\nvar _ = oops\n")
	found, unread, err := check.Find(t.Context(), drivers.All, dir, "./...")
	if err != nil || len(unread) != 1 || unread[0] != "shop.test/store/broken" {
		t.Errorf("not read: %q", unread)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range found {
		got = append(got, fmt.Sprintf("%s %s %s:%d %s", m.Name, strings.Join(m.Drivers, ","), filepath.Base(m.File), m.Line, m.Reason))
	}
	want := []string{
		"shop.test/cmd/tool.config json main.go:10 it is of package main, which nothing can import",
		"shop.test/orders.Assigned json s.go:94 ", // by a func that a variable holds
		"shop.test/orders.Body json s.go:139 ",    // in a generic type of a generic func's
		"shop.test/orders.Event json s.go:42 ",    // a list, by two funcs
		"shop.test/orders.Head json s.go:113 ",    // by a field, and not Left, which json leaves out
		"shop.test/orders.Job gob s.go:37 ",       // a generic type's values
		"shop.test/orders.Letter json s.go:72 ",   // by a method that only a pointer's interface has
		"shop.test/orders.Link json s.go:86 ",     // in a list in a map
		"shop.test/orders.Literal json s.go:96 ",  // by a func literal
		"shop.test/orders.Order json s.go:21 ",    // by a method of an interface
		"shop.test/orders.Passed json s.go:97 ",   // by a func literal that a func calls with each of a list
		"shop.test/orders.Row json s.go:86 ",      // in a map
		"shop.test/orders.Sent json s.go:123 ",    // by a channel, and an interface's method that returns it
		"shop.test/orders.Setting json s.go:28 ",  // a generic func's values
		"shop.test/orders.Signed json s.go:74 ",   // by a copy of encoding/json
		"shop.test/orders.User json s.go:83 ",     // in an envelope
		"shop.test/store.Sheet json s.go:114 ",
		"shop.test/store.envelope json s.go:81 it is not exported",
		"shop.test/store.hidden gob s.go:54 it is not exported", // a generic type of a generic type
		"shop.test/store.hidden at s.go:57 json s.go:58 it is declared in a func",
		"shop.test/store.private json s.go:46 it is not exported", // and not url.URL, which is the standard library's
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Types meet a serializer in any of its major versions, and by a dependency's func that says
// JSON in its name. What is internal to a dependency cannot be checked: a lock that nobody can
// make is not advised.
func TestFindByDependency(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"go.mod": goMod + "\nrequire (\n\tdep.test v0.0.0\n\tgo.yaml.in/yaml/v4 v4.0.0\n\tgithub.com/vmihailenco/msgpack/v4 v4.0.0\n)\n\n" +
			"replace dep.test => ./dep\nreplace go.yaml.in/yaml/v4 => ./yaml\nreplace github.com/vmihailenco/msgpack/v4 => ./msgpack\n",
		"yaml/go.mod":          "module go.yaml.in/yaml/v4\n\ngo 1.26\n",
		"yaml/y.go":            "package yaml\n\nfunc Marshal(v any) {}\n",
		"msgpack/go.mod":       "module github.com/vmihailenco/msgpack/v4\n\ngo 1.26\n",
		"msgpack/m.go":         "package msgpack\n\nfunc Marshal(v ...any) {}\n",
		"dep/go.mod":           "module dep.test\n\ngo 1.26\n",
		"dep/internal/in/i.go": "package in\n\ntype Price struct{ Units int64 }\n",
		"dep/d.go":             "package dep\n\nimport \"dep.test/internal/in\"\n\nfunc Make() in.Price { return in.Price{} }\n\nfunc RenderJSON(v any) {}\n",
		"internal/own/o.go":    "package own\n\ntype (\n\tOrder struct{ N int }\n\tLog struct{ N int }\n)\n",
		"shop.go": "package shop\n\nimport (\n\t\"encoding/json\"\n\n\t\"dep.test\"\n\t\"github.com/vmihailenco/msgpack/v4\"\n\t\"go.yaml.in/yaml/v4\"\n\t\"shop.test/internal/own\"\n)\n\n" +
			"func Write() { json.Marshal(dep.Make()); yaml.Marshal(own.Order{}); msgpack.Marshal(1, own.Order{}); dep.RenderJSON(&own.Log{}) }\n",
	})
	found, _, err := check.Find(t.Context(), drivers.All, dir, "./...")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range found {
		got = append(got, fmt.Sprintf("%s %s %s", m.Name, strings.Join(m.Drivers, ","), m.Reason))
	}
	want := "dep.test/internal/in.Price json it is of a package that is internal to another module; " +
		"shop.test/internal/own.Log json ; shop.test/internal/own.Order vmihailenco,yaml-v3 "
	if strings.Join(got, "; ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, "; "), want)
	}
}

// The locks of a module's types only grow, and all that they have is read, or it is told.
func TestLockedTypes(t *testing.T) {
	t.Parallel()
	dir := shopModule(t)
	write(t, dir, "store/s.go", `package store

import (
	"encoding/json"

	"shop.test/orders"
)

type private struct{ A int }

func Read(b []byte, o *orders.Order, s *orders.Setting) (error, error, error) {
	return json.Unmarshal(b, o), json.Unmarshal(b, s), json.Unmarshal(b, new(private))
}
`)
	locks := filepath.Join(dir, "wire")
	file := filepath.Join(locks, "shop.test/orders.Order.wire")
	look := func(grow, holds bool, format string, want ...string) {
		t.Helper()
		m, err := check.LockedTypes(t.Context(), check.Config{Drivers: drivers.All, CacheDir: cacheDir}, dir, locks, grow, "./...")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		m.Print(&b, format, false)
		for _, want := range want {
			if !strings.Contains(b.String(), want) {
				t.Errorf("no %q in\n%s", want, b.String())
			}
		}
		if m.Holds() != holds {
			t.Errorf("holds: %v\n%s", m.Holds(), b.String())
		}
	}
	change := func(old, new string) {
		t.Helper()
		src, err := os.ReadFile(filepath.Join(dir, "orders/o.go"))
		if err != nil || !strings.Contains(string(src), old) {
			t.Fatalf("%v, or no %s", err, old)
		}
		write(t, dir, "orders/o.go", strings.Replace(string(src), old, new, 1))
	}
	versions := func() int {
		l, err := check.ReadLock(file)
		if err != nil {
			t.Fatal(err)
		}
		return len(l.Versions)
	}
	look(false, true, "text", "2 have none: assay lock ./... makes them", "it is not exported")
	look(true, true, "text", "The locks of 2 hold", "has grown: commit it")
	look(false, true, "text", "The locks of 2 hold")
	change("Qty int32", "Qty int64")
	look(false, true, "text", "the type is another since: assay lock ./... adds it")
	look(true, true, "json", `"locked": true`)
	if n := versions(); n != 2 {
		t.Errorf("%d versions, want 2", n)
	}
	change("Total int64 `json:\"total\"`", "Sum   int64 `json:\"sum\"`")
	look(false, false, "text", "DROPPED Total", "those of 1 do not")
	look(false, false, "github", "orders/o.go,line=5", "1 do not")
	if n := versions(); n != 2 {
		t.Errorf("a check has added to a lock: %d versions", n)
	}
	change("Sum   int64 `json:\"sum\"`", "Total string `json:\"total\"`")
	look(false, false, "github", "orders/o.go,line=5", "refused")
	change("Total string `json:\"total\"`", "Total int64 `json:\"total\"`")
	change("type Setting struct{ Name, Value string }", "type Renamed struct{ Name, Value string }")
	write(t, dir, "store/s.go", "package store\n")
	look(false, false, "text", "does not hold: load shop.test/orders.Setting", "none found", "those of 1 do not")
	lock, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(locks, "shop.test/cmd"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "wire/shop.test/cmd/tool.config.wire", string(lock)) // from when it could be imported
	look(false, false, "text", "does not hold: it is of package main", "those of 2 do not")
}

// An upgrade of a dependency that renamed a field of its type is told, and one that added a
// field holds: the older bytes are read.
func TestLockOfDependency(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{
		"go.mod":     goMod + "\nrequire dep.test v0.0.0\n\nreplace dep.test => ./dep\n",
		"dep/go.mod": "module dep.test\n\ngo 1.26\n",
		"dep/d.go":   "package dep\n\ntype Price struct{ Units int64 }\n",
		"shop.go":    "package shop\n\nimport (\n\t\"encoding/json\"\n\n\t\"dep.test\"\n)\n\nfunc Read(b []byte) (p dep.Price, err error) { return p, json.Unmarshal(b, &p) }\n",
	})
	locks := filepath.Join(dir, "wire")
	for _, step := range []struct {
		fields      string
		grow, holds bool
		says        string
	}{
		{"Units int64", true, true, "dep.test.Price"},
		{"Units int64; Currency string", false, true, "the type is another since"},
		{"Cents int64; Currency string", false, false, "DROPPED Units"},
	} {
		write(t, dir, "dep/d.go", "package dep\n\ntype Price struct{ "+step.fields+" }\n")
		m, err := check.LockedTypes(t.Context(), check.Config{Drivers: drivers.All, CacheDir: cacheDir}, dir, locks, step.grow, "./...")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if m.Print(&b, "text", false); m.Holds() != step.holds || !strings.Contains(b.String(), step.says) {
			t.Errorf("%s: holds: %v, want %v, and %q in\n%s", step.fields, m.Holds(), step.holds, step.says, b.String())
		}
	}
}
