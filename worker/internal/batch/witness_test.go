package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// judge is a witness of items: it alters one, and wants to be shown what is made
// of the items as they are then.
type judge struct {
	values   []*item
	prepared []int // the values that it may alter
	altered  int   // -1: none
	text     string
	refuses  bool // to alter

	shown    []string // operation and value
	restored int
}

func newJudge(values []*item) *judge { return &judge{values: values, altered: -1} }

func (j *judge) Prepare(i int, _ uint64) { j.prepared = append(j.prepared, i) }

func (j *judge) Ready() bool { return len(j.prepared) > 0 }

func (j *judge) Alter(from, n int, pick uint64) (i int, encoded, streamed []byte) {
	within := slices.DeleteFunc(slices.Clone(j.prepared), func(i int) bool { return (i-from+len(j.values))%len(j.values) >= n })
	if j.refuses || len(within) == 0 {
		return -1, nil, nil
	}
	i = within[pick%uint64(len(within))]
	it := j.values[i]
	j.altered, j.text = i, it.Text
	it.Text = "altered" + it.Text[7:]
	return i, encodeItem(nil, it), encodeItem(nil, it)
}

func (j *judge) Encoded(op protocol.Op, i int, out []byte) error {
	j.shown = append(j.shown, fmt.Sprintf("%s out %d", op, i))
	if !bytes.Equal(out, encodeItem(nil, j.values[i])) {
		return fmt.Errorf("value %d is encoded as %q", i, out)
	}
	return nil
}

func (j *judge) Decoded(i int, data []byte, v any, _ bool) error {
	j.shown = append(j.shown, fmt.Sprintf("in %d", i))
	if !bytes.Equal(data, encodeItem(nil, j.values[i])) {
		return fmt.Errorf("value %d is said to be decoded from %q", i, data)
	}
	if *v.(*item) != *j.values[i] {
		return fmt.Errorf("value %d is decoded as %v", i, v)
	}
	return nil
}

func (j *judge) Look(op protocol.Op, data []byte) (uint64, error) {
	if op == protocol.Field {
		return uint64(data[0]), nil
	}
	return worth(data), nil
}

func (j *judge) Restore() error {
	if j.altered >= 0 {
		j.values[j.altered].Text = j.text
	}
	j.altered = -1
	j.restored++
	return nil
}

// worth is another number for each item, altered or not.
func worth(data []byte) uint64 { return uint64(data[0])*1000 + uint64(len(data))*7 + uint64(data[1]) }

func judged(n int, reuse bool, change func(c *adapter.Codec[item])) (*runner[item], *judge) {
	c := itemCodec()
	c.Access = func(b []byte) (uint64, error) { return worth(b), nil }
	c.Open = c.Access
	c.Field = func(b []byte) (uint64, error) { return uint64(b[0]), nil }
	if change != nil {
		change(&c)
	}
	r := itemRunner(n, c, reuse)
	for _, b := range r.Inputs {
		r.stream = append(r.stream, bytes.Clone(b))
	}
	j := newJudge(r.Values)
	r.Witness = j
	return r, j
}

// TestWitnessIsShown: of each batch the picked operation and the last one, with
// what they made, from what, as the value was then.
func TestWitnessIsShown(t *testing.T) {
	for _, values := range []int{1, 2, 5, 9} {
		for _, reuse := range []bool{false, true} {
			for _, op := range allOps {
				if reuse && (op == protocol.Encode || op == protocol.Decode) {
					continue
				}
				for _, refuses := range []bool{false, true} {
					r, j := judged(values, reuse, nil)
					j.refuses = refuses
					picked := map[string]bool{}
					for placement := range uint64(40) {
						n := 1 + int(placement)%17
						first := (r.state.Next + 1 + runUp(n, false)) % values
						j.shown = nil
						if _, err := r.Batch(op, Timing{N: n, Placement: placement, Watched: true}); err != nil {
							t.Fatalf("%s of %d values, reuse %v, batch %d of %d: %v", op, values, reuse, placement, n, err)
						}
						if r.state.Next != (first+n)%values {
							t.Fatalf("%s: the next value is %d, want %d", op, r.state.Next, (first+n)%values)
						}
						last := (first + n - 1) % values
						for _, s := range j.shown {
							picked[s] = true
						}
						switch {
						case looks(op):
							continue
						case len(j.shown) == 0 || !strings.HasSuffix(j.shown[len(j.shown)-1], fmt.Sprint(" ", last)):
							t.Fatalf("%s: shown %q, want value %d last", op, j.shown, last)
						}
					}
					if j.restored != 40 {
						t.Errorf("%s: restored after %d batches of 40", op, j.restored)
					}
					for i := range values {
						if !looks(op) && !slices.ContainsFunc(sorted(picked), func(s string) bool { return strings.HasSuffix(s, fmt.Sprint(" ", i)) }) {
							t.Errorf("%s: value %d was never shown", op, i)
						}
					}
				}
			}
		}
	}
}

func sorted(set map[string]bool) (list []string) {
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

// TestWitnessSeesOneWrongCall has one call of a batch go wrong: the picked one or
// the last must be found wrong, another need not be, but for access, of which all
// are added up.
func TestWitnessSeesOneWrongCall(t *testing.T) {
	const n, values = 11, 4
	for _, tc := range []struct {
		op    protocol.Op
		reuse bool
		spoil func(c *adapter.Codec[item], wrong func() bool)
	}{
		{protocol.Marshal, false, func(c *adapter.Codec[item], wrong func() bool) {
			c.Marshal = func(it *item) ([]byte, error) { return twisted(encodeItem(nil, it), wrong()), nil }
		}},
		{protocol.Marshal, true, func(c *adapter.Codec[item], wrong func() bool) {
			c.Append = func(b []byte, it *item) ([]byte, error) { return twisted(encodeItem(b, it), wrong()), nil }
		}},
		{protocol.Encode, false, func(c *adapter.Codec[item], wrong func() bool) {
			c.Write = func(w io.Writer, it *item) error {
				_, err := w.Write(twisted(encodeItem(nil, it), wrong()))
				return err
			}
		}},
		{protocol.Unmarshal, false, func(c *adapter.Codec[item], wrong func() bool) {
			c.Unmarshal = func(b []byte, it *item) error { return decodeItem(twisted(bytes.Clone(b), wrong()), it) }
		}},
		{protocol.Access, false, func(c *adapter.Codec[item], wrong func() bool) {
			c.Access = func(b []byte) (uint64, error) {
				if wrong() {
					return worth(b) + 1, nil
				}
				return worth(b), nil
			}
		}},
	} {
		before := 1 + runUp(n, false) // calls that are not timed
		if tc.reuse {
			before += values // once, to see how large a buffer they want
		}
		anywhere := map[int]bool{}
		for placement := range uint64(100) {
			seen := 0
			for k := range n {
				calls := 0
				r, _ := judged(values, tc.reuse, func(c *adapter.Codec[item]) {
					tc.spoil(c, func() bool { calls++; return calls == before+k+1 })
				})
				_, err := r.Batch(tc.op, Timing{N: n, Placement: placement, Watched: true})
				if err != nil {
					seen++
					anywhere[k] = true
				}
				if k == n-1 && err == nil {
					t.Errorf("%s, reuse %v: the last of a batch was wrong, and nobody saw it", tc.op, tc.reuse)
				}
			}
			if tc.op == protocol.Access && seen != n || seen > 2 && tc.op != protocol.Access {
				t.Errorf("%s, reuse %v: a wrong call is seen at %d places of %d", tc.op, tc.reuse, seen, n)
			}
		}
		if len(anywhere) != n {
			t.Errorf("%s, reuse %v: a wrong call is seen at %d places of %d in a hundred batches, want all", tc.op, tc.reuse, len(anywhere), n)
		}
	}
}

// TestNobodyKnowsWhichBatchesAreWatched: until the clock has stopped the codec meets
// the same calls, with the same content at the same places, and the witness none; what
// is not watched is not looked at.
func TestNobodyKnowsWhichBatchesAreWatched(t *testing.T) {
	for _, reuse := range []bool{false, true} {
		for _, op := range allOps {
			met := map[bool][]string{}
			for _, watched := range []bool{false, true} {
				var calls []string
				places := map[any]int{}
				note := func(at any, content string) {
					if _, ok := places[at]; !ok {
						places[at] = len(places)
					}
					calls = append(calls, fmt.Sprint(places[at], " ", content))
				}
				r, j := judged(5, reuse, func(c *adapter.Codec[item]) {
					m, a, u, ur, w, rd, ac := c.Marshal, c.Append, c.Unmarshal, c.UnmarshalReuse, c.Write, c.Read, c.Access
					c.Marshal = func(it *item) ([]byte, error) { note(it, it.Text); return m(it) }
					c.Append = func(b []byte, it *item) ([]byte, error) {
						note(it, it.Text)
						if cap(b) > 0 {
							note(unsafe.SliceData(b), "")
						}
						return a(b, it)
					}
					c.Unmarshal = func(b []byte, it *item) error { note(unsafe.SliceData(b), string(b)); return u(b, it) }
					c.UnmarshalReuse = func(b []byte, it *item) error {
						note(unsafe.SliceData(b), string(b))
						note(it, it.Text)
						return ur(b, it)
					}
					c.Write = func(out io.Writer, it *item) error { note(out, it.Text); return w(out, it) }
					c.Read = func(in io.Reader, it *item) error { note(in, string(in.(*adapter.Source).Rest)); return rd(in, it) }
					c.Access = func(b []byte) (uint64, error) { note(unsafe.SliceData(b), string(b)); return ac(b) }
					c.Open = c.Access
				})
				for placement := range uint64(5) { // watched in the same way
					if _, err := r.Batch(op, Timing{N: 11, Placement: placement, Watched: placement == 2}); err != nil {
						t.Fatalf("%s: %v", op, err)
					}
				}
				prepared := len(j.prepared)
				j.shown = nil
				calls = append(calls[:0], "the batch")
				r.state.Last = nil
				if _, err := r.Batch(op, Timing{N: 11, Placement: 9, Watched: watched}); err != nil {
					t.Fatalf("%s: %v", op, err)
				}
				if looked := len(j.shown) > 0 || looks(op); !watched && len(j.shown) > 0 || watched && !looked {
					t.Errorf("%s, watched %v: %d looks", op, watched, len(j.shown))
				}
				if more := len(j.prepared) - prepared; more != map[bool]int{true: 1}[watched] {
					t.Errorf("%s, watched %v: %d alterations prepared", op, watched, more)
				}
				met[watched] = calls
			}
			if !slices.Equal(met[false], met[true]) {
				t.Errorf("%s, reuse %v: a batch that is not watched meets\n%q, and one that is\n%q", op, reuse, met[false], met[true])
			}
		}
	}
}

func twisted(b []byte, wrong bool) []byte {
	if wrong {
		b[len(b)-1] ^= 1
	}
	return b
}

// TestBatchesGoThroughAllValues records which value every call of every operation
// is about.
func TestBatchesGoThroughAllValues(t *testing.T) {
	for _, reuse := range []bool{false, true} {
		for _, fill := range []bool{false, true} {
			for _, op := range allOps {
				var calls []byte
				note := func(b []byte) { calls = append(calls, b[0]) }
				r, _ := judged(5, reuse, func(c *adapter.Codec[item]) {
					m, a, u, ur, w, rd, ac := c.Marshal, c.Append, c.Unmarshal, c.UnmarshalReuse, c.Write, c.Read, c.Access
					encodes := op == protocol.Marshal || op == protocol.Encode || trips(op)
					c.Marshal = func(it *item) ([]byte, error) { calls = append(calls, byte(it.N)); return m(it) }
					c.Append = func(b []byte, it *item) ([]byte, error) { calls = append(calls, byte(it.N)); return a(b, it) }
					if fill {
						c.Fill = func(b []byte, it *item) ([]byte, error) { calls = append(calls, byte(it.N)); return a(b[:0], it) }
					} else {
						c.Marshal = nil // fresh rows append to nothing
					}
					c.Write = func(out io.Writer, it *item) error { calls = append(calls, byte(it.N)); return w(out, it) }
					if !encodes {
						c.Unmarshal = func(b []byte, it *item) error { note(b); return u(b, it) }
						c.UnmarshalReuse = func(b []byte, it *item) error { note(b); return ur(b, it) }
						c.Read = func(in io.Reader, it *item) error { err := rd(in, it); calls = append(calls, byte(it.N)); return err }
						c.Access = func(b []byte) (uint64, error) { note(b); return ac(b) }
						c.Open = c.Access
					}
				})
				r.Witness = nil
				total := 0
				for _, n := range []int{1, 3, 7, 50} {
					calls = calls[:0]
					first := r.state.Next
					if _, err := r.Batch(op, Timing{N: n, Placement: uint64(n), Watched: true}); err != nil {
						t.Fatalf("%s, reuse %v: %v", op, reuse, err)
					}
					total = n + 1 + runUp(n, false)
					if k := len(calls) - total; k > 0 { // destinations that were prepared
						calls = slices.DeleteFunc(calls, func(byte) bool { k--; return k >= 0 })
					}
					if r.renews(op) && !trips(op) { // one is prepared between the warm calls
						continue
					}
					for k, v := range calls {
						if int(v) != (first+k)%5 {
							t.Fatalf("%s, reuse %v, fill %v: call %d of a batch of %d is about value %d, want %d", op, reuse, fill, k, n, v, (first+k)%5)
						}
					}
				}
			}
		}
	}
}

// TestSumsFollowWhatIsAltered: what access gives for the values is known from an
// earlier batch, but for the one that is altered.
func TestSumsFollowWhatIsAltered(t *testing.T) {
	r, j := judged(5, false, nil)
	for _, op := range []protocol.Op{protocol.Access, protocol.Open, protocol.Field} { // one after the other, as they are timed
		for placement := range uint64(9) {
			j.refuses = placement%3 == 0
			if _, err := r.Batch(op, Timing{N: 11, Placement: placement, Watched: true}); err != nil {
				t.Fatalf("%s, batch %d: %v", op, placement, err)
			}
		}
		if r.sums[op] == nil {
			t.Errorf("%s: nothing is known after batches in which nothing was altered", op)
		}
	}
}

// TestAnUpdateOfAnotherByteIsSeen: what is written is what the input has already.
func TestAnUpdateOfAnotherByteIsSeen(t *testing.T) {
	for _, at := range []int{0, 1} {
		r, _ := judged(5, false, func(c *adapter.Codec[item]) {
			c.Field = func(b []byte) (uint64, error) { return uint64(b[0]), nil }
			c.Update = func(b []byte, x uint64) error { b[0], b[at] = byte(x), b[at]+byte(at); return nil }
		})
		if _, err := r.Batch(protocol.Update, Timing{N: 11, Placement: 1, Watched: true}); (err != nil) != (at != 0) {
			t.Errorf("written at %d: %v", at, err)
		}
	}
}

// TestAPanicLeavesValuesAsTheyWere: another row may be measured with them.
func TestAPanicLeavesValuesAsTheyWere(t *testing.T) {
	calls := 0
	r, j := judged(5, false, func(c *adapter.Codec[item]) {
		m := c.Marshal
		c.Marshal = func(it *item) ([]byte, error) {
			if calls++; calls == 9 {
				panic("no more")
			}
			return m(it)
		}
	})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		r.Batch(protocol.Marshal, Timing{N: 50})
	}()
	if j.restored != 1 {
		t.Errorf("values were put back %d times, want once", j.restored)
	}
}

// framed is a judge of items whose streams are other bytes than their encodings.
type framed struct{ *judge }

func (f framed) Alter(from, n int, pick uint64) (i int, encoded, streamed []byte) {
	i, encoded, _ = f.judge.Alter(from, n, pick)
	return i, encoded, frame(encoded)
}

func (f framed) Decoded(i int, data []byte, v any, aliases bool) error {
	return f.judge.Decoded(i, bytes.TrimPrefix(data, frame(nil)), v, aliases)
}

func frame(b []byte) []byte { return append([]byte("frame:"), b...) }

// TestWhatIsReadIsTheStream, not the encoding, of the altered value too.
func TestWhatIsReadIsTheStream(t *testing.T) {
	r, j := judged(3, false, func(c *adapter.Codec[item]) {
		c.Read = func(r io.Reader, it *item) error {
			b, err := io.ReadAll(r)
			if b, ok := bytes.CutPrefix(b, frame(nil)); ok && err == nil {
				return decodeItem(b, it)
			}
			return fmt.Errorf("no frame before %q (%v)", b, err)
		}
	})
	for i, b := range r.stream {
		r.stream[i] = frame(b)
	}
	r.Witness = framed{j}
	for placement := range uint64(9) {
		for _, op := range []protocol.Op{protocol.Decode, protocol.Unmarshal} {
			if _, err := r.Batch(op, Timing{N: 11, Placement: placement, Watched: true}); err != nil {
				t.Fatalf("%s, batch %d: %v", op, placement, err)
			}
		}
	}
}

var errAltered = errors.New("altered")

// TestErrorsOfTheWitnessEndABatch, and what was altered is put back all the same.
func TestErrorsOfTheWitnessEndABatch(t *testing.T) {
	r, j := judged(3, false, func(c *adapter.Codec[item]) {
		c.Marshal = func(it *item) ([]byte, error) {
			if strings.HasPrefix(it.Text, "altered") {
				return nil, errAltered
			}
			return encodeItem(nil, it), nil
		}
	})
	if _, err := r.Batch(protocol.Marshal, Timing{N: 50, Placement: 1, Watched: true}); !errors.Is(err, errAltered) {
		t.Errorf("error %v", err)
	}
	if j.restored != 1 || slices.ContainsFunc(r.Values, func(it *item) bool { return strings.HasPrefix(it.Text, "altered") }) {
		t.Error("the altered value was not put back")
	}
}

// TestTwinStandsInOnlyWhereUsedValuesAreDecodedInto.
func TestTwinStandsInOnlyWhereUsedValuesAreDecodedInto(t *testing.T) {
	seen := map[string]bool{}
	vals, inputs := items(2)
	c := itemCodec()
	note := func(what string, n int64) { seen[fmt.Sprint(what, n)] = true }
	c.Append = func(b []byte, it *item) ([]byte, error) { note("append ", it.N); return encodeItem(b, it), nil }
	c.UnmarshalReuse = func(b []byte, it *item) error { note("decode ", int64(b[0])); return decodeItem(b, it) }
	r := New(Config[item]{Codec: c, Values: vals, Inputs: inputs, Reuse: true, Twin: true})
	for _, tc := range []struct {
		op   protocol.Op
		want string
	}{
		{protocol.Unmarshal, "decode 0 decode 1"},
		{protocol.Marshal, "append 0"},
		{protocol.RoundTrip, "append 0 append 1 decode 0 decode 1"},
		{protocol.Marshal, "append 0"},
	} {
		clear(seen)
		if _, err := r.Batch(tc.op, Timing{N: 9, Placement: 1, Watched: true}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(sorted(seen), " "); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.op, got, tc.want)
		}
	}
}

// TestAllocationsOfWatchedBatchesAreCounted: those of the operations alone, whatever is looked
// at besides, unless a collection has emptied pools meanwhile.
func TestAllocationsOfWatchedBatchesAreCounted(t *testing.T) {
	r, _ := judged(3, false, func(c *adapter.Codec[item]) {
		c.Marshal = func(it *item) ([]byte, error) {
			twice = make([]byte, 100)
			return encodeItem(make([]byte, 0, 100), it), nil
		}
	})
	counted := 0
	for i := range uint64(20) {
		b, err := r.Batch(protocol.Marshal, Timing{N: 100, Placement: i, Watched: true})
		if err != nil {
			t.Fatal(err)
		}
		if b.Counted == 0 {
			continue
		}
		counted++
		if b.Counted < 100 || b.Allocs < 2*int64(b.Counted) || b.Allocs > 2*int64(b.Counted)+10 {
			t.Errorf("%d allocations in %d operations, want 2 each", b.Allocs, b.Counted)
		}
	}
	if counted == 0 {
		t.Error("none was counted in 20 batches")
	}
	if b, err := r.Batch(protocol.Marshal, Timing{N: 100}); err != nil || b.Counted != 0 {
		t.Errorf("of a batch that is not watched %d operations are counted (%v)", b.Counted, err)
	}
}

var twice []byte
