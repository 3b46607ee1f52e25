// Package subjects has types that together use every feature of encoding/json,
// and the code that is generated for them.
package subjects

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/assay-go/assay/codec/json/testdata/subjects/other"
)

// Basic has every basic kind.
type Basic struct {
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
	UP  uintptr
	F32 float32
	F64 float64
	S   string
	T   time.Time
	By  []byte
}

// Level, Label and so on are named forms of basic types.
type (
	Level   int8
	Label   string
	Flag    bool
	Ratio   float32
	Weight  float64
	Ident   uint64
	Blob    []byte
	Labels  []Label
	Scores  map[Label]Weight
	Anyway  any
	Octet   byte
	Octets  []Octet
	Digest  [4]byte
	Pointer *Named
)

// Named has fields of named types.
type Named struct {
	Level   Level   `json:"level"`
	Label   Label   `json:"label"`
	Flag    Flag    `json:"flag"`
	Ratio   Ratio   `json:"ratio"`
	Weight  Weight  `json:"weight"`
	Ident   Ident   `json:"ident"`
	Blob    Blob    `json:"blob"`
	Labels  Labels  `json:"labels"`
	Scores  Scores  `json:"scores"`
	Anyway  Anyway  `json:"anyway"`
	Octets  Octets  `json:"octets"`
	Digest  Digest  `json:"digest"`
	Pointer Pointer `json:"pointer"`
}

// Pointers has pointers to most things.
type Pointers struct {
	B  *bool
	I  *int
	S  *string
	F  *float64
	T  *time.Time
	P  **int
	St *Basic
	Sl *[]int
	M  *map[string]int
	A  *[2]string
	By *[]byte
	An *any
	L  *Level
}

// Omit has omitempty on every kind.
type Omit struct {
	B   bool              `json:"b,omitempty"`
	I   int               `json:"i,omitempty"`
	U   uint8             `json:"u,omitempty"`
	F   float64           `json:"f,omitempty"`
	F32 float32           `json:"f32,omitempty"`
	S   string            `json:"s,omitempty"`
	By  []byte            `json:"by,omitempty"`
	Sl  []string          `json:"sl,omitempty"`
	M   map[string]string `json:"m,omitempty"`
	P   *int              `json:"p,omitempty"`
	A   [2]int            `json:"a,omitempty"`
	A0  [0]int            `json:"a0,omitempty"`
	T   time.Time         `json:"t,omitempty"`
	St  Small             `json:"st,omitempty"`
	An  any               `json:"an,omitempty"`
	L   Level             `json:"l,omitempty"`
	Fl  Flag              `json:"fl,omitempty"`
}

// Small is a small struct.
type Small struct {
	X int    `json:"x"`
	Y string `json:"y"`
}

// OmitZero has omitzero, with methods and without.
type OmitZero struct {
	B   bool         `json:"b,omitzero"`
	I   int          `json:"i,omitzero"`
	F   float64      `json:"f,omitzero"`
	S   string       `json:"s,omitzero"`
	Sl  []int        `json:"sl,omitzero"`
	M   map[int]int  `json:"m,omitzero"`
	P   *int         `json:"p,omitzero"`
	A   [2]int       `json:"a,omitzero"`
	T   time.Time    `json:"t,omitzero"`
	TP  *time.Time   `json:"tp,omitzero"`
	St  Small        `json:"st,omitzero"`
	Un  Uncomparable `json:"un,omitzero"`
	ZV  ZeroValue    `json:"zv,omitzero"`
	ZP  ZeroPointer  `json:"zp,omitzero"`
	ZPP *ZeroPointer `json:"zpp,omitzero"`
	An  any          `json:"an,omitzero"`
	Bo  string       `json:"bo,omitempty,omitzero"`
	Zi  Zeroer       `json:"zi,omitzero"`
	ZNP ZeroNamed    `json:"znp,omitzero"`
	ZB  *ZeroPointer `json:"zb,omitempty,omitzero"`
	SlB []int        `json:"slb,omitempty,omitzero"`
}

// ZeroNamed is a pointer type with a name: it has no methods.
type ZeroNamed *ZeroPointer

// Uncomparable is a struct that cannot be compared.
type Uncomparable struct{ L []int }

// ZeroValue says by value when it is zero.
type ZeroValue int

func (z ZeroValue) IsZero() bool { return z == 7 }

// ZeroPointer says by pointer when it is zero.
type ZeroPointer struct{ N int }

func (z *ZeroPointer) IsZero() bool { return z.N == 7 }

// Zeroer is an interface with IsZero.
type Zeroer interface{ IsZero() bool }

// Quoted has the option string on everything.
type Quoted struct {
	B   bool        `json:"b,string"`
	I   int         `json:"i,string"`
	I8  int8        `json:"i8,string"`
	U   uint64      `json:"u,string"`
	F   float64     `json:"f,string"`
	F32 float32     `json:"f32,string"`
	S   string      `json:"s,string"`
	P   *int        `json:"p,string"`
	PS  *string     `json:"ps,string,omitempty"`
	N   json.Number `json:"n,string"`
	Sl  []int       `json:"sl,string"`
	An  any         `json:"an,string"`
	L   Level       `json:"l,string"`
	T   TextValue   `json:"t,string"`
}

// Tags has names of all sorts.
type Tags struct {
	Plain   int
	Renamed int `json:"renamed"`
	Skipped int `json:"-"`
	Dash    int `json:"-,"`
	HTML    int `json:"<&>"`
	Punct   int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ "`
	Invalid int `json:"a\"b"`
	Unicode int `json:"日本"`
	Folds   int `json:"kſK"`
	CaseA   int `json:"same"`
	CaseB   int `json:"SAME"`
	Long    int `json:"a_name_that_is_longer_than_two_words_of_sixteen_bytes"`
	Empty   int `json:",omitempty"`
	Spaces  int `json:"with space"`
	Other   int `xml:"nothing"`
	hidden  int
	_       int
	Unknown int `json:",unknown,omitempty"`
}

// Inner is embedded here and there.
type Inner struct {
	A int
	B int
	C string
}

// Deeper embeds.
type Deeper struct {
	Inner
	C int
	D int
}

// Embedding embeds by value and pointer, with a name and without.
type Embedding struct {
	Deeper
	*Other
	Small `json:"small"`
	Level
	unexported
	Z int
}

// Other is embedded by pointer.
type Other struct {
	D int // hides nothing: as deep as Deeper.D
	E string
	F *int
}

type unexported struct {
	G int
	h int
}

// Conflicts has members that annihilate each other.
type Conflicts struct {
	*Left
	*Right
	Both int
}

// Left and Right have the same names.
type Left struct {
	Both, X int
	Tagged  int `json:"t"`
	Twice   int
}

// Right is the other.
type Right struct {
	X     int
	T     int `json:"t"`
	Twice int `json:"Twice"`
}

// DuplicateEmbedded embeds one type twice on a level.
type DuplicateEmbedded struct {
	L1
	L2
	Own int
}

// L1 and L2 both embed Inner.
type (
	L1 struct{ Inner }
	L2 struct{ Inner }
)

// RecursiveEmbedding embeds itself by pointer.
type RecursiveEmbedding struct {
	N int
	*RecursiveEmbedding2
}

// RecursiveEmbedding2 leads back.
type RecursiveEmbedding2 struct {
	M int
	*RecursiveEmbedding
}

// HiddenPointer embeds an unexported struct by pointer, which nobody can set.
type HiddenPointer struct {
	*unexported
	X int
}

// Lists has slices and arrays.
type Lists struct {
	I    []int
	S    []string
	F    []float64
	B    []bool
	U8   [4]uint8
	A    [3]int
	A2   [2][2]string
	SS   [][]int
	St   []Small
	PSt  []*Small
	ASt  [2]Small
	By   [][]byte
	An   []any
	M    []map[string]int
	T    []time.Time
	L    []Level
	E    []struct{}
	Anon []struct {
		X int `json:"x"`
	}
}

// Maps has maps of all sorts of keys.
type Maps struct {
	S   map[string]string
	I   map[string]int
	L   map[Label]Level
	K   map[int]string
	K8  map[int8]int
	U   map[uint16]bool
	U64 map[uint64]string
	T   map[other.Temperature]int
	St  map[string]Small
	P   map[string]*Small
	Sl  map[string][]int
	M   map[string]map[string]int
	An  map[string]any
	TS  map[TextString]int
	Ad  map[netip.Addr]int
}

// TextString is a string that has text methods; encoding/json does not call
// MarshalText of a key that is a string.
type TextString string

func (s TextString) MarshalText() ([]byte, error) {
	return []byte("<" + strings.ToUpper(string(s)) + ">"), nil
}

func (s *TextString) UnmarshalText(b []byte) error {
	*s = TextString(strings.Trim(strings.ToLower(string(b)), "<>"))
	return nil
}

// JSONValue marshals itself by value.
type JSONValue struct{ N int }

func (v JSONValue) MarshalJSON() ([]byte, error) {
	if v.N == 13 {
		return nil, errors.New("unlucky")
	}
	return fmt.Appendf(nil, "{ \"n\" : [ %d, \"<&>\u2028\" ] }", v.N), nil
}

// UnmarshalJSON takes the length of its input.
func (v *JSONValue) UnmarshalJSON(b []byte) error {
	if len(b) == 13 {
		return errors.New("unlucky")
	}
	v.N = len(b)
	return nil
}

// JSONPointer marshals itself by pointer.
type JSONPointer struct {
	N int
	S []int
}

func (v *JSONPointer) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `"pointer %d"`, v.N), nil
}

// UnmarshalJSON appends to storage that is there.
func (v *JSONPointer) UnmarshalJSON(b []byte) error {
	v.N = len(b)
	v.S = append(v.S[:0], len(b), int(b[0]))
	return nil
}

// TextValue is text by value.
type TextValue int

func (v TextValue) MarshalText() ([]byte, error) {
	if v == 13 {
		return nil, errors.New("unlucky")
	}
	return fmt.Appendf(nil, "<%d>", int(v)), nil
}

// UnmarshalText takes the length of its input.
func (v *TextValue) UnmarshalText(b []byte) error {
	if len(b) == 13 {
		return errors.New("unlucky")
	}
	*v = TextValue(len(b))
	return nil
}

// TextPointer is text by pointer.
type TextPointer struct{ S string }

func (v *TextPointer) MarshalText() ([]byte, error) { return []byte(v.S + "\xff"), nil }

// UnmarshalText keeps the text.
func (v *TextPointer) UnmarshalText(b []byte) error { v.S = string(b); return nil }

// OnlyMarshal has one direction, OnlyUnmarshal the other.
type OnlyMarshal struct{ X int }

// MarshalJSON is not undone by anything.
func (v OnlyMarshal) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprint(v.X)), nil }

// OnlyUnmarshal reads itself.
type OnlyUnmarshal struct{ X int }

// UnmarshalJSON takes the length of its input.
func (v *OnlyUnmarshal) UnmarshalJSON(b []byte) error { v.X = len(b); return nil }

// Broken marshals itself to what is no JSON.
type Broken string

// MarshalJSON returns v.
func (v Broken) MarshalJSON() ([]byte, error) { return []byte(v), nil }

// BothWays has JSON and text methods; those of JSON win.
type BothWays struct{ N int }

func (v BothWays) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "text %d", v.N), nil }

func (v *BothWays) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "%d", v.N), nil }

// UnmarshalText is called for text alone.
func (v *BothWays) UnmarshalText(b []byte) error { v.N = -len(b); return nil }

// JSONMap and JSONSlice marshal themselves although they are nil.
type (
	JSONMap   map[string]int
	JSONSlice []int
)

func (m JSONMap) MarshalJSON() ([]byte, error)   { return fmt.Appendf(nil, `{"len":%d}`, len(m)), nil }
func (s JSONSlice) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, `{"len":%d}`, len(s)), nil }

// Methods has all of them in all places.
type Methods struct {
	JV   JSONValue
	JVP  *JSONValue
	JP   JSONPointer
	JPP  *JSONPointer
	TV   TextValue
	TVP  *TextValue
	TP   TextPointer
	TPP  *TextPointer
	OM   OnlyMarshal
	OU   OnlyUnmarshal
	BW   BothWays
	BWP  *BothWays
	JM   JSONMap
	JS   JSONSlice
	JVs  []JSONValue
	JPs  []JSONPointer
	JPa  [2]JSONPointer
	MJV  map[string]JSONValue
	MJP  map[string]JSONPointer
	MTP  map[string]TextPointer
	MBW  map[string]BothWays
	MPP  map[string]*JSONPointer
	MSt  map[string]HasPointerMethods
	MA   map[string][1]JSONPointer
	OmJV JSONValue `json:",omitempty"`
	OmTV TextValue `json:",omitempty"`
}

// HasPointerMethods is written in another way where it is not addressable.
type HasPointerMethods struct {
	P JSONPointer
	T TextPointer
	A [1]JSONPointer
	Q *JSONPointer
}

// Failing may hold what cannot be written.
type Failing struct {
	Br  Broken
	Bs  []Broken
	C   chan int   `json:",omitempty"`
	Fn  func()     `json:"-"`
	Cx  complex128 `json:",omitzero"`
	Raw json.RawMessage
}

// Standard has types of the standard library that marshal themselves.
type Standard struct {
	Addr   netip.Addr
	Big    *big.Int
	BigV   big.Int
	Dur    time.Duration
	Month  time.Month
	Raw    json.RawMessage
	RawP   *json.RawMessage
	Num    json.Number
	NumP   *json.Number
	Raws   []json.RawMessage
	MRaw   map[string]json.RawMessage
	Nums   []json.Number
	RawO   json.RawMessage `json:",omitempty"`
	NumO   json.Number     `json:",omitempty"`
	Prefix netip.Prefix
}

// Interfaces has interfaces with methods and without.
type Interfaces struct {
	A any
	S fmt.Stringer
	E error
	Z Zeroer
	M map[string]fmt.Stringer
	L []any
	P *any
	J json.Marshaler
}

// Tree leads to itself by everything.
type Tree struct {
	Name  string           `json:"name"`
	Left  *Tree            `json:"left,omitempty"`
	Right *Tree            `json:"right"`
	Kids  []Tree           `json:"kids,omitempty"`
	ByKey map[string]*Tree `json:"by_key,omitempty"`
	Any   any              `json:"any,omitempty"`
}

// Nest is a slice of itself, Dict a map.
type (
	Nest []Nest
	Dict map[string]Dict
)

// Nests has both.
type Nests struct {
	Nest Nest
	Dict Dict
}

// Foreign has types of another package, of which some cannot be named.
type Foreign struct {
	E other.Embedder
	C other.Clash
	H other.Holder
	T other.Temperature
	P *other.Embedder
}

// EmbedsMethods has the methods of what it embeds.
type EmbedsMethods struct {
	time.Time
	X int
}

// EmbedsMore embeds types that are no structs, and structs with methods.
type EmbedsMore struct {
	Level
	*Label
	JSONValue `json:"jv"`
	TextPointer
	Blob
}

// Generic is generic.
type Generic[K ~string, V any] struct {
	Key   K              `json:"key"`
	Value V              `json:"value"`
	List  []V            `json:"list"`
	Map   map[K]V        `json:"map"`
	Next  *Generic[K, V] `json:"next"`
}

// Generics has instances.
type Generics struct {
	A Generic[string, int]
	B Generic[Label, Small]
	C *Generic[string, []float64]
}

// Anonymous has unnamed structs.
type Anonymous struct {
	In struct {
		X int `json:"x"`
		Y struct {
			Z []string `json:"z"`
		} `json:"y"`
	} `json:"in"`
	P *struct {
		Q int
	}
	M map[string]struct{ A, B int }
}

// Empty has no members.
type Empty struct{}

// Empties has some.
type Empties struct {
	E  Empty
	P  *Empty
	S  struct{}
	Om Empty `json:",omitempty"`
}

// Clashes has fields and members called like variables of generated code.
type Clashes struct {
	B    int            `json:"b"`
	N    int            `json:"n"`
	V    int            `json:"v"`
	E    int            `json:"e"`
	I    int            `json:"i"`
	Err  int            `json:"err"`
	Len  int            `json:"len"`
	Type int            `json:"type"`
	D    []int          `json:"d"`
	K    map[string]int `json:"k"`
}

// b, n and d are types called like variables of generated code.
type (
	b struct{ X int }
	n []b
	d map[string]*b
	i int
)

// Hygiene has them.
type Hygiene struct {
	B b
	N n
	D d
	I i
}

// Wide has many members that are mostly left out.
type Wide struct {
	A01 string            `json:"alpha,omitempty"`
	A02 string            `json:"bravo,omitempty"`
	A03 int               `json:"charlie,omitempty"`
	A04 []string          `json:"delta,omitempty"`
	A05 *Small            `json:"echo,omitempty"`
	A06 map[string]string `json:"foxtrot,omitempty"`
	A07 bool              `json:"golf,omitempty"`
	A08 float64           `json:"hotel,omitempty"`
	A09 time.Time         `json:"india,omitzero"`
	A10 string            `json:"juliett,omitempty"`
	A11 string            `json:"kilo,omitempty"`
	A12 string            `json:"lima"`
	A13 string            `json:"mike,omitempty"`
	A14 *time.Time        `json:"november,omitempty"`
	A15 uint32            `json:"oscar,omitempty"`
	A16 []Small           `json:"papa,omitempty"`
	A17 any               `json:"quebec,omitempty"`
	A18 string            `json:"romeo,omitempty"`
	A19 float32           `json:"sierra,omitempty"`
	A20 string            `json:"tango,omitempty"`
}

// Items, Table and Text are roots that are no structs.
type (
	Items []Small
	Table map[string]Basic
	Text  string
	Count int
	Grid  [2][3]float64
)

// Guarded holds locks, by value and within what it holds, so that it must not be
// copied.
type Guarded struct {
	_     sync.Mutex
	N     int
	Name  string
	List  []int
	Inner GuardedInner
	Both  [2]GuardedInner
	Ptr   *GuardedInner
	Own   GuardedMethods
	Map   map[string]*GuardedInner
	GuardedEmbedded
	*GuardedPointer
	Last Level `json:",string"`
}

// GuardedInner, GuardedEmbedded and GuardedPointer are parts of it.
type (
	GuardedInner struct {
		_ [0]sync.Once
		X int
		M map[string]int
		J JSONPointer
	}
	GuardedEmbedded struct {
		_ atomic.Bool
		E string
		F []string
	}
	GuardedPointer struct {
		_ sync.RWMutex
		G float64
	}
)

// GuardedMethods reads and writes itself.
type GuardedMethods struct {
	_ sync.Mutex
	S string
}

// MarshalJSON is that of S.
func (v *GuardedMethods) MarshalJSON() ([]byte, error) { return json.Marshal(v.S) }

// UnmarshalJSON takes strings.
func (v *GuardedMethods) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &v.S) }

// GuardedMany holds more locks than are saved one by one, and Guards is no struct.
// Elements of one number keep its documents short enough for fuzzing.
type (
	GuardedMany struct {
		L [maxGuards]GuardedPointer
	}
	Guards [2]GuardedInner
)

const maxGuards = 257 // one more than are saved
