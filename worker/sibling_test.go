package worker

import (
	"encoding/json"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/workload"
)

// TestSiblingsShareWhatTheyAreMeasuredWith: the rows of one serializer with and without
// reuse encode their inputs once, whichever comes first, and goroutines have their own.
func TestSiblingsShareWhatTheyAreMeasuredWith(t *testing.T) {
	type pet struct{ Name string }
	made := 0
	open := func() adapter.Codec[pet] {
		return adapter.Codec[pet]{
			Marshal:   func(p *pet) ([]byte, error) { made++; return json.Marshal(p) },
			Append:    func(b []byte, p *pet) ([]byte, error) { x, err := json.Marshal(p); return append(b, x...), err },
			Unmarshal: func(b []byte, p *pet) error { return json.Unmarshal(b, p) },
		}
	}
	list := []pet{{"a"}, {"b"}, {"c"}}
	source := Source[pet]{Workload: func(workload.Options) ([]pet, error) { return list, nil }}
	for _, first := range []bool{false, true} {
		s := newServer(0, newHeap(0), []Subject{NewSubject("pet", source, Native("plain", open), Native("other", open))})
		if _, err := s.load(protocol.Request{Case: protocol.Case{Subject: "pet"}}); err != nil {
			t.Fatal(err)
		}
		runner := func(name string, reuse bool) batch.Runner {
			o, err := s.open(protocol.Case{Subject: "pet", Adapter: name, Reuse: reuse})
			if err != nil {
				t.Fatal(err)
			}
			r, err := o.runner()
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		for _, step := range []struct {
			name  string
			reuse bool
			calls int
		}{{"plain", first, len(list)}, {"plain", !first, 0}, {"other", first, len(list)}, {"plain", first, 0}} {
			made = 0
			runner(step.name, step.reuse)
			if made != step.calls {
				t.Errorf("%s, reuse %v, after reuse %v: %d values were encoded, want %d", step.name, step.reuse, first, made, step.calls)
			}
		}
		// An alteration of one is none of the other, when it was taken back.
		for round := range uint64(20) {
			for _, reuse := range []bool{false, true} {
				if _, err := runner("plain", reuse).Batch(protocol.RoundTrip, batch.Timing{N: 7, Placement: round, Watched: true}); err != nil {
					t.Fatal(err)
				}
			}
		}
		made = 0
		o, _ := s.open(protocol.Case{Subject: "pet", Adapter: "plain"})
		if _, err := o.parallel(protocol.Request{Op: protocol.Unmarshal, N: 1, Goroutines: 2}); err != nil || made != 2*len(list) {
			t.Errorf("for two goroutines %d values were encoded, want %d: %v", made, 2*len(list), err)
		}
	}
}
