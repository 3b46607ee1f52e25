package verify

import (
	"errors"

	"github.com/assay-go/assay/worker/internal/deep"
)

// Twin returns a value of the shape of the case's only one, with other content in
// as many places as the codec carries, and the codec's form of it. Both are nil
// where it carries no other content at all, or where the encoding is longer than
// 16 MB: to have two of those would take the memory of the one.
func Twin(c Case) (t, v any, err error) {
	const longest = 16 << 20
	r := &run{Case: c}
	codec := r.Open()
	if b, err := r.encode(&codec, 0); err != nil || len(b) > longest {
		return nil, nil, err
	}
	t = deep.Clone(c.Values[0])
	if deep.ChangeAll(t) == 0 {
		return nil, nil, nil
	}
	if !r.carries(t) { // a rule that nobody can know: leaf by leaf, then
		t = deep.Clone(c.Values[0])
		changed := false
		for _, leaf := range deep.Leaves(t, sampleLeaves) {
			undo := leaf.Change()
			if r.carries(t) {
				changed = true
			} else {
				undo()
			}
		}
		if !changed {
			return nil, nil, nil
		}
	}
	v, err = r.form(deep.Clone(t))
	return t, v, err
}

// carries reports whether t, which is not one of the case's values, comes back.
func (r *run) carries(t any) bool {
	return quietly(func() error {
		c, d := r.Open(), r.Open()
		v, err := r.form(deep.Clone(t))
		if err != nil {
			return err
		}
		b, err := r.marshal(&c, 0, v)
		if err != nil {
			return err
		}
		if v, err = r.unmarshal(&d, 0, r.LayOut(b)); err != nil {
			return err
		}
		got, err := r.take(0, v)
		if err == nil && deep.Compare(t, got).Differs {
			err = errNotCarried
		}
		return err
	}) == nil
}

var errNotCarried = errors.New("the value does not come back")
