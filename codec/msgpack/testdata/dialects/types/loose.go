package types

import (
	"encoding/binary"
	"errors"

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
