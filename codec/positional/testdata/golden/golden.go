// Package golden has the types of the golden vectors, and tests of the codecs that
// the formats of package positional make for them, against the bytes of the original
// libraries among others. The codecs are generated, each format in a package below
// this one, when TestGenerated of package positional runs, and not committed.
//
// The types are those of the workloads and of this package, without the fields
// that a format cannot carry.
package golden

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"
)

// Item is an element of [Primitives].
type Item struct {
	A int32
	S string
}

// Primitives has a field of every kind that most formats know.
type Primitives struct {
	I8     int8
	I16    int16
	I32    int32
	I64    int64
	Int    int
	U8     uint8
	U16    uint16
	U32    uint32
	U64    uint64
	Uint   uint
	F32    float32
	F64    float64
	B      bool
	S      string
	Bs     []byte
	Arr    [4]byte
	ArrU32 [3]uint32
	SS     [][]int32
	Items  []Item
	M      map[string]int64
	P      *int64
}

// Arrays has arrays of numbers that are written at once, beside some that are not.
type Arrays struct {
	I64   [9]int64
	Int   [9]int
	U32   [8]uint32
	U16   [13]uint16
	F64   [10]float64
	F32   [8]float32
	Few   [5]int64
	Named [8]Level
	Grid  [5][8]float64
	List  [][8]int32
	Map   map[string][9]uint16
}

// Level is an element of [Arrays].
type Level int16

// Words has integers of each length side by side, which are written as parts of words where they
// fill one, and some that are not.
type Words struct {
	A, B, C, D, E, F, G, H, I uint8
	J, K, L                   Level
	M, N, O, P, Q             uint16
	R, S                      int32
	T                         float32
	U, V, W                   uint32
	X                         uint64
	Y, Z                      int8
	Part                      struct {
		A, B int8
		C, D uint16
	}
	Last uint16
}

// Order is a small type, whose code is kept for people to read.
type Order struct {
	ID    uint32
	Name  string
	Items []Item
}

// Tags has the struct tags of Skycoin's encoder.
type Tags struct {
	A    uint32
	L    []uint16 `enc:",maxlen=3"`
	S    string   `enc:",maxlen=4"`
	Last []byte   `enc:",omitempty"`
}

// Message has slices of bytes and strings among fixed parts, and nothing else.
type Message struct {
	Offset        uint64
	Key, Value    []byte
	At            time.Time
	Topic, Client string
	Retained      bool
	Place         struct{ Shard, Replica int32 }
}

// Event1 is the first version of an evolvable struct.
type Event1 struct {
	_    struct{} `assay:"evolvable"`
	ID   uint64
	Name string
}

// Event2 is what became of [Event1].
type Event2 struct {
	_    struct{} `assay:"evolvable"`
	ID   uint64
	Name string
	At   time.Time `assay:",zone"`
	Tags map[string]string
	Next *Event2
}

// Log1 and Log2 hold evolvable structs.
type Log1 struct {
	Events []Event1
	Count  int
}

// Log2 is a [Log1] of today.
type Log2 struct {
	Events []Event2
	Count  int
}

// Shape is what an interface may hold, by value and by pointer; some of it
// leads back to it, with a struct in between and without.
//
//assay:impl Circle *Square Group *Nested Shapes Nothing **Radius
type Shape any

// Circle is a Shape of fixed size.
type Circle struct{ Radius Radius }

// Radius is the radius of a Circle.
type Radius float64

// Square is a Shape by its pointer.
type Square struct {
	Side  float64
	Label string
}

// Group is a Shape of Shapes.
type Group struct {
	Name   string
	Shapes []Shape
}

// Nested is a Shape whose fields are Shapes.
type Nested struct {
	Left  Shape
	Depth int8
	Right Shape
}

// Shapes is a Shape that is no struct.
type Shapes []Shape

// Nothing is a Shape that takes no bytes.
type Nothing struct{}

// Scene has fields of interface types in all places but maps.
type Scene struct {
	Main   Shape
	ID     int64
	Pair   [2]Shape
	All    []Shape
	Ref    *Shape
	Any    any    //assay:impl int32 string []byte time.Time []int32 [3]uint16 *string Still
	Values []any  //assay:impl bool Nothing
	Single any    //assay:impl Nothing
	Closed [1]any //assay:impl Still
}

// Frame is evolvable, and has a Shape.
type Frame struct {
	_     struct{} `assay:"evolvable"`
	Shape Shape
	N     int16
}

// Still is evolvable and of fixed size.
type Still struct {
	_ struct{} `assay:"evolvable"`
	N int32
}

// Atlas has maps of interface types, and interfaces that hold maps.
type Atlas struct {
	Shapes map[string]Shape
	Any    any   //assay:impl map[string]int16 map[string]string string
	List   []any //assay:impl *Atlas Page int8 *Frame
	Frame  Frame
}

// Page is evolvable, and has a map.
type Page struct {
	_     struct{}       `assay:"evolvable"`
	Words map[string]any //assay:impl string []string
}

// Keys has keys of an interface type.
type Keys struct {
	M map[Key]int8
}

// Key is a key of a map.
//
//assay:impl int64 string [2]bool Point
type Key any

// Point is a Key.
type Point struct{ X, Y int8 }

// Loose has what describes itself.
type Loose struct {
	Any  any
	ID   int64
	Map  map[string]any
	List []any
	Pair [2]any
	Ref  *any
	Bag  Bag
	Next *Loose
}

// Bag is an interface whose types nobody names.
type Bag any

// Codec is one generated codec, for tests.
type Codec struct {
	Name      string // of the workload
	New       func() any
	Append    func(b []byte, v any) ([]byte, error)
	Marshal   func(v any) ([]byte, error)
	Size      func(v any) int
	Unmarshal func(data []byte, v any) error
	Decode    func(data []byte, v any) (int, error)
	Decoder   func() (unmarshal func(data []byte, v any) error, reset func())
	Construct func(data []byte) (any, error) // nil where code is unsafe

	// Holds are the concrete types of interfaces, by the name of the interface
	// or, where it has none, that of its struct and field.
	Holds map[string][]reflect.Type
}

// Formats is the folder of the formats, from this one.
const Formats = "../../../internal/formats/"

// Facts are what the tests know of a format, of testdata/golden.json in its folder.
// A format without the file is like all others.
type Facts struct {
	// Without are the fields, such as Primitives.Arr, that the schema of the vectors
	// lacks although the format, as we have it, carries them.
	Without []string `json:",omitempty"`

	// Tags are those of fields, where that schema distinguishes what Go does not.
	Tags map[string]reflect.StructTag `json:",omitempty"`

	// Reversed are structs whose fields stand there in reverse order.
	Reversed []string `json:",omitempty"`

	// Dense are the types, such as flat/log1, that take more than 16 times their
	// encoding in memory where nothing is wrong with it.
	Dense []string `json:",omitempty"`
}

// FactsOf returns what is known of the format with the ID. Here is the folder of this package.
func FactsOf(here, id string) (f Facts, err error) {
	path := filepath.Join(here, Formats, id, "testdata/golden.json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Facts{}, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err != nil {
		return Facts{}, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}
