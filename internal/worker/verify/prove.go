package verify

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"github.com/assay-go/assay/internal/worker/deep"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// How much is looked at where a codec was timed: as much as tells memory that the codec
// keeps from the noise of a collection, and no more, since a run waits for it.
const (
	provenValues = 2       // of which variants are made
	provenMost   = 1 << 19 // bytes of encodings: of longer values nothing is looked at
	provenLess   = 8       // one part in so many of what results take may be less, and
	provenNoise  = 8 << 10 // bytes: of two collections
)

// Prove goes on with verification where a codec was timed: by the same instance, with
// values that it has not met. What verification found in another process is nothing to a
// codec that changes its ways after so many calls. It fails where what is decoded lies in
// its input, unless aliases says that the row is labelled so; where outputs, texts or
// other parts take less of the heap than those of a codec that was not timed, since they lie
// in memory that this one has already, there or beside it; and where one is not what it was
// when more calls were made.
func Prove(c Case, timed Codec, declared protocol.Declared, aliases bool) error {
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
	s.next += 1 << 41 // verification of this process has shown others
	n := max(8, ownedLeast/(len(first)+1))
	if n*len(first) > provenMost {
		return nil // eight of them take longer than their batches
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
	less := func() bool { return fresh-grown > fresh/provenLess+provenNoise }
	if less() { // the other codec has set itself up by now, and what it keeps is no result
		grown, fresh = max(grown, takes(o.c, make([]made, n))), min(fresh, takes(untimed, make([]made, n)))
	}
	if o.ruled {
		return nil
	}
	if less() && !o.declared.Chunks {
		return fmt.Errorf("what %d calls returned takes %d bytes of the heap, and %d when a codec makes it that was not timed: it lies in memory that the codec keeps", n, max(grown, 0), fresh)
	}
	type place struct {
		deep.Span
		k int
	}
	var places []place
	copies := make([][]byte, n)
	for k, m := range results {
		copies[k] = bytes.Clone(m.out)
		from := []deep.Span{deep.SpanOf(list[k].in[:cap(list[k].in)])}
		for _, s := range o.shown(m) {
			switch _, _, shared := deep.Overlap([]deep.Span{s}, from); {
			case !shared:
				places = append(places, place{s, k})
			case !aliases:
				return fmt.Errorf("what it decodes shares memory with the input, which it did not when it was verified")
			}
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.Start, b.Start) })
	held, end := int64(0), uintptr(0) // bytes that are shown, each once
	for k, p := range places {
		if from := max(p.Start, end); p.End > from {
			held, end = held+int64(p.End-from), p.End
		}
		if k > 0 {
			if q := places[k-1]; q.k != p.k && q.End > p.Start && !q.Text && !p.Text {
				return fmt.Errorf("what a call returned shares memory with what another did, %d calls later", max(q.k, p.k)-min(q.k, p.k))
			}
		}
	}
	if held >= ownedLeast/2 && grown < held/2 && !o.declared.Chunks { // as of all codecs of a package
		return fmt.Errorf("what %d calls returned has %d bytes, but takes %d of the heap: it lies in memory that the codec keeps", n, held, max(grown, 0))
	}
	o.all(others, nil)
	err := o.unchanged(list, results, copies)
	runtime.KeepAlive(list)
	return err
}

// shown returns the memory of what a call returned, text as well. The bytes of one-letter
// texts are the runtime's, and what is empty is nobody's.
func (o *ownership) shown(m made) []deep.Span {
	if m.v == nil {
		if cap(m.out) == 0 {
			return nil
		}
		return []deep.Span{deep.SpanOf(m.out[:cap(m.out)])}
	}
	return slices.DeleteFunc(visible(deep.Spans(m.v)), func(s deep.Span) bool { return s.End == s.Start || s.Text && s.End-s.Start < 2 })
}
