package batch

import (
	"errors"
	"fmt"
	"io"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Each loop runs an operation n times, returns how many encoded bytes passed,
// and leaves next and turn where the following batch goes on.

func failed(op string, k int, err error) error {
	return fmt.Errorf("%s of value %d: %w", op, k, err)
}

func (r *runner[V]) marshal(n int) (size int64, err error) {
	call, vals, k := r.Codec.Marshal, r.Values, r.next
	var out []byte
	for range n {
		out, err = call(vals[k])
		if err != nil {
			return 0, failed("marshal", k, err)
		}
		size += int64(len(out))
		if k++; k == len(vals) {
			k = 0
		}
	}
	r.next, r.out = k, out
	return size, nil
}

func (r *runner[V]) appendFresh(n int) (size int64, err error) {
	call, vals, k := r.Codec.Append, r.Values, r.next
	var out []byte
	for range n {
		out, err = call(nil, vals[k])
		if err != nil {
			return 0, failed("append", k, err)
		}
		size += int64(len(out))
		if k++; k == len(vals) {
			k = 0
		}
	}
	r.next, r.out = k, out
	return size, nil
}

func (r *runner[V]) appendReuse(n int) (size int64, err error) {
	call, vals, k := r.Codec.Append, r.Values, r.next
	buf := r.buf
	for range n {
		buf, err = call(buf[:0], vals[k])
		if err != nil {
			return 0, failed("append", k, err)
		}
		size += int64(len(buf))
		if k++; k == len(vals) {
			k = 0
		}
	}
	r.next, r.buf, r.out = k, buf, buf
	return size, nil
}

func (r *runner[V]) fillReuse(n int) (size int64, err error) {
	call, vals, k := r.Codec.Fill, r.Values, r.next
	buf := r.buf[:cap(r.buf)]
	var out []byte
	for range n {
		out, err = call(buf, vals[k])
		if err != nil {
			return 0, failed("fill", k, err)
		}
		size += int64(len(out))
		if k++; k == len(vals) {
			k = 0
		}
	}
	r.next, r.out = k, out
	return size, nil
}

func (r *runner[V]) unmarshal(n int) (int64, error) {
	call, in, k := r.Codec.Unmarshal, r.in, r.next
	var v *V
	for range n {
		v = new(V)
		if err := call(in[k], v); err != nil {
			return 0, failed("unmarshal", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
	}
	size := passed(in, r.next, n)
	r.next, r.last = k, v
	return size, nil
}

// construct is unmarshal for a codec that makes the values.
func (r *runner[V]) construct(n int) (int64, error) {
	call, in, k := r.Codec.Construct, r.in, r.next
	var v *V
	for range n {
		var err error
		if v, err = call(in[k]); err != nil {
			return 0, failed("unmarshal", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
	}
	size := passed(in, r.next, n)
	r.next, r.last = k, v
	return size, nil
}

// unmarshalZeroed decodes into the one value of the ring, which is zeroed before.
func (r *runner[V]) unmarshalZeroed(n int) (int64, error) {
	call, in, k := r.Codec.Unmarshal, r.in, r.next
	v := r.ring[0]
	for range n {
		*v = *new(V)
		if err := call(in[k], v); err != nil {
			return 0, failed("unmarshal", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
	}
	size := passed(in, r.next, n)
	r.next = k
	return size, nil
}

// renew returns what decodes into used values.
func (r *runner[V]) renew() func([]byte, *V) error {
	if r.Into == protocol.Zeroed || r.Codec.UnmarshalReuse == nil {
		return r.Codec.Unmarshal
	}
	return r.Codec.UnmarshalReuse
}

func (r *runner[V]) unmarshalReuse(n int) (int64, error) {
	call, in, k := r.renew(), r.in, r.next
	ring, t := r.ring, r.turn
	for range n {
		if err := call(in[k], ring[t]); err != nil {
			return 0, failed("unmarshal with reuse", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
		if t++; t == len(ring) {
			t = 0
		}
	}
	size := passed(in, r.next, n)
	r.next, r.turn = k, t
	return size, nil
}

func (r *runner[V]) roundTrip(n int) (int64, error) { return r.both(n, nil) }

func (r *runner[V]) compared(n int) (int64, error) { return r.both(n, r.Equal) }

var errRoundTrip = errors.New("the value came back changed")

// both marshals and unmarshals, and compares the results unless equal is nil.
func (r *runner[V]) both(n int, equal func(want, got *V) bool) (size int64, err error) {
	encode, join, fill, vals, k := r.Codec.Marshal, r.Codec.Append, r.Codec.Fill, r.Values, r.next
	decode, construct, renew, zeroed := r.Codec.Unmarshal, r.Codec.Construct, r.renew(), r.Into == protocol.Zeroed
	ring, t := r.ring, r.turn
	buf, room := r.buf, r.buf[:cap(r.buf)]
	if r.Reuse || encode == nil {
		encode = nil
	}
	if !r.renews(protocol.RoundTrip) {
		renew = nil
	}
	var v *V
	for range n {
		switch {
		case encode != nil:
			buf, err = encode(vals[k])
		case r.Reuse && fill != nil:
			buf, err = fill(room, vals[k])
		case r.Reuse:
			buf, err = join(buf[:0], vals[k])
		default:
			buf, err = join(nil, vals[k])
		}
		if err != nil {
			return 0, failed("marshal", k, err)
		}
		size += int64(len(buf))
		switch {
		case renew != nil:
			v = ring[t]
			if zeroed {
				*v = *new(V)
			}
			err = renew(buf, v)
		case construct != nil:
			v, err = construct(buf)
		default:
			v = new(V)
			err = decode(buf, v)
		}
		if err != nil {
			return 0, failed("unmarshal", k, err)
		}
		if equal != nil && !equal(vals[k], v) {
			return 0, failed("round trip", k, errRoundTrip)
		}
		if k++; k == len(vals) {
			k = 0
		}
		if t++; t == len(ring) {
			t = 0
		}
	}
	if r.Reuse && fill == nil {
		r.buf = buf
	}
	r.next, r.turn, r.out, r.last = k, t, buf, v
	return size, nil
}

func (r *runner[V]) encode(n int) (size int64, err error) {
	call, vals, k := r.Codec.Write, r.Values, r.next
	sinks, t := r.sinks, r.turn
	for range n {
		w := &sinks[t]
		w.buf = w.buf[:0]
		if err := call(w, vals[k]); err != nil {
			return 0, failed("write", k, err)
		}
		size += int64(len(w.buf))
		if k++; k == len(vals) {
			k = 0
		}
		if t++; t == len(sinks) {
			t = 0
		}
	}
	r.next, r.turn = k, t
	return size, nil
}

func (r *runner[V]) decode(n int) (int64, error) {
	call, in, k := r.Codec.Read, r.in, r.next
	sources, t := r.sources, r.turn
	var v *V
	for range n {
		s := &sources[t]
		s.rest = in[k]
		v = new(V)
		if err := call(s, v); err != nil {
			return 0, failed("read", k, err)
		}
		if k++; k == len(in) {
			k = 0
		}
		if t++; t == len(sources) {
			t = 0
		}
	}
	size := passed(in, r.next, n)
	r.next, r.turn, r.last = k, t, v
	return size, nil
}

// looking is the loop of an operation that looks into the bytes.
func (r *runner[V]) looking(op string, call func([]byte) (uint64, error)) func(n int) (int64, error) {
	return func(n int) (int64, error) { return r.lookN(op, call, n) }
}

func (r *runner[V]) lookN(op string, call func([]byte) (uint64, error), n int) (int64, error) {
	in, k := r.in, r.next
	var sum uint64
	for range n {
		x, err := call(in[k])
		if err != nil {
			return 0, failed(op, k, err)
		}
		sum += x
		if k++; k == len(in) {
			k = 0
		}
	}
	size := passed(in, r.next, n)
	r.next, r.sum = k, sum
	return size, nil
}

// passed returns the length of n inputs from the k-th on.
func passed(in [][]byte, k, n int) (size int64) {
	if n >= len(in) {
		var all int64
		for _, b := range in {
			all += int64(len(b))
		}
		size = all * int64(n/len(in))
	}
	for range n % len(in) {
		size += int64(len(in[k]))
		if k++; k == len(in) {
			k = 0
		}
	}
	return size
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
