// Package subjects has types for which CBOR code is made, and the tests of
// that code, with fxamacker/cbor as
// the judge.
package subjects

import "time"

// Order is the type whose code is for people to read.
type Order struct {
	ID       uint64    `cbor:"id"`
	Customer Customer  `cbor:"customer"`
	Items    []Item    `cbor:"items"`
	Placed   time.Time `cbor:"placed"`
	Paid     bool      `cbor:"paid"`
	Total    float64   `cbor:"total"`
	Note     *string   `cbor:"note"`
	Codes    []int16   `cbor:"codes"`
	Hash     [16]byte  `cbor:"hash"`

	cache map[string]int `cbor:"-" assay:"-"`
}

// Customer is a part of an order.
type Customer struct {
	Name  string            `cbor:"name"`
	Email string            `cbor:"email,omitempty"`
	Tags  map[string]string `cbor:"tags"`
}

// Item is one line of an order.
type Item struct {
	SKU      string  `cbor:"sku"`
	Count    int     `cbor:"count"`
	Price    float32 `cbor:"price"`
	Discount *Money  `cbor:"discount"`
}

// Money is written as a list.
type Money struct {
	_        struct{} `cbor:",toarray"`
	Cents    int64
	Currency string
}

// All has a member of every form, and of every width.
type All struct {
	B    bool
	I    int
	I8   int8
	I16  int16
	I32  int32
	I64  int64
	U    uint
	U8   uint8
	U16  uint16
	U32  uint32
	U64  uint64
	F32  float32
	F64  float64
	S    string
	By   []byte
	T    time.Time
	D    time.Duration
	A    [3]int32
	H    [4]byte
	L    []string
	LL   [][]float32
	LP   []*uint16
	P    *int64
	M    map[string]int
	MM   map[string]map[string][]byte
	LM   []map[string]Leaf
	Leaf Leaf
	LA   [2]Leaf
	N    Named
	NS   []Named
	Flat
	Emb
	Tree *Tree
}

// Named is a string by another name.
type Named string

// Leaf is a small struct.
type Leaf struct {
	X int8
	Y string `cbor:"why"`
}

// Flat is embedded in line.
type Flat struct{ Left, Right int }

// Emb is embedded as a member.
type Emb struct{ Inner bool }

// Tree leads back to itself.
type Tree struct {
	Value    int
	Children []Tree
	ByName   map[string]Tree
	Next     *Tree
}

// Sparse leaves members out.
type Sparse struct {
	B  bool           `cbor:"b,omitempty"`
	I  int8           `cbor:"i,omitempty"`
	U  uint32         `cbor:"u,omitempty"`
	F  float64        `cbor:"f,omitempty"`
	S  string         `cbor:"s,omitempty"`
	L  []int          `cbor:"l,omitempty"`
	M  map[string]int `cbor:"m,omitempty"`
	P  *int           `cbor:"p,omitempty"`
	T  time.Time      `cbor:"t,omitempty"`
	Z  time.Time      `cbor:"z,omitzero"`
	In Leaf           `cbor:"in,omitzero"`
	L2 []int          `cbor:"l2"`
	By []byte         `cbor:"by"`
	X  int            `cbor:"-" assay:"-"`
}

// Numbered has numbers for names, and one name.
type Numbered struct {
	A string `cbor:"1,keyasint"`
	B []int  `cbor:"-7,keyasint,omitempty"`
	C bool   `cbor:"300,keyasint"`
	D string `cbor:"d"`
	F Floats `cbor:"2,keyasint"`
	M map[int16]string
	U map[uint64]bool
	S map[string][]byte
	K Key
}

// Key has nothing but numbers for names.
type Key struct {
	X int64  `cbor:"-2,keyasint"`
	Y []byte `cbor:"-3,keyasint"`
}

// Floats are short in the deterministic form.
type Floats struct {
	A float32
	B float64
	L []float64
}

// Data, ColorGroup, SignedBlock and TestStruc are the workloads' types of these
// names.
type Data struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}

type ColorGroup struct {
	ID     int32
	Name   string
	Colors []string
}

type SignedBlock struct {
	Block
	Sig Sig
}

type Block struct {
	Head BlockHeader
	Body BlockBody
}

type BlockHeader struct {
	Version uint32

	Time  uint64
	BkSeq uint64
	Fee   uint64

	PrevHash SHA256
	BodyHash SHA256
	UxHash   SHA256
}

type BlockBody struct {
	Transactions Transactions `enc:",maxlen=65535"`
}

type Transactions []Transaction

type Transaction struct {
	Length    uint32
	Type      uint8
	InnerHash SHA256

	Sigs []Sig               `enc:",maxlen=65535"`
	In   []SHA256            `enc:",maxlen=65535"`
	Out  []TransactionOutput `enc:",maxlen=65535"`
}

type TransactionOutput struct {
	Address Address
	Coins   uint64
	Hours   uint64
}

type Address struct {
	Version byte
	Key     Ripemd160
}

type (
	SHA256    [32]byte
	Ripemd160 [20]byte
	Sig       [65]byte
)

type AnonInTestStruc struct {
	AS        string
	AI64      int64
	AI16      int16
	AUi64     uint64
	ASslice   []string
	AI64slice []int64
	AF64slice []float64
	AMSU16    map[string]uint16
}

type TestStruc struct {
	S    string
	I64  int64
	I16  int16
	Ui64 uint64
	Ui8  uint8
	B    bool
	By   uint8

	Sslice    []string
	I64slice  []int64
	I16slice  []int16
	Ui64slice []uint64
	Ui8slice  []byte
	Bslice    []bool
	Byslice   []byte

	Iptrslice []*int64

	AnonInTestStruc

	Msi64 map[string]int64

	Nmap       map[string]bool // stays nil
	Nslice     []byte          // stays nil
	Nint64     *int64          // stays nil
	Mtsptr     map[string]*TestStruc
	Mts        map[string]TestStruc
	Its        []*TestStruc
	Nteststruc *TestStruc
}

// Routines has types with the names of routines.
type Routines struct {
	A Time
	B List
	C Map
	D Decoder
}

type (
	Time    struct{ At int64 }
	List    struct{ Of []string }
	Map     struct{ M map[string]int }
	Decoder struct{ Grow bool }
)

// Strict has no place for members that it does not have, and is read with interning.
type Strict struct {
	Known string
	Empty struct{}
	One   Numeral
}

// Numeral has a number for a name.
type Numeral struct {
	N int `cbor:"1,keyasint"`
}
