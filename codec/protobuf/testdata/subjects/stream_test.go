package subjects

import (
	"bufio"
	"bytes"
	"io"
	"testing"

	"google.golang.org/protobuf/encoding/protodelim"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

func TestStream(t *testing.T) {
	keyedtest.Stream(t, google[0], true, func(w io.Writer) func(*G3) error { return NewG3ProtobufWriter(w).Write },
		func(r io.Reader, limit int) func(*G3) error { return NewG3ProtobufReader(r, limit).Read })
}

func TestArena(t *testing.T) {
	keyedtest.Arena(t, google[0], new(G3ProtobufDecoder).Unmarshal)
}

// TestDelimited has protodelim read what is written, and the other way round.
func TestDelimited(t *testing.T) {
	var ours, theirs bytes.Buffer
	w := NewG3ProtobufWriter(&ours)
	for seed := range uint64(20) {
		v := google[0].Value(seed, 1).(*G3)
		if err := w.Write(v); err != nil {
			t.Fatal(err)
		}
		if _, err := protodelim.MarshalTo(&theirs, message(v)); err != nil {
			t.Fatal(err)
		}
	}
	r, read := bufio.NewReader(&ours), NewG3ProtobufReader(&theirs, 1<<20)
	for seed := range uint64(20) {
		want := google[0].Value(seed, 1).(*G3)
		one, other := new(G3), new(G3)
		if err := protodelim.UnmarshalFrom(r, message(one)); err != nil {
			t.Fatal(err)
		}
		if err := read.Read(other); err != nil {
			t.Fatal(err)
		}
		if !keyedtest.Equal(want, other) || !keyedtest.Equal(one, other) {
			t.Fatalf("message %d: %+v, protodelim's %+v, want %+v", seed, other, one, want)
		}
	}
}
