package deep

import (
	"math"
	"math/big"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"
)

type inner struct {
	A int
	B string
}

type opaqueID struct{ hi, lo uint64 }

func (o opaqueID) Equal(p opaqueID) bool { return o == p }

type mixed struct {
	Shown  int
	hidden string
}

type Embedded struct{ E int }

type stamp time.Time

type everything struct {
	Embedded
	mixed
	Bool    bool
	Int     int32
	Float   float64
	Single  float32
	Complex complex128
	Text    string
	Bytes   []byte
	List    []inner
	Array   [3]inner
	Map     map[string]inner
	Times   map[time.Time]int
	Floats  map[float64]int
	Pointer *inner
	Any     any
	At      time.Time
	Stamp   stamp
	Big     big.Int
	IP      netip.Addr
	ID      opaqueID
	Next    *everything
	Chan    chan int
}

func sample() *everything {
	now := time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC)
	return &everything{
		Embedded: Embedded{1}, mixed: mixed{2, "h"}, Bool: true, Int: -3, Float: math.Pi, Single: 0.5, Complex: 1 + 2i,
		Text: "text", Bytes: []byte("bytes"), List: []inner{{1, "a"}, {2, "b"}}, Array: [3]inner{{3, "c"}},
		Map: map[string]inner{"k": {4, "d"}, "l": {5, "e"}}, Times: map[time.Time]int{now: 1},
		Floats: map[float64]int{math.NaN(): 1, 2: 3}, Pointer: &inner{6, "f"}, Any: map[string]any{"n": int64(5), "l": []any{"x", true}},
		At: now, Stamp: stamp(now), Big: *big.NewInt(1 << 40), IP: netip.MustParseAddr("::1"), ID: opaqueID{1, 2},
		Next: &everything{Text: "next"}, Chan: make(chan int),
	}
}

func TestCompareFindsTheFirstDifference(t *testing.T) {
	for _, tc := range []struct {
		change func(e *everything)
		want   string // path: want …, got …
	}{
		{func(e *everything) { e.E = 9 }, "Embedded.E: want 1, got 9"},
		{func(e *everything) { e.mixed.Shown = 9 }, "mixed.Shown: want 2, got 9"},
		{func(e *everything) { e.Bool = false }, "Bool: want true, got false"},
		{func(e *everything) { e.Int++ }, "Int: want -3, got -2"},
		{func(e *everything) { e.Float = math.NaN() }, "Float: want 3.141592653589793, got NaN"},
		{func(e *everything) { e.Single = 0.25 }, "Single: want 0.5, got 0.25"},
		{func(e *everything) { e.Complex = 1 + 3i }, "Complex: want (1+2i), got (1+3i)"},
		{func(e *everything) { e.Text = strings.Repeat("x", 100) }, `Text: want "text", got "` + strings.Repeat("x", 40) + `"… (100 bytes)`},
		{func(e *everything) { e.Text = "x" + strings.Repeat("ä", 50) }, `Text: want "text", got "x` + strings.Repeat("ä", 19) + `"… (101 bytes)`}, // no part of a letter
		{func(e *everything) { e.Bytes[4]++ }, "Bytes[4]: want 115, got 116"},
		{func(e *everything) { e.Bytes = e.Bytes[:2] }, "Bytes: want length 5, got length 2"},
		{func(e *everything) { e.List[1].B = "" }, `List[1].B: want "b", got ""`},
		{func(e *everything) { e.Array[2].A = 1 }, "Array[2].A: want 0, got 1"},
		{func(e *everything) { e.Map["k"] = inner{4, "z"} }, `Map["k"].B: want "d", got "z"`},
		{func(e *everything) { delete(e.Map, "l"); e.Map["m"] = inner{} }, `Map["l"]: want {5 e}, got no such key`},
		{func(e *everything) { e.Map = nil }, "Map: want length 2, got nil"},
		{func(e *everything) { clear(e.Times); e.Times[time.Unix(0, 0)] = 1 }, "Times[2020-01-02T03:04:05.000000006Z]: want 1, got no such key"},
		{func(e *everything) { e.Pointer = nil }, "Pointer: want a *deep.inner, got nil"},
		{func(e *everything) { e.Pointer.A = 7 }, "Pointer.A: want 6, got 7"},
		{func(e *everything) { e.Any = nil }, "Any: want map[string]interface {} of length 2, got nil"},
		{func(e *everything) { e.Any.(map[string]any)["n"] = int64(6) }, `Any["n"]: want 5, got 6`},
		{func(e *everything) { e.Any.(map[string]any)["n"] = 5.5 }, `Any["n"]: want int64(5), got float64(5.5)`},
		{func(e *everything) { e.At = e.At.Add(1) }, "At: want 2020-01-02T03:04:05.000000006Z, got 2020-01-02T03:04:05.000000007Z"},
		{func(e *everything) { e.Stamp = stamp{} }, "Stamp: want 2020-01-02T03:04:05.000000006Z, got 0001-01-01T00:00:00Z"},
		{func(e *everything) { e.Big = *big.NewInt(7) }, "Big: want 1099511627776, got 7"},
		{func(e *everything) { e.IP = netip.Addr{} }, "IP: want ::1, got invalid IP"},
		{func(e *everything) { e.ID.lo++ }, "ID: want {1 2}, got {1 3}"},
		{func(e *everything) { e.Next.Next = &everything{} }, "Next.Next: want nil, got a *deep.everything"},
		{func(e *everything) { e.Chan = nil }, "Chan: want a chan int, got nil"},
	} {
		want, got := sample(), sample()
		tc.change(got)
		res := Compare(want, got)
		if res.String() != tc.want {
			t.Errorf("got  %s\nwant %s", res, tc.want)
		}
		if Equal[everything]()(want, got) {
			t.Errorf("%s: Equal sees no difference", tc.want)
		}
	}
	if res := Compare(sample(), sample()); res.Differs || len(res.Findings) > 0 || res.String() != "equal" {
		t.Errorf("two samples: %+v", res)
	}
}

// State that nobody compares by a method counts however deep it lies.
func TestCompareSeesHiddenState(t *testing.T) {
	type core struct{ n int }
	type box struct {
		Shown string
		core  core
		list  []core
		any   any
	}
	want := box{"x", core{1}, []core{{2}}, core{3}}
	for _, got := range []box{
		{"x", core{}, []core{{2}}, core{3}},
		{"x", core{1}, []core{{0}}, core{3}},
		{"x", core{1}, []core{{2}}, core{0}},
		{"x", core{1}, nil, core{3}},
	} {
		res := Compare(&want, &got)
		if res.Differs || !res.Loses() || !strings.Contains(res.String(), ": unexported state is lost: was ") {
			t.Errorf("%+v: %s", got, res)
		}
	}
	if res := Compare(&want, &want); res.Loses() {
		t.Error(res)
	}
	// A hidden time is compared as a time is, wherever it stands.
	type stamped struct {
		Shown string
		at    time.Time
		ip    netip.Addr
	}
	now := time.Now() // clock: a value with a monotonic reading
	a, b := stamped{"x", now, netip.MustParseAddr("::1")}, stamped{"x", now.Round(0).UTC(), netip.MustParseAddr("::1")}
	if res := Compare(&map[int]stamped{1: a}, &map[int]stamped{1: b}); res.Loses() {
		t.Error(res)
	}
	b.at = b.at.Add(1)
	if res := Compare(&map[int]stamped{1: a}, &map[int]stamped{1: b}); !res.Loses() {
		t.Error("another hidden time is taken for the same")
	}
	type marked struct {
		_struct bool `codec:",toarray"`
		Shown   string
	}
	if res := Compare(&marked{true, "x"}, &marked{false, "x"}); res.Loses() {
		t.Error("a field for its tag is taken for state:", res)
	}
	m, n := map[any]int{core{1}: 1}, map[any]int{core{2}: 1}
	if !Compare(&m, &n).Loses() {
		t.Error("keys that differ in hidden state are taken for the same")
	}
}

func TestCompareTellsLossesFromDifferences(t *testing.T) {
	berlin := time.FixedZone("CET", 3600)
	for _, tc := range []struct {
		name         string
		want, got    any // pointers
		kind, detail string
	}{
		{"nil slice", &struct{ A []int }{}, &struct{ A []int }{[]int{}}, NilEmpty, "nil came back as empty"},
		{"empty slice", &struct{ A []int }{[]int{}}, &struct{ A []int }{}, NilEmpty, "empty came back as nil"},
		{"nil map", &map[int]int{}, new(map[int]int), NilEmpty, "empty came back as nil"},
		{"zone", ptr(time.Unix(1, 0).In(berlin)), ptr(time.Unix(1, 0).UTC()), ZoneLost, "CET (UTC+3600 s) came back as UTC (UTC+0 s)"},
		{"unexported", &mixed{1, "x"}, &mixed{1, ""}, Unexported, `was "x", is ""`},
		{"number in any", ptr(any(int8(5))), ptr(any(uint64(5))), DynamicType, "int8 came back as uint64"},
		{"float in any", ptr(any(int8(5))), ptr(any(5.0)), DynamicType, "int8 came back as float64"},
		{"list in any", ptr(any([]string{"a"})), ptr(any([]any{"a"})), DynamicType, "[]string came back as []interface {}"},
		{"map in any", ptr(any(map[string]int{"a": 1})), ptr(any(map[any]any{"a": 1.0})), DynamicType, "map[string]int came back as map[interface {}]interface {}"},
		{"bytes in any", ptr(any([]byte("a"))), ptr(any("a")), DynamicType, "[]uint8 came back as string"},
	} {
		res := Compare(tc.want, tc.got)
		if res.Differs || len(res.Findings) != 1 || res.Findings[0].Kind != tc.kind || res.Findings[0].Detail != tc.detail {
			t.Errorf("%s: %+v", tc.name, res)
		}
		eq := builder{}.of(reflect.TypeOf(tc.want).Elem())
		if !eq(reflect.ValueOf(tc.want).UnsafePointer(), reflect.ValueOf(tc.got).UnsafePointer()) {
			t.Errorf("%s: Equal sees a difference", tc.name)
		}
	}
	for name, pair := range map[string][2]any{
		"NaN":               {ptr(math.NaN()), ptr(math.NaN())},
		"monotonic clock":   {ptr(time.Now()), nil}, // clock: a value with a monotonic reading
		"state of decoders": {&mixed{1, ""}, &mixed{1, "cached"}},
	} {
		if pair[1] == nil {
			pair[1] = ptr(pair[0].(*time.Time).Round(0))
		}
		if res := Compare(pair[0], pair[1]); res.Differs || len(res.Findings) > 0 {
			t.Errorf("%s: %+v", name, res)
		}
	}
	for name, pair := range map[string][2]any{
		"negative zero":      {ptr(0.0), ptr(math.Copysign(0, -1))},
		"NaN payload":        {ptr(math.NaN()), ptr(math.Float64frombits(math.Float64bits(math.NaN()) ^ 2))},
		"large int in float": {ptr(any(int64(1<<53 + 1))), ptr(any(float64(1 << 53)))},
		"text for number":    {ptr(any(5)), ptr(any("5"))},
		"other list in any":  {ptr(any([]string{"a"})), ptr(any([]any{"b"}))},
		"nil in any":         {ptr(any(5)), ptr(any(nil))},
	} {
		if res := Compare(pair[0], pair[1]); !res.Differs {
			t.Errorf("%s: no difference", name)
		}
	}
}

func TestCyclesEnd(t *testing.T) {
	ring := func(text string) *everything {
		e := &everything{Text: "first"}
		e.Next = &everything{Text: text, Next: e}
		e.Any = e
		return e
	}
	a := ring("second")
	b := Clone(a).(*everything)
	if b.Next.Next != b || b == a {
		t.Error("the clone is no cycle of its own")
	}
	if res := Compare(a, b); res.Differs {
		t.Error(res)
	}
	if res := Compare(a, ring("other")); !res.Differs || res.Path != "Any.Next.Text" {
		t.Error(res)
	}
	if n := len(Leaves(a, 1000)); n == 0 {
		t.Error("no leaves")
	}
	Spans(a)
	Grow(a)
}

func ptr[T any](v T) *T { return &v }

// Equal looks into the structs of protobuf's opaque API, whose fields are hidden
// by name.
func TestHiddenFieldsAreCompared(t *testing.T) {
	type message struct {
		state             int
		xxx_hidden_Name   string
		xxx_hidden_Number int64
		xxx_hidden_List   *[]*int32
		XXX_presence      [1]uint32
		sizeCache         int32
	}
	of := func(n int32) *message { return &message{1, "name", 2, &[]*int32{&n}, [1]uint32{3}, n} }
	equal := Equal[message]()
	if !equal(of(4), of(4)) {
		t.Error("equal messages differ")
	}
	cached := of(4)
	cached.state, cached.sizeCache = 5, 6
	if !equal(of(4), cached) {
		t.Error("the state of a message is compared")
	}
	named, numbered := of(4), of(4)
	named.xxx_hidden_Name, numbered.xxx_hidden_Number = "nome", 7
	for _, other := range []*message{named, numbered, of(5)} {
		if equal(of(4), other) {
			t.Errorf("%+v is not told apart", other)
		}
	}
}

// quantity is as resource.Quantity: a number and the text that it was read from.
type quantity struct {
	Format string
	text   string
}

func (q quantity) MarshalText() ([]byte, error) { return []byte(q.text), nil }

func TestLeavesKeepWhatBelongsTogether(t *testing.T) {
	v := struct {
		Name  string
		Limit quantity
	}{"x", quantity{"decimal", "1"}}
	if list := Leaves(&v, 10); len(list) != 1 || list[0].Path != "Name" {
		t.Errorf("leaves are %v, want Name alone", list)
	}
}

// TestFirstDifferenceIsTheSame: maps have no order, but what is said of them has one.
func TestFirstDifferenceIsTheSame(t *testing.T) {
	type elem struct{ N, M *int }
	type value struct {
		Map   map[string]elem
		Lists map[int][]int
		Other map[float64]string
	}
	n := new(1)
	want := &value{
		Map:   map[string]elem{"a": {n, n}, "b": {n, n}, "c": {n, n}, "d": {n, n}},
		Lists: map[int][]int{-1: {}, 10: {}, 2: {}, 3: {}},
		Other: map[float64]string{math.NaN(): "x", 1: "y", 2: "z"},
	}
	for _, test := range []struct {
		name    string
		change  func(*value)
		differs string
		finding string
	}{
		{"several elements", func(v *value) { v.Map["b"], v.Map["c"], v.Map["d"] = elem{n, nil}, elem{nil, n}, elem{} }, `Map["b"].M: want a *int, got nil`, ""},
		{"several keys", func(v *value) {
			delete(v.Map, "c")
			delete(v.Map, "d")
			v.Map["x"], v.Map["y"] = elem{n, n}, elem{n, n}
		}, `Map["c"]: want `, ""},
		{"findings", func(v *value) { v.Lists = map[int][]int{-1: nil, 10: nil, 2: nil, 3: nil} }, "equal", "Lists[-1]"},
		{"behind a NaN", func(v *value) { v.Other[1], v.Other[2] = "n", "o" }, `Other[1]: want "y", got "n"`, ""},
	} {
		for range 100 {
			got := Clone(want).(*value)
			test.change(got)
			r := Compare(want, got)
			if !strings.HasPrefix(r.String(), test.differs) {
				t.Fatalf("%s: %s", test.name, r)
			}
			if test.finding != "" && (len(r.Findings) != 1 || r.Findings[0].Path != test.finding) {
				t.Fatalf("%s: %+v", test.name, r.Findings)
			}
		}
	}
}
