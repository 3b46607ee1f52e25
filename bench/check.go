package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/rows/spelling"
	"github.com/assay-go/assay/workloads"
)

// checkNames finds the first source that is named wrongly, before any of them is
// loaded.
func checkNames(sources []Source) error {
	seen := map[string]bool{}
	for _, src := range sources {
		if seen[src.Name] {
			return fmt.Errorf("%s is named twice", src.Name)
		}
		seen[src.Name] = true
		if _, ok := workloads.Lookup(src.Name); !ok && !strings.Contains(src.Name, ".") {
			return fmt.Errorf("there is no workload %q%s; a type is written with its package, as in ./orders.Order", src.Name, spelling.Hint(src.Name, WorkloadNames()))
		}
	}
	return nil
}

// checkFile finds the first line of a file of values that is no JSON, without
// keeping any of it. Whether a value fits the type is for the worker to find.
func checkFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	values := 0
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		end := err != nil
		if line = bytes.TrimSpace(line); len(line) > 0 {
			values++
			if !json.Valid(line) {
				var v any
				return fmt.Errorf("%s: line %d: %w", name, n, json.Unmarshal(line, &v))
			}
		}
		if end {
			break
		}
	}
	if values == 0 {
		return fmt.Errorf("%s: no values; want one JSON value a line", name)
	}
	return nil
}

// checkSample finds out whether the package in dir has a func of that name that
// can make values. One of another package is for the compiler to find.
func checkSample(dir, name string) error {
	if strings.Contains(name, ".") {
		return nil
	}
	if !token.IsExported(name) {
		return fmt.Errorf("the sample func %s is not exported, so no worker can call it", name)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		return nil // laid over, or of a package without folder
	}
	var funcs []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			continue // one left out of the build, or the compiler's to complain about
		}
		for _, decl := range parsed.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
				if fn.Name.Name == name && fn.Type.Params.NumFields() > 0 {
					return fmt.Errorf("the sample func %s takes arguments: give one without", name)
				}
				funcs = append(funcs, fn.Name.Name)
			}
		}
	}
	if !slices.Contains(funcs, name) {
		return fmt.Errorf("the package in %s has no sample func %s%s", dir, name, spelling.Hint(name, funcs))
	}
	return nil
}
