package verify

import (
	"bytes"
	"cmp"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
)

// TestFurtherCheatsAreCaught: these know the harness by what is around them, keep what they
// remember where the collector does not look, or change their ways late.
func TestFurtherCheatsAreCaught(t *testing.T) {
	t.Setenv("ASSAY_WORKER", "1")
	// stale answers with the last output where it may.
	stale := func(c *adapter.Codec[doc], may func() bool) {
		var last []byte
		c.Marshal = func(d *doc) ([]byte, error) {
			if last != nil && may() {
				return bytes.Clone(last), nil
			}
			last = plain(d)
			return bytes.Clone(last), nil
		}
	}
	// kept remembers encodings by content.
	kept := func(c *adapter.Codec[doc], get func(key uint32) []byte, put func(key uint32, b []byte)) {
		c.Marshal = func(d *doc) ([]byte, error) {
			b := plain(d)
			key := crc32.ChecksumIEEE(b)
			if old := get(key); old != nil {
				return bytes.Clone(old), nil
			}
			toil(200, b)
			put(key, bytes.Clone(b))
			return b, nil
		}
	}
	const places, size = 1 << 16, 64
	file := sync.OnceValue(besideHeap(places * size)) // that codecs of other processes have too
	for _, tc := range []cheat{
		{name: "cheats where the environment is a worker's",
			cheat: func(c *adapter.Codec[doc]) { stale(c, func() bool { return os.Getenv("ASSAY_WORKER") != "" }) }},
		{name: "cheats while few goroutines are there, after 3,000 calls",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				stale(c, func() bool { n++; return n > 3000 && runtime.NumGoroutine() < 8 })
			}},
		{name: "is honest as long as all batches are looked at",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				stale(c, func() bool { n++; return n > 3000+24*2000 && n%3 == 0 })
			}},
		{name: "skips a third of its calls by a generator of its own",
			cheat: func(c *adapter.Codec[doc]) {
				n, x := 0, uint32(1)
				stale(c, func() bool { n++; x = x*1664525 + 1013904223; return n > 3000 && x>>16%3 == 0 })
			}},
		{name: "remembers by content until the next collection",
			cheat: func(c *adapter.Codec[doc]) {
				memory := map[uint32][]byte{}
				var cycle uint32
				kept(c, func(key uint32) []byte {
					var m runtime.MemStats
					if runtime.ReadMemStats(&m); m.NumGC != cycle {
						clear(memory)
						cycle = m.NumGC
					}
					return memory[key]
				}, func(key uint32, b []byte) { memory[key] = b })
			}},
		{name: "remembers by content beside the heap",
			cheat: func(c *adapter.Codec[doc]) {
				mem := besideHeap(64 << 20)()
				at, places := 0, map[uint32][2]int{}
				kept(c, func(key uint32) []byte {
					if p, ok := places[key]; ok {
						return mem[p[0]:p[1]]
					}
					return nil
				}, func(key uint32, b []byte) {
					if at+len(b) > len(mem) {
						at = 0
						clear(places)
					}
					places[key] = [2]int{at, at + len(b)}
					at += copy(mem[at:], b)
				})
			}},
		{name: "takes bytes of values from memory beside the heap", kept: true, values: wordy,
			cheat: func(c *adapter.Codec[doc]) {
				room, at := besideHeap(64<<20)(), 0
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n := len(d.Blob); n > 0 {
						if at+n > len(room) {
							at = 0
						}
						copy(room[at:], d.Blob)
						d.Blob = room[at : at+n : at+n]
						at += n
					}
					return err
				}
			}},
		{name: "takes parts of values from a ring of 20,000", kept: true,
			cheat: func(c *adapter.Codec[doc]) {
				ring, at := make([]*part, 20_000), 0
				for i := range ring {
					ring[i] = &part{}
				}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if d.Sub != nil {
						p := ring[at%len(ring)]
						at++
						*p, d.Sub = *d.Sub, p
					}
					return err
				}
			}},
		{name: "takes outputs from memory beside the heap", kept: true,
			cheat: func(c *adapter.Codec[doc]) {
				room, at := besideHeap(64<<20)(), 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if at+4096 > len(room) {
						at = 0
					}
					out := appendDoc(room[at:at:at+4096], d)
					at += len(out)
					return out[:len(out):len(out)], nil
				}
			}},
		{name: "takes outputs from slabs that finalizers give back", kept: true,
			cheat: func(c *adapter.Codec[doc]) {
				type slab struct{ room [1 << 16]byte }
				free := make(chan *slab, 64)
				give := func(s *slab) {
					select {
					case free <- s:
					default:
					}
				}
				var now *slab
				at := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if now == nil || at+4096 > len(now.room) {
						select {
						case now = <-free:
						default:
							now = new(slab)
						}
						runtime.SetFinalizer(now, give)
						at = 0
					}
					out := appendDoc(now.room[at:at:at+4096], d)
					at += len(out)
					return out[:len(out):len(out)], nil
				}
			}},
		{name: "begins to write to its input", rounds: 50,
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n > late {
						b[0]++
					}
					return err
				}
			}},
		{name: "begins to return one buffer again and again", rounds: 50,
			cheat: func(c *adapter.Codec[doc]) {
				n, buf := 0, []byte(nil)
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n < late {
						return plain(d), nil
					}
					buf = appendDoc(buf[:0], d)
					return buf, nil
				}
			}},
		{name: "begins to give all values one map", rounds: 50,
			cheat: func(c *adapter.Codec[doc]) {
				n, shared := 0, map[string]int64{}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if n++; n > late {
						clear(shared)
						for k, v := range d.Attrs {
							shared[k] = v
						}
						d.Attrs = shared
					}
					return err
				}
			}},
		{name: "begins to remember the last output by address", rounds: 50,
			cheat: func(c *adapter.Codec[doc]) {
				n, known := 0, map[*doc][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n > late && known[d] != nil {
						return bytes.Clone(known[d]), nil
					}
					out := plain(d)
					known[d] = bytes.Clone(out)
					return out, nil
				}
			}},
		{name: "writes text elsewhere and encodes where", want: "kept elsewhere",
			cheat: func(c *adapter.Codec[doc]) {
				mem := file()
				put := func(s string) string {
					h := crc32.ChecksumIEEE([]byte(s)) % places
					at := mem[h*size:][:size]
					if n := int(at[0]); len(s) < 4 || len(s) >= size || n != 0 && string(at[1:][:n]) != s {
						return "\x00" + s
					}
					at[0] = byte(copy(at[1:], s))
					return "\x01" + string([]byte{byte(h), byte(h >> 8)})
				}
				*c = adapter.Codec[doc]{
					Marshal: func(d *doc) ([]byte, error) {
						x := *d
						x.Name = put(d.Name)
						return plain(&x), nil
					},
					Unmarshal: func(b []byte, d *doc) error {
						if err := readDoc(b, d, false); err != nil || d.Name == "" {
							return cmp.Or(err, io.ErrUnexpectedEOF)
						}
						if d.Name[0] == 0 {
							d.Name = strings.Clone(d.Name[1:])
							return nil
						}
						at := mem[(int(d.Name[1])|int(d.Name[2])<<8)*size:]
						d.Name = string(at[1:][:at[0]])
						return nil
					},
				}
			}},
		{name: "aliases its input when the last collection is long ago", want: "shares memory with the input, which it did not",
			cheat: func(c *adapter.Codec[doc]) {
				n, cycle := 0, uint32(0)
				c.Unmarshal = func(b []byte, d *doc) error {
					var m runtime.MemStats
					if n++; n%64 == 0 {
						if runtime.ReadMemStats(&m); m.NumGC != cycle {
							n, cycle = 0, m.NumGC
						}
					}
					return readDoc(b, d, n > 6000)
				}
			}},
		{name: "sets the rate of the memory profile", want: "the codec set the rate of the memory profile from 0 to 1",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) {
					runtime.MemProfileRate = 1
					return plain(d), nil
				}
			}},
	} {
		mustBeCaught(t, tc)
	}
}

// wordy values have long bytes.
func wordy() (list []any) {
	for i, d := range docs() {
		d.Blob = bytes.Repeat([]byte{byte(i), 9}, 150)
		list = append(list, d)
	}
	return list
}
