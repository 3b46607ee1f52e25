package json

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

type (
	ChangedInner struct {
		A int `json:",omitempty"`
	}
	ChangedNothing struct{}
	ChangedKept    struct{ B int }
	ChangedZero    struct{ N int }
	ChangedPoint   struct{ X, Y float64 }
)

func (z ChangedZero) IsZero() bool { return z.N < 0 }

// TestChanges says of values which encoding/json itself gives back as something else that
// it does, and of no others.
func TestChanges(t *testing.T) {
	minus := math.Copysign(0, -1)
	for _, test := range []struct {
		value  any
		v1, v2 string // what is said of its type
	}{
		{struct{ V *[]int }{new([]int)}, "pointers to nil come back nil", "nil slices come back empty"},
		{struct{ V **int }{new(*int)}, "pointers to nil come back nil", "pointers to nil come back nil"},
		{struct{ V *ChangedKept }{new(ChangedKept)}, "", ""},
		{struct{ V time.Time }{time.Unix(0, 0).In(time.FixedZone("", 1))}, "seconds of an offset move the instant", "seconds of an offset"},
		{struct {
			V float64 `json:",omitempty"`
		}{minus}, "negative zeros", ""},
		{struct {
			V ChangedPoint `json:",omitzero"`
		}{ChangedPoint{0, minus}}, "negative zeros", "negative zeros"},
		{struct{ V ChangedPoint }{ChangedPoint{0, minus}}, "", ""},
		{struct {
			V ChangedZero `json:",omitzero"`
		}{ChangedZero{-1}}, "IsZero", "IsZero"},
		{struct {
			V *ChangedZero `json:",omitzero"`
		}{&ChangedZero{-1}}, "IsZero", "IsZero"},
		{struct {
			V int `json:",omitzero"`
		}{-1}, "", ""},
		{struct{ *ChangedInner }{new(ChangedInner)}, "embedded by a pointer", "embedded by a pointer"},
		{struct{ *ChangedNothing }{new(ChangedNothing)}, "embedded by a pointer", "embedded by a pointer"},
		{struct{ *ChangedKept }{new(ChangedKept)}, "", ""},
		{struct{ V *big.Float }{big.NewFloat(0.1)}, "as another number", "as another number"},
		{struct{ V struct{ big.Float } }{struct{ big.Float }{*big.NewFloat(0.1)}}, "as another number", "as another number"},
		{struct{ V *big.Int }{big.NewInt(1)}, "", ""},
		{struct{ V net.IP }{net.IP{127, 0, 0, 1}}, "form of 16 bytes", "form of 16 bytes"},
		{struct{ V netip.AddrPort }{netip.AddrPortFrom(netip.Addr{}, 80)}, "ports without an address", "ports without an address"},
		{struct{ V *regexp.Regexp }{regexp.MustCompilePOSIX("a|ab")}, "CompilePOSIX", "CompilePOSIX"},
		{struct{ V json.RawMessage }{}, "nil as null", "nil as null"},
		{struct{ V json.Number }{}, "comes back as 0", ""},
		{struct {
			V json.Number `json:",omitempty"`
		}{}, "", ""},
		{struct {
			time.Time
			N int
		}{Time: time.Unix(0, 0).In(time.FixedZone("", 1))}, "seconds of an offset", "seconds of an offset"},
	} {
		data, err := json.Marshal(test.value)
		if err != nil {
			t.Fatal(err)
		}
		back := reflect.New(reflect.TypeOf(test.value))
		if err := json.Unmarshal(data, back.Interface()); err != nil {
			t.Fatal(err)
		}
		same := cmp.Options{
			cmp.Comparer(func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) }),
			cmp.Comparer(func(x, y *regexp.Regexp) bool { return x.FindString("ab") == y.FindString("ab") }),
			cmp.Comparer(func(x, y *big.Int) bool { return x.Cmp(y) == 0 }),
			cmp.Comparer(func(x, y big.Float) bool { return x.Cmp(&y) == 0 }),
			cmp.Comparer(func(x, y net.IP) bool { return len(x) == len(y) && x.Equal(y) }),
			cmp.Comparer(func(x, y netip.AddrPort) bool { return x == y }),
		}
		if changed := !cmp.Equal(test.value, back.Elem().Interface(), same); changed != (test.v1 != "") {
			t.Errorf("%#v comes back changed from encoding/json: %t", test.value, changed)
		}
		model, refused := typemodel.FromReflect(reflect.TypeOf(test.value))
		if refused != nil {
			t.Fatal(refused)
		}
		for _, f := range []*Format{{}, {V2: true}} {
			want := test.v1
			if f.V2 {
				want = test.v2
			}
			var said []string
			for _, d := range planned(t, f, model).Said(0, typemodel.Changed) {
				if !slices.Contains(said, d.Text) {
					said = append(said, d.Text)
				}
			}
			if len(said) > 1 || (want == "") != (said == nil) || said != nil && !strings.Contains(said[0], want) {
				t.Errorf("%T, v2 %t: %q is said, want %q", test.value, f.V2, said, want)
			}
		}
	}
}

// TestOneWayInterface says of an interface with methods that it is not read, which
// encoding/json refuses too.
func TestOneWayInterface(t *testing.T) {
	type Failed struct{ V error }
	data, err := json.Marshal(Failed{errors.New("x")})
	if err != nil || json.Unmarshal(data, new(Failed)) == nil {
		t.Fatalf("encoding/json reads %s: %v", data, err)
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[Failed]())
	if list := planned(t, &Format{}, model).Said(0, typemodel.Changed); len(list) != 1 || !strings.Contains(list[0].Text, "written and not read") {
		t.Errorf("%v is said", list)
	}
}

type (
	kept[T any] struct {
		N int
		V T
	}
	WithFunc kept[func()]
	WithChan kept[chan int]
)

// TestUnwritten says of what no version of encoding/json has a form for that it is an error to
// write, and of nothing else.
func TestUnwritten(t *testing.T) {
	for _, test := range []struct {
		value any
		fails bool
	}{
		{WithFunc{}, true},
		{WithChan{}, true},
		{kept[complex64]{}, true},
		{kept[map[bool]int]{}, false},
		{kept[map[int]int]{}, false},
		{struct {
			N int
			V func() `json:"-"`
		}{}, false},
	} {
		if _, err := json.Marshal(test.value); test.fails && err == nil {
			t.Fatalf("encoding/json writes %T: %v", test.value, err)
		}
		model, _ := typemodel.FromReflect(reflect.TypeOf(test.value))
		list := planned(t, &Format{}, model).Said(0, typemodel.Changed)
		if said := len(list) == 1 && strings.Contains(list[0].Text, "is an error"); said != test.fails || len(list) > 1 {
			t.Errorf("%T: %v", test.value, list)
		}
	}
}

// TestLeft names what only encoding/json can write by paths that --omit takes.
func TestLeft(t *testing.T) {
	model, _ := typemodel.FromReflect(reflect.TypeFor[struct {
		L []error
		M map[string][]error
	}]())
	var paths []string
	for _, r := range codec.Refusals((&Format{NoFallback: true}), "", model) {
		paths = append(paths, r.Path)
	}
	if want := []string{"L[]", "M[value][]"}; !slices.Equal(paths, want) {
		t.Errorf("%q are refused, want %q", paths, want)
	}
}

// TestEachPlace tells what comes back as something else, or not at all, at each place of a
// type that stands at several, and of a type within itself once.
func TestEachPlace(t *testing.T) {
	type Shared struct {
		S string
		u int
		L []Shared
	}
	type Holder struct {
		A, B Shared
		M    map[int]*Shared
	}
	_ = Shared{u: 1}.u
	model, _ := typemodel.FromReflect(reflect.TypeFor[Holder]())
	p := planned(t, &Format{}, model)
	for severity, want := range map[typemodel.Severity][]string{
		typemodel.Dropped: {"A.u", "B.u", "M[value].u"},
		typemodel.Changed: {"A.S", "B.S", "M[value].S"},
	} {
		var got []string
		for _, d := range p.Said(0, severity) {
			got = append(got, d.Path)
		}
		if !slices.Equal(got, want) {
			t.Errorf("severity %d: %q, want %q", severity, got, want)
		}
	}
}

func planned(t *testing.T, f *Format, model *typemodel.Type) *codec.Plan {
	t.Helper()
	p, err := f.Plan("", []*typemodel.Type{model}, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
