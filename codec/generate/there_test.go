package generate

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/typemodel"
)

// there is a module of one file in a folder of its own, and how assay gen goes in it.
type there struct {
	*testing.T
	dir string
	in  *module
}

// std is a module of nothing, whose packages of the standard library others share.
var std = sync.OnceValue(func() *module { return newModule("example.com/none", "") })

func newThere(t *testing.T, source string) *there {
	t.Helper()
	dir := t.TempDir()
	h := &there{t, dir, std().in("example.com/there", dir)}
	h.write("go.mod", "module example.com/there\n\ngo 1.24\n")
	h.write("there.go", source)
	return h
}

func (h *there) write(name, text string) {
	h.Helper()
	filetest.Write(h, filepath.Join(h.dir, name), text)
}

func (h *there) read(name string) []byte {
	h.Helper()
	text, err := os.ReadFile(filepath.Join(h.dir, name))
	if err != nil {
		h.Fatal(err)
	}
	return text
}

// config is the call of a format for types, with a test of each.
func (h *there) config(format string, types ...string) Request {
	return Request{Types: types, Formats: []codec.Format{Lookup(format)}, Dir: h.dir, Packages: h.in.load}
}

// gen writes what the call makes, and returns the names of the files that changed.
func (h *there) gen(c Request) (changed []string, r *Result) {
	h.Helper()
	r, err := c.Generate(h.Context())
	if err != nil {
		h.Fatal(err)
	}
	for _, f := range r.Files {
		if f.Stale() {
			changed = append(changed, filepath.Base(f.Name))
		}
		if err := Write(f); err != nil {
			h.Fatal(err)
		}
	}
	return changed, r
}

// A file that an editor has put a byte order mark before is assay's all the same, and is written
// anew without it.
func TestByteOrderMark(t *testing.T) {
	h := newThere(t, "package there\n\ntype Order struct{ ID int64 }\n")
	c := h.config("flat", "Order")
	h.gen(c)
	code := string(h.read("order_flat.go"))
	h.write("order_flat.go", "\ufeff"+code)
	if changed, _ := h.gen(c); !slices.Equal(changed, []string{"order_flat.go"}) || string(h.read("order_flat.go")) != code {
		t.Errorf("%q have changed", changed)
	}
}

// Files that git has checked out with the line ends of Windows are what they were, and
// what is written anew in their place keeps those line ends, the user's sources above all.
func TestLineEndsOfWindows(t *testing.T) {
	for _, format := range []string{"flat", "json", "protobuf", "msgpack", "cbor"} {
		h := newThere(t, "package there\n\ntype Order struct {\n\tID int64 `protobuf:\"varint,1,opt,name=id\"`\n\tS  string `protobuf:\"bytes,2,opt,name=s\"`\n}\n")
		c := h.config(format, "Order")
		c.Test = true
		if changed, _ := h.gen(c); len(changed) < 2 {
			t.Fatalf("%s: %v", format, changed)
		}
		windows := func() {
			err := filepath.WalkDir(h.dir, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				text, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				return os.WriteFile(name, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o666)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		windows()
		if changed, _ := h.gen(c); len(changed) > 0 {
			t.Errorf("%s: stale by their line ends: %v", format, changed)
		}
		name := "order_" + format + ".go"
		text := string(h.read(name))
		other := strings.Replace(text, "DO NOT EDIT.\r\n//\r\n//     assay gen", "of another version; DO NOT EDIT.\r\n//\r\n//     assay gen --exact", 1)
		for have, differs := range map[string]bool{other: false, strings.Replace(other, "package", "\r\npackage", 1): true} {
			h.write(name, have)
			r, err := c.Generate(t.Context())
			if err != nil || slices.ContainsFunc(r.Files, File.Differs) != differs || !slices.ContainsFunc(r.Files, File.Stale) {
				t.Errorf("%s: the code differs: %t, of %t by its head alone: %v", format, !differs, !differs, err)
			}
		}
		h.write(name, text)
		h.write("there.go", strings.Replace(string(h.read("there.go")), "ID int64", "ID int32", 1))
		if changed, _ := h.gen(c); len(changed) == 0 {
			t.Errorf("%s: nothing is stale, though a field has another type", format)
		}
		files, _ := filepath.Glob(filepath.Join(h.dir, "order_*"))
		for _, name := range files {
			text, _ := os.ReadFile(name)
			if lines := bytes.Count(text, []byte("\n")); lines != bytes.Count(text, []byte("\r\n")) {
				t.Errorf("%s: mixed line ends", name)
			}
		}
	}

	h := newThere(t, "package there\r\n\r\ntype Order struct {\r\n\tID int64\r\n}\r\n")
	c := h.config("protobuf", "Order")
	for _, o := range option.Of(c.Formats[0].Facts().Options) {
		if o.Name == "number" {
			o.Value.SetBool(true)
		}
	}
	h.gen(c)
	if text := h.read("there.go"); !bytes.Contains(text, []byte("protobuf:")) || bytes.Count(text, []byte("\n")) != bytes.Count(text, []byte("\r\n")) {
		t.Errorf("%q", text)
	}
	if changed, _ := h.gen(c); len(changed) > 0 {
		t.Errorf("stale at once: %v", changed)
	}
}

// What assay has written and something has broken is written anew; what is another's is not.
func TestBrokenFiles(t *testing.T) {
	const source = "package there\n\ntype Order struct{ ID int64 }\n\ntype Item struct{ N string }\n"
	for what, broken := range map[string]func(whole string) string{
		"empty":               func(string) string { return "" },
		"blank":               func(string) string { return "\n\n" },
		"zeros":               func(s string) string { return strings.Repeat("\x00", len(s)) }, // as a disk may have it after a power cut
		"a marker":            func(string) string { return "<<<<<<< HEAD\n" },
		"a conflict on top":   func(s string) string { return "<<<<<<< HEAD\n" + s + "=======\n" + s + ">>>>>>> other\n" },
		"a conflict in diff3": func(s string) string { return "<<<<<<< HEAD\n||||||| base\n=======\n" + s + ">>>>>>> other\n" },
		"a conflict inside": func(s string) string {
			return strings.Replace(s, "package there\n", "package there\n\n<<<<<<< HEAD\nvar a int\n=======\n>>>>>>> other\n", 1)
		},
		"cut off": func(s string) string { return s[:len(s)/2] },
	} {
		h := newThere(t, source)
		item, order := h.config("flat", "Item"), h.config("flat", "Order")
		item.Test, order.Test = true, true
		h.gen(item)
		h.gen(order)
		whole := map[string]string{}
		for _, name := range []string{"item_flat.go", "item_flat_test.go", "order_flat.go", "order_flat_test.go"} {
			whole[name] = string(h.read(name))
			h.write(name, broken(whole[name]))
		}
		for _, c := range []Request{order, item} {
			h.gen(c)
		}
		for name, text := range whole {
			if string(h.read(name)) != text {
				t.Errorf("%s: %s is not as it was", what, name)
			}
		}
		h.write("order_flat.go", "package there\n\nfunc byHand() {\n")
		if _, err := h.config("flat", "Order").Generate(t.Context()); err == nil {
			t.Errorf("%s: a broken file of another's was passed over", what)
		}
	}
}

// An assay that is older than the one that wrote a module's routines does not replace them.
func TestNewerRoutines(t *testing.T) {
	was := release
	defer func() { release = was }()
	h := newThere(t, "package there\n\ntype Order struct{ ID int64 }\n")
	c := h.config("json", "Order")
	c.NoVerify = true
	for _, step := range []struct {
		version string
		force   bool
		want    string
	}{
		{version: "v1.1.0"},
		{version: "v1.2.0-rc.1"},
		{version: "v1.2.0"},
		{version: "v1.1.9", want: "jsonrt.go was written by assay v1.2.0, and this is v1.1.9"},
		{version: "v1.2.0-0.20260101000000-0123456789ab", want: "use that version (go get -tool github.com/assay-go/assay/cmd/assay@v1.2.0)"},
		{version: "(devel)"},
		{version: "v1.0.0"}, // of what a build without a version wrote nothing is known
		{version: "v1.10.0"},
		{version: "v1.9.0", force: true},
	} {
		release = func() string { return step.version }
		c.Force = step.force
		r, err := c.Generate(t.Context())
		if err == nil {
			err = Write(r.Files...)
		}
		if (err == nil) != (step.want == "") || err != nil && !strings.Contains(err.Error(), step.want) {
			t.Errorf("%s: %v, want %q", step.version, err, step.want)
		}
	}
}

// What options no longer ask for goes: it would declare the same names on other machines.
func TestLeftovers(t *testing.T) {
	h := newThere(t, "package there\n\ntype Order struct{ ID int64 }\n")
	c := h.config("flat", "Order")
	c.Unsafe = true
	h.gen(c)
	h.read("order_flat_portable.go")
	c.Unsafe = false
	if changed, _ := h.gen(c); !slices.Equal(changed, []string{"order_flat.go", "order_flat_portable.go"}) {
		t.Errorf("%v", changed)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "order_flat_portable.go")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("order_flat_portable.go is still there:", err)
	}
	h.write("order_flat_portable.go", "//go:build plan9\n\npackage there\n\nfunc byHand() {}\n")
	if changed, _ := h.gen(c); len(changed) > 0 {
		t.Errorf("what is the user's: %v", changed)
	}
}

// A file that the go command would build in no package, or not here, is an error; the name
// that a type gives is built.
func TestFilesThatGoPassesOver(t *testing.T) {
	h := newThere(t, "package there\n\ntype _T struct{ Q int }\n\ntype __ struct{ Q int }\n\ntype Order_linux struct{ A int }\n")
	for typ, want := range map[string]string{"_T": "t_flat.go", "Order_linux": "order_linux_flat.go"} {
		if changed, _ := h.gen(h.config("flat", typ)); !slices.Equal(changed, []string{want}) {
			t.Errorf("%s: %v", typ, changed)
		}
	}
	for out, want := range map[string]string{
		"_x.go":                       "begin with _ or a point",
		".x.go":                       "begin with _ or a point",
		"x_plan9.go":                  "does not build it for",
		"x_test.go":                   "for tests alone",
		"x_windows_386.go":            "does not build it for",
		"x_" + runtime.GOOS + ".go":   "alone",
		"x_" + runtime.GOARCH + ".go": "alone",
		"x_" + runtime.GOOS + "_" + runtime.GOARCH + ".go": "alone",
	} {
		c := h.config("flat", "Order_linux")
		c.Out = out
		if _, err := c.Generate(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--out=%s: %v", out, err)
		}
	}
	for out, bad := range map[string]bool{
		"testdata/x.go": true, "a/_b/x.go": true, ".git/x.go": true, "vendor/x.go": true, "a/testdata/b/x.go": true, "a/b/x.go": false,
	} {
		if err := unbuilt(h.dir, filepath.Join(h.dir, filepath.FromSlash(out)), &typemodel.Type{}); (err != nil) != bad {
			t.Errorf("--out=%s: %v", out, err)
		}
	}
	if _, err := h.config("flat", "__").Generate(t.Context()); err == nil || !strings.Contains(err.Error(), "--out") {
		t.Error(err)
	}
}

// What is refused of some types keeps the others from nothing.
func TestRefusedAmongOthers(t *testing.T) {
	h := newThere(t, "package there\n\ntype A struct{ N int }\n\ntype B struct{ C chan int }\n\ntype C struct{ S string }\n")
	_, r := h.gen(h.config("flat", "B", "A", "C"))
	if len(r.Refused) != 1 || r.Refused[0].Type != "B" {
		t.Errorf("%v", r.Refused)
	}
	text := string(h.read("b_flat.go"))
	for what, want := range map[string]bool{"--format=flat B A C\n": true, "func MarshalAFlat(": true, "func MarshalCFlat(": true, "MarshalBFlat": false} {
		if strings.Contains(text, what) != want {
			t.Errorf("%q: %t", what, !want)
		}
	}
	if _, err := h.config("flat", "B").Generate(t.Context()); !errors.As(err, new(RefusedError)) {
		t.Errorf("alone: %v", err)
	}
}

// One flag leaves out a map whose keys and values are refused alike, and stands once in what leaves all out.
func TestFlagForAll(t *testing.T) {
	h := newThere(t, "package there\n\ntype A struct {\n\tC complex64\n\tM map[complex64]complex64\n}\n")
	if _, err := h.config("gotiny", "A").Generate(t.Context()); err == nil || !strings.Contains(err.Error(), "; all: --omit='C,M')") {
		t.Errorf("%v", err)
	}
}

// A type that one platform has gets code for that platform.
func TestTypesOfPlatforms(t *testing.T) {
	for name, want := range map[string]string{
		"a.go": "", "a_linux.go": "linux", "a_arm64.go": "arm64", "a_windows_386.go": "windows && 386", "linux.go": "", "a_linux_test_.go": "",
		"a_b_darwin.go": "darwin", "a_unix.go": "",
	} {
		if got := platform("/nowhere/" + name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	h := newThere(t, "package there\n\ntype Both struct{ A int }\n")
	h.write("here_"+runtime.GOOS+".go", "//go:build !appengine\n\npackage there\n\ntype Here struct{ A int }\n")
	h.gen(h.config("flat", "Both", "Here"))
	want := "//go:build (" + runtime.GOOS + ") && (!appengine)\n"
	if text := h.read("both_flat.go"); !bytes.HasPrefix(text, []byte(want)) {
		t.Errorf("%.80s, want %s", text, want)
	}

	h.write("c.go", "package there\n\n// #include <stdint.h>\nimport \"C\"\n\ntype Beside struct{ A int }\n")
	if got := buildConstraint(filepath.Join(h.dir, "c.go")); got != "cgo" {
		t.Errorf("beside C: %q", got)
	}
	h.write("c.go", "package there\n\n//go:build never\n\ntype Beside struct{ A int }\n") // a comment like others
	if got := buildConstraint(filepath.Join(h.dir, "c.go")); got != "" {
		t.Errorf("below the package clause: %q", got)
	}
	os.Remove(filepath.Join(h.dir, "c.go"))

	// Those of each platform are in a file by its name, where they differ.
	h.write("both.go", "package there\n\ntype Differs struct{ P *Here }\n")
	for typ, built := range map[string]bool{"Here": true, "Differs": true, "Both": false} {
		c := h.config("json", typ)
		c.Out = "x_" + runtime.GOOS + ".go"
		if _, err := c.Generate(t.Context()); (err == nil) != built {
			t.Errorf("%s in %s: %v", typ, c.Out, err)
		}
	}
}

// mistaken is a format whose code does not compile.
type mistaken struct{ codec.Format }

func (m mistaken) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	plan, err := m.Format.Plan(pkgPath, types, o)
	if err != nil {
		return nil, err
	}
	emit := plan.Emit
	plan.Emit = func(f *goprint.File, portable bool) error {
		f.P("var mistake int = true")
		return emit(f, portable)
	}
	return plan, nil
}

// Code that would not compile is refused with its line and with what to do, unless the
// user wants the files as they are.
func TestCodeThatWouldNotCompileIsRefused(t *testing.T) {
	h := newThere(t, "package there\n\ntype Order struct{ ID int64 }\n")
	c := h.config("flat", "Order")
	c.Formats[0] = mistaken{c.Formats[0]}
	r, err := c.Generate(t.Context())
	for _, want := range []string{"nothing is written", "order_flat.go:", "cannot use true", "--out", "--no-verify"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v, want %q", r, err, want)
		}
	}
	c.NoVerify = true
	if _, err := c.Generate(t.Context()); err != nil {
		t.Errorf("as it is: %v", err)
	}
}
