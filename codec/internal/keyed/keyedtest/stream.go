package keyedtest

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

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

// BadStream reads a value that is none of c's type, after which it goes on, and what is no value
// of the wire at all, after which it does not.
func BadStream[T any](t *testing.T, c Codec, other, none []byte, reader func(io.Reader, int) func(*T) error) {
	t.Helper()
	want := c.Value(1, 1)
	good, err := c.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	read := reader(bytes.NewReader(slices.Concat(other, good, none, other)), 1<<20)
	v := new(T)
	if err := read(v); err == nil {
		t.Errorf("%x is a %s", other, c.Name)
	}
	if err := read(v); err != nil || !Equal(want, v) {
		t.Errorf("the value after it: %+v, %v", v, err)
	}
	first := read(v)
	if second := read(v); first == nil || second != first {
		t.Errorf("what is no value: %v, and then %v", first, second)
	}
}

// Errors reads inputs, which fail as they should, or not where the error is empty.
func Errors[T any](t *testing.T, unmarshal func([]byte, *T) error, wants map[string]string) {
	t.Helper()
	for data, want := range wants {
		got := ""
		if err := unmarshal([]byte(data), new(T)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%x: %q, want %q", data, got, want)
		}
	}
}

// Intern reads equal strings, short and long, by one decoder: the short ones are one.
func Intern[T any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error, text func(*T) *string) {
	t.Helper()
	read := func(s string) string {
		v := new(T)
		*text(v) = s
		b, err := marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		*v = *new(T)
		if err := unmarshal(b, v); err != nil || *text(v) != s {
			t.Fatalf("%q is read as %q, %v", s, *text(v), err)
		}
		clear(b)
		return *text(v)
	}
	long := strings.Repeat("long", 9)
	for _, s := range []string{"", "name", "other", "eman", "name", long} {
		first, second := read(s), read(s)
		if one := unsafe.StringData(first) == unsafe.StringData(second); s != "" && one == (s == long) {
			t.Errorf("two of %q share their memory: %t", s, one)
		}
	}
	for k := range 1000 { // more than there are places for
		read(strconv.Itoa(k))
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
