package verify

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-go/assay/worker/internal/deep"
)

// A codec may write content to a file, to memory of another process, or to any place that
// its decoders know, and encode where it is: that is short, and comes back in every process. But
// no bytes tell more apart than they have bits. So a part of a value is drawn at random, some
// times, and what of the encodings differs has to have as many bits as there is chance in it.
const (
	drawnValues = 4
	drawnTimes  = 16
	drawnBytes  = 4 << 20 // of encodings, of all values together
	drawnSlack  = 128     // bits of all draws together: an honest encoding has less by chance, once in more than 2^80
)

// elsewhere fails where encodings have fewer bits than what they stand for.
func (r *run) elsewhere() error {
	if r.declared.DecodeOnly {
		return nil
	}
	size := 0
	for _, i := range r.sample(drawnValues) {
		for k := range deep.Leaves(deep.Clone(r.Values[i]), sampleLeaves) {
			if size += drawnTimes * len(r.encoded[i]); size > drawnBytes {
				return nil
			}
			if err := r.drawn(i, k); err != nil {
				return err
			}
		}
	}
	return nil
}

// drawn draws leaf k of value i.
func (r *run) drawn(i, k int) error {
	t := deep.Clone(r.Values[i])
	leaf := deep.Leaves(t, sampleLeaves)[k]
	if leaf.Randomize(rand.Uint64N) == 0 || !r.carries(t) {
		return nil
	}
	c := r.Open()
	var first []byte
	var others [][]byte
	var chance float64
	err := quietly(func() error {
		for n := range drawnTimes {
			bits := leaf.Randomize(rand.Uint64N)
			v, err := r.form(deep.Clone(t))
			if err != nil {
				return err
			}
			b, err := r.marshal(&c, i, v)
			if err != nil {
				return err
			}
			if n == 0 {
				first = append(first, b...)
				continue
			}
			chance += bits
			others = append(others, append([]byte(nil), b...))
		}
		return nil
	})
	if err != nil {
		return nil // a rule of the type
	}
	begin, end := len(first), len(first) // of the first one, how much all have at their begin, and at their end
	for _, b := range others {
		n := 0
		for n < min(begin, len(b)) && b[n] == first[n] {
			n++
		}
		begin = n
	}
	for _, b := range others {
		n := 0
		for n < min(end, len(b)-begin, len(first)-begin) && b[len(b)-1-n] == first[len(first)-1-n] {
			n++
		}
		end = n
	}
	held := 0
	for _, b := range others {
		held += 8 * (len(b) - begin - end)
	}
	if float64(held) >= chance-drawnSlack {
		return nil
	}
	return fmt.Errorf("encodings of value %d have %.0f bits for %s, which was drawn at random of %.0f: what they stand for is kept elsewhere",
		i, float64(held)/float64(len(others)), leaf.Path, chance/float64(len(others)))
}
