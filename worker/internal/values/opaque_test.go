package values

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
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

// whole is a time whose text has nanoseconds, by promotion, and its JSON seconds in
// the machine's zone: metav1.Time.
type whole struct{ time.Time }

func (w whole) MarshalJSON() ([]byte, error) { return json.Marshal(w.UTC().Format(time.RFC3339)) }

func (w *whole) UnmarshalJSON(b []byte) error {
	at, err := time.Parse(`"`+time.RFC3339+`"`, string(b))
	w.Time = at.In(time.FixedZone("here", 3600))
	return err
}

// color is an enumeration.
type color int

func (c color) MarshalText() ([]byte, error) { return []byte{"?rgb"[c : c+1][0]}, nil }

func (c *color) UnmarshalText(text []byte) error {
	if i := strings.Index("?rgb", string(text)); i > 0 && len(text) == 1 {
		*c = color(i)
		return nil
	}
	return errors.New("no color")
}

// ticket refuses all but one text, which nobody could guess.
type ticket string

func (t ticket) MarshalText() ([]byte, error) {
	if t != "" && t != "T-17/x" {
		return nil, errors.New("no ticket")
	}
	return []byte(t), nil
}

func (t *ticket) UnmarshalText(text []byte) error {
	*t = ticket(text)
	_, err := t.MarshalText()
	return err
}

// even takes half of all numbers.
type even struct{ N uint32 }

func (e even) MarshalBinary() ([]byte, error) {
	if e.N%2 > 0 {
		return nil, errors.New("odd")
	}
	return binary.BigEndian.AppendUint32(nil, e.N), nil
}

func (e *even) UnmarshalBinary(b []byte) error {
	e.N = binary.BigEndian.Uint32(b)
	return nil
}

// rare takes one number of eight, in a notation of its own.
type rare struct{ N uint32 }

func (r rare) MarshalText() ([]byte, error) {
	if r.N%8 > 0 {
		return nil, errors.New("not rare")
	}
	return fmt.Appendf(nil, "<%d>", r.N), nil
}

func (r *rare) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(string(text), "<%d>", &r.N)
	return err
}

// stamped has the methods of its time, which know of no name.
type stamped struct {
	time.Time
	Name string
}

// choice holds one of two, as its methods write.
type choice struct {
	Text   bool
	Number int32
	String string
}

func (c choice) MarshalJSON() ([]byte, error) {
	if c.Text {
		return json.Marshal(c.String)
	}
	return json.Marshal(c.Number)
}

func (c *choice) UnmarshalJSON(b []byte) error {
	*c = choice{Text: b[0] == '"'}
	if c.Text {
		return json.Unmarshal(b, &c.String)
	}
	return json.Unmarshal(b, &c.Number)
}

// scaled is a decimal number: its text has as many zeros as the exponent says.
type scaled struct {
	Digits uint8
	Exp    int32
}

func (s scaled) MarshalText() ([]byte, error) {
	if s.Exp > 1<<20 {
		return nil, errors.New("out of memory")
	}
	return fmt.Appendf(nil, "%d_%d%s", s.Digits, s.Exp, strings.Repeat("0", int(max(s.Exp, 0)))), nil
}

func (s *scaled) UnmarshalText(text []byte) error {
	_, err := fmt.Sscanf(strings.TrimRight(string(text), "0"), "%d_%d", &s.Digits, &s.Exp)
	return err
}

// Exponents stay small: written out, the number of a large one fills the memory.
func TestExponentsAreSmall(t *testing.T) {
	type price struct {
		Name  string
		Value scaled
		Count int64
	}
	var set, large int
	Generate(reflect.TypeFor[price](), 1, 64, Options{}, func(v reflect.Value) {
		p := v.Interface().(price)
		if p.Value.Exp > 1<<fewBits {
			t.Errorf("the exponent is %d", p.Value.Exp)
		}
		if p.Value.Exp > 0 {
			set++
		}
		if p.Count > 1<<20 {
			large++
		}
	})
	if set < 8 || large < 8 {
		t.Errorf("%d exponents are set and %d numbers large, want some", set, large)
	}
}

// What the methods of a type make less of, or refuse, is not made, so that what
// is lost on the way is the serializer's fault; but a field that they drop stays.
func TestValuesSurviveTheirOwnMethods(t *testing.T) {
	type record struct {
		At     whole
		Color  color
		Ticket ticket
		Even   even
		Rare   rare
		Made   stamped
		Choice choice
	}
	var list []record
	var made []reflect.Value
	Generate(reflect.TypeFor[record](), 1, 64, Options{}, func(v reflect.Value) {
		list, made = append(list, v.Interface().(record)), append(made, v)
	})
	if got := Zeros(made, nil); !slices.Equal(got, []string{"Ticket"}) {
		t.Errorf("always zero are %q, want the ticket alone", got)
	}
	colors, choices, rares := map[color]int{}, map[bool]int{}, 0
	for i, r := range list {
		if _, offset := r.At.Zone(); r.At.Nanosecond() > 0 || offset > 0 {
			t.Errorf("value %d: %v is not what comes back of its JSON, in UTC", i, r.At)
		}
		b, err := json.Marshal(struct {
			C color
			E even
			O choice
		}{r.Color, r.Even, r.Choice})
		if err != nil {
			t.Errorf("value %d: %s: %v", i, b, err)
		}
		if _, err := r.Even.MarshalBinary(); err != nil {
			t.Errorf("value %d: %v", i, err)
		}
		if r.Choice.Number != 0 && r.Choice.String != "" {
			t.Errorf("value %d holds both: %+v", i, r.Choice)
		}
		if r.Color == 0 {
			t.Errorf("value %d: 0 is no color", i)
		}
		if r.Rare.N > 0 {
			rares++
		}
		colors[r.Color]++
		choices[r.Choice.Text]++
	}
	if rares < len(list)/2 {
		t.Errorf("%d of %d numbers are not zero, want most", rares, len(list))
	}
	if len(colors) < 3 || len(choices) < 2 {
		t.Errorf("colors %v, choices %v: want all", colors, choices)
	}
}

// Of the outermost type nothing is made that its methods refuse, if that is asked
// for; but what they lose stays, since they are what is measured.
func TestMethodsOfTheOutermostType(t *testing.T) {
	count := func(typ reflect.Type, methods bool, want func(reflect.Value) bool) (n int) {
		Generate(typ, 1, 64, Options{Methods: methods}, func(v reflect.Value) {
			if want(v) {
				n++
			}
		})
		return n
	}
	refused := func(v reflect.Value) bool { return v.Interface().(even).N%2 > 0 }
	if n := count(reflect.TypeFor[even](), true, refused); n > 0 {
		t.Errorf("%d values are refused by the methods of their type", n)
	}
	if n := count(reflect.TypeFor[even](), false, refused); n == 0 {
		t.Error("the methods are called though nobody asked for it")
	}
	if n := count(reflect.TypeFor[even](), true, reflect.Value.IsZero); n > 16 {
		t.Errorf("%d values of 64 are zero", n)
	}
	if n := count(reflect.TypeFor[whole](), true, func(v reflect.Value) bool { return v.Interface().(whole).Nanosecond() > 0 }); n < 56 {
		t.Errorf("%d times of 64 have nanoseconds, which the type's own JSON loses", n)
	}
	if n := count(reflect.TypeFor[level](), true, func(v reflect.Value) bool { return v.Len() > 0 }); n < 32 {
		t.Errorf("%d of 64 levels are set", n)
	}
	if n := count(reflect.TypeFor[scaled](), true, func(v reflect.Value) bool { return v.Interface().(scaled).Exp > 1<<fewBits }); n > 0 {
		t.Errorf("%d exponents are large", n)
	}
	if n := count(reflect.TypeFor[ticket](), true, reflect.Value.IsZero); n > 32 { // nothing that it takes is known: the rows show it
		t.Errorf("%d of 64 tickets are zero", n)
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
	type chain struct {
		A, B int
		Next *chain
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
		{ // of a recursive type those of its first appearance
			[]reflect.Value{reflect.ValueOf(chain{Next: &chain{Next: &chain{B: 1}}})},
			[]string{"A", "B"},
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

// A field is left out of the struct that was named, and of no other with a field of that
// name.
func TestLeaveOutOfItsOwner(t *testing.T) {
	type (
		note   struct{ ID, Text string }
		record struct {
			ID    string
			Notes []note
		}
	)
	clear := LeaveOut(reflect.TypeFor[record](), []string{TypeName(reflect.TypeFor[note]()) + ".ID"})
	v := record{"kept", []note{{"left out", "kept"}}}
	clear(reflect.ValueOf(&v).Elem())
	if want := (record{"kept", []note{{"", "kept"}}}); !reflect.DeepEqual(v, want) {
		t.Errorf("%+v, want %+v", v, want)
	}
}

// coded is a text of a form of its own, by type.
type (
	coded[F form] string
	form          interface{ pattern() string }
	currency      struct{}
	country       struct{}
	mail          struct{}
	release       struct{}
	trace         struct{}
	address       struct{}
)

func (currency) pattern() string { return "^[A-Z]{3}$" }
func (country) pattern() string  { return "^[A-Z]{2}$" }
func (mail) pattern() string     { return "^[a-z0-9]+@[a-z.]+$" }
func (release) pattern() string  { return `^v\d+\.\d+\.\d+$` }
func (trace) pattern() string    { return "^[0-9a-f]{32}$" }
func (address) pattern() string  { return "^0x[0-9a-f]{40}$" }

func (c coded[F]) MarshalText() ([]byte, error) {
	var f F
	if !regexp.MustCompile(f.pattern()).MatchString(string(c)) {
		return nil, fmt.Errorf("%q is none", string(c))
	}
	return []byte(c), nil
}

func (c *coded[F]) UnmarshalText(text []byte) error {
	*c = coded[F](text)
	_, err := c.MarshalText()
	return err
}

// TestCodesOfAFixedForm: types that refuse their zero value and all but one form of text.
func TestCodesOfAFixedForm(t *testing.T) {
	type record struct {
		Currency coded[currency]
		Country  coded[country]
		Mail     coded[mail]
		Release  coded[release]
		Trace    coded[trace]
		Address  coded[address]
	}
	Generate(reflect.TypeFor[record](), 1, 8, Options{}, func(v reflect.Value) {
		if _, err := json.Marshal(v.Interface()); err != nil {
			t.Error(err)
		}
	})
}
