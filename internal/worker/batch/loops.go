package batch

import (
	"io"

	"github.com/assay-go/assay/worker/adapter"
)

// The loops of streams. Their writers and readers are called by way of interfaces in any
// case.

func (r *runner[V]) encode(n int) (size int64, err error) {
	call, vals, k := r.Codec.Write, r.Values, r.state.Next
	sinks, t := r.sinks, r.state.Turn
	for range n {
		w := &sinks[t]
		w.buf = w.buf[:0]
		if err := call(w, vals[k]); err != nil {
			return 0, adapter.Failed("write", k, err)
		}
		size += int64(len(w.buf))
		if k++; k == len(vals) {
			k = 0
		}
		if t++; t == len(sinks) {
			t = 0
		}
	}
	r.state.Next, r.state.Turn = k, t
	return size, nil
}

func (r *runner[V]) decode(n int) (int64, error) {
	call, in, k := r.Codec.Read, r.state.Inputs, r.state.Next
	sources, t := r.sources, r.state.Turn
	var v *V
	for range n {
		s := &sources[t]
		s.rest = in[k]
		v = new(V)
		if err := call(s, v); err != nil {
			return 0, adapter.Failed("read", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
		if t++; t == len(sources) {
			t = 0
		}
	}
	size := r.state.Passed(n)
	r.state.Next, r.state.Turn, r.state.Last = k, t, v
	return size, nil
}

// sink and source are a connection without its cost: they can Write and Read
// and nothing else, as a socket can.
type sink struct{ buf []byte }

func (w *sink) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

type source struct{ rest []byte }

func (s *source) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
