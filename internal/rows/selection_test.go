package rows_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/rows"
)

func candidates() []rows.Candidate {
	return []rows.Candidate{
		{Row: "mus+raw", Driver: "mus", Features: []string{"binary", "manual", "raw"}, Safe: true},
		{Row: "mus+reuse+unsafe", Driver: "mus", Features: []string{"binary", "manual", "unsafe", "reuse"}},
		{Row: "protobuf_mus+raw", Driver: "protobuf_mus", Features: []string{"binary", "raw"}, Safe: true},
		{Row: "go-codec.binc", Driver: "go-codec.binc", Features: []string{"binary", "reflect"}},
		{Row: "go-codec.binc.sym+reuse", Driver: "go-codec.binc", Features: []string{"binary", "reflect", "symbols", "reuse"}},
		{Row: "json", Driver: "json", Features: []string{"text", "reflect"}, Safe: true},
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		serializers, features string
		want                  []string
	}{
		{"", "", []string{"mus+raw", "mus+reuse+unsafe", "protobuf_mus+raw", "go-codec.binc", "go-codec.binc.sym+reuse", "json"}},
		{"mus", "", []string{"mus+raw", "mus+reuse+unsafe"}},
		{"mus+raw", "", []string{"mus+raw"}},
		{"*mus", "", []string{"mus+raw", "mus+reuse+unsafe", "protobuf_mus+raw"}},
		{"*+reuse*", "", []string{"mus+reuse+unsafe", "go-codec.binc.sym+reuse"}},
		{"go-codec.*", "", []string{"go-codec.binc", "go-codec.binc.sym+reuse"}},
		{"go-codec.binc.sym", "", []string{"go-codec.binc.sym+reuse"}},
		{" json , mus+raw,", "", []string{"mus+raw", "json"}},
		{"", "binary,!unsafe", []string{"mus+raw", "protobuf_mus+raw", "go-codec.binc", "go-codec.binc.sym+reuse"}},
		{"", "safe", []string{"mus+raw", "protobuf_mus+raw", "json"}},
		{"", "!safe", []string{"mus+reuse+unsafe", "go-codec.binc", "go-codec.binc.sym+reuse"}},
		{"", "binary, ! reflect , raw", []string{"mus+raw", "protobuf_mus+raw"}},
		{"mus,go*", "reuse,!native", []string{"mus+reuse+unsafe", "go-codec.binc.sym+reuse"}},
	} {
		t.Run(test.serializers+" "+test.features, func(t *testing.T) {
			f, err := rows.Parse(test.serializers, test.features, candidates())
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range candidates() {
				if f.Match(c) {
					got = append(got, c.Row)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ serializers, features, want string }{
		{"mos", "", `serializers: no variant matches "mos"; did you mean "mus"? (assay list has their names)`},
		{"mus+rwa", "", `serializers: no variant matches "mus+rwa"; did you mean "mus+raw"? (assay list has their names)`},
		{"json cbor", "", `serializers: no variant matches "json cbor": names are joined by commas (assay list has their names)`},
		{"zzzzzzzz", "", `serializers: no variant matches "zzzzzzzz" (assay list has their names)`},
		{"mus,limit*", "", `serializers: "limit*" is none: the limits are measured beside any variants, and shown with --full`},
		{"[a", "", `serializers: "[a" is no pattern: syntax error in pattern`},
		{"", "unsave", `features: unknown feature "unsave"; did you mean "unsafe"?`},
		{"", "!binnary", `features: unknown feature "binnary"; did you mean "binary"?`},
		{"", "!", `features: unknown feature ""`},
		{"json", "binary", `no variant passes --serializers "json" together with --features "binary"`},
		{"", "native", `no variant passes --features "native"`},
	} {
		_, err := rows.Parse(test.serializers, test.features, candidates())
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q, %q: got  %v\nwant %s", test.serializers, test.features, err, test.want)
		}
	}
}

// TestVocabulary holds the features that a selection knows to those that package
// driver declares.
func TestVocabulary(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../driver/driver.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	declared := []string{"safe"}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ValueSpec)
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Feature" {
				declared = append(declared, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
			}
		}
	}
	if len(declared) < 10 {
		t.Fatalf("found %d features in package driver", len(declared))
	}
	known := rows.Vocabulary()
	slices.Sort(declared)
	slices.Sort(known)
	if diff := cmp.Diff(declared, known); diff != "" {
		t.Errorf("(-declared +known):\n%s", diff)
	}
}
