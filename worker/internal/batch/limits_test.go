package batch

import (
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

type parcel struct {
	ID    int64
	Label string
	Sizes []int32
	Next  *parcel
	Tags  []string
	At    time.Time
	_     bool
}

func parcels() []*parcel {
	list := make([]*parcel, 3)
	for i := range list {
		list[i] = &parcel{ID: int64(i), Label: "0123456789abcdef", Sizes: []int32{1, 2, 3, 4}, At: time.Unix(1e9, 0),
			Next: &parcel{Label: "0123456789abcdef", Tags: []string{"0123456789abcdef", ""}}}
	}
	return list
}

func TestCopyLimitMovesWhatAValueHolds(t *testing.T) {
	const bytes = (8 + 16 + 16 + 12 + 1) + (8 + 16 + 16 + 12 + 1)
	r := NewCopyLimit(parcels())
	for _, op := range []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip} {
		b, err := r.Batch(op, Timing{N: 7, Placement: 1, Watched: true})
		if err != nil || b.Bytes != 7*bytes {
			t.Errorf("%s moved %d bytes, want %d: %v", op, b.Bytes, 7*bytes, err)
		}
		a, err := r.Allocs(op, 7)
		if err != nil || a.AllocsPerOp != 0 {
			t.Errorf("%s made %g allocations: %v", op, a.AllocsPerOp, err)
		}
	}
}

func TestAllocLimitMakesTheAllocationsOfAValue(t *testing.T) {
	const (
		encoding = 112 // size class of 106 bytes
		node     = 112 // of a parcel, size class included
		texts    = 3 * 16
		sizes    = 16
		tags     = 32
	)
	r := NewAllocLimit(parcels())
	for _, tc := range []struct {
		op            protocol.Op
		bytes, allocs float64
	}{
		{protocol.Marshal, encoding, 1},
		{protocol.Unmarshal, 2*node + texts + sizes + tags, 7},
		{protocol.RoundTrip, encoding + 2*node + texts + sizes + tags, 8},
	} {
		got, err := r.Allocs(tc.op, 9)
		if err != nil || got.BytesPerOp != tc.bytes || got.AllocsPerOp != tc.allocs {
			t.Errorf("%s: %g bytes in %g allocations, want %g in %g: %v", tc.op, got.BytesPerOp, got.AllocsPerOp, tc.bytes, tc.allocs, err)
		}
	}
}
