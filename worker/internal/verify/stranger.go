package verify

import (
	"bytes"
	"fmt"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
)

// What of a case's encodings is shown to a process that never encoded, at most.
const (
	strangerValues = 8
	strangerBytes  = 256 << 10
)

// samples are the encodings that another process has to decode.
func (r *run) samples() (list []protocol.Sample) {
	size := 0
	for _, i := range r.sample(strangerValues) {
		if size += len(r.encoded[i]); size > strangerBytes && len(list) > 0 {
			break
		}
		list = append(list, protocol.Sample{Value: i, Encoded: r.again(i)})
	}
	return list
}

// again returns value i as it is encoded once it has been: of a codec whose encodings
// differ from time to time, a later one may say no more than that it came before.
func (r *run) again(i int) []byte {
	if r.verdict.Deterministic || r.declared.DecodeOnly {
		return r.encoded[i]
	}
	codec, last := r.Open(), r.encoded[i]
	if err := quietly(func() (err error) {
		for range 2 {
			if last, err = r.encode(&codec, i); err != nil {
				break
			}
		}
		return err
	}); err != nil {
		return r.encoded[i]
	}
	return last
}

// Samples returns those of which verification has told, by a codec of the case.
func Samples(c Case) (list []protocol.Sample, err error) {
	r := &run{Case: c, encoded: make([][]byte, len(c.Values))}
	codec := r.Open()
	for _, i := range r.sample(strangerValues) {
		if r.encoded[i], err = r.encode(&codec, i); err != nil {
			return nil, err
		}
	}
	return r.samples(), nil
}

// Decode proves, in a process in which the serializer never encoded anything,
// that the encodings hold all of the values: what the codecs of a package share
// in memory is not there.
func Decode(c Case, list []protocol.Sample) error {
	r := &run{Case: c, found: map[string]bool{}}
	codec := c.Open()
	for _, s := range list {
		if s.Value >= len(c.Values) {
			return nil // other values: nothing can be said
		}
		err := r.guarded(func() error {
			v, err := r.unmarshal(&codec, s.Value, GuardedInput(s.Encoded))
			if err != nil {
				return err
			}
			got, err := r.take(s.Value, v)
			if err != nil {
				return err
			}
			if res := deep.Compare(c.Values[s.Value], got); res.Loses() {
				return fmt.Errorf("value %d: %s", s.Value, res)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("decoded in a process that never encoded: %w", err)
		}
	}
	return nil
}

// Again proves, in a process of its own, that the values of the samples encode to the
// same bytes as in the one that they come from.
func Again(c Case, list []protocol.Sample) error {
	r := &run{Case: c}
	codec := c.Open()
	for _, s := range list {
		if s.Value >= len(c.Values) {
			return nil // other values: nothing can be said
		}
		err := r.guarded(func() error {
			b, err := r.encode(&codec, s.Value)
			if err == nil && !bytes.Equal(b, s.Encoded) {
				err = fmt.Errorf("value %d encodes to other bytes (from byte %d of %d on), which the driver does not declare", s.Value, firstChange(s.Encoded, b), len(b))
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("in another process: %w", err)
		}
	}
	return nil
}
