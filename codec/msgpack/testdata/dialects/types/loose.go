package types

import (
	"bytes"
	"encoding/binary"
	"errors"
	"time"

	"github.com/tinylib/msgp/msgp"
	"github.com/vmihailenco/msgpack/v5"
)

// Loose has what only the value knows, and what methods of msgp know.
type Loose struct {
	A   any
	M   map[string]any
	L   []any
	N   any `msg:",omitempty"`
	Raw msgp.Raw
	T   Temperature
	PT  *Temperature
	X   Extended  `msg:",extension"`
	PX  *Extended `msg:",extension"`
	At  Moment    `msg:",extension"`
}

// Untyped is Loose for vmihailenco.
type Untyped struct {
	A   any
	M   map[string]any
	L   []any
	N   any
	Raw msgpack.RawMessage
	T   Temperature
	PT  *Temperature
	D   Degrees
}

// Temperature has state that its methods know, those of either library.
type Temperature struct{ tenths int8 }

// MarshalMsg writes it as two bytes of its own.
func (t *Temperature) MarshalMsg(b []byte) ([]byte, error) {
	return msgp.AppendBytes(b, []byte{1, byte(t.tenths)}), nil
}

// UnmarshalMsg reads them.
func (t *Temperature) UnmarshalMsg(b []byte) ([]byte, error) {
	s, rest, err := msgp.ReadBytesZC(b)
	if err == nil && len(s) != 2 {
		return b, errors.New("a temperature has two bytes")
	}
	if err == nil {
		t.tenths = int8(s[1])
	}
	return rest, err
}

// EncodeMsgpack writes it as a list of one.
func (t *Temperature) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(1); err != nil {
		return err
	}
	return e.EncodeInt8(t.tenths)
}

// DecodeMsgpack reads a list of one.
func (t *Temperature) DecodeMsgpack(d *msgpack.Decoder) error {
	n, err := d.DecodeArrayLen()
	if err == nil && n != 1 {
		return errors.New("a temperature is a list of one")
	}
	if err == nil {
		t.tenths, err = d.DecodeInt8()
	}
	return err
}

// Set makes a temperature.
func (t *Temperature) Set(tenths int8) { t.tenths = tenths }

// Degrees has the other methods of vmihailenco.
type Degrees struct{ value uint16 }

// MarshalMsgpack writes a number of two bytes.
func (d *Degrees) MarshalMsgpack() ([]byte, error) {
	return binary.BigEndian.AppendUint16([]byte{0xcd}, d.value), nil
}

// UnmarshalMsgpack reads it.
func (d *Degrees) UnmarshalMsgpack(b []byte) error {
	if len(b) != 3 || b[0] != 0xcd {
		return errors.New("degrees are a number of two bytes")
	}
	d.value = binary.BigEndian.Uint16(b[1:])
	return nil
}

// Set makes some.
func (d *Degrees) Set(value uint16) { d.value = value }

// Extended is an extension of msgp, of any length.
type Extended struct{ text []byte }

// ExtensionType is its number.
func (x *Extended) ExtensionType() int8 { return -100 }

// Len is how long it is.
func (x *Extended) Len() int { return len(x.text) }

// MarshalBinaryTo writes it.
func (x *Extended) MarshalBinaryTo(b []byte) error {
	copy(b, x.text)
	return nil
}

// UnmarshalBinary reads it.
func (x *Extended) UnmarshalBinary(b []byte) error {
	x.text = bytes.Clone(b)
	return nil
}

// Set makes one.
func (x *Extended) Set(text []byte) { x.text = text }

// Equal is for package cmp, which compares long texts byte by byte otherwise: most of the
// time of a test.
func (x Extended) Equal(y Extended) bool { return bytes.Equal(x.text, y.text) }

// Moment is a time that is an extension of whole seconds.
type Moment time.Time

// ExtensionType is its number.
func (m *Moment) ExtensionType() int8 { return 0 }

// Len is how long it is.
func (m *Moment) Len() int { return 8 }

// MarshalBinaryTo writes it.
func (m *Moment) MarshalBinaryTo(b []byte) error {
	binary.BigEndian.PutUint64(b, uint64(time.Time(*m).Unix()))
	return nil
}

// UnmarshalBinary reads it.
func (m *Moment) UnmarshalBinary(b []byte) error {
	if len(b) != 8 {
		return errors.New("a moment has eight bytes")
	}
	*m = Moment(time.Unix(int64(binary.BigEndian.Uint64(b)), 0))
	return nil
}
