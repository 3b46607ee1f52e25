package measure

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/assay-go/assay/internal/measure/compression"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// What compressors are given: the encodings of so many values, or of as many as
// have so many bytes together.
const (
	compressedValues = 1000
	compressedBytes  = 4 << 20
)

// compression measures what compressors make of the encodings of each row, in
// a program of their own: a worker that linked compressors would choose their
// versions for the serializers that it holds. Rows that encode to the same bytes share the
// figures.
func (r *runner) compression(ctx context.Context, s *Subject, entries []*entry, ahead time.Duration) error {
	if !r.cfg.Compression {
		return nil
	}
	r.pool.close() // nothing else is to run meanwhile
	// Where values are made, there are as many as are wanted.
	more := &Subject{Name: s.Name, Data: s.Data, Result: &result.Subject{}}
	more.Data.Count = max(more.Data.Count, compressedValues)
	pool := r.pool.another()
	defer pool.close()
	var sets [][][]byte
	set := map[[sha256.Size]byte]int{} // of the encodings with a hash
	of := map[*result.Case]int{}
	for _, e := range entries {
		row := e.c.Row
		if e.op != protocol.Marshal || row.Status != result.OK || protocol.Harness(e.c.Protocol.Adapter) {
			continue
		}
		if _, err := pool.loaded(ctx, e.c.Worker, more); err != nil {
			return err
		}
		resp, err := pool.ask(e.c.Worker, protocol.Request{
			Do: "encodings", Case: e.c.Protocol, N: compressedValues, Bytes: compressedBytes, CPU: r.cfg.StepLimit,
		})
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			// Its figures stand: these are other values than those it was verified with.
			row.Findings = append(row.Findings, "what compressors make of it was not measured: "+err.Error())
			continue
		}
		key := hash(resp.Encodings)
		i, ok := set[key]
		if !ok {
			i = len(sets)
			set[key], sets = i, append(sets, resp.Encodings)
		}
		of[row] = i
	}
	pool.close()
	figures, err := compression.Measure(ctx, r.cfg.Compressor, sets, r.cfg.Seed, func(done, total int) {
		r.cfg.Progress(Step{Compressing, s.Name, done, total, ahead})
	})
	if err != nil {
		return err
	}
	for row, i := range of {
		row.Compression = nil
		for _, f := range figures[i] {
			row.Compression = append(row.Compression, result.Compression{
				Algorithm: f.Algorithm, Stream: f.Stream, Messages: len(sets[i]), Plain: mean(sets[i]), Bytes: f.Bytes,
				CompressNS: f.CompressNS, DecompressNS: f.DecompressNS,
			})
		}
	}
	r.checkpoint()
	return nil
}

func hash(encodings [][]byte) (key [sha256.Size]byte) {
	h := sha256.New()
	for _, b := range encodings {
		var length [8]byte
		binary.LittleEndian.PutUint64(length[:], uint64(len(b)))
		h.Write(length[:])
		h.Write(b)
	}
	h.Sum(key[:0])
	return key
}

// mean returns the mean length of the encodings.
func mean(encodings [][]byte) float64 {
	sum := 0
	for _, b := range encodings {
		sum += len(b)
	}
	return float64(sum) / float64(len(encodings))
}
