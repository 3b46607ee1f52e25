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

// TestComparedByTheCodec tells that the compared round trip calls the codec's own comparison,
// once for each operation, and that no other operation does.
func TestComparedByTheCodec(t *testing.T) {
	type item struct{ Name string }
	compared, decoded := 0, 0
	open := func() adapter.Codec[item] {
		return adapter.Codec[item]{
			Marshal: func(v *item) ([]byte, error) { return json.Marshal(v) },
			Unmarshal: func(b []byte, v *item) error {
				decoded++
				return json.NewDecoder(bytes.NewReader(b)).Decode(v)
			},
			Equal: func(want, got *item) bool { compared++; return want.Name == got.Name },
		}
	}
	s := NewSubject("item", Source[item]{Workload: func(workload.Options) ([]item, error) { return []item{{"a"}, {"b"}}, nil }}, Native("json", open))
	if _, err := s.load(protocol.Data{}); err != nil {
		t.Fatal(err)
	}
	c, err := s.open(protocol.Case{Adapter: "json"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.runner()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range []protocol.Op{protocol.RoundTrip, protocol.Compared} {
		compared, decoded = 0, 0
		if _, err := r.Batch(op, batch.Timing{N: 100}); err != nil {
			t.Fatal(err)
		}
		want := 0
		if op == protocol.Compared {
			want = decoded
		}
		if compared != want || decoded < 100 {
			t.Errorf("%s: %d were compared, want %d of %d", op, compared, want, decoded)
		}
	}
}
