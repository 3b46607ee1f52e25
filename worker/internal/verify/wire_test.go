package verify

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// message is a serializer's own struct for a doc, with state that nobody else
// sees.
type message struct {
	Name  string
	ID    int64
	Blob  []byte
	Kind  string
	cache int
	input []byte
}

// small is what survives in a message.
type small struct {
	Name string
	ID   int64
	Blob []byte
}

func smallCase(open func() adapter.Codec[message], from func(m *message) (*small, error)) Case {
	var list []any
	for _, d := range docs() {
		list = append(list, &small{d.Name, d.ID, d.Blob})
	}
	equal := deep.Equal[message]()
	return Case{
		Open:   func() Codec { return Erase(open()) },
		New:    func() any { return new(message) },
		Values: list,
		Brief:  true,
		To: func(t any) (any, error) {
			s := t.(*small)
			if s.ID < 0 {
				return nil, errors.New("negative")
			}
			return &message{Name: s.Name, ID: s.ID, Blob: s.Blob}, nil // sharing is allowed
		},
		From:  func(v any) (any, error) { return from(v.(*message)) },
		Equal: func(want, got any) bool { return equal(want.(*message), got.(*message)) },
	}
}

func messageCodec() adapter.Codec[message] {
	return adapter.Codec[message]{
		Marshal: func(m *message) ([]byte, error) {
			m.cache++ // as generated code keeps sizes
			return appendDoc(nil, &doc{Name: m.Name, ID: m.ID, Blob: m.Blob}), nil
		},
		Unmarshal: func(b []byte, m *message) error {
			var d doc
			err := readDoc(b, &d, false)
			m.Name, m.ID, m.Blob = d.Name, d.ID, d.Blob
			return err
		},
	}
}

func fields(m *message) (*small, error) {
	return &small{m.Name, m.ID, m.Blob}, nil
}

func TestOwnStructs(t *testing.T) {
	v := Run(smallCase(messageCodec, fields), protocol.Declared{})
	if !v.OK || len(v.Findings) > 0 || !slices.Contains(v.Ops, protocol.Compared) {
		t.Errorf("%+v", v)
	}
}

func TestOwnStructsThatDifferGiveNoComparedRoundTrip(t *testing.T) {
	v := Run(smallCase(func() adapter.Codec[message] {
		c := messageCodec()
		unmarshal := c.Unmarshal
		c.Unmarshal = func(b []byte, m *message) error {
			err := unmarshal(b, m)
			m.Name = "> " + m.Name
			return err
		}
		return c
	}, func(m *message) (*small, error) {
		return &small{strings.TrimPrefix(m.Name, "> "), m.ID, m.Blob}, nil
	}), protocol.Declared{})
	if !v.OK || slices.Contains(v.Ops, protocol.Compared) || !slices.Contains(v.Ops, protocol.RoundTrip) || len(v.Findings) > 0 {
		t.Errorf("%+v", v)
	}
}

// A used struct may keep what its present kind does not use.
func TestOwnStructsThatDifferWhenReused(t *testing.T) {
	c := smallCase(func() adapter.Codec[message] {
		c := messageCodec()
		c.Append = func(buf []byte, m *message) ([]byte, error) {
			b, err := c.Marshal(m)
			return append(buf, b...), err
		}
		c.UnmarshalReuse = func(b []byte, m *message) error {
			err := c.Unmarshal(b, m)
			m.Kind = "left over"
			return err
		}
		return c
	}, fields)
	c.Reuse = true
	v := Run(c, protocol.Declared{})
	if !v.OK || slices.Contains(v.Ops, protocol.Compared) || !slices.Contains(v.Ops, protocol.RoundTrip) || len(v.Findings) > 0 {
		t.Errorf("%+v", v)
	}
}

// TestNamesOfTheTransformationAreNobodys: a name that both sides spell is one
// text in the executable.
func TestNamesOfTheTransformationAreNobodys(t *testing.T) {
	const alternative = "the name of an alternative"
	c := smallCase(func() adapter.Codec[message] {
		c := messageCodec()
		unmarshal := c.Unmarshal
		c.Unmarshal = func(b []byte, m *message) error {
			m.Kind = alternative
			return unmarshal(b, m)
		}
		return c
	}, fields)
	to := c.To
	c.To = func(t any) (any, error) {
		v, err := to(t)
		if err == nil {
			v.(*message).Kind = alternative
		}
		return v, err
	}
	if v := Run(c, protocol.Declared{}); !v.OK {
		t.Errorf("%+v", v)
	}
}

// TestLazyDecodingIsCaught: unmarshal that only keeps the input has no figure,
// whether it says that it aliases or not.
func TestLazyDecodingIsCaught(t *testing.T) {
	lazy := func() adapter.Codec[message] {
		c := messageCodec()
		c.Unmarshal = func(b []byte, m *message) error { m.input = b; return nil }
		return c
	}
	from := func(m *message) (*small, error) {
		if m.input == nil {
			return fields(m)
		}
		var d doc
		err := readDoc(m.input, &d, true)
		return &small{d.Name, d.ID, d.Blob}, err
	}
	for _, declared := range []protocol.Declared{{}, {Aliases: true}} {
		v := Run(smallCase(lazy, from), declared)
		if v.OK || !strings.Contains(v.Reason, "only keeps the input and decodes it later") {
			t.Errorf("%+v: %+v", declared, v)
		}
	}
	// Sharing text with the input is another thing.
	sharing := func() adapter.Codec[message] {
		c := messageCodec()
		c.Unmarshal = func(b []byte, m *message) error {
			var d doc
			err := readDoc(b, &d, true)
			m.Name, m.ID, m.Blob = d.Name, d.ID, d.Blob
			return err
		}
		return c
	}
	if v := Run(smallCase(sharing, fields), protocol.Declared{Aliases: true}); !v.OK || !v.Aliases {
		t.Errorf("sharing: %+v", v)
	}
}

// TestDecodingFromACopyIsCaught: a copy of the input outlasts it, and is decoded by
// the transformation all the same.
func TestDecodingFromACopyIsCaught(t *testing.T) {
	lazy := func() adapter.Codec[message] {
		c := messageCodec()
		c.Unmarshal = func(b []byte, m *message) error { m.input = slices.Clone(b); return nil }
		return c
	}
	from := func(m *message) (*small, error) {
		if m.input == nil {
			return fields(m)
		}
		var d doc
		err := readDoc(m.input, &d, false)
		return &small{d.Name, d.ID, d.Blob}, err
	}
	if v := Run(smallCase(lazy, from), protocol.Declared{}); v.OK || !strings.Contains(v.Reason, "it decodes later") {
		t.Errorf("%+v", v)
	}
	// A transformation that has rules of its own is another thing.
	strict := func(m *message) (*small, error) {
		if m.Name == "" {
			return nil, errors.New("no name")
		}
		return fields(m)
	}
	if v := Run(smallCase(messageCodec, strict), protocol.Declared{}); !v.OK {
		t.Errorf("a rule: %+v", v)
	}
}

func TestLabelsThatClaimTooMuch(t *testing.T) {
	plain := honest
	// Whether text is found that could be shared depends on the values.
	v := Run(caseOf(plain, false), protocol.Declared{Aliases: true})
	if !v.OK || v.Aliases || len(v.Findings) != 1 || v.Findings[0].Kind != "no aliasing" {
		t.Errorf("aliases: %+v", v)
	}
	v = Run(caseOf(plain, false), protocol.Declared{Nondeterministic: true})
	// The label is a permission: a type without maps need not make use of it.
	if !v.OK || !v.Deterministic || len(v.Findings) != 0 {
		t.Errorf("deterministic: %+v", v)
	}
}

func TestFindings(t *testing.T) {
	k := caseOf(func() adapter.Codec[doc] {
		c := honest()
		c.Unmarshal = func(b []byte, d *doc) error {
			err := readDoc(b, d, false)
			if len(d.Tags[1]) == 0 {
				d.Tags = append(d.Tags[:0:0], d.Tags...)
			}
			if d.Sub == nil {
				d.At = d.At.In(time.FixedZone("here", 3600))
			}
			return err
		}
		c.Read = nil
		c.Write = func(w io.Writer, d *doc) error {
			w.Write(appendDoc(nil, d))
			return nil
		}
		return c
	}, false)
	v := Run(k, protocol.Declared{})
	var kinds []string
	for _, f := range v.Findings {
		kinds = append(kinds, f.Kind)
	}
	if !v.OK || !slices.Equal(kinds, []string{deep.ZoneLost, "write error lost"}) {
		t.Errorf("%v %+v", kinds, v)
	}
	if slices.Contains(v.Ops, protocol.Decode) || !slices.Contains(v.Ops, protocol.Encode) {
		t.Errorf("ops %v", v.Ops)
	}
}

// TestFailureIsTheSame: which element a codec loses may depend on the order of a map,
// but not what is said of it.
func TestFailureIsTheSame(t *testing.T) {
	lastOfAll := func() adapter.Codec[doc] {
		return adapter.Codec[doc]{
			Marshal: func(d *doc) ([]byte, error) { return randomOrder(nil, d), nil },
			Unmarshal: func(b []byte, d *doc) error {
				err := readDoc(b, d, false)
				for _, last := range d.Attrs { // the order in which they were written is as random as this one
					for key := range d.Attrs {
						d.Attrs[key] = last
					}
					break
				}
				return err
			},
		}
	}
	for range 20 {
		if v := Run(caseOf(lastOfAll, false), protocol.Declared{Nondeterministic: true}); v.OK || v.Reason != `round trip: value 1: Attrs["alpha"]: want 1, got 5` {
			t.Fatal(v.Reason)
		}
	}
}

// TestLongMessagesComeInFewPieces: a decoder that begins again with whatever it has is
// slow by the square of the pieces. Short messages come byte by byte.
func TestLongMessagesComeInFewPieces(t *testing.T) {
	for _, tc := range []struct{ bytes, reads int }{
		{100, 100},
		{smallPieces, smallPieces},
		{1 << 20, smallPieces + (1<<20-smallPieces+1<<11-1)/(1<<11)},
	} {
		src := &reader{rest: make([]byte, tc.bytes), piece: 1, later: tc.bytes / laterPieces}
		got, room := 0, make([]byte, tc.bytes)
		for n := 1; n > 0; got += n {
			n, _ = src.Read(room)
		}
		if got != tc.bytes || src.reads != tc.reads {
			t.Errorf("%d bytes came as %d in %d reads, want %d", tc.bytes, got, src.reads, tc.reads)
		}
	}
}
