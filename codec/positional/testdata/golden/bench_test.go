package golden_test

import (
	"bytes"
	"encoding/gob"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/internal/peers"
)

// BenchmarkPeers times the code of each format beside encoding/gob in a stream of its own,
// which is the nearest thing to it in the standard library: what the originals of the
// formats take, assay run tells.
func BenchmarkPeers(b *testing.B) {
	for _, f := range slices.Sorted(func(yield func(string) bool) {
		for name := range codecs {
			if !yield(name) {
				return
			}
		}
	}) {
		for i := range codecs[f] {
			if c := &codecs[f][i]; slices.Contains([]string{"Data", "ColorGroup", "SignedBlock"}, reflect.TypeOf(c.New()).Elem().Name()) {
				b.Run(f+"/"+c.Name, func(b *testing.B) { beside(b, f, c) })
			}
		}
	}
}

// beside times one codec.
func beside(b *testing.B, format string, c *golden.Codec) {
	g := generator{rand.New(rand.NewPCG(7, 7)), formatOf(format), c.Holds}
	values, texts := make([]any, peers.Values), make([][]byte, peers.Values)
	var stream bytes.Buffer
	gobs := gob.NewEncoder(&stream)
	for k := range values {
		for texts[k] == nil || len(texts[k]) > 8000 {
			values[k] = c.New()
			g.fill(reflect.ValueOf(values[k]).Elem(), 3, "")
			texts[k], _ = c.Marshal(values[k])
		}
		if err := gobs.Encode(values[k]); err != nil {
			b.Skip(err)
		}
	}
	messages := bytes.Clone(stream.Bytes())
	buf, used, theirs := make([]byte, 1<<20), c.New(), c.New()
	decoder := func() *gob.Decoder { return gob.NewDecoder(bytes.NewReader(messages)) }
	reading := decoder()
	read := func(k int, into func() any) {
		if k == 0 { // the stream of all values begins again, with its types
			reading = decoder()
		}
		reading.Decode(into())
	}
	peers.Benchmark(b, peers.Calls{
		Append:    func(k int) { c.Append(buf[:0], values[k]) },
		Unmarshal: func(k int) { c.Unmarshal(texts[k], c.New()) },
		Reuse:     func(k int) { c.Unmarshal(texts[k], used) },
	}, peers.Calls{
		Append:    func(k int) { stream.Reset(); gobs.Encode(values[k]) },
		Unmarshal: func(k int) { read(k, c.New) },
		Reuse:     func(k int) { read(k, func() any { return theirs }) },
	})
}
