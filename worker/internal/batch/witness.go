package batch

import (
	"bytes"
	"fmt"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Witness looks at what timed batches made, outside of the clock. One value is
// altered in each batch, where it lies, and put back after it: a codec that
// answers from memory answers with what the value was. What a watched batch made
// of that value, somewhere in its middle, and of the last one is shown to the
// witness after the clock has stopped.
//
// To prepare an alteration another codec of the same kind is called, of which the
// timed one may know. So it is prepared after the batch before, whatever the next
// one will be, or before all batches alike.
type Witness interface {
	// Prepare makes ready to give value i another content, which pick chooses, if it can
	// be made. One that is large is kept for the next batch alone.
	Prepare(i int, pick uint64)

	// Ready reports whether an alteration is kept.
	Ready() bool

	// Alter gives one of the n values from the given one on, behind the last of
	// which comes the first, another content: one that was prepared, which pick
	// chooses. It returns which value that is, its new encoding and its new encoding
	// in a stream, where the codec has that. An index of -1 means that all stay as
	// they are.
	Alter(from, n int, pick uint64) (i int, encoded, streamed []byte)

	// Encoded fails when out, what op made of value i, does not encode it.
	Encoded(op protocol.Op, i int, out []byte) error

	// Decoded fails when v, a *V decoded from data, is not value i, or lies in data
	// unless aliases says that it may.
	Decoded(i int, data []byte, v any, aliases bool) error

	// Look returns what access to an encoding must give, or opening it.
	Look(op protocol.Op, data []byte) (uint64, error)

	// Restore puts the altered value back. It fails when the batch left the
	// process in another state than it met: see package verify.
	Restore() error
}

// sight is what of one batch is looked at.
type sight struct {
	at    int // operations until the picked one is done
	value int // the picked one's
	alter int // the altered value, -1 if none
	input []byte
	place []byte // where its input lies otherwise

	out  []byte // what the picked operation made
	made any
	sum  uint64 // of all operations until then, where the op looks into the bytes
}

// pick alters a value, and chooses the operation to look at in a batch that comes
// after warm others: one of those of that value.
func (r *runner[V]) pick(op protocol.Op, warm int, t Timing) (sight, error) {
	count := len(r.Values)
	from := (r.state.Next + warm) % count // the first value of the batch
	s := sight{at: 1 + int(mix(t.Placement)%uint64(t.N)), alter: -1}
	var encoded, streamed []byte
	if r.Witness != nil && op != protocol.Update { // which has written what the inputs had
		if !r.Witness.Ready() {
			r.another(t.Placement)
		}
		s.alter, encoded, streamed = r.Witness.Alter(from, t.N, mix(t.Placement+1))
	}
	if s.alter >= 0 {
		first := (s.alter - from + count) % count
		times := (t.N - first + count - 1) / count // that the batch comes to the value
		s.at = 1 + first + count*int(mix(t.Placement)%uint64(times))
	}
	s.value = (from + s.at - 1) % count
	if r.renews(op) && r.other == nil {
		// It holds what the one that it will stand in for is going to hold.
		r.other = new(V)
		if err := r.Codec.Unmarshal(bytes.Clone(r.Inputs[s.value]), r.other); err != nil {
			return s, fmt.Errorf("unmarshal of value %d: %w", s.value, err)
		}
	}
	if s.alter < 0 {
		return s, nil
	}
	s.input = encoded
	if op == protocol.Decode && r.stream != nil {
		s.input = streamed
	}
	if r.reads {
		s.place = r.state.Inputs[s.alter]
		if len(s.input) == len(r.state.Inputs[s.alter]) { // the same address, other content
			copy(r.state.Inputs[s.alter], s.input)
		} else {
			r.state.Inputs[s.alter] = bytes.Clone(s.input)
		}
	}
	return s, nil
}

// another has the witness prepare one more alteration.
func (r *runner[V]) another(pick uint64) {
	r.Witness.Prepare(int(mix(pick+2)%uint64(len(r.Values))), mix(pick+3))
}

// mix makes a number of another in which every bit counts (SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// twice runs the loop up to the picked operation, takes aside what it made, and
// goes on: between both nothing is copied and no clock is read.
func (r *runner[V]) twice(op protocol.Op, loop func(n int) error, n int, s *sight) error {
	if err := loop(s.at); err != nil {
		return err
	}
	s.out, s.made = r.product(op)
	s.sum = r.state.Sum
	if s.at == n {
		return nil
	}
	r.aside(op)
	err := loop(n - s.at)
	s.sum += r.state.Sum
	return err
}

// product returns what the last operation made.
func (r *runner[V]) product(op protocol.Op) (out []byte, made any) {
	switch op {
	case protocol.Marshal:
		return r.state.Out, nil
	case protocol.Encode:
		return r.state.Sinks[previous(r.state.Turn, len(r.state.Sinks))].Buf, nil
	case protocol.Unmarshal, protocol.Decode:
		if r.renews(op) {
			return nil, r.state.Ring[previous(r.state.Turn, len(r.state.Ring))]
		}
		return nil, r.state.Last
	case protocol.RoundTrip, protocol.Compared:
		return r.state.Out, r.state.Last
	}
	return nil, nil
}

func previous(i, n int) int { return (i + n - 1) % n }

// aside puts spare memory in the place of what the last operation wrote to.
func (r *runner[V]) aside(op protocol.Op) {
	switch {
	case op == protocol.Encode:
		s := &r.state.Sinks[previous(r.state.Turn, len(r.state.Sinks))]
		s.Buf, r.spare = r.spare, nil
	case r.Reuse && (op == protocol.Marshal || trips(op)):
		r.state.Buf, r.spare = r.spare, nil
	}
	if r.renews(op) {
		at := &r.state.Ring[previous(r.state.Turn, len(r.state.Ring))]
		*at, r.other = r.other, nil
	}
}

// renews reports whether op decodes into values of the ring.
func (r *runner[V]) renews(op protocol.Op) bool {
	if r.Into == protocol.New || r.Codec.Construct != nil {
		return false
	}
	return (r.Into != "" || r.Reuse && r.Codec.UnmarshalReuse != nil) && (op == protocol.Unmarshal || trips(op))
}

// trips reports whether op is a round trip.
func trips(op protocol.Op) bool { return op == protocol.RoundTrip || op == protocol.Compared }

// looks reports whether op gives a number for the bytes that it looks into.
func looks(op protocol.Op) bool {
	return op == protocol.Access || op == protocol.Open || op == protocol.Field
}

// look shows the witness the picked operation and the last of the batch.
func (r *runner[V]) look(op protocol.Op, t Timing, s *sight) error {
	if r.Witness == nil {
		return nil
	}
	out, made := r.product(op)
	err := r.show(op, s.value, s.out, s.made, t.Aliases)
	if err == nil && s.at < t.N {
		err = r.show(op, (s.value+t.N-s.at)%len(r.Values), out, made, t.Aliases)
	}
	if err == nil && looks(op) {
		err = r.addUp(op, t.N, s)
	}
	if err != nil {
		return fmt.Errorf("looked at after the batch of %s: %w", op, err)
	}
	return nil
}

func (r *runner[V]) show(op protocol.Op, i int, out []byte, made any, aliases bool) error {
	if op == protocol.Marshal || op == protocol.Encode || trips(op) {
		if err := r.Witness.Encoded(op, i, out); err != nil {
			return err
		}
	}
	if op == protocol.Unmarshal || op == protocol.Decode || trips(op) {
		if !trips(op) {
			out = r.state.Inputs[i]
		}
		return r.Witness.Decoded(i, out, made, aliases)
	}
	return nil
}

// addUp compares the sum of what n calls gave with that of as many calls of
// another codec.
func (r *runner[V]) addUp(op protocol.Op, n int, s *sight) error {
	sums := make([]uint64, len(r.state.Inputs))
	var all uint64
	for i, b := range r.state.Inputs {
		if i == s.alter || r.sums[op] == nil {
			var err error
			if sums[i], err = r.Witness.Look(op, b); err != nil {
				return fmt.Errorf("%s: value %d: %w", op, i, err)
			}
		} else {
			sums[i] = r.sums[op][i]
		}
		all += sums[i]
	}
	if r.sums[op] == nil && s.alter < 0 {
		r.sums[op] = sums
	}
	want := all * uint64(n/len(sums))
	first := s.value - (s.at - 1)
	for k := range n % len(sums) {
		want += sums[((first+k)%len(sums)+len(sums))%len(sums)]
	}
	if s.sum != want {
		return fmt.Errorf("%d calls of %s add up to %#x, and %#x when another codec makes them", n, op, s.sum, want)
	}
	return nil
}
