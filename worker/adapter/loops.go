package adapter

import (
	"errors"
	"fmt"
	"io"
)

// Loops are what a codec does, so many times over, as it is timed: with what goes in and
// what comes out in a [State]. They do what a plain loop does and no more. A nil loop
// means that the codec cannot.
type Loops[V any] struct {
	Marshal         Loop[V] // into new buffers
	MarshalReuse    Loop[V] // into the buffer of the state
	Unmarshal       Loop[V] // into new values
	UnmarshalReuse  Loop[V] // into the values of the ring in turns
	UnmarshalZeroed Loop[V] // into the ring's first, zeroed before
	RoundTrip       Loop[V]
	Access          Loop[V]
	Open            Loop[V]
	Field           Loop[V]
	Update          Loop[V] // of the inputs, to what their field is
	Encode          Loop[V] // to the sinks in turns
	Decode          Loop[V] // from the sources in turns, into new values
}

// Loop is an operation, so many times over.
type Loop[V any] = func(state *State[V], times int) error

// State is what a loop begins with, and what it leaves for the next one. All loops go
// through the values, or their encodings, in order.
type State[V any] struct {
	Values []*V
	Inputs [][]byte // their encodings
	Parts  []uint64 // what Field gives for them: Update writes it again
	Next   int      // the value that the next operation begins with

	Ring    []*V // used values
	Sinks   []Sink
	Sources []Source
	Turn    int // the one of them that comes next
	Buf     []byte

	// Of round trips: whether they use the buffer and the ring, whether that is one value
	// which is zeroed before, and what compares the values, if anything does.
	Reuse, Renew, Zeroed bool
	Equal                func(want, got *V) bool

	// What the last operation made, which keeps it alive, and the sum of what all calls
	// of Access, Open or Field gave.
	Out  []byte
	Last *V
	Sum  uint64
}

// LoopsOf returns the loops of a codec, with its funcs called by way of variables.
//
// For an emitted adapter these statements are printed anew behind its own funcs, so that
// the compiler calls them directly or puts them into the loops, as it does in a program:
// see package compile. So what follows the first two statements names nothing of this
// package but what is exported, and calls each func in one place of a loop.
func LoopsOf[V any](c Codec[V]) (loops Loops[V]) {
	marshal, appendTo, fill, unmarshal, construct, renew, access, open, field, update, write, read := c.Marshal, c.Append, c.Fill, c.Unmarshal, c.Construct, c.UnmarshalReuse, c.Access, c.Open, c.Field, c.Update, c.Write, c.Read
	hasMarshal, hasAppendTo, hasFill, hasUnmarshal, hasConstruct, hasRenew, hasAccess, hasOpen, hasField, hasUpdate, hasWrite, hasRead := marshal != nil, appendTo != nil, fill != nil, unmarshal != nil, construct != nil, renew != nil, access != nil, open != nil, field != nil, update != nil, write != nil, read != nil

	if hasMarshal {
		loops.Marshal = func(state *State[V], times int) error {
			values, k := state.Values, state.Next
			var out []byte
			for range times {
				var err error
				out, err = marshal(values[k])
				if err != nil {
					return Failed("marshal", k, err)
				}
				if k++; k == len(values) {
					k = 0
				}
			}
			state.Next, state.Out = k, out
			return nil
		}
	} else if hasAppendTo {
		loops.Marshal = func(state *State[V], times int) error {
			values, k := state.Values, state.Next
			var out []byte
			for range times {
				var err error
				out, err = appendTo(nil, values[k])
				if err != nil {
					return Failed("append", k, err)
				}
				if k++; k == len(values) {
					k = 0
				}
			}
			state.Next, state.Out = k, out
			return nil
		}
	}

	if hasFill {
		loops.MarshalReuse = func(state *State[V], times int) error {
			values, k := state.Values, state.Next
			room := state.Buf[:cap(state.Buf)]
			var out []byte
			for range times {
				var err error
				out, err = fill(room, values[k])
				if err != nil {
					return Failed("fill", k, err)
				}
				if k++; k == len(values) {
					k = 0
				}
			}
			state.Next, state.Out = k, out
			return nil
		}
	} else if hasAppendTo {
		loops.MarshalReuse = func(state *State[V], times int) error {
			values, k := state.Values, state.Next
			room := state.Buf[:0]
			var out []byte
			for range times {
				var err error
				out, err = appendTo(room, values[k])
				if err != nil {
					return Failed("append", k, err)
				}
				if k++; k == len(values) {
					k = 0
				}
			}
			state.Next, state.Out = k, out
			return nil
		}
	}

	if hasConstruct {
		loops.Unmarshal = func(state *State[V], times int) error {
			inputs, k := state.Inputs, state.Next
			var v *V
			for range times {
				var err error
				v, err = construct(inputs[k])
				if err != nil {
					return Failed("unmarshal", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next, state.Last = k, v
			return nil
		}
	} else if hasUnmarshal {
		loops.Unmarshal = func(state *State[V], times int) error {
			inputs, k := state.Inputs, state.Next
			var v *V
			for range times {
				v = new(V)
				if err := unmarshal(inputs[k], v); err != nil {
					return Failed("unmarshal", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next, state.Last = k, v
			return nil
		}
	}

	if hasRenew {
		loops.UnmarshalReuse = func(state *State[V], times int) error {
			inputs, k, ring, t := state.Inputs, state.Next, state.Ring, state.Turn
			for range times {
				if err := renew(inputs[k], ring[t]); err != nil {
					return Failed("unmarshal with reuse", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
				if t++; t == len(ring) {
					t = 0
				}
			}
			state.Next, state.Turn = k, t
			return nil
		}
	} else if hasUnmarshal {
		loops.UnmarshalReuse = func(state *State[V], times int) error {
			inputs, k, ring, t := state.Inputs, state.Next, state.Ring, state.Turn
			for range times {
				if err := unmarshal(inputs[k], ring[t]); err != nil {
					return Failed("unmarshal", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
				if t++; t == len(ring) {
					t = 0
				}
			}
			state.Next, state.Turn = k, t
			return nil
		}
	}

	if hasUnmarshal {
		loops.UnmarshalZeroed = func(state *State[V], times int) error {
			inputs, k, v := state.Inputs, state.Next, state.Ring[0]
			for range times {
				*v = *new(V)
				if err := unmarshal(inputs[k], v); err != nil {
					return Failed("unmarshal", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next = k
			return nil
		}
	}

	if hasUnmarshal {
		loops.RoundTrip = func(state *State[V], times int) error {
			values, k := state.Values, state.Next
			ring, t, reuse, used, zeroed := state.Ring, state.Turn, state.Reuse, state.Renew, state.Zeroed
			equal, room, out := state.Equal, state.Buf, []byte(nil)
			var v *V
			for range times {
				var err error
				if hasFill && reuse {
					out, err = fill(room[:cap(room)], values[k])
				} else if hasMarshal && !reuse {
					out, err = marshal(values[k])
				} else if hasAppendTo {
					into := room[:0]
					if !reuse {
						into = nil
					}
					out, err = appendTo(into, values[k])
				}
				if err != nil {
					return Failed("marshal", k, err)
				}
				if hasRenew && used && !zeroed {
					v = ring[t]
					err = renew(out, v)
				} else if hasConstruct && !used {
					v, err = construct(out)
				} else {
					if !used {
						v = new(V)
					} else if v = ring[t]; zeroed {
						*v = *new(V)
					}
					err = unmarshal(out, v)
				}
				if err != nil {
					return Failed("unmarshal", k, err)
				}
				if equal != nil && !equal(values[k], v) {
					return Failed("round trip", k, ErrChanged)
				}
				if k++; k == len(values) {
					k = 0
				}
				if t++; t == len(ring) {
					t = 0
				}
			}
			state.Next, state.Turn, state.Out, state.Last = k, t, out, v
			return nil
		}
	}

	if hasAccess {
		loops.Access = func(state *State[V], times int) error {
			inputs, k, sum := state.Inputs, state.Next, uint64(0)
			for range times {
				x, err := access(inputs[k])
				if err != nil {
					return Failed("access", k, err)
				}
				sum += x
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next, state.Sum = k, sum
			return nil
		}
	}
	if hasOpen {
		loops.Open = func(state *State[V], times int) error {
			inputs, k, sum := state.Inputs, state.Next, uint64(0)
			for range times {
				x, err := open(inputs[k])
				if err != nil {
					return Failed("open", k, err)
				}
				sum += x
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next, state.Sum = k, sum
			return nil
		}
	}

	if hasField {
		loops.Field = func(state *State[V], times int) error {
			inputs, k, sum := state.Inputs, state.Next, uint64(0)
			for range times {
				x, err := field(inputs[k])
				if err != nil {
					return Failed("field", k, err)
				}
				sum += x
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next, state.Sum = k, sum
			return nil
		}
	}
	if hasUpdate {
		loops.Update = func(state *State[V], times int) error {
			inputs, parts, k := state.Inputs, state.Parts, state.Next
			for range times {
				if err := update(inputs[k], parts[k]); err != nil {
					return Failed("update", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
			}
			state.Next = k
			return nil
		}
	}

	// Writers and readers are called by way of interfaces in any case.
	if hasWrite {
		loops.Encode = func(state *State[V], times int) error {
			values, k, sinks, t := state.Values, state.Next, state.Sinks, state.Turn
			for range times {
				w := &sinks[t]
				w.Buf = w.Buf[:0]
				if err := write(w, values[k]); err != nil {
					return Failed("write", k, err)
				}
				if k++; k == len(values) {
					k = 0
				}
				if t++; t == len(sinks) {
					t = 0
				}
			}
			state.Next, state.Turn = k, t
			return nil
		}
	}
	if hasRead {
		loops.Decode = func(state *State[V], times int) error {
			inputs, k, sources, t := state.Inputs, state.Next, state.Sources, state.Turn
			var v *V
			for range times {
				s := &sources[t]
				s.Rest = inputs[k]
				v = new(V)
				if err := read(s, v); err != nil {
					return Failed("read", k, err)
				}
				if k++; k == len(inputs) {
					k = 0
				}
				if t++; t == len(sources) {
					t = 0
				}
			}
			state.Next, state.Turn, state.Last = k, t, v
			return nil
		}
	}
	return loops
}

// ErrChanged is the error of a compared round trip that gives another value back.
var ErrChanged = errors.New("the value came back changed")

// Failed returns the error of an operation that failed on a value.
func Failed(op string, value int, err error) error {
	return fmt.Errorf("%s of value %d: %w", op, value, err)
}

// Sink and Source are a connection without its cost: they can Write and Read and nothing
// else, as a socket can.
type Sink struct{ Buf []byte }

// Write appends to the buffer.
func (w *Sink) Write(p []byte) (int, error) {
	w.Buf = append(w.Buf, p...)
	return len(p), nil
}

// Source gives what is left of an encoding.
type Source struct{ Rest []byte }

// Read gives as much as fits.
func (s *Source) Read(p []byte) (int, error) {
	if len(s.Rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, s.Rest)
	s.Rest = s.Rest[n:]
	return n, nil
}
