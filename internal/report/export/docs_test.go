package export

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestDocs holds the two documents of formats to the Go types that they
// describe: their tables are made of the types' own comments.
func TestDocs(t *testing.T) {
	const made = "<!-- Made by go test ./internal/report/export -update; do not edit. -->\n\n"
	for _, doc := range []struct {
		path, title, intro string
		sources            []string
		more               func(*bytes.Buffer)
	}{
		{"results.md", "The results file",
			"`assay run --out FILE` records a run in one JSON document (RFC 8259, UTF-8). Every report is a view of it. " +
				"The file is replaced as a whole, so a reader never sees half of one; while `complete` is false the run is under way or was interrupted. " +
				"Readers ignore fields that they do not know, and refuse a `schema` later than their own. Fields called optional are left out when they are empty.",
			[]string{"../../../result/result.go"}, nil},
		{"report.md", "The forms of a report",
			"A report is computed once, as a View. Its JSON form is one document; fields called optional are left out when they are empty, and an interval is left out where there are too few processes for one.",
			[]string{"../../../report/view.go", "../../../report/more.go", "../../../report/size.go", "../../../report/glance.go", "../../../report/choice.go"}, exports},
	} {
		t.Run(doc.path, func(t *testing.T) {
			var out bytes.Buffer
			out.WriteString(made)
			fmt.Fprintf(&out, "# %s\n\n%s\n", doc.title, doc.intro)
			describe(t, &out, doc.sources...)
			if doc.more != nil {
				doc.more(&out)
			}
			golden(t, filepath.Join("..", "..", "..", "docs", doc.path), out.Bytes())
		})
	}
}

// exports documents the forms beside JSON.
func exports(out *bytes.Buffer) {
	out.WriteString("\n## CSV\n\nOne line for each row and operation, and one for each row without figures. The first line names the columns; columns are only added, at the end, and renamed with the schema of the JSON form. Empty cells mean that there is no such figure.\n\n| Column | Meaning |\n| --- | --- |\n")
	for _, c := range columns {
		fmt.Fprintf(out, "| `%s` | %s |\n", c.name, c.doc)
	}
	out.WriteString("\n## Go benchmark format\n\nOne line for each sample, below configuration lines for the environment and for each subject:\n\n" +
		"```\nBenchmarkAssay/subject=data/op=marshal/name=mus+raw 80000 13.1 ns/op 48 B/op 1 allocs/op 58 B/size\n```\n\n" +
		"Spaces and slashes in names are written as `_`. Samples with the collector off follow below the configuration line `gc: off`, so that benchstat sets them in tables of their own. " +
		"Rows without figures and warnings are comments. `benchstat -col /name` compares the rows of one file, benchstat with two files compares runs. " +
		"It takes samples to be independent, as those of one round are not: the ratios of a report, which are taken within rounds, are the sharper ones.\n")
}

// describe writes a section for each struct type of the source files, in order.
func describe(t *testing.T, out *bytes.Buffer, sources ...string) {
	t.Helper()
	var decls []ast.Decl
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		decls = append(decls, file.Decls...)
	}
	structs := map[string]bool{}
	values := map[string][]string{} // what the constants of a type may be
	for _, decl := range decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if _, ok := spec.Type.(*ast.StructType); ok && spec.Name.IsExported() {
					structs[spec.Name.Name] = true
				}
			case *ast.ValueSpec:
				if kind, ok := spec.Type.(*ast.Ident); ok && gen.Tok == token.CONST {
					text := "`" + strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`) + "`"
					if doc := prose(nil, spec.Comment); doc != "" {
						text += " (" + doc + ")"
					}
					values[kind.Name] = append(values[kind.Name], text)
				}
			}
		}
	}
	for _, decl := range decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.TYPE {
			continue
		}
		for _, spec := range gen.Specs {
			spec := spec.(*ast.TypeSpec)
			st, ok := spec.Type.(*ast.StructType)
			if !ok || !spec.Name.IsExported() {
				continue
			}
			name := spec.Name.Name
			fmt.Fprintf(out, "\n## %s\n\n%s\n\n| Field | Kind | Meaning |\n| --- | --- | --- |\n", name, prose(gen.Doc, nil))
			for _, f := range st.Fields.List {
				tag := reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
				key, options, _ := strings.Cut(tag, ",")
				if key == "-" {
					continue
				}
				if key == "" {
					t.Errorf("%s.%s has no name in JSON", name, f.Names[0].Name)
				}
				kind := words(t, f.Type, structs, values)
				if strings.Contains(options, "omitempty") {
					kind += ", optional"
				}
				meaning := prose(f.Doc, f.Comment)
				if ident, ok := f.Type.(*ast.Ident); ok && values[ident.Name] != nil {
					meaning = strings.TrimSpace(meaning + " One of " + strings.Join(values[ident.Name], ", "))
				}
				if meaning == "" {
					t.Errorf("%s.%s has no comment", name, f.Names[0].Name)
				}
				fmt.Fprintf(out, "| `%s` | %s | %s |\n", key, kind, meaning)
			}
		}
	}
}

var reference = regexp.MustCompile(`\bprotocol\.Op\b`)

// prose joins a field's comments into a cell.
func prose(groups ...*ast.CommentGroup) string {
	var parts []string
	for _, g := range groups {
		if g != nil {
			parts = append(parts, strings.Join(strings.Fields(g.Text()), " "))
		}
	}
	text := reference.ReplaceAllString(strings.Join(parts, " "), "operation: marshal, unmarshal, roundtrip, encode, decode, access")
	return strings.NewReplacer("|", `\|`, "<", `\<`).Replace(text)
}

// words says what a field holds in the words of JSON.
func words(t *testing.T, e ast.Expr, structs map[string]bool, values map[string][]string) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.StarExpr:
		return words(t, e.X, structs, values)
	case *ast.ArrayType:
		return "list of " + words(t, e.Elt, structs, values)
	case *ast.MapType:
		return "object of " + words(t, e.Value, structs, values) + " by name"
	case *ast.SelectorExpr:
		pkg := e.X.(*ast.Ident).Name
		switch pkg + "." + e.Sel.Name {
		case "time.Time":
			return "time (RFC 3339)"
		case "protocol.Op", "result.Status", "result.Class":
			return "string"
		}
		if pkg == "result" {
			return fmt.Sprintf("[%s](results.md#%s)", e.Sel.Name, strings.ToLower(e.Sel.Name))
		}
	case *ast.Ident:
		switch {
		case structs[e.Name]:
			return fmt.Sprintf("[%s](#%s)", e.Name, strings.ToLower(e.Name))
		case values[e.Name] != nil, e.Name == "string":
			return "string"
		case e.Name == "bool":
			return "true or false"
		case e.Name == "int", e.Name == "int64", e.Name == "uint64":
			return "whole number"
		case e.Name == "float64":
			return "number"
		}
	}
	t.Errorf("no words for the type %s", fmt.Sprint(e))
	return ""
}
