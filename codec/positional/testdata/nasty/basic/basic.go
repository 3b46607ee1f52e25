// Package basic has fields of every shape that formats know.
package basic

import "time"

type (
	Level  int8
	Text   string
	Blob   []byte
	Octet  byte
	Octets []Octet
	Hash   [32]byte
	Odd    [3]Octet
	Flag   bool
	Ratio  float32
	Stamp  time.Time
)

type Numbers struct {
	I8  int8
	I16 int16
	I32 int32
	I64 int64
	U8  uint8
	U16 uint16
	U32 uint32
	U64 uint64
	F32 float32
	F64 float64
}

type Machine struct {
	I int
	U uint
	L []int
	P uintptr
}

type Named struct {
	L Level
	T Text
	F Flag
	R Ratio
}

type NamedLists struct {
	Levels []Level
	Texts  []Text
	Flags  []Flag
	Ratios []Ratio
	Blob   Blob
	Octets Octets
}

type Arrays struct {
	Hash    Hash
	Odd     Odd
	Small   [3]uint16
	Long    [9]int64
	Texts   [2]string
	Grid    [2][3]uint8
	Lists   [2][]int32
	Structs [2]Named
}

type BoolArray struct{ F [3]bool }
type BoolArrays struct{ F [2][5]bool }
type FlagArray struct{ F [9]Flag }
type BoolList struct{ F []bool }
type BoolLists struct{ F [][]bool }
type BoolMap struct{ M map[bool]bool }
type FlagMap struct{ M map[Flag][2]bool }
type ArrayOfBoolStructs struct{ F [4]struct{ A, B bool } }
type ListOfBoolStructs struct{ F []struct{ A, B bool } }
type ListOfBoolArrays struct{ F [][3]bool }
type MapOfBoolArrays struct{ M map[[2]bool][]bool }

type Maps struct {
	A map[string]int64
	B map[int32]string
	C map[string][]string
	D map[string]map[string]uint16
	E map[uint8]Named
	F map[string][2]uint32
}

type Lists struct {
	A [][]int32
	B [][][]byte
	C []map[string]uint8
	D []Named
	E [][]string
	F [][2]string
}

type Pointers struct {
	A *int64
	B *string
	C *Named
	D **int32
	E []*int16
	F *[]string
	G *map[string]int8
	H map[string]*Named
	I *[2]string
}

type Times struct {
	A time.Time
	B []time.Time
	C [2]time.Time
	D map[string]time.Time
	E *time.Time
}

type TimeKeys struct{ M map[time.Time]int8 }
type TwoTimes struct {
	A time.Time
	N int8
	B time.Time
}

type Durations struct {
	A time.Duration
	B []time.Duration
	C time.Month
}

type Unnamed struct {
	A struct {
		X int32
		Y struct{ Z string }
	}
	L []struct {
		S string
		N int32
	}
	M map[string]struct{ A, B int32 }
	P *struct{ S string }
}

type inner struct {
	ID   int64
	Name string
}

type Embedded struct {
	Named
	*Numbers
	Extra string
}

type EmbeddedUnexported struct {
	inner
	Extra string
}

type EmbeddedUnexportedPointer struct {
	*inner
	Extra string
}

type FieldOfUnexportedType struct {
	In  inner
	Ins []inner
	M   map[string]inner
	P   *inner
}

type Mixed struct {
	A string
	B int32
	C []byte
	D float64
	E map[string]string
	F time.Time
	G []Named
	H bool
	I *Mixed2
}

type Mixed2 struct {
	A string
	M map[int64]Mixed3
	L []Mixed3
}

type Mixed3 struct {
	A, B string
	N    *int32
}

type Deep struct {
	A struct {
		B struct {
			C struct {
				D struct {
					E string
					F int32
				}
			}
		}
	}
}

type Anonymous = struct {
	A int32
	B string
}

type StringOnly struct{ S string }
type BytesOnly struct{ B []byte }
type OneNumber struct{ N uint32 }
type SliceRoot []Named
type MapRoot map[string]Named
type StringRoot string
type NumberRoot int64
type ArrayRoot [4]string
type BytesRoot []byte
type ByteArrayRoot [7]byte
type BoolRoot bool
type FloatRoot float64

type Cases struct {
	Numbers
	Machine
	Named
	NamedLists
	Arrays
	BoolArray
	BoolArrays
	FlagArray
	BoolList
	BoolLists
	BoolMap
	FlagMap
	ArrayOfBoolStructs
	ListOfBoolStructs
	ListOfBoolArrays
	MapOfBoolArrays
	Maps
	Lists
	Pointers
	Times
	TimeKeys
	TwoTimes
	Durations
	Unnamed
	Embedded
	EmbeddedUnexported
	EmbeddedUnexportedPointer
	FieldOfUnexportedType
	Mixed
	Deep
	Anonymous Anonymous
	StringOnly
	BytesOnly
	OneNumber
	SliceRoot
	MapRoot
	StringRoot
	NumberRoot
	ArrayRoot
	BytesRoot
	ByteArrayRoot
	BoolRoot
	FloatRoot
	Stamp
}
