package typemodel_test

import (
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/assay-go/assay/typemodel"
)

type (
	stamp   time.Time
	account struct {
		id, balance int
		Name        string
	}
	point struct {
		X, Y int
		note string
	}
	locked struct {
		mu    sync.Mutex
		rw    sync.RWMutex
		_     [4]byte
		none  struct{}
		Value int
	}
	embedding struct {
		point
		Name string
	}
	shadowing struct {
		point
		X string
	}
	byPointer struct {
		*point
		Name string
	}
	label    string
	labelled struct{ label }
	event    struct {
		time.Time
		Name string
	}
	alone   struct{ time.Time }
	around  struct{ event }
	leaving struct {
		Done  chan int          `json:"-"`
		Fetch map[string]func() `json:"-"`
		Dash  chan int          `json:"-,"`
		Cache int               `json:"-"`
		state int               `assay:"-"`
		Left  string            `assay:"-"`
	}
	overridden struct {
		time.Time
		Name string
	}
	marked struct {
		_struct bool `codec:",toarray"`
		Name    string
	}
)

func (overridden) MarshalBinary() ([]byte, error)     { return nil, nil }
func (*overridden) UnmarshalBinary(data []byte) error { return nil }

var _ = []any{
	account{id: 1, balance: 2}, point{note: ""}, leaving{state: 0}, labelled{label("")}, byPointer{point: nil},
	struct{ a, b any }{&locked{none: struct{}{}}, shadowing{}}, marked{_struct: false},
}

func modelOf[T any]() *typemodel.Type {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return t
}

func TestHiddenState(t *testing.T) {
	for _, test := range []struct {
		of   *typemodel.Type
		want string
	}{
		{modelOf[time.Time](), ""},
		{modelOf[stamp](), "wall ext loc"},
		{modelOf[big.Int](), "neg abs"},
		{modelOf[netip.Addr](), "addr z"},
		{modelOf[atomic.Int64](), "v"},
		{modelOf[url.URL](), ""}, // what it contains is judged by itself
		{modelOf[url.Userinfo](), "username password passwordSet"},
		{modelOf[account](), "id balance"},
		{modelOf[locked](), ""},
		{modelOf[embedding](), "point.note"},
		{modelOf[shadowing](), "point.X point.note"},
		{modelOf[byPointer](), "point"},
		{modelOf[labelled](), "label"},
		{modelOf[event](), ""},
		{modelOf[leaving](), ""},
		{modelOf[marked](), ""},
		{modelOf[[]account](), ""},
	} {
		if got := strings.Join(test.of.Hidden(), " "); got != test.want {
			t.Errorf("%s hides %q, want %q", test.of, got, test.want)
		}
	}
}

func TestPromotedMethodsAreNotTheWholes(t *testing.T) {
	const marshals = typemodel.BinaryMarshaler | typemodel.BinaryAppender | typemodel.TextMarshaler |
		typemodel.TextAppender | typemodel.JSONMarshaler | typemodel.GobEncoder
	for _, test := range []struct {
		of        *typemodel.Type
		has, owns typemodel.Methods
	}{
		{modelOf[time.Time](), marshals, marshals},
		{modelOf[stamp](), 0, 0},
		{modelOf[event](), marshals, 0},
		{modelOf[alone](), marshals, marshals},
		{modelOf[around](), marshals, 0},
		{modelOf[overridden](), marshals, typemodel.BinaryMarshaler},
		{modelOf[*event](), 0, 0},
	} {
		if test.of.Methods != test.has || test.of.Own() != test.owns {
			t.Errorf("%s has %b and owns %b, want %b and %b", test.of, test.of.Methods, test.of.Own(), test.has, test.owns)
		}
	}
}

func TestLeavingOut(t *testing.T) {
	m := modelOf[leaving]()
	left := ""
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Omit {
			left += " " + f.Name
			if f.Exported() {
				t.Errorf("%s is left out and exported", f.Name)
			}
		}
	}
	if want := " Done Fetch state Left"; left != want {
		t.Errorf("left out are%s, want%s", left, want)
	}
	if got := typemodel.Refusals(m); len(got) != 1 || got[0].Path != "Dash" {
		t.Errorf("refused are %v, want Dash", got)
	}
}

func TestOmit(t *testing.T) {
	m := modelOf[outer]()
	c, err := typemodel.Omit(m, "A.C", "B.C", "M[value].C", "Deep[][].Leaf")
	if err != nil {
		t.Fatal(err)
	}
	if got := typemodel.Refusals(c); got != nil {
		t.Errorf("refused are %v", got)
	}
	if got := typemodel.Refusals(m); len(got) != 2 {
		t.Errorf("the original refuses %v: it was changed", got)
	}
	for _, path := range []string{"", "A.X", "A[].C", "Deep[].Leaf", "When.wall"} {
		if _, err := typemodel.Omit(m, path); err == nil {
			t.Errorf("%q leads to a field", path)
		}
	}
}

func TestKeysByAddressAreRefused(t *testing.T) {
	type key struct{ P *int }
	type value struct{ P any }
	for _, test := range []struct {
		of      *typemodel.Type
		refused bool
	}{
		{modelOf[map[*int]int](), true},
		{modelOf[map[key]int](), true},
		{modelOf[map[[2]*int]int](), true},
		{modelOf[map[value]int](), false},
		{modelOf[map[netip.Addr]int](), false},
		{modelOf[map[int]*int](), false},
	} {
		if got := typemodel.Refusals(test.of); (len(got) > 0) != test.refused {
			t.Errorf("%s: refusals %v", test.of, got)
		}
	}
}

// TestOmitIsOfThatPathAlone: a struct that stands elsewhere too loses no field
// there in silence.
func TestOmitIsOfThatPathAlone(t *testing.T) {
	type in struct {
		X int
		Y string
	}
	type other struct{ Y int }
	type whole struct {
		A, B in
		P    *in
		L    []in
		O    other
	}
	type node struct {
		Cache int
		Next  *node
	}
	for _, test := range []struct {
		of    *typemodel.Type
		paths []string
		err   string
	}{
		{modelOf[whole](), []string{"A.Y"}, "Y of typemodel_test.in stands at B.Y, P.Y, L[].Y as well: name all of them (--omit='A.Y,B.Y,P.Y,L[].Y'), or leave it out everywhere by --omit='*.Y', which is also the Y of typemodel_test.other"},
		{modelOf[whole](), []string{"A.Y", "B.Y", "P.Y"}, "Y of typemodel_test.in stands at L[].Y as well: name all of them (--omit='A.Y,B.Y,P.Y,L[].Y'), or leave it out everywhere by --omit='*.Y', which is also the Y of typemodel_test.other"},
		{modelOf[whole](), []string{"A.Y", "B.Y", "P.Y", "L[].Y"}, ""},
		{modelOf[whole](), []string{"*.Y"}, ""},
		{modelOf[whole](), []string{"O.Y"}, ""},
		{modelOf[whole](), []string{"*.Z"}, "no part of typemodel_test.whole has a field Z"},
		{modelOf[whole](), []string{"L.Y"}, "typemodel_test.whole has no field L.Y; Y stands at A.Y, B.Y, P.Y, L[].Y, O.Y"},
		{modelOf[node](), []string{"Cache"}, "Cache of typemodel_test.node stands at Next.Cache as well: leave it out everywhere by --omit='*.Cache'"},
		{modelOf[node](), []string{"Next"}, ""},
		{modelOf[node](), []string{"*.Cache"}, ""},
		{modelOf[[]node](), []string{"*.Next"}, ""},
	} {
		_, err := typemodel.Omit(test.of, test.paths...)
		if got := fmt.Sprint(err); got != test.err && (err != nil || test.err != "") {
			t.Errorf("Omit(%s, %q): %s, want %s", test.of, test.paths, got, test.err)
		}
	}
}

// Types that hold each other in all directions, as those of payment services do, have
// more ways through them than can be walked.
func TestPlacesOfManyWays(t *testing.T) {
	part := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "a", Name: "Part"}}
	web := make([]*typemodel.Type, 40)
	for i := range web {
		web[i] = &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: "a", Name: fmt.Sprint("T", i)}}
	}
	for _, from := range web {
		for i, to := range web {
			from.Fields = append(from.Fields, typemodel.Field{Name: fmt.Sprint("F", i), Type: &typemodel.Type{Kind: typemodel.Pointer, Elem: to}})
		}
	}
	web[39].Fields = append(web[39].Fields, typemodel.Field{Name: "Part", Type: part})
	if paths, endless := typemodel.Places(web[0], part); len(paths) == 0 || !endless {
		t.Errorf("%d places, endless: %t", len(paths), endless)
	}
}
