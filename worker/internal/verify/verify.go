// Package verify proves that a codec does what a benchmark takes for granted,
// before anything of it is timed: that every value comes back, that outputs and
// inputs belong to the caller, that sizes are exact, that what the driver
// declared is so, and that the codec works for every call instead of
// remembering.
//
// A codec is judged by what it does to memory and bytes, never by its name. The
// package works on erased types, so that it is compiled once however many types
// are verified. It takes times only where remembered work shows in nothing else.
package verify

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// Codec is an adapter.Codec[V] whose values are handed over as any, holding a
// *V.
type Codec struct {
	Marshal        func(v any) ([]byte, error)
	Append         func(buf []byte, v any) ([]byte, error) // by way of Fill where the codec has that
	Fill           func(buf []byte, v any) ([]byte, error)
	Unmarshal      func(data []byte, v any) error
	UnmarshalReuse func(data []byte, v any) error
	Size           func(v any) int
	Write          func(w io.Writer, v any) error
	Read           func(r io.Reader, v any) error
	Access         func(data []byte) (uint64, error)
	Opens          func(data []byte) (uint64, error)
	Part           string
	Field          func(data []byte) (uint64, error)
	Update         func(data []byte, x uint64) error
	Equal          func(want, got any) bool
}

// Erase hides the type of a codec's values.
func Erase[V any](c adapter.Codec[V]) Codec {
	var e Codec
	if f := c.Marshal; f != nil {
		e.Marshal = func(v any) ([]byte, error) { return f(v.(*V)) }
	}
	if f := c.Append; f != nil {
		e.Append = func(buf []byte, v any) ([]byte, error) { return f(buf, v.(*V)) }
	}
	if f := c.Unmarshal; f != nil {
		e.Unmarshal = func(data []byte, v any) error { return f(data, v.(*V)) }
	}
	if f := c.Construct; f != nil {
		e.Unmarshal = func(data []byte, v any) error {
			made, err := f(data)
			if err == nil {
				*v.(*V) = *made
			}
			return err
		}
	}
	if f := c.UnmarshalReuse; f != nil {
		e.UnmarshalReuse = func(data []byte, v any) error { return f(data, v.(*V)) }
	}
	if f := c.Size; f != nil {
		e.Size = func(v any) int { return f(v.(*V)) }
	}
	if f := c.Write; f != nil {
		e.Write = func(w io.Writer, v any) error { return f(w, v.(*V)) }
	}
	if f := c.Read; f != nil {
		e.Read = func(r io.Reader, v any) error { return f(r, v.(*V)) }
	}
	if f := c.Fill; f != nil {
		e.Fill = func(buf []byte, v any) ([]byte, error) { return f(buf, v.(*V)) }
		if e.Size != nil {
			e.Append = appendBy(e.Fill, e.Size)
		}
	}
	if f := c.Equal; f != nil {
		e.Equal = func(want, got any) bool { return f(want.(*V), got.(*V)) }
	}
	e.Access, e.Opens = c.Access, c.Open
	e.Part, e.Field, e.Update = c.Part, c.Field, c.Update
	return e
}

// appendBy is an Append made of Fill, which is given all room behind buf, or new
// memory of the exact size where there is too little.
func appendBy(fill func(buf []byte, v any) ([]byte, error), size func(v any) int) func(buf []byte, v any) ([]byte, error) {
	return func(buf []byte, v any) ([]byte, error) {
		if need := size(v); cap(buf)-len(buf) < need {
			buf = append(make([]byte, 0, len(buf)+need), buf...)
		}
		room := buf[len(buf):cap(buf)]
		out, err := fill(room, v)
		if err == nil && !within(out, room) {
			err = errElsewhere
		}
		if err != nil {
			return buf, err
		}
		return append(buf, out...), nil
	}
}

var errElsewhere = errors.New("what fill returned does not lie in the buffer that it was given")

// within reports whether b lies in room.
func within(b, room []byte) bool {
	if len(b) == 0 {
		return true
	}
	if len(room) == 0 {
		return false
	}
	at := uintptr(unsafe.Pointer(&b[0])) - uintptr(unsafe.Pointer(&room[0])) // wraps when b begins before
	return at < uintptr(len(room)) && uintptr(len(b)) <= uintptr(len(room))-at
}

// Case is what is verified. T is the subject's type and V the one that the codec
// encodes; they differ where the serializer's own structs are the values.
type Case struct {
	Open   func() Codec // each call gives a codec with state of its own
	New    func() any   // a zero *V
	Values []any        // each a *T; codecs get only copies of them

	// To makes a *V of a *T and From the reverse; nil where they are one type.
	// They may share storage between both.
	To   func(t any) (v any, err error)
	From func(v any) (t any, err error)

	// Layout writes an encoding in another way that decodes to the same, which the
	// codec's inputs are timed in; nil leaves them as they are.
	Layout func(encoded []byte) []byte

	// Equal is the comparison of *V that the compared round trip is timed with, where
	// the codec has none of its own.
	Equal func(want, got any) bool

	Reuse bool // see protocol.Case
	Brief bool // see protocol.Request

	clock func() time.Duration // by which operations are timed; nil: the system's
	large int                  // see largeValue, which 0 stands for
}

// LayOut returns a copy of an encoding as it is timed to be decoded.
func (c *Case) LayOut(encoded []byte) []byte {
	if c.Layout == nil {
		return bytes.Clone(encoded)
	}
	return c.Layout(encoded)
}

// Run verifies the case and returns what was found. A failure is a verdict, not
// an error.
func Run(c Case, declared protocol.Declared) protocol.Verdict {
	r := &run{Case: c, declared: declared, rng: rand.New(rand.NewPCG(1, 2)), found: map[string]bool{}, goroutines: runtime.NumGoroutine()}
	before := SettingsNow()
	defer before.Restore()
	for _, check := range []func() error{
		r.shape, r.roundTrip, r.equality, r.laidOut, r.atRest, r.determinism, r.outputs, r.atRest, r.appending, r.inputs, r.eager, r.protected, r.reuse,
		r.changes, r.held, r.memory, r.repeats, r.elsewhere, r.owned, r.stream, r.access, r.opens, r.partial, r.together, r.atRest, before.since,
	} {
		if err := r.guarded(check); err != nil {
			r.verdict.Reason = err.Error()
			return r.verdict
		}
	}
	r.verdict.CompressedSizes = compressed(r.encoded)
	r.verdict.Samples = r.samples()
	r.verdict.Ops = r.ops()
	r.verdict.OK = true
	return r.verdict
}

// run is one verification under way.
type run struct {
	Case
	declared protocol.Declared
	verdict  protocol.Verdict
	rng      *rand.Rand
	found    map[string]bool // kinds of findings
	doing    string          // for panics: which call is being made

	goroutines int // before the codec was first called

	partRead, partWritten bool // one field is, in place

	encoded [][]byte // the encoding of each value, copied
	unlike  bool     // the round trip's comparison fails where nothing is lost
	codec   Codec    // one that has seen all values
}

// How much the dearer checks look at.
const (
	sampleValues = 8
	sampleLeaves = 32
	keptValues   = 64

	// A value whose encoding is longer, in bytes, is looked at fewer times where
	// each look encodes and decodes it: a document of two megabytes took half a
	// minute.
	largeValue = 256 << 10
)

func (c *Case) largeFrom() int { return cmp.Or(c.large, largeValue) }

// sample returns the indices of up to n values, spread over all.
func (r *run) sample(n int) []int {
	n = min(n, len(r.Values))
	list := make([]int, n)
	for i := range list {
		list[i] = i * len(r.Values) / n
	}
	return list
}

// guarded makes a panic of the codec a failure.
func (r *run) guarded(check func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: panic: %s%s", r.doing, OneLine(fmt.Sprint(p)), PanickedIn(string(debug.Stack())))
		}
	}()
	r.doing = "verification"
	return check()
}

// PanickedIn returns the function that panicked, from a stack trace.
func PanickedIn(stack string) string {
	_, below, ok := strings.Cut(stack, "\npanic(")
	if !ok {
		return ""
	}
	for line := range strings.Lines(below) {
		if strings.HasPrefix(line, "\t") || !strings.Contains(line, "(") || strings.HasPrefix(line, "runtime.") || strings.HasPrefix(line, "panic(") {
			continue
		}
		if name := line[:strings.LastIndexByte(line, '(')]; strings.Contains(name, ".") {
			return " (in " + name + ")"
		}
	}
	return ""
}

// OneLine returns a message on one line, of which so many bytes are enough.
func OneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if most := 300; len(s) > most {
		s = deep.Cut(s, most) + "…"
	}
	return s
}

// give returns a copy of value i as the codec gets it.
func (r *run) give(i int) (any, error) {
	t := deep.Clone(r.Values[i])
	if r.To == nil {
		return t, nil
	}
	r.doing = fmt.Sprintf("transformation of value %d", i)
	v, err := r.To(t)
	if err != nil {
		return nil, fmt.Errorf("transformation of value %d to the serializer's structs: %s", i, OneLine(err.Error()))
	}
	return v, nil
}

// take returns what the codec made as the subject's type.
func (r *run) take(i int, v any) (any, error) {
	if r.From == nil {
		return v, nil
	}
	r.doing = fmt.Sprintf("transformation of value %d back", i)
	t, err := r.From(v)
	if err != nil {
		return nil, fmt.Errorf("transformation of value %d from the serializer's structs: %s", i, OneLine(err.Error()))
	}
	return t, nil
}

// marshal encodes v into memory of its own, in the way of the case.
func (r *run) marshal(c *Codec, i int, v any) (out []byte, err error) {
	name := "marshal"
	if r.Reuse || c.Marshal == nil {
		name = "append"
		r.doing = fmt.Sprintf("append of value %d", i)
		out, err = c.Append(nil, v)
	} else {
		r.doing = fmt.Sprintf("marshal of value %d", i)
		out, err = c.Marshal(v)
	}
	if err != nil {
		return nil, &refused{fmt.Sprintf("%s of value %d: %s", name, i, OneLine(err.Error())), err}
	}
	return out, nil
}

// refused is an error of a codec, told in a line.
type refused struct {
	line string
	err  error
}

func (r *refused) Error() string { return r.line }
func (r *refused) Unwrap() error { return r.err }

// unmarshal decodes data into a new value.
func (r *run) unmarshal(c *Codec, i int, data []byte) (any, error) {
	v := r.New()
	r.doing = fmt.Sprintf("unmarshal of value %d", i)
	if err := c.Unmarshal(data, v); err != nil {
		return nil, fmt.Errorf("unmarshal of value %d: %s", i, OneLine(err.Error()))
	}
	return v, nil
}

// encode is marshal of value i, copied.
func (r *run) encode(c *Codec, i int) ([]byte, error) {
	v, err := r.give(i)
	if err != nil {
		return nil, err
	}
	b, err := r.marshal(c, i, v)
	return bytes.Clone(b), err
}

// Encodings returns the encodings of the first n values, or of fewer when
// together they would have more bytes than most.
func Encodings(c Case, n, most int) ([][]byte, error) {
	r := &run{Case: c}
	var list [][]byte
	err := r.guarded(func() error {
		codec := r.Open()
		size := 0
		for i := range min(n, len(r.Values)) {
			b, err := r.encode(&codec, i)
			if err != nil {
				return err
			}
			if size += len(b); size > most && i > 0 {
				break
			}
			list = append(list, b)
		}
		return nil
	})
	return list, err
}

// same compares v with the subject's value want and notes the findings. what
// begins the failure.
func (r *run) same(what string, i int, want, v any) error {
	got, err := r.take(i, v)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	res := deep.Compare(want, got)
	if res.Loses() {
		return fmt.Errorf("%s: value %d: %s", what, i, res)
	}
	for _, f := range res.Findings {
		r.find(f.Kind, f.Path, f.Detail)
	}
	return nil
}

func (r *run) find(kind, path, detail string) {
	if !r.found[kind] {
		r.found[kind] = true
		r.verdict.Findings = append(r.verdict.Findings, protocol.Finding{Kind: kind, Path: path, Detail: detail})
	}
}

// GuardedInput copies data to an odd address, without room behind it: who slices beyond its
// end panics.
func GuardedInput(data []byte) []byte {
	room := make([]byte, len(data)+32)
	off := 9
	copy(room[off:], data)
	return room[off : off+len(data) : off+len(data)]
}

// shape looks at what the codec has.
func (r *run) shape() error {
	c := r.Open()
	switch {
	case len(r.Values) == 0:
		return errors.New("there are no values to verify with")
	case c.Unmarshal == nil:
		return errors.New("the codec has no Unmarshal")
	case c.Marshal == nil && c.Append == nil:
		return errors.New("the codec has neither Marshal nor Append")
	case c.Fill != nil && (c.Marshal == nil || c.Size == nil):
		return errors.New("the codec has Fill, but not both of Marshal and Size beside it")
	case r.Reuse && c.Append == nil:
		return errors.New("the codec has neither Append nor Fill, so there is nothing to reuse a buffer with")
	}
	if c.Equal != nil {
		r.Equal = nil // see equality
	}
	r.verdict.ReusesValue = r.Reuse && c.UnmarshalReuse != nil
	return nil
}

// ops returns what the case can be measured at.
func (r *run) ops() []protocol.Op {
	c := r.Open()
	encodes := !r.declared.DecodeOnly
	var ops []protocol.Op
	if encodes {
		ops = append(ops, protocol.Marshal)
	}
	ops = append(ops, protocol.Unmarshal)
	if encodes {
		ops = append(ops, protocol.RoundTrip)
	}
	if encodes && !r.unlike {
		ops = append(ops, protocol.Compared)
	}
	if r.Reuse {
		return ops
	}
	if encodes && c.Write != nil {
		ops = append(ops, protocol.Encode)
	}
	if c.Read != nil {
		ops = append(ops, protocol.Decode)
	}
	if c.Access != nil {
		ops = append(ops, protocol.Access)
	}
	if c.Opens != nil {
		ops = append(ops, protocol.Open)
	}
	if r.partRead {
		ops = append(ops, protocol.Field)
	}
	if r.partWritten {
		ops = append(ops, protocol.Update)
	}
	return ops
}
