package verify

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"

	"github.com/assay-go/assay/worker/internal/deep"
)

// stream proves Write and Read over connections that break the message where
// they like.
func (r *run) stream() error {
	c, dec := r.Open(), r.Open()
	if r.Reuse || c.Write == nil && c.Read == nil {
		return nil
	}
	messages := r.encoded
	if c.Write != nil {
		messages = make([][]byte, len(r.Values))
		for i := range r.Values {
			v, err := r.give(i)
			if err != nil {
				return err
			}
			var out writer
			r.doing = fmt.Sprintf("write of value %d", i)
			if err := c.Write(&out, v); err != nil {
				return fmt.Errorf("write of value %d: %s", i, OneLine(err.Error()))
			}
			messages[i] = out.buf
		}
		if err := r.brokenWriter(&c); err != nil {
			return err
		}
	}
	if c.Read == nil {
		return nil
	}
	for _, i := range r.rng.Perm(len(r.Values)) {
		for _, piece := range []int{1, 7, 1 << 20} {
			// Another message follows, which is not the codec's business.
			src := &reader{rest: append(bytes.Clone(messages[i]), messages[0]...), piece: piece, later: len(messages[i]) / laterPieces}
			all := len(src.rest)
			if piece == 1<<20 {
				src.rest = src.rest[:len(messages[i])]
				all = len(src.rest)
			}
			v := r.New()
			r.doing = fmt.Sprintf("read of value %d", i)
			if err := dec.Read(src, v); err != nil {
				if piece != 1<<20 {
					r.find("reads beyond its message", "", "read fails when another message follows in the stream")
					continue
				}
				return fmt.Errorf("read of value %d: %s", i, OneLine(err.Error()))
			}
			if err := r.same(fmt.Sprintf("read in pieces of %d bytes", piece), i, r.Values[i], v); err != nil {
				return err
			}
			if all-len(src.rest) > len(messages[i]) {
				r.find("reads beyond its message", "", "read takes bytes of the next message from the stream, so each needs its own frame")
			}
		}
	}
	return nil
}

// brokenWriter finds out whether a failing connection is noticed.
func (r *run) brokenWriter(c *Codec) error {
	v, err := r.give(0)
	if err != nil || len(r.encoded[0]) == 0 {
		return err
	}
	r.doing = "write to a broken connection"
	if c.Write(brokenPipe{}, v) == nil {
		r.find("write error lost", "", "write reports success although the connection failed")
	}
	return nil
}

// A message comes in so many small pieces, and what is left of it in so many larger
// ones. A decoder that looks at all that it has whenever more comes is none that fails,
// and of a document of two megabytes, byte by byte, it made more than half a minute.
const (
	smallPieces = 4096
	laterPieces = 512
)

// writer and reader can do nothing else, as a socket.
type writer struct{ buf []byte }

func (w *writer) Write(p []byte) (int, error) {
	w.buf = append(w.buf, p...)
	return len(p), nil
}

type reader struct {
	rest  []byte
	piece int // bytes, of the first smallPieces
	later int // bytes of each that follows, where that is more
	reads int
}

func (s *reader) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		return 0, io.EOF
	}
	most := s.piece
	if s.reads++; s.reads > smallPieces {
		most = max(most, s.later)
	}
	n := copy(p[:min(len(p), most)], s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// access proves that the result depends on every field: it changes when one
// does. For text a change of the length is enough.
func (r *run) access() error {
	c := r.Open()
	if r.Reuse || c.Access == nil {
		return nil
	}
	for i := range r.Values {
		if _, err := r.accessed(&c, i, r.encoded[i]); err != nil {
			return err
		}
	}
	if err := r.accessOverwritten(&c); err != nil {
		return err
	}
	for _, i := range r.sample(sampleValues) {
		before, err := r.accessed(&c, i, r.encoded[i])
		if err != nil {
			return err
		}
		for k, leaf := range deep.Leaves(deep.Clone(r.Values[i]), sampleLeaves) {
			read, known := false, false
			for _, change := range []func(deep.Leaf) bool{
				func(l deep.Leaf) bool { l.Change(); return true },
				deep.Leaf.Lengthen,
			} {
				after, ok := r.accessChanged(&c, i, k, change)
				known = known || ok
				read = read || ok && after != before
			}
			if known && !read {
				return fmt.Errorf("access to value %d does not read %s: its result is the same when that changes", i, leaf.Path)
			}
		}
	}
	return nil
}

// accessOverwritten reads other values from the same address.
func (r *run) accessOverwritten(c *Codec) error {
	longest := 0
	for _, b := range r.encoded {
		longest = max(longest, len(b))
	}
	room := make([]byte, longest)
	for _, i := range r.sample(keptValues) {
		r.doing = fmt.Sprintf("access to value %d", i)
		want, err := r.accessed(c, i, r.encoded[i])
		if err != nil {
			return err
		}
		sum, err := c.Access(room[:copy(room, r.encoded[i])])
		if err != nil {
			return fmt.Errorf("access to value %d: %s", i, OneLine(err.Error()))
		}
		if sum != want {
			return fmt.Errorf("access to value %d in a buffer that was overwritten answers from memory", i)
		}
	}
	return nil
}

// opens proves what can be proven of an opening that reads nothing: it gives a
// place in the bytes, the same for the same bytes, and leaves them as they are.
func (r *run) opens() error {
	c := r.Open()
	if r.Reuse || c.Opens == nil {
		return nil
	}
	for i, data := range r.encoded {
		at, err := r.asked("open of", c.Opens, i, data)
		if err != nil {
			return err
		}
		if at >= uint64(len(data)) {
			return fmt.Errorf("open of value %d finds its root at %d, and it has %d bytes", i, at, len(data))
		}
	}
	return nil
}

// partial proves that one field is read out of the bytes, and that writing it in place makes
// the encoding of a value that differs in that field alone. Where a value has no such place the
// row is without the operation: that is a finding, since the library was not asked for it.
func (r *run) partial() error {
	c := r.Open()
	if r.Reuse || c.Field == nil {
		return nil
	}
	none := func(what string, err error) error {
		r.find("one field is not "+what, c.Part, OneLine(err.Error()))
		return nil
	}
	want := make([]uint64, len(r.Values))
	for i, v := range r.Values {
		want[i] = bitsOf(fieldOf(v, c.Part))
		got, err := r.asked("one field of", c.Field, i, r.encoded[i])
		if err != nil {
			return none("read", err)
		}
		if got != want[i] {
			return fmt.Errorf("%s of value %d is read as %#x, and is %#x", c.Part, i, got, want[i])
		}
	}
	r.partRead = true
	if c.Update == nil {
		return nil
	}
	written := false
	for i, data := range r.encoded {
		r.doing = fmt.Sprintf("update of value %d", i)
		if err := c.Update(bytes.Clone(data), want[i]); err != nil {
			return none("written", fmt.Errorf("update of value %d: %w", i, err))
		}
		other := want[(i+1)%len(want)]
		if other == want[i] {
			continue
		}
		in := GuardedInput(data)
		if err := c.Update(in, other); err != nil {
			continue // there is no room for it
		}
		changed := deep.Clone(r.Values[i])
		setBits(fieldOf(changed, c.Part), other)
		got, err := r.unmarshal(&c, i, in)
		if err != nil {
			return err
		}
		if d := deep.Compare(changed, got); d.Differs {
			return fmt.Errorf("an update of %s in value %d makes another value: %s", c.Part, i, d)
		}
		written = true
	}
	r.partWritten = written
	return nil
}

// fieldOf returns the field of a *T.
func fieldOf(v any, name string) reflect.Value { return reflect.ValueOf(v).Elem().FieldByName(name) }

// bitsOf returns a number as [adapter.Codec.Field] does.
func bitsOf(v reflect.Value) uint64 {
	switch {
	case v.CanInt():
		return uint64(v.Int())
	case v.CanUint():
		return v.Uint()
	}
	return math.Float64bits(v.Float())
}

func setBits(v reflect.Value, x uint64) {
	switch {
	case v.CanInt():
		v.SetInt(int64(x))
	case v.CanUint():
		v.SetUint(x)
	default:
		v.SetFloat(math.Float64frombits(x))
	}
}

func (r *run) accessed(c *Codec, i int, data []byte) (uint64, error) {
	return r.asked("access to", c.Access, i, data)
}

// asked calls a func that looks into the bytes, twice.
func (r *run) asked(what string, look func([]byte) (uint64, error), i int, data []byte) (uint64, error) {
	var sums [2]uint64
	for n := range sums {
		in := GuardedInput(data)
		r.doing = fmt.Sprintf("%s value %d", what, i)
		sum, err := look(in)
		if err != nil {
			return 0, fmt.Errorf("%s value %d: %s", what, i, OneLine(err.Error()))
		}
		if at := firstChange(data, in); at >= 0 {
			return 0, fmt.Errorf("%s value %d wrote to its input at byte %d", what, i, at)
		}
		sums[n] = sum
	}
	if sums[0] != sums[1] {
		return 0, fmt.Errorf("%s value %d gives different results for the same bytes", what, i)
	}
	return sums[0], nil
}

// accessChanged accesses value i with leaf k changed; ok is false when the codec
// does not carry the change.
func (r *run) accessChanged(c *Codec, i, k int, change func(deep.Leaf) bool) (sum uint64, ok bool) {
	err := quietly(func() error {
		t := deep.Clone(r.Values[i])
		leaves := deep.Leaves(t, sampleLeaves)
		if k >= len(leaves) || !change(leaves[k]) {
			return nil
		}
		v, err := r.form(t)
		if err != nil {
			return err
		}
		fresh := r.Open()
		b, err := r.marshal(&fresh, i, v)
		if err != nil || bytes.Equal(b, r.encoded[i]) || !r.carries(t) { // maps may make other bytes of the same
			return err
		}
		sum, err = r.accessed(c, i, b)
		ok = err == nil
		return err
	})
	return sum, ok && err == nil
}
