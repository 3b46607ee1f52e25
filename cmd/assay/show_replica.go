package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// asReplicaFuncs is asFuncs for an adapter that copies each value to a replica, in the folder
// carried, which the serializer gets, in the folder codec: one file of the copies, the calls
// and the funcs that join them. It returns false where the adapter has other files, or where a
// name means different things in these.
func asReplicaFuncs(files map[string][]byte, reuse bool) ([]byte, bool) {
	carried, codec := files["carried/adapter.go"], files["codec/adapter.go"]
	if len(files) != 3 || carried == nil || codec == nil {
		return nil, false
	}
	codec, ok := asFuncs(codec, reuse)
	if !ok {
		return nil, false
	}
	main, ok := parseDeclarations(files["adapter.go"])
	if !ok {
		return nil, false
	}
	calls, ok := parseDeclarations(codec)
	if !ok {
		return nil, false
	}
	copies, ok := parseDeclarations(carried)
	if !ok {
		return nil, false
	}
	subject, replica, ok := copied(carried)
	if !ok {
		return nil, false
	}
	isCarried := func(path string) bool { return strings.HasSuffix(path, "/carried") }
	imports := map[string]string{} // by name
	for _, file := range []*declarations{calls, copies} {
		for name, path := range file.imports {
			if old, ok := imports[name]; ok && old != path {
				return nil, false
			}
			if isCarried(path) {
				file.body = regexp.MustCompile(`\b`+name+`\.`).ReplaceAllString(file.body, "")
				continue
			}
			imports[name] = path
		}
	}
	for name := range calls.declared {
		if copies.declared[name] {
			return nil, false
		}
	}

	// What is exported takes the user's type.
	called := regexp.MustCompile(`\b(Marshal|Append|Size|Fill|Unmarshal)` + replica + `\b`)
	calls.body = called.ReplaceAllStringFunc(calls.body, func(name string) string { return strings.ToLower(name[:1]) + name[1:] })
	copies.body = strings.NewReplacer("func To(", "func toReplica(", "// To copies", "// toReplica copies", "as To does", "as toReplica does",
		"func From(", "func fromReplica(", "// From copies", "// fromReplica copies").Replace(copies.body)

	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\nimport (\n", main.pkg)
	var ofModules strings.Builder
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		path, to := imports[name], io.Writer(&out)
		if strings.Contains(path, ".") {
			to = &ofModules
		}
		if path == name || strings.HasSuffix(path, "/"+name) {
			name = ""
		}
		fmt.Fprintf(to, "%s %q\n", name, path)
	}
	fmt.Fprintf(&out, "\n%s)\n\n// The serializer cannot carry %s as it is: it gets its replica %s, which values are copied to and from.\n", &ofModules, subject, replica)
	fmt.Fprintf(&out, "// Both are kept between calls: the funcs are for one goroutine at a time.\nvar sent, received %s\n", replica)
	for _, f := range []struct{ name, signature, results, failed, call string }{
		{"Marshal", "v *" + subject, "([]byte, error)", "nil, err", "&sent"},
		{"Append", "buf []byte, v *" + subject, "([]byte, error)", "buf, err", "buf, &sent"},
		{"Size", "v *" + subject, "int", "0", "&sent"},
		{"Fill", "buf []byte, v *" + subject, "([]byte, error)", "nil, err", "buf, &sent"},
	} {
		if inner := strings.ToLower(f.name) + replica; calls.declared[f.name+replica] {
			fmt.Fprintf(&out, "\nfunc %s%s(%s) %s {\nsent = *new(%[2]s)\nif err := toReplica(v, &sent); err != nil {\nreturn %[5]s\n}\nreturn %[6]s(%[7]s)\n}\n",
				f.name, replica, f.signature, f.results, f.failed, inner, f.call)
		}
	}
	fmt.Fprintf(&out, "\n// Unmarshal%s decodes to v, whatever it held.\nfunc Unmarshal%[1]s(data []byte, v *%[2]s) error {\nreceived = *new(%[1]s)\nif err := unmarshal%[1]s(data, &received); err != nil {\nreturn err\n}\n*v = *new(%[2]s)\nreturn fromReplica(&received, v)\n}\n", replica, subject)
	out.WriteString(calls.body + "\n" + copies.body)
	src, err := format.Source(out.Bytes())
	if err != nil {
		return nil, false
	}
	return withoutUnused(src)
}

// declarations are a Go file without its head.
type declarations struct {
	pkg      string
	imports  map[string]string // paths by name
	declared map[string]bool   // names
	body     string            // what stands below the imports
}

func parseDeclarations(src []byte) (*declarations, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, false
	}
	d := &declarations{pkg: file.Name.Name, imports: map[string]string{}, declared: map[string]bool{}}
	head := file.Name.End()
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			d.declared[decl.Name.Name] = true
		case *ast.GenDecl:
			if decl.Tok == token.IMPORT {
				head = decl.End()
			}
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ImportSpec:
					path, err := strconv.Unquote(spec.Path.Value)
					if err != nil {
						return nil, false
					}
					d.imports[importName(spec, path)] = path
				case *ast.TypeSpec:
					d.declared[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						d.declared[name.Name] = true
					}
				}
			}
		}
	}
	d.body = string(src[fset.Position(head).Offset:])
	return d, true
}

// importName is by what name a file of the printer of adapters refers to an import: it says
// the name where that is not the end of the path.
func importName(spec *ast.ImportSpec, path string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// copied returns the types that the copies of a replica are between, as the file spells them.
func copied(src []byte) (subject, replica string, ok bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution)
	if err != nil {
		return "", "", false
	}
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		return ok && f.Recv == nil && f.Name.Name == "To" && len(f.Type.Params.List) == 2
	})
	if i < 0 {
		return "", "", false
	}
	var names []string
	for _, p := range file.Decls[i].(*ast.FuncDecl).Type.Params.List {
		pointer, ok := p.Type.(*ast.StarExpr)
		if !ok {
			return "", "", false
		}
		names = append(names, string(src[fset.Position(pointer.X.Pos()).Offset:fset.Position(pointer.X.End()).Offset]))
	}
	return names[0], names[1], token.IsIdentifier(names[1])
}
