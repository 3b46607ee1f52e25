package verify

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/assay-go/assay/worker/internal/deep"
)

// determinism encodes copies of the same values again and again, with codecs
// new and used. Maps of copies have another iteration order.
func (r *run) determinism() error {
	r.verdict.Deterministic = true
	for _, i := range r.sample(keptValues) {
		tries := 4
		if i < sampleValues {
			tries = 24
		}
		growing := true
		last := r.encoded[i]
		var differs error
		for n := range tries {
			c := &r.codec
			if n%4 == 3 {
				fresh := r.Open()
				c, growing = &fresh, false
			}
			b, err := r.encode(c, i)
			if err != nil {
				return fmt.Errorf("encoding again: %w", err)
			}
			growing = growing && len(b) > len(last)
			if n == 2 && growing {
				return fmt.Errorf("marshal of value %d grows with every call: %d bytes at first, %d after %d more", i, len(r.encoded[i]), len(b), n+1)
			}
			last = b
			if at := firstChange(r.encoded[i], b); at >= 0 {
				r.verdict.Deterministic = false
				differs = fmt.Errorf("value %d encodes to different bytes (from byte %d of %d on), which the driver does not declare", i, at, len(b))
			}
		}
		// It is nobody's fault where methods of the user's own write them.
		if differs != nil && !r.declared.Nondeterministic && !varies(r.Values[i], r.declared.Methods) {
			return differs
		}
	}
	return nil
}

// right fails when b does not encode value i.
func (r *run) right(what string, i int, b []byte) error {
	if r.verdict.Deterministic && !r.declared.Nondeterministic {
		if at := firstChange(r.encoded[i], b); at >= 0 {
			return fmt.Errorf("%s: value %d encodes to other bytes (from byte %d of %d on)", what, i, at, len(b))
		}
		return nil
	}
	c := r.Open()
	v, err := r.unmarshal(&c, i, GuardedInput(b))
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return r.same(what, i, r.Values[i], v)
}

// outputs proves that what marshal returned belongs to the caller: that no later
// call changes it, and that no later call minds what the caller writes there.
func (r *run) outputs() error {
	c := r.Open()
	var outs, copies [][]byte
	var spans []deep.Span
	list := r.sample(keptValues)
	for _, i := range list {
		v, err := r.give(i)
		if err != nil {
			return err
		}
		out, err := r.marshal(&c, i, v)
		if err != nil {
			return err
		}
		if cap(out) > 0 {
			// The spare capacity is the caller's too: an append writes there.
			own := []deep.Span{deep.SpanOf(out[:cap(out)])}
			if _, _, shared := deep.Overlap(spans, own); shared {
				return fmt.Errorf("marshal of value %d returned memory that an earlier call had returned", i)
			}
			if _, _, shared := deep.Overlap(deep.Spans(v), own); shared {
				return fmt.Errorf("marshal of value %d returned memory of the value itself", i)
			}
			spans = deep.Merge(spans, own)
		}
		outs, copies = append(outs, out), append(copies, bytes.Clone(out))
	}
	for k := range outs {
		if !bytes.Equal(outs[k], copies[k]) {
			return fmt.Errorf("what marshal of value %d returned changed when later calls were made", list[k])
		}
		fill(outs[k][:cap(outs[k])], mark)
	}
	for _, i := range list {
		b, err := r.encode(&c, i)
		if err != nil {
			return err
		}
		if err := r.right("after the caller wrote to earlier outputs", i, b); err != nil {
			return err
		}
	}
	for k, out := range outs {
		if unfilled(out[:cap(out)], mark) >= 0 {
			return fmt.Errorf("marshal wrote to what it had returned for value %d", list[k])
		}
	}
	return nil
}

// mark fills memory that must stay as it is.
const mark = 0xA5

func fill(b []byte, with byte) {
	for i := range b {
		b[i] = with
	}
}

// unfilled returns the first index of b that does not hold the byte, or -1.
func unfilled(b []byte, with byte) int {
	for i, x := range b {
		if x != with {
			return i
		}
	}
	return -1
}

// appending proves that Append appends, whatever room the buffer has, and writes
// nowhere else.
func (r *run) appending() error {
	if !r.Reuse {
		return nil
	}
	c := r.Open()
	for _, i := range r.sample(2 * sampleValues) {
		n := len(r.encoded[i])
		for _, spare := range []int{0, 1, n / 2, n, n + 1, n + 4096} {
			if err := r.appendTo(&c, i, spare); err != nil {
				return err
			}
		}
	}
	if err := r.stale(&c); err != nil {
		return err
	}
	// As in the batches: one buffer for all values, twice.
	var buf []byte
	if c.Fill != nil {
		if err := r.filling(); err != nil {
			return err
		}
	}
	for pass := range 2 {
		for i := range r.Values {
			v, err := r.give(i)
			if err != nil {
				return err
			}
			fill(buf[:cap(buf)], mark)
			r.doing = fmt.Sprintf("append of value %d", i)
			if buf, err = c.Append(buf[:0], v); err != nil {
				return fmt.Errorf("append of value %d to a used buffer, pass %d: %s", i, pass+1, OneLine(err.Error()))
			}
			if err := r.right("append to a used buffer", i, buf); err != nil {
				return err
			}
		}
	}
	return nil
}

// filling calls Fill by itself, as the batches do: no call of Size comes before
// it that could leave something behind.
func (r *run) filling() error {
	c := r.Open()
	room := make([]byte, r.verdict.Sizes.Max+64)
	for range 2 {
		for i := range r.Values {
			v, err := r.give(i)
			if err != nil {
				return err
			}
			fill(room, mark)
			r.doing = fmt.Sprintf("fill with value %d", i)
			out, err := c.Fill(room, v)
			if err == nil && !within(out, room) {
				err = errElsewhere
			}
			if err != nil {
				return fmt.Errorf("fill with value %d: %s", i, OneLine(err.Error()))
			}
			if err := r.right("fill of a used buffer", i, out); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) appendTo(c *Codec, i, spare int) error {
	const prefix = "before"
	const guard = 64
	room := make([]byte, len(prefix)+spare+guard)
	fill(room, mark)
	copy(room, prefix)
	v, err := r.give(i)
	if err != nil {
		return err
	}
	r.doing = fmt.Sprintf("append of value %d", i)
	out, err := c.Append(room[:len(prefix):len(prefix)+spare], v)
	if err != nil {
		return fmt.Errorf("append of value %d to a buffer with %d bytes of room: %s", i, spare, OneLine(err.Error()))
	}
	if len(out) < len(prefix) || string(out[:len(prefix)]) != prefix || string(room[:len(prefix)]) != prefix {
		return fmt.Errorf("append of value %d does not keep the %d bytes that the buffer held", i, len(prefix))
	}
	if err := r.right(fmt.Sprintf("append to a buffer with %d bytes of room", spare), i, out[len(prefix):]); err != nil {
		return err
	}
	if unfilled(room[len(prefix)+spare:], mark) >= 0 {
		return fmt.Errorf("append of value %d wrote beyond the capacity of the buffer", i)
	}
	// When the buffer was too small, what was appended before it grew may be
	// found in the old one, but nothing behind it. The spare capacity is the
	// codec's by Go's convention, so it is no failure to scribble there; but who
	// marshals into the middle of a larger buffer must know.
	// Fill has the whole buffer by its contract.
	if end := min(len(out), len(room)); c.Fill == nil && unfilled(room[end:], mark) >= 0 {
		r.find("writes behind its result", "", fmt.Sprintf("append left %d bytes behind its result in the spare capacity of the buffer", unfilledLen(room[end:])))
	}
	// The buffer is the caller's: nothing of it may be kept.
	fill(out[:cap(out)], mark)
	b, err := r.encode(c, i)
	if err != nil {
		return err
	}
	if err := r.right("after the caller wrote to the buffer of an earlier append", i, b); err != nil {
		return err
	}
	if unfilled(out[:cap(out)], mark) >= 0 {
		return fmt.Errorf("append wrote to a buffer of an earlier call, at value %d", i)
	}
	return nil
}

// stale looks for bytes of the buffer in the output: a place that holds what was
// there before, whatever that was, was not written. Where encodings are
// deterministic, comparing them finds as much.
func (r *run) stale(c *Codec) error {
	if r.verdict.Deterministic && !r.declared.Nondeterministic {
		return nil
	}
	const tries = 5 // chance makes one of 2⁴⁰ bytes the same so often
	for _, i := range r.sample(sampleValues) {
		room := make([]byte, 2*len(r.encoded[i])+64)
		left := make([]int, len(room))
		for range tries {
			for k := range room {
				room[k] = byte(r.rng.Uint32())
			}
			before := bytes.Clone(room)
			v, err := r.give(i)
			if err != nil {
				return err
			}
			r.doing = fmt.Sprintf("append of value %d", i)
			out, err := c.Append(room[:0], v)
			if err != nil {
				return fmt.Errorf("append of value %d: %s", i, OneLine(err.Error()))
			}
			for k := range min(len(out), len(room)) {
				if out[k] == before[k] {
					left[k]++
				}
			}
		}
		if k := slices.Index(left, tries); k >= 0 {
			return fmt.Errorf("append of value %d left bytes of the buffer in its output, at %d: what the buffer held before gets out", i, k)
		}
	}
	return nil
}

// unfilledLen returns up to where b was written to.
func unfilledLen(b []byte) int {
	for i := len(b); i > 0; i-- {
		if b[i-1] != mark {
			return i
		}
	}
	return 0
}
