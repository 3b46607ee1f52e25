package verify

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/assay-go/assay/worker/internal/deep"
)

// How much two codecs do at the same time: passes over the sample, and bytes of
// encodings at most.
const (
	togetherPasses = 24
	togetherBytes  = 1 << 20
	togetherWait   = 20 // times as many passes at most, while the other is behind
)

// together has two codecs of the adapter work at the same time, each in a
// goroutine of its own: state that belongs to the package instead of to the codec
// comes out wrong. The race detector, under which the drivers' tests run this,
// sees more of it.
func (r *run) together() error {
	var failed [2]error
	var wg sync.WaitGroup
	var ready atomic.Int32
	start := make(chan struct{})
	for g := range failed {
		c := r.Open()
		wg.Go(func() {
			<-start
			if err := quietly(func() error { return r.oneOfTwo(&c, g, &ready) }); err != nil {
				failed[g] = fmt.Errorf("two codecs at work at the same time: %w", err)
			}
		})
	}
	close(start)
	wg.Wait()
	if failed[0] != nil {
		return failed[0]
	}
	return failed[1]
}

// oneOfTwo goes over the sample, the second codec from its end, as often as it is
// to and then until the other has done as much: on a busy machine one may be done
// before the other begins. It touches nothing of the run that is written to.
func (r *run) oneOfTwo(c *Codec, g int, ready *atomic.Int32) error {
	q := &run{Case: r.Case, declared: r.declared}
	list := r.sample(sampleValues)
	passed, done := 0, false
	for pass := range togetherWait * togetherPasses {
		if !done && pass > 0 && (pass >= togetherPasses || passed > togetherBytes) {
			done = true
			ready.Add(1)
		}
		if done && ready.Load() == 2 {
			return nil
		}
		for k := range list {
			i := list[k]
			if g == 1 {
				i = list[len(list)-1-k]
			}
			t := deep.Clone(r.Values[i])
			v, err := q.form(t)
			if err != nil {
				return err
			}
			out, err := q.marshal(c, i, v)
			if err != nil {
				return err
			}
			if r.verdict.Deterministic && !r.declared.Nondeterministic && !bytes.Equal(out, r.encoded[i]) {
				return fmt.Errorf("marshal of value %d gives other bytes than alone", i)
			}
			x, err := q.unmarshal(c, i, GuardedInput(out))
			if err != nil {
				return err
			}
			got, err := q.take(i, x)
			if err != nil {
				return err
			}
			if res := deep.Compare(r.Values[i], got); res.Loses() {
				return fmt.Errorf("value %d: %s", i, res)
			}
			passed += len(out)
		}
	}
	return nil
}
