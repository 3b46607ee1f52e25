package verify

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"hash/maphash"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/deep"
)

// slowly makes the work that a memory would save large enough to be worth it.
func slowly(d *doc) []byte {
	b := plain(d)
	toil(200, b)
	return b
}

func clone(d *doc) *doc   { return deep.Clone(d).(*doc) }
func plain(d *doc) []byte { return appendDoc(nil, d) }
func parse(b []byte) *doc { d := new(doc); _ = readDoc(b, d, false); return d }

// cheat is a codec made from the honest one that must fail.
type cheat struct {
	name     string
	cheat    func(c *adapter.Codec[doc])
	reuse    bool
	procs    int          // processors; 0: all
	rounds   uint64       // of timed batches, 0: 200
	kept     bool         // verification looks at what is left when much is kept, too
	single   bool         // only one value, where memory pays most
	large    int          // see Case
	values   func() []any // instead of the usual ones
	declared protocol.Declared
	want     string // in the reason: forms with | between them; empty: any but a panic of the checks
}

// firsts are the cheats that the short tests try: of each test, kind and reason the first.
var firsts = map[[3]any]string{}

func mustBeCaught(t *testing.T, tc cheat) {
	of := [3]any{t.Name(), tc.reuse, tc.want}
	firsts[of] = cmp.Or(firsts[of], tc.name)
	t.Run(tc.name, func(t *testing.T) {
		if firsts[of] != tc.name {
			routinestest.NeedsLong(t)
		}
		lastMarshalled, originals = nil, map[string]*doc{}
		if tc.procs > 0 {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(tc.procs))
		}
		open := func() adapter.Codec[doc] { c := honest(); tc.cheat(&c); return c }
		k := caseOf(open, tc.reuse)
		k.Brief, k.large = !tc.kept, tc.large
		if tc.values != nil {
			k.Values = tc.values()
		}
		if tc.single {
			k.Values = values()[:1]
		}
		reason, findings := line(k, open, tc.declared, cmp.Or(tc.rounds, 200))
		if reason == "" {
			t.Fatalf("not caught; findings %+v", findings)
		}
		if !slices.ContainsFunc(strings.Split(tc.want, "|"), func(w string) bool { return strings.Contains(reason, w) }) {
			t.Errorf("caught for another reason: %s", reason)
		}
		if tc.want == "" && strings.Contains(reason, "panic") {
			t.Errorf("caught by a panic: %s", reason)
		}
		t.Log(reason)
		documented, err := os.ReadFile("cheats.md")
		if err != nil {
			t.Fatal(err)
		}
		if line := "| " + tc.name + " | " + tc.in() + " | "; !strings.Contains(string(documented), line) {
			t.Errorf("cheats.md has no line that begins with %q", line)
		}
	})
}

// in names the operations in which it cheats.
func (tc cheat) in() string {
	was, is := honest(), honest()
	tc.cheat(&is)
	var list []string
	for _, part := range []struct {
		name    string
		was, is any
	}{
		{"marshal", was.Marshal, is.Marshal}, {"marshal, reuse", was.Append, is.Append}, {"marshal, reuse", was.Fill, is.Fill},
		{"unmarshal", was.Unmarshal, is.Unmarshal}, {"unmarshal, reuse", was.UnmarshalReuse, is.UnmarshalReuse},
		{"encode", was.Write, is.Write}, {"decode", was.Read, is.Read}, {"access", was.Access, is.Access}, {"open", was.Open, is.Open},
		{"size", was.Size, is.Size},
	} {
		changed := reflect.ValueOf(part.was).Pointer() != reflect.ValueOf(part.is).Pointer()
		if changed && !slices.Contains(list, part.name) && (part.name != "size" || len(list) == 0) {
			list = append(list, part.name)
		}
	}
	return strings.Join(list, "; ")
}

// line verifies a case and then times all its operations in batches, of which one in
// eight is watched, as a run does. It returns why the case failed, if it did.
func line(k Case, open func() adapter.Codec[doc], declared protocol.Declared, rounds uint64) (reason string, findings []protocol.Finding) {
	v := Run(k, declared)
	if !v.OK {
		return v.Reason, v.Findings
	}
	return timedLine(k, open, v, declared, rounds), v.Findings
}

// timedLine times the operations of a case that was verified, in so many rounds, and looks
// at the codec again.
func timedLine(k Case, open func() adapter.Codec[doc], v protocol.Verdict, declared protocol.Declared, rounds uint64) (reason string) {
	c := open()
	config := batch.Config[doc]{Codec: c, Reuse: k.Reuse}
	timed := make([]any, len(k.Values))
	for i, v := range k.Values {
		d := deep.Clone(v).(*doc)
		timed[i] = d
		config.Values = append(config.Values, d)
		config.Inputs = append(config.Inputs, encodedBy(c, d))
	}
	if c.Write != nil {
		config.Streams = func() (list [][]byte, err error) {
			for _, d := range config.Values {
				var w writer
				if err := c.Write(&w, d); err != nil {
					return nil, err
				}
				list = append(list, w.buf)
			}
			return list, nil
		}
	}
	config.Witness = pausing{NewWitness(k, NewAlterations(k, timed))}
	r := batch.New(config)
	watch := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		for _, op := range v.Ops {
			if op == protocol.Compared {
				continue // finds many by itself, and is not measured by default
			}
			t := batch.Timing{N: 500, Placement: round, Watched: round == 0 || watch.IntN(8) == 0, Aliases: v.Aliases}
			if _, err := r.Batch(op, t); err != nil {
				return err.Error()
			}
		}
	}
	for _, from := range []uint64{1, provenHeap} { // of the second the heap is looked at
		if err := Prove(k, Erase(c), declared, v.Aliases, from); err != nil {
			return err.Error()
		}
	}
	return ""
}

// pausing takes some time to alter a value, which the codec may see.
type pausing struct{ *Witness }

func (p pausing) Alter(from, n int, pick uint64) (i int, encoded, streamed []byte) {
	worked.Add(pause.Nanoseconds())
	return p.Witness.Alter(from, n, pick)
}

const pause = 50 * time.Microsecond

func encodedBy(c adapter.Codec[doc], d *doc) []byte {
	marshal := c.Marshal
	if marshal == nil {
		marshal = func(d *doc) ([]byte, error) { return c.Append(nil, d) }
	}
	b, err := marshal(d)
	if err != nil {
		panic(err)
	}
	return b
}

// TestCheatsAreCaught has one codec for each way in which a benchmark was ever
// fooled, and some in which it might be. Each must fail, for the right reason.
func TestCheatsAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "appends to its last output for ever", want: "grows with every call|bytes follow the value",
			cheat: func(c *adapter.Codec[doc]) {
				var all []byte
				c.Marshal = func(d *doc) ([]byte, error) { all = appendDoc(all, d); return bytes.Clone(all), nil }
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b, d, false) }
				c.Size = nil
			}},
		{name: "appends for ever before what decoders look at", want: "grows with every call",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					n++
					return append(binary.LittleEndian.AppendUint32(nil, uint32(n)), append(make([]byte, n), plain(d)...)...), nil
				}
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b[4+binary.LittleEndian.Uint32(b):], d, false) }
				c.Size = nil
			}},
		{name: "returns cached bytes by address", want: "answers from memory",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[*doc][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					if _, ok := seen[d]; !ok {
						seen[d] = plain(d)
					}
					return bytes.Clone(seen[d]), nil
				}
				c.Size = nil
			}},
		{name: "returns the same buffer from every marshal", want: "returned memory that an earlier call had returned|changed when later calls",
			cheat: func(c *adapter.Codec[doc]) {
				buf := make([]byte, 0, 1<<12)
				c.Marshal = func(d *doc) ([]byte, error) { buf = appendDoc(buf[:0], d); return buf, nil }
			}},
		{name: "cuts outputs from one slab without capping them", want: "returned memory that an earlier call had returned",
			cheat: func(c *adapter.Codec[doc]) {
				var slab []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if cap(slab)-len(slab) < 4096 {
						slab = make([]byte, 0, 1<<16)
					}
					from := len(slab)
					slab = appendDoc(slab, d)
					return slab[from:], nil
				}
			}},
		{name: "keeps the buffer it gave away", want: "marshal wrote to what it had returned|changed when later calls",
			cheat: func(c *adapter.Codec[doc]) {
				var last []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if len(last) > 0 {
						last[0] ^= 1
					}
					last = plain(d)
					return last, nil
				}
			}},
		{name: "drops a field", want: "Sub.Note: want|Sub: want",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { err := readDoc(b, d, false); d.Sub = nil; return err }
			}},
		{name: "drops a key of a map", want: `Attrs: want length 4, got length 3`,
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { err := readDoc(b, d, false); delete(d.Attrs, "beta"); return err }
			}},
		{name: "reports an upper bound as its size", want: "says 4096 bytes, but",
			cheat: func(c *adapter.Codec[doc]) { c.Size = func(*doc) int { return 4096 } }},
		{name: "reports a size of 8 for a field of 4", want: "bytes are written|bytes, but",
			cheat: func(c *adapter.Codec[doc]) {
				size := c.Size
				c.Size = func(d *doc) int { return size(d) + 4 }
			}},
		{name: "aliases its input without saying", want: "share memory with the input, which the driver does not declare: Name",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b, d, true) }
			}},
		{name: "aliases only the bytes", want: "does not declare: Blob",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if i := bytes.Index(b, d.Blob); i >= 0 && err == nil {
						d.Blob = b[i : i+len(d.Blob)]
					}
					return err
				}
			}},
		{name: "aliases when reusing only", reuse: true, want: "into a used value shares memory with the input",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error { return readDoc(b, d, true) }
			}},
		{name: "decodes the value seen at the last marshal", want: "round trip: value",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { lastMarshalled = clone(d); return plain(d), nil }
				c.Unmarshal = func(b []byte, d *doc) error { *d = *clone(lastMarshalled); return nil }
			}},
		{name: "decodes the value seen at the last marshal, one value", single: true, want: "answers from memory",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { lastMarshalled = clone(d); return plain(d), nil }
				c.Unmarshal = func(b []byte, d *doc) error { *d = *clone(lastMarshalled); return nil }
			}},
		{name: "stores pointers to the original", want: "shares memory with the value that was marshalled",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { originals[string(plain(d))] = d; return plain(d), nil }
				c.Unmarshal = func(b []byte, d *doc) error { *d = *originals[string(b)]; return nil }
			}},
		{name: "hands out one decoded value again and again", want: "shares memory that can be written to",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[string]*part{}
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					if d.Sub != nil {
						if _, ok := seen[d.Sub.Note]; !ok {
							seen[d.Sub.Note] = d.Sub
						}
						d.Sub = seen[d.Sub.Note]
					}
					return err
				}
			}},
		{name: "decodes into scratch that it uses again", want: "looked at again after other values were decoded",
			cheat: func(c *adapter.Codec[doc]) {
				scratch := make([]byte, 0, 1<<12)
				c.Unmarshal = func(b []byte, d *doc) error {
					scratch = append(scratch[:0], b...)
					return readDoc(scratch, d, true)
				}
			}},
		{name: "loses precision to float32", want: "Score: want 1.3333333333333333, got 1.3333333730697632",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					d.Score = float64(float32(d.Score))
					return err
				}
			}, single: false},
		{name: "truncates time to milliseconds", want: "At: want",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					d.At = d.At.Truncate(time.Millisecond)
					return err
				}
			}},
		{name: "truncates time to seconds", want: "At: want",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					err := readDoc(b, d, false)
					d.At = time.Unix(d.At.Unix(), 0)
					return err
				}
			}},
		{name: "skips the work when the value is at the same address", want: "answers from memory", single: true,
			cheat: func(c *adapter.Codec[doc]) {
				var last *doc
				var out []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if d != last {
						last, out = d, plain(d)
					}
					return bytes.Clone(out), nil
				}
				c.Size = nil
			}},
		{name: "skips decoding when the input is at the same address", want: "answers from memory",
			cheat: func(c *adapter.Codec[doc]) {
				var at *byte
				var last *doc
				c.Unmarshal = func(b []byte, d *doc) error {
					if unsafe.SliceData(b) != at {
						at, last = unsafe.SliceData(b), parse(b)
					}
					*d = *clone(last)
					return nil
				}
			}},
		{name: "compares a part of the value with the last one", want: "answers from memory",
			cheat: func(c *adapter.Codec[doc]) {
				var last string
				var out []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if d.Name != last {
						last, out = strings.Clone(d.Name), plain(d)
					}
					return bytes.Clone(out), nil
				}
				c.Size = nil
			}},
		{name: "remembers every value by a hash of its content", want: "of every new value: it remembers values",
			cheat: func(c *adapter.Codec[doc]) {
				seed, seen := maphash.MakeSeed(), map[uint64][]byte{}
				c.Marshal = func(d *doc) ([]byte, error) {
					h := maphash.Bytes(seed, plain(d))
					if _, ok := seen[h]; !ok {
						seen[h] = slowly(d)
					}
					return bytes.Clone(seen[h]), nil
				}
			}},
		{name: "remembers every input by its content", want: "unmarshal keeps",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[string]*doc{}
				c.Unmarshal = func(b []byte, d *doc) error {
					if _, ok := seen[string(b)]; !ok {
						seen[string(b)] = parse(b)
					}
					*d = *clone(seen[string(b)])
					return nil
				}
			}},
		{name: "remembers the last value by its content", want: "marshal takes", single: true,
			cheat: func(c *adapter.Codec[doc]) {
				var last *doc
				var out []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if last == nil || last.Name != d.Name || last.ID != d.ID || !bytes.Equal(plain(last), plain(d)) {
						last, out = clone(d), slowly(d)
					}
					return bytes.Clone(out), nil
				}
				c.Size = nil
			}},
		{name: "remembers the last inputs by content", want: "unmarshal takes", single: true,
			cheat: func(c *adapter.Codec[doc]) {
				var last []byte
				var value *doc
				c.Unmarshal = func(b []byte, d *doc) error {
					if !bytes.Equal(last, b) {
						last = bytes.Clone(b)
						value = parse(b)
						toil(200, b)
					}
					*d = *clone(value)
					return nil
				}
			}},
		{name: "does not clear the destination's map", reuse: true, want: "Attrs: want length",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					old := maps.Clone(d.Attrs)
					err := readDoc(b, d, false)
					for k, n := range old {
						if _, ok := d.Attrs[k]; !ok {
							d.Attrs[k] = n
						}
					}
					return err
				}
			}},
		{name: "merges maps, one value", reuse: true, single: true, want: "with more elements there before",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					old := maps.Clone(d.Attrs)
					err := readDoc(b, d, false)
					maps.Copy(d.Attrs, old)
					return err
				}
			}},
		{name: "keeps an absent pointer of the last value", reuse: true, want: "unmarshal into one that held value",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					old := d.Sub
					err := readDoc(b, d, false)
					if d.Sub == nil {
						d.Sub = old
					}
					return err
				}
			}},
		{name: "shares storage between destinations", reuse: true, want: "looked at again after a value was decoded into another one",
			cheat: func(c *adapter.Codec[doc]) {
				tags := make([]string, 0, 16)
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					d.Tags = tags[:0]
					return readDoc(b, d, false)
				}
			}},
		{name: "mutates the value", want: "changed the value that it was given: Tags",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { b := plain(d); slices.Reverse(d.Tags); return b, nil }
			}},
		{name: "mutates the input", want: "wrote to its input at byte 0",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { err := readDoc(b, d, false); b[0]++; return err }
			}},
		{name: "mutates the input of the value it reuses", reuse: true, declared: protocol.Declared{Aliases: true}, want: "wrote to the input that this one came from",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b, d, true) }
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					blob := d.Blob[:0]
					err := readDoc(b, d, true)
					if cap(blob) >= len(d.Blob) {
						d.Blob = append(blob, d.Blob...)
					}
					return err
				}
			}},
		{name: "is nondeterministic without saying", want: "encodes to different bytes",
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { return randomOrder(nil, d), nil }
				c.Size = nil
			}},
		{name: "is nondeterministic where the type's own methods are not", want: "encodes to different bytes",
			declared: protocol.Declared{Methods: []string{"MarshalBinary", "MarshalJSON", "MarshalText", "GobEncode"}}, // those of the time
			cheat: func(c *adapter.Codec[doc]) {
				c.Marshal = func(d *doc) ([]byte, error) { return randomOrder(nil, d), nil }
				c.Size = nil
			}},
		{name: "writes beyond the capacity", reuse: true, want: "beyond the capacity",
			cheat: func(c *adapter.Codec[doc]) {
				c.Append = func(b []byte, d *doc) ([]byte, error) {
					if cap(b) > 0 && cap(b) < 1000 {
						*(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), cap(b)+8)) = 1
					}
					return appendDoc(b, d), nil
				}
			}},
		{name: "drops what the buffer held", reuse: true, want: "does not keep the 6 bytes that the buffer held",
			cheat: func(c *adapter.Codec[doc]) {
				c.Append = func(b []byte, d *doc) ([]byte, error) { return appendDoc(b[:0], d), nil }
			}},
		{name: "keeps the caller's buffer", reuse: true, want: "append wrote to a buffer of an earlier call",
			cheat: func(c *adapter.Codec[doc]) {
				var kept []byte
				c.Append = func(b []byte, d *doc) ([]byte, error) {
					if len(kept) > 0 {
						kept[len(kept)-1]++
					}
					b = appendDoc(b, d)
					if cap(b) > 4096 {
						kept = b
					}
					return b, nil
				}
			}},
		{name: "relies on a buffer of zeros", reuse: true, want: "append to a",
			cheat: func(c *adapter.Codec[doc]) {
				c.Append = func(b []byte, d *doc) ([]byte, error) {
					n := len(b)
					b = appendDoc(b, d)
					if d.Flag || cap(b) < n+400 {
						return b, nil
					}
					at := n + 8 + 8 + 4 + len(d.Name) + 8
					b[at] = b[:cap(b)][cap(b)-1] & 1 // an omitted store
					return b, nil
				}
			}},
		{name: "panics", want: "unmarshal of value 3: panic: runtime error: index out of range [1000] with length",
			cheat: func(c *adapter.Codec[doc]) {
				c.Unmarshal = func(b []byte, d *doc) error {
					if len(d.Name) == 0 && bytes.Contains(b, []byte(strings.Repeat("name", 4))) && !bytes.Contains(b, []byte(strings.Repeat("name", 5))) {
						_ = b[len(b)*0+1000]
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "returns an error at the second value", want: "marshal of value 1: no more",
			cheat: func(c *adapter.Codec[doc]) {
				n := 0
				c.Marshal = func(d *doc) ([]byte, error) {
					if n++; n > 1 {
						return nil, errors.New("no\nmore")
					}
					return plain(d), nil
				}
			}},
		{name: "encodes only the first value right", want: "round trip: value",
			cheat: func(c *adapter.Codec[doc]) {
				var first []byte
				c.Marshal = func(d *doc) ([]byte, error) {
					if first == nil {
						first = plain(d)
					}
					return bytes.Clone(first), nil
				}
				c.Size = nil
			}},
		{name: "keeps a buffer between streams", want: "read",
			cheat: func(c *adapter.Codec[doc]) {
				var all []byte
				write := c.Write
				c.Write = func(w io.Writer, d *doc) error {
					all = append(all, 1)
					if _, err := w.Write(all); err != nil {
						return err
					}
					return write(w, d)
				}
			}},
		{name: "access reads one field only", want: "does not read",
			cheat: func(c *adapter.Codec[doc]) {
				c.Access = func(b []byte) (uint64, error) { return binary.LittleEndian.Uint64(b), nil }
			}},
		{name: "access counts its calls", want: "different results for the same bytes",
			cheat: func(c *adapter.Codec[doc]) {
				n := uint64(0)
				c.Access = func(b []byte) (uint64, error) { n++; return n, nil }
			}},
		{name: "opens somewhere else", want: "finds its root at",
			cheat: func(c *adapter.Codec[doc]) {
				c.Open = func(b []byte) (uint64, error) { return uint64(len(b)), nil }
			}},
		{name: "opening counts its calls", want: "open of value 0 gives different results for the same bytes",
			cheat: func(c *adapter.Codec[doc]) {
				n := uint64(0)
				c.Open = func(b []byte) (uint64, error) { n++; return n % uint64(len(b)), nil }
			}},
		{name: "opening writes to its input", want: "open of value 0 wrote to its input",
			cheat: func(c *adapter.Codec[doc]) {
				c.Open = func(b []byte) (uint64, error) { b[0]++; return 0, nil }
			}},
		{name: "has no unmarshal", want: "no Unmarshal", cheat: func(c *adapter.Codec[doc]) { c.Unmarshal = nil }},
		{name: "has nothing to reuse", reuse: true, want: "neither Append nor Fill", cheat: func(c *adapter.Codec[doc]) { c.Append = nil }},
		{name: "is random now and then", want: "round trip|answers from memory|other bytes|again|different bytes",
			cheat: func(c *adapter.Codec[doc]) {
				rng := rand.New(rand.NewPCG(1, 1))
				c.Marshal = func(d *doc) ([]byte, error) {
					x := *d
					if rng.IntN(10) == 0 {
						x.ID++
					}
					return plain(&x), nil
				}
			}},
	} {
		mustBeCaught(t, tc)
	}
}

func TestWritingBehindTheResultIsAFinding(t *testing.T) {
	k := caseOf(func() adapter.Codec[doc] {
		c := honest()
		c.Append = func(b []byte, d *doc) ([]byte, error) {
			b = appendDoc(b, d)
			return append(b, 1, 2, 3, 4, 5, 6, 7, 8)[:len(b)], nil
		}
		return c
	}, true)
	v := Run(k, protocol.Declared{})
	if !v.OK || !slices.ContainsFunc(v.Findings, func(f protocol.Finding) bool { return f.Kind == "writes behind its result" }) {
		t.Errorf("OK is %v (%s), findings %+v", v.OK, v.Reason, v.Findings)
	}
}

// State that is shared by all codecs of a cheat, as package variables of a
// library would be.
var (
	lastMarshalled *doc
	originals      map[string]*doc
)
