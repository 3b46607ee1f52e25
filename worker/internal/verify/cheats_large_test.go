package verify

import (
	"bytes"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
)

// TestCheatsWithLargeValuesAreCaught: a large value is looked at fewer times, and
// remembering it pays most. That these remember no more than four values keeps them
// out of what is seen of the heap.
func TestCheatsWithLargeValuesAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "remembers large values by their content", want: "marshal takes",
			cheat: func(c *adapter.Codec[doc]) { remembersValues(c, 0) }},
		{name: "begins to remember large values by content after 100 calls", want: "marshal takes",
			cheat: func(c *adapter.Codec[doc]) { remembersValues(c, 100) }},
		{name: "remembers large inputs by their content", want: "unmarshal takes",
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = (&inputs{learns: true}).answer }},
		{name: "begins to remember large inputs by content after 100 calls", want: "unmarshal takes",
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = (&inputs{learns: true, from: 100}).answer }},
		{name: "begins to remember large inputs of used values by content after 100 calls", reuse: true, want: "unmarshal into used values takes",
			cheat: func(c *adapter.Codec[doc]) { c.UnmarshalReuse = (&inputs{learns: true, from: 100}).answer }},
		{name: "remembers large inputs of new values for used ones", reuse: true, want: "unmarshal into used values takes",
			cheat: func(c *adapter.Codec[doc]) {
				m := &inputs{}
				c.Unmarshal = func(b []byte, d *doc) error { m.keep(b); return readDoc(b, d, false) }
				c.UnmarshalReuse = m.answer
			}},
	} {
		tc.values, tc.large = vast, smallLarge
		mustBeCaught(t, tc)
	}
	tc := cheat{name: "remembers inputs of new values for used ones", reuse: true, want: "unmarshal into used values takes",
		cheat: func(c *adapter.Codec[doc]) {
			m := &inputs{least: 1, most: 1000}
			c.Unmarshal = func(b []byte, d *doc) error { m.keep(b); return readDoc(b, d, false) }
			c.UnmarshalReuse = m.answer
		}}
	mustBeCaught(t, tc)
}

// smallLarge is what is large in these tests, so that they have less to do.
const smallLarge = 8 << 10

// vast values are longer than what a series of pairs looks at.
func vast() []any {
	d := docs()[2]
	d.Blob = bytes.Repeat([]byte{7}, smallLarge+1)
	return []any{d}
}

// remembersValues makes marshal answer from memory, by content, after so many calls
// with large values.
func remembersValues(c *adapter.Codec[doc], from int) {
	type memo struct {
		value *doc
		out   []byte
	}
	var seen []memo
	calls := 0
	c.Marshal = func(d *doc) ([]byte, error) {
		if len(d.Blob) < smallLarge {
			return plain(d), nil
		}
		if calls++; calls > from {
			for _, m := range seen {
				if alike(m.value, d) {
					return bytes.Clone(m.out), nil
				}
			}
		}
		out := plain(d)
		toil(20, out)
		seen = append(seen, memo{clone(d), bytes.Clone(out)})
		seen = seen[max(0, len(seen)-4):]
		return out, nil
	}
}

// inputs are remembered with what they decode to.
type inputs struct {
	seen   []input
	learns bool // from what it answers
	calls  int
	from   int // calls before it answers from memory
	least  int // bytes of an input that is worth it; 0: a large one's
	most   int // inputs; 0: 4
}

type input struct {
	b []byte
	d *doc
}

func (m *inputs) keep(b []byte) {
	if m.least == 0 {
		m.least, m.most = smallLarge, 4
	}
	if len(b) >= m.least {
		m.seen = append(m.seen, input{bytes.Clone(b), parse(b)})
		m.seen = m.seen[max(0, len(m.seen)-m.most):]
	}
}

// answer decodes by memory where it can, and slowly otherwise.
func (m *inputs) answer(b []byte, d *doc) error {
	if m.calls++; m.calls > m.from {
		for _, s := range m.seen {
			if bytes.Equal(s.b, b) {
				*d = *clone(s.d)
				return nil
			}
		}
	}
	toil(20, b)
	if m.learns {
		m.keep(b)
	}
	return readDoc(b, d, false)
}
