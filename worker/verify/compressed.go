package verify

import "compress/flate"

// maxCompressed bounds the encodings that are compressed, in bytes: at about
// 20 MB/s more of them would only hold up the run.
const maxCompressed = 4 << 20

// gzipFrame is what gzip adds to flate: a header of 10 bytes and a trailer of 8.
const gzipFrame = 18

// compressed returns the mean compressed size of the encodings, each by itself
// at the best level, over as many as fit into maxCompressed.
func compressed(encoded [][]byte) map[string]float64 {
	var n counter
	w, err := flate.NewWriter(&n, flate.BestCompression)
	if err != nil {
		return nil // the level is a constant
	}
	values, in := 0, 0
	for _, b := range encoded {
		if values > 0 && in+len(b) > maxCompressed {
			break
		}
		w.Reset(&n)
		w.Write(b)
		w.Close()
		values++
		in += len(b)
	}
	mean := float64(n) / float64(values)
	return map[string]float64{"flate": mean, "gzip": mean + gzipFrame}
}

type counter int

func (n *counter) Write(p []byte) (int, error) {
	*n += counter(len(p))
	return len(p), nil
}
