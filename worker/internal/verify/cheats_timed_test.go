package verify

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/assay-go/assay/worker/adapter"
)

// rapid tells a codec that it is in a timed loop: more calls come right after one
// another, by the clock of these tests, than there are values in a check before.
type rapid struct {
	last time.Duration
	row  int
}

func (r *rapid) begin() bool {
	if now() == r.last {
		r.row++
	} else {
		r.row = 0
	}
	return r.row > 12
}

func (r *rapid) end() { r.last = now() }

// TestCheatsOfTimedBatchesAreCaught: these work as long as they are verified, and
// know when they are timed.
func TestCheatsOfTimedBatchesAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "does nothing when called again right after itself",
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				out := []byte{1}
				c.Marshal = func(d *doc) ([]byte, error) {
					defer calls.end()
					if calls.begin() {
						return out, nil
					}
					out = plain(d)
					return bytes.Clone(out), nil
				}
			}},
		{name: "decodes nothing when called again right after itself",
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				c.Unmarshal = func(b []byte, d *doc) error {
					defer calls.end()
					if calls.begin() {
						return nil
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "appends nothing when called again right after itself", reuse: true,
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				c.Append = func(b []byte, d *doc) ([]byte, error) {
					defer calls.end()
					if calls.begin() && len(b) == 0 && cap(b) > 0 {
						return b[:8], nil
					}
					return appendDoc(b, d), nil
				}
			}},
		{name: "decodes nothing into a used value right after itself", reuse: true,
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					defer calls.end()
					if calls.begin() {
						return nil
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "writes nothing to the stream right after itself",
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				write := c.Write
				c.Write = func(w io.Writer, d *doc) error {
					defer calls.end()
					if calls.begin() {
						return nil
					}
					return write(w, d)
				}
			}},
		{name: "looks at the call stack to tell that it is timed", want: "or the codec keeps them|looked at after the batch of marshal",
			cheat: func(c *adapter.Codec[doc]) {
				out := map[*doc][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if timed() && out[d] != nil {
						return bytes.Clone(out[d]), nil
					}
					out[d] = plain(d)
					return plain(d), nil
				}
			}},
		{name: "looks at the call stack before it decodes", want: "looked at after the batch of unmarshal|looked at after the batch of roundtrip",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[int]*doc{}
				c.Unmarshal = func(b []byte, d *doc) error {
					if timed() && seen[len(b)] != nil {
						*d = *clone(seen[len(b)])
						return nil
					}
					err := readDoc(b, d, false)
					seen[len(b)] = clone(d)
					return err
				}
			}},
		{name: "begins to answer by address after thousands of calls", want: "or the codec keeps them|looked at after the batch of",
			cheat: func(c *adapter.Codec[doc]) {
				n, out := 0, map[*doc][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n < 3000 {
						return plain(d), nil
					}
					if out[d] == nil {
						out[d] = plain(d)
					}
					return bytes.Clone(out[d]), nil
				}
			}},
		{name: "skips every other call after a while", want: "looked at after the batch of unmarshal|looked at after the batch of roundtrip",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0 // two codecs at work at the same time make 480 passes over 8 values at most
				c.Unmarshal = func(b []byte, d *doc) error {
					if n++; n > 4_000 && n%2 == 0 {
						return nil
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "goes round a hundred buffers", want: "shares memory with what another did|looked at after the batch of marshal|returned memory that an earlier call",
			cheat: func(c *adapter.Codec[doc]) {
				var bufs [100][]byte
				n := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					n++
					b := &bufs[n%len(bufs)]
					*b = appendDoc((*b)[:0], d)
					return *b, nil
				}
			}},
		{name: "shares an empty map after 200 calls", values: barren, want: "shares memory",
			cheat: func(c *adapter.Codec[doc]) {
				n, shared := 0, map[string]int64{}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n > 200 && len(d.Attrs) == 0 {
						d.Attrs = shared
					}
					return err
				}
			}},
		{name: "shares an empty map between large values after 20 calls", values: large, want: "shares memory",
			cheat: func(c *adapter.Codec[doc]) {
				n, shared := 0, map[string]int64{}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n > 20 && len(d.Attrs) == 0 {
						d.Attrs = shared
					}
					return err
				}
			}},
		{name: "shares room behind an empty byte slice after 200 calls", values: barren, want: "shares memory",
			cheat: func(c *adapter.Codec[doc]) {
				n, shared := 0, make([]byte, 0, 64)
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n > 200 && len(d.Blob) == 0 {
						d.Blob = shared
					}
					return err
				}
			}},
		{name: "sets GOGC when it is first called", want: "set GOGC",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { debug.SetGCPercent(4000); return plain(d), nil }
			}},
		{name: "sets the memory limit when it decodes", want: "set the memory limit",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { debug.SetMemoryLimit(8 << 30); return readDoc(b, d, false) }
			}},
		{name: "access remembers by address", want: "in a buffer that was overwritten|calls of access add up to",
			cheat: func(c *adapter.Codec[doc]) {
				access, n, sums := c.Access, 0, map[*byte]uint64{}
				c.Access = func(b []byte) (uint64, error) {
					at := unsafe.SliceData(b)
					if sum, ok := sums[at]; ok && n > 500 {
						return sum, nil
					}
					n++
					sum, err := access(b)
					sums[at] = sum
					return sum, err
				}
			}},
		{name: "leaves a goroutine spinning after thousands of calls", want: "which work when nobody calls|of which",
			cheat: func(c *adapter.Codec[doc]) {
				stop, n := new(atomic.Bool), 0
				spinners = append(spinners, stop)
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n == timedCalls {
						go spin(stop)
					}
					return plain(d), nil
				}
			}},
		{name: "answers every fifth call of a batch with the last answer", want: "looked at after the batch of|round trip of value",
			cheat: func(c *adapter.Codec[doc]) {
				n, last := 0, []byte(nil)
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n > 3000 && n%5 == 0 {
						return bytes.Clone(last), nil
					}
					last = plain(d)
					return bytes.Clone(last), nil
				}
			}},
		{name: "leaves the last output of a batch to the next call", want: "looked at after the batch of marshal|unmarshal of value",
			cheat: func(c *adapter.Codec[doc]) {
				n, pending := 0, func() {}
				c.Marshal = func(d *doc) ([]byte, error) {
					pending()
					pending = func() {}
					b := plain(d)
					if n++; n <= 3000 {
						return b, nil
					}
					out := make([]byte, len(b))
					pending = func() { copy(out, b) }
					return out, nil
				}
			}},
		{name: "counts calls to be honest in every eighth batch", want: "looked at after the batch of",
			cheat: func(c *adapter.Codec[doc]) {
				n, out := 0, map[*doc][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n < timedCalls {
						return plain(d), nil
					}
					if n/532%8 == 0 || out[d] == nil {
						out[d] = plain(d)
					}
					return bytes.Clone(out[d]), nil
				}
			}},
		{name: "is honest where the buffer is new to it", reuse: true,
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				var last *byte
				met, honest := map[*byte]bool{}, 0
				c.Append = func(b []byte, d *doc) ([]byte, error) {
					defer calls.end()
					timed := calls.begin()
					if at := unsafe.SliceData(b[:cap(b)]); at != last {
						if last = at; !met[at] {
							honest = 40
						}
						met[at] = true
					}
					if honest--; timed && honest < 0 && len(b) == 0 && cap(b) > 0 {
						return b[:8], nil
					}
					return appendDoc(b, d), nil
				}
			}},
		{name: "is honest after a pause between quick calls",
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				honest, out := 0, []byte{1}
				c.Marshal = func(d *doc) ([]byte, error) {
					defer calls.end()
					if calls.row > 12 && now()-calls.last == pause {
						honest = 600
					}
					if honest--; calls.begin() && honest < 0 {
						return bytes.Clone(out), nil
					}
					out = plain(d)
					return bytes.Clone(out), nil
				}
			}},
		{name: "is honest after another codec of the package was called",
			cheat: func(c *adapter.Codec[doc]) {
				var calls rapid
				me := new(int)
				honest, out := 0, []byte{1}
				c.Marshal = func(d *doc) ([]byte, error) {
					defer calls.end()
					if lastCalled != me {
						lastCalled, honest = me, 600
					}
					if honest--; calls.begin() && honest < 0 {
						return bytes.Clone(out), nil
					}
					out = plain(d)
					return bytes.Clone(out), nil
				}
			}},
		{name: "answers by address while the number in a value is what it was", want: "looked at after the batch of",
			cheat: func(c *adapter.Codec[doc]) {
				type known struct {
					id  int64
					out []byte
				}
				n, out := 0, map[*doc]known{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n < timedCalls {
						return plain(d), nil
					}
					if k, ok := out[d]; ok && k.id == d.ID {
						return bytes.Clone(k.out), nil
					}
					out[d] = known{d.ID, plain(d)}
					return plain(d), nil
				}
			}},
		{name: "answers by length and ends of the input", want: "looked at after the batch of unmarshal",
			cheat: func(c *adapter.Codec[doc]) {
				type key struct {
					n           int
					first, last byte
				}
				n, known := 0, map[key]*doc{}
				c.Unmarshal = func(b []byte, d *doc) error {
					k := key{n: len(b)}
					if len(b) > 0 {
						k.first, k.last = b[0], b[len(b)-1]
					}
					if n++; n < timedCalls {
						return readDoc(b, d, false)
					}
					if old := known[k]; old != nil {
						*d = *clone(old)
						return nil
					}
					err := readDoc(b, d, false)
					known[k] = clone(d)
					return err
				}
			}},
		{name: "fails in the middle of a batch and says so", want: "of value",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n > 5000 {
						return nil, errors.New("enough")
					}
					return plain(d), nil
				}
			}},
	} {
		gogc := debug.SetGCPercent(100)
		limit := debug.SetMemoryLimit(-1)
		mustBeCaught(t, tc)
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(limit)
		for _, stop := range spinners {
			stop.Store(true)
		}
		spinners = nil
	}
}

// timedCalls are more than verification makes of one codec.
const timedCalls = 30_000

// lastCalled is the codec of the package that was called last.
var lastCalled *int

// large has an empty map in a value of which not many pass.
func large() []any {
	d := docs()[2]
	d.Blob, d.Attrs = bytes.Repeat([]byte{7}, 128<<10), map[string]int64{}
	return []any{d}
}

// barren values have nothing in their slices and maps.
func barren() (list []any) {
	for i := range 5 {
		list = append(list, &doc{ID: int64(i), At: time.Unix(0, 0).UTC(), Tags: []string{}, Blob: []byte{}, Attrs: map[string]int64{}})
	}
	return list
}

// timed looks for the loops of package batch among the callers.
func timed() bool {
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if strings.Contains(f.Function, "/batch.") {
			return true
		}
		if !more {
			return false
		}
	}
}
