// Package kinds holds a type of every kind that a model knows, for the test
// that source and reflection give the same models.
package kinds

import (
	"encoding"
	"encoding/json"
	"encoding/xml"
	"math/big"
	"net/netip"
	"net/url"
	"time"
	"unsafe"

	geo "github.com/assay-go/assay/internal/load/testdata/kinds/geo"
)

// All has a field of every kind.
type All struct {
	Bool       bool `json:"b,omitempty" xml:"b"`
	Int        int
	Int8       int8
	Int16      int16
	Int32      int32
	Int64      int64
	Uint       uint
	Uint8      uint8
	Uint16     uint16
	Uint32     uint32
	Uint64     uint64
	Uintptr    uintptr
	Float32    float32
	Float64    float64
	Complex64  complex64
	Complex128 complex128
	String     string
	Byte       byte
	Rune       rune
	Error      error
	Empty      struct{}

	Array   [3]int
	Hash    [32]byte
	Matrix  [2][3]float32
	Slice   []string
	Bytes   []byte
	Map     map[string]int
	Nested  map[Celsius][]map[int8]*Tree
	Pointer *int
	Deep    **[]*string
	Struct  struct {
		A int `x:"y"`
		B struct{ C []geo.Point }
	}

	Any       any
	Interface Shape
	Unnamed   interface{ Area() float64 }

	Time     time.Time
	TimePtr  *time.Time
	Duration time.Duration
	Stamp    Stamp
	Raw      json.RawMessage
	Number   json.Number
	Big      *big.Int
	Addr     netip.Addr
	URL      url.URL

	Names    Names
	Digest   Digest
	Data     Data
	Celsius  Celsius
	Label    Label
	Ptr      Ptr
	Index    Index
	Alias    Alias
	AliasOf  ListOf[int]
	Tree     Tree
	Even     Even
	Int1     Pair[int, string]
	Pairs    []Pair[Pair[int, *Tree], map[string]geo.Point]
	List     List[Celsius]
	Phantom  Phantom[int]
	Foreign  geo.Box[geo.Box[Label]]
	Anything geo.Any

	unexported int
	_          [4]byte

	Embedded
	*EmbeddedPtr
	geo.Base
	Pair[bool, bool]
	hidden
	Celsius2
	time.Month
	EmbeddedShape
}

// The named forms.
type (
	Names    []string
	Digest   [20]byte
	Data     []byte
	Celsius  float64
	Label    string
	Ptr      *Tree
	Index    map[Label]Tree
	Alias    = map[string]Names
	Celsius2 = Celsius
	Stamp    time.Time
	Any      any
)

// ListOf is a generic alias.
type ListOf[T any] = []T

// Shape is an interface with a method.
//
//assay:impl Square *Circle geo.Point
type Shape interface{ Area() float64 }

// EmbeddedShape embeds an interface in an interface.
type EmbeddedShape interface {
	Shape
	encoding.TextMarshaler
}

// Square and Circle are shapes.
type (
	Square struct{ Side float64 }
	Circle struct{ Radius float64 }
)

// Area implements Shape.
func (s Square) Area() float64 { return s.Side * s.Side }

// Area implements Shape.
func (c *Circle) Area() float64 { return 3 * c.Radius * c.Radius }

// Tree is recursive, Even and Odd are so by one another.
type (
	Tree struct {
		Left, Right *Tree
		Kids        []Tree
		ByName      map[string]Tree
	}
	Even struct{ Next *Odd }
	Odd  struct{ Next *Even }
)

// Self is recursive without a struct.
type Self []Self

// Pair, List and Phantom are generic.
type (
	Pair[A, B any] struct {
		First  A
		Second B
	}
	List[T any] struct {
		Head T
		Tail *List[T]
	}
	Phantom[T any] struct{ N int }
)

// The embedded ones.
type (
	Embedded    struct{ InEmbedded int }
	EmbeddedPtr struct{ InEmbeddedPtr int }
	hidden      struct{ InHidden int }
)

// Sum is a sum type.
//
//assay:union
type Sum struct {
	Int    *int
	String *string
	Tree   *Tree
}

// Directed has directives on its fields.
type Directed struct {
	One any //assay:impl int *Tree
	//assay:impl geo.Point Square
	Many  []Shape
	Plain []Shape
	Other any
	In    map[string]*any //assay:impl geo.Box[geo.Point] []byte map[string]int net/url.URL
}

// Unserializable has what no serializer takes.
type Unserializable struct {
	Chan    chan int
	Inner   []struct{ Func func() }
	Pointer map[string]unsafe.Pointer
	Iface   interface{ Area() float64 }
	hidden  chan int
	Custom  Custom
	Self    *Unserializable
}

// Custom carries its chan by itself.
type Custom struct{ C chan int }

// MarshalText and UnmarshalText are one pair, by value and by pointer.
func (Custom) MarshalText() (text []byte, err error)              { return nil, nil }
func (c *Custom) UnmarshalText([]uint8) error                     { return nil }
func (*Custom) MarshalXML(*xml.Encoder, xml.StartElement) error   { return nil }
func (*Custom) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }

// HalfJSON has one direction only, WrongText another signature.
type (
	HalfJSON  struct{ A int }
	WrongText struct{ A int }
	Promoted  struct{ time.Time }
	InStruct  struct {
		Half     HalfJSON
		Wrong    WrongText
		Promoted Promoted
		Unnamed  struct{ Custom }
		Pointer  *Custom
	}
)

// MarshalJSON has no counterpart.
func (HalfJSON) MarshalJSON() ([]byte, error) { return nil, nil }

// MarshalText returns no error.
func (WrongText) MarshalText() []byte { return nil }

// UnmarshalText is as it ought to be.
func (*WrongText) UnmarshalText([]byte) error { return nil }

// All but unused fields are written somewhere.
var _ = All{unexported: 1, hidden: hidden{}}
var _ = Unserializable{hidden: nil}
