package verify

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/protocol"
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

// TestSizesAreExact, neither more nor less than what is written.
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
