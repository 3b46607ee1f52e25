package verify

import (
	"bytes"
	"fmt"
	"runtime"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// How much is looked at where a codec was timed, since a run waits for it.
const (
	provenValues = 2        // of which variants are made
	provenBytes  = 16 << 10 // of encodings that pass in each look, if that is as many calls as
	provenLeast  = 8        // these, or at the least two, and
	provenMost   = 1 << 20  // bytes: of longer values nothing is looked at
	provenHeap   = 16       // in one look of so many the live heap is, which takes ten times as long
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
	each := len(first) + 1
	n := max(2, min(provenLeast, provenMost/each), min(provenBytes/each, ownedCalls))
	if n*each > provenMost {
		return nil // two of them take longer than their batches
	}
	heap := from%provenHeap == 0
	for _, d := range r.directions() {
		if !d.decodes && declared.DecodeOnly {
			continue
		}
		o := &ownership{run: r, d: d, c: timed, other: other, stock: s}
		if err := o.still(n, max(n, ownedLeast/each), heap, aliases); err != nil {
			return fmt.Errorf("looked at again after it was timed: %s: %w", d.name, err)
		}
	}
	return nil
}

// still looks at n calls of a codec that was timed. Where they allocate less than those of
// another, or heap says so, it looks at many, and at the live heap: to allocate less may
// be what a codec has learnt.
func (o *ownership) still(n, many int, heap, aliases bool) error {
	list, others := o.prepare(n, true), o.prepare(n, false)
	for k := range list { // a used value that holds already what comes would be right in any case
		list[k].was = bytes.Clone(list[(k+1)%len(list)].encoded)
	}
	results := make([]made, n)
	timed := o.c
	o.c = o.Open()
	o.all(list, nil) // it sets itself up
	fresh := allocated(func() { o.all(list, nil) })
	o.c = timed
	taken := allocated(func() { o.all(list, func(k int, m made) { results[k] = m }) })
	if o.ruled {
		return nil
	}
	if less := fresh-taken > fresh/ownedLess+ownedSlack; heap || less && !o.declared.Chunks {
		if err := twice(many, func(n int) error { return o.kept(n, aliases) }); err != nil {
			return err
		}
		return twice(many, o.replaced)
	}
	copies, err := o.lie(list, results, taken, aliases)
	if err != nil {
		return err
	}
	o.all(others, nil)
	err = o.unchanged(list, results, copies)
	runtime.KeepAlive(list)
	return err
}

// allocated returns how many bytes f allocates.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}
