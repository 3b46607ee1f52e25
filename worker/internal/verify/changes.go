package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/assay-go/assay/worker/internal/deep"
)

// changedBytes is how many bytes an encoding may have for all sampled leaves of a
// value to be changed, one at a time: each costs some ten calls. Of one twice as
// long a half of them is, so that a long value takes no more time than this one
// does, and on a busy machine none reaches the limit of a step.
const changedBytes = 32 << 10

// turns returns every how manieth leaf of each of the values is changed: every one of
// short values, and of longer ones so few that all are changed in some value.
func (r *run) turns(values []int) int {
	const short = 1 << 10 // bytes of an encoding
	total := 0
	for _, i := range values {
		total += len(r.encoded[i])
	}
	return max(1, min(len(values), (total+len(values)*short-1)/(len(values)*short)))
}

// changes changes one leaf of a value in place, at an address that the codec has
// seen, and one encoding likewise: a codec that remembers by address, by length
// or by part of the content gives itself away.
//
// A change that a new codec cannot carry either is no failure, since the type
// may have rules that nobody can know.
func (r *run) changes() error {
	warm := r.codec
	values := r.sample(sampleValues)
	turns := r.turns(values)
	for n, i := range values {
		step := turns * (1 + len(r.encoded[i])/changedBytes)
		for k := n % turns; k < len(deep.Leaves(deep.Clone(r.Values[i]), sampleLeaves)); k += step {
			if err := r.change(&warm, i, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// change does it for leaf k of value i.
func (r *run) change(warm *Codec, i, k int) error {
	t := deep.Clone(r.Values[i])
	v, err := r.form(t)
	if err != nil {
		return err
	}
	if _, err := r.marshal(warm, i, v); err != nil {
		return err
	}
	leaves := deep.Leaves(t, sampleLeaves)
	if k >= len(leaves) {
		return nil
	}
	leaf := leaves[k]
	zero := leaf.Zero()
	leaf.Change()

	// What a codec without a past makes of it.
	fresh := r.Open()
	var want []byte
	var expect any
	err = quietly(func() error {
		w, err := r.form(deep.Clone(t))
		if err != nil {
			return err
		}
		if want, err = r.marshal(&fresh, i, w); err != nil {
			return err
		}
		want = bytes.Clone(want)
		decoder := r.Open()
		x, err := r.unmarshal(&decoder, i, GuardedInput(want))
		if err != nil {
			return err
		}
		expect, err = r.take(i, x)
		if err == nil && r.To != nil {
			w, err = r.form(deep.Clone(t))
			if err == nil {
				reflect.ValueOf(v).Elem().Set(reflect.ValueOf(w).Elem())
			}
		}
		return err
	})
	if err != nil {
		return nil
	}
	if deep.Compare(t, expect).Loses() {
		if stale := !deep.Compare(r.Values[i], expect).Loses(); stale && !zero && !r.derives(i, t) {
			return fmt.Errorf("%s of value %d was changed, but what a new codec makes of it decodes as before the change", leaf.Path, i)
		}
		r.find("another value is not carried", leaf.Path, "the data comes back, but with this field changed it does not")
		return nil
	}

	got, err := r.marshal(warm, i, v)
	if err != nil {
		return fmt.Errorf("after %s was changed: %w", leaf.Path, err)
	}
	got = bytes.Clone(got)
	if r.verdict.Deterministic && !r.declared.Nondeterministic && !bytes.Equal(got, want) {
		return fmt.Errorf("%s of value %d was changed in place, but marshal gives other bytes than a new codec does: it answers from memory", leaf.Path, i)
	}
	if err := r.decodes("marshal", leaf.Path, i, warm, GuardedInput(got), expect); err != nil {
		return err
	}
	// The state of the last marshal must not leak into unmarshal.
	if err := r.decodes("unmarshal after another value was marshalled", leaf.Path, i, warm, GuardedInput(r.encoded[i]), r.Values[i]); err != nil {
		return err
	}
	// The same address with other content.
	room := make([]byte, max(len(want), len(r.encoded[i])))
	for _, step := range []struct {
		data   []byte
		expect any
	}{{r.encoded[i], r.Values[i]}, {want, expect}, {r.encoded[i], r.Values[i]}} {
		in := room[:copy(room, step.data)]
		if err := r.decodes("unmarshal from a buffer that was overwritten", leaf.Path, i, warm, in, step.expect); err != nil {
			return err
		}
	}
	return nil
}

// derives reports whether encoding/json makes value i of t too: then it is a method of
// the type's own that computes the field that was changed of others.
func (r *run) derives(i int, t any) bool {
	back := reflect.New(reflect.TypeOf(t).Elem()).Interface()
	return quietly(func() error {
		b, err := json.Marshal(t)
		if err == nil {
			err = json.Unmarshal(b, back)
		}
		if err == nil && deep.Compare(r.Values[i], back).Loses() {
			err = errNotCarried
		}
		return err
	}) == nil
}

func (r *run) decodes(what, path string, i int, c *Codec, data []byte, expect any) error {
	v, err := r.unmarshal(c, i, data)
	if err != nil {
		return fmt.Errorf("%s, with %s changed: %w", what, path, err)
	}
	got, err := r.take(i, v)
	if err != nil {
		return fmt.Errorf("%s, with %s changed: %w", what, path, err)
	}
	if res := deep.Compare(expect, got); res.Loses() {
		return fmt.Errorf("%s, with %s of value %d changed, answers from memory: %s", what, path, i, res)
	}
	return nil
}
