// Package subjectsv2 has the code that is generated for the types of package
// subjects and some more to write and read them as encoding/json/v2 does.
package subjectsv2

import (
	"time"

	"github.com/assay-go/assay/codec/json/testdata/subjects"
)

// Dropped has omitempty where its second version differs.
type Dropped struct {
	P  *string            `json:"p,omitempty"`
	S  subjects.Small     `json:"s,omitempty"`
	E  Nothing            `json:"e,omitempty"`
	PE *Nothing           `json:"pe,omitempty"`
	A  any                `json:"a,omitempty"`
	I  int                `json:"i,omitempty"`
	B  bool               `json:"b,omitempty"`
	F  *float64           `json:"f,omitempty"`
	M  map[string]Nothing `json:"m,omitempty"`
	L  []Nothing          `json:"l,omitempty"`
	AR [0]int             `json:"ar,omitempty"`
	A2 [2]int             `json:"a2,omitempty"`
	T  time.Time          `json:"t,omitempty"`
	By []byte             `json:"by,omitempty"`
	BA [0]byte            `json:"ba,omitempty"`
	J  subjects.JSONValue `json:"j,omitempty"`
	X  subjects.TextValue `json:"x,omitempty"`
	EM Empties            `json:"em,omitempty"`
}

// Nothing writes itself as an empty object unless it has something.
type Nothing struct {
	N *int `json:"n,omitzero"`
}

// Empties writes itself as something that is empty.
type Empties int

// MarshalJSON returns an empty value for most.
func (e Empties) MarshalJSON() ([]byte, error) {
	return []byte([]string{"{ }", `""`, " [ ] ", "null", "1", `{"a":""}`, `"\u00e9<\/"`}[uint(e)%7]), nil
}

// UnmarshalJSON takes the length of its input.
func (e *Empties) UnmarshalJSON(b []byte) error {
	*e = Empties(len(b))
	return nil
}

// Numbers are in quotes.
type Numbers struct {
	I  int             `json:"i,string"`
	U  *uint8          `json:"u,string"`
	F  float64         `json:"f,string,omitempty"`
	G  float32         `json:"g,string"`
	L  subjects.Level  `json:"l,string"`
	PF *float64        `json:"pf,string,omitempty"`
	R  subjects.Ratio  `json:"r,string"`
	LI *subjects.Ident `json:"li,string"`
}

// Arrays are of one length.
type Arrays struct {
	I   [3]int
	S   [2]string
	B   [4]byte
	PB  *[3]byte
	D   subjects.Digest
	O   [2]subjects.Octet
	OS  subjects.Octets
	E   [0]int
	N   [2][2]bool
	L   [][2]int
	BB  [][2]byte
	MB  map[string][2]byte
	ST  [2]subjects.Small
	PS  [2]*int
	UI8 []uint8
}

// Keys are those of maps.
type Keys struct {
	S  map[string]int
	L  map[subjects.Label]subjects.Level
	I  map[int]string
	I8 map[int8]map[string]string
	U  map[uint16][]int
	T  map[subjects.TextString]int
	V  map[subjects.TextValue]string
	P  map[string]*subjects.Small
	E  map[string]subjects.Small
	A  map[string]any
	M  map[string]map[string]int
	TV map[string]subjects.TextPointer
	JV map[string]subjects.JSONPointer
}
