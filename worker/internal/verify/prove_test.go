package verify

import (
	"bytes"
	"strings"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// late is how many calls of a codec are as verified, and then some rounds of batches: what
// changes after them shows where the codec is timed only.
const late = timedCalls + 10_000

// textsIn has unmarshal lay the texts of values into memory that the codec has already, after
// so many honest calls.
func textsIn(after int, ring func() []byte) func(b []byte, d *doc) error {
	var room []byte
	n, at := 0, 0
	text := func(s string) string {
		if len(s) == 0 {
			return s
		}
		if at+len(s) > len(room) {
			at = 0
		}
		out := room[at : at+len(s)]
		copy(out, s)
		at += len(s)
		return unsafe.String(&out[0], len(out))
	}
	return func(b []byte, d *doc) error {
		if n++; n < after {
			return readDoc(b, d, false)
		}
		if room == nil {
			room = ring()
		}
		err := readDoc(b, d, true)
		d.Name, d.Blob = text(d.Name), bytes.Clone(d.Blob)
		for k, v := range d.Attrs {
			d.Attrs[text(k)] = v
		}
		for i := range d.Tags {
			d.Tags[i] = text(d.Tags[i])
		}
		if d.Sub != nil {
			d.Sub.Note = text(d.Sub.Note)
		}
		return err
	}
}

// keysIn has unmarshal do so with the keys of maps alone.
func keysIn(ring func() []byte) func(b []byte, d *doc) error {
	room := ring()
	at := 0
	return func(b []byte, d *doc) error {
		err := readDoc(b, d, false)
		for k, v := range d.Attrs {
			if at+len(k) > len(room) {
				at = 0
			}
			n := copy(room[at:], k)
			if n > 0 {
				d.Attrs[unsafe.String(&room[at], n)] = v
			}
			at += n
		}
		return err
	}
}

func onHeap(size int) func() []byte { return func() []byte { return make([]byte, size) } }

// besideHeap is memory that the collector does not know.
func besideHeap(size int) func() []byte {
	return func() []byte {
		p, err := room(size)
		if err != nil {
			return make([]byte, size)
		}
		return p.mem
	}
}

// TestTextsThatAreNotTheCallersAreCaught: texts are looked at as other memory is, though
// equal ones may be one. What overwrites them comes after verification.
func TestTextsThatAreNotTheCallersAreCaught(t *testing.T) {
	const want = "lie in memory that the codec keeps"
	for _, tc := range []cheat{
		{name: "takes texts from a ring of 2 MB", want: want,
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = textsIn(0, onHeap(2<<20)) }},
		{name: "takes texts from a ring of 64 MB beside the heap", want: want,
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = textsIn(0, besideHeap(64<<20)) }},
		{name: "takes texts from memory beside the heap that is never freed", want: want,
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = textsIn(0, besideHeap(1<<30))
			}},
		{name: "takes the keys of maps from a ring of 2 MB", want: "the keys of maps in",
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = keysIn(onHeap(2 << 20)) }},
		{name: "takes the keys of maps from memory beside the heap", want: "the keys of maps in",
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = keysIn(besideHeap(64 << 20)) }},
		{name: "takes texts of used values from a ring of 2 MB", reuse: true, want: want,
			cheat: func(c *adapter.Codec[doc]) { c.UnmarshalReuse = textsIn(0, onHeap(2<<20)) }},
	} {
		tc.kept = true
		mustBeCaught(t, tc)
	}
}

// TestCheatsThatBeginLateAreCaught: these are what they are labelled while they are
// verified, and when a batch is looked at.
func TestCheatsThatBeginLateAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "begins to alias its input after 40,000 calls", want: "looked at after the batch of unmarshal: what was decoded of value",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n >= late && len(d.Name) > 0 && err == nil {
						d.Name = unsafe.String(&b[20], len(d.Name))
					}
					return err
				}
			}},
		{name: "begins to take texts from a ring of the heap", want: "looked at again after it was timed: unmarshal: ", cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = textsIn(late, onHeap(2<<20)) }},
		{name: "begins to take texts from memory beside the heap", want: "in memory that the codec keeps",
			cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = textsIn(late, besideHeap(64<<20)) }},
		{name: "begins to take texts from a ring, and makes as much garbage", want: "lie in memory that the codec keeps",
			cheat: func(c *adapter.Codec[doc]) {
				unmarshal := textsIn(late, onHeap(2<<20))
				c.Unmarshal = func(b []byte, d *doc) error { garbage = make([]byte, 2*len(b)); return unmarshal(b, d) }
			}},
		{name: "begins to take outputs from a ring", want: "looked at again after it was timed: marshal: what",
			cheat: func(c *adapter.Codec[doc]) {
				var ring [][]byte
				n := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n < late {
						return plain(d), nil
					}
					if ring == nil {
						ring = make([][]byte, 10_000)
						for i := range ring {
							ring[i] = make([]byte, 0, 1<<10)
						}
					}
					out := appendDoc(ring[n%len(ring)][:0], d)
					return out[:len(out):len(out)], nil
				}
			}},
	} {
		tc.rounds = 50
		mustBeCaught(t, tc)
	}
}

// TestASmallShareOfWrongCallsIsCaught however few batches are looked at: all that a codec returns
// when it is looked at again is compared.
func TestASmallShareOfWrongCallsIsCaught(t *testing.T) {
	for _, reuse := range []bool{false, true} {
		calls := 0
		wrong := func() bool { calls++; return calls > late && calls%10 == 0 }
		open := func() adapter.Codec[doc] {
			c := honest()
			marshal, unmarshal, again := c.Append, c.Unmarshal, c.UnmarshalReuse
			c.Append = func(b []byte, d *doc) ([]byte, error) {
				if wrong() {
					d = new(doc)
				}
				return marshal(b, d)
			}
			c.Marshal = func(d *doc) ([]byte, error) { return c.Append(nil, d) }
			c.Unmarshal = func(b []byte, d *doc) error {
				if wrong() {
					return nil
				}
				return unmarshal(b, d)
			}
			c.UnmarshalReuse = func(b []byte, d *doc) error {
				if wrong() {
					return nil
				}
				return again(b, d)
			}
			return c
		}
		for _, part := range []string{"marshal", "unmarshal"} {
			timed, c := honest(), open()
			if part == "marshal" {
				timed.Marshal, timed.Append = c.Marshal, c.Append
			} else {
				timed.Unmarshal, timed.UnmarshalReuse = c.Unmarshal, c.UnmarshalReuse
			}
			for _, after := range []int{0, late} {
				calls = after
				err := Prove(caseOf(honest, reuse), Erase(timed), protocol.Declared{}, false, 1)
				if caught := err != nil && strings.Contains(err.Error(), ": "+part) && strings.Contains(err.Error(), "is not right"); caught != (after > 0) {
					t.Errorf("%s, reuse %v, after %d calls: %v", part, reuse, after, err)
				}
			}
		}
	}
}

// garbage is what a call leaves.
var garbage []byte
