package verify

import (
	"bytes"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/worker/adapter"
)

// late is how many calls of a codec are as verified, and then some rounds of batches: what
// changes after them shows where the codec is timed only.
const late = timedCalls + 10_000

// TestCheatsThatBeginLateAreCaught: these are what they are labelled while they are
// verified, and when a batch is looked at.
func TestCheatsThatBeginLateAreCaught(t *testing.T) {
	// textsIn has the texts of values lie in memory that the codec has already.
	textsIn := func(ring func() []byte) func(c *adapter.Codec[doc]) {
		return func(c *adapter.Codec[doc]) {
			var room []byte
			n, at := 0, 0
			c.Unmarshal = func(b []byte, d *doc) error {
				if n++; n < late {
					return readDoc(b, d, false)
				}
				err := readDoc(b, d, true)
				if room == nil {
					room = ring()
				}
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
				d.Name, d.Blob = text(d.Name), bytes.Clone(d.Blob)
				attrs := d.Attrs
				d.Attrs = map[string]int64{}
				for k, v := range attrs {
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
	}
	for _, tc := range []cheat{
		{name: "begins to alias its input after 40,000 calls", want: "looked at again after it was timed: unmarshal: what it decodes shares memory with the input",
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
		{name: "begins to take texts from a ring of the heap", values: wordy, want: "looked at again after it was timed: unmarshal: what", cheat: textsIn(func() []byte { return make([]byte, 2<<20) })},
		{name: "begins to take texts from memory beside the heap", values: wordy, want: "it lies in memory that the codec keeps",
			cheat: textsIn(func() []byte {
				p, err := room(64 << 20)
				if err != nil {
					return make([]byte, 64<<20)
				}
				return p.mem
			})},
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
		tc.mustBeCaught(t)
	}
}

// wordy values are text above all.
func wordy() (list []any) {
	for i, d := range docs() {
		d.Name = string(make([]byte, 300+i))
		list = append(list, d)
	}
	return list
}
