package verify

import (
	"bytes"
	"hash/crc32"
	"hash/maphash"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unique"
	"weak"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// table keeps texts, up to a number.
type table struct {
	known map[string]string
	most  int
}

func (t *table) text(s string) string {
	if known, ok := t.known[s]; ok {
		return known
	}
	if len(t.known) >= t.most {
		clear(t.known)
	}
	s = string(append([]byte(nil), s...))
	t.known[s] = s
	return s
}

// parsed decodes b with its texts from a table: it reads them where they lie in b,
// which allocates none.
func parsed(b []byte, d *doc, text func(string) string) error {
	in := bytes.Clone(b) // so that nothing else lies in the input
	if err := readDoc(in, d, true); err != nil {
		return err
	}
	d.Name, d.Blob = text(d.Name), bytes.Clone(d.Blob)
	for i := range d.Tags {
		d.Tags[i] = text(d.Tags[i])
	}
	attrs := make(map[string]int64, len(d.Attrs))
	for k, v := range d.Attrs {
		attrs[text(k)] = v
	}
	d.Attrs = attrs
	if d.Sub != nil {
		d.Sub.Note = text(d.Sub.Note)
	}
	return nil
}

// parsedName takes only the name from the table.
func parsedName(b []byte, d *doc, text func(string) string) error {
	in := bytes.Clone(b)
	if err := readDoc(in, d, true); err != nil {
		return err
	}
	d.Name, d.Blob = text(d.Name), bytes.Clone(d.Blob)
	for i := range d.Tags {
		d.Tags[i] = strings.Clone(d.Tags[i])
	}
	attrs := make(map[string]int64, len(d.Attrs))
	for k, v := range d.Attrs {
		attrs[strings.Clone(k)] = v
	}
	d.Attrs = attrs
	if d.Sub != nil {
		d.Sub.Note = strings.Clone(d.Sub.Note)
	}
	return nil
}

// slab hands out pieces of memory that it takes in larger ones.
type slab struct {
	room []byte
	size int
}

func (s *slab) cut(b []byte) []byte {
	if len(s.room) < len(b) {
		s.room = make([]byte, max(s.size, len(b)))
	}
	out := s.room[:len(b):len(b)]
	s.room = s.room[len(b):]
	copy(out, b)
	return out
}

// What one codec has in common with all others of its package.
var (
	shared      = lockedSlab{slab: slab{size: 1 << 20}}
	sharedTexts = lockedTable{table: table{map[string]string{}, 1 << 30}}
)

type lockedSlab struct {
	sync.Mutex
	slab
}

type lockedTable struct {
	sync.Mutex
	table
}

// names is a table of 256 texts of at most 256 bytes, each in the place that its hash
// names, as encoding/json/v2 has one.
type names struct {
	seed  maphash.Seed
	texts [256]string
}

func (t *names) text(s string) string {
	if len(s) < 2 || len(s) > 256 {
		return strings.Clone(s)
	}
	at := &t.texts[maphash.String(t.seed, s)%256]
	if *at != s {
		*at = strings.Clone(s)
	}
	return *at
}

// TestTableOfNamesPasses: names and other short texts repeat in the world too, and
// keeping those that came last is no memory of content.
func TestTableOfNamesPasses(t *testing.T) {
	open := func() adapter.Codec[doc] {
		c := honest()
		t := &names{seed: maphash.MakeSeed()}
		read := func(b []byte, d *doc) error {
			*d = doc{}
			return parsed(b, d, t.text)
		}
		c.Unmarshal, c.UnmarshalReuse = read, read
		return c
	}
	for _, reuse := range []bool{false, true} {
		k := caseOf(open, reuse)
		k.Brief = false
		v := Run(k, protocol.Declared{})
		if !v.OK {
			t.Fatalf("failed: %s; %+v", v.Reason, v.Findings)
		}
		if reason := timedLine(k, open, v, protocol.Declared{}, timedRounds); reason != "" {
			t.Errorf("failed when it was timed: %s", reason)
		}
	}
}

// TestChanceOfAllocationsPasses: how often a map grows is its seed's to say, and a decoder of
// many takes some allocations more or fewer for the same content.
func TestChanceOfAllocationsPasses(t *testing.T) {
	open := func() adapter.Codec[doc] {
		c := honest()
		unmarshal := c.Unmarshal
		var sinks [1]*[64]byte // of one codec: others are called at the same time
		c.Unmarshal = func(b []byte, d *doc) error {
			for range rand.IntN(200) {
				sinks[0] = new([64]byte)
			}
			return unmarshal(b, d)
		}
		return c
	}
	for range 2 {
		k := caseOf(open, false)
		k.Brief = false
		if v := Run(k, protocol.Declared{}); !v.OK {
			t.Fatalf("failed: %s; %+v", v.Reason, v.Findings)
		}
	}
}

// TestKeptAloneAreOfAllValues: what is kept of a large value alone is not compared with
// what many keep, small ones among them.
func TestKeptAloneAreOfAllValues(t *testing.T) {
	for values := 1; values <= sampleValues; values++ {
		o := &ownership{stock: &stock{sets: make([]*variants, values)}}
		seen := map[int]bool{}
		for k := range values {
			seen[k*o.some()%values] = true
		}
		if len(seen) != values {
			t.Errorf("of %d values %d are kept alone", values, len(seen))
		}
	}
}

// TestCheatsThatKeepMemoryAreCaught: these look right in every call, since they spread
// the cost of memory over many, or over those that keep what they got.
func TestCheatsThatKeepMemoryAreCaught(t *testing.T) {
	ringOf := func(n int) func(c *adapter.Codec[doc]) {
		return func(c *adapter.Codec[doc]) {
			ring, next := make([][]byte, n), 0
			c.Marshal = func(d *doc) ([]byte, error) {
				next++
				out := appendDoc(ring[next%n][:0], d)
				ring[next%n] = out
				return out[:len(out):len(out)], nil
			}
		}
	}
	for _, tc := range []cheat{
		{name: "takes outputs from a ring of 500", want: "shares memory with what another did", cheat: ringOf(500)},
		{name: "takes outputs from a ring of 100,000", want: "lies in memory that the codec keeps|remembers values",
			cheat: func(c *adapter.Codec[doc]) {
				var ring []byte
				next := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if next++; next < 100 { // codecs that are looked at for a moment have none
						return plain(d), nil
					}
					if ring == nil {
						ring = make([]byte, 100_000*512)
					}
					at := next % 100_000 * 512
					out := appendDoc(ring[at:at:at+512], d)
					return out[:len(out):len(out)], nil
				}
			}},
		{name: "takes outputs from a ring when it is warm", want: "shares memory with what another did",
			cheat: func(c *adapter.Codec[doc]) {
				ring, next := make([][]byte, 300), 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if next++; next < 600 {
						return plain(d), nil
					}
					out := appendDoc(ring[next%300][:0], d)
					ring[next%300] = out
					return out[:len(out):len(out)], nil
				}
			}},
		{name: "cuts outputs from slabs, capped", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				s := slab{size: 64 << 10}
				var scratch []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					scratch = appendDoc(scratch[:0], d)
					return s.cut(scratch), nil
				}
			}},
		{name: "cuts outputs from slabs of 4 kB, capped", want: "one result of",
			cheat: func(c *adapter.Codec[doc]) {
				s := slab{size: 4 << 10}
				c.Marshal = func(d *doc) ([]byte, error) { return s.cut(plain(d)), nil }
			}},
		{name: "cuts the bytes of values from slabs, capped", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				s := slab{size: 64 << 10}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(s.cut(b), d, true)
					return err
				}
			}},
		{name: "cuts outputs from slabs of a megabyte", want: "share pieces of memory|lies in memory that the codec keeps",
			cheat: func(c *adapter.Codec[doc]) {
				s := slab{size: 1 << 20}
				var scratch []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					scratch = appendDoc(scratch[:0], d)
					return s.cut(scratch), nil
				}
			}},
		{name: "cuts the bytes of values from slabs of a megabyte", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				s := slab{size: 1 << 20}
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(s.cut(b), d, true) }
			}},
		{name: "cuts the bytes of values from one slab of all codecs", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					shared.Lock()
					in := shared.cut(b)
					shared.Unlock()
					return readDoc(in, d, true)
				}
			}},
		{name: "takes texts from a table of all codecs", want: "it remembers|or the codec keeps them",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					sharedTexts.Lock()
					defer sharedTexts.Unlock()
					return parsed(b, d, sharedTexts.text)
				}
			}},
		{name: "makes texts unique", want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					return parsed(b, d, func(s string) string { return unique.Make(s).Value() })
				}
			}},
		{name: "takes texts from a table of weak pointers", want: "it remembers|or the codec keeps them",
			cheat: func(c *adapter.Codec[doc]) {
				known := map[uint64]weak.Pointer[string]{}
				seed := maphash.MakeSeed()
				c.Unmarshal = func(b []byte, d *doc) error {
					return parsed(b, d, func(s string) string {
						at := maphash.String(seed, s)
						if p := known[at].Value(); p != nil && *p == s {
							return *p
						}
						own := strings.Clone(s)
						known[at] = weak.Make(&own)
						return own
					})
				}
			}},
		{name: "takes outputs from a ring of 20,000", want: "lies in memory that the codec keeps|remembers values|shares memory",
			cheat: ringOf(20_000)},
		{name: "cuts outputs from a slab of each processor", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				pool := sync.Pool{New: func() any { return &slab{size: 256 << 10} }}
				c.Marshal = func(d *doc) ([]byte, error) {
					s := pool.Get().(*slab)
					defer pool.Put(s)
					return s.cut(plain(d)), nil
				}
			}},
		{name: "cuts the parts of values from lists of them", want: "share pieces of memory",
			cheat: func(c *adapter.Codec[doc]) {
				var parts []part
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if d.Sub != nil {
						if len(parts) == 0 {
							parts = make([]part, 4096)
						}
						parts[0] = *d.Sub
						d.Sub, parts = &parts[0], parts[1:]
					}
					return err
				}
			}},
		{name: "keeps the input's memory for long text", want: "share memory with the input",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b, d, len(b) > 32<<10) }
			}},
		{name: "takes texts from a table", want: "or the codec keeps them",
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 1 << 30}
				c.Unmarshal = func(b []byte, d *doc) error { return parsed(b, d, texts.text) }
			}},
		{name: "takes texts from a table of a few thousand", want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 5000}
				c.Unmarshal = func(b []byte, d *doc) error { return parsed(b, d, texts.text) }
			}},
		{name: "takes one text of each value from a table", want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 700}
				c.Unmarshal = func(b []byte, d *doc) error { return parsedName(b, d, texts.text) }
			}},
		{name: "takes the texts of one value in eight from a table", want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 900}
				c.Unmarshal = func(b []byte, d *doc) error {
					if crc32.ChecksumIEEE(b)%8 == 0 {
						return parsed(b, d, texts.text)
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "takes long texts from a table of a hundred", want: "it remembers",
			values: func() (list []any) {
				for _, d := range docs() {
					d.Name = strings.Repeat("long ", 80)
					list = append(list, d)
				}
				return list
			},
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 100}
				c.Unmarshal = func(b []byte, d *doc) error { return parsedName(b, d, texts.text) }
			}},
		{name: "takes all texts of the last inputs together", want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				kept := map[uint32]*table{}
				c.Unmarshal = func(b []byte, d *doc) error {
					texts := kept[crc32.ChecksumIEEE(b)]
					if texts == nil {
						if len(kept) == 100 {
							clear(kept)
						}
						texts = &table{map[string]string{}, 1000}
						kept[crc32.ChecksumIEEE(b)] = texts
					}
					return parsed(b, d, texts.text)
				}
			}},
		{name: "takes texts of used values from a table", reuse: true, want: "it remembers",
			cheat: func(c *adapter.Codec[doc]) {
				texts := &table{map[string]string{}, 5000}
				c.UnmarshalReuse = func(b []byte, d *doc) error { *d = doc{}; return parsed(b, d, texts.text) }
			}},
		{name: "takes bytes from values that it made long ago", want: "shares memory|it remembers|not right any more|looked at again",
			cheat: func(c *adapter.Codec[doc]) {
				ring, next := make([][]byte, 700), 0
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					next++
					blob := append(ring[next%700][:0], d.Blob...)
					ring[next%700] = blob
					d.Blob = blob[:len(blob):len(blob)]
					return err
				}
			}},
	} {
		tc.kept = true
		mustBeCaught(t, tc)
		shared.room, sharedTexts.known = nil, map[string]string{} // others' heaps are the smaller
	}
}
