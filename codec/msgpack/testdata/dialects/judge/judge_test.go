// Package judge has each library judge the code for its dialect.
package judge

import (
	"bytes"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	shamatonlib "github.com/shamaton/msgpack/v3"
	ugorjilib "github.com/ugorji/go/codec"
	vmihailencolib "github.com/vmihailenco/msgpack/v5"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack/internal/msgpacktest"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/shamaton"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/ugorji"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/vmihailenco"
)

var dialects = []struct {
	keyedtest.Judge
	codecs []keyedtest.Codec
}{
	{
		keyedtest.Judge{
			Name: "vmihailenco", Entries: 1, Options: wrapped, Marshal: vmihailencolib.Marshal,
			Unmarshal: func(b []byte, v any) error { return vmihailencolib.Unmarshal(b, v) },
			// Nil leaves a list of texts as it was, where its key came before.
			Apart: func(b []byte) bool { return msgpacktest.Twice(b) && bytes.Contains(b, []byte("\xa1L\xc0")) },
		},
		[]keyedtest.Codec{
			keyedtest.Of(vmihailenco.AppendAllMsgpack, vmihailenco.MarshalAllMsgpack, vmihailenco.SizeAllMsgpack, vmihailenco.UnmarshalAllMsgpack, vmihailenco.DecodeAllMsgpack),
			keyedtest.Of(vmihailenco.AppendSparseMsgpack, vmihailenco.MarshalSparseMsgpack, vmihailenco.SizeSparseMsgpack, vmihailenco.UnmarshalSparseMsgpack, vmihailenco.DecodeSparseMsgpack),
			keyedtest.Of(vmihailenco.AppendPairMsgpack, vmihailenco.MarshalPairMsgpack, vmihailenco.SizePairMsgpack, vmihailenco.UnmarshalPairMsgpack, vmihailenco.DecodePairMsgpack),
		},
	},
	{
		keyedtest.Judge{
			Name: "ugorji", Entries: 1, Options: wrapped, Apart: msgpacktest.Twice,
			Marshal: func(v any) (b []byte, err error) {
				err = ugorjilib.NewEncoderBytes(&b, handle).Encode(v)
				return b, err
			},
			Unmarshal: func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, handle).Decode(v) },
		},
		[]keyedtest.Codec{
			keyedtest.Of(ugorji.AppendAllMsgpack, ugorji.MarshalAllMsgpack, ugorji.SizeAllMsgpack, ugorji.UnmarshalAllMsgpack, ugorji.DecodeAllMsgpack),
			keyedtest.Of(ugorji.AppendSparseMsgpack, ugorji.MarshalSparseMsgpack, ugorji.SizeSparseMsgpack, ugorji.UnmarshalSparseMsgpack, ugorji.DecodeSparseMsgpack),
			keyedtest.Of(ugorji.AppendPairMsgpack, ugorji.MarshalPairMsgpack, ugorji.SizePairMsgpack, ugorji.UnmarshalPairMsgpack, ugorji.DecodePairMsgpack),
		},
	},
	{
		keyedtest.Judge{
			Name: "shamaton", Entries: 1, Apart: msgpacktest.Twice, Marshal: shamatonlib.Marshal,
			Unmarshal: func(b []byte, v any) error { return shamatonlib.Unmarshal(b, v) },
		},
		[]keyedtest.Codec{
			keyedtest.Of(shamaton.AppendAllMsgpack, shamaton.MarshalAllMsgpack, shamaton.SizeAllMsgpack, shamaton.UnmarshalAllMsgpack, shamaton.DecodeAllMsgpack),
			keyedtest.Of(shamaton.AppendSparseMsgpack, shamaton.MarshalSparseMsgpack, shamaton.SizeSparseMsgpack, shamaton.UnmarshalSparseMsgpack, shamaton.DecodeSparseMsgpack),
			keyedtest.Of(shamaton.AppendPairMsgpack, shamaton.MarshalPairMsgpack, shamaton.SizePairMsgpack, shamaton.UnmarshalPairMsgpack, shamaton.DecodePairMsgpack),
		},
	},
}

// wrapped passes over floats of integers of 2^63 and above, which these libraries make numbers
// below zero.
var wrapped = cmp.Options{
	cmp.FilterValues(func(a, b float64) bool { return math.Abs(math.Abs(a-b)-1<<64) <= 1<<12 }, cmp.Ignore()),
	cmp.FilterValues(func(a, b float32) bool { return math.Abs(math.Abs(float64(a)-float64(b))-1<<64) <= 1<<41 }, cmp.Ignore()),
}

// handle is ugorji's of the current specification, which has bytes and extensions.
var handle = func() *ugorjilib.MsgpackHandle {
	h := new(ugorjilib.MsgpackHandle)
	h.WriteExt = true
	return h
}()

// TestDialects has each library judge its dialect.
func TestDialects(t *testing.T) {
	for _, d := range dialects {
		for _, c := range d.codecs {
			d.Test(t, c)
		}
	}
}
