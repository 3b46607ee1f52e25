package verify

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"

	"github.com/assay-go/assay/worker/internal/deep"
)

// roundTrip encodes every value with one codec and decodes every encoding, in
// another order, with another codec: what comes back can only come from the
// bytes.
func (r *run) roundTrip() error {
	r.codec = r.Open()
	given, err := r.encodeAll(&r.codec)
	if err != nil {
		return err
	}
	dec := r.Open()
	var kept []decoded
	for _, i := range r.rng.Perm(len(r.Values)) {
		in := GuardedInput(r.encoded[i])
		v, err := r.unmarshal(&dec, i, in)
		if err != nil {
			return err
		}
		if at := firstChange(r.encoded[i], in); at >= 0 {
			return fmt.Errorf("unmarshal of value %d wrote to its input at byte %d", i, at)
		}
		if err := r.same("round trip", i, r.Values[i], v); err != nil {
			return r.told(i, err)
		}
		if err := r.comparable(i, v); err != nil {
			return err
		}
		if i < len(given) {
			own, err := r.own(i, given[i])
			if err != nil {
				return err
			}
			if _, _, shared := deep.Overlap(own, visible(deep.Spans(v))); shared {
				return fmt.Errorf("value %d, when decoded, shares memory with the value that was marshalled", i)
			}
		}
		if len(kept) < keptValues {
			kept = append(kept, decoded{i, in, v})
		}
	}
	for _, i := range r.sample(sampleValues) { // some twice, so that equal parts meet
		in := GuardedInput(r.encoded[i])
		v, err := r.unmarshal(&dec, i, in)
		if err != nil {
			return err
		}
		kept = append(kept, decoded{i, in, v})
	}
	return r.apart(kept)
}

// How often a value that was lost passes again, and how many bytes do at most.
const (
	toldPasses = 64
	toldBytes  = 1 << 20
)

// told returns what is said of value i, which did not come back. Of a codec that
// writes maps in any order it may depend on that order what is lost: so that the same
// is said each time, it is the first by its text in several passes.
func (r *run) told(i int, failure error) error {
	for range min(toldPasses, toldBytes/(len(r.encoded[i])+1)) {
		_ = quietly(func() error {
			c := r.Open()
			b, err := r.encode(&c, i)
			if err != nil {
				return err
			}
			v, err := r.unmarshal(&c, i, GuardedInput(b))
			if err != nil {
				return err
			}
			if err := r.same("round trip", i, r.Values[i], v); err != nil && err.Error() < failure.Error() {
				failure = err
			}
			return nil
		})
	}
	return failure
}

// laidOut decodes every encoding as it is timed, where that is laid out in
// another way.
func (r *run) laidOut() error {
	if r.Layout == nil {
		return nil
	}
	c := r.Open()
	for i, b := range r.encoded {
		in := GuardedInput(r.Layout(b))
		v, err := r.unmarshal(&c, i, in)
		if err != nil {
			return fmt.Errorf("as the document is laid out: %w", err)
		}
		if err := r.same("as the document is laid out", i, r.Values[i], v); err != nil {
			return err
		}
		if r.declared.Aliases {
			continue
		}
		poison(in)
		if path, err := r.survived(i, v); err != nil {
			return err
		} else if path != "" {
			return fmt.Errorf("as the document is laid out, decoded values share memory with the input, which the driver does not declare: %s of value %d changes when the input is overwritten", path, i)
		}
	}
	return nil
}

// own returns the memory that belongs to the given form of value i alone. What
// the transformation puts into every form, such as the name of a union's
// alternative, a serializer may have too.
func (r *run) own(i int, given any) ([]deep.Span, error) {
	spans := deep.Spans(given)
	if r.To == nil {
		return spans, nil
	}
	other, err := r.give(i)
	if err != nil {
		return nil, err
	}
	elsewhere := deep.Spans(other)
	own := slices.DeleteFunc(spans, func(s deep.Span) bool {
		_, _, shared := deep.Overlap([]deep.Span{s}, elsewhere)
		return s.Text && shared
	})
	runtime.KeepAlive(other)
	return own, nil
}

// decoded is a decoded value with its input, which it may alias.
type decoded struct {
	i  int
	in []byte
	v  any
}

// encodeAll fills r.encoded and the sizes. It returns the values that the codec
// was given, the first of them.
func (r *run) encodeAll(c *Codec) (given []any, err error) {
	r.encoded = make([][]byte, len(r.Values))
	sizes, total := &r.verdict.Sizes, 0
	for i := range r.Values {
		before, err := r.give(i)
		if err != nil {
			return nil, err
		}
		want, err := r.take(i, before)
		if err != nil {
			return nil, err
		}
		v, err := r.give(i)
		if err != nil {
			return nil, err
		}
		size := -1
		if c.Size != nil {
			r.doing = fmt.Sprintf("size of value %d", i)
			size = c.Size(v)
		}
		b, err := r.marshal(c, i, v)
		if err != nil {
			return nil, err
		}
		if size >= 0 && size != len(b) {
			return nil, fmt.Errorf("size of value %d says %d bytes, but %d are written", i, size, len(b))
		}
		if err := r.untouched(i, want, v); err != nil {
			return nil, err
		}
		r.encoded[i] = bytes.Clone(b)
		total += len(b)
		if i == 0 {
			sizes.First, sizes.Min = len(b), len(b)
		}
		sizes.Min, sizes.Max = min(sizes.Min, len(b)), max(sizes.Max, len(b))
		if i < keptValues {
			given = append(given, v)
		}
	}
	sizes.Mean = float64(total) / float64(len(r.Values))
	return given, nil
}

// untouched fails when marshal changed the value that it was given.
func (r *run) untouched(i int, want, v any) error {
	got, err := r.take(i, v)
	if err != nil {
		return err
	}
	res := deep.Compare(want, got)
	if res.Differs {
		return fmt.Errorf("marshal of value %d changed the value that it was given: %s", i, res)
	}
	for _, f := range res.Findings {
		if f.Kind != deep.Unexported { // cached sizes are no harm
			return fmt.Errorf("marshal of value %d changed the value that it was given: %s: %s", i, f.Path, f.Detail)
		}
	}
	return nil
}

// comparable finds out whether the comparison of the compared round trip can be
// used: it fails where a serializer's own structs differ and nothing is lost.
func (r *run) comparable(i int, v any) error {
	if r.Equal == nil || r.unlike {
		return nil
	}
	want, err := r.give(i)
	if err != nil {
		return err
	}
	r.unlike = !r.Equal(want, v)
	return nil
}

// equality looks at a codec's own comparison. It has to say yes to what came back, which was
// found to be right before, and to see each change: one that says yes too easily would
// make its compared round trip cheaper than others'.
func (r *run) equality() error {
	c := r.Open()
	if c.Equal == nil {
		return nil
	}
	for _, i := range r.sample(sampleValues) {
		want, err := r.give(i)
		if err != nil {
			return err
		}
		v, err := r.unmarshal(&c, i, GuardedInput(r.encoded[i]))
		if err != nil {
			return err
		}
		r.doing = fmt.Sprintf("the codec's own comparison of value %d", i)
		if !c.Equal(want, v) {
			return fmt.Errorf("the codec's own comparison says that value %d came back changed, which it did not", i)
		}
		t := deep.Clone(r.Values[i])
		for _, leaf := range deep.Leaves(t, sampleLeaves) {
			undo := leaf.Change()
			changed, err := r.form(deep.Clone(t))
			undo()
			if err != nil {
				continue // the codec's own struct has no room for it
			}
			if got, err := r.take(i, changed); err != nil || !deep.Compare(r.Values[i], got).Differs {
				continue
			}
			if c.Equal(want, changed) {
				return fmt.Errorf("the codec's own comparison calls two values equal that differ in %s: value %d, and one with that changed", leaf.Path, i)
			}
		}
	}
	return nil
}

// apart fails when decoded values share memory with each other or change while
// others are decoded: such a codec hands out its own memory.
func (r *run) apart(kept []decoded) error {
	for _, d := range kept {
		if err := r.same("looked at again after other values were decoded", d.i, r.Values[d.i], d.v); err != nil {
			return err
		}
	}
	kept, err := r.later(kept)
	if err != nil {
		return err
	}
	var all []deep.Span
	for _, d := range kept {
		if err := r.capped(d.i, visible(deep.Spans(d.v))); err != nil {
			return err
		}
		own := writable(deep.Spans(d.v))
		if _, _, shared := deep.Overlap(all, own); shared {
			return fmt.Errorf("value %d, when decoded, shares memory that can be written to with a value decoded before", d.i)
		}
		all = deep.Merge(all, own)
	}
	return nil
}

// capped fails when an append to a part of decoded value i would overwrite another
// part. Who aliases its input hands out pieces of one buffer, which is to be known.
func (r *run) capped(i int, spans []deep.Span) error {
	over, under, ok := deep.Overhang(spans)
	switch {
	case !ok:
		return nil
	case r.declared.Aliases:
		r.find("slices are not capped", "", fmt.Sprintf("in decoded value %d an append to one slice would overwrite another part of it", i))
		return nil
	}
	return fmt.Errorf("value %d, when decoded, has slices of which an append to one would overwrite another part of it (%d bytes of spare capacity, in which %d bytes are in use)",
		i, over.End-over.Start, under.End-under.Start)
}

// How many calls later decoded values are looked at again, for what a codec does
// only when it is warm.
const (
	laterCalls = 400
	laterBytes = 4 << 20 // of input, at most
)

// later decodes values again and again and adds the last ones to kept, two of each.
func (r *run) later(kept []decoded) ([]decoded, error) {
	dec := r.codec
	list := r.sample(sampleValues)
	var last []decoded
	passed := 0
	for n := 0; n < laterCalls && passed < laterBytes; n++ {
		i := list[n%len(list)]
		in := GuardedInput(r.encoded[i])
		v, err := r.unmarshal(&dec, i, in)
		if err != nil {
			return nil, err
		}
		passed += len(in)
		if last = append(last, decoded{i, in, v}); len(last) > 2*len(list) {
			last = last[1:]
		}
	}
	return append(kept, last...), nil
}

// firstChange returns the first index at which b differs from a, -1 if nowhere.
func firstChange(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// visible leaves out what unexported fields hold: that is the serializer's own
// affair.
func visible(spans []deep.Span) []deep.Span {
	return slices.DeleteFunc(spans, func(s deep.Span) bool { return s.Hidden })
}

// writable leaves out the bytes of strings too: equal ones may be kept once.
func writable(spans []deep.Span) []deep.Span {
	return slices.DeleteFunc(visible(spans), func(s deep.Span) bool { return s.Text })
}
