package hand

import (
	"io"
	"time"

	"github.com/200sc/bebop/iohelp"
)

// Dated is bebop's struct of go-serialization-benchmarks, whose time is a date of
// 100 ns, with the methods as bebopc-go v0.6.2 writes them.
type Dated struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}

// MarshalBebopTo writes d to the front of buf and returns its length.
func (d Dated) MarshalBebopTo(buf []byte) int {
	at := 0
	iohelp.WriteUint32Bytes(buf[at:], uint32(len(d.Str)))
	copy(buf[at+4:at+4+len(d.Str)], []byte(d.Str))
	at += 4 + len(d.Str)
	iohelp.WriteBoolBytes(buf[at:], d.Bool)
	at += 1
	iohelp.WriteInt32Bytes(buf[at:], d.Int32)
	at += 4
	iohelp.WriteFloat64Bytes(buf[at:], d.Float64)
	at += 8
	if (d.Time).IsZero() {
		iohelp.WriteInt64Bytes(buf[at:], 0)
	} else {
		iohelp.WriteInt64Bytes(buf[at:], ((d.Time).UnixNano() / 100))
	}
	at += 8
	return at
}

// UnmarshalBebop reads d from the front of buf.
func (d *Dated) UnmarshalBebop(buf []byte) (err error) {
	at := 0
	d.Str, err = iohelp.ReadStringBytes(buf[at:])
	if err != nil {
		return err
	}
	at += 4 + len(d.Str)
	if len(buf[at:]) < 1 {
		return io.ErrUnexpectedEOF
	}
	d.Bool = iohelp.ReadBoolBytes(buf[at:])
	at += 1
	if len(buf[at:]) < 4 {
		return io.ErrUnexpectedEOF
	}
	d.Int32 = iohelp.ReadInt32Bytes(buf[at:])
	at += 4
	if len(buf[at:]) < 8 {
		return io.ErrUnexpectedEOF
	}
	d.Float64 = iohelp.ReadFloat64Bytes(buf[at:])
	at += 8
	if len(buf[at:]) < 8 {
		return io.ErrUnexpectedEOF
	}
	d.Time = iohelp.ReadDateBytes(buf[at:])
	at += 8
	return nil
}

// Size returns the length of d's encoding in bytes.
func (d Dated) Size() int {
	bodyLen := 0
	bodyLen += 4 + len(d.Str)
	bodyLen += 1
	bodyLen += 4
	bodyLen += 8
	bodyLen += 8
	return bodyLen
}

// MarshalBebop returns d's encoding.
func (d Dated) MarshalBebop() []byte {
	buf := make([]byte, d.Size())
	d.MarshalBebopTo(buf)
	return buf
}
