package deep_test

import (
	"testing"
	"time"

	"github.com/assay-go/assay/worker/deep"
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
