package result

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sample returns a run with two rows of one subject.
func sample() *Run {
	return &Run{
		Schema: Schema, Tool: "assay v0.1.0", Command: []string{"run", "<&>"},
		Started:  time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC),
		Env:      Environment{OS: "linux", Arch: "amd64", CPU: "x", GoVersion: "go1.26.8", GOMAXPROCS: 2},
		Settings: Settings{Seed: 1, Processes: 3},
		Subjects: []*Subject{{
			Name: "data", Type: "data.Data", Origin: "workload", Values: 2,
			Cases: []*Case{
				{Row: "mus", Driver: "mus", Version: "v1.0.0", Features: []string{"binary"}, Status: OK,
					Ops: map[string]*Op{"marshal": {BytesPerOp: 10, AllocsPerOp: 1, Samples: []Sample{
						{Round: 0, Process: 0, N: 100, NSPerOp: 12.5}, {Round: 1, Process: 1, N: 100, NSPerOp: 13},
					}}}},
				{Row: "colfer", Driver: "colfer", Features: []string{"binary"}, Status: Refused, Reason: `a {"row": in a string`},
			},
			Floor: &Case{Row: "harness floor", Status: OK, Features: []string{},
				Ops: map[string]*Op{"marshal": {Samples: []Sample{{Round: 0, Process: 0, N: 1000, NSPerOp: 1}}}}},
		}},
		Complete: true,
	}
}

func TestWriteAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.json")
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Create made the file: %v", err)
	}
	want := sample()
	for _, complete := range []bool{false, true} {
		want.Complete = complete
		if err := f.Write(want); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil || len(entries) != 1 {
		t.Errorf("files left over: %v, %v", entries, err)
	}
}

func TestMarshalLines(t *testing.T) {
	data, err := Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	// The head, 3 parts and the end, a subject, 2 rows and the floor, 3 samples.
	if got := strings.Count(string(data), "\n"); got != 12 {
		t.Errorf("%d lines, want 12:\n%s", got, data)
	}
}

func TestParseErrors(t *testing.T) {
	good, err := Marshal(sample())
	if err != nil {
		t.Fatal(err)
	}
	edit := func(old, new string) string {
		text := strings.Replace(string(good), old, new, 1)
		if text == string(good) {
			t.Fatalf("%q is not in the document", old)
		}
		return text
	}
	for _, test := range []struct{ name, data, want string }{
		{"empty", " \n", "the file is empty; a results file is a JSON document"},
		{"not JSON", "BenchmarkX 1 2 ns/op", "line 1, column 1 (byte 1): no valid JSON: invalid character 'B' looking for beginning of value: this is no results file, which assay run --out writes"},
		{"other JSON", `{"a": 1}`, `no field "schema": this is no results file, which assay run --out writes`},
		{"another command's", `{"schema": 2, "rows": []}`, `no field "subjects": this is no results file, which assay run --out writes`},
		{"a list", `[1]`, `line 1, column 1 (byte 1): the document holds array, not an object: this is no results file, which assay run --out writes`},
		{"cut off", string(good[:len(good)/2]), "the document ends in the middle: it was cut off while being written or copied"},
		{"damaged", edit(`"process":1`, `"process":?`), "line 8, column 22 (byte 664): no valid JSON: invalid character '?' looking for beginning of value"},
		{"wrong kind", edit(`"ns_op":13`, `"ns_op":"13"`), "subjects.cases.ops.samples.ns_op holds string, not a number"},
		{"later schema", edit(`{"schema":3`, `{"schema":7`), "written by a later version of assay: its schema is 7, this one reads up to 3"},
		{"no schema", edit(`{"schema":3`, `{"schema":0`), "schema 0 does not exist; the first is 1"},
		{"null case", edit(`"cases":[`, `"cases":[null,`), `subject "data": cases[0] is null`},
		{"two rows of one name", edit(`"row":"colfer"`, `"row":"mus"`), `subject "data": a second row "mus"`},
		{"status", edit(`"status":"refused"`, `"status":"fine"`), `subject "data", row "colfer": unknown status "fine"`},
		{"class", edit(`"status":"refused"`, `"status":"refused","class":"good"`), `subject "data", row "colfer": unknown class "good"`},
		{"sample", edit(`"n":100`, `"n":0`), `subject "data", row "mus": ops.marshal.samples[0]: 12.5 ns/op over 0 operations was never measured`},
		{"floor", edit(`"ns_op":1}`, `"ns_op":-1}`), `subject "data", "harness floor": ops.marshal.samples[0]: -1 ns/op over 1000 operations was never measured`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse([]byte(test.data))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %v", err)
			}
			if (test.name == "later schema") != errors.Is(err, ErrLater) {
				t.Errorf("ErrLater: %v", err)
			}
		})
	}
}

// TestSchema1 had the comparison inside its round trips.
func TestSchema1(t *testing.T) {
	run, err := Parse([]byte(`{"schema":1,"subjects":[{"name":"data","cases":[{"row":"mus","status":"ok","ops":{
		"marshal":{"samples":[{"round":0,"n":10,"ns_op":9}]}, "roundtrip":{"samples":[{"round":0,"n":10,"ns_op":40}]}}}],
		"floor":{"row":"harness floor","status":"ok","ops":{"roundtrip":{"samples":[{"round":0,"n":10,"ns_op":12}]}}}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	s := run.Subjects[0]
	for _, c := range []*Case{s.Cases[0], s.Floor} {
		if c.Ops["roundtrip"] != nil || c.Ops["compared"] == nil || len(c.Ops["compared"].Samples) != 1 {
			t.Errorf("%s: operations %v", c.Row, c.Ops)
		}
	}
	if run.Schema != Schema || !run.Settings.Compared || s.Cases[0].Ops["marshal"] == nil {
		t.Errorf("read as %+v", run)
	}
}

// TestSchema2 called the class of a row "unsafe", by other words.
func TestSchema2(t *testing.T) {
	const of = `{"schema":2,"subjects":[{"name":"data","cases":[
		{"row":"own","status":"ok"}, {"row":"mus","status":"ok","unsafe":"internal"}, {"row":"raw","status":"failed","unsafe":"aliases"},
		{"row":"never built","status":"refused"}],"limits":[{"row":"copy","status":"ok"}]}]`
	run, err := Parse([]byte(of + `,"others":[` + of + `}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Run{run, run.Others[0]} {
		var got []Class
		for _, c := range r.Subjects[0].rows() {
			got = append(got, c.Class)
		}
		if want := []Class{Safe, Unsafe, Aliases, "", Safe}; !slices.Equal(got, want) || r.Schema != Schema {
			t.Errorf("read as schema %d with the classes %q, want %d and %q", r.Schema, got, Schema, want)
		}
	}
	again, err := Marshal(run)
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := Parse(again); err != nil || !reflect.DeepEqual(run, twice) {
		t.Errorf("written and read again: %v\n%s", err, again)
	}
}

func TestParseIgnoresUnknownFields(t *testing.T) {
	if _, err := Parse([]byte(`{"schema": 1, "weather": "fine", "subjects": []}`)); err != nil {
		t.Error(err)
	}
}

func TestReadFileMissing(t *testing.T) {
	_, err := ReadFile(filepath.Join(t.TempDir(), "none.json"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestCreateErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, path, want string }{
		{"a directory", dir, "it is a directory"},
		{"no directory", filepath.Join(dir, "none", "x.json"), "no such file or directory"},
		{"below a file", filepath.Join(file, "x.json"), "not a directory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Create(test.path)
			want := "writing the results to " + test.path + ": " + test.want
			if err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}

func TestCreateUnwritable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write everywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(filepath.Join(dir, "x.json")); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

func TestWriteFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/full")
	}
	f, err := Create("/dev/full")
	if err != nil {
		t.Fatal(err)
	}
	err = f.Write(sample())
	want := "writing the results to /dev/full: no space left on device"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device was replaced: %v, %v", info, err)
	}
}

func TestWriteKeepsLinkAndMode(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target.json"), filepath.Join(dir, "link.json")
	if err := os.WriteFile(target, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	f, err := Create(link)
	if err != nil {
		t.Fatal(err)
	}
	if old, _ := os.ReadFile(target); string(old) != "old" {
		t.Errorf("Create changed the file to %q", old)
	}
	if err := f.Write(sample()); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := ReadFile(target); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	good, err := Marshal(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"schema":1,"subjects":[null]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		run, err := Parse(data)
		if err != nil {
			return
		}
		written, err := Marshal(run)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		again, err := Parse(written)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		rewritten, err := Marshal(again)
		if err != nil || string(rewritten) != string(written) {
			t.Fatalf("not stable (%v):\n%s\n%s", err, written, rewritten)
		}
		if _, err := Merge(run); err != nil {
			t.Fatal(err)
		}
	})
}
