package deep_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/assay-go/assay/worker/internal/deep"
)

func TestCutTimes(t *testing.T) {
	type stamp time.Time
	type event struct {
		At    time.Time
		Own   stamp
		Until *time.Time
		Log   []time.Time
		By    map[string]time.Time
		Any   any
		Next  *event
		N     int64
	}
	zone := time.FixedZone("here", 3600)
	fine := time.Date(2026, 1, 2, 3, 4, 5, 678901234, zone)
	coarse := time.Date(2026, 1, 2, 3, 4, 5, 678000000, zone)
	until := fine
	e := event{fine, stamp(fine), &until, []time.Time{coarse, fine}, map[string]time.Time{"a": fine}, fine, nil, 678901234}
	e.Next = &e // a cycle ends
	if n := deep.CutTimes(&e, time.Millisecond); n != 6 {
		t.Errorf("%d times changed, want 6", n)
	}
	for name, got := range map[string]time.Time{
		"field": e.At, "own type": time.Time(e.Own), "pointer": *e.Until, "in place already": e.Log[0], "slice": e.Log[1], "map": e.By["a"], "interface": e.Any.(time.Time),
	} {
		if !got.Equal(coarse) || got.Location() != zone {
			t.Errorf("%s: %v, want %v", name, got, coarse)
		}
	}
	if e.N != 678901234 {
		t.Errorf("a number became %d", e.N)
	}
	if n := deep.CutTimes(&e, time.Millisecond); n != 0 {
		t.Errorf("the second cut changed %d times", n)
	}
}

// floating has seconds in a float in its JSON, as some of AWS's events do.
type floating struct{ time.Time }

func (f floating) MarshalJSON() ([]byte, error) {
	return json.Marshal(float64(f.UnixNano()) / 1e9)
}

func (f *floating) UnmarshalJSON(b []byte) error {
	var s float64
	err := json.Unmarshal(b, &s)
	f.Time = time.Unix(int64(s), int64((s-float64(int64(s)))*1e9))
	return err
}

// TestCutTimesAreCarried: what the methods of a type cannot write is cut to what they can.
func TestCutTimesAreCarried(t *testing.T) {
	for n := range int64(50) {
		v := struct{ At floating }{floating{time.Unix(828582287, n*19_999_957).UTC()}}
		deep.CutTimes(&v, time.Millisecond)
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		back := v
		if err := json.Unmarshal(b, &back); err != nil || !back.At.Equal(v.At.Time) {
			t.Fatalf("%v comes back as %v: %v", v.At.Time, back.At.Time, err)
		}
	}
}
