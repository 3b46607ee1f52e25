package steps

import (
	"reflect"
	"testing"
	"time"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

type (
	flag   bool
	Pair   struct{ A, B int }
	around struct {
		*Pair
		In struct{ *Pair }
	}
)

// model returns the type of a Go value.
func model[T any]() *typemodel.Type {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return t
}

// TestConditions tells what conditions are in Go, and their opposites.
func TestConditions(t *testing.T) {
	x, y := goprint.Pointee("v").Field("X"), goprint.Pointee("y")
	a, b, c := Cond{Test: NotNil, X: x}, Cond{Test: HasElements, X: y}, Cond{Test: Holds, X: goprint.Variable("ok")}
	for _, test := range []struct {
		cond      Cond
		text, not string
	}{
		{NotZeroOf(model[bool](), x), "v.X", "!v.X"},
		{NotZeroOf(model[flag](), y), "bool(*y)", "!(*y)"},
		{NotZeroOf(model[uint8](), x), "v.X != 0", "v.X == 0"},
		{NotZeroOf(model[float64](), x), "v.X != 0", "v.X == 0"},
		{NotZeroOf(model[complex64](), x), "v.X != 0", "v.X == 0"},
		{NotZeroOf(model[string](), x), `v.X != ""`, `v.X == ""`},
		{NotZeroOf(model[[]int](), x), "v.X != nil", "v.X == nil"},
		{NotZeroOf(model[map[int]int](), y), "(*y) != nil", "(*y) == nil"},
		{NotZeroOf(model[*int](), x), "v.X != nil", "v.X == nil"},
		{NotZeroOf(model[any](), x), "v.X != nil", "v.X == nil"},
		{NotZeroOf(model[[2]int](), x), "v.X != ([2]int{})", "v.X == ([2]int{})"},
		{NotZeroOf(model[time.Time](), x), "!v.X.IsZero()", "v.X.IsZero()"},
		{Cond{Test: NotZeroDeep, X: x}, "!reflect.ValueOf(&v.X).Elem().IsZero()", "reflect.ValueOf(&v.X).Elem().IsZero()"},
		{Cond{Test: NotZeroBits, X: x, Type: model[float32]()}, "math.Float32bits(float32(v.X)) != 0", "math.Float32bits(float32(v.X)) == 0"},
		{Cond{Test: AllOf, Of: []Cond{a, b, c}}, "v.X != nil && len(*y) != 0 && ok", "v.X == nil || len(*y) == 0 || !(ok)"},
		{Cond{Test: AnyOf, Of: []Cond{a, b}}, "v.X != nil || len(*y) != 0", "v.X == nil && len(*y) == 0"},
		{Cond{Test: AllOf, Of: []Cond{c, {Test: AnyOf, Of: []Cond{a, b}}}}, "ok && (v.X != nil || len(*y) != 0)", "!(ok) || v.X == nil && len(*y) == 0"},
		{Cond{Test: AnyOf, Of: []Cond{c, {Test: AllOf, Of: []Cond{a, b}}}}, "ok || v.X != nil && len(*y) != 0", "!(ok) && (v.X == nil || len(*y) == 0)"},
	} {
		p := goprint.New("p", "p")
		if text, not := test.cond.Text(p), test.cond.Not(p); text != test.text || not != test.not {
			t.Errorf("%v: %s and %s, want %s and %s", test.cond.Test, text, not, test.text, test.not)
		}
	}
}

// TestPresent tells when a member is there: behind pointers, and if other conditions hold.
func TestPresent(t *testing.T) {
	p, v := goprint.New("p", "p"), goprint.Pointee("v")
	members, _, _ := shape.Rules{Promote: true, Through: true, Tags: []string{"json"}}.Members(model[around](), func(*typemodel.Type) bool { return false })
	if len(members) != 3 { // A, B and In
		t.Fatalf("%d members", len(members))
	}
	if c, ok := Present(v, members[2]); ok {
		t.Errorf("a field of the struct itself is there if %s", c.Text(p))
	}
	if c, ok := Present(v, members[0]); !ok || c.Text(p) != "v.Pair != nil" {
		t.Errorf("a member behind a pointer is there if %s", c.Text(p))
	}
	x := v.Fields(members[1].Path)
	if c, ok := Present(v, members[1], NotZeroOf(members[1].Field().Type, x)); !ok || c.Text(p) != "v.Pair != nil && v.Pair.B != 0" {
		t.Errorf("a member behind a pointer is written if %s", c.Text(p))
	}
}
