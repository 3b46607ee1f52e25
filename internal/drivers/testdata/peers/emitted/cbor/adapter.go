package cbor

import (
	"bytes"
	"io"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	cbor "github.com/fxamacker/cbor/v2"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// enc is the library's default but for times, which it would cut to seconds.
var enc = func() cbor.UserBufferEncMode {
	mode, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.UserBufferEncMode()
	if err != nil {
		panic(err)
	}
	return mode
}()

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	var out bytes.Buffer
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return enc.Marshal(v)
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			out = *bytes.NewBuffer(buf)
			if err := enc.MarshalToBuffer(v, &out); err != nil {
				return buf, err
			}
			return out.Bytes(), nil
		},
		Unmarshal: func(data []byte, v *T) error {
			return cbor.Unmarshal(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			return cbor.Unmarshal(data, v)
		},
		Write: func(w io.Writer, v *T) error {
			return enc.NewEncoder(w).Encode(v)
		},
		Read: func(r io.Reader, v *T) error {
			return cbor.NewDecoder(r).Decode(v)
		},
	}
}
