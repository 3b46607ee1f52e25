package batch

import (
	"runtime"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Window runs op in batches of n for at least the given time and number of
// collections, and as much as one of these takes beside a collector that is off. It begins after one and ends after another, so that each is paid
// for as a whole; when none are asked for, it waits for none. At the limit it
// ends in any case, with fewer.
func (r *runner[V]) Window(op protocol.Op, n int, s protocol.Span) (protocol.Window, error) {
	loop, err := r.prepare(op, 0)
	if err != nil {
		return protocol.Window{}, err
	}
	gc := newCollectorReader()
	settle := time.Duration(0)
	if s.Cycles == 0 {
		runtime.GC() // nobody else's may be under way
		settle = s.Least
		gc.read()
	}
	limit := r.clock() + s.Limit
	// run runs until so many collections and so much time have passed.
	run := func(cycles int, least time.Duration) (ops int, err error) {
		begin, before := r.clock(), gc.read().cycles
		last := before
		for {
			if err := loop(n); err != nil {
				return ops, err
			}
			ops += n
			now, done := r.clock(), gc.read().cycles
			ended := cycles == 0 || done != last // what was allocated since one ended is not paid for
			last = done
			if now > limit || ended && int(done-before) >= cycles && now-begin >= least {
				return ops, nil
			}
		}
	}
	turns := max(1, int(s.Least/windowTurn))
	s.Least /= time.Duration(turns)
	var w protocol.Window
	for range turns {
		// The first collection belongs to whatever ran before, and so does what the
		// runtime does after one: its threads look for more, and memory is given back.
		if _, err := run(min(s.Cycles, 1), min(settle, s.Least)); err != nil {
			return w, err
		}
		begin, before, cpu := r.clock(), gc.read(), CPUTime()
		ops, err := run(s.Cycles, s.Least)
		after, used, wall := gc.read(), CPUTime()-cpu, r.clock()-begin
		if err != nil {
			return w, err
		}
		cycles := int(after.cycles - before.cycles)
		w.N, w.CPUNS, w.WallNS, w.Cycles = w.N+ops, w.CPUNS+used.Nanoseconds(), w.WallNS+wall.Nanoseconds(), w.Cycles+cycles
		if cycles == 0 {
			continue
		}
		// The runtime's estimate is made at the end of one, by the clock of the threads
		// that mark: on a busy machine it can be more than they were given of a processor.
		w.GCNS += min(int64((after.cpu-before.cpu)*1e9), used.Nanoseconds())
		used, err = uncollected(func() error {
			for begin := w.OwnN; w.OwnN < begin+ops/cycles; w.OwnN += n {
				if err := loop(n); err != nil {
					return err
				}
			}
			return nil
		})
		w.OwnCPUNS += used.Nanoseconds()
		if err != nil {
			return w, err
		}
	}
	return w, r.lastIsRight(op)
}

// windowTurn is about how long one lasts before it is the turn of the same operations
// beside a collector that is off: a machine's speed is the same for both then.
const windowTurn = 100 * time.Millisecond

// lastIsRight has the witness look at what the last operation made.
func (r *runner[V]) lastIsRight(op protocol.Op) error {
	if r.Witness == nil || looks(op) {
		return nil
	}
	out, made := r.product(op)
	return r.show(op, previous(r.state.Next, len(r.Values)), out, made, true)
}
