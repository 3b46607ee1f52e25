package gencode

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// TestSchema holds the schema to what the generator can read and make right.
func TestSchema(t *testing.T) {
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		Grid   [2][3]int32
		Hashes [2][4]byte
		Rows   [2][][3]bool
		Tree   Branches
		Level  **uint8
		Dates  map[[2]int]Branches
	}]())
	a := driver.NewAdapter("example.com/worker")
	if err := Driver.Emit(a, model, Driver.Variants[1]); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Source(); err != nil {
		t.Fatal(err)
	}
	want := `struct S0 {
	F1 [2]S1
	F2 [2][4]byte
	F3 [2][]S2
	F4 S3
	F5 **vuint8
	F6 []S4
}

struct S1 {
	F1 [3]vint32
}

struct S2 {
	F1 [3]bool
}

struct S3 {
	F1 []S5
}

struct S4 {
	F1 [2]vint64
	F2 S3
}

struct S5 {
	F1 string
	F2 S3
}

`
	if diff := cmp.Diff(want, string(a.Tools[0].Files["schema"])); diff != "" {
		t.Errorf("the schema differs (-want +got):\n%s", diff)
	}
}

// TestNamedTimes holds adapters of types around time.Time to the imports that they
// use, as Go does, and a type of which nothing is exported to a struct without
// fields.
func TestNamedTimes(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[Stamp](), reflect.TypeFor[[]Stamp](), reflect.TypeFor[[]time.Time](), reflect.TypeFor[time.Duration](),
		reflect.TypeFor[map[time.Month]time.Duration](), reflect.TypeFor[map[string]map[string]time.Time](), reflect.TypeFor[[2][3]*time.Time](),
		reflect.TypeFor[struct {
			At    Stamp
			Dates map[time.Time][]time.Weekday
			time.Time
		}](),
	} {
		model, _ := typemodel.FromReflect(typ)
		for _, v := range Driver.Variants {
			a := driver.NewAdapter("example.com/worker")
			if err := Driver.Emit(a, model, v); err != nil {
				t.Fatal(err)
			}
			src, err := a.Source()
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), "adapter.go", src, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				if name := filepath.Base(path); !bytes.Contains(src, []byte(name+".")) {
					t.Errorf("%s: %s is imported and not used in\n%s", typ, path, src)
				}
			}
		}
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[Stamp]())
	a := driver.NewAdapter("example.com/worker")
	if err := Driver.Emit(a, model, Driver.Variants[0]); err != nil {
		t.Fatal(err)
	}
	if got, want := string(a.Tools[0].Files["schema"]), "struct S0 {\n}\n\n"; got != want {
		t.Errorf("the schema is %q, want %q", got, want)
	}
}

// Stamp has the fields of time.Time, none of which is exported.
type Stamp time.Time

// Branches is recursive without a struct.
type Branches map[string]Branches

// TestRepair: what is declared and not used is gone, and nothing else is.
func TestRepair(t *testing.T) {
	const broken = `package gen

func size(list [][4]byte, x interface{}, names []string) (s int) {
	for k0 := range list {
		{
			s += 4
		}
	}
	for k0 := range names {
		s += len(names[k0])
	}
	switch tt := x.(type) {
	case bool:
		s++
	}
	switch tt := x.(type) {
	case string:
		s += len(tt)
	}
	return
}
`
	if err := check(t, []byte(broken)); err == nil {
		t.Fatal("the source to be repaired compiles")
	}
	repaired, err := repair([]byte(broken))
	if err != nil {
		t.Fatal(err)
	}
	if err := check(t, repaired); err != nil {
		t.Errorf("%v in\n%s", err, repaired)
	}
	again, err := repair(repaired)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(repaired), string(again)); diff != "" {
		t.Errorf("a second repair changes more:\n%s", diff)
	}
	if _, err := repair([]byte("package gen; func {")); err == nil {
		t.Error("source that does not parse was repaired")
	}
}

func check(t *testing.T, src []byte) error {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = new(types.Config).Check("gen", fset, []*ast.File{file}, nil)
	return err
}
