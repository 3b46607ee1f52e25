// Package types has types for which the code of each dialect is made.
package types

import "time"

// All has a member of every form, and of every width.
type All struct {
	B   bool
	I   int
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U   uint
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	F32 float32
	F64 float64
	S   string `cbor:"text" codec:"text"`
	By  []byte
	T   time.Time
	D   time.Duration
	A   [3]int32
	H   [4]byte
	L   []string
	LI  []int16
	LL  [][]float32
	LP  []*uint16
	P   *int64
	PT  *time.Time
	M   map[string]int
	MS  map[string]string
	MI  map[int8]uint32
	MM  map[string]map[string][]byte
	LM  []map[string]Leaf
	Lf  Leaf
	LA  [2]Leaf
	N   Named
	NS  []Named
	MN  map[Named]Named
	No  int `cbor:"-" codec:"-" assay:"-"`
	Deep
	Tree *Tree
}

// Named is a string by another name.
type Named string

// Leaf is a small struct.
type Leaf struct {
	X int8
	Y string `cbor:"why" codec:"why"`
}

// Deep is embedded, and embeds.
type Deep struct {
	Left int64
	Deeper
	Right string
}

// Deeper is embedded in Deep.
type Deeper struct{ Inner bool }

// Tree leads back to itself.
type Tree struct {
	Value    int
	Children []Tree
	ByName   map[string]Tree
	Next     *Tree
}

// Sparse leaves members out.
type Sparse struct {
	B  bool           `cbor:"b,omitempty" codec:"b,omitempty"`
	I  int8           `cbor:"i,omitempty" codec:"i,omitempty"`
	U  uint32         `cbor:"u,omitempty" codec:"u,omitempty"`
	F  float64        `cbor:"f,omitempty" codec:"f,omitempty"`
	S  string         `cbor:"s,omitempty" codec:"s,omitempty"`
	L  []int          `cbor:"l,omitempty" codec:"l,omitempty"`
	By []byte         `cbor:"by,omitempty" codec:"by,omitempty"`
	M  map[string]int `cbor:"m,omitempty" codec:"m,omitempty"`
	P  *int           `cbor:"p,omitempty" codec:"p,omitempty"`
	N  [0]int8        `cbor:"n,omitempty" codec:"n"`
	Z  int            `cbor:"z" codec:"z"`
}

// Pair is written as a list, where the library has an option for that.
type Pair struct {
	_       struct{} `cbor:",toarray"`
	_struct struct{} `codec:",toarray"`
	X, Y    float64
	Note    string
}
