package report

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

func TestBestOfEach(t *testing.T) {
	var rows []*measured
	for _, name := range []string{"a.flat+reuse", "b+raw+reuse", "a.mus", "a.flat", "b+raw", "c.text", "c"} {
		rows = append(rows, &measured{row: Row{Name: name, Driver: name[:1]}, safe: true})
	}
	rows = append(rows, &measured{row: Row{Name: "a.mus+unsafe", Driver: "a"}})
	// Rows whose values share memory are nobody's best.
	for _, name := range []string{"a.flat+arena", "a.own+arena"} {
		rows = append([]*measured{{row: Row{Name: name, Driver: "a", Features: []string{"arena"}}, safe: true}}, rows...)
	}
	for safe, want := range map[bool][]string{
		true:  {"a.flat+reuse", "b+raw+reuse", "a.mus", "c.text", "c"},
		false: {"a.mus+unsafe"},
	} {
		var got []string
		for _, r := range bestOfEach(rows, safe) {
			got = append(got, r.row.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("safe %t: %q, want %q", safe, got, want)
		}
	}
}

// What took no time by any clock has no place among what did.
func TestNothingMeasured(t *testing.T) {
	for ns, there := range map[float64]bool{0: false, 5: true} {
		op := &result.Op{}
		for process := range 3 {
			op.Samples = append(op.Samples, result.Sample{Process: process, N: 1, NSPerOp: ns})
		}
		c := &result.Case{Row: "a", Status: result.OK, Ops: map[string]*result.Op{"marshal": op}}
		if m := newMeasured(c, protocol.Marshal, &notes{}, nil); (m != nil) != there {
			t.Errorf("a batch of %v ns gives %+v", ns, m)
		}
	}
}
