package probe

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

// How often, and of how many bytes together, a value is written that is written in several
// ways, until it is told which comes most often; how much more often than the next one that is
// to come, and at least which share it is to have. Of the orders of a small map that nobody
// changes, that in which it was made comes most often.
const (
	writings     = 1000
	writingBytes = 1 << 20
	clearly      = 1.5
	usual        = 0.25
)

// settled writes a value and returns what comes most often, so that it is the same in each
// process, with its share: 1 where nothing else comes. A message of writingBytes is written once.
func settled(c verify.Case, v any) (data []byte, share float64, err error) {
	counts := map[string]int{}
	all := 0
	for size := 0; all < writings && size < writingBytes; all++ {
		if all == writtenAgain && len(counts) == 1 {
			break
		}
		b, err := write(c, v)
		if err != nil {
			return nil, 0, err
		}
		counts[string(b)]++
		size += len(b)
	}
	var first, second int
	for b, n := range counts {
		if n > first || n == first && b < string(data) {
			data = []byte(b)
			first, second = n, first
		} else {
			second = max(second, n)
		}
	}
	if float64(first) < clearly*float64(second) {
		return data, 0, nil
	}
	return data, float64(first) / float64(all), nil
}

// best is how long a message is that can be broken everywhere.
const best = 160

// messages writes up to two of the values to be broken: of the lengths that are nearest to
// best, and such as are the same in each process, so that what is found hangs on no
// chance. A value that is written in several ways has one entry left in each of its maps.
func messages(c verify.Case, names []string, out *protocol.Probed) error {
	type message struct {
		data    []byte
		settled bool
	}
	var list []message
	for _, name := range names {
		v, err := named(c, name)
		if err != nil {
			return err
		}
		data, share, err := settled(c, v)
		if err == nil && share < 1 {
			entries(reflect.ValueOf(v).Elem(), 1)
			data, share, err = settled(c, v)
		}
		if err != nil {
			return err
		}
		m := message{data, share >= usual}
		if len(m.data) > 0 && !slices.ContainsFunc(list, func(o message) bool { return bytes.Equal(o.data, m.data) }) {
			list = append(list, m)
		}
	}
	slices.SortStableFunc(list, func(a, b message) int {
		if a.settled != b.settled {
			if a.settled {
				return -1
			}
			return 1
		}
		return distance(len(a.data), best) - distance(len(b.data), best)
	})
	for _, m := range list[:min(len(list), 2)] {
		if !m.settled {
			if len(out.Messages) == 0 {
				out.Messages, out.Unsettled = append(out.Messages, m.data), true
			}
			break
		}
		out.Messages = append(out.Messages, m.data)
	}
	return nil
}

func distance(a, b int) int { return max(a-b, b-a) }
