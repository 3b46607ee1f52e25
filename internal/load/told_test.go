package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

// foreign is a module with a package of somebody else's, which no directive can
// be written into, and the user's packages beside it.
const foreign = `
-- go.mod --
module example.com/shop
go 1.24
-- geo/geo.go --
package geo

type Shape interface{ Area(unit string) Number }
type Number float64

type Square struct{ Side float64 }
func (Square) Area(unit string) Number { return 0 }
type Circle struct{ Radius float64 }
func (*Circle) Area(unit string) Number { return 0 }

type Value struct { Kind isKind }
type isKind interface{ isKind() }
type KindText struct{ Text string }
func (*KindText) isKind() {}
type KindNumber struct{ Number float64 }
func (KindNumber) isKind() {}
type KindAlias = KindNumber
type kindHidden struct{}
func (kindHidden) isKind() {}
type KindOf[T any] struct{ X T }
func (KindOf[T]) isKind() {}

type Amount struct { units int64; currency string }
type Drawing struct { Shapes []Shape; Price Amount; Value Value }
-- orders/orders.go --
package orders

import "example.com/shop/geo"

type Order struct { Shape geo.Shape; Price geo.Amount; Weight Weight; Value geo.Value }

//assay:as WeightToGrams GramsToWeight
type Weight struct{ grams int }
func WeightToGrams(w Weight) int64 { return int64(w.grams) }
func GramsToWeight(w *Weight, n int64) error { return nil }
-- orders/directives.go --
package orders

import "example.com/shop/geo"

//assay:impl geo.Shape = geo.Square *geo.Circle *Triangle
//assay:as geo.Amount = AmountToText TextToAmount

type Triangle struct{}
func (*Triangle) Area(string) geo.Number { return 0 }
func AmountToText(a *geo.Amount) (string, error) { return "", nil }
func TextToAmount(s string) (geo.Amount, error) { return geo.Amount{}, nil }
func private(s string) geo.Amount { return geo.Amount{} }
-- near/near.go --
package near

import "example.com/shop/geo"

type Near struct { Value geo.Value }
-- far/far.go --
package far

import "example.com/shop/near"

type Far struct { Near near.Near }
-- other/geo/geo.go --
package geo

type Amount struct{ X int }
-- twice/twice.go --
package twice

import (
	"example.com/shop/geo"
	other "example.com/shop/other/geo"
)

type Twice struct { A geo.Amount; B other.Amount; C geo.Square }
-- bad/a/a.go --
package a
//assay:as Nope = To From
type T struct{}
-- bad/b/b.go --
package b
//assay:as To
type T struct{}
-- bad/c/c.go --
package c
//assay:as To From
type T struct{}
func To(T) int { return 0 }
func From(string) T { return T{} }
-- bad/d/d.go --
package d
//assay:as to From
type T struct{}
func to(T) int { return 0 }
-- bad/e/e.go --
package e
//assay:as To From
type T struct{}
func To(T) T { return T{} }
-- bad/f/f.go --
package f
//assay:impl T = int
type T struct{}
`

func TestToldOfOtherPackagesTypes(t *testing.T) {
	dir := unpack(t, foreign)
	for _, test := range []struct {
		ref, at string
		cfg     load.Config
		want    string
	}{
		{"./orders.Order", "Shape", load.Config{}, "[geo.Square *geo.Circle *orders.Triangle]"},
		{"./orders.Order", "Shape", load.Config{Impls: []string{"example.com/shop/geo.Shape=example.com/shop/geo.Square"}}, "[geo.Square]"},
		{"./orders.Order", "Value.Kind", load.Config{}, "[geo.KindNumber *geo.KindText]"},
		{"./near.Near", "Value.Kind", load.Config{}, "[geo.KindNumber *geo.KindText]"},
		{"./far.Far", "Near.Value.Kind", load.Config{}, "[geo.KindNumber *geo.KindText]"},
		{"./orders.Order", "Price", load.Config{}, "orders.AmountToText, TextToAmount by string, pointer, may fail; may fail"},
		{"./orders.Order", "Weight", load.Config{}, "orders.WeightToGrams, GramsToWeight by int64; pointer, may fail"},
		{"example.com/shop/geo.Drawing", "Shapes[]", load.Config{}, "[]"},
		{"example.com/shop/geo.Drawing", "Shapes[]", load.Config{Dir: "orders"}, "[geo.Square *geo.Circle *orders.Triangle]"},
		{"example.com/shop/geo.Drawing", "Price", load.Config{Dir: "orders"}, "orders.AmountToText, TextToAmount by string, pointer, may fail; may fail"},
		{"example.com/shop/geo.Drawing", "Shapes[]", load.Config{Impls: []string{"Shape=*Circle"}}, "[*geo.Circle]"},
		{
			"example.com/shop/geo.Drawing", "Price",
			load.Config{As: []string{"Amount=example.com/shop/orders.AmountToText,example.com/shop/orders.TextToAmount"}},
			"orders.AmountToText, TextToAmount by string, pointer, may fail; may fail",
		},
		// By the names of packages, as messages have types.
		{"./orders.Order", "Price", load.Config{As: []string{"geo.Amount=fields"}}, "[]"},
	} {
		cfg := test.cfg
		cfg.Dir, cfg.Packages = dir+"/"+cfg.Dir, once
		r, err := load.Load(t.Context(), cfg, test.ref)
		if err != nil {
			t.Error(err)
			continue
		}
		found := false
		typemodel.Walk(r.Type, func(path string, u *typemodel.Type) bool {
			if path == test.at && u.Kind != typemodel.Pointer {
				found = true
				if got := toldOf(u); got != test.want {
					t.Errorf("%s %s: %s, want %s", test.ref, path, got, test.want)
				}
			}
			return true
		})
		if !found {
			t.Errorf("%s has nothing at %s", test.ref, test.at)
		}
	}
}

// toldOf spells what a directive tells of t.
func toldOf(t *typemodel.Type) string {
	if t.As == nil {
		return fmt.Sprint(t.Impls)
	}
	form := func(f typemodel.FuncRef) string {
		return strings.TrimPrefix(strings.Repeat(", pointer", btoi(f.Pointer))+strings.Repeat(", may fail", btoi(f.Fails)), ", ")
	}
	s := t.As.To.PkgName + "." + t.As.To.Name + ", " + t.As.From.Name + " by " + t.As.Type.String()
	if to := form(t.As.To); to != "" {
		s += ", " + to
	}
	return s + "; " + form(t.As.From)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestMistakesInWhatIsTold(t *testing.T) {
	dir := unpack(t, foreign)
	for _, test := range []struct {
		ref, want string
		cfg       load.Config
	}{
		{"./bad/a.T", "bad/a/a.go:2:1: //assay:as: package a has no type Nope; it has T", load.Config{}},
		{"./bad/b.T", "bad/b/b.go:2:1: //assay:as: it names two functions, of the type and back, or fields", load.Config{}},
		{"./bad/c.T", "bad/c/c.go:2:1: //assay:as: From is a func(string) c.T: a func(int) c.T or func(int) (c.T, error), or func(*c.T, int) error is wanted", load.Config{}},
		{"./bad/d.T", "bad/d/d.go:2:1: //assay:as: to is not exported, so that other packages cannot call it", load.Config{}},
		{"./bad/e.T", "bad/e/e.go:2:1: //assay:as: To returns a e.T: name a function that returns what stands for it", load.Config{}},
		{"./bad/f.T", "bad/f/f.go:2:1: //assay:impl: T is not an interface", load.Config{}},
		{"./orders.Order", "--impl nonsense: it is written TYPE=NAME,NAME", load.Config{Impls: []string{"nonsense"}}},
		{"./twice.Twice", "--as geo.Nope=fields: none of the packages example.com/shop/geo, example.com/shop/other/geo has a type Nope", load.Config{As: []string{"geo.Nope=fields"}}},
		{"./twice.Twice", "--as geo.Amount=fields: geo.Amount may be example.com/shop/geo.Amount or example.com/shop/other/geo.Amount: write the import path", load.Config{As: []string{"geo.Amount=fields"}}},
		{"./orders.Order", "--as geo.Amnt=fields: package geo has no type Amnt: did you mean Amount?", load.Config{As: []string{"geo.Amnt=fields"}}},
		{"./orders.Order", "--as Weight=WeightToGrams,Nope: package orders has no function Nope", load.Config{As: []string{"Weight=WeightToGrams,Nope"}}},
	} {
		cfg := test.cfg
		cfg.Dir, cfg.Packages = dir, once
		checkError(t, cfg, test.ref, test.want)
	}
}
