package verify

import (
	"fmt"
	"runtime"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// How much is looked at where a codec was timed: as much as tells memory that the codec
// keeps from the noise of a collection, and no more, since a run waits for it.
const (
	provenValues = 2       // of which variants are made
	provenMost   = 1 << 20 // bytes of encodings: of longer values nothing is looked at
)

// Prove goes on with verification where a codec was timed: by the same instance, with
// values that it has not met. What verification found in another process is nothing to a
// codec that changes its ways after so many calls. It fails where what is decoded lies in
// its input, unless aliases says that the row is labelled so; where outputs, texts or
// other parts take less of the heap than those of a codec that was not timed, since they lie
// in memory that this one has already, there or beside it; and where one is not what it was
// when more calls were made. From says which values are made: others each time.
func Prove(c Case, timed Codec, declared protocol.Declared, aliases bool, from uint64) error {
	c.Values = c.Values[:min(provenValues, len(c.Values))]
	r := &run{Case: c, declared: declared}
	r.verdict.ReusesValue = c.Reuse && timed.UnmarshalReuse != nil
	other := r.Open()
	var first []byte
	if err := quietly(func() (err error) { first, err = r.encode(&other, 0); return err }); err != nil {
		return nil // it was timed with other values
	}
	s := r.newStock(anyLeaf)
	if s == nil {
		return nil
	}
	s.next += 1<<41 + from%(1<<40) // verification and earlier looks in this process have shown others
	n := max(2, ownedLeast/(len(first)+1))
	if n*len(first) > provenMost {
		return nil // two of them take longer than their batches
	}
	for _, d := range r.directions() {
		if !d.decodes && declared.DecodeOnly {
			continue
		}
		o := &ownership{run: r, d: d, c: timed, other: other, stock: s}
		if err := o.still(n, aliases); err != nil {
			return fmt.Errorf("looked at again after it was timed: %s: %w", d.name, err)
		}
	}
	return nil
}

// still looks at n calls of a codec that was timed.
func (o *ownership) still(n int, aliases bool) error {
	list, others := o.prepare(n, true), o.prepare(n, false)
	results := make([]made, n)
	// takes returns what the results of a codec take of the heap.
	takes := func(c Codec, results []made) int64 {
		timed := o.c
		o.c = c
		defer func() { o.c = timed }()
		before := liveHeap()
		o.all(list, func(k int, m made) { results[k] = m })
		grown := liveHeap() - before
		runtime.KeepAlive(results)
		return grown
	}
	untimed := o.Open()
	grown, fresh := takes(o.c, results), takes(untimed, make([]made, n))
	less := func() bool { return fresh-grown > fresh/ownedLess+ownedNoise }
	if less() { // the other codec has set itself up by now, and what it keeps is no result
		grown, fresh = max(grown, takes(o.c, make([]made, n))), min(fresh, takes(untimed, make([]made, n)))
	}
	if o.ruled {
		return nil
	}
	if less() && !o.declared.Chunks {
		return fmt.Errorf("what %d calls returned takes %d bytes of the heap, and %d when a codec makes it that was not timed: it lies in memory that the codec keeps", n, max(grown, 0), fresh)
	}
	copies, err := o.lie(list, results, grown, aliases)
	if err != nil {
		return err
	}
	o.all(others, nil)
	err = o.unchanged(list, results, copies)
	if err == nil && o.d.decodes {
		err = o.released(list, results)
	}
	runtime.KeepAlive(list)
	return err
}
