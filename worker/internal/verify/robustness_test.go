package verify

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// details lists the findings of one kind.
func details(list []protocol.Finding, kind string) (found []string) {
	for _, f := range list {
		if f.Kind == kind {
			found = append(found, f.Detail)
		}
	}
	slices.Sort(found)
	return found
}

// TestEdges: what a codec does to values that the workload does not have is a
// finding, in the words of the value.
func TestEdges(t *testing.T) {
	for _, tc := range []struct {
		name    string
		codec   func(c *adapter.Codec[doc])
		reuse   bool
		outcome string
		want    []string
	}{
		{name: "the test's own format", codec: func(*adapter.Codec[doc]) {}, outcome: protocol.Changed,
			// It counts nanoseconds since 1970 in 64 bits, in UTC, and knows no nil.
			want: []string{"another time zone", "empty, not nil", "nil", "the zero time", "times of the year 9999"}},
		{name: "lengths of 8 bits", codec: narrow(0xFF), outcome: protocol.NotRead,
			want: []string{"bytes beyond 255", "bytes beyond 65,535", "text beyond 255 bytes", "text beyond 65,535 bytes"}},
		{name: "lengths of 16 bits", codec: narrow(0xFFFF), outcome: protocol.NotRead,
			want: []string{"bytes beyond 65,535", "text beyond 65,535 bytes"}},
		{name: "another zone in any case", codec: decoding(func(d *doc) { d.At = d.At.In(time.FixedZone("here", 60)) }), outcome: protocol.Changed,
			want: []string{"empty, not nil", "nil", "the zero time", "times of the year 9999"}},
		{name: "minus zero is zero", codec: decoding(func(d *doc) { d.Score += 0 }), outcome: protocol.Changed, want: []string{"+minus zero"}},
		{name: "NaN is one value", outcome: protocol.Changed, want: []string{"+the payload of a NaN"},
			codec: decoding(func(d *doc) {
				if d.Score != d.Score {
					d.Score = math.NaN()
				}
			})},
		{name: "invalid UTF-8 is repaired", codec: decoding(func(d *doc) { d.Name = strings.ToValidUTF8(d.Name, "�") }),
			outcome: protocol.Changed, want: []string{"+invalid UTF-8"}},
		{name: "integers are floats", codec: decoding(func(d *doc) { d.ID = int64(float64(d.ID)) }), outcome: protocol.Changed, want: []string{"+integers beyond 2^53", "+the largest integer"}},
		{name: "ends of lines are made one", codec: decoding(func(d *doc) { d.Name = strings.ReplaceAll(d.Name, "\r\n", "\n") }), outcome: protocol.Changed, want: []string{"+ends of lines in text"}},
		{name: "ends of lines are made one in a third field", codec: decoding(func(d *doc) {
			if d.Sub != nil {
				d.Sub.Note = strings.ReplaceAll(d.Sub.Note, "\r\n", "\n")
			}
		}), outcome: protocol.Changed, want: []string{"+ends of lines in text"}},
		{name: "lists are counted in 8 bits", codec: decoding(func(d *doc) { d.Tags = d.Tags[:len(d.Tags)%256] }), outcome: protocol.Changed,
			want: []string{"+a list of 256", "+a list of 257", "+a list of 65,535", "+a list of 65,537"}},
		{name: "lists are counted in 16 bits", codec: decoding(func(d *doc) { d.Tags = d.Tags[:len(d.Tags)%65536] }), outcome: protocol.Changed,
			want: []string{"+a list of 65,536", "+a list of 65,537"}},
		{name: "text ends at a zero byte", codec: decoding(func(d *doc) { d.Name, _, _ = strings.Cut(d.Name, "\x00") }), outcome: protocol.Changed, want: []string{"+a zero byte in text"}},
		{name: "times are cut to microseconds", codec: decoding(func(d *doc) { d.At = d.At.Truncate(time.Microsecond) }), outcome: protocol.Changed, want: []string{"+nanoseconds"}},
		{name: "times are cut to seconds", codec: decoding(func(d *doc) { d.At = d.At.Truncate(time.Second) }), outcome: protocol.Changed, want: []string{"+microseconds", "+milliseconds", "+nanoseconds"}},
		{name: "JSON", codec: func(c *adapter.Codec[doc]) {
			c.Marshal = func(d *doc) ([]byte, error) { return json.Marshal(d) }
			c.Unmarshal = func(b []byte, d *doc) error { return json.Unmarshal(b, d) }
		}, outcome: protocol.Refused, want: []string{"infinity", "the payload of a NaN"}},
		{name: "panics", outcome: protocol.Panics, want: []string{"empty text"}, codec: func(c *adapter.Codec[doc]) {
			c.Marshal = func(d *doc) ([]byte, error) { _ = d.Name[0]; return plain(d), nil }
		}},
		{name: "a zero is left where minus zero stands, in used values", reuse: true, outcome: protocol.Changed, want: []string{"+minus zero"},
			codec: renewing(func(old, read *doc) {
				if read.Score == 0 {
					read.Score = 0
				}
			})},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := caseOf(func() adapter.Codec[doc] { c := honest(); tc.codec(&c); return c }, tc.reuse)
			got := details(Edges(k, protocol.Declared{}), tc.outcome)
			for _, w := range tc.want {
				if more, found := strings.CutPrefix(w, "+"); found { // among others
					if !slices.Contains(got, more) {
						t.Errorf("no finding of %q among %q", more, got)
					}
				} else if !slices.Equal(got, tc.want) {
					t.Fatalf("got %q, want %q", got, tc.want)
				}
			}
		})
	}
}

// decoding goes wrong where spoil does.
func decoding(spoil func(d *doc)) func(c *adapter.Codec[doc]) {
	return func(c *adapter.Codec[doc]) {
		c.Unmarshal = func(b []byte, d *doc) error { err := readDoc(b, d, false); spoil(d); return err }
	}
}

// narrow keeps the low bits of each length.
func narrow(mask uint32) func(c *adapter.Codec[doc]) {
	return func(c *adapter.Codec[doc]) {
		c.Marshal = func(d *doc) ([]byte, error) {
			b := plain(d)
			for _, at := range []int{16, 16 + 4 + len(d.Name) + 8 + 1 + 4} { // of Name and of the first tag
				binary.LittleEndian.PutUint32(b[at:], binary.LittleEndian.Uint32(b[at:])&mask)
			}
			at := len(plain(&doc{Name: d.Name, Tags: d.Tags})) - 4 - 4 - 1 // of Blob
			binary.LittleEndian.PutUint32(b[at:], binary.LittleEndian.Uint32(b[at:])&mask)
			return b, nil
		}
	}
}

// TestAStranger: what encoder and decoder share in memory is gone in another
// process, which is played here by forgetting it.
func TestAStranger(t *testing.T) {
	dictionary := map[string]uint32{}
	var words []string
	shared := func() adapter.Codec[doc] {
		c := honest()
		c.Marshal = func(d *doc) ([]byte, error) {
			n, ok := dictionary[d.Name]
			if !ok {
				n = uint32(len(words))
				words = append(words, strings.Clone(d.Name))
				dictionary[words[n]] = n
			}
			short := *d
			short.Name = ""
			return binary.LittleEndian.AppendUint32(plain(&short), n), nil
		}
		c.Unmarshal = func(b []byte, d *doc) error {
			n := binary.LittleEndian.Uint32(b[len(b)-4:])
			if int(n) >= len(words) {
				words = append(words, make([]string, int(n)-len(words)+1)...)
			}
			err := readDoc(b[:len(b)-4], d, false)
			d.Name = strings.Clone(words[n])
			return err
		}
		c.Size, c.Append, c.Write, c.Read, c.Access = nil, nil, nil, nil, nil
		return c
	}
	k := caseOf(shared, false)
	k.Values = values()[:2] // so many that it remembers the words of all
	v := Run(k, protocol.Declared{})
	if len(v.Samples) == 0 {
		t.Skip("caught before: " + v.Reason)
	}
	if err := Decode(k, v.Samples); err != nil {
		t.Errorf("in the same process: %v", err)
	}
	clear(dictionary)
	words = nil
	if err := Decode(k, v.Samples); err == nil || !strings.Contains(err.Error(), "in a process that never encoded: value 0: Name: want") {
		t.Errorf("in another process: %v", err)
	}
	if err := Decode(caseOf(honest, false), Run(caseOf(honest, false), protocol.Declared{}).Samples); err != nil {
		t.Errorf("an honest codec: %v", err)
	}
}

// TestAStrangerGetsLaterEncodings: the first of a value says all, and those that follow
// which it was, or that a text is that of the message before.
func TestAStrangerGetsLaterEncodings(t *testing.T) {
	number, words := map[string]byte{}, []string{}
	learnt := func(d *doc) (text string) {
		if n, ok := number[d.Name]; ok {
			return string([]byte{0, n})
		}
		number[strings.Clone(d.Name)] = byte(len(words))
		words = append(words, strings.Clone(d.Name))
		return "\x01" + d.Name
	}
	var before, after string
	repeated := func(d *doc) (text string) {
		if d.Name == before {
			return "\x00"
		}
		before = strings.Clone(d.Name)
		return "\x01" + d.Name
	}
	for name, c := range map[string]struct {
		text   func(d *doc) string
		back   func(text string) string
		forget func()
	}{
		"learns": {learnt, func(text string) string {
			if int(text[1]) >= len(words) {
				return ""
			}
			return strings.Clone(words[text[1]])
		}, func() { clear(number); words = nil }},
		"repeats": {repeated, func(string) string { return after }, func() { before, after = "", "" }},
	} {
		open := func() adapter.Codec[doc] {
			return adapter.Codec[doc]{
				Marshal: func(d *doc) ([]byte, error) {
					short := *d
					short.Name = c.text(d)
					return plain(&short), nil
				},
				Unmarshal: func(b []byte, d *doc) error {
					if err := readDoc(b, d, false); err != nil || d.Name == "" {
						return cmp.Or(err, errors.New("no text"))
					}
					if d.Name[0] == 0 {
						d.Name = c.back(d.Name)
						return nil
					}
					d.Name = d.Name[1:]
					after = d.Name
					return nil
				},
			}
		}
		k := caseOf(open, false)
		r := &run{Case: k, encoded: make([][]byte, len(k.Values))}
		codec := r.Open()
		for i := range k.Values {
			var err error
			if r.encoded[i], err = r.encode(&codec, i); err != nil {
				t.Fatal(name, err)
			}
		}
		samples := r.samples()
		c.forget()
		if err := Decode(k, samples); err == nil || !strings.Contains(err.Error(), "in a process that never encoded") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAnotherProcess: what a process draws at its start, such as the order of maps, is
// seen in another.
func TestAnotherProcess(t *testing.T) {
	drawn := byte(1)
	open := func() adapter.Codec[doc] {
		c := honest()
		c.Marshal = func(d *doc) ([]byte, error) { return append(plain(d), drawn), nil }
		c.Unmarshal = func(b []byte, d *doc) error { return readDoc(b[:len(b)-1], d, false) }
		c.Append, c.Size, c.UnmarshalReuse, c.Write, c.Read, c.Access, c.Open, c.Fill = nil, nil, nil, nil, nil, nil, nil, nil
		return c
	}
	v := Run(caseOf(open, false), protocol.Declared{})
	if !v.OK || !v.Deterministic {
		t.Fatalf("%+v", v)
	}
	if err := Again(caseOf(open, false), v.Samples); err != nil {
		t.Error(err)
	}
	drawn = 2
	if err := Again(caseOf(open, false), v.Samples); err == nil || !strings.Contains(err.Error(), "in another process: value 0 encodes to other bytes") {
		t.Errorf("not caught: %v", err)
	}
}

func TestProtectedValuesAreThoseOfTheCase(t *testing.T) {
	calls := 0
	k := caseOf(func() adapter.Codec[doc] {
		c := honest()
		c.Marshal = func(d *doc) ([]byte, error) { calls++; return plain(d), nil }
		return c
	}, false)
	r := &run{Case: k, found: map[string]bool{}}
	if err := r.protectedValues(); err != nil {
		t.Fatal(err)
	}
	if calls != len(k.Values) {
		t.Errorf("%d of %d values were marshalled", calls, len(k.Values))
	}
}
