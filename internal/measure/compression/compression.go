// Package compression has general-purpose compressors measured: the size that
// they leave, and the time to compress and to decompress, of each message by
// itself and of all of them as one stream.
//
// It does so in a program of its own, the command in folder compressor, which is
// built when it is first asked for: most runs compress nothing, and do without
// the modules of the compressors.
package compression

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Program is the package of the command, below the root of this module.
const Program = "internal/measure/compression/compressor"

// Request is what the command reads from its standard input, as a gob.
type Request struct {
	Sets [][][]byte // of messages
	Seed uint64     // of the order within rounds
}

// Response is what it writes, as gobs: how much is done, and at last the figures
// of each set.
type Response struct {
	Done, Total int
	Figures     [][]Figures
}

// Figures are what one compressor made of one set of messages.
type Figures struct {
	Algorithm string  // with its level, such as zstd-3
	Stream    bool    // all messages as one stream, each behind its length; otherwise each by itself
	Bytes     float64 // mean length of a message, compressed

	// Nanoseconds a message, one figure for each round.
	CompressNS, DecompressNS []float64
}

// Measure has the executable of [Program] measure all compressors on each set of
// messages. The result has the figures of each set, those of the stream behind
// those of single messages. progress is told how much of the whole is done.
func Measure(ctx context.Context, executable string, sets [][][]byte, seed uint64, progress func(done, total int)) ([][]Figures, error) {
	var request, complaint bytes.Buffer
	if err := gob.NewEncoder(&request).Encode(Request{sets, seed}); err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	cmd := exec.CommandContext(ctx, executable)
	cmd.Stdin, cmd.Stderr = &request, &complaint
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("compressing: %w", err)
	}
	figures, err := answers(out, progress)
	if failed := cmd.Wait(); failed != nil {
		err = fmt.Errorf("%w %s", failed, strings.TrimSpace(complaint.String()))
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("compressing: %w", err)
	case len(figures) != len(sets):
		return nil, fmt.Errorf("compressing: figures of %d sets, want %d", len(figures), len(sets))
	}
	return figures, nil
}

// answers reads responses to their end.
func answers(r io.Reader, progress func(done, total int)) ([][]Figures, error) {
	for dec := gob.NewDecoder(r); ; {
		var resp Response
		if err := dec.Decode(&resp); err != nil {
			return nil, err
		}
		if resp.Total == 0 {
			return resp.Figures, nil
		}
		progress(resp.Done, resp.Total)
	}
}
