package verify

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"slices"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
)

// Witness looks at the timed batches of a case: see batch.Witness. It decodes
// with a codec that was never timed.
type Witness struct {
	*Alterations
	c Case

	altered int    // the altered value, -1 if none
	truth   any    // what it is then, as a *T
	undo    func() // makes it what it was

	outs, ins []kept
	before    Settings
}

// Alterations are those of the values that are timed, of which a serializer's cases with
// and without reuse have the same ones.
type Alterations struct {
	r      *run
	values []any // the *V that are timed
	other  Codec // that is never timed

	ready  []alteration   // prepared
	made   int            // how many ever were
	rules  map[ruled]bool // changes that no codec carries
	leaves map[int]int    // of the values, as far as they were counted

	goroutines int // of the process before the codec was opened
}

// NewAlterations returns the alterations of values, each of which is a *V, the codec's
// form of the case's value of that index.
func NewAlterations(c Case, values []any) *Alterations {
	c.Reuse = false
	before := runtime.NumGoroutine()
	return &Alterations{r: &run{Case: c}, values: values, other: c.Open(), rules: map[ruled]bool{}, leaves: map[int]int{}, goroutines: before}
}

// mostReady alterations are kept, the next one in the place of the oldest, if their
// encoding has no more bytes than largestReady.
const (
	mostReady    = 8
	largestReady = 64 << 10
)

// alteration is another content of a value.
type alteration struct {
	value             int
	truth             any           // a *T
	encoded, streamed []byte        // of it
	apply             func() func() // gives it to the timed value; what it returns takes it back
}

// ruled is a change that the type or the format has a rule against.
type ruled struct{ value, leaf int }

// kept is what an earlier call of the batch made, which belongs to the caller for
// good.
type kept struct {
	value     int
	out, copy []byte
	spans     []deep.Span
	v         any
}

// NewWitness returns the witness of batches of the case with the values of the
// alterations, which may be those of another case too.
func NewWitness(c Case, a *Alterations) *Witness {
	return &Witness{Alterations: a, c: c, altered: -1}
}

// Ready implements batch.Witness.
func (w *Alterations) Ready() bool { return len(w.ready) > 0 }

// Alter implements batch.Witness.
func (w *Witness) Alter(from, n int, pick uint64) (i int, encoded, streamed []byte) {
	w.before = SettingsNow()
	var within []*alteration
	for k := range w.ready {
		if count := len(w.values); (w.ready[k].value-from+count)%count < n {
			within = append(within, &w.ready[k])
		}
	}
	if len(within) == 0 {
		return -1, nil, nil
	}
	a := within[pick%uint64(len(within))]
	w.altered, w.truth, w.undo = a.value, a.truth, a.apply()
	return a.value, a.encoded, a.streamed
}

// Prepare implements batch.Witness.
func (w *Alterations) Prepare(i int, pick uint64) {
	count, ok := w.leaves[i]
	if !ok {
		count = deep.CountLeaves(w.r.Values[i])
		w.leaves[i] = count
	}
	if count == 0 {
		return
	}
	k := int(pick % uint64(min(count, sampleLeaves)))
	if w.rules[ruled{i, k}] {
		return
	}
	t := deep.Clone(w.r.Values[i])
	deep.LeafOf(t, sampleLeaves, count, k).Change()
	a := alteration{value: i, truth: t}
	err := quietly(func() error {
		form, err := w.r.form(deep.Clone(t))
		if err != nil {
			return err
		}
		b, err := w.r.marshal(&w.other, i, form)
		if err != nil {
			return err
		}
		a.encoded = w.r.LayOut(b)
		got, err := w.decoded(i, a.encoded)
		if err != nil {
			return err
		}
		if res := deep.Compare(t, got); res.Loses() {
			return fmt.Errorf("%s", res)
		}
		if w.other.Write != nil {
			var out writer
			if err := w.other.Write(&out, form); err != nil {
				return err
			}
			a.streamed = w.r.LayOut(out.buf)
		}
		a.apply, err = w.change(i, k, count, t)
		return err
	})
	if err != nil { // a rule that nobody can know
		w.rules[ruled{i, k}] = true
		return
	}
	if w.made++; len(w.ready) < mostReady {
		w.ready = append(w.ready, a)
	} else {
		w.ready[w.made%mostReady] = a
	}
}

// change returns what makes the timed value i hold t, at its own address: leaf by
// leaf where the codec's form is T itself.
func (w *Alterations) change(i, k, count int, t any) (apply func() func(), err error) {
	if w.r.To == nil {
		return deep.LeafOf(w.values[i], sampleLeaves, count, k).Change, nil
	}
	form, err := w.r.To(deep.Clone(t))
	if err != nil {
		return nil, err
	}
	v, altered := reflect.ValueOf(w.values[i]).Elem(), reflect.ValueOf(form).Elem()
	return func() func() {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.Set(altered)
		return func() { v.Set(old) }
	}, nil
}

// decoded decodes data with the codec that is not timed.
func (w *Alterations) decoded(i int, data []byte) (any, error) {
	v, err := w.r.unmarshal(&w.other, i, GuardedInput(data))
	if err != nil {
		return nil, err
	}
	return w.r.take(i, v)
}

// want is value i as it is now.
func (w *Witness) want(i int) any {
	if i == w.altered {
		return w.truth
	}
	return w.r.Values[i]
}

func (w *Witness) same(i int, got any) error {
	res := deep.Compare(w.want(i), got)
	switch {
	case !res.Loses():
		return nil
	case i == w.altered && !deep.Compare(w.r.Values[i], got).Loses():
		return fmt.Errorf("value %d was altered where it lies, but it comes out as it was before: the codec answers from memory", i)
	}
	return fmt.Errorf("value %d is not right: %s", i, res)
}

// Encoded implements batch.Witness.
func (w *Witness) Encoded(op protocol.Op, i int, out []byte) error {
	err := quietly(func() error {
		if op == protocol.Encode {
			return w.streamed(i, out)
		}
		got, err := w.decoded(i, out)
		if err != nil {
			return err
		}
		return w.same(i, got)
	})
	if err != nil {
		return fmt.Errorf("what was written for value %d: %w", i, err)
	}
	if !w.c.Reuse && op != protocol.Encode {
		return keep(&w.outs, kept{value: i, out: out, copy: bytes.Clone(out), spans: []deep.Span{deep.SpanOf(out[:cap(out)])}})
	}
	return nil
}

func (w *Witness) streamed(i int, out []byte) error {
	if w.other.Read == nil {
		return nil
	}
	v := w.r.New()
	if err := w.other.Read(&reader{rest: bytes.Clone(out), piece: 1 << 20}, v); err != nil {
		return fmt.Errorf("read: %s", OneLine(err.Error()))
	}
	got, err := w.r.take(i, v)
	if err != nil {
		return err
	}
	return w.same(i, got)
}

// Decoded implements batch.Witness.
func (w *Witness) Decoded(i int, data []byte, v any, aliases bool) error {
	err := quietly(func() error {
		got, err := w.r.take(i, v)
		if err != nil {
			return err
		}
		return w.same(i, got)
	})
	if err != nil {
		return fmt.Errorf("what was decoded: %w", err)
	}
	from := []deep.Span{deep.SpanOf(data[:cap(data)])}
	if !aliases {
		if _, _, shared := deep.Overlap(shown(v), from); shared {
			return fmt.Errorf("what was decoded of value %d shares memory with the input, which it did not when it was verified", i)
		}
	}
	if w.c.Reuse {
		return nil // the destinations are used again
	}
	own := slices.DeleteFunc(writable(deep.Spans(v)), func(s deep.Span) bool {
		_, _, shared := deep.Overlap([]deep.Span{s}, from)
		return shared // whether it may is for verification to say
	})
	return keep(&w.ins, kept{value: i, spans: own, v: v})
}

// keep compares what a call made with what an earlier one did: it must lie
// elsewhere, and that must be what it was.
func keep(list *[]kept, k kept) error {
	for _, old := range *list {
		if !bytes.Equal(old.out, old.copy) {
			return fmt.Errorf("what an earlier call returned for value %d was written to since", old.value)
		}
		if _, _, shared := deep.Overlap(old.spans, k.spans); shared {
			return fmt.Errorf("what was made of value %d shares memory with what an earlier call made of value %d", k.value, old.value)
		}
	}
	*list = append(*list, k)
	return nil
}

// Look implements batch.Witness.
func (w *Witness) Look(op protocol.Op, data []byte) (sum uint64, err error) {
	look := w.other.Access
	switch op {
	case protocol.Open:
		look = w.other.Opens
	case protocol.Field:
		look = w.other.Field
	}
	err = quietly(func() (err error) {
		sum, err = look(GuardedInput(data))
		return err
	})
	return sum, err
}

// Restore implements batch.Witness.
func (w *Witness) Restore() error {
	if w.undo != nil {
		w.undo()
	}
	w.altered, w.truth, w.undo, w.outs, w.ins = -1, nil, nil, nil, nil
	w.ready = slices.DeleteFunc(w.ready, func(a alteration) bool { return len(a.encoded) > largestReady })
	if err := w.before.since(); err != nil {
		return err
	}
	return restless(runtime.NumGoroutine() - w.goroutines)
}
