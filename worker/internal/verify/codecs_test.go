package verify

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// TestMain has fewer collections run than are asked for, which are those that matter, and none
// with a profile of the memory, as workers have it.
func TestMain(m *testing.M) {
	runtime.MemProfileRate = 0
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}

// doc is what the codecs of these tests carry.
type doc struct {
	ID    int64
	Score float64
	Name  string
	At    time.Time
	Flag  bool
	Tags  []string
	Blob  []byte
	Attrs map[string]int64
	Sub   *part
}

type part struct{ Note string }

func docs() []*doc {
	var list []*doc
	for i := range 7 {
		d := &doc{
			ID:    int64(1000 + i*37),
			Score: float64(i) + 1.0/3,
			Name:  strings.Repeat("name", i+1),
			At:    time.Unix(1.7e9+int64(i), 123456789).UTC(),
			Flag:  i%2 == 0,
			Tags:  []string{"first", strings.Repeat("t", i)},
			Blob:  bytes.Repeat([]byte{byte(i), 7}, i+1),
			Attrs: map[string]int64{"alpha": int64(i), "beta": 5, "gamma": 6, string(rune('q' + i)): 7},
		}
		if i%3 != 2 {
			d.Sub = &part{Note: "note " + string(rune('a'+i))}
		}
		list = append(list, d)
	}
	return list
}

func values() (list []any) {
	for _, d := range docs() {
		list = append(list, d)
	}
	return list
}

// worked is the clock of these tests: a nanosecond for each byte that was encoded or
// decoded. It stands still while the codecs do nothing, on however busy a machine.
var worked atomic.Int64

func now() time.Duration { return time.Duration(worked.Load()) }

// toil counts the work of encoding or decoding so many bytes, so many times more.
func toil(times int, b []byte) { worked.Add(int64(times * len(b))) }

// appendDoc is a positional format in fixed width, written for these tests.
func appendDoc(b []byte, d *doc) []byte {
	from := len(b)
	defer func() { worked.Add(int64(len(b) - from)) }()
	b = binary.LittleEndian.AppendUint64(b, uint64(d.ID))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(d.Score))
	b = appendText(b, d.Name)
	b = binary.LittleEndian.AppendUint64(b, uint64(d.At.UnixNano()))
	b = append(b, flag(d.Flag))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.Tags)))
	for _, t := range d.Tags {
		b = appendText(b, t)
	}
	b = appendText(b, string(d.Blob))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(d.Attrs)))
	for _, k := range slices.Sorted(maps.Keys(d.Attrs)) {
		b = appendText(b, k)
		b = binary.LittleEndian.AppendUint64(b, uint64(d.Attrs[k]))
	}
	b = append(b, flag(d.Sub != nil))
	if d.Sub != nil {
		b = appendText(b, d.Sub.Note)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
}

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}

// cursor reads that format; alias makes its strings share memory with the input.
type cursor struct {
	b     []byte
	alias bool
	err   error
}

func (c *cursor) take(n int) []byte {
	if c.err != nil || n > len(c.b) || n < 0 {
		c.err = errors.New("short input")
		return make([]byte, min(max(n, 0), 8))
	}
	out := c.b[:n:n]
	c.b = c.b[n:]
	return out
}

func (c *cursor) word() uint64 { return binary.LittleEndian.Uint64(c.take(8)) }

// count reads how many elements follow, each of at least 4 bytes.
func (c *cursor) count() int {
	n := int(binary.LittleEndian.Uint32(c.take(4)))
	if n > len(c.b)/4 {
		c.err = errors.New("more elements than bytes")
		return 0
	}
	return n
}

func (c *cursor) bytes() []byte {
	b := c.take(int(binary.LittleEndian.Uint32(append(c.take(4), 0, 0, 0, 0))))
	if c.alias {
		return b
	}
	return bytes.Clone(b)
}

func (c *cursor) text() string {
	b := c.bytes()
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// readDoc decodes into *d, whose storage is reused.
func readDoc(data []byte, d *doc, alias bool) error {
	worked.Add(int64(len(data)))
	c := cursor{b: data, alias: alias}
	d.ID = int64(c.word())
	d.Score = math.Float64frombits(c.word())
	d.Name = c.text()
	d.At = time.Unix(0, int64(c.word())).UTC()
	d.Flag = c.take(1)[0] == 1
	d.Tags = d.Tags[:0]
	for range c.count() {
		d.Tags = append(d.Tags, c.text())
	}
	d.Blob = c.bytes()
	clear(d.Attrs)
	for range c.count() {
		if d.Attrs == nil {
			d.Attrs = map[string]int64{}
		}
		k := c.text()
		d.Attrs[k] = int64(c.word())
	}
	if c.take(1)[0] == 0 {
		d.Sub = nil
	} else {
		if d.Sub == nil {
			d.Sub = &part{}
		}
		d.Sub.Note = c.text()
	}
	if c.err == nil && len(c.b) > 0 {
		return errors.New("bytes follow the value")
	}
	return c.err
}

// honest is a codec without fault; the cheats are made from it.
func honest() adapter.Codec[doc] {
	return adapter.Codec[doc]{
		Marshal:        func(d *doc) ([]byte, error) { return appendDoc(nil, d), nil },
		Append:         func(b []byte, d *doc) ([]byte, error) { return appendDoc(b, d), nil },
		Unmarshal:      func(b []byte, d *doc) error { return readDoc(b, d, false) },
		UnmarshalReuse: func(b []byte, d *doc) error { return readDoc(b, d, false) },
		Size:           func(d *doc) int { return len(appendDoc(nil, d)) },
		Write: func(w io.Writer, d *doc) error {
			body := appendDoc(make([]byte, 4), d)
			binary.LittleEndian.PutUint32(body, uint32(len(body)-4))
			_, err := w.Write(body)
			return err
		},
		Read: func(r io.Reader, d *doc) error {
			var head [4]byte
			if _, err := io.ReadFull(r, head[:]); err != nil {
				return err
			}
			body := make([]byte, binary.LittleEndian.Uint32(head[:]))
			if _, err := io.ReadFull(r, body); err != nil {
				return err
			}
			return readDoc(body, d, false)
		},
		Access: func(b []byte) (uint64, error) {
			var d doc
			if err := readDoc(b, &d, true); err != nil {
				return 0, err
			}
			sum := uint64(d.ID) + math.Float64bits(d.Score) + uint64(len(d.Name)) + uint64(d.At.UnixNano()) + uint64(flag(d.Flag))
			for _, t := range d.Tags {
				sum += uint64(len(t))
			}
			sum += uint64(len(d.Blob))
			for _, n := range d.Attrs {
				sum += uint64(n)
			}
			if d.Sub != nil {
				sum += 1 + uint64(len(d.Sub.Note))
			}
			return sum, nil
		},
	}
}

func caseOf(open func() adapter.Codec[doc], reuse bool) Case {
	equal := deep.Equal[doc]()
	return Case{
		Open:   func() Codec { return Erase(open()) },
		New:    func() any { return new(doc) },
		Values: values(),
		Equal:  func(want, got any) bool { return equal(want.(*doc), got.(*doc)) },
		Reuse:  reuse,
		Brief:  true, // what is left when much is kept takes longest
		clock:  now,
	}
}

// randomOrder writes the entries of the map in Go's random order.
func randomOrder(b []byte, d *doc) []byte {
	sorted := appendDoc(nil, &doc{Sub: d.Sub})
	tail := sorted[len(appendDoc(nil, &doc{}))-1:]
	rest := *d
	rest.Attrs, rest.Sub = nil, nil
	b = appendDoc(b, &rest)
	b = binary.LittleEndian.AppendUint32(b[:len(b)-5], uint32(len(d.Attrs)))
	for k, n := range d.Attrs {
		b = appendText(b, k)
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return append(b, tail...)
}

// A field that says something beside others only, as url.URL's OmitHost does, need
// not be read by access where it says nothing, in whatever order maps are written.
func TestAccessNeedNotReadWhatIsNotCarried(t *testing.T) {
	c := caseOf(func() adapter.Codec[doc] {
		c := honest()
		c.Marshal = func(d *doc) ([]byte, error) {
			meant := *d
			meant.Flag = d.Flag && d.Sub == nil
			return randomOrder(nil, &meant), nil
		}
		c.Append, c.Size, c.Write, c.Read = nil, nil, nil, nil
		return c
	}, false)
	for _, v := range c.Values {
		if d := v.(*doc); d.Sub != nil {
			d.Flag = false
		}
	}
	if v := Run(c, protocol.Declared{Nondeterministic: true}); !v.OK || !slices.Contains(v.Ops, protocol.Access) {
		t.Errorf("%+v", v)
	}
}

// timedRounds is how many rounds honest codecs are timed for.
var timedRounds = map[bool]uint64{false: 10, true: 200}[routinestest.Long]

// TestHonestCodecsPass proves that verification accuses nobody wrongly: of each kind of
// codec one, for some rounds, and with -tags long all of them in as many as a run has.
func TestHonestCodecsPass(t *testing.T) {
	alias := func() adapter.Codec[doc] {
		c := honest()
		c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b, d, true) }
		c.UnmarshalReuse = nil
		return c
	}
	once := func() adapter.Codec[doc] {
		c := honest()
		c.Unmarshal = func(b []byte, d *doc) error {
			if !reflect.ValueOf(*d).IsZero() {
				panic("a used value")
			}
			return readDoc(b, d, false)
		}
		c.UnmarshalReuse = nil
		return c
	}
	unordered := func() adapter.Codec[doc] {
		c := honest()
		c.Marshal = func(d *doc) ([]byte, error) { return randomOrder(nil, d), nil }
		c.Append = func(b []byte, d *doc) ([]byte, error) { return randomOrder(b, d), nil }
		return c
	}
	jsonCodec := func() adapter.Codec[doc] {
		return adapter.Codec[doc]{
			Marshal:   func(d *doc) ([]byte, error) { return json.Marshal(d) },
			Append:    func(b []byte, d *doc) ([]byte, error) { x, err := json.Marshal(d); return append(b, x...), err },
			Unmarshal: func(b []byte, d *doc) error { return json.Unmarshal(b, d) },
		}
	}
	gobCodec := func() adapter.Codec[doc] {
		return adapter.Codec[doc]{
			Marshal: func(d *doc) ([]byte, error) {
				var b bytes.Buffer
				err := gob.NewEncoder(&b).Encode(d)
				return b.Bytes(), err
			},
			Unmarshal: func(b []byte, d *doc) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(d) },
		}
	}
	for _, tc := range []struct {
		name     string
		open     func() adapter.Codec[doc]
		reuse    bool
		declared protocol.Declared
		verdict  func(v protocol.Verdict) bool
		long     bool
	}{
		{"binary", honest, false, protocol.Declared{}, func(v protocol.Verdict) bool { return v.Deterministic && !v.Aliases && len(v.Ops) == 7 }, false},
		{"binary with reuse", honest, true, protocol.Declared{}, func(v protocol.Verdict) bool { return v.ReusesValue && len(v.Ops) == 4 }, false},
		{"aliasing", alias, false, protocol.Declared{Aliases: true}, func(v protocol.Verdict) bool { return v.Aliases }, true},
		{"aliasing with reuse", alias, true, protocol.Declared{Aliases: true}, func(v protocol.Verdict) bool { return v.Aliases && !v.ReusesValue }, false},
		{"into new values alone", once, false, protocol.Declared{}, func(v protocol.Verdict) bool { return !v.ReusesValue }, true},
		{"decoder", honest, false, protocol.Declared{DecodeOnly: true}, func(v protocol.Verdict) bool {
			return slices.Equal(v.Ops, []protocol.Op{protocol.Unmarshal, protocol.Decode, protocol.Access})
		}, false},
		{"decoder with reuse", honest, true, protocol.Declared{DecodeOnly: true}, func(v protocol.Verdict) bool {
			return slices.Equal(v.Ops, []protocol.Op{protocol.Unmarshal})
		}, true},
		{"unordered", unordered, false, protocol.Declared{Nondeterministic: true}, func(v protocol.Verdict) bool { return !v.Deterministic }, true},
		{"unordered with reuse", unordered, true, protocol.Declared{Nondeterministic: true}, func(v protocol.Verdict) bool { return !v.Deterministic }, false},
		{"json", jsonCodec, false, protocol.Declared{}, func(v protocol.Verdict) bool { return v.Deterministic }, false},
		{"json with reuse", jsonCodec, true, protocol.Declared{}, func(v protocol.Verdict) bool { return !v.ReusesValue }, true},
		{"gob", gobCodec, false, protocol.Declared{Nondeterministic: true}, func(v protocol.Verdict) bool { return !v.Deterministic }, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if tc.long {
				routinestest.NeedsLong(t)
			}
			k := caseOf(tc.open, tc.reuse)
			k.Brief = false
			v := Run(k, tc.declared)
			if !v.OK {
				t.Fatalf("failed: %s", v.Reason)
			}
			rounds := timedRounds
			if poolsDrop { // the race detector: a batch has no second goroutine for it to see
				rounds = 10
			}
			if reason := timedLine(k, tc.open, v, tc.declared, rounds); reason != "" {
				t.Fatalf("failed when it was timed: %s", reason)
			}
			if !tc.verdict(v) {
				t.Errorf("verdict %+v", v)
			}
			if len(v.Findings) > 0 {
				t.Errorf("findings %+v", v.Findings)
			}
			if v.Sizes.First == 0 || v.Sizes.Min > v.Sizes.First || v.Sizes.Max < v.Sizes.Min || v.Sizes.Mean < float64(v.Sizes.Min) {
				t.Errorf("sizes %+v", v.Sizes)
			}
			if v.CompressedSizes["gzip"] <= v.CompressedSizes["flate"] || v.CompressedSizes["flate"] <= 0 || v.CompressedSizes["lzw"] <= 0 {
				t.Errorf("compressed sizes %v", v.CompressedSizes)
			}
		})
	}
}
