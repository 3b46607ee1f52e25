package verify

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// TestCheatsWithMemoryAreCaught: these touch memory that is not theirs, leave
// some that is not the caller's, or use the processor behind his back.
func TestCheatsWithMemoryAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "writes to the value and restores it", want: "writes to the value",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) {
					was := d.ID
					atomic.StoreInt64(&d.ID, was+1)
					out := plain(d)
					atomic.StoreInt64(&d.ID, was)
					binary.LittleEndian.PutUint64(out, uint64(was))
					return out, nil
				}
			}},
		{name: "writes to the elements of the value and restores them", want: "writes to the value",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) {
					slices.Reverse(d.Tags)
					slices.Reverse(d.Tags)
					return plain(d), nil
				}
			}},
		{name: "writes to the input and restores it", want: "writes to its input",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					was := b[0]
					b[0] = 0
					err := readDoc(b, d, false)
					b[0] = was
					d.ID |= int64(was)
					return err
				}
			}},
		{name: "writes to the input of used values and restores it", reuse: true, want: "writes to its input",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					b[0]++
					b[0]--
					return err
				}
			}},
		{name: "reads beyond its input", want: "reads beyond its input",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					if next := *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), len(b))); next == 0x77 {
						return nil
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "has scratch for all codecs of the package", procs: 1, want: "two codecs at work at the same time",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) {
					scratch = appendDoc(scratch[:0], d)
					runtime.Gosched() // a longer value is interrupted
					return bytes.Clone(scratch), nil
				}
			}},
		{name: "has scratch for all decoders of the package", procs: 1, want: "two codecs at work at the same time",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					scratch = append(scratch[:0], b...)
					runtime.Gosched() // a longer value is interrupted
					return readDoc(scratch, d, false)
				}
			}},
		{name: "leaves stale bytes in a gap", reuse: true, want: "other bytes|left bytes of the buffer in its output",
			cheat: func(c *adapter.Codec[doc]) { gaps(c, false) }},
		{name: "leaves stale bytes in a gap, unordered", reuse: true, declared: protocol.Declared{Nondeterministic: true}, want: "left bytes of the buffer in its output",
			cheat: func(c *adapter.Codec[doc]) { gaps(c, true) }},
		{name: "cuts the slices of a value from a slab without capping them", want: "an append to one would overwrite",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					slab := append(append(make([]byte, 0, 256), d.Blob...), d.Name...)
					d.Blob, d.Name = slab[:len(d.Blob)], unsafe.String(&slab[len(d.Blob)], len(d.Name))
					return err
				}
			}},
		{name: "cuts the slices of several values from a slab without capping them", want: "shares memory that can be written to",
			cheat: func(c *adapter.Codec[doc]) {
				var slab []string
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if cap(slab)-len(slab) < 8 {
						slab = make([]string, 0, 1024)
					}
					from := len(slab)
					slab = append(slab, d.Tags...)
					d.Tags = slab[from:]
					return err
				}
			}},
		{name: "cuts the slices of used values from a slab without capping them", reuse: true, want: "shares memory that can be written to|looked at again",
			cheat: func(c *adapter.Codec[doc]) {
				var slab []string
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					d.Tags = nil
					err := readDoc(b, d, false)
					if cap(slab)-len(slab) < 8 {
						slab = make([]string, 0, 1024)
					}
					from := len(slab)
					slab = append(slab, d.Tags...)
					d.Tags = slab[from:]
					return err
				}
			}},
		{name: "leaves goroutines spinning", want: "work when nobody calls|goroutines behind",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) {
					if len(spinners) == 0 { // one, of whichever codec: more take the time of all checks
						stop := new(atomic.Bool)
						spinners = append(spinners, stop)
						go spin(stop)
					}
					return plain(d), nil
				}
			}},
		{name: "leaves a goroutine behind with every call", want: "goroutines behind",
			cheat: func(c *adapter.Codec[doc]) {
				block := make(chan bool)
				blocks = append(blocks, block)
				c.Unmarshal = func(b []byte, d *doc) error {
					go func() { <-block }()
					return readDoc(b, d, false)
				}
			}},
		{name: "takes what all outputs begin with from one that it gave away", want: "after the caller wrote to earlier outputs",
			cheat: func(c *adapter.Codec[doc]) {
				var first []byte
				headed(c, func() []byte {
					if first == nil {
						return []byte("head")
					}
					return first[:4]
				}, func(out []byte) {
					if first == nil {
						first = out
					}
				})
			}},
		{name: "writes again what an output that it gave away begins with", want: "marshal wrote to what it had returned",
			cheat: func(c *adapter.Codec[doc]) {
				var first []byte
				headed(c, func() []byte { copy(first, "head"); return []byte("head") }, func(out []byte) {
					if first == nil {
						first = out
					}
				})
			}},
		{name: "decodes in a goroutine after it has returned", want: "round trip|looked at|unmarshal",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					go func(b []byte) { _ = readDoc(b, d, false) }(bytes.Clone(b))
					return nil
				}
			}},
		{name: "remembers by address and compares the whole", single: true, want: "marshal takes",
			cheat: func(c *adapter.Codec[doc]) {
				type memo struct {
					value *doc
					out   []byte
				}
				seen := map[*doc]memo{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if m, ok := seen[d]; ok && alike(m.value, d) {
						return bytes.Clone(m.out), nil
					}
					m := memo{clone(d), nil}
					m.out = plain(d)
					toil(10, m.out)
					seen[d] = m
					return m.out, nil
				}
			}},
	} {
		mustBeCaught(t, tc)
		for _, stop := range spinners {
			stop.Store(true)
		}
		for _, b := range blocks {
			close(b)
		}
		spinners, blocks = nil, nil
	}
}

var (
	scratch  []byte
	spinners []*atomic.Bool
	blocks   []chan bool
)

// spin works until it is stopped, and lets others work too.
func spin(stop *atomic.Bool) {
	for !stop.Load() {
		runtime.Gosched()
	}
}

// headed puts four bytes before each value, and hands over each output.
func headed(c *adapter.Codec[doc], head func() []byte, gave func(out []byte)) {
	*c = adapter.Codec[doc]{
		Marshal: func(d *doc) ([]byte, error) {
			out := appendDoc(bytes.Clone(head()), d)
			gave(out)
			return out, nil
		},
		Unmarshal: func(b []byte, d *doc) error {
			if !bytes.HasPrefix(b, []byte("head")) {
				return errors.New("no head")
			}
			return readDoc(b[4:], d, false)
		},
	}
}

// gaps makes the codec reserve 8 bytes before the value without writing them.
func gaps(c *adapter.Codec[doc], unordered bool) {
	c.Append = func(b []byte, d *doc) ([]byte, error) {
		b = slices.Grow(b, 8)
		b = b[:len(b)+8]
		if unordered {
			return randomOrder(b, d), nil
		}
		return appendDoc(b, d), nil
	}
	c.Marshal = nil
	c.Size = nil
	c.Write, c.Read, c.Access = nil, nil, nil
	c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b[min(8, len(b)):], d, false) }
	c.UnmarshalReuse = c.Unmarshal
}

func alike(a, b *doc) bool {
	return a.ID == b.ID && a.Score == b.Score && a.Name == b.Name && a.At.Equal(b.At) && a.Flag == b.Flag && slices.Equal(a.Tags, b.Tags) &&
		bytes.Equal(a.Blob, b.Blob) && maps.Equal(a.Attrs, b.Attrs) && (a.Sub == nil) == (b.Sub == nil) && (a.Sub == nil || *a.Sub == *b.Sub)
}
