package types

import (
	"errors"
	"math/big"
	"time"

	"github.com/fxamacker/cbor/v2"
)

// Loose has what only the value knows, and what its methods know.
type Loose struct {
	A   any
	M   map[string]any
	L   []any
	N   any `cbor:",omitempty"`
	Big big.Int
	PB  *big.Int
	Raw cbor.RawMessage `cbor:",omitempty"`
	T   Temperature
	PT  *Temperature
	E   Empties `cbor:",omitempty"`
	PL  *[]int
	At  time.Time
	Own *Loose
	Z8  [2]int8    `cbor:",omitzero"`
	ZB  [3]byte    `cbor:",omitzero"`
	ZG  [2]float64 `cbor:",omitzero"`
	ZS  struct {
		X int
		Y [1]string
	} `cbor:",omitzero"`
	St  Stamp
	PSt *Stamp `cbor:",omitempty"`
	*Behind
}

// Stamp has the methods of what it embeds.
type Stamp struct{ time.Time }

// Behind is embedded by a pointer, and embeds by one.
type Behind struct {
	Near int
	Far  *string `cbor:",omitempty"`
	*Further
}

// Further is embedded in Behind.
type Further struct {
	Furthest []byte
}

// Empties is left out if all of it is empty.
type Empties struct {
	X int       `cbor:",omitempty"`
	S []string  `cbor:",omitempty"`
	P *Empties  `cbor:",omitempty"`
	I Innermost `cbor:",omitempty"`
}

// Innermost is a part of Empties.
type Innermost struct {
	Y string `cbor:",omitempty"`
}

// Temperature has state that its methods know.
type Temperature struct{ tenths int8 }

// MarshalCBOR writes it as a list of one.
func (t *Temperature) MarshalCBOR() ([]byte, error) {
	return cbor.Marshal([]int8{t.tenths})
}

// UnmarshalCBOR reads a list of one.
func (t *Temperature) UnmarshalCBOR(b []byte) error {
	var list []int8
	if err := cbor.Unmarshal(b, &list); err != nil {
		return err
	}
	if len(list) != 1 {
		return errors.New("a temperature is a list of one")
	}
	t.tenths = list[0]
	return nil
}

// Set makes a temperature.
func (t *Temperature) Set(tenths int8) { t.tenths = tenths }
