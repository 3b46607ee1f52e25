package verify

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// single is a run for one check by itself.
func single(change func(c *adapter.Codec[doc]), reuse bool) *run {
	open := func() adapter.Codec[doc] {
		c := honest()
		if change != nil {
			change(&c)
		}
		return c
	}
	return &run{Case: caseOf(open, reuse), rng: rand.New(rand.NewPCG(1, 2)), found: map[string]bool{}}
}

// TestEquality tells that a codec's own comparison is taken only where it says yes to what
// came back, and no to every value that was changed in a place.
func TestEquality(t *testing.T) {
	deeply := deep.Equal[doc]()
	for _, test := range []struct {
		name  string
		equal func(want, got *doc) bool
		want  string // of the failure; empty for none
	}{
		{"none", nil, ""},
		{"right", deeply, ""},
		{"yes to all", func(_, _ *doc) bool { return true }, "the codec's own comparison calls two values equal that differ in ID: value 0, and one with that changed"},
		{"no to all", func(_, _ *doc) bool { return false }, "the codec's own comparison says that value 0 came back changed, which it did not"},
		{"overlooks the last field", func(want, got *doc) bool {
			g := *got
			g.Sub = want.Sub
			return deeply(want, &g)
		}, "the codec's own comparison calls two values equal that differ in Sub.Note: value 0, and one with that changed"},
		{"panics", func(_, _ *doc) bool { panic("unlike") }, "the codec's own comparison of value 0: panic: unlike"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := single(func(c *adapter.Codec[doc]) { c.Equal = test.equal }, false)
			for _, check := range []func() error{r.shape, r.roundTrip, r.equality} {
				if err := r.guarded(check); err != nil {
					if got, _, _ := strings.Cut(err.Error(), " (in "); got != test.want {
						t.Errorf("got %q, want %q", got, test.want)
					}
					return
				}
			}
			if test.want != "" {
				t.Errorf("it passed, want %q", test.want)
			}
			if !slices.Contains(r.ops(), protocol.Compared) {
				t.Error("the compared round trip cannot be timed")
			}
		})
	}
}

// TestSizesAreExact, neither more nor less than what is written.
// TestCachesAreNoMemory: what the size of a value explains is no accusation.
func TestCachesAreNoMemory(t *testing.T) {
	for _, tc := range []struct {
		slow, fast time.Duration
		bytes      int
		want       bool
	}{
		{3676, 1402, 200 << 20, false}, // text that aliases its input, of 200 MB
		{3676, 1402, 400, true},
		{160, 70, 64, true},
		{110, 52, 64, false},  // within the margin
		{190, 100, 64, false}, // not twice
		{120 * time.Millisecond, time.Millisecond, 200 << 20, true}, // a copy is explained, no more
		{300 * time.Microsecond, 20 * time.Microsecond, 256 << 10, true},
	} {
		if got := skips(tc.slow, tc.fast, tc.bytes); got != tc.want {
			t.Errorf("%v against %v for %d bytes: %v", tc.slow, tc.fast, tc.bytes, got)
		}
	}
}

func TestSizesAreExact(t *testing.T) {
	for _, off := range []int{-1, 0, 1} {
		r := single(func(c *adapter.Codec[doc]) {
			c.Size = func(d *doc) int { return len(plain(d)) + off }
		}, false)
		c := r.Open()
		if _, err := r.encodeAll(&c); (err != nil) != (off != 0) {
			t.Errorf("a size that is %d bytes off: %v", off, err)
		}
	}
}

// TestValuesStayAsTheyWere: a nil slice that marshal makes an empty one is a value
// that it changed, though no data is lost.
func TestValuesStayAsTheyWere(t *testing.T) {
	change := func(c *adapter.Codec[doc]) {
		c.Marshal = func(d *doc) ([]byte, error) {
			if d.Tags == nil {
				d.Tags = []string{}
			}
			return plain(d), nil
		}
	}
	for _, empty := range []bool{false, true} {
		r := single(change, false)
		d := docs()[0]
		if d.Tags = nil; empty {
			d.Tags = []string{}
		}
		r.Values = []any{d}
		c := r.Open()
		if _, err := r.encodeAll(&c); (err != nil) == empty {
			t.Errorf("of a value whose list is empty %v: %v", empty, err)
		}
	}
}

// TestEncodings: as many as there may be, and no more bytes than asked for, but the
// first in any case.
func TestEncodings(t *testing.T) {
	k := caseOf(honest, false)
	var sizes []int
	for _, d := range docs() {
		sizes = append(sizes, len(plain(d)))
	}
	for _, tc := range []struct{ n, most, want int }{
		{7, 1 << 20, 7},
		{9, 1 << 20, 7},
		{3, 1 << 20, 3},
		{7, sizes[0] + sizes[1] + sizes[2], 3},
		{7, sizes[0] + sizes[1] + sizes[2] - 1, 2},
		{7, 1, 1},
	} {
		list, err := Encodings(k, tc.n, tc.most)
		if err != nil || len(list) != tc.want {
			t.Errorf("%d encodings of %d bytes: %d, want %d, %v", tc.n, tc.most, len(list), tc.want, err)
		}
		for i, b := range list {
			if !bytes.Equal(b, plain(docs()[i])) {
				t.Errorf("encoding %d is %x", i, b)
			}
		}
	}
}

// TestSamplesAreBounded: a process that never encoded gets the first in any case,
// and those of values that it has not say nothing.
func TestSamplesAreBounded(t *testing.T) {
	r := single(nil, false)
	for range r.Values {
		r.encoded = append(r.encoded, make([]byte, strangerBytes/2))
	}
	if list := r.samples(); len(list) != 2 {
		t.Errorf("%d samples of half of what there may be", len(list))
	}
	r.encoded[0] = make([]byte, strangerBytes+1)
	if list := r.samples(); len(list) != 1 || list[0].Value != 0 {
		t.Errorf("%d samples where the first is too long by itself", len(list))
	}
	past := protocol.Sample{Value: len(r.Values), Encoded: []byte("of other values")}
	if err := Decode(r.Case, []protocol.Sample{past}); err != nil {
		t.Errorf("a value that there is not: %v", err)
	}
}

// TestLargeValuesPassFewTimes bounds what a row of a corpus costs: of a document of
// half a megabyte, with reuse, sixteen hundred passes took longer than its measurement.
// By its clock each pass takes a microsecond: the series of timings is as long as any, and
// none is repeated, as on a busy machine.
func TestLargeValuesPassFewTimes(t *testing.T) {
	large := docs()[0]
	large.Name = strings.Repeat("half a megabyte ", 32<<10)
	passes := func(reuse bool) int64 {
		var calls atomic.Int64
		k := caseOf(func() adapter.Codec[doc] {
			plain := honest()
			return adapter.Codec[doc]{
				Marshal:        func(d *doc) ([]byte, error) { calls.Add(1); return plain.Marshal(d) },
				Append:         func(b []byte, d *doc) ([]byte, error) { calls.Add(1); return plain.Append(b, d) },
				Unmarshal:      func(b []byte, d *doc) error { calls.Add(1); return plain.Unmarshal(b, d) },
				UnmarshalReuse: func(b []byte, d *doc) error { calls.Add(1); return plain.UnmarshalReuse(b, d) },
			}
		}, reuse)
		k.Values = []any{large}
		now := time.Duration(0)
		k.clock = func() time.Duration { now += time.Microsecond; return now }
		v := Run(k, protocol.Declared{})
		if !v.OK {
			t.Fatal(v.Reason)
		}
		Edges(k, protocol.Declared{})
		t.Logf("%d calls for %d bytes, with reuse %t", calls.Load(), v.Sizes.Max, reuse)
		return calls.Load()
	}
	const most = 800
	for _, reuse := range []bool{false, true} {
		if n := passes(reuse); n > most {
			t.Errorf("a value passes %d times, with reuse %t, more than %d", n, reuse, most)
		}
	}
}

// TestBuffersAreKeptInFront: neither the caller's bytes in his own buffer nor their
// copy in the result may change.
func TestBuffersAreKeptInFront(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(b, out []byte)
		want  string
	}{
		{"nothing", func(_, _ []byte) {}, ""},
		{"the result's front", func(_, out []byte) { out[0] ^= 1 }, "does not keep the 6 bytes"},
		{"the buffer's front, which has been left", func(b, out []byte) {
			if len(b) > 0 && &b[0] != &out[0] { // it has grown
				b[0] ^= 1
			}
		}, "does not keep the 6 bytes"},
	} {
		r := single(func(c *adapter.Codec[doc]) {
			c.Append = func(b []byte, d *doc) ([]byte, error) {
				out := appendDoc(b, d)
				tc.spoil(b, out)
				return out, nil
			}
		}, true)
		r.verdict.Deterministic = true
		c := r.Open()
		var err error
		for i, d := range docs() {
			r.encoded = append(r.encoded, plain(d))
			for _, spare := range []int{0, 4096} {
				if err == nil {
					err = r.appendTo(&c, i, spare)
				}
			}
		}
		if (err != nil) != (tc.want != "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}

// TestInputsStayAsTheyWere, from their first byte on: that which a used value is
// decoded from, and that which it was decoded from before.
func TestInputsStayAsTheyWere(t *testing.T) {
	for _, which := range []string{"", "new", "old"} {
		var old []byte
		r := single(func(c *adapter.Codec[doc]) {
			c.UnmarshalReuse = func(b []byte, d *doc) error {
				err := readDoc(b, d, false)
				switch which {
				case "new":
					b[0] ^= 1
				case "old":
					old[0] ^= 1
				}
				return err
			}
		}, true)
		list := docs()
		d := decoded{i: 0, in: plain(list[0]), v: list[0]}
		old = d.in
		c := r.Open()
		err := r.into(&c, &d, 1, plain(docs()[1]))
		if (err != nil) != (which != "") || err != nil && !strings.HasSuffix(err.Error(), "at byte 0") {
			t.Errorf("with the %q input written to: %v", which, err)
		}
	}
}

// TestChangesThatAreNotCarried: a change that leaves no trace is work that was not
// done; one that comes back as something else may be a rule of the type.
// computed has a field that its reader makes of another.
type computed struct {
	Key, Upper string
}

func (c *computed) UnmarshalJSON(b []byte) error {
	type plain computed
	err := json.Unmarshal(b, (*plain)(c))
	c.Upper = strings.ToUpper(c.Key)
	return err
}

// TestComputedFieldsAreTheTypes: what a method of the type computes is no memory of the
// codec.
func TestComputedFieldsAreTheTypes(t *testing.T) {
	var list []any
	for i := range 8 {
		key := strings.Repeat("k", i+2)
		list = append(list, &computed{key, strings.ToUpper(key)})
	}
	k := Case{
		Open: func() Codec {
			return Erase(adapter.Codec[computed]{
				Marshal:   func(c *computed) ([]byte, error) { return json.Marshal(c) },
				Unmarshal: func(b []byte, c *computed) error { return json.Unmarshal(b, c) },
			})
		},
		New: func() any { return new(computed) }, Values: list,
	}
	v := Run(k, protocol.Declared{})
	if !v.OK {
		t.Fatal(v.Reason)
	}
	if len(v.Findings) != 1 || v.Findings[0].Kind != "another value is not carried" {
		t.Errorf("findings %+v", v.Findings)
	}
}

func TestChangesThatAreNotCarried(t *testing.T) {
	first := docs()[0]
	for _, tc := range []struct {
		name    string
		becomes func(name string) string
		fails   bool
		found   bool
	}{
		{"carried", func(name string) string { return name }, false, false},
		{"as before", func(string) string { return first.Name }, true, false},
		{"another", func(name string) string {
			if name != first.Name {
				return "mended"
			}
			return name
		}, false, true},
	} {
		r := single(func(c *adapter.Codec[doc]) {
			c.Marshal = func(d *doc) ([]byte, error) {
				x := *d
				x.Name = tc.becomes(d.Name)
				return plain(&x), nil
			}
		}, false)
		r.Values = []any{first}
		r.codec = r.Open()
		if _, err := r.encodeAll(&r.codec); err != nil {
			t.Fatal(err)
		}
		err := r.changes()
		if (err != nil) != tc.fails || tc.fails && !strings.Contains(err.Error(), "decodes as before the change") || r.found["another value is not carried"] != tc.found {
			t.Errorf("%s: %v, findings %v", tc.name, err, r.found)
		}
	}
}

// sealed has a field of its serializer's own before one of the caller's.
type sealed struct {
	sum int64
	N   int64
}

// write is no atomic operation: the race detector's end the process where they fault.
//
//go:noinline
func write(p *int64, n int64) { *p = n }

// TestHiddenFieldsMayBeWritten, such as cached sizes, and the one behind them may not,
// also by codecs that make an error of every panic.
func TestHiddenFieldsMayBeWritten(t *testing.T) {
	sum, n := func(v *sealed) *int64 { return &v.sum }, func(v *sealed) *int64 { return &v.N }
	for _, tc := range []struct {
		field    func(v *sealed) *int64
		recovers bool
		fails    string
	}{{sum, false, ""}, {sum, true, ""}, {n, false, "writes to the value"}, {n, true, "writes to the value"}} {
		open := func() adapter.Codec[sealed] {
			return adapter.Codec[sealed]{
				Marshal: func(v *sealed) (_ []byte, err error) {
					if tc.recovers {
						defer func() {
							if p, ok := recover().(error); ok {
								err = fmt.Errorf("marshal: %w", p)
							}
						}()
					}
					write(tc.field(v), *tc.field(v))
					return []byte{byte(v.N)}, nil
				},
				Unmarshal: func(b []byte, v *sealed) error { v.N = int64(b[0]); return nil },
			}
		}
		r := &run{Case: Case{Open: func() Codec { return Erase(open()) }, New: func() any { return new(sealed) }, Values: []any{&sealed{N: 7}}}}
		if p, err := room(1); err != nil || p.readOnly() != nil {
			t.Skip("there are no pages that cannot be written to")
		}
		if err := r.protectedValues(); (err != nil) != (tc.fails != "") || err != nil && !strings.Contains(err.Error(), tc.fails) {
			t.Errorf("marshal that writes to a field, and recovers %v: %v, want %q", tc.recovers, err, tc.fails)
		}
	}
}

// TestForeignFaultsAreNoneOfTheValue: a fault at an address that the codec was not
// given says nothing of the value or the input, nor is it passed over.
func TestForeignFaultsAreNoneOfTheValue(t *testing.T) {
	elsewhere, err := room(1)
	if err != nil || elsewhere.readOnly() != nil {
		t.Skip("there are no pages that cannot be written to")
	}
	open := func() adapter.Codec[sealed] {
		return adapter.Codec[sealed]{
			Marshal: func(v *sealed) ([]byte, error) {
				elsewhere.mem[0] = 1
				return []byte{byte(v.N)}, nil
			},
			Unmarshal: func(b []byte, v *sealed) error {
				elsewhere.mem[0] = 1
				v.N = int64(b[0])
				return nil
			},
		}
	}
	r := &run{Case: Case{Open: func() Codec { return Erase(open()) }, New: func() any { return new(sealed) }, Values: []any{&sealed{N: 7}}}, encoded: [][]byte{{7}}}
	want := fmt.Sprintf("faults at the address %#x, where nothing lies that it was given", elsewhere.start())
	for name, check := range map[string]func() error{"marshal": r.protectedValues, "unmarshal": r.protectedInputs} {
		if err := check(); err == nil || err.Error() != name+" of value 0 "+want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestLastValuesAreKept: however long values are, the last ones that a warm codec
// decoded are looked at.
func TestLastValuesAreKept(t *testing.T) {
	for _, size := range []int{1, laterBytes / laterCalls, laterBytes / 5, laterBytes + 1} {
		r := single(nil, false)
		d := docs()[0]
		d.Blob = make([]byte, size)
		r.Values = []any{d, docs()[1]}
		r.codec = r.Open()
		if _, err := r.encodeAll(&r.codec); err != nil {
			t.Fatal(err)
		}
		want := 4
		if size > laterBytes {
			want = 1
		}
		if kept, err := r.later(nil); err != nil || len(kept) != want {
			t.Errorf("of values of %d bytes %d are kept, want %d (%v)", size, len(kept), want, err)
		}
	}
}

// TestNothingToChangeHasNoTwin.
func TestNothingToChangeHasNoTwin(t *testing.T) {
	type nothing struct{}
	open := func() Codec {
		return Erase(adapter.Codec[nothing]{
			Marshal:   func(*nothing) ([]byte, error) { return []byte{0}, nil },
			Unmarshal: func([]byte, *nothing) error { return nil },
		})
	}
	if twin, v, err := Twin(Case{Open: open, New: func() any { return new(nothing) }, Values: []any{new(nothing)}}); twin != nil || v != nil || err != nil {
		t.Errorf("the twin is %v, %v, %v", twin, v, err)
	}
	k := caseOf(honest, false)
	twin, v, err := Twin(k)
	if err != nil || twin == nil || v == nil || twin.(*doc).ID == docs()[0].ID || twin.(*doc).Name == docs()[0].Name {
		t.Errorf("the twin is %+v, %+v, %v", twin, v, err)
	}
}

// TestWhatCallsReturnedStaysAsItWas, for as long as a batch is looked at.
func TestWhatCallsReturnedStaysAsItWas(t *testing.T) {
	var list []kept
	one, two := []byte("one"), []byte("two")
	of := func(b []byte) kept {
		return kept{out: b, copy: bytes.Clone(b), spans: []deep.Span{deep.SpanOf(b)}}
	}
	for _, b := range [][]byte{one, two} {
		if err := keep(&list, of(b)); err != nil {
			t.Fatal(err)
		}
	}
	if err := keep(&list, of(two[1:])); err == nil || !strings.Contains(err.Error(), "shares memory") {
		t.Errorf("a part of an earlier output: %v", err)
	}
	one[0] = 'O'
	if err := keep(&list, of([]byte("three"))); err == nil || !strings.Contains(err.Error(), "written to since") {
		t.Errorf("an earlier output that was written to: %v", err)
	}
}

// TestWhoOnlyDecodesHasNoEdges: what encodes for it is another serializer.
func TestWhoOnlyDecodesHasNoEdges(t *testing.T) {
	k := caseOf(func() adapter.Codec[doc] {
		c := honest()
		c.Unmarshal = func(b []byte, d *doc) error {
			err := readDoc(b, d, false)
			d.Score = max(d.Score, 0) // so that there would be something to find
			return err
		}
		return c
	}, false)
	if list := Edges(k, protocol.Declared{DecodeOnly: true}); len(list) > 0 {
		t.Errorf("found %+v", list)
	}
	if list := Edges(k, protocol.Declared{}); len(list) == 0 {
		t.Error("nothing is found of who encodes as well")
	}
}

// TestReadingToTheEndIsAFinding: a message that ends with its stream is read, and
// whether another follows is for the caller to know.
func TestReadingToTheEndIsAFinding(t *testing.T) {
	r := single(func(c *adapter.Codec[doc]) {
		c.Write = func(w io.Writer, d *doc) error { _, err := w.Write(plain(d)); return err }
		c.Read = func(in io.Reader, d *doc) error {
			b, err := io.ReadAll(in)
			if err != nil {
				return err
			}
			if err := readDoc(b, d, false); err != nil {
				return err
			}
			if !bytes.Equal(plain(d), b) {
				return errors.New("bytes follow")
			}
			return nil
		}
	}, false)
	c := r.Open()
	if _, err := r.encodeAll(&c); err != nil {
		t.Fatal(err)
	}
	if err := r.stream(); err != nil || !r.found["reads beyond its message"] {
		t.Errorf("%v, findings %v", err, r.found)
	}
}

// TestRootsLieWithinTheBytes.
func TestRootsLieWithinTheBytes(t *testing.T) {
	for behind, fails := range map[int]bool{-1: false, 0: true, 5: true} {
		r := single(func(c *adapter.Codec[doc]) {
			c.Open = func(b []byte) (uint64, error) { return uint64(len(b) + behind), nil }
		}, false)
		r.encoded = [][]byte{plain(docs()[0])}
		if err := r.opens(); (err != nil) != fails {
			t.Errorf("a root %d bytes behind the end: %v", behind, err)
		}
	}
}

// TestOneField: a field is what the value has, and written it makes that value. What the library
// has no place for is a finding.
func TestOneField(t *testing.T) {
	read := func(at int) func(b []byte) (uint64, error) {
		return func(b []byte) (uint64, error) { return binary.LittleEndian.Uint64(b[at:]), nil }
	}
	write := func(at int) func(b []byte, x uint64) error {
		return func(b []byte, x uint64) error { binary.LittleEndian.PutUint64(b[at:], x); return nil }
	}
	refuse := errors.New("no place for it")
	for _, test := range []struct {
		name          string
		field         func([]byte) (uint64, error)
		update        func([]byte, uint64) error
		fails         string
		finding       string
		read, written bool
	}{
		{name: "right", field: read(8), update: write(8), read: true, written: true},
		{name: "read alone", field: read(8), read: true},
		{name: "another field", field: read(0), fails: "Score of value 0 is read as"},
		{name: "written elsewhere", field: read(8), update: write(0), fails: "an update of Score in value 0 makes another value", read: true},
		{name: "not written", field: read(8), update: func([]byte, uint64) error { return nil }, fails: "an update of Score", read: true},
		{name: "read with an error", field: func([]byte) (uint64, error) { return 0, refuse }, finding: "one field is not read"},
		{name: "written with an error", field: read(8), update: func([]byte, uint64) error { return refuse }, finding: "one field is not written", read: true},
	} {
		r := single(func(c *adapter.Codec[doc]) { c.Part, c.Field, c.Update = "Score", test.field, test.update }, false)
		c := r.Open()
		if _, err := r.encodeAll(&c); err != nil {
			t.Fatal(err)
		}
		err := r.partial()
		if (err != nil) != (test.fails != "") || err != nil && !strings.Contains(err.Error(), test.fails) || test.finding != "" != r.found[test.finding] {
			t.Errorf("%s: %v, findings %v", test.name, err, r.found)
		}
		if r.partRead != test.read || r.partWritten != test.written {
			t.Errorf("%s: read %v, written %v", test.name, r.partRead, r.partWritten)
		}
	}
}

// TestASingleGoroutineThatSpinsIsSeen after a batch.
func TestASingleGoroutineThatSpinsIsSeen(t *testing.T) {
	k := caseOf(honest, false)
	w := NewWitness(k, NewAlterations(k, values()))
	w.before = SettingsNow()
	if err := w.Restore(); err != nil {
		t.Fatal(err)
	}
	const works = "work when nobody calls"
	fails := func(want string) {
		t.Helper()
		w.goroutines = 0 // others' may end meanwhile, and hide one by their number
		if err := w.Restore(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", begun.by, err, want)
		}
	}
	defer func() { begun.by, begun.least = "", 0; clear(begun.owner); clear(begun.guilty) }()
	begun.least = 1 // as others may end
	Serve("another")
	waits := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() { <-waits })
	fails("")

	// It is of who was served when it came, though as many are there as before, and who fails
	// for it though it were at rest by then.
	Serve("who began it")
	close(waits)
	group.Wait()
	var stop atomic.Bool
	group.Go(func() {
		for !stop.Load() {
		}
	})
	defer group.Wait()
	defer stop.Store(true)
	fails(works)
	Serve("another")
	fails("")
	Serve("who began it")
	w.goroutines = runtime.NumGoroutine()
	if err := w.Restore(); err == nil || !strings.Contains(err.Error(), "works while others are timed") {
		t.Errorf("who began it: %v", err)
	}
}

// A message is cut between letters.
func TestOneLine(t *testing.T) {
	if got := OneLine("an\nerror\t" + strings.Repeat("ä", 200)); !strings.HasPrefix(got, "an error ä") || !utf8.ValidString(got) || len(got) > 303 {
		t.Errorf("%q", got)
	}
}
