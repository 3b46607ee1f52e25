package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/assay-go/assay/internal/report/export"
)

// formPages describe what programs read, by the comments of the Go types that write it.
func formPages(root string) ([]page, error) {
	var pages []page
	for _, doc := range []struct {
		path, source, title, intro, more string
		types                            []string
	}{
		{"data/results-file", "result/result.go", "Fields of the results file",
			"[The results file](/docs/results.md), field by field.", "",
			[]string{"result/result.go"}},
		{"data/report-forms", "report/view.go", "Fields of a report",
			"[The forms of a report](/docs/report.md), field by field: JSON, which `assay report --format=json` prints, and CSV.", csv(),
			[]string{"report/view.go", "report/more.go", "report/size.go", "report/glance.go", "report/choice.go"}},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "# %s\n\n%s Fields called optional are left out when they are empty.\n", doc.title, doc.intro)
		for i, name := range doc.types {
			doc.types[i] = filepath.Join(root, filepath.FromSlash(name))
		}
		if err := describe(&b, doc.types...); err != nil {
			return nil, err
		}
		b.WriteString(doc.more)
		pages = append(pages, page{section: "Data", path: doc.path, title: doc.title, source: doc.source, markdown: b.String()})
	}
	return pages, nil
}

// csv documents the columns.
func csv() string {
	var b strings.Builder
	b.WriteString("\n## CSV\n\n| Column | Meaning |\n| --- | --- |\n")
	for name, doc := range export.Columns() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, cell(doc))
	}
	return b.String()
}

// describe writes a section for each struct type of the source files, in order.
func describe(out *strings.Builder, sources ...string) error {
	var failed []error
	var decls []ast.Decl
	for _, source := range sources {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments)
		if err != nil {
			return err
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
				if len(f.Names) == 0 { // which has its fields among those of the struct
					if embedded, ok := f.Type.(*ast.Ident); ok && structs[embedded.Name] {
						fmt.Fprintf(out, "| [those of %s](#%s) | | |\n", embedded.Name, strings.ToLower(embedded.Name))
					} else {
						failed = append(failed, fmt.Errorf("%s embeds a type that no source declares", name))
					}
					continue
				}
				tag := ""
				if f.Tag != nil {
					tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
				}
				key, options, _ := strings.Cut(tag, ",")
				if key == "-" {
					continue
				}
				if key == "" {
					failed = append(failed, fmt.Errorf("%s.%s has no name in JSON", name, f.Names[0].Name))
				}
				kind := words(f.Type, structs, values)
				if kind == "" {
					failed = append(failed, fmt.Errorf("%s.%s has a type that there are no words for", name, f.Names[0].Name))
				}
				if strings.Contains(options, "omitempty") {
					kind += ", optional"
				}
				meaning := prose(f.Doc, f.Comment)
				if ident, ok := f.Type.(*ast.Ident); ok && values[ident.Name] != nil {
					meaning = strings.TrimSpace(meaning + " One of " + strings.Join(values[ident.Name], ", "))
				}
				if meaning == "" {
					failed = append(failed, fmt.Errorf("%s.%s has no comment", name, f.Names[0].Name))
				}
				fmt.Fprintf(out, "| `%s` | %s | %s |\n", key, kind, meaning)
			}
		}
	}
	return errors.Join(failed...)
}

var operations = regexp.MustCompile(`\bprotocol\.Op\b`)

// prose joins a field's comments into a cell.
func prose(groups ...*ast.CommentGroup) string {
	var parts []string
	for _, g := range groups {
		if g != nil {
			parts = append(parts, strings.Join(strings.Fields(g.Text()), " "))
		}
	}
	text := operations.ReplaceAllString(strings.Join(parts, " "), "operation: marshal, unmarshal, roundtrip, encode, decode, access")
	return strings.NewReplacer("|", `\|`, "<", `\<`).Replace(text)
}

// words says what a field holds in the words of JSON; empty where there are none.
func words(e ast.Expr, structs map[string]bool, values map[string][]string) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return words(e.X, structs, values)
	case *ast.ArrayType:
		return "list of " + words(e.Elt, structs, values)
	case *ast.MapType:
		return "object of " + words(e.Value, structs, values) + " by name"
	case *ast.SelectorExpr:
		pkg := e.X.(*ast.Ident).Name
		switch pkg + "." + e.Sel.Name {
		case "time.Time":
			return "time (RFC 3339)"
		case "protocol.Op", "result.Status", "result.Class", "result.Malformed", "report.Bytes":
			return "string"
		}
		if pkg == "result" && e.Sel.Name != "Malformed" {
			return fmt.Sprintf("[%s](/result/result.go#%s)", e.Sel.Name, strings.ToLower(e.Sel.Name))
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
	return ""
}
