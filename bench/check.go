package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/rows/spelling"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
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
			return fmt.Errorf("there is no workload %q%s; assay list has them, and a type is written with its package, as in ./orders.Order", src.Name, spelling.Hint(src.Name, WorkloadNames()))
		}
	}
	return nil
}

// checkValues finds the first line of a file of values that is no JSON, or cannot be
// one of t, as far as that shows without running what t's own methods do: the rest
// is for the worker to find. It keeps one line at a time.
func checkValues(name string, t *typemodel.Type) error {
	return eachLine(name, func(line []byte) error {
		var v any
		if !json.Valid(line) { // a decoder would not mind what follows a value
			return json.Unmarshal(line, &v)
		}
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			return err
		}
		return mismatch("", t, v)
	})
}

// memoryPerByte is how many bytes of memory a worker takes for each byte of a value's
// JSON, at most: verification keeps copies of a value, of its encodings, and of both
// changed. Of a text of 8 MB some rows take 32, with the collector's room for as much.
const memoryPerByte = 48

// CheckSize returns an error where a value of a file of JSON values, one a line, is
// larger than workers with these options can verify. It reads the file and builds
// nothing.
func CheckSize(name string, o Options) error {
	o = o.withDefaults()
	room := o.MemoryMB - cmp.Or(o.HeapMB, 64)*(100+cmp.Or(o.GOGC, 100))/100
	most := room << 20 / memoryPerByte
	return eachLine(name, func(line []byte) error {
		if len(line) <= most {
			return nil
		}
		need := (len(line)*memoryPerByte)>>20 + 1 + o.MemoryMB - room
		return fmt.Errorf("a value of %d MB, and the largest that workers with %d MB of memory can verify has %d MB: give --memory=%d, or a part of it", len(line)>>20, o.MemoryMB, most>>20, need)
	})
}

// eachLine calls check for each line of a file that is not empty, of which there
// must be one.
func eachLine(name string, check func(line []byte) error) error {
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
		if n == 1 && len(result.Text(line)) != len(line) {
			return fmt.Errorf("%s begins with a byte order mark, as what PowerShell's > writes: want UTF-8 without one", name)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			values++
			if err := check(line); err != nil {
				return fmt.Errorf("%s: line %d: %w (the file holds values as JSON, one on each line)", name, n, err)
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

// mismatch says where a JSON value is of another kind than the type has there, or
// has a member that the type has not. It says nothing of types with methods of
// their own, and less than encoding/json would: what it refuses, that does too.
func mismatch(path string, t *typemodel.Type, v any) error {
	if v == nil || t.As != nil || t.Methods != 0 || t.Promoted != 0 || t.Calls != 0 {
		return nil
	}
	ok := true
	switch t.Kind {
	case typemodel.Bool:
		_, ok = v.(bool)
	case typemodel.Int, typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint, typemodel.Uint8, typemodel.Uint16,
		typemodel.Uint32, typemodel.Uint64, typemodel.Uintptr, typemodel.Float32, typemodel.Float64:
		_, ok = v.(json.Number)
	case typemodel.String:
		if _, ok = v.(string); !ok && t.Name.PkgPath == "encoding/json" { // json.Number
			_, ok = v.(json.Number)
		}
	case typemodel.Pointer:
		return mismatch(path, t.Elem, v)
	case typemodel.Slice, typemodel.Array:
		var list []any
		if list, ok = v.([]any); !ok && t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.Uint8 {
			_, ok = v.(string) // base64
		}
		for i, elem := range list {
			if err := mismatch(fmt.Sprintf("%s[%d]", path, i), t.Elem, elem); err != nil {
				return err
			}
		}
	case typemodel.Map:
		var object map[string]any
		object, ok = v.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(object)) {
			if err := mismatch(path+"["+key+"]", t.Elem, object[key]); err != nil {
				return err
			}
		}
	case typemodel.Struct:
		var object map[string]any
		object, ok = v.(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(object)) {
			if err := mismatchOfMember(path, t, name, object[name]); err != nil {
				return err
			}
		}
	}
	if !ok {
		return fmt.Errorf("%s: a JSON %s, where the type has %s", cmp.Or(strings.TrimPrefix(path, "."), "the value"), jsonKind(v), t)
	}
	return nil
}

// mismatchOfMember is [mismatch] for a member of an object that is a struct: of the
// field of the struct's own that is called so.
func mismatchOfMember(path string, t *typemodel.Type, name string, v any) error {
	sure := true // that what is not found is not there
	var found *typemodel.Field
	for i := range t.Fields {
		f := &t.Fields[i]
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		called := cmp.Or(tag, f.Name)
		switch {
		case f.Embedded && tag == "", f.Omit, strings.ContainsAny(tag, "\"'`\\"): // the last is no name to encoding/json
			sure = false
		case !token.IsExported(f.Name) || tag == "-" && options == "" || !strings.EqualFold(called, name):
		case found != nil || strings.Contains(options, "string"):
			return nil // of several, encoding/json has its rules
		default:
			found = f
		}
	}
	switch {
	case found != nil:
		return mismatch(path+"."+found.Name, found.Type, v)
	case sure && path == "":
		return fmt.Errorf("json: unknown field %q", name)
	case sure:
		return fmt.Errorf("json: unknown field %q of %s", name, strings.TrimPrefix(path, "."))
	}
	return nil
}

// jsonKind says what a JSON value is.
func jsonKind(v any) string {
	switch v.(type) {
	case bool:
		return "bool"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	default:
		return "object"
	}
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
		return fmt.Errorf("the package in %s has no sample func %s%s (a func without parameters that returns values of the type)", dir, name, spelling.Hint(name, funcs))
	}
	return nil
}
