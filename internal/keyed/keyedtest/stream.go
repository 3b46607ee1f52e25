package keyedtest

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// Stream writes values of c's type to a stream and reads them back, whatever parts of it
// come at once. framed says that messages stand behind their lengths.
func Stream[T any](t *testing.T, c Codec, framed bool, writer func(io.Writer) func(*T) error, reader func(io.Reader, int) func(*T) error) {
	t.Helper()
	const count = 40
	var stream, plain bytes.Buffer
	write := writer(&stream)
	for seed := range uint64(count) {
		v := c.Value(seed, 1)
		if err := write(v.(*T)); err != nil {
			t.Fatal(err)
		}
		b, err := c.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		plain.Write(b)
	}
	if !framed && !bytes.Equal(stream.Bytes(), plain.Bytes()) {
		t.Fatal("the stream is not one value after another")
	}
	for name, parts := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "bytes": iotest.OneByteReader, "halves": iotest.HalfReader, "with the end": iotest.DataErrReader,
	} {
		read := reader(parts(bytes.NewReader(stream.Bytes())), 1<<24)
		v := new(T)
		for seed := range uint64(count) {
			if err := read(v); err != nil {
				t.Fatalf("%s: message %d: %v", name, seed, err)
			}
			if want := c.Value(seed, 1); !Equal(want, v) {
				t.Fatalf("%s: message %d: (-written +read)\n%s", name, seed, cmp.Diff(want, v, Unexported))
			}
		}
		if err := read(v); err != io.EOF {
			t.Fatalf("%s: at the end: %v", name, err)
		}
	}
	first, err := c.Marshal(c.Value(0, 1))
	if err != nil {
		t.Fatal(err)
	}
	v := new(T)
	if err := reader(bytes.NewReader(stream.Bytes()), len(first)-1)(v); err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a message beyond the limit: %v", err)
	}
	if err := reader(bytes.NewReader(stream.Bytes()[:len(first)-1]), 1<<20)(v); err != io.ErrUnexpectedEOF {
		t.Errorf("a message that is cut short: %v", err)
	}
}

// Arena reads many values by one decoder, and finds all as they were afterwards.
func Arena[T any](t *testing.T, c Codec, unmarshal func([]byte, *T) error) {
	t.Helper()
	var read []*T
	for seed := range uint64(200) {
		b, err := c.Marshal(c.Value(seed, 3))
		if err != nil {
			t.Fatal(err)
		}
		v := new(T)
		if err := unmarshal(b, v); err != nil {
			t.Fatal(err)
		}
		clear(b)
		read = append(read, v)
	}
	for seed, v := range read {
		if want := c.Value(uint64(seed), 3); !Equal(want, v) {
			t.Fatalf("value %d: (-written +read)\n%s", seed, cmp.Diff(want, v, Unexported))
		}
	}
	if err := unmarshal([]byte{0xff, 0xff}, new(T)); err == nil {
		t.Error("what is none is read")
	}
}
