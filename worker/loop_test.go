package worker

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/workload"
)

type visit struct {
	Name string
	At   time.Time
}

type visitWire struct {
	Name string
	Ms   int64
}

// Conversions make new structs where the loop asks for them, and values have times
// as coarse as it says, in that case alone.
func TestLoop(t *testing.T) {
	at := time.Date(2012, 2, 2, 2, 2, 2, 2000, time.UTC)
	made := map[*visitWire]bool{}
	wire := func() adapter.Codec[visitWire] {
		return adapter.Codec[visitWire]{
			Append: func(b []byte, w *visitWire) ([]byte, error) {
				x, err := json.Marshal(w)
				return append(b, x...), err
			},
			Unmarshal: func(b []byte, w *visitWire) error {
				*w = visitWire{}
				return json.Unmarshal(b, w)
			},
		}
	}
	to := func(v *visit, w *visitWire) error {
		made[w] = true
		w.Name, w.Ms = v.Name, v.At.UnixMilli()
		return nil
	}
	from := func(w *visitWire, v *visit) error {
		v.Name, v.At = w.Name, time.UnixMilli(w.Ms).UTC()
		return nil
	}
	kept := func() adapter.Codec[visit] {
		w := new(visitWire)
		c := wire()
		return adapter.Codec[visit]{
			Append: func(b []byte, v *visit) ([]byte, error) {
				if err := to(v, w); err != nil {
					return b, err
				}
				return c.Append(b, w)
			},
			Unmarshal: func(b []byte, v *visit) error {
				if err := c.Unmarshal(b, w); err != nil {
					return err
				}
				return from(w, v)
			},
		}
	}
	s := NewSubject("visit", Source[visit]{Workload: func(workload.Options) ([]visit, error) { return []visit{{"Mia", at}}, nil }},
		Wire("coarse", kept, wire, to, from), Native("plain", kept))
	if _, err := s.load(protocol.Data{}); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		loop   protocol.Loop
		passes bool
		many   bool
	}{
		{protocol.Loop{}, false, false}, // microseconds are lost
		{protocol.Loop{Times: time.Millisecond}, true, false},
		{protocol.Loop{Times: time.Millisecond, NewStructs: true}, true, true},
	} {
		c, err := s.open(protocol.Case{Adapter: "coarse", Loop: tc.loop}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.runner()
		if err != nil {
			t.Fatal(err)
		}
		clear(made)
		_, err = r.Batch(protocol.RoundTrip, batch.Timing{N: 50, Placement: 1, Watched: true})
		if (err == nil) != tc.passes {
			t.Errorf("%+v: %v", tc.loop, err)
		}
		if (len(made) >= 50) != tc.many {
			t.Errorf("%+v: %d structs", tc.loop, len(made))
		}
	}
	if !s.(*subject[visit]).values[0].At.Equal(at) {
		t.Error("the values of other cases were cut too")
	}
	if _, err := s.open(protocol.Case{Adapter: "plain", Loop: protocol.Loop{NewStructs: true}}, nil); err == nil {
		t.Error("structs that there are not were made anew")
	}
}
