package verify

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"

	"github.com/assay-go/assay/worker/internal/deep"
)

// alterations are the ways in which a value differs a little from the one that a
// destination holds: in the middle of a text, in its last letter, in its length.
var alterations = []struct {
	name string
	make func(deep.Leaf) bool
}{
	{"changed", func(l deep.Leaf) bool { l.Change(); return true }},
	{"changed at its end", deep.Leaf.ChangeLast},
	{"made longer", deep.Leaf.Lengthen},
}

// How many leaves of how many values are tried so.
const (
	heldValues = 4
	heldLeaves = 24
)

// held decodes into values that hold nearly the same, and into such as their
// caller has changed since: a codec that takes what is there for what the input
// says gives itself away.
func (r *run) held() error {
	if !r.verdict.ReusesValue {
		return nil
	}
	warm, other := r.Open(), r.Open()
	values := r.sample(heldValues)
	turns := r.turns(values)
	for n, i := range values {
		leaves := deep.Leaves(deep.Clone(r.Values[i]), heldLeaves)
		for k := n % turns; k < len(leaves); k += turns * (1 + len(r.encoded[i])/changedBytes) {
			for _, a := range alterations {
				if err := r.heldAltered(&warm, &other, i, k, a.name, a.make); err != nil {
					return err
				}
			}
			if err := r.heldChanged(&warm, i, leaves[k].Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// heldAltered decodes value i, the value with leaf k altered, and value i again,
// into one destination.
func (r *run) heldAltered(warm, other *Codec, i, k int, how string, alter func(deep.Leaf) bool) error {
	t := deep.Clone(r.Values[i])
	leaves := deep.Leaves(t, heldLeaves)
	if k >= len(leaves) || !alter(leaves[k]) {
		return nil
	}
	path := leaves[k].Path
	var data []byte
	var expect any
	err := quietly(func() error {
		v, err := r.form(deep.Clone(t))
		if err != nil {
			return err
		}
		b, err := r.marshal(other, i, v)
		if err != nil {
			return err
		}
		data = bytes.Clone(b)
		x, err := r.unmarshal(other, i, GuardedInput(data))
		if err != nil {
			return err
		}
		expect, err = r.take(i, x)
		return err
	})
	if err != nil || deep.Compare(t, expect).Loses() {
		return nil // a rule of the type or the format
	}
	dest, err := r.unmarshal(warm, i, GuardedInput(r.encoded[i]))
	if err != nil {
		return err
	}
	var ins [][]byte // an aliasing codec's values refer to them
	for _, step := range []struct {
		data   []byte
		expect any
	}{{data, expect}, {r.encoded[i], r.Values[i]}} {
		in := GuardedInput(step.data)
		ins = append(ins, in)
		r.doing = fmt.Sprintf("unmarshal of value %d into a used value", i)
		if err := warm.UnmarshalReuse(in, dest); err != nil {
			return fmt.Errorf("unmarshal of value %d into a used value, with %s %s: %s", i, path, how, OneLine(err.Error()))
		}
		got, err := r.take(i, dest)
		if err != nil {
			return err
		}
		if res := deep.Compare(step.expect, got); res.Loses() {
			return fmt.Errorf("unmarshal of value %d into a used value, with %s %s: %s", i, path, how, res)
		}
	}
	runtime.KeepAlive(ins)
	return nil
}

// heldChanged changes the destination itself and decodes the same bytes again.
func (r *run) heldChanged(warm *Codec, i int, path string) error {
	if r.To != nil {
		return nil // the serializer's own structs have rules of their own
	}
	dest, err := r.unmarshal(warm, i, GuardedInput(r.encoded[i]))
	if err != nil {
		return err
	}
	in := GuardedInput(r.encoded[i])
	r.doing = fmt.Sprintf("unmarshal of value %d into a used value", i)
	for n := range 2 {
		if n == 1 {
			leaves := deep.Leaves(dest, heldLeaves)
			k := slices.IndexFunc(leaves, func(l deep.Leaf) bool { return l.Path == path })
			if k < 0 {
				return nil
			}
			leaves[k].Change()
			in = bytes.Clone(r.encoded[i]) // an aliasing codec's value changed the input too
		}
		if err := warm.UnmarshalReuse(in, dest); err != nil {
			return fmt.Errorf("unmarshal of value %d into one that holds it: %s", i, OneLine(err.Error()))
		}
		if res := deep.Compare(r.Values[i], dest); res.Loses() {
			return fmt.Errorf("unmarshal of value %d into one that held it, although its caller changed it since: %s", i, res)
		}
	}
	return nil
}
