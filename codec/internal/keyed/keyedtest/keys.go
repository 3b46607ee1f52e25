package keyedtest

import (
	"math"
	"strings"
	"testing"
	"time"
)

// KeysCodec is the code for types with keys of maps, of the format ID.
type KeysCodec struct {
	ID        string
	Append    func([]byte, *Keys) ([]byte, error)
	Unmarshal func([]byte, *Keys) error
	List      func(*[]map[float64]int) ([]byte, error)
	Map       func(*map[float64]int) ([]byte, error)
	Sorted    func(*Sorted) ([]byte, error)
}

// Test refuses keys that are equal on the wire, which a reader would make one of, and writes
// those that are not.
func (c KeysCodec) Test(t *testing.T) {
	here, there := time.Unix(1e9, 0).UTC(), time.Unix(1e9, 0).In(time.FixedZone("", 0))
	for path, v := range map[string]Keys{
		"Times[key]":   {Times: map[time.Time]int{here: 1, there: 2}},
		"Structs[key]": {Structs: map[Stay]int{{1, here}: 1, {1, there}: 2}},
		"Arrays[key]":  {Arrays: map[[2]time.Time]int{{here, there}: 1, {there, here}: 2}},
		"Left[key]":    {Left: map[Marked]int{{"a", 1}: 1, {"a", 2}: 2}},
		"Empty[key]":   {Empty: map[Empty]int{{"a", Hint{}}: 1, {"a", Hint{Value: 1}}: 2}},
		"Floats[key]":  {Floats: map[float64]int{math.NaN(): 1, math.NaN(): 2}},
		"Carried[key]": {Carried: map[Folded]int{{"A"}: 1, {"a"}: 2}},
	} {
		b, err := c.Append([]byte("before"), &v)
		if err == nil || string(b) != "before" || !strings.Contains(err.Error(), ": keyedtest.Keys."+path+": two keys are one") {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
	fine := Keys{
		Times: map[time.Time]int{here: 1, here.Add(1): 2}, Structs: map[Stay]int{{1, here}: 1, {2, here}: 2},
		Left: map[Marked]int{{"a", 1}: 1, {"b", 1}: 2}, Floats: map[float64]int{math.NaN(): 1, 0: 2, 1: 3}, Carried: map[Folded]int{{"a"}: 1, {"b"}: 2},
		Strings: map[string]int{"a": 1, "A": 2}, Ints: map[int8]int{-1: 1, 1: 2}, Rooms: map[Room]int{{Floor: 1}: 1, {Floor: 2}: 2},
	}
	b, err := c.Append(nil, &fine)
	if err != nil {
		t.Fatal(err)
	}
	var got Keys
	if err := c.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Times) != 2 || len(got.Structs) != 2 || len(got.Left) != 2 || len(got.Floats) != 3 || len(got.Carried) != 2 ||
		len(got.Strings) != 2 || len(got.Ints) != 2 || len(got.Rooms) != 2 {
		t.Errorf("%+v", got)
	}
	// The place is named in roots without a name, too.
	nan := map[float64]int{math.NaN(): 1, math.NaN(): 2}
	_, list := c.List(&[]map[float64]int{nan})
	_, root := c.Map(&nan)
	for place, err := range map[string]error{"[]map[float64]int[][key]": list, "map[float64]int[key]": root} {
		if err == nil || !strings.HasPrefix(err.Error(), c.ID+": "+place+": two keys are one") {
			t.Errorf("%s: %v", place, err)
		}
	}
	// Where keys are in order, one that is not equal to itself is not found again.
	if b, err := c.Sorted(&Sorted{map[float64]int{math.NaN(): 7}}); err == nil || !strings.Contains(err.Error(), "[key]") {
		t.Errorf("%x, %v", b, err)
	}
	if b, err := c.Sorted(&Sorted{map[float64]int{math.Copysign(0, -1): 7, math.Inf(-1): 1}}); err != nil {
		t.Errorf("%x, %v", b, err)
	}
}

// Keys has maps of which two keys may be one on the wire, and maps of which none may.
type Keys struct {
	Times   map[time.Time]int
	Structs map[Stay]int
	Arrays  map[[2]time.Time]int
	Left    map[Marked]int
	Empty   map[Empty]int
	Floats  map[float64]int
	Carried map[Folded]int
	Strings map[string]int
	Ints    map[int8]int
	Rooms   map[Room]int
}

// Stay holds a time.
type Stay struct {
	Room int
	From time.Time
}

// Marked has a field that is not written.
type Marked struct {
	Name string
	Mark int `msg:"-" cbor:"-" assay:"-"`
}

// Empty leaves out what its method calls zero.
type Empty struct {
	Name string
	Hint Hint `msg:",omitzero" cbor:",omitzero"`
}

// Hint is zero whenever it is not set.
type Hint struct {
	Set   bool
	Value int
}

// IsZero reports whether there is no hint.
func (h Hint) IsZero() bool { return !h.Set }

// Folded is a text whose case does not count.
type Folded struct{ text string }

// MarshalText implements encoding.TextMarshaler.
func (f Folded) MarshalText() ([]byte, error) { return []byte(strings.ToLower(f.text)), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Folded) UnmarshalText(b []byte) error {
	f.text = string(b)
	return nil
}

// Room tells all that it holds.
type Room struct {
	Floor int
	Name  string
	_     int
}

// Sorted has maps in the order of their keys.
type Sorted struct{ Floats map[float64]int }
