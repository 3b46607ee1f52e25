// Command compressor measures what general-purpose compressors make of the
// messages on its standard input, for package compression, which says how the two
// talk.
//
// Everything is measured in rounds in which each compressor runs on each set of
// messages once, in shuffled order, so that all of them meet the same noise.
// Nothing is timed that did not give the messages back.
//
// The compressors are called as a service would: made once, used again, writing
// into memory that is there, on one core. The program knows nothing of what the
// messages hold, nor who encoded them.
package main

import (
	"context"
	"encoding/gob"
	"fmt"
	"io"
	"os"

	"github.com/assay-go/assay/internal/measure/compression"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compressor:", err)
		os.Exit(1)
	}
}

// serve answers one request.
func serve(in io.Reader, out io.Writer) error {
	var req compression.Request
	if err := gob.NewDecoder(in).Decode(&req); err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	enc := gob.NewEncoder(out)
	var lost error
	figures, err := measure(context.Background(), req.Sets, req.Seed, func(done, total int) {
		if err := enc.Encode(compression.Response{Done: done, Total: total}); err != nil {
			lost = err
		}
	})
	if err != nil {
		return err
	}
	if lost != nil {
		return lost
	}
	return enc.Encode(compression.Response{Figures: figures})
}
