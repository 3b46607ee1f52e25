package flat

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"time"

	data2 "github.com/assay-go/assay/workloads/data"
)

// Every encoding begins with the version of the format and the fingerprint of the type.
const (
	dataFlatVersion = 1
	dataFlatMark    = 0xb4c0ca99
)

// AppendDataFlat appends the flat encoding of v to b and returns the extended
// buffer. b belongs to the caller; nothing of it is kept.
func AppendDataFlat(b []byte, v *data2.Data) ([]byte, error) {
	s1 := v.Str
	n2 := len(s1)
	t3 := dataFlatTimeWord(v.Time)
	n4 := 27 + n2
	if n2 >= 0x80 || t3 == 1<<64-2 || cap(b)-len(b) < n4 {
		return dataFlatAppendLong(b, v), nil
	}
	p := b[len(b) : len(b)+n4]
	h5 := (*[27]byte)(p)
	h5[0] = dataFlatVersion
	binary.LittleEndian.PutUint32(h5[1:5], dataFlatMark)
	h5[5] = dataFlatBoolByte(v.Bool)
	binary.LittleEndian.PutUint32(h5[6:10], uint32(v.Int32))
	binary.LittleEndian.PutUint64(h5[10:18], math.Float64bits(v.Float64))
	binary.LittleEndian.PutUint64(h5[18:26], t3)
	h5[26] = byte(n2)
	copy(p[27:], s1)
	b = b[:len(b)+n4]
	return b, nil
}

// dataFlatAppendLong appends v, whose strings may be long.
//
//go:noinline
func dataFlatAppendLong(b []byte, v *data2.Data) []byte {
	t1 := dataFlatTimeWord(v.Time)
	b = dataFlatExtend(b, 26)
	h2 := (*[26]byte)(b[len(b)-26:])
	h2[0] = dataFlatVersion
	binary.LittleEndian.PutUint32(h2[1:5], dataFlatMark)
	h2[5] = dataFlatBoolByte(v.Bool)
	binary.LittleEndian.PutUint32(h2[6:10], uint32(v.Int32))
	binary.LittleEndian.PutUint64(h2[10:18], math.Float64bits(v.Float64))
	binary.LittleEndian.PutUint64(h2[18:26], t1)
	b = dataFlatAppendString(b, v.Str)
	if t1 == 1<<64-2 {
		b = dataFlatAppendTimeTail(b, v.Time)
	}
	return b
}

// MarshalDataFlat returns the flat encoding of v in a new buffer of just its
// length.
func MarshalDataFlat(v *data2.Data) ([]byte, error) {
	s1 := v.Str
	n2 := len(s1)
	t3 := dataFlatTimeWord(v.Time)
	n4 := 27 + n2
	if n2 >= 0x80 || t3 == 1<<64-2 {
		return dataFlatAppendLong(make([]byte, 0, SizeDataFlat(v)), v), nil
	}
	p := make([]byte, n4)
	h5 := (*[27]byte)(p)
	h5[0] = dataFlatVersion
	binary.LittleEndian.PutUint32(h5[1:5], dataFlatMark)
	h5[5] = dataFlatBoolByte(v.Bool)
	binary.LittleEndian.PutUint32(h5[6:10], uint32(v.Int32))
	binary.LittleEndian.PutUint64(h5[10:18], math.Float64bits(v.Float64))
	binary.LittleEndian.PutUint64(h5[18:26], t3)
	h5[26] = byte(n2)
	copy(p[27:], s1)
	return p, nil
}

// SizeDataFlat returns the length in bytes of the flat encoding of v, or 0 if v
// has none.
func SizeDataFlat(v *data2.Data) int {
	return 26 + dataFlatUvarintSize(uint64(len(v.Str))) + len(v.Str) + dataFlatTimeTail(v.Time)
}

// UnmarshalDataFlat reads v from the whole of data, which must hold nothing
// else. v does not alias data. Storage that v refers to (slices, maps, what
// pointers lead to) is used again and must not be shared; after an error, the
// content of v is undefined.
func UnmarshalDataFlat(data []byte, v *data2.Data) error {
	if len(data) < 27 {
		return dataFlatUnmarshalRest(data, v)
	}
	h1 := (*[27]byte)(data)
	if h1[0] != dataFlatVersion || binary.LittleEndian.Uint32(h1[1:5]) != dataFlatMark {
		return dataFlatUnmarshalRest(data, v)
	}
	n2 := int(h1[26])
	if n2 >= 0x80 || len(data)-27 != n2 {
		return dataFlatUnmarshalRest(data, v)
	}
	if h1[5] > 1 {
		return dataFlatUnmarshalRest(data, v)
	}
	v.Bool = h1[5] != 0
	v.Int32 = int32(binary.LittleEndian.Uint32(h1[6:10]))
	v.Float64 = math.Float64frombits(binary.LittleEndian.Uint64(h1[10:18]))
	t3 := binary.LittleEndian.Uint64(h1[18:26])
	nsec4 := t3 & (1<<30 - 1)
	if nsec4 >= 1e9 {
		return dataFlatUnmarshalRest(data, v)
	}
	v.Time = time.Unix(int64(t3>>30)-1<<33, int64(nsec4)).UTC()
	v.Str = string(data[27:])
	return nil
}

// dataFlatUnmarshalRest reads v from the whole of data, of which nothing is
// known.
//
//go:noinline
func dataFlatUnmarshalRest(data []byte, v *data2.Data) error {
	r := dataFlatReader{data: data}
	if len(data) < 5 || data[0] != dataFlatVersion || binary.LittleEndian.Uint32(data[1:]) != dataFlatMark {
		return r.mark("Data")
	}
	p, err := dataFlatDecode(&r, data[5:], v)
	if err == nil && len(p) > 0 {
		err = r.fail(p, "Data", "bytes are left over")
	}
	return err
}

// DecodeDataFlat reads v from the front of data and returns the number of bytes
// used. v does not alias data. It uses storage of v as Unmarshal does.
func DecodeDataFlat(data []byte, v *data2.Data) (int, error) {
	r := dataFlatReader{data: data}
	if len(data) < 5 || data[0] != dataFlatVersion || binary.LittleEndian.Uint32(data[1:]) != dataFlatMark {
		return 0, r.mark("Data")
	}
	p, err := dataFlatDecode(&r, data[5:], v)
	return len(data) - len(p), err
}

// dataFlatDecode reads v from the front of p and returns what is left of it.
func dataFlatDecode(r *dataFlatReader, p []byte, v *data2.Data) (_ []byte, err error) {
	if len(p) < 22 {
		return p, r.short(p, "Data.Bool")
	}
	h1 := (*[22]byte)(p)
	if h1[0] > 1 {
		return p, r.fail(p, "Data.Bool", "a bool that is neither 0 nor 1")
	}
	v.Bool = h1[0] != 0
	v.Int32 = int32(binary.LittleEndian.Uint32(h1[1:5]))
	v.Float64 = math.Float64frombits(binary.LittleEndian.Uint64(h1[5:13]))
	t2 := binary.LittleEndian.Uint64(h1[13:21])
	n3 := uint64(h1[21])
	if n3 < 0x80 {
		p = p[22:]
	} else if n3, p, err = r.uvarint(p[21:], 64, "Data.Str"); err != nil {
		return p, err
	}
	if n3 > uint64(len(p)) {
		return p, r.short(p, "Data.Str")
	}
	v.Str = string(p[:n3])
	p = p[n3:]
	if nsec4 := t2 & (1<<30 - 1); nsec4 < 1e9 {
		v.Time = time.Unix(int64(t2>>30)-1<<33, int64(nsec4)).UTC()
	} else if v.Time, p, err = r.time(p, t2, "Data.Time"); err != nil {
		return p, err
	}
	return p, nil
}

// dataFlatBoolByte returns 1 for true and 0 for false.
func dataFlatBoolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// dataFlatExtend makes b longer by n bytes, which are to be written.
func dataFlatExtend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return dataFlatGrow(b, n)
	}
	return b[:len(b)+n]
}

// dataFlatGrow is dataFlatExtend where there is no room. Without a buffer it makes one of just n bytes.
//
//go:noinline
func dataFlatGrow(b []byte, n int) []byte {
	if cap(b) == 0 {
		return make([]byte, n)
	}
	return slices.Grow(b, n)[:len(b)+n]
}

// mark returns the error of an input that does not begin with the version of the
// format and the fingerprint of the type.
//
//go:noinline
func (r *dataFlatReader) mark(field string) error {
	if len(r.data) < 5 {
		return r.short(r.data, field)
	}
	return r.fail(r.data, field, "the fingerprint is that of another type, or of another version of this one")
}

// dataFlatReader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type dataFlatReader struct {
	data []byte
}

// offset returns where p, which is what is left, begins in the input.
func (r *dataFlatReader) offset(p []byte) int { return len(r.data) - len(p) }

// fail returns an error of what p begins with.
//
//go:noinline
func (r *dataFlatReader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %s", field, r.offset(p), reason)
}

// short returns the error of an input that ends too early.
//
//go:noinline
func (r *dataFlatReader) short(p []byte, field string) error {
	return fmt.Errorf("flat: unmarshalling %s at byte %d: %w", field, r.offset(p), io.ErrUnexpectedEOF)
}

// dataFlatAppendString appends s after its length as a varint.
func dataFlatAppendString(b []byte, s string) []byte {
	n := len(b)
	if len(s) >= 0x80 || cap(b)-n <= len(s) {
		return append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = b[:n+1+len(s)]
	b[n] = byte(len(s))
	if s != "" { // for what is empty, too, the copy is a call
		copy(b[n+1:], s)
	}
	return b
}

// dataFlatTimeWord returns the seconds since 1970 plus 1<<33 above 30 bits of
// nanoseconds. Where the seconds do not fit, all bits but the lowest are set;
// all bits are the zero time.
func dataFlatTimeWord(t time.Time) uint64 {
	sec := uint64(t.Unix()) + 1<<33
	if sec >= 1<<34 {
		if t.IsZero() {
			return 1<<64 - 1
		}
		return 1<<64 - 2
	}
	return sec<<30 | uint64(t.Nanosecond())
}

// dataFlatTimeTail returns how many bytes t takes beside its word.
func dataFlatTimeTail(t time.Time) int {
	if uint64(t.Unix())+1<<33 >= 1<<34 && !t.IsZero() {
		return 12
	}
	return 0
}

// dataFlatAppendTimeTail appends what a time takes beside its word.
//
//go:noinline
func dataFlatAppendTimeTail(b []byte, t time.Time) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(t.Unix()))
	return binary.LittleEndian.AppendUint32(b, uint32(t.Nanosecond()))
}

// time returns the time of a word that is none by itself.
//
//go:noinline
func (r *dataFlatReader) time(p []byte, word uint64, field string) (time.Time, []byte, error) {
	switch {
	case word == 1<<64-1:
		return time.Time{}, p, nil
	case word != 1<<64-2:
		return time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	case len(p) < 12:
		return time.Time{}, p, r.short(p, field)
	}
	nsec := binary.LittleEndian.Uint32(p[8:])
	if nsec >= 1e9 {
		return time.Time{}, p, r.fail(p, field, "a time with more than 999,999,999 nanoseconds")
	}
	return time.Unix(int64(binary.LittleEndian.Uint64(p)), int64(nsec)).UTC(), p[12:], nil
}

// dataFlatUvarintSize returns the length in bytes of a varint.
func dataFlatUvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

// uvarint reads a varint of at most the given number of bits, and no more bytes
// than they take.
//
//go:noinline
func (r *dataFlatReader) uvarint(p []byte, width int, field string) (uint64, []byte, error) {
	x, n := binary.Uvarint(p)
	switch {
	case n == 0:
		return 0, p, r.short(p, field)
	case n < 0 || n > (width+6)/7 || width < 64 && x>>width != 0:
		return 0, p, r.fail(p, field, "a varint that is too long")
	}
	return x, p[n:], nil
}
