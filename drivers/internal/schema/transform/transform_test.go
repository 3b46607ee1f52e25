package transform

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

type (
	level uint8
	when  struct{ At time.Time }
	node  struct {
		Next *node
		Name string
	}
	all struct {
		Same    []string
		Hash    [4]byte
		Levels  []level
		Pair    [2]level
		Small   int8
		Flag    bool
		List    []int16
		Fixed   [2]int16
		Inline  when
		Nodes   []node
		Refs    []*node
		Opt     *int
		ByName  map[string]int8
		ByTime  map[time.Time]node
		Any     any
		Times   []time.Time
		Timeout time.Duration
		Since   *time.Time
		Tree    []tree
		Ratio   float32
		Ratios  []level64
		Maybe   **int
		When    [][]time.Time
	}
	level64 float64
	tree    struct {
		Name string
		Sub  []tree
	}
)

// language is a schema language of this test, which uses every form.
func language(s *Structs, t *typemodel.Type, bare bool) *Carrier {
	carry := func(t *typemodel.Type) *Carrier { return language(s, t, false) }
	switch t.Kind {
	case typemodel.Struct:
		if typemodel.Recursive(t) && t.Name.Name == "tree" {
			st := s.Of(&typemodel.Type{Kind: typemodel.Pointer, Elem: t})
			return &Carrier{Form: Addressed, Go: s.Ref(st), Struct: st}
		}
		st := s.Of(t)
		if len(t.Fields) == 1 {
			return &Carrier{Form: Inline, Go: s.Ref(st), Struct: st}
		}
		return &Carrier{Form: Boxed, Go: "*" + s.Ref(st), Struct: st}
	case typemodel.Time:
		return &Carrier{Go: Time}
	case typemodel.Bool:
		return &Carrier{Form: BoolInt, Go: "int32"}
	case typemodel.Int8, typemodel.Int16:
		return &Carrier{Form: Checked, Go: "int32"}
	case typemodel.Float32:
		return &Carrier{Form: Bits, Go: "uint32"}
	case typemodel.Float64:
		return &Carrier{Form: Bits, Go: "uint64"}
	case typemodel.Pointer:
		if t.Elem.Kind == typemodel.Pointer {
			e := carry(t.Elem)
			return &Carrier{Form: AtMostOne, Go: "[]" + e.Go, Elem: e}
		}
		if t.Elem.Kind == typemodel.Struct {
			st := s.Of(t.Elem)
			return &Carrier{Form: OptBoxed, Go: "*" + s.Ref(st), Struct: st}
		}
		e := carry(t.Elem)
		if t.Elem.Kind == typemodel.Time {
			e = &Carrier{Form: Nanos, Go: "int64"}
		}
		return &Carrier{Form: Optional, Go: "*" + e.Go, Elem: e}
	case typemodel.Slice, typemodel.Array:
		if t.Elem.Kind == typemodel.Slice && t.Elem.Elem.Kind == typemodel.Time {
			e := &Carrier{Form: List, Go: "[]uint64", Elem: &Carrier{Form: Nanos, Go: "uint64"}}
			return &Carrier{Form: List, Go: "[]" + e.Go, Elem: e}
		}
		if t.IsBytes() || t.IsByteArray() {
			return &Carrier{Form: Bytes, Go: "[]byte"}
		}
		e := carry(t.Elem)
		if t.Kind == typemodel.Array {
			return &Carrier{Form: Array, Go: "[" + strconv.Itoa(t.Len) + "]" + e.Go, Elem: e}
		}
		return &Carrier{Form: List, Go: "[]" + e.Go, Elem: e, Refs: strings.HasPrefix(e.Go, "*")}
	case typemodel.Map:
		if t.Key.Kind == typemodel.String {
			k, e := carry(t.Key), carry(t.Elem)
			return &Carrier{Form: Map, Go: "map[" + k.Go + "]" + e.Go, Key: k, Elem: e}
		}
		st := s.Pair(t)
		return &Carrier{Form: Pairs, Go: "[]*" + s.Ref(st), Struct: st, Refs: true}
	case typemodel.Interface:
		u := &Carrier{Form: Union, Go: "any"}
		for _, impl := range t.Impls {
			u.Alternatives = append(u.Alternatives, s.Of(impl))
		}
		return u
	case typemodel.Int:
		return &Carrier{Go: "int64"}
	}
	return &Carrier{Go: t.Kind.String()}
}

func emitted(t *testing.T, model *typemodel.Type) []byte {
	t.Helper()
	a := driver.NewAdapter("example.com/adapter")
	Reserve(a, model)
	structs(a, model).Emit()
	src, err := a.Source()
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// structs are those of the language.
func structs(a *driver.Adapter, t *typemodel.Type) *Structs {
	s := New(a)
	s.Carry(t, func(t *typemodel.Type, bare bool) *Carrier { return language(s, t, bare) })
	return s
}

// forms are the lines and the hash of the code for all, in which every form is.
const forms = "460:d654ee"

func TestForms(t *testing.T) {
	model, _ := typemodel.FromReflect(reflect.TypeFor[all]())
	for i := range model.Fields {
		if f := &model.Fields[i]; f.Name == "Any" {
			f.Type.Impls = []*typemodel.Type{{Kind: typemodel.String}, {Kind: typemodel.Pointer, Elem: &typemodel.Type{Kind: typemodel.Int32}}}
		}
	}
	got := emitted(t, model)
	if have := fmt.Sprintf("%d:%.3x", bytes.Count(got, []byte("\n")), sha256.Sum256(got)); have != forms {
		t.Errorf("what is emitted is %s now, lines and hash, and was %s: look at it, then write it here\n%s", have, forms, got)
	}
}

// Comparing types must not import what is then not used: Go refuses it.
func TestImportsAreUsed(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[when](), reflect.TypeFor[struct{ L []time.Time }](), reflect.TypeFor[struct{ D time.Duration }](),
		reflect.TypeFor[struct{ P *time.Time }](), reflect.TypeFor[map[string]time.Time](), reflect.TypeFor[all](),
	} {
		model, _ := typemodel.FromReflect(typ)
		src := emitted(t, model)
		file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		used := map[string]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					used[id.Name] = true
				}
			}
			return true
		})
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			name := filepath.Base(path)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if !used[name] {
				t.Errorf("%s: %s is imported and not used in\n%s", typ, path, src)
			}
		}
	}
}

// Unnamed interfaces are told apart by what they may hold.
func TestInterfaces(t *testing.T) {
	number, text := &typemodel.Type{Kind: typemodel.Int32}, &typemodel.Type{Kind: typemodel.String}
	holding := func(impl *typemodel.Type) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Interface, Impls: []*typemodel.Type{impl}}
	}
	list := func(elem *typemodel.Type) *typemodel.Type { return &typemodel.Type{Kind: typemodel.Slice, Elem: elem} }
	dict := func(elem *typemodel.Type) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Map, Key: text, Elem: elem}
	}
	a := driver.NewAdapter("example.com/adapter")
	s := structs(a, number)
	one, two := holding(number), holding(text)
	if s.Of(one) == s.Of(two) || s.Of(list(one)) == s.Of(list(two)) || s.Pair(dict(one)) == s.Pair(dict(two)) {
		t.Error("interfaces that hold different types have one struct")
	}
	if s.Of(list(one)) != s.Of(list(holding(number))) {
		t.Error("equal types have two structs")
	}
}
