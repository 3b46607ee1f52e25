package gen

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files")
	keep   = flag.String("keep", "", "the folder for what TestReferenceCode generates: go test -overlay=FOLDER/overlay.json in testdata/golden benchmarks and fuzzes it")
)

func loadSchema(t testing.TB, data fs.FS, name string) *schema.Schema {
	t.Helper()
	s, err := schema.Check(path.Base(name), reference.Read(t, data, name), func(p string) ([]byte, error) { return fs.ReadFile(data, path.Join(path.Dir(name), p)) })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReferenceCode generates the code of every reference schema, in a folder of
// its own, and runs the tests of testdata/golden over it.
func TestReferenceCode(t *testing.T) {
	out := *keep
	if out == "" {
		out = t.TempDir()
	}
	here, err := filepath.Abs(filepath.Join("testdata", "golden"))
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	add := func(name string, src []byte) {
		file := filepath.Join(out, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, src, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(here, name)] = file
	}
	data := reference.Open(t)
	names, err := fs.Glob(data, "schemas/*.proto")
	if err != nil {
		t.Fatal(err)
	}
	var imports, entries []string
	for _, name := range names {
		s := loadSchema(t, data, name)
		base := strings.TrimSuffix(path.Base(name), ".proto")
		pkg := strings.ReplaceAll(base, "_", "")
		src, err := Generate(s, Options{Package: pkg})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		add(filepath.Join(pkg, base+".go"), src)
		imports = append(imports, fmt.Sprintf("%q", "github.com/assay-go/assay/extprot/gen/testdata/golden/"+pkg))
		for _, m := range s.Messages {
			entries = append(entries, fmt.Sprintf("%q: func() Codec { return &codec[%s.%s, %[2]s.Limits, %[2]s.Arena]{open: %[2]s.NewArena} },", base+"."+m.Name, pkg, camel(m.Name)))
		}
	}
	add("messages.go", []byte("package golden\n\nimport (\n"+strings.Join(imports, "\n")+"\n)\n\n"+
		"func init() {\nmessages = map[string]func() Codec{\n"+strings.Join(entries, "\n")+"\n}\n}\n"))
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, "overlay.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	// vet wants folders that are there: it has internal/features, and package rtt.
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-overlay="+file, ".")
	cmd.Dir, cmd.Env = here, append(os.Environ(), "GOGC=400") // the packages are large
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}

// TestGoldenFeatures generates internal/features, of a schema with what the reference ones lack.
// It is compiled and tested with the rest of the tree, and is for people to read.
func TestGoldenFeatures(t *testing.T) {
	s, err := schema.Load("testdata/features.proto")
	if err != nil {
		t.Fatal(err)
	}
	src, err := Generate(s, Options{Package: "features", Source: "features.proto", Types: map[string]Custom{
		"money": {Type: "Money", To: "fromMoney", From: "toMoney"},
		"stamp": {Type: "time.Time", To: "fromTime", From: "toTime", Imports: []string{"time"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	routinestest.Golden(t, *update, "internal/features/features.go", src)
}

// TestListWithBools: small elements share a piece of memory with the bools in them,
// large ones, which one list of bools could keep alive, and those of unknown size do not.
func TestListWithBools(t *testing.T) {
	s, err := schema.Check("s.proto", []byte(`
type stamp = long
type either = Both bool [bool] | Many [bool] | None
message m = {
  small : [ (int * [bool]) ];
  sums  : [ either ];
  lists : [ [bool] ];
  ints  : [ (int * [int]) ];
  large : [ (string * string * string * [bool]) ];
  own   : [ (stamp * [bool]) ]
}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	src, err := Generate(s, Options{Types: map[string]Custom{"stamp": {Type: "Stamp", To: "toStamp", From: "fromStamp"}}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`= listWithBools\[(.*)\]`).FindAllSubmatch(src, -1) {
		got = append(got, string(m[1]))
	}
	if d := cmp.Diff([]string{"TupleIntListBool", "Either", "[]bool"}, got); d != "" {
		t.Error(d)
	}
}

// TestSharedStrings: strings share copies of the input in lists of what has a string in any case
// and in messages with several, not where there may be one among much else.
func TestSharedStrings(t *testing.T) {
	s, err := schema.Check("s.proto", []byte(`
type perhaps = Text string | Number int
message one     = { id : int; name : string; numbers : [int]; perhaps : [perhaps]; later [@lazy] : [string] }
message several = { name : string; numbers : [int]; note : string }
message either  = A { name : string } | B { name : string; note : string }
message list    = { numbers : [int]; pairs : [ (int * string) ] }
`), nil)
	if err != nil {
		t.Fatal(err)
	}
	src, err := Generate(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`func (?:\(d \*decoder\) decode|lazy)(\w+)\(|d\.near = max\(`).FindAllSubmatch(src, -1) {
		if m[1] == nil {
			got = append(got, "shared")
		} else {
			got = append(got, string(m[1]))
		}
	}
	if d := cmp.Diff([]string{"One", "ListString", "shared", "Several", "shared", "Either", "shared", "List", "shared", "Perhaps", "TupleIntString"}, got); d != "" {
		t.Error(d)
	}
}
