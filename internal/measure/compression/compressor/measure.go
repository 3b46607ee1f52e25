package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/assay-go/assay/internal/measure/compression"
)

// The shape of a measurement.
const (
	rounds    = 7
	batchTime = 300 * time.Microsecond // for compressing, at least; one pass over a stream takes what it takes
)

// measure measures all compressors on each set of messages. The result has the
// figures of each set, in the order of algorithms, those of the stream behind
// those of single messages. progress is told how much of the whole is done.
func measure(ctx context.Context, sets [][][]byte, seed uint64, progress func(done, total int)) ([][]compression.Figures, error) {
	var list []*job
	results := make([][]compression.Figures, len(sets))
	total := len(sets) * len(algorithms) * 2 * (rounds + 1)
	done := 0
	step := func() error {
		progress(done, total)
		done++
		return ctx.Err()
	}
	// One of each serves all sets, as it would a service: their tables take
	// megabytes.
	codecs := make([]codec, len(algorithms))
	for i, a := range algorithms {
		codecs[i] = a.open()
	}
	for i, messages := range sets {
		if len(messages) == 0 {
			return nil, fmt.Errorf("compressing: set %d has no messages", i)
		}
		stream := [][]byte{framed(messages)}
		results[i] = make([]compression.Figures, 0, 2*len(algorithms))
		for _, inputs := range [][][]byte{messages, stream} {
			for k, a := range algorithms {
				results[i] = append(results[i], compression.Figures{Algorithm: a.name, Stream: len(results[i]) >= len(algorithms)})
				j := &job{codec: codecs[k], inputs: inputs, each: float64(len(messages)) / float64(len(inputs)), figures: &results[i][len(results[i])-1]}
				if err := step(); err != nil {
					return nil, err
				}
				if err := j.prove(); err != nil {
					return nil, fmt.Errorf("%s: %w", a.name, err)
				}
				list = append(list, j)
			}
		}
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(list))))
	for range rounds {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, j := range list {
			if err := step(); err != nil {
				return nil, err
			}
			if err := j.round(); err != nil {
				return nil, fmt.Errorf("%s: %w", j.figures.Algorithm, err)
			}
		}
	}
	return results, nil
}

// framed sets each message behind its length.
func framed(messages [][]byte) []byte {
	var out []byte
	for _, m := range messages {
		out = binary.AppendUvarint(out, uint64(len(m)))
		out = append(out, m...)
	}
	return out
}

// job is a compressor on a set of inputs.
type job struct {
	codec   codec
	inputs  [][]byte
	each    float64 // messages in an input
	figures *compression.Figures

	n     int    // inputs of a batch
	next  int    // input that the next batch begins with
	out   []byte // compressed inputs of a batch, one behind the other
	ends  []int  // where each ends
	plain []byte // a decompressed input
}

// prove compresses everything once, sees that it comes back, and finds how many
// inputs make a batch.
func (j *job) prove() error {
	var size int
	var took time.Duration
	for i, in := range j.inputs {
		start := time.Now()
		out, err := j.codec.compress(j.out[:0], in)
		took += time.Since(start)
		if err != nil {
			return fmt.Errorf("compressing input %d: %w", i, err)
		}
		j.out = out
		size += len(out)
		if j.plain, err = j.codec.decompress(j.plain[:0], out); err != nil {
			return fmt.Errorf("decompressing input %d: %w", i, err)
		}
		if !bytes.Equal(j.plain, in) {
			return fmt.Errorf("input %d does not come back", i)
		}
	}
	perInput := max(took/time.Duration(len(j.inputs)), 1)
	j.n = max(1, int((batchTime+perInput-1)/perInput))
	j.figures.Bytes = float64(size) / (float64(len(j.inputs)) * j.each)
	return nil
}

// round runs a batch of both directions.
func (j *job) round() error {
	first := j.next
	j.next = (first + j.n) % len(j.inputs)
	out, ends := j.out[:0], j.ends[:0]
	var err error
	start := time.Now()
	for i := range j.n {
		if out, err = j.codec.compress(out, j.inputs[(first+i)%len(j.inputs)]); err != nil {
			return err
		}
		ends = append(ends, len(out))
	}
	took := time.Since(start)
	j.figures.CompressNS = append(j.figures.CompressNS, j.perMessage(took))
	from := 0
	start = time.Now()
	for _, to := range ends {
		if j.plain, err = j.codec.decompress(j.plain[:0], out[from:to]); err != nil {
			return err
		}
		from = to
	}
	took = time.Since(start)
	j.figures.DecompressNS = append(j.figures.DecompressNS, j.perMessage(took))
	if last := j.inputs[(first+j.n-1)%len(j.inputs)]; !bytes.Equal(j.plain, last) {
		return fmt.Errorf("the last input of a batch does not come back")
	}
	j.out, j.ends = out, ends
	return nil
}

func (j *job) perMessage(took time.Duration) float64 {
	return float64(took.Nanoseconds()) / (float64(j.n) * j.each)
}
