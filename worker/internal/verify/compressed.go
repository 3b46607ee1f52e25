package verify

import (
	"compress/flate"
	"compress/lzw"
	"io"
)

// maxCompressed bounds the encodings that are compressed, in bytes: at about
// 20 MB/s more of them would only hold up the run.
const maxCompressed = 4 << 20

// gzipFrame is what gzip adds to flate: a header of 10 bytes and a trailer of 8.
const gzipFrame = 18

// compressed returns the mean compressed size of the encodings by algorithm, each
// by itself at the best level, over as many as fit into maxCompressed.
//
// LZW is the algorithm of the program compress, in the form of package lzw: codes
// of up to 12 bits, where the program has up to 16, and no header of 3 bytes.
func compressed(encoded [][]byte) map[string]float64 {
	var deflated, coded counter
	deflate, err := flate.NewWriter(&deflated, flate.BestCompression)
	if err != nil {
		return nil // the level is a constant
	}
	code := lzw.NewWriter(&coded, lzw.LSB, 8).(*lzw.Writer)
	values, in := 0, 0
	for _, b := range encoded {
		if values > 0 && in+len(b) > maxCompressed {
			break
		}
		deflate.Reset(&deflated)
		code.Reset(&coded, lzw.LSB, 8)
		for _, w := range []io.WriteCloser{deflate, code} {
			w.Write(b) // to a counter: no error
			w.Close()
		}
		values++
		in += len(b)
	}
	mean := func(n counter) float64 { return float64(n) / float64(values) }
	return map[string]float64{"flate": mean(deflated), "gzip": mean(deflated) + gzipFrame, "lzw": mean(coded)}
}

type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}
