package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
)

// The time left never grows, whatever a step believes.
func TestTimeLeftNeverRunsBackwards(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, false)
	p.now = func() time.Time { return now }
	for _, s := range []struct {
		kind bench.Kind
		left time.Duration
	}{
		{bench.Compiling, 0}, {bench.Measuring, 40 * time.Second}, {bench.Measuring, 50 * time.Second},
		{bench.Verifying, 0}, {bench.Measuring, 20 * time.Second}, {bench.Verifying, 45 * time.Second},
	} {
		for range 3 {
			now = now.Add(11 * time.Second)
			p.step(bench.Step{Kind: s.kind, Subject: "data", TimeLeft: s.left})
		}
	}
	p.close()
	last := time.Hour
	lines := 0
	for line := range strings.Lines(out.String()) {
		_, left, ok := strings.Cut(line, ", ")
		if !ok {
			continue
		}
		d, err := time.ParseDuration(strings.Fields(left)[0])
		if err != nil || d > last {
			t.Errorf("%s left after %s", d, last)
		}
		last = d
		lines++
	}
	if lines < 5 || last != 20*time.Second {
		t.Errorf("%d lines, the last with %s:\n%s", lines, last, out.String())
	}
}

// A step is announced when it has taken a second, for which it must be told of again.
func TestAnnouncement(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, false)
	p.now = func() time.Time { return now }
	var got []string
	for range 7 {
		p.step(bench.Step{Kind: bench.Waiting, TimeLeft: 300 * time.Millisecond})
		got = append(got, out.String())
		now = now.Add(time.Second / 5)
	}
	p.close()
	if want := "waiting for another assay that builds the same\n"; got[4] != "" || got[5] != want || got[6] != want {
		t.Errorf("printed by and by %q, want %q after a second", got, want)
	}
}

// A step of which nothing is heard is seen to be alive.
func TestSilentStep(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	p := newProgress(&out, true)
	p.now = func() time.Time { return now }
	for range 2 {
		p.step(bench.Step{Kind: bench.Compiling, Done: 3, Total: 10})
		now = now.Add(4 * time.Second)
	}
	for range 2 {
		out.Reset()
		p.again()
		if want := "silent for " + now.Sub(time.Unix(4, 0)).String(); !strings.Contains(out.String(), want) {
			t.Errorf("drawn %q, want %q in it", out.String(), want)
		}
		now = now.Add(3 * time.Second)
	}
	p.close()
	out.Reset()
	p.again()
	if out.Len() > 0 {
		t.Errorf("drawn after the end: %q", out.String())
	}
}

// A bar is as long as its share says.
func TestBar(t *testing.T) {
	for share, want := range map[float64]string{
		0:    "compiling   0% |                        |",
		.256: "compiling  26% |██████                  |",
		1:    "compiling 100% |████████████████████████|",
	} {
		if got := bar("compiling", share); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}
