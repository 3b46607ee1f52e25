package report

import (
	"testing"

	"github.com/assay-go/assay/result"
)

// What is recommended for untrusted bytes is strict and bounded, whatever the speed of
// others is; and what is for trusted ones says what malformed input does to it. What
// nothing was tried of, and what ends the process, is named nowhere.
func TestChoicesKnowLabels(t *testing.T) {
	line := func(name string, ratio float64, unsafe result.Class, fault string) Glance {
		labels := []result.Label{{Name: result.Strict, Holds: true}, {Name: result.Bounded, Holds: fault == "", Fault: fault}}
		c := &result.Case{Class: unsafe, Labels: labels}
		return Glance{Name: name, Ratio: ratio, Size: 10, Rank: int(ratio), Class: unsafe, ZeroCopy: unsafe == result.Aliases, Fault: fault, Malformed: c.OnMalformed(), Bytes: Reads(c)}
	}
	untriedOf := line("untried", 0.1, result.Safe, "")
	untriedOf.Bytes = Reads(&result.Case{Class: result.Safe, Labels: []result.Label{{Name: result.Strict, Holds: true}}})
	shared := line("shared", 0.3, result.Aliases, "panics on cut input")
	shared.Size = 5
	list := choices([]*Subject{{Name: "s", Glance: []Glance{
		untriedOf,
		line("deadly", 0.2, result.Safe, "dies of malformed input"),
		shared,
		line("quick", 1, result.Unsafe, "panics on cut input"),
		line("lax", 2, result.Safe, "accepts cut input"),
		line("sound", 3, result.Safe, ""),
	}}})
	got := map[Need]Choice{}
	for _, c := range list {
		got[c.Need] = c
	}
	if c := got[Untrusted]; c.Row != "sound" || c.Fault != "" {
		t.Errorf("for untrusted bytes it is %s (%s)", c.Row, c.Fault)
	}
	if c := got[Trusted]; c.Row != "shared" || c.Fault != "panics on cut input" || !c.ZeroCopy {
		t.Errorf("for trusted bytes it is %s (%s)", c.Row, c.Fault)
	}
	if c := got[Least]; c.Row != "sound" || c.ZeroCopy {
		t.Errorf("smallest is %s", c.Row)
	}
	// What outlives changes is proven to change no value, or it is none.
	proven, known := line("proven", 2, result.Safe, ""), line("known", 1, result.Safe, "")
	proven.Evolves, proven.Survives, known.Evolves, known.Changes = true, true, true, "changes values when types change"
	untried := line("untried", 2, result.Safe, "")
	untried.Evolves = true
	for _, test := range []struct {
		lines []Glance
		row   string
	}{
		{[]Glance{line("none", 1, result.Safe, ""), proven}, "proven"},
		{[]Glance{known}, ""},
		{[]Glance{known, proven}, "proven"},
		{[]Glance{known, untried}, ""},
	} {
		row := ""
		for _, c := range choices([]*Subject{{Name: "s", Glance: test.lines}}) {
			if c.Need == Evolving {
				row = c.Row
			}
		}
		if row != test.row {
			t.Errorf("for types that change it is %q, want %q", row, test.row)
		}
	}
	// Messages of others are read by what is safe, where there is such a row.
	lax := line("lax", 1, result.Safe, "accepts cut input")
	lax.Evolves, lax.Survives, lax.Portable = true, true, true
	strict := line("strict", 2, result.Safe, "")
	strict.Evolves, strict.Survives, strict.Portable = true, true, true
	for _, test := range []struct {
		lines []Glance
		row   string
	}{{[]Glance{lax, strict}, "strict"}, {[]Glance{lax}, "lax"}} {
		for _, c := range choices([]*Subject{{Name: "s", Glance: test.lines}}) {
			if (c.Need == Portable || c.Need == Evolving) && c.Row != test.row {
				t.Errorf("%s: %s, want %s", c.Need, c.Row, test.row)
			}
		}
	}
	// The worst of any subject counts, in whichever order they come.
	on := func(fault string, zeroCopy bool) Glance {
		l := line("mixed", 1, result.Safe, fault)
		l.ZeroCopy, l.Size = zeroCopy, 5
		return l
	}
	sound := line("sound", 2, result.Safe, "")
	for _, test := range []struct {
		one, two       Glance
		trusted, fault string
		least          string
	}{
		{on("", false), on("dies of malformed input", false), "sound", "", "sound"},
		{on("", false), on("accepts cut input", false), "mixed", "accepts cut input", "mixed"},
		{on("accepts cut input", false), on("panics on cut input", false), "mixed", "panics on cut input", "mixed"},
		{on("panics on cut input", false), on("panics on cut input", true), "mixed", "panics on cut input", "sound"},
	} {
		for _, pair := range [][2]Glance{{test.one, test.two}, {test.two, test.one}} {
			got := map[Need]Choice{}
			for _, c := range choices([]*Subject{{Name: "one", Glance: []Glance{pair[0], sound}}, {Name: "two", Glance: []Glance{pair[1], sound}}}) {
				got[c.Need] = c
			}
			if got[Untrusted].Row != "sound" {
				t.Errorf("%q and %q: %s for untrusted bytes", pair[0].Fault, pair[1].Fault, got[Untrusted].Row)
			}
			if c := got[Trusted]; c.Row != test.trusted || c.Fault != test.fault {
				t.Errorf("%q and %q: for trusted bytes %s (%s), want %s (%s)", pair[0].Fault, pair[1].Fault, c.Row, c.Fault, test.trusted, test.fault)
			}
			if c := got[Least]; c.Row != test.least {
				t.Errorf("%q and %q: the smallest is %s, want %s", pair[0].Fault, pair[1].Fault, c.Row, test.least)
			}
		}
	}
	old := line("old", 1, result.Safe, "")
	old.Unmaintained = "archived"
	if c := choices([]*Subject{{Name: "s", Glance: []Glance{old}}})[0]; c.Unmaintained != "archived" {
		t.Errorf("of who is maintained by nobody: %+v", c)
	}
	// Of rows that are tied a smaller one is not taken that seems to take much longer, for trusted
	// bytes neither, however quick an unsafe one seems.
	quick, big, small := line("quick", 1, result.Unsafe, "panics on cut input"), line("big", 1.5, result.Safe, ""), line("small", 1.7, result.Safe, "")
	small.Size = 8
	for _, c := range choices([]*Subject{{Name: "s", Glance: []Glance{quick, big, small}}}) {
		if (c.Need == Untrusted || c.Need == Trusted) && c.Row != "big" {
			t.Errorf("%s: %s of %q", c.Need, c.Row, c.Tied)
		}
	}
	case1 := &result.Case{Labels: []result.Label{{Name: result.Strict, Holds: true}, {Name: result.Bounded, Fault: "dies of malformed input"}}}
	if f := case1.Fault(); f != "dies of malformed input" {
		t.Errorf("fault %q", f)
	}
}
