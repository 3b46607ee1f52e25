package worker

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/workload"
)

type pet struct {
	Name string
	Kind string // no other than cat is carried
	Legs int
	Toys []string
}

// TestAValueAloneHasATwin: a decoder that leaves a used value as it is when that
// holds already what comes gains nothing, also where there is but one value.
func TestAValueAloneHasATwin(t *testing.T) {
	one := pet{"Mia", "cat", 4, []string{"mouse", "ball"}}
	var marshalled, skipped, decoded int
	open := func() adapter.Codec[pet] {
		return adapter.Codec[pet]{
			Append: func(b []byte, p *pet) ([]byte, error) {
				marshalled++
				x, err := json.Marshal(p)
				return append(b, x...), err
			},
			Unmarshal: func(b []byte, p *pet) error {
				err := json.Unmarshal(b, p)
				p.Kind = "cat"
				return err
			},
			UnmarshalReuse: func(b []byte, p *pet) error {
				decoded++
				if holds, err := json.Marshal(p); err != nil || bytes.Equal(holds, b) {
					skipped++
					return err
				}
				*p = pet{Kind: "cat"}
				return json.Unmarshal(b, p)
			},
		}
	}
	s := NewSubject("pet", Source[pet]{Workload: func(workload.Options) ([]pet, error) { return []pet{one}, nil }}, Native("lazy", open))
	if _, err := s.load(protocol.Data{}); err != nil {
		t.Fatal(err)
	}
	c, err := s.open(protocol.Case{Adapter: "lazy", Reuse: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.runner()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range []protocol.Op{protocol.Unmarshal, protocol.RoundTrip, protocol.Marshal, protocol.Compared, protocol.Unmarshal} {
		marshalled, skipped, decoded = 0, 0, 0
		for placement := range uint64(4) {
			if _, err := r.Batch(op, batch.Timing{N: 101, Placement: placement, Watched: true}); err != nil {
				t.Fatalf("%s: %v", op, err)
			}
		}
		if _, err := r.Allocs(op, 101); err != nil {
			t.Fatalf("%s: %v", op, err)
		}
		if op == protocol.Marshal {
			if marshalled < 404 || decoded > 0 {
				t.Errorf("%s: %d encoded and %d decoded", op, marshalled, decoded)
			}
			continue
		}
		// The ring is primed with both, and one value of a batch is altered.
		if decoded < 404 || skipped > 5*6 {
			t.Errorf("%s: of %d calls %d found in the used value what came", op, decoded, skipped)
		}
	}
}
