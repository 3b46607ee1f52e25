// Package batch times and counts one operation of one codec, many times over.
//
// The rules that every figure rests on:
//   - The loops are the same for all codecs, and stand once: see [adapter.LoopsOf].
//     In an emitted adapter they call its funcs directly, as a program does. The
//     clock is read before and after a batch, never within.
//   - All values are gone through in order and a batch begins where the last
//     one ended, so that no branch predictor learns one value by heart.
//   - Fresh rows decode into a new value each, which escapes to the heap as a
//     caller's would. Rows with reuse decode into a ring of used values, whose
//     length has no factor in common with the number of values, so that a
//     destination never meets the value that it held before. A value that is
//     alone takes turns with its twin there: see [Config].
//   - Inputs are copies of the codec's own encodings, laid into a larger piece of
//     memory at offsets that change with the placement; so is the reused buffer.
//   - What an operation in the middle and the last one made, and whether inputs
//     survived, is looked at after the clock was stopped: see [Witness].
//
// The round trip is marshal and unmarshal; nothing else is timed. The compared
// round trip has a comparison of each result with the original inside, as
// go-serialization-benchmarks times it; see [deep.Equal] for what that costs.
//
// The package verifies nothing: see package verify.
package batch

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// Runner measures one case.
type Runner interface {
	// Batch runs op many times and times them together. An error ends the batch.
	Batch(op protocol.Op, t Timing) (protocol.Batch, error)

	// Window runs op over and over for a longer time, and tells what processor
	// time that cost with the collector's work.
	Window(op protocol.Op, n int, s protocol.Span) (protocol.Window, error)

	// Latency times n single operations, Cold up to n whose values and buffers
	// are in no cache of the given size.
	Latency(op protocol.Op, n int, placement uint64) (protocol.Latency, error)
	Cold(op protocol.Op, n, caches int) (protocol.Cold, error)

	// Allocs runs op at least n times and counts what it allocates.
	Allocs(op protocol.Op, n int) (protocol.Allocs, error)

	prepare(op protocol.Op, placement uint64) (loop func(n int) error, err error)
	lastIsRight(op protocol.Op) error
}

// Timing says how a batch is timed.
type Timing struct {
	N         int    // operations
	Placement uint64 // of buffers in memory
	NoGC      bool   // the collector is off, after a collection

	// Woken says that the process has waited since its last batch: others had the
	// processor and its caches, and more operations go before this one.
	Woken bool

	// Watched has the witness look at what the batch made. Until the clock has
	// stopped a batch that is watched is like any other, so that no codec can know
	// which are.
	Watched bool

	// Aliases says that what is decoded may lie in its input.
	Aliases bool
}

// Config is a case to be measured, verified before. V is the type that the codec
// encodes.
type Config[V any] struct {
	Codec  adapter.Codec[V]
	Values []*V                    // at least one
	Inputs [][]byte                // their encodings
	Equal  func(want, got *V) bool // of the compared round trip; may be nil
	Reuse  bool

	// Streams makes their encodings as written to a stream, without a twin's, for who
	// is to encode or decode one; may be nil.
	Streams func() ([][]byte, error)

	// Into is what is decoded into, where it is not a new value or, with reuse, a
	// ring of used ones.
	Into protocol.Into

	// Twin says that the last value is a twin of the only other one: the same
	// shape with other content. The two take turns where used values are decoded
	// into, since a destination that holds already what comes tempts a decoder to
	// leave it there. Everything else is done with the value alone.
	Twin bool

	// Witness looks at each batch, outside of the clock; its error fails the
	// batch. May be nil.
	Witness Witness

	clock func() time.Duration // by which operations are timed; nil: the system's
}

// New returns a runner.
func New[V any](c Config[V]) Runner {
	if c.clock == nil {
		c.clock = SinceStart
	}
	r := &runner[V]{Config: c, loops: c.Codec.Loops, sums: map[protocol.Op][]uint64{}}
	if r.loops.RoundTrip == nil {
		r.loops = adapter.LoopsOf(c.Codec)
	}
	for n := 3; ; n++ {
		if gcd(n, len(c.Values)) == 1 {
			r.state.Ring = make([]*V, n)
			break
		}
	}
	if c.Into != "" {
		r.state.Ring = r.state.Ring[:1]
	}
	longest := 0
	for _, b := range c.Inputs {
		longest = max(longest, len(b))
	}
	r.space = longest + longest/4 + 64
	return r
}

var start = time.Now()

// SinceStart is the clock that batches are timed by.
func SinceStart() time.Duration { return time.Since(start) }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

type runner[V any] struct {
	Config[V]
	loops adapter.Loops[V]
	state adapter.State[V] // the values as used by the operation, the inputs as placed, the ring

	// Operations that decode into the ring go through the values by themselves, so
	// that it can stay for some batches: parked is where the others are meanwhile,
	// or the other way round.
	renewing bool
	parked   int

	stream [][]byte // what Streams made

	space int // what the reused output buffer holds at first

	placed  *[]byte                  // the first of the inputs that those of the state are copies of
	reads   bool                     // the operation reads them
	settled bool                     // the buffer has room for all values
	spare   []byte                   // for what is taken aside; see aside
	other   *V                       // likewise
	sums    map[protocol.Op][]uint64 // what looking gives for the inputs; see addUp
}

func (r *runner[V]) Batch(op protocol.Op, t Timing) (protocol.Batch, error) {
	loop, err := r.prepare(op, t.Placement)
	if err != nil {
		return protocol.Batch{}, err
	}
	if t.NoGC {
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
		runtime.GC()
	}
	var b protocol.Batch
	err = descend(depth(t.Placement), func() error {
		b, err = r.timed(op, loop, t)
		return err
	})
	return b, err
}

// timed is the batch, on the stack where it is.
func (r *runner[V]) timed(op protocol.Op, loop func(n int) error, t Timing) (protocol.Batch, error) {
	b, err := r.between(op, loop, t)
	if err != nil {
		return protocol.Batch{}, err
	}
	if t.Watched {
		if r.Witness != nil && r.Witness.Ready() {
			r.another(t.Placement)
		}
		// What comes next is read and made elsewhere.
		clear(r.state.Ring)
		r.state.Inputs, r.other = nil, nil
	}
	return b, nil
}

// between is the batch from the alteration of a value to where it is taken back, of a
// codec that panics too: another row may have the same values.
func (r *runner[V]) between(op protocol.Op, loop func(n int) error, t Timing) (b protocol.Batch, err error) {
	// The first operation sees what is altered after it: a memory of these inputs at
	// these places, of it and of the batches before, is wrong from then on. Those that
	// follow fetch the code and its tables.
	if err := loop(1); err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, r.restore()) }()
	warm := runUp(t.N, t.Woken)
	seen, err := r.pick(op, warm, t)
	var before, after runtime.MemStats
	if t.Watched {
		runtime.ReadMemStats(&before)
	}
	if err == nil {
		err = loop(warm)
	}
	if err != nil {
		return b, err
	}
	b.Bytes = r.passes(op, t.N)
	begin := r.clock()
	err = r.twice(op, loop, t.N, &seen)
	b.NS = (r.clock() - begin).Nanoseconds()
	if err == nil && t.Watched {
		if runtime.ReadMemStats(&after); after.NumGC == before.NumGC { // pools are as full as they were
			b.Allocs, b.Counted = int64(after.Mallocs-before.Mallocs), warm+t.N
		}
		err = r.look(op, t, &seen)
	}
	if err == nil {
		err = r.check(op, &seen)
	}
	return b, err
}

// runUp returns how many operations go before a batch of n, unrecorded: other codecs had
// the processor's caches meanwhile. A sixteenth of the batch makes those of little code
// warm, which have many operations in it; others get a quarter of it, or as many as the
// fewest. With a 32nd for all, codecs of much code took up to 9 % longer on teststruc than
// when they run alone, and with a sixteenth and 16 at least skyencoder's new messages of
// signedblock 5 % longer beside flat's. A process that was woken for the batch gets half of
// it: what it had in the caches is gone.
func runUp(n int, woken bool) int {
	const fewest = 64
	if woken {
		return 2 * (1 + n/4)
	}
	return 1 + max(n/16, min(n/4, fewest))
}

// Allocs goes through all values as often as it takes to make n operations, so
// that each counts as much as the others. The collector is off, so that pools
// stay full as they do between collections. Now and then the runtime allocates
// something of its own meanwhile: when two runs disagree, the least of three
// counts.
func (r *runner[V]) Allocs(op protocol.Op, n int) (protocol.Allocs, error) {
	loop, err := r.prepare(op, 0)
	if err != nil {
		return protocol.Allocs{}, err
	}
	n = (n + len(r.Values) - 1) / len(r.Values) * len(r.Values)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	live := before.HeapAlloc
	if err := loop(len(r.Values) + len(r.state.Ring)); err != nil {
		return protocol.Allocs{}, err
	}
	var size, count uint64
	for run := range 3 {
		r.state.Next = 0
		runtime.ReadMemStats(&before)
		err := loop(n)
		runtime.ReadMemStats(&after)
		if err != nil {
			return protocol.Allocs{}, err
		}
		s, c := after.TotalAlloc-before.TotalAlloc, after.Mallocs-before.Mallocs
		if run == 1 && s == size && c == count {
			break
		}
		if run == 0 || s < size {
			size, count = s, c
		}
	}
	if err := r.check(op, &sight{alter: -1}); err != nil {
		return protocol.Allocs{}, err
	}
	return protocol.Allocs{
		BytesPerOp:  float64(size) / float64(n),
		AllocsPerOp: float64(count) / float64(n),
		HeapLive:    live,
	}, nil
}

// prepare places the buffers and returns the loop of an operation.
func (r *runner[V]) prepare(op protocol.Op, placement uint64) (loop func(n int) error, err error) {
	rng := rand.New(rand.NewPCG(placement, 0))
	c := &r.Codec
	r.reads = op == protocol.Unmarshal || looks(op) || op == protocol.Update || op == protocol.Decode
	if (op == protocol.Encode || op == protocol.Decode) && r.stream == nil && r.Streams != nil {
		if r.stream, err = r.Streams(); err != nil {
			return nil, err
		}
	}
	if renews := r.renews(op); renews != r.renewing {
		r.renewing = renews
		r.state.Next, r.parked = r.parked, r.state.Next
	}
	if r.Twin {
		r.withTwin(r.renewing)
	}
	switch {
	case op == protocol.Marshal || trips(op):
		if r.Reuse {
			if err := r.settle(rng); err != nil {
				return nil, err
			}
			r.state.Buf = arena(r.space, rng)
			r.spare = arena(r.space, rng)
		}
	case op == protocol.Decode && r.stream != nil:
		r.place(r.stream, rng)
	case r.reads:
		r.place(r.Inputs, rng)
	}
	if r.renewing && r.state.Ring[0] == nil {
		if err := r.prime(); err != nil {
			return nil, err
		}
	}
	r.state.Values = r.Values
	run, loops := adapter.Loop[V](nil), r.loops
	switch op {
	case protocol.Marshal:
		run = loops.Marshal
		if r.Reuse {
			run = loops.MarshalReuse
		}
	case protocol.Unmarshal:
		switch {
		case c.Construct != nil:
			run = loops.Unmarshal
		case r.Into == protocol.Zeroed:
			run = loops.UnmarshalZeroed
		case r.renews(op):
			run = loops.UnmarshalReuse
		default:
			run = loops.Unmarshal
		}
	case protocol.RoundTrip, protocol.Compared:
		s := &r.state
		s.Reuse, s.Renew, s.Zeroed, s.Equal = r.Reuse, r.renewing, r.renewing && r.Into == protocol.Zeroed, nil
		if op == protocol.Compared {
			s.Equal = r.Equal
		}
		if op == protocol.RoundTrip || r.Equal != nil {
			run = loops.RoundTrip
		}
	case protocol.Encode:
		if run = loops.Encode; run != nil {
			r.state.Sinks = make([]adapter.Sink, len(r.state.Ring))
			for i := range r.state.Sinks {
				r.state.Sinks[i].Buf = arena(r.space, rng)
			}
			r.spare = arena(r.space, rng)
		}
	case protocol.Decode:
		run = loops.Decode
		r.state.Sources = make([]adapter.Source, len(r.state.Ring))
	case protocol.Access:
		run = loops.Access
	case protocol.Open:
		run = loops.Open
	case protocol.Field:
		run = loops.Field
	case protocol.Update:
		if run = loops.Update; run != nil {
			r.state.Parts = make([]uint64, len(r.state.Inputs))
			for i, b := range r.state.Inputs {
				if r.state.Parts[i], err = c.Field(b); err != nil {
					return nil, fmt.Errorf("field of value %d: %w", i, err)
				}
			}
		}
	}
	if run == nil {
		return nil, fmt.Errorf("the case has no operation %q", op)
	}
	return func(n int) error {
		err := run(&r.state, n)
		if s := &r.state; r.Reuse && cap(s.Out) > cap(s.Buf) {
			s.Buf = s.Out // it has grown
		}
		return err
	}, nil
}

// settle gives the reused buffer room for whatever the codec asks of it: some ask for
// more than they write, and a loop does not keep what has grown before it ends.
func (r *runner[V]) settle(rng *rand.Rand) error {
	run := r.loops.MarshalReuse
	if r.settled || run == nil {
		return nil
	}
	r.settled = true
	s := adapter.State[V]{Values: r.Values, Buf: arena(r.space, rng)}
	for range r.Values {
		if err := run(&s, 1); err != nil {
			return err
		}
		if cap(s.Out) > cap(s.Buf) {
			s.Buf, r.space = s.Out, cap(s.Out)
		}
	}
	return nil
}

// passes returns the length in bytes of the encodings of the next n values.
func (r *runner[V]) passes(op protocol.Op, n int) (size int64) {
	list := r.Inputs
	if (op == protocol.Encode || op == protocol.Decode) && r.stream != nil {
		list = r.stream
	}
	if n >= len(list) {
		for _, b := range list {
			size += int64(len(b))
		}
		size *= int64(n / len(list))
	}
	for i := range n % len(list) {
		size += int64(len(list[(r.state.Next+i)%len(list)]))
	}
	return size
}

// withTwin has the next operations use both values, or the first alone.
func (r *runner[V]) withTwin(both bool) {
	n := 1
	if both {
		n = 2
	}
	r.Values, r.Inputs = r.Values[:n], r.Inputs[:n]
	r.state.Next %= n
}

// prime fills the ring with values that were decoded once.
func (r *runner[V]) prime() error {
	for i := range r.state.Ring {
		v, k := new(V), i%len(r.Inputs)
		if err := r.Codec.Unmarshal(bytes.Clone(r.Inputs[k]), v); err != nil {
			return fmt.Errorf("unmarshal of value %d: %w", k, err)
		}
		r.state.Ring[i] = v
	}
	return nil
}

var errInput = errors.New("an input was written to during the batch")

// check proves that the inputs survived, and lets go of what the batch made.
func (r *runner[V]) check(op protocol.Op, s *sight) error {
	if r.reads {
		want, sum := r.Inputs, 0
		if op == protocol.Decode && r.stream != nil {
			want = r.stream
		}
		for i, b := range r.state.Inputs {
			given := want[i]
			if i == s.alter {
				given = s.input
			}
			if !bytes.Equal(b, given) {
				return fmt.Errorf("%s: %w (value %d)", op, errInput, i)
			}
			sum += len(b)
		}
		switch {
		case sum > largestInputs:
			r.state.Inputs = nil
		case s.alter >= 0:
			r.state.Inputs[s.alter] = s.place
			copy(s.place, want[s.alter])
		}
	}
	r.state.Out, r.state.Last = nil, nil
	return nil
}

func (r *runner[V]) restore() error {
	if r.Witness == nil {
		return nil
	}
	return r.Witness.Restore()
}

// arena returns an empty buffer that holds space bytes and begins at any
// offset into memory of its own.
func arena(space int, rng *rand.Rand) []byte {
	off := rng.IntN(4096)
	return make([]byte, space+4096)[off : off : off+space]
}

// largestInputs in bytes stay placed from batch to batch: more would make the live
// heap larger than it is said to be.
const largestInputs = 1 << 20

// place copies the inputs into one piece of memory, each at any alignment and
// some distance behind the last, unless they lie there.
func (r *runner[V]) place(inputs [][]byte, rng *rand.Rand) {
	if r.placed == &inputs[0] && len(r.state.Inputs) == len(inputs) {
		return
	}
	r.placed, r.state.Inputs = &inputs[0], make([][]byte, len(inputs))
	total := 4096
	for _, b := range inputs {
		total += len(b) + 64
	}
	at := rng.IntN(4096)
	room := make([]byte, total)
	for i, b := range inputs {
		r.state.Inputs[i] = room[at : at+len(b) : at+len(b)]
		copy(r.state.Inputs[i], b)
		at += len(b) + rng.IntN(64)
	}
}

type collector struct {
	cycles uint64
	cpu    float64 // seconds
}

// collectorReader reads what the runtime says of its collector, without
// allocating, which would bring on what it counts.
type collectorReader [2]metrics.Sample

func newCollectorReader() *collectorReader {
	return &collectorReader{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}}
}

func (c *collectorReader) read() collector {
	metrics.Read(c[:])
	return collector{c[0].Value.Uint64(), c[1].Value.Float64()}
}
