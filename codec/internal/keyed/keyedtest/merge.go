package keyedtest

import (
	"reflect"
	"testing"
)

// Merged is what Merge is tried with: a member of each kind that it treats in a way of its own.
type Merged struct {
	Name   string
	Count  int
	Inner  Part
	Behind *Part
	Parts  []Part
	ByName map[string]Part
}

// Part is a part of a Merged.
type Part struct {
	A, B int `msg:",omitempty" cbor:",omitempty"`
}

// Merge merges some, a message of Name "new", Inner.B 20, Behind.A 30, Parts of one B 60 and ByName
// with "x" of B 90: members that are not there stay, also in structs and
// behind pointers; lists and maps are replaced, and nothing of their old elements is left.
func Merge(t *testing.T, marshal func(*Merged) ([]byte, error), some string, merge func([]byte, *Merged) error) {
	t.Helper()
	old := func() *Merged {
		return &Merged{
			Name: "old", Count: 7, Inner: Part{1, 2}, Behind: &Part{3, 4},
			Parts: []Part{{5, 6}, {7, 8}}, ByName: map[string]Part{"x": {9, 10}, "y": {11, 12}},
		}
	}
	got := old()
	behind := got.Behind
	if err := merge([]byte(some), got); err != nil {
		t.Fatal(err)
	}
	want := &Merged{
		Name: "new", Count: 7, Inner: Part{1, 20}, Behind: &Part{30, 4},
		Parts: []Part{{0, 60}}, ByName: map[string]Part{"x": {0, 90}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got.Behind != behind {
		t.Error("what is behind a pointer is another value")
	}
	data, err := marshal(old())
	if err != nil {
		t.Fatal(err)
	}
	if err := merge(data, got); err != nil || !reflect.DeepEqual(got, old()) {
		t.Errorf("%+v, %v, want %+v", got, err, old())
	}
	if err := merge(append(data, 0), got); err == nil {
		t.Error("what goes on after the value is taken")
	}
}
