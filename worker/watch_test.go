package worker

import (
	"strings"
	"testing"
	"time"
)

// TestWatch: who uses too much is stopped, and who waits for what never comes, but not who
// waits for a processor.
func TestWatch(t *testing.T) {
	for _, tc := range []struct {
		name   string
		each   time.Duration // of processor time between two looks
		atWork func(look int) int
		looks  int // until it is stopped; 0: never
		reason string
	}{
		{"uses too much", 200 * time.Millisecond, nil, 11, "took more than 2s of processor time"},
		{"waits", time.Millisecond, func(int) int { return 0 }, 5, "stood still for 1s"},
		{"gets on", 10 * time.Millisecond, nil, 201, "took more than 2s of processor time"},
		{"is given no processor", 0, func(int) int { return 1 }, 0, ""},
		{"is given one now and then", 0, func(look int) int { return min(look%4, 1) }, 0, ""},
		{"waits in the end", 0, func(look int) int { return max(10-look, 0) }, 14, "stood still for 1s"},
	} {
		w := watch{limit: 2 * time.Second, patience: time.Second, begin: time.Minute, last: time.Minute}
		used, looks, reason := w.begin, 0, ""
		for reason == "" && looks < 1000 {
			looks++
			used += tc.each
			reason = w.look(used, func() int {
				if tc.atWork == nil {
					t.Fatalf("%s: goroutines are looked at though it has used %v", tc.name, tc.each)
				}
				return tc.atWork(looks)
			})
		}
		if want := tc.looks; want == 0 && reason != "" || want > 0 && (looks != want || !strings.Contains(reason, tc.reason)) {
			t.Errorf("%s: %q after %d looks, want %q after %d", tc.name, reason, looks, tc.reason, want)
		}
	}
}
