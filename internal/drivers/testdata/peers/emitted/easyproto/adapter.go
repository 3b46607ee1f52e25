package easyproto

import (
	"errors"
	"math"
	"strings"
	"time"

	"github.com/VictoriaMetrics/easyproto"
	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
)

func marshal0(v *data2.Data, mm *easyproto.MessageMarshaler) {
	if v.Str != "" {
		mm.AppendString(1, v.Str)
	}
	if v.Bool {
		mm.AppendBool(2, v.Bool)
	}
	if v.Int32 != 0 {
		mm.AppendSfixed32(3, v.Int32)
	}
	if math.Float64bits(v.Float64) != 0 {
		mm.AppendDouble(4, v.Float64)
	}
	if !v.Time.IsZero() {
		marshalTime(v.Time, mm.AppendMessage(5))
	}
}

func unmarshal0(src []byte, v *data2.Data) (err error) {
	var fc easyproto.FieldContext
	for ok := true; len(src) > 0; {
		src, err = fc.NextField(src)
		if err != nil {
			return err
		}
		switch fc.FieldNum {
		case 1:
			s, isString := fc.String()
			if !isString {
				return errField
			}
			v.Str = strings.Clone(s)
		case 2:
			v.Bool, ok = fc.Bool()
		case 3:
			v.Int32, ok = fc.Sfixed32()
		case 4:
			v.Float64, ok = fc.Double()
		case 5:
			body, isMessage := fc.MessageData()
			if !isMessage {
				return errField
			}
			at, err := unmarshalTime(body)
			if err != nil {
				return err
			}
			v.Time = at
		}
		if !ok {
			return errField
		}
	}
	return nil
}

func reset0(v *data2.Data) {
	v.Str = ""
	v.Bool = false
	v.Int32 = 0
	v.Float64 = 0
	v.Time = time.Time{}
}

var errField = errors.New("a field is not of its type, or out of its range")

func marshalTime(t time.Time, mm *easyproto.MessageMarshaler) {
	mm.AppendInt64(1, t.Unix())
	mm.AppendInt32(2, int32(t.Nanosecond()))
}

func unmarshalTime(src []byte) (t time.Time, err error) {
	var seconds int64
	var nanos int32
	var fc easyproto.FieldContext
	for ok := true; len(src) > 0; {
		src, err = fc.NextField(src)
		if err != nil {
			return t, err
		}
		switch fc.FieldNum {
		case 1:
			seconds, ok = fc.Int64()
		case 2:
			nanos, ok = fc.Int32()
		}
		if !ok {
			return t, errField
		}
	}
	return time.Unix(seconds, int64(nanos)).UTC(), nil
}

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	var pool easyproto.MarshalerPool
	return adapter.Codec[T]{
		Append: func(buf []byte, v *T) ([]byte, error) {
			m := pool.Get()
			marshal0(v, m.MessageMarshaler())
			buf = m.Marshal(buf)
			pool.Put(m)
			return buf, nil
		},
		Unmarshal: func(data []byte, v *T) error {
			return unmarshal0(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			reset0(v)
			return unmarshal0(data, v)
		},
	}
}
