package values

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type tree struct {
	Label string
	Kids  []*tree
	Left  *tree
	ByKey map[string]tree
}

// shape is a sum type, and so is the expression that recurses through it.
type shape struct {
	Circle *circle
	Square *float64
}

type circle struct{ R float32 }

type expr struct {
	Num *int64
	Add *pair
	Neg *expr
}

type pair struct{ L, R expr }

type wide struct {
	B    bool
	I    int
	I8   int8
	I64  int64
	U    uint
	U8   uint8
	U64  uint64
	F32  float32
	F64  float64
	C    complex128
	S    string
	By   []byte
	Arr  [4]int16
	Sl   [][]string
	M    map[int32]map[string]bool
	P    *string
	PP   **int
	T    time.Time
	D    time.Duration
	Raw  json.RawMessage
	Num  json.Number
	Any  any
	Fn   func()
	Ch   chan int
	Emb  struct{ X, y int }
	Tree tree
	Expr expr
	Sh   []shape
	hide int
}

func isUnion(t reflect.Type) bool {
	return t == reflect.TypeFor[shape]() || t == reflect.TypeFor[expr]()
}

func generate[T any](seed uint64, count int) (list []T) {
	Generate(reflect.TypeFor[T](), seed, count, Options{Union: isUnion}, func(v reflect.Value) { list = append(list, v.Interface().(T)) })
	return list
}

func TestTheSameSeedGivesTheSameValues(t *testing.T) {
	opts := cmp.Options{cmp.AllowUnexported(wide{}, struct{ X, y int }{}), cmp.Comparer(func(a, b func()) bool { return (a == nil) == (b == nil) })}
	a, b := generate[wide](7, 20), generate[wide](7, 20)
	if diff := cmp.Diff(a, b, opts); diff != "" {
		t.Error(diff)
	}
	if c := generate[wide](8, 20); cmp.Equal(a, c, opts) {
		t.Error("another seed gives the same values")
	}
	// More values begin with the same ones.
	if diff := cmp.Diff(a[:5], generate[wide](7, 5), opts); diff != "" {
		t.Error(diff)
	}
	if n := len(generate[wide](7, 0)); n != DefaultCount {
		t.Errorf("%d values by default, want %d", n, DefaultCount)
	}
}

// TestEveryKindVaries looks for a part that never takes another value than zero,
// or always the same.
func TestEveryKindVaries(t *testing.T) {
	list := generate[wide](1, 200)
	typ := reflect.TypeFor[wide]()
	for i := range typ.NumField() {
		f := typ.Field(i)
		fixed := f.Name == "Any" || f.Name == "Fn" || f.Name == "Ch" || f.Name == "hide"
		first, varies, zero := reflect.ValueOf(list[0]).Field(i), false, true
		for _, v := range list {
			part := reflect.ValueOf(v).Field(i)
			zero = zero && part.IsZero()
			if !fixed && !cmp.Equal(first.Interface(), part.Interface(), cmp.AllowUnexported(struct{ X, y int }{})) {
				varies = true
			}
		}
		if fixed != zero || fixed == varies {
			t.Errorf("%s: always zero %v, varies %v", f.Name, zero, varies)
		}
	}
	for _, v := range list {
		if v.Emb.y != 0 || v.hide != 0 {
			t.Fatal("an unexported field was set")
		}
		if v.T.Location() != time.UTC || v.T.Year() < 1989 || v.T.Year() > 2030 {
			t.Fatalf("time %v", v.T)
		}
		if !json.Valid(v.Raw) || v.Num == "" {
			t.Fatalf("raw %q, number %q", v.Raw, v.Num)
		}
	}
}

func TestUnionsHaveOneMember(t *testing.T) {
	var check func(e expr)
	count, deepest := 0, 0
	level := 0
	check = func(e expr) {
		count++
		level++
		deepest = max(deepest, level)
		set := 0
		if e.Num != nil {
			set++
		}
		if e.Add != nil {
			set++
			check(e.Add.L)
			check(e.Add.R)
		}
		if e.Neg != nil {
			set++
			check(*e.Neg)
		}
		if set != 1 {
			t.Fatalf("%d members are set", set)
		}
		level--
	}
	for _, v := range generate[wide](3, 200) {
		check(v.Expr)
		for _, s := range v.Sh {
			if (s.Circle == nil) == (s.Square == nil) {
				t.Fatalf("shape %+v", s)
			}
		}
	}
	for _, v := range generate[expr](3, 200) {
		check(v)
	}
	if count < 600 || deepest < 3 {
		t.Errorf("%d expressions, %d deep: the recursion is not exercised", count, deepest)
	}
}

func TestRecursionIsBounded(t *testing.T) {
	var size func(tr *tree, depth int) int
	size = func(tr *tree, depth int) int {
		if depth > maxDepth {
			t.Fatal("too deep")
		}
		n := 1
		for _, k := range tr.Kids {
			if k != nil {
				n += size(k, depth+1)
			}
		}
		if tr.Left != nil {
			n += size(tr.Left, depth+1)
		}
		for _, k := range tr.ByKey {
			n += size(&k, depth+1)
		}
		return n
	}
	most := 0
	for _, v := range generate[tree](5, 300) {
		most = max(most, size(&v, 0))
	}
	if most < 10 || most > 3*maxParts {
		t.Errorf("the largest tree has %d nodes", most)
	}
}

// endlessUnion has no finite value with exactly one member.
type endlessUnion struct{ Self *endlessUnion }

func TestGenerationEndsWhereTheTypeDoesNot(t *testing.T) {
	n := 0
	union := func(t reflect.Type) bool { return t == reflect.TypeFor[endlessUnion]() }
	Generate(reflect.TypeFor[endlessUnion](), 1, 50, Options{Union: union}, func(reflect.Value) { n++ })
	if n != 50 {
		t.Errorf("%d values", n)
	}
}

// A required field of protobuf is always there, and no list or map has an element
// that is nil because nothing is known to hold.
func TestElementsAndRequiredFieldsAreThere(t *testing.T) {
	type part struct {
		Name  *string `protobuf:"bytes,1,req,name=name"`
		Bytes []byte  `protobuf:"bytes,2,req,name=bytes"`
		Sub   *struct {
			N *int64 `protobuf:"varint,1,req,name=n"`
		} `protobuf:"bytes,3,req,name=sub"`
		Free *string `protobuf:"bytes,4,opt,name=free"`
	}
	type whole struct {
		Parts  []*part
		Blocks []interface{ Block() }
		ByName map[string]interface{ Block() }
	}
	free, missing := 0, 0
	for _, v := range generate[whole](1, 100) {
		if len(v.Blocks) > 0 || len(v.ByName) > 0 {
			t.Fatalf("%d elements of no type, %d by name", len(v.Blocks), len(v.ByName))
		}
		for _, p := range v.Parts {
			if p.Name == nil || p.Bytes == nil || p.Sub == nil || p.Sub.N == nil {
				t.Fatalf("a required field of %+v is nil", p)
			}
			if free++; p.Free == nil {
				missing++
			}
		}
	}
	if missing == 0 || missing == free {
		t.Errorf("an optional field is nil in %d of %d", missing, free)
	}
}
