package loops

import (
	"bytes"
	"encoding/json"
	"time"

	bstd "github.com/deneonet/benc/std"
	"github.com/mus-format/mus-go/ord"
	"github.com/mus-format/mus-go/unsafe"

	"github.com/assay-go/assay/workloads/data"
)

// The funcs of benc and mus follow projects/benc and projects/mus of
// go-serialization-benchmarks, for whose type they are written by hand.

func sizeBenc(v *data.Data) int {
	return bstd.SizeString(v.Str) + bstd.SizeBool() + bstd.SizeInt32() + bstd.SizeFloat64() + bstd.SizeInt64()
}

func putBenc(b []byte, v *data.Data) int {
	n := bstd.MarshalString(0, b, v.Str)
	n = bstd.MarshalBool(n, b, v.Bool)
	n = bstd.MarshalInt32(n, b, v.Int32)
	n = bstd.MarshalFloat64(n, b, v.Float64)
	return bstd.MarshalInt64(n, b, v.Time.UnixNano())
}

func getBenc(b []byte, v *data.Data) (err error) {
	n := 0
	if n, v.Str, err = bstd.UnmarshalString(n, b); err != nil {
		return err
	}
	if n, v.Bool, err = bstd.UnmarshalBool(n, b); err != nil {
		return err
	}
	if n, v.Int32, err = bstd.UnmarshalInt32(n, b); err != nil {
		return err
	}
	if n, v.Float64, err = bstd.UnmarshalFloat64(n, b); err != nil {
		return err
	}
	_, ns, err := bstd.UnmarshalInt64(n, b)
	v.Time = time.Unix(0, ns).UTC()
	return err
}

func sizeMus(v *data.Data) (n int) {
	n += ord.String.Size(v.Str)
	n += unsafe.Bool.Size(v.Bool)
	n += unsafe.Int32.Size(v.Int32)
	n += unsafe.Float64.Size(v.Float64)
	return n + unsafe.TimeUnixNanoUTC.Size(v.Time)
}

func putMus(b []byte, v *data.Data) int {
	n := ord.String.Marshal(v.Str, b)
	n += unsafe.Bool.Marshal(v.Bool, b[n:])
	n += unsafe.Int32.Marshal(v.Int32, b[n:])
	n += unsafe.Float64.Marshal(v.Float64, b[n:])
	return n + unsafe.TimeUnixNanoUTC.Marshal(v.Time, b[n:])
}

func getMus(b []byte, v *data.Data) (err error) {
	var n, used int
	if v.Str, n, err = ord.String.Unmarshal(b); err != nil {
		return err
	}
	v.Bool, used, err = unsafe.Bool.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Int32, used, err = unsafe.Int32.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Float64, used, err = unsafe.Float64.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Time, _, err = unsafe.TimeUnixNanoUTC.Unmarshal(b[n:])
	return err
}

// appendJSON is the one call of encoding/json that writes into memory of its caller.
func appendJSON(b []byte, v any) ([]byte, error) {
	w := bytes.NewBuffer(b)
	err := json.NewEncoder(w).Encode(v)
	return w.Bytes(), err
}
