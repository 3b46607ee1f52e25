package golden_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestWords holds integers side by side against encoding/binary, which writes a struct of fixed
// parts as flat does.
func TestWords(t *testing.T) {
	c := find("flat", "words")
	random := rand.NewChaCha8([32]byte{1})
	v, got := c.New(), c.New()
	want := make([]byte, binary.Size(v))
	for range 100 {
		random.Read(want)
		if err := binary.Read(bytes.NewReader(want), binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
		if b, err := c.Append([]byte("before"), v); err != nil || string(b) != "before"+string(want) {
			t.Fatalf("%+v is appended as %x, %v, not as %x", v, b, err, want)
		}
		if b, err := c.Marshal(v); err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%+v is written as %x, %v, not as %x", v, b, err, want)
		}
		if err := c.Unmarshal(want, got); err != nil {
			t.Fatal(err)
		}
		if b, err := binary.Append(nil, binary.LittleEndian, got); err != nil || !bytes.Equal(b, want) {
			t.Fatalf("%x is read as %+v, %v", want, got, err)
		}
	}
}
