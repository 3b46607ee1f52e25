package batch

import (
	"io"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// NewFloor returns the runner of the codec that does nothing: what it measures
// is the harness's own cost. Only in the compared round trip, whose comparison
// must succeed, unmarshal assigns a copy of the value that was marshalled last:
// the struct, without what it refers to.
func NewFloor[V any](values []*V, equal func(want, got *V) bool, reuse bool) Runner {
	inputs := make([][]byte, len(values))
	for i := range inputs {
		inputs[i] = []byte{0}
	}
	trip, pairs := tripFloor(values)
	return floor{
		plain: New(Config[V]{Codec: emptyCodec[V](), Values: values, Inputs: inputs, Reuse: reuse}),
		trip:  New(Config[V]{Codec: trip, Values: pairs, Inputs: inputs, Equal: equal, Reuse: reuse}),
	}
}

// floor keeps the codec that copies out of all operations but one.
type floor struct{ plain, trip Runner }

func (f floor) of(op protocol.Op) Runner {
	if op == protocol.Compared {
		return f.trip
	}
	return f.plain
}

func (f floor) Batch(op protocol.Op, t Timing) (protocol.Batch, error) {
	return f.of(op).Batch(op, t)
}

func (f floor) Window(op protocol.Op, n int, s protocol.Span) (protocol.Window, error) {
	return f.of(op).Window(op, n, s)
}

func (f floor) Latency(op protocol.Op, n int, placement uint64) (protocol.Latency, error) {
	return f.of(op).Latency(op, n, placement)
}

func (f floor) Cold(op protocol.Op, n, caches int) (protocol.Cold, error) {
	return f.of(op).Cold(op, n, caches)
}

func (f floor) prepare(op protocol.Op, placement uint64) (func(n int) error, error) {
	return f.of(op).prepare(op, placement)
}

func (f floor) lastIsRight(op protocol.Op) error { return f.of(op).lastIsRight(op) }

func (f floor) Allocs(op protocol.Op, n int) (protocol.Allocs, error) { return f.of(op).Allocs(op, n) }

func emptyCodec[V any]() adapter.Codec[V] {
	out := []byte{0}
	return adapter.Codec[V]{
		Marshal:        func(*V) ([]byte, error) { return out, nil },
		Append:         func(buf []byte, _ *V) ([]byte, error) { return buf, nil },
		Unmarshal:      func([]byte, *V) error { return nil },
		UnmarshalReuse: func([]byte, *V) error { return nil },
		Write:          func(io.Writer, *V) error { return nil },
		Read:           func(io.Reader, *V) error { return nil },
		Access:         func([]byte) (uint64, error) { return 0, nil },
		Open:           func([]byte) (uint64, error) { return 0, nil },
		Field:          func([]byte) (uint64, error) { return 0, nil },
		Update:         func([]byte, uint64) error { return nil },
	}
}

// pair has a value and its copy side by side, so that one leads to the other.
type pair[V any] struct{ value, copy V }

func tripFloor[V any](values []*V) (adapter.Codec[V], []*V) {
	pairs := make([]pair[V], len(values))
	firsts := make([]*V, len(values))
	for i, v := range values {
		pairs[i] = pair[V]{*v, *deep.Clone(v).(*V)}
		firsts[i] = &pairs[i].value
	}
	out := []byte{0}
	last := (*pair[V])(unsafe.Pointer(firsts[0]))
	unmarshal := func(_ []byte, v *V) error {
		*v = last.copy
		return nil
	}
	return adapter.Codec[V]{
		Marshal: func(v *V) ([]byte, error) {
			last = (*pair[V])(unsafe.Pointer(v))
			return out, nil
		},
		Append: func(buf []byte, v *V) ([]byte, error) {
			last = (*pair[V])(unsafe.Pointer(v))
			return buf, nil
		},
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
	}, firsts
}
