package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// algorithm is a compressor at one level.
type algorithm struct {
	name string
	open func() codec
}

// codec appends the compressed form of an input to dst, or the input to dst.
type codec struct {
	compress   func(dst, src []byte) ([]byte, error)
	decompress func(dst, src []byte) ([]byte, error)
}

// algorithms are the compressors, each in the form that its users give single
// messages: gzip and zstd with their frames, snappy and lz4 as blocks. zstd has
// the levels of its program; the library knows four, of which 1, 3 and 9 mean
// the first three.
var algorithms = []algorithm{
	{"gzip", openGzip},
	{"zstd-9", func() codec { return openZstd(9) }},
	{"zstd-3", func() codec { return openZstd(3) }},
	{"zstd-1", func() codec { return openZstd(1) }},
	{"lz4", openLZ4},
	{"snappy", openSnappy},
}

// openGzip compresses at the default level, which is 6.
func openGzip() codec {
	var out bytes.Buffer
	w := gzip.NewWriter(io.Discard)
	var in bytes.Reader
	var r gzip.Reader
	return codec{
		compress: func(dst, src []byte) ([]byte, error) {
			out = *bytes.NewBuffer(dst)
			w.Reset(&out)
			if _, err := w.Write(src); err != nil {
				return dst, err
			}
			err := w.Close()
			return out.Bytes(), err
		},
		decompress: func(dst, src []byte) ([]byte, error) {
			in.Reset(src)
			if err := r.Reset(&in); err != nil {
				return dst, err
			}
			out = *bytes.NewBuffer(dst)
			_, err := r.WriteTo(&out)
			return out.Bytes(), err
		},
	}
}

func openZstd(level int) codec {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level)), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are constants
	}
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic(err) // likewise
	}
	return codec{
		compress:   func(dst, src []byte) ([]byte, error) { return w.EncodeAll(src, dst), nil },
		decompress: func(dst, src []byte) ([]byte, error) { return r.DecodeAll(src, dst) },
	}
}

func openSnappy() codec {
	return codec{
		compress: func(dst, src []byte) ([]byte, error) {
			dst = grow(dst, snappy.MaxEncodedLen(len(src)))
			return dst[:len(dst)+len(snappy.Encode(dst[len(dst):cap(dst)], src))], nil
		},
		decompress: func(dst, src []byte) ([]byte, error) {
			n, err := snappy.DecodedLen(src)
			if err != nil {
				return dst, err
			}
			dst = grow(dst, n)
			out, err := snappy.Decode(dst[len(dst):len(dst)+n], src)
			return dst[:len(dst)+len(out)], err
		},
	}
}

// openLZ4 sets the length of the input before the block, which is not part of
// the format and which no decoder can do without.
func openLZ4() codec {
	var c lz4.Compressor
	return codec{
		compress: func(dst, src []byte) ([]byte, error) {
			dst = grow(dst, binary.MaxVarintLen64+lz4.CompressBlockBound(len(src)))
			dst = binary.AppendUvarint(dst, uint64(len(src)))
			n, err := c.CompressBlock(src, dst[len(dst):cap(dst)])
			return dst[:len(dst)+n], err
		},
		decompress: func(dst, src []byte) ([]byte, error) {
			size, n := binary.Uvarint(src)
			if n <= 0 {
				return dst, errors.New("no length")
			}
			dst = grow(dst, int(size))
			got, err := lz4.UncompressBlock(src[n:], dst[len(dst):len(dst)+int(size)])
			return dst[:len(dst)+got], err
		},
	}
}

// grow returns b with room for n bytes more.
func grow(b []byte, n int) []byte {
	if cap(b)-len(b) < n {
		b = append(make([]byte, 0, 2*cap(b)+n), b...)
	}
	return b
}
