// Package orders is an example: a type, and a codec of its author's own.
package orders

import (
	"encoding/binary"
	"errors"
)

// Order is what the shop sends.
type Order struct {
	ID   uint64
	Note string
}

// EqualTo reports whether both orders are the same.
func (o Order) EqualTo(other Order) bool { return o == other }

// AppendOrder appends the encoding of *v to buf.
func AppendOrder(buf []byte, v *Order) ([]byte, error) {
	buf = binary.LittleEndian.AppendUint64(buf, v.ID)
	return append(buf, v.Note...), nil
}

// UnmarshalOrder decodes data into *v.
func UnmarshalOrder(data []byte, v *Order) error {
	if len(data) < 8 {
		return errors.New("orders: the order is cut off")
	}
	v.ID, v.Note = binary.LittleEndian.Uint64(data), string(data[8:])
	return nil
}

// UnmarshalWrong forgets the note.
func UnmarshalWrong(data []byte, v *Order) error {
	if len(data) < 8 {
		return errors.New("orders: the order is cut off")
	}
	v.ID = binary.LittleEndian.Uint64(data)
	return nil
}

// SampleOrders are typical orders.
func SampleOrders() []Order { return []Order{{1, "two of the blue ones"}, {2, ""}} }
