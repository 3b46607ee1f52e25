// Package other has types that belong to another package than the generated
// code.
package other

import (
	"errors"
	"strconv"
	"strings"
)

type hidden struct {
	Shown string
	Named int `json:"named"`
}

// Embedder embeds a struct that other packages cannot name.
type Embedder struct {
	hidden
	Own int
}

// Clash has two fields of one Go name, whose tags tell them apart.
type Clash struct {
	hidden
	twin
}

type twin struct {
	Shown string `json:"twin"`
}

// Holder has a field of a type that other packages cannot name.
type Holder struct {
	Inner hidden
	List  []hidden `json:",omitempty"`
}

// Temperature marshals itself as text by value, and reads itself.
type Temperature float64

func (t Temperature) MarshalText() ([]byte, error) {
	if !(t > -1e18) {
		return nil, errors.New("too cold")
	}
	return append(strconv.AppendFloat(nil, float64(t), 'g', -1, 64), '<'), nil
}

func (t *Temperature) UnmarshalText(b []byte) error {
	f, err := strconv.ParseFloat(strings.TrimSuffix(string(b), "<"), 64)
	if *t = Temperature(f); f != f {
		*t, err = 0, errors.New("no temperature")
	}
	return err
}
