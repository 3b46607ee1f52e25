package measure

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// A label that does not hold says the worst of what was found, and not the first.
func TestLabelsSayTheWorst(t *testing.T) {
	bomb := protocol.Bomb + "varint 2^40"
	h := &Hostile{
		Hits: []protocol.Hit{
			{Kind: protocol.CutShort, Tried: 9, Other: 2},
			{Kind: protocol.Behind, Tried: 4, Same: 4},
			{Kind: bomb, Tried: 9, Over: 3, Most: 1 << 30},
			{Kind: protocol.Flipped, Tried: 9, Panics: 1},
			{Kind: "an unknown key nested 1,000,000 deep", Tried: 1, Deaths: 1},
		},
		Deaths: []Death{{"an unknown key nested 1,000,000 deep", 77, "recursed without end"}},
	}
	for _, test := range []struct {
		hits            int // of them, from the first
		strict, bounded string
	}{
		{1, "accepts cut input", ""},
		{2, "accepts cut input", ""},
		{3, "accepts cut input", "allocates without bound"},
		{4, "accepts cut input", "panics on malformed input"},
		{5, "accepts cut input", "dies of malformed input"},
	} {
		labels := Labels(&Hostile{Hits: h.Hits[:test.hits], Deaths: h.Deaths})
		if labels[0].Fault != test.strict || labels[1].Fault != test.bounded {
			t.Errorf("after %d kinds: %+v, want %q and %q", test.hits, labels, test.strict, test.bounded)
		}
		if f := result.Fault(labels); test.bounded != "" && f != test.bounded || test.bounded == "" && f != test.strict {
			t.Errorf("after %d kinds: the worst is %q", test.hits, f)
		}
	}
	if e := Labels(h)[1].Evidence; e != "an unknown key nested 1,000,000 deep: recursed without end" {
		t.Errorf("evidence %q", e)
	}
	if l := Labels(&Hostile{Hits: []protocol.Hit{{Kind: protocol.CutShort, Tried: 9, Refused: 8, Same: 1}}}); l[0].Holds {
		t.Errorf("a cut message that is read as what it was: %+v", l[0])
	}
	if l := Labels(&Hostile{Hits: []protocol.Hit{{Kind: protocol.Behind, Tried: 1, Same: 1}, {Kind: protocol.CutShort, Tried: 1, Panics: 1}}}); l[0].Fault != "panics on cut input" {
		t.Errorf("strict: %+v", l[0])
	}
}

// The few messages of a run are given up where a decoder takes long for each, and those
// of a check are not.
func TestFewTakeNoLongerThanTheyMay(t *testing.T) {
	for _, test := range []struct {
		few  bool
		want int
	}{{true, 3}, {false, 9}} {
		asked := 0
		a := protocol.Attack{Few: test.few, Journal: filepath.Join(t.TempDir(), "journal")}
		h, err := Attack(a, time.Minute, func(protocol.Probe) (*protocol.Probed, string, error) {
			asked++
			return &protocol.Probed{Attacked: &protocol.Attacked{Next: asked % 9, CPU: time.Second}}, "", nil
		})
		if err != nil || asked != test.want || (len(h.Skipped) > 0) != test.few {
			t.Errorf("few %v: asked %d times, skipped %q, %v", test.few, asked, h.Skipped, err)
		}
	}
}
