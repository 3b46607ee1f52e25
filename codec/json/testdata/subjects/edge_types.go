package subjects

import (
	"encoding/json"
	"maps"
	"net"
	"slices"
	"sync/atomic"
	"time"
)

// TextLists has types with UnmarshalText that a null makes nil.
type TextLists struct {
	IP    net.IP
	P     *net.IP
	List  []net.IP
	Map   map[string]net.IP
	Array [2]TextMap
	TM    TextMap
	Text  TextPointer
}

// NamedPointers has pointer types with names, which hide the methods of what they lead to
// from encoding/json of Go 1.26, but only when it reads.
type NamedPointers struct {
	Text  *TextPointer
	Named TextNamed
	List  []TextNamed
	Map   map[string]TextNamed
	Deep  *TextNamed
	Two   TextTwice
	Time  TimeNamed
	Raw   RawNamed
	Plain PlainNamed
	Bytes BytesNamed
	Name  NameNamed
	Bool  BoolNamed
}

// QuotedPointers has one whose value is in quotes, to some versions of encoding/json,
// which it is left to.
type QuotedPointers struct {
	One struct {
		Quote NameNamed `json:",string"`
	}
	N int
}

// TextNamed, and those below, lead to types with methods, or without.
type (
	TextNamed  *TextPointer
	TextTwice  **TextPointer
	TimeNamed  *time.Time
	RawNamed   *json.RawMessage
	PlainNamed *Padded
	BytesNamed *Hash
	NameNamed  *Caption
	BoolNamed  **bool
)

// TextMap reads the name of its one entry.
type TextMap map[string]string

// MarshalText writes the least name.
func (m TextMap) MarshalText() ([]byte, error) {
	if len(m) == 0 {
		return nil, nil
	}
	return []byte(slices.Min(slices.Collect(maps.Keys(m)))), nil
}

// UnmarshalText reads it.
func (m *TextMap) UnmarshalText(text []byte) error {
	*m = TextMap{string(text): ""}
	return nil
}

// Unwritable is made of what code cannot name, or encoding/json not write.
type Unwritable struct {
	Chans    Chans                 `json:",omitempty"`
	Funcs    map[string]func()     `json:",omitempty"`
	Structs  [0]struct{ F func() } `json:",omitempty"`
	Named    FuncStructs           `json:",omitempty"`
	Methods  [0]interface{ M() }   `json:",omitempty"`
	Errors   []error               `json:",omitempty"`
	ErrorMap map[string]error      `json:",omitempty"`
	PP       **error               `json:",omitempty"`
	PC       *chan int             `json:",omitempty"`
	BadTags  []struct {
		A int `json:"a\"b"`
	} `json:",omitempty"`
	NamedMaps NamedMaps `json:",omitempty"`
	N         int
}

// Chans, FuncStructs and NamedMaps are named forms of such types.
type (
	Chans       [2]chan int
	FuncStructs [2]struct{ F func() }
	NamedMaps   map[string]map[string]chan int
	Complexes   map[string]complex128
)

// Pinned holds what must not be copied, by rules of go vet's.
type Pinned struct {
	P atomic.Pointer[int] `json:"-"`
	L Spin
	S []Spin
	M map[string]*Spin
	A [2]Spin
	N int
}

// Spin is a lock of its own kind.
type Spin struct {
	state int
	N     int
}

// Lock is that of a sync.Locker.
func (s *Spin) Lock() { s.state++ }

// Unlock is that of a sync.Locker.
func (s *Spin) Unlock() { s.state-- }

// Called has types whose methods count their calls.
type Called struct {
	J  CalledJSON
	T  CalledText
	K  map[CalledText]int
	JP *CalledJSON
	L  []CalledJSON
	LT []CalledText
	M  map[string]CalledJSON
	N  int
}

// QuotedValues has fields with the option string, after one whose method counts its calls.
type QuotedValues struct {
	J  CalledJSON
	N  CalledNumber  `json:",string"`
	NP *CalledNumber `json:",string"`
	T  CalledText    `json:",string"`
	TP *CalledText   `json:",string"`
	I  int           `json:",string"`
	IP *int          `json:",string"`
	U  uint8         `json:",string"`
	F  float64       `json:",string"`
	B  bool          `json:",string"`
	BP *bool         `json:",string"`
	S  string        `json:",string"`
	SP *string       `json:",string"`
	JN json.Number   `json:",string"`
	MI map[int16]int
	MU map[uint]int
}

// Calls is how often methods of CalledJSON, CalledNumber and CalledText were called.
var Calls atomic.Int64

type (
	// CalledNumber counts how long what it reads is.
	CalledNumber int
	// CalledJSON reads numbers.
	CalledJSON struct{ N int }
	// CalledText reads anything.
	CalledText string
)

// UnmarshalJSON counts.
func (c *CalledJSON) UnmarshalJSON(data []byte) error {
	Calls.Add(1)
	c.N = len(data)
	return nil
}

// UnmarshalJSON counts.
func (c *CalledNumber) UnmarshalJSON(data []byte) error {
	Calls.Add(1)
	*c = CalledNumber(len(data))
	return nil
}

// MarshalText counts.
func (c CalledText) MarshalText() ([]byte, error) {
	Calls.Add(1)
	return []byte(c), nil
}

// UnmarshalText counts.
func (c *CalledText) UnmarshalText(text []byte) error {
	Calls.Add(1)
	*c = CalledText(text)
	return nil
}

// Amplified has types whose values take far more memory than the shortest text.
type Amplified struct {
	Structs  []Padded
	Arrays   [][200]int
	Pointers []*Padded
	Maps     []map[string]Padded
	Map      map[string]Padded
	Outer    []struct{ *PaddedMore }
	Lists    [][]Padded
	Any      any
	Strings  []string
	Ints     [][]int
	Nest     []Amplified
}

// Wrong has short elements, for each of which encoding/json makes an error if it is of
// another kind.
type Wrong struct {
	N       int
	Strings []string
	Ints    []int
	Bools   []bool
	Any     any
	Map     map[string]any
}

type (
	// Padded is a struct of 80 bytes.
	Padded struct {
		A, B, C, D, E, F, G, H, I int
		N                         int `json:"n"`
	}
	// PaddedMore is embedded.
	PaddedMore struct {
		M int `json:"m"`
		P [500]byte
	}
)

// Unnamed leads to storage of several types without names.
type Unnamed struct {
	Ports []struct {
		Port int
		Name string
	}
	Env []struct{ Name, Value string }
	P   *struct{ A, B []int }
	Q   *struct{ C string }
	M   map[string][]struct{ N int }
	L   [][]struct{ S string }
}

// Hash and Caption are basic types with names.
type (
	Hash    []byte
	Caption string
)

// ZeroAfterChan has a field of which nothing is asked, since the one before has no
// encoding: its method IsZero panics.
type ZeroAfterChan struct {
	C chan int
	F ZeroPromoted `json:",omitzero"`
}

// ZeroPromoted has the methods of what it embeds, which may be nil.
type ZeroPromoted struct{ *ZeroPointer }
