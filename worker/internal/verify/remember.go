package verify

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"time"

	"github.com/assay-go/assay/worker/internal/deep"
)

// A codec that compares or hashes the whole content before it answers from
// memory is right every time, and yet its figures say nothing, since the values
// of a benchmark repeat. Two things give it away: what it keeps, and how long it
// takes for what it has not seen.

// variants gives an endless supply of values that differ in one leaf.
type variants struct {
	r    *run
	t    any // *T, changed in place
	vary func(n uint64)
}

// newVariants varies value i; ok is false when it has no leaf with enough room.
// The longest texts are looked at first: their encodings keep their length.
func (r *run) newVariants(i int) (*variants, bool) {
	t := deep.Clone(r.Values[i])
	for _, leaf := range deep.Leaves(t, sampleLeaves) {
		if vary := leaf.Varier(); vary != nil {
			return &variants{r, t, vary}, true
		}
	}
	return nil, false
}

// get returns variant n as the codec gets it.
func (s *variants) get(n uint64) (any, error) {
	s.vary(n)
	return s.r.form(s.t)
}

// What counts as keeping: for each new value at least half its encoding, and in
// all clearly more than the noise of two collections.
const (
	keptTotal = 128 << 10
	keptMin   = 16

	// A chunk of memory that many values share stays alive until it is used up,
	// and with it all that its values refer to. So the heap must grow in three
	// windows, of which the later two outlast any such chunk.
	keptWindows = 3
	keptLong    = 8192     // steps
	keptRoom    = 64 << 20 // bytes
)

// memory shows the codec values that it never saw and measures what stays alive.
func (r *run) memory() error {
	s, ok := r.newVariants(0)
	if !ok {
		return nil
	}
	each := max(len(r.encoded[0])/2, keptMin)
	fewest := 64
	if 2*each > r.largeFrom() { // a few are clearly more than noise
		fewest = 4
	}
	n := min(max(keptTotal/each, fewest), 8192)
	for _, d := range r.directions() {
		c, other := r.Open(), r.Open()
		var dest any
		step := func(k int) error {
			v, err := s.get(uint64(k))
			if err != nil {
				return err
			}
			if !d.decodes {
				_, err = r.marshal(&c, 0, v)
				return err
			}
			b, err := r.marshal(&other, 0, v)
			if err != nil {
				return err
			}
			if d.reuses && dest != nil {
				return c.UnmarshalReuse(bytes.Clone(b), dest)
			}
			dest, err = r.unmarshal(&c, 0, bytes.Clone(b))
			return err
		}
		grown, steps := int64(0), n
		next := 0
		for window := range keptWindows {
			warm := fewest
			if window > 0 {
				warm, steps = 0, max(4*n, min(keptLong, keptRoom/each))
			}
			var err error
			grown, err = growth(next, warm, steps, step)
			if err != nil {
				return nil // the variants break a rule of the type
			}
			if grown <= int64(steps*each) {
				break
			}
			if window == keptWindows-1 {
				return fmt.Errorf("%s keeps %d bytes of every new value: it remembers values", d.name, grown/int64(steps))
			}
			next += warm + steps
		}
		runtime.KeepAlive(c)
		runtime.KeepAlive(dest)
	}
	return nil
}

type direction struct {
	name            string
	decodes, reuses bool
}

func (r *run) directions() []direction {
	if r.verdict.ReusesValue { // which is what is timed: what the other call remembers, see timed
		return []direction{{name: "marshal"}, {"unmarshal into used values", true, true}}
	}
	return []direction{{name: "marshal"}, {name: "unmarshal", decodes: true}}
}

// growth returns by how many bytes the live heap grows in n steps that follow
// the warm ones, of which the first is number from.
func growth(from, warm, n int, step func(k int) error) (int64, error) {
	var before int64
	for k := range warm + n {
		if k == warm {
			before = liveHeap()
		}
		if err := quietly(func() error { return step(from + k) }); err != nil {
			return 0, err
		}
	}
	return liveHeap() - before, nil
}

// liveHeap collects twice, for the first collection leaves what pools hold.
func liveHeap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// What counts as skipping: that new values take at least twice as long as ones
// that were just seen, by the lower quartile of paired runs, in eight series, and by more
// than chance and caches explain. On a busy machine two series were not enough: an
// honest codec was blamed once in some thousand cases. What a new value has that a
// repeated one has not is memory that is in no cache: skipPace bytes come from there in
// a nanosecond, of a value of 200 MB that takes microseconds because nothing of it is read.
const (
	skipFactor = 2
	skipMargin = 60 * time.Nanosecond
	skipPace   = 16
)

// skips reports whether these times of new and of repeated values of so many bytes
// are those of a codec that skips work.
func skips(slow, fast time.Duration, bytes int) bool {
	return slow > skipFactor*fast && slow-fast > skipMargin+time.Duration(bytes/skipPace)
}

// How much one series looks at: as many bytes of encodings in each run as a large value
// has, so that long values need not be many, and pairs of runs until they have taken that long.
const (
	repeatValues = 64 // at most
	repeatPairs  = 15
	repeatLeast  = 5
	repeatTime   = 60 * time.Millisecond

	// A memory may begin to answer when the codec is warm: so many calls come before a
	// series, or as many as encode or decode that many bytes.
	warmCalls = 200
	warmBytes = 30 << 20
)

// repeats compares the time for values that the codec has just seen with that
// for new ones of the same length.
func (r *run) repeats() error {
	for _, d := range r.directions() {
		skipped := true
		var slow, fast time.Duration
		for series := 0; series < 8 && skipped; series++ {
			var err error
			slow, fast, err = r.compareRepeats(d, uint64(1+series)<<15)
			if err != nil {
				return nil // no variants
			}
			skipped = skips(slow, fast, len(r.encoded[0]))
		}
		if skipped {
			return fmt.Errorf("%s takes %v for a value that it has not seen and %v for one that it has: it remembers values", d.name, slow, fast)
		}
	}
	return nil
}

// compareRepeats returns the time of an operation on new and on repeated values, the
// lower quartile of pairs of runs, since what else runs on the machine only adds; first numbers the new variants.
func (r *run) compareRepeats(d direction, first uint64) (slow, fast time.Duration, err error) {
	p, err := r.newRepeater(d)
	if err != nil {
		return 0, 0, err
	}
	values := uint64(len(p.sets))
	if err := p.warm(); err != nil {
		return 0, 0, err
	}
	var news, olds []time.Duration
	var spent time.Duration
	for n := uint64(0); n < repeatPairs && (spent < repeatTime || n < repeatLeast); n++ {
		from := first + n*2*values
		fresh, err := p.timed(otherVariant, func(pass, k uint64) uint64 { return from + pass*values + k })
		if err != nil {
			return 0, 0, err
		}
		again, err := p.timed(0, func(_, _ uint64) uint64 { return 0 })
		if err != nil {
			return 0, 0, err
		}
		spent += time.Duration(values) * (fresh + again)
		if n > 0 { // the first pair fetches code and fills caches
			news, olds = append(news, fresh), append(olds, again)
		}
	}
	slices.Sort(news)
	slices.Sort(olds)
	return news[len(news)/4], olds[len(olds)/4], nil
}

// repeater times one operation on variants of a value, which lie at the same
// addresses each time.
type repeater struct {
	r        *run
	d        direction
	c, other Codec
	sets     []*variants
	vs       []any // what is marshalled, or decoded into
	in       [][]byte
	known    []map[uint64][]byte // encodings of the k-th value's variants
}

func (r *run) newRepeater(d direction) (*repeater, error) {
	values := max(1, min(repeatValues, r.largeFrom()/(len(r.encoded[0])+1)))
	p := &repeater{r: r, d: d, c: r.Open(), other: r.Open(), vs: make([]any, values), in: make([][]byte, values), known: make([]map[uint64][]byte, values)}
	for range values {
		s, ok := r.newVariants(0)
		if !ok {
			return nil, errors.New("nothing to vary")
		}
		p.sets = append(p.sets, s)
	}
	return p, nil
}

// warm calls the operation as often as makes a codec warm.
func (p *repeater) warm() error {
	for n := range min(warmCalls, 1+warmBytes/(len(p.r.encoded[0])+1)) {
		k := n % len(p.sets)
		if n < len(p.sets) {
			if err := p.lay(k, 0, otherVariant, true); err != nil {
				return err
			}
		} else if p.d.decodes && !p.d.reuses {
			p.vs[k] = p.r.New() // some refuse a used one
		}
		if err := p.do(k); err != nil {
			return err
		}
	}
	return nil
}

// timed returns the mean time of the second of two passes. number says which
// variant is taken; where that is the same in both passes, the second is a
// repetition, even for a codec that keeps but one value for each address. Both
// touch as much memory, freshly written. Used destinations hold another value
// in any case, and the call that makes new values is given variant told: where that
// is the one that used values are then decoded into, it was seen too.
func (p *repeater) timed(told uint64, number func(pass, k uint64) uint64) (time.Duration, error) {
	var took time.Duration
	for pass := range uint64(2) {
		for k := range p.sets {
			if err := p.lay(k, number(pass, uint64(k)), told, pass > 0); err != nil {
				return 0, err
			}
		}
		start := p.now()
		for k := range p.sets {
			if err := p.do(k); err != nil {
				return 0, err
			}
		}
		took = p.now() - start
	}
	return took / time.Duration(len(p.sets)), nil
}

var began = time.Now()

// now is the time by the clock of the case.
func (p *repeater) now() time.Duration {
	if p.r.clock != nil {
		return p.r.clock()
	}
	return time.Since(began)
}

// lay makes variant n ready as the k-th value. A codec that decodes into used values
// decodes variant told into a new one before, and has a destination that holds another
// value, if renewed is set; otherwise it has the one that there is.
func (p *repeater) lay(k int, n, told uint64, renewed bool) (err error) {
	if !p.d.decodes {
		v, err := p.sets[k].get(n)
		if err != nil {
			return err
		}
		if p.vs[k] == nil {
			p.vs[k] = v
		} else if p.vs[k] != v { // to the same address
			reflect.ValueOf(p.vs[k]).Elem().Set(reflect.ValueOf(v).Elem())
		}
		return nil
	}
	if p.in[k], err = p.encoded(k, n); err != nil {
		return err
	}
	if !p.d.reuses {
		p.vs[k] = p.r.New()
		return nil
	}
	if !renewed && p.vs[k] != nil {
		return nil
	}
	first, err := p.encoded(k, told)
	if err != nil {
		return err
	}
	if err := p.c.Unmarshal(first, p.r.New()); err != nil {
		return err
	}
	holds, err := p.encoded(k, heldVariant)
	if err != nil {
		return err
	}
	if p.vs[k] == nil {
		p.vs[k] = p.r.New()
		return p.c.Unmarshal(holds, p.vs[k])
	}
	return p.c.UnmarshalReuse(holds, p.vs[k])
}

// encoded returns variant n of the k-th value in memory of its own. Those that come
// again and again are encoded once.
func (p *repeater) encoded(k int, n uint64) ([]byte, error) {
	if b, ok := p.known[k][n]; ok {
		return bytes.Clone(b), nil
	}
	v, err := p.sets[k].get(n)
	if err != nil {
		return nil, err
	}
	b, err := p.r.marshal(&p.other, 0, v)
	if n <= otherVariant && err == nil {
		if p.known[k] == nil {
			p.known[k] = map[uint64][]byte{}
		}
		p.known[k][n] = bytes.Clone(b)
	}
	return bytes.Clone(b), err
}

// Variants that are never timed: what used destinations hold, and what is decoded
// into new values where that is no matter.
const (
	heldVariant  = 7
	otherVariant = 8
)

func (p *repeater) do(k int) (err error) {
	switch {
	case p.d.reuses:
		return p.c.UnmarshalReuse(p.in[k], p.vs[k])
	case p.d.decodes:
		return p.c.Unmarshal(p.in[k], p.vs[k])
	case p.r.Reuse || p.c.Marshal == nil:
		_, err = p.c.Append(nil, p.vs[k])
	default:
		_, err = p.c.Marshal(p.vs[k])
	}
	return err
}
