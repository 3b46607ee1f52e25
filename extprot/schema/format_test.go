package schema

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/seeds"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sameDecls compares declarations, not where they stand.
var sameDecls = cmp.Options{
	cmpopts.IgnoreTypes(Pos{}),
	cmpopts.IgnoreUnexported(File{}, Decl{}, Body{}, FieldDecl{}, CaseDecl{}),
	cmpopts.EquateEmpty(),
}

// checkFormat formats src and reports whether it could be; the result must
// mean the same, hold the same comments, and be its own format.
func checkFormat(t testing.TB, src []byte) ([]byte, bool) {
	t.Helper()
	before, err := Parse("s.proto", src)
	if err != nil {
		return nil, false
	}
	out, err := Format("s.proto", src)
	if err != nil {
		t.Fatalf("formatting %q: %v", src, err)
	}
	after, err := Parse("s.proto", out)
	if err != nil {
		t.Fatalf("the formatted schema does not parse: %v\n%s", err, out)
	}
	if d := cmp.Diff(before, after, sameDecls); d != "" {
		t.Fatalf("formatting changed the schema %q to\n%s\n%s", src, out, d)
	}
	if d := cmp.Diff(comments(before), comments(after)); d != "" {
		t.Fatalf("formatting changed the comments of %q to\n%s\n%s", src, out, d)
	}
	again, err := Format("s.proto", out)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(out), string(again)); d != "" {
		t.Fatalf("formatting %q twice differs from once: %s", src, d)
	}
	return out, true
}

func comments(f *File) []string {
	var out []string
	for _, t := range f.tokens {
		if t.kind == tokComment {
			out = append(out, t.text)
		}
	}
	return out
}

func TestFormatGrammarCases(t *testing.T) {
	n := 0
	for _, c := range grammarCases(t) {
		if _, ok := checkFormat(t, []byte(c.Text)); ok {
			n++
		}
	}
	if n < 60 {
		t.Errorf("only %d of the grammar cases parse", n)
	}
}

// schemas are those of the reference, and one with comments wherever they may be, which includes
// a file that is not there.
func schemas() []string {
	names, _ := filepath.Glob("testdata/schemas/*.proto")
	return append(names, "testdata/comments.proto")
}

func TestFormatGolden(t *testing.T) {
	got := new(txtar.Archive)
	for _, n := range schemas() {
		src := filetest.Read(t, n)
		text, ok := checkFormat(t, src)
		if !ok {
			t.Errorf("%s does not parse", n)
			continue
		}
		got.Files = append(got.Files, txtar.File{Name: filepath.Base(n), Data: text})
	}
	filetest.Golden(t, *update, "testdata/formatted.txtar", txtar.Format(got))
}

func FuzzParse(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	for _, c := range grammarCases(f) {
		f.Add([]byte(c.Text))
	}
	for _, n := range schemas() {
		src, err := os.ReadFile(n)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		_, _ = Check("s.proto", src, include)
		checkFormat(t, src)
	})
}
