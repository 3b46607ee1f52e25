package sample

import (
	"math"
	"math/bits"
	"time"
)

func ptr[T any](v T) *T { return &v }

var flat = Flat{Name: "Grüße <&> \"quoted\" 日本語 \U0001d11e", OK: true, Count: -5, Ratio: 0.1, Data: []byte{0, 1, 254, 255}}

// The last value of most types is the zero value: it shows what a decoder leaves
// behind in a used destination.

// FlatValues returns values of Flat.
func FlatValues() ([]Flat, error) {
	return []Flat{flat, {Name: "x", Data: []byte{7}}, {Name: "plain", Count: math.MaxInt32, Ratio: -1e300, Data: []byte("text")}, {}}, nil
}

// KindsValues returns values of Kinds.
func KindsValues() ([]Kinds, error) {
	return []Kinds{
		{
			Bool: true, I8: math.MinInt8, I16: math.MinInt16, I32: math.MinInt32, I64: math.MinInt64,
			U8: math.MaxUint8, U16: math.MaxUint16, U32: math.MaxUint32, U64: math.MaxInt64,
			F32: math.MaxFloat32, F64: math.SmallestNonzeroFloat64, Str: "text", Bytes: []byte("bytes"),
			Strings: []string{"a", "", "c"}, Floats: []float64{1, 2.5, -3}, Smalls: []int8{-1, 0, 1},
		},
		{
			I8: 1, I16: -200, I32: 70000, I64: 1 << 40, U8: 1, U16: 300, U32: 70000, U64: 1 << 40, F32: 0.5, F64: math.Pi,
			Str: "other", Bytes: []byte{0}, Strings: []string{"one"}, Floats: []float64{0}, Smalls: []int8{5},
		},
		{},
	}, nil
}

// IntsValues returns values of Ints.
func IntsValues() ([]Ints, error) {
	return []Ints{{Int: -1 << (bits.UintSize - 24), Uint: 1 << (bits.UintSize - 24), List: []int{1, -2, 3}}, {Int: 3, Uint: 4, List: []int{0}}, {}}, nil
}

// ComplexValues returns values of Complex.
func ComplexValues() ([]Complex, error) {
	return []Complex{{C64: 1 + 2i, C128: -0.5 + 1e100i}, {C64: 3}, {}}, nil
}

// NestedValues returns values of Nested.
func NestedValues() ([]Nested, error) {
	return []Nested{
		{ID: "1", Inner: flat, List: []Flat{flat, {Name: "y", Data: []byte{9}}}, Rows: []Row{{Cells: []int64{1, 2}}, {Cells: []int64{3}}}},
		{ID: "2", Inner: Flat{Data: []byte{1}}, List: []Flat{flat}, Rows: []Row{{Cells: []int64{0}}}},
		{},
	}, nil
}

// GridValues returns values of Grid.
func GridValues() ([]Grid, error) {
	return []Grid{{Cells: [][]int32{{1, 2}, {3}}}, {Cells: [][]int32{{4}}}, {}}, nil
}

// MapsValues returns values of Maps.
func MapsValues() ([]Maps, error) {
	return []Maps{
		{
			Strings: map[string]string{"a": "1", "b": "2", "c": "3"}, Counts: map[string]int64{"x": -1, "y": 1 << 40},
			ByInt: map[int32]string{-1: "minus", 7: "seven"}, Structs: map[string]Row{"r": {Cells: []int64{1}}},
			Lists: map[string][]string{"l": {"p", "q"}},
		},
		{
			Strings: map[string]string{"d": "4"}, Counts: map[string]int64{"z": 0}, ByInt: map[int32]string{0: "zero"},
			Structs: map[string]Row{"s": {Cells: []int64{2, 3}}}, Lists: map[string][]string{"m": {"o"}},
		},
		{},
	}, nil
}

// OddKeysValues returns values of OddKeys.
func OddKeysValues() ([]OddKeys, error) {
	return []OddKeys{{
		Bools: map[bool]string{true: "yes", false: "no"}, Structs: map[Point]string{{1, 2}: "p"},
		Arrays: map[[2]int8]string{{1, 2}: "a"},
	}, {}}, nil
}

// PointersValues returns values of Pointers.
func PointersValues() ([]Pointers, error) {
	return []Pointers{
		{Int: ptr(int64(-7)), Str: ptr("s"), Struct: &Row{Cells: []int64{1}}, List: []*Point{{1, 2}, {3, 4}}},
		{Int: ptr(int64(8)), Str: ptr("t"), Struct: &Row{Cells: []int64{2}}, List: []*Point{{5, 6}}},
		{},
	}, nil
}

// ArraysValues returns values of Arrays.
func ArraysValues() ([]Arrays, error) {
	return []Arrays{
		{Hash: [32]byte{1, 2, 31: 255}, Coords: [3]float64{1, -2, 0.5}, Points: [2]Point{{1, 2}, {3, 4}}, Hashes: [][4]byte{{1}, {2}}},
		{Hashes: [][4]byte{{9}}},
		{},
	}, nil
}

// TreeValues returns values of Tree.
func TreeValues() ([]Tree, error) {
	return []Tree{
		{Name: "root", Children: []Tree{{Name: "a", Children: []Tree{{Name: "b"}}}, {Name: "c"}}},
		{Name: "leaf"},
		{},
	}, nil
}

// ListValues returns values of List.
func ListValues() ([]List, error) {
	return []List{{Value: 1, Next: &List{Value: 2, Next: &List{Value: 3}}}, {Value: 4}}, nil
}

// EmbeddedValues returns values of Embedded.
func EmbeddedValues() ([]Embedded, error) {
	return []Embedded{
		{Point: Point{1, 2}, Row: &Row{Cells: []int64{1}}, Own: "o"},
		{Point: Point{3, 4}, Row: &Row{Cells: []int64{5}}, Own: "p"},
		{},
	}, nil
}

// EmbeddedLastValues returns values of EmbeddedLast.
func EmbeddedLastValues() ([]EmbeddedLast, error) {
	return []EmbeddedLast{{Own: "o", Point: Point{1, 2}}, {Own: "p", Point: Point{3, 4}}, {}}, nil
}

// TimesValues returns values of Times.
func TimesValues() ([]Times, error) {
	at := time.Date(2026, 11, 20, 21, 55, 1, 123456789, time.UTC)
	return []Times{
		{At: at, List: []time.Time{at.Add(time.Hour), time.Unix(0, 0).UTC()}, Delay: 90 * time.Second},
		{At: time.Unix(1, 0).UTC(), List: []time.Time{at}, Delay: -1},
	}, nil
}

// NamedValues returns values of Named.
func NamedValues() ([]Named, error) {
	return []Named{
		{Color: "red", Level: 3, Score: 0.5, Blob: Blob{1, 2}, Colors: []Color{"a", "b"}, Key: Key{1, 2, 3, 4}},
		{Color: "blue", Blob: Blob{3}, Colors: []Color{"c"}},
		{},
	}, nil
}

// SumValues returns values of Sum.
func SumValues() ([]Sum, error) {
	return []Sum{{Flat: ptr(flat)}, {Point: &Point{1, 2}}, {Count: ptr(int64(5))}}, nil
}

// ShapesValues returns values of Shapes.
func ShapesValues() ([]Shapes, error) {
	return []Shapes{{Any: "text", List: []any{true, "b", 0.5}}, {Any: false, List: []any{"c"}}}, nil
}

// NumbersValues returns values of Numbers.
func NumbersValues() ([]Numbers, error) {
	return []Numbers{{One: int32(-7), List: []any{int32(1 << 20), uint8(200), true}}, {One: "s", List: []any{int32(0)}}}, nil
}

// DrawingValues returns values of Drawing.
func DrawingValues() ([]Drawing, error) {
	return []Drawing{{Main: Circle{1}, All: []Figure{&Square{2}, Circle{3}}}, {Main: &Square{4}, All: []Figure{&Square{5}}}}, nil
}

// HiddenValues returns values of Hidden.
func HiddenValues() ([]Hidden, error) {
	return []Hidden{{Shown: "s"}, {Shown: "t"}}, nil
}

// GenericValues returns values of Generic.
func GenericValues() ([]Generic, error) {
	return []Generic{
		{One: Pair[string, int64]{"k", 1}, Two: []Pair[int32, Pair[string, bool]]{{1, Pair[string, bool]{"x", true}}}},
		{One: Pair[string, int64]{"l", 2}, Two: []Pair[int32, Pair[string, bool]]{{2, Pair[string, bool]{"y", false}}}},
		{},
	}, nil
}

// ClashesValues returns values of Clashes.
func ClashesValues() ([]Clashes, error) {
	return []Clashes{
		{B: "b", N: "n", V: "v", Buf: "buf", Data: "data", T: "t", Err: "err", Type: data{1, 2}, New: 3},
		{B: "2", Type: data{R: 4}},
	}, nil
}

// CelsiusValues returns values of Celsius.
func CelsiusValues() ([]Celsius, error) { return []Celsius{{21.5}, {-40}}, nil }

// WordsValues returns values of Words.
func WordsValues() ([]Words, error) { return []Words{{"a", "b"}, {"c"}, nil}, nil }
