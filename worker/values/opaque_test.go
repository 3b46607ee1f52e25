package values

import (
	"errors"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// money reads decimals of two places and nothing else.
type money struct{ cents string }

func (m money) MarshalText() ([]byte, error) { return []byte(m.cents), nil }

func (m *money) UnmarshalText(text []byte) error {
	units, cents, ok := strings.Cut(string(text), ".")
	if !ok || len(cents) != 2 || strings.Trim(strings.TrimPrefix(units, "-"), "0123456789") != "" {
		return errors.New("no money")
	}
	m.cents = string(text)
	return nil
}

// level is a string with rules.
type level string

func (l level) MarshalText() ([]byte, error) {
	if l != "info" && l != "warn" && l != "error" {
		return nil, errors.New("no level")
	}
	return []byte(l), nil
}

func (l *level) UnmarshalText(text []byte) error {
	*l = level(text)
	_, err := l.MarshalText()
	return err
}

type speaker interface{ speak() }

type dog struct{ Name string }

type cat struct{ Lives int }

func (*dog) speak() {}
func (cat) speak()  {}

type closed struct {
	Int      *big.Int
	Rat      big.Rat
	Addr     netip.Addr
	AddrPort netip.AddrPort
	Prefix   netip.Prefix
	URL      url.URL
	Zone     *time.Location
	Count    atomic.Int64
	On       atomic.Bool
	Money    money
	Level    level
	Pets     []speaker
	Pet      speaker
	List     []*money
	ByName   map[string]*int
	Left     string `assay:"-"`
	Dark     struct{ x int }
}

func generateClosed(n int) []reflect.Value {
	var list []reflect.Value
	Generate(reflect.TypeFor[closed](), 1, n, Options{Impls: func(owner reflect.Type, field string, iface reflect.Type) []reflect.Type {
		if owner != reflect.TypeFor[closed]() || iface != reflect.TypeFor[speaker]() || field != "Pets" && field != "Pet" {
			return nil
		}
		return []reflect.Type{reflect.TypeFor[*dog](), reflect.TypeFor[cat]()}
	}}, func(v reflect.Value) { list = append(list, v) })
	return list
}

func TestOpaqueTypesGetValues(t *testing.T) {
	list := generateClosed(64)
	got, want := Zeros(list, nil), []string{"Dark"}
	if !slices.Equal(got, want) {
		t.Errorf("always zero are %q, want %q", got, want)
	}
	for _, v := range list {
		c := v.Addr().Interface().(*closed)
		if c.Left != "" {
			t.Fatal("a field that is left out was set")
		}
		if _, err := url.Parse(c.URL.String()); err != nil {
			t.Error(err)
		}
		if c.Level != "" {
			if _, err := c.Level.MarshalText(); err != nil {
				t.Errorf("%q: %v", c.Level, err)
			}
		}
		if slices.Contains(c.List, nil) || slices.Contains(c.Pets, nil) {
			t.Error("a list has a nil element")
		}
		for _, p := range c.ByName {
			if p == nil {
				t.Error("a map has a nil element")
			}
		}
	}
	for i := range list[:8] {
		if again := generateClosed(8)[i].Field(9).Interface(); again != list[i].Field(9).Interface() {
			t.Errorf("value %d is %v and %v: it depends on how many there are", i, list[i].Field(9), again)
		}
	}
}

func TestEdges(t *testing.T) {
	type record struct {
		I8   int8
		U64  uint64
		F    float64
		S    string
		List []int
		P    *int
		M    map[string]int
	}
	var list []record
	Generate(reflect.TypeFor[record](), 1, 4, Options{}, func(v reflect.Value) { list = append(list, v.Interface().(record)) })
	if e := list[1]; e.I8 != 0 || e.S != "" || len(e.List) > 0 || e.P != nil || len(e.M) > 0 {
		t.Errorf("the empty value is %+v", e)
	}
	if e := list[2]; e.I8 != 127 && e.I8 != -128 || e.U64 != 1<<64-1 || e.F > 0 && e.F > 1e-300 && e.F < 1e300 {
		t.Errorf("the extreme value is %+v", e)
	}
	if e := list[3]; len(e.S) < 150 || !strings.Contains(e.S, "漢字") {
		t.Errorf("the long value is %+v", e)
	}
}

func TestZeros(t *testing.T) {
	type inner struct{ A, B int }
	type record struct {
		Inner inner
		List  []inner
		Map   map[string]*inner
		Any   any
		Never []inner
	}
	of := func(list ...record) []reflect.Value {
		var values []reflect.Value
		for _, r := range list {
			values = append(values, reflect.ValueOf(r))
		}
		return values
	}
	for _, test := range []struct {
		values []reflect.Value
		want   []string
	}{
		{of(record{}, record{}), []string{""}},
		{of(record{Inner: inner{A: 1}}), []string{"Inner.B", "List", "Map", "Any", "Never"}},
		{
			of(record{Inner: inner{A: 1}}, record{Inner: inner{B: 1}, List: []inner{{}, {A: 1}}, Map: map[string]*inner{"": {B: 1}}, Any: inner{A: 1}}),
			[]string{"Never", "List[].B", "Map[value].A", "Any.B"},
		},
	} {
		got := Zeros(test.values, nil)
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) {
			t.Errorf("zero are %q, want %q", got, test.want)
		}
	}
}
