package probe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

type part struct {
	X    int8
	Name string
}

type all struct {
	part
	Name   string // hides the embedded one
	B      []byte
	Four   [4]byte
	P      *int
	Nil    *int
	M      map[string]float32
	K      map[int]string
	L      []part
	Any    any
	At     time.Time
	Big    *big.Int
	hidden int
}

func TestLeaves(t *testing.T) {
	seven := 7
	v := all{
		part: part{X: 1, Name: "in"}, Name: "out", B: []byte("b"), P: &seven,
		M: map[string]float32{"b": 0.1, "a\"]": float32(math.Inf(1))}, K: map[int]string{-1: "x"},
		L: []part{{X: 2}}, Any: int64(5), At: time.Date(2026, 1, 2, 3, 4, 5, 6, time.FixedZone("", 19800)), Big: big.NewInt(12),
		hidden: 3,
	}
	got := ""
	for _, l := range Leaves(reflect.ValueOf(&v).Elem()) {
		got += fmt.Sprintf("%s %s %q %v\n", l.Path, l.Kind, l.Value, l.Nil)
	}
	want := ` struct "" false
X int8 "1" false
part.Name string "in" false
Name string "out" false
B bytes "Yg==" false
Four byte array "AAAAAA==" false
P int "7" false
Nil nil "" false
M map "2" false
M["a\"]"] float32 "+Inf" false
M["b"] float32 "0.1" false
K map "1" false
K[-1] string "x" false
L slice "1" false
L[0] struct "" false
L[0].X int8 "2" false
L[0].Name string "" false
Any.(int64) int64 "5" false
At time "2026-01-02T03:04:05.000000006+05:30:00" false
Big opaque "12" false
`
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// Floats have all their bits, and what is no UTF-8 is told too.
func TestLeavesKeepBits(t *testing.T) {
	type bits struct {
		F  float64
		N  float32
		S  string
		E  []string
		No []string
	}
	v := bits{F: math.Copysign(0, -1), N: math.Float32frombits(0x7FC00123), S: "a\xff", E: []string{}}
	want := []protocol.Leaf{
		{Kind: "struct"}, {Path: "F", Kind: "float64", Value: "-0"}, {Path: "N", Kind: "float32", Value: "NaN 7fc00123"},
		{Path: "S", Kind: "string", Value: "\x00hex 61ff"}, {Path: "E", Kind: "slice", Value: "0"}, {Path: "No", Kind: "slice", Value: "0", Nil: true},
	}
	if got := Leaves(reflect.ValueOf(&v).Elem()); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

// jsonCase is a case of encoding/json.
func jsonCase[T any](list ...T) verify.Case {
	c := verify.Case{New: func() any { return new(T) }, Open: func() verify.Codec {
		return verify.Codec{Marshal: json.Marshal, Unmarshal: func(data []byte, v any) error { return json.Unmarshal(data, v) }}
	}}
	for i := range list {
		c.Values = append(c.Values, &list[i])
	}
	return c
}

// A value that is told is the one that is written, and is the same in another process:
// nothing hangs on the order of a map.
func TestNamedValues(t *testing.T) {
	type record struct {
		N    int64
		Tags []string
		M    map[string]int
		P    *int
		At   time.Time
	}
	seven := 7
	c := jsonCase(record{N: 5, Tags: []string{"a"}, M: map[string]int{"a": 1, "b": 2, "c": 3, "d": 4}, P: &seven, At: time.Unix(1e9, 0).UTC()}, record{})
	ask := func(p protocol.Probe) *protocol.Probed {
		t.Helper()
		a, err := Answer(c, p)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	told := ask(protocol.Probe{What: "values", Values: 5, Everywhere: true})
	again := map[string][]protocol.Leaf{}
	for _, v := range ask(protocol.Probe{What: "values", Values: 5, Everywhere: true}).Values {
		again[v.Name] = v.Leaves
	}
	kinds := map[string]bool{}
	for _, v := range told.Values {
		kinds[v.Edge] = true
		if !cmp.Equal(again[v.Name], v.Leaves) {
			t.Errorf("%s (%s) is another value when it is made again", v.Name, v.Edge)
		}
		if a := ask(protocol.Probe{What: "write", Name: v.Name}); (a.Encoded == nil) == (a.Refused == "") {
			t.Errorf("%s (%s): %+v", v.Name, v.Edge, a)
		}
	}
	for _, kind := range []string{"", "the largest integer", "a list of 65,536", "one element more", "a pointer to zero", "a nil pointer", "invalid UTF-8 in a key", "keys that differ in case", "another time zone"} {
		if !kinds[kind] {
			t.Errorf("no value is %q", kind)
		}
	}
	// The value that edges are put into is told as it is too.
	few := jsonCase(record{}, record{}, record{N: 1, Tags: []string{"x"}, P: &seven})
	if a, err := Answer(few, protocol.Probe{What: "values", Values: 1, Everywhere: true}); err != nil || a.Values[1].Name != "value 2" {
		t.Errorf("%v, %+v", err, a.Values[:2])
	}
	places := ask(protocol.Probe{What: "values", Places: []string{"N"}})
	for _, v := range places.Values {
		if v.Path != "N" && v.Edge != "" {
			t.Errorf("%s at %s, where only N was asked for", v.Edge, v.Path)
		}
	}
	if len(places.Values) < 4 {
		t.Errorf("%d edges of N", len(places.Values))
	}
	for path, want := range map[string]int{"N": len(`{"N":`), `M["b"]`: len(`{"N":5,"Tags":["a"],"M":{"a":1,"b":`), "Tags[0]": len(`{"N":5,"Tags":["`), "absent": -1} {
		a := ask(protocol.Probe{What: "locate", Name: "value 0", Path: path})
		if a.At == nil && want >= 0 || a.At != nil && *a.At != want {
			t.Errorf("%s is at %v (%s), want %d", path, a.At, a.Refused, want)
		}
	}
	read := ask(protocol.Probe{What: "read", Encoded: []byte(`{"N":9}`)})
	if !bytes.Contains(fmt.Append(nil, read.Leaves), []byte("{N int64 9 false }")) {
		t.Errorf("read %+v", read)
	}
	written := ask(protocol.Probe{What: "write", Name: "value 0"}).Encoded
	for name, same := range map[string]bool{"value 0": true, "": false, "edge 0 of value 0": false} {
		if a := ask(protocol.Probe{What: "read", Name: name, Encoded: written}); same != (len(a.Leaves)+len(a.Was) == 0) || len(a.Leaves) > 1 && name != "" {
			t.Errorf("what was written of value 0 is read as %q: %+v", name, a)
		}
	}
	if a := ask(protocol.Probe{What: "read", Encoded: []byte(`{`)}); a.Refused == "" {
		t.Errorf("broken input: %+v", a)
	}
	if _, err := Answer(c, protocol.Probe{What: "write", Name: "value 77"}); err == nil {
		t.Error("there is no value 77")
	}
	c.Open = func() verify.Codec { return verify.Codec{Unmarshal: func([]byte, any) error { panic("ouch") }} }
	if a := ask(protocol.Probe{What: "read"}); a.Panic == "" {
		t.Errorf("a panic: %+v", a)
	}
}
