package gen

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

func loadSchema(t testing.TB, data fs.FS, name string) *schema.Schema {
	t.Helper()
	s, err := schema.Check(path.Base(name), reference.Read(t, data, name), func(p string) ([]byte, error) { return fs.ReadFile(data, path.Join(path.Dir(name), p)) })
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestReferenceCode generates the code of every reference schema, and runs the tests of
// testdata/golden over it; and that of a schema with what these lack, for testdata/features. The long
// tests run the original's whole suite besides.
func TestReferenceCode(t *testing.T) {
	files := map[string][]byte{}
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
		files["golden/"+pkg+"/"+base+".go"] = src
		imports = append(imports, fmt.Sprintf("%q", "github.com/assay-go/assay/extprot/gen/testdata/golden/"+pkg))
		for _, m := range s.Messages {
			entries = append(entries, fmt.Sprintf("%q: func() Codec { return &codec[%s.%s, %[2]s.Limits, %[2]s.Arena]{open: %[2]s.NewArena} },", base+"."+m.Name, pkg, camel(m.Name)))
		}
	}
	files["golden/messages.go"] = []byte("package golden\n\nimport (\n" + strings.Join(imports, "\n") + "\n)\n\n" +
		"func init() {\nmessages = map[string]func() Codec{\n" + strings.Join(entries, "\n") + "\n}\n}\n")
	files["features/features.go"] = features(t)
	packages := []string{"./golden", "./features"}
	if routinestest.Whole() {
		files["original/original.go"], files["original/messages_test.go"] = original(t)
		packages = append(packages, "./original")
	}
	emitted := routinestest.Emitted{Dir: "testdata", Files: files}
	emitted.Test(t, nil, packages...)
}

// original returns the code of the schema of the original's own test suite, and a map of its
// messages.
func original(t *testing.T) (code, messages []byte) {
	t.Helper()
	s := loadSchema(t, os.DirFS("testdata/original"), "test_types.proto")
	src, err := Generate(s, Options{Package: "original", Print: true, Default: true, Random: true, Types: map[string]schema.GoType{
		"digest": {Type: "Digest", From: "toDigest", To: "fromDigest"},
		"w0":     {Type: "Flag", From: "toFlag", To: "fromFlag"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var entries strings.Builder
	for _, m := range s.Messages {
		fmt.Fprintf(&entries, "%q: func() any { return new(%s) },\n", m.Name, camel(m.Name))
	}
	return src, []byte("package original\n\nvar messages map[string]func() any\n\nfunc init() {\nmessages = map[string]func() any{\n" + entries.String() + "}\n}\n")
}

// features returns the code of a schema with what the reference ones lack.
func features(t *testing.T) []byte {
	t.Helper()
	s, err := schema.Load("testdata/features.proto")
	if err != nil {
		t.Fatal(err)
	}
	src, err := Generate(s, Options{Package: "features", Source: "features.proto", Types: map[string]schema.GoType{
		"money": {Type: "Money", To: "fromMoney", From: "toMoney"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return src
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
	src, err := Generate(s, Options{Types: map[string]schema.GoType{"stamp": {Type: "Stamp", To: "toStamp", From: "fromStamp"}}})
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
