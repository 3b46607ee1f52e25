package verify

import (
	"bytes"
	"fmt"
	"runtime"

	"github.com/assay-go/assay/worker/internal/deep"
)

// inputs proves whether decoded values share memory with their input: by where
// their parts lie, and by overwriting the input and looking again, which also
// finds what is kept out of sight.
func (r *run) inputs() error {
	dec := r.Open()
	evidence := ""
	for _, i := range r.sample(keptValues) {
		in := GuardedInput(r.encoded[i])
		v, err := r.unmarshal(&dec, i, in)
		if err != nil {
			return err
		}
		if _, _, shared := deep.Overlap(deep.Spans(v), []deep.Span{deep.SpanOf(in)}); shared && evidence == "" {
			evidence = fmt.Sprintf("value %d has parts that lie in it", i)
		}
		poison(in)
		path, err := r.survived(i, v)
		if err != nil {
			return err
		}
		if path != "" {
			evidence = fmt.Sprintf("%s of value %d changes when the input is overwritten", path, i)
		}
	}
	if evidence == "" {
		var err error
		if evidence, err = r.longInputs(&dec); err != nil {
			return err
		}
	}
	r.verdict.Aliases = evidence != ""
	switch {
	case r.verdict.Aliases && !r.declared.Aliases:
		return fmt.Errorf("decoded values share memory with the input, which the driver does not declare: %s", evidence)
	case !r.verdict.Aliases && r.declared.Aliases:
		r.find("no aliasing", "", "declared to share memory with the input, which for these values it does not")
	}
	return nil
}

// longInputs looks for the same in long text and bytes, of which a codec that copies
// the short may keep the input's memory.
func (r *run) longInputs(dec *Codec) (evidence string, err error) {
	t := deep.Clone(r.Values[0])
	for k, edge := range deep.Edges(t, 1) {
		if !edge.Long {
			continue
		}
		long := deep.Clone(r.Values[0])
		deep.Edges(long, 1)[k].Put()
		var in []byte
		var v, got any
		if err := quietly(func() error {
			form, err := r.form(deep.Clone(long))
			if err != nil {
				return err
			}
			b, err := r.marshal(&r.codec, 0, form)
			if err != nil {
				return err
			}
			in = GuardedInput(b)
			if v, err = r.unmarshal(dec, 0, in); err != nil {
				return err
			}
			got, err = r.take(0, v)
			return err
		}); err != nil || deep.Compare(long, got).Loses() {
			continue // not carried, which is for the edges to say
		}
		poison(in)
		if got, err = r.takeQuietly(0, v); err != nil || deep.Compare(long, got).Loses() {
			return fmt.Sprintf("%s of %d bytes changes when the input is overwritten", edge.Path, 64<<10+1), nil
		}
	}
	return "", nil
}

// survived looks at a decoded value whose input was overwritten. It returns the
// path that changed, and an error when the value was not decoded at all.
func (r *run) survived(i int, v any) (path string, err error) {
	t, err := r.takeQuietly(i, v)
	if err != nil {
		return "", errLazy(i, "the value")
	}
	res := deep.Compare(r.Values[i], t)
	if !res.Loses() {
		return "", nil
	}
	if at, same := deep.Inline(r.Values[i], t); !same {
		return "", errLazy(i, at)
	}
	if res.Path == "" {
		return "the value", nil
	}
	return res.Path, nil
}

// errLazy is the failure of a codec that puts decoding off. A zero-copy library
// is measured at Access instead, where the reading is part of the operation.
func errLazy(i int, path string) error {
	return fmt.Errorf("unmarshal of value %d only keeps the input and decodes it later: %s is gone when the input is overwritten", i, path)
}

// takeQuietly is take where a panic is expected and means as much as an error.
func (r *run) takeQuietly(i int, v any) (t any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return r.take(i, v)
}

// poison changes every byte.
func poison(b []byte) {
	for i := range b {
		b[i] ^= 0x55
	}
}

// ring is how many used destinations there are.
const ring = 3

// reuse decodes into values that held others before, each value at least once,
// and proves that nothing of the old one is left and nothing else is changed.
func (r *run) reuse() error {
	if !r.verdict.ReusesValue {
		return nil
	}
	c := r.Open()
	var used [ring]decoded
	for k := range used {
		i := r.rng.IntN(len(r.Values))
		in := GuardedInput(r.encoded[i])
		v, err := r.unmarshal(&c, i, in)
		if err != nil {
			return err
		}
		used[k] = decoded{i, in, v}
	}
	passes := 2
	if len(r.Values) > 4*keptValues {
		passes = 1
	}
	for range passes {
		for n, i := range r.rng.Perm(len(r.Values)) {
			if err := r.into(&c, &used[n%ring], i, r.encoded[i]); err != nil {
				return err
			}
			for _, d := range used {
				if err := r.same("looked at again after a value was decoded into another one", d.i, r.Values[d.i], d.v); err != nil {
					return err
				}
			}
		}
	}
	if err := r.twins(&c); err != nil {
		return err
	}
	return r.shrink(&c)
}

// twins decodes the same bytes into two used values, which must share nothing
// that can be written to.
func (r *run) twins(c *Codec) error {
	for _, i := range r.sample(sampleValues) {
		var pair [2]any
		var spans [2][]deep.Span
		for k := range pair {
			from := (i + 1 + k) % len(r.Values)
			v, err := r.unmarshal(c, from, GuardedInput(r.encoded[from]))
			if err != nil {
				return err
			}
			d := decoded{i: from, v: v}
			if err := r.into(c, &d, i, r.encoded[i]); err != nil {
				return err
			}
			pair[k], spans[k] = v, writable(deep.Spans(v))
			if err := r.capped(i, visible(deep.Spans(v))); err != nil {
				return err
			}
		}
		if _, _, shared := deep.Overlap(spans[0], spans[1]); shared {
			return fmt.Errorf("value %d, when decoded into two used values, shares memory that can be written to between them", i)
		}
		runtime.KeepAlive(pair)
	}
	return nil
}

// into decodes value i into d, whose own input must survive.
func (r *run) into(c *Codec, d *decoded, i int, data []byte) error {
	before := bytes.Clone(d.in)
	in := GuardedInput(data)
	r.doing = fmt.Sprintf("unmarshal of value %d into a used value", i)
	if err := c.UnmarshalReuse(in, d.v); err != nil {
		return fmt.Errorf("unmarshal of value %d into one that held value %d: %s", i, d.i, OneLine(err.Error()))
	}
	if at := firstChange(data, in); at >= 0 {
		return fmt.Errorf("unmarshal of value %d into a used value wrote to its input at byte %d", i, at)
	}
	if at := firstChange(before, d.in); at >= 0 {
		return fmt.Errorf("unmarshal of value %d into a used value wrote to the input that this one came from, at byte %d", i, at)
	}
	if err := r.same(fmt.Sprintf("unmarshal into one that held value %d", d.i), i, r.Values[i], d.v); err != nil {
		return err
	}
	if err := r.comparable(i, d.v); err != nil {
		return err
	}
	if !r.declared.Aliases {
		poison(in)
		if path, err := r.survived(i, d.v); err != nil {
			return err
		} else if path != "" {
			return fmt.Errorf("unmarshal into a used value shares memory with the input, which the driver does not declare: %s of value %d changes when the input is overwritten", path, i)
		}
	}
	d.i, d.in = i, in
	return nil
}

// shrink decodes values into ones that held more: longer slices, more keys.
func (r *run) shrink(c *Codec) error {
	for _, i := range r.sample(sampleValues) {
		t := deep.Clone(r.Values[i])
		if !deep.Grow(t) {
			continue
		}
		var v any
		err := quietly(func() (err error) {
			larger, err := r.form(t)
			if err != nil {
				return err
			}
			fresh := r.Open()
			b, err := r.marshal(&fresh, i, larger)
			if err != nil {
				return err
			}
			v, err = r.unmarshal(&fresh, i, GuardedInput(b))
			return err
		})
		if err != nil {
			continue // the type has rules that the larger value breaks
		}
		d := decoded{i: i, v: v}
		if err := r.into(c, &d, i, r.encoded[i]); err != nil {
			return fmt.Errorf("with more elements there before: %w", err)
		}
	}
	return nil
}

// form makes the codec's type of the subject's.
func (r *run) form(t any) (any, error) {
	if r.To == nil {
		return t, nil
	}
	return r.To(t)
}

// quietly makes a panic an error.
func quietly(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}
