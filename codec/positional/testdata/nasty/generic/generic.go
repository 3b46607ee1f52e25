// Package generic has instances of generic types.
package generic

import "time"

type Pair[A, B any] struct {
	First  A
	Second B
}
type List[T any] struct {
	Items []T
	Next  *List[T]
}
type Box[T any] []T
type Opt[T any] struct{ V *T }
type Money struct{ Cents int64 }

type A struct {
	P Pair[string, int32]
	Q []Pair[string, int32]
}
type B struct {
	P Pair[int32, string]
	Q []Pair[int32, string]
}
type Both struct {
	A Pair[string, int32]
	B Pair[int32, string]
	C []Pair[string, int32]
	D []Pair[int32, string]
	E []Pair[Pair[string, int32], []string]
	F map[string]Pair[[]string, map[string]int32]
}
type Lists struct {
	A List[string]
	B List[Money]
	C []List[Pair[string, Money]]
	D []List[Pair[string, Money]]
}
type Boxes struct {
	A Box[string]
	B Box[Pair[string, string]]
	C Opt[time.Time]
	D []Opt[Opt[string]]
	E []Opt[Opt[string]]
	F []Opt[[]string]
	G []Opt[map[string]string]
	H []Opt[*string]
	I []Opt[[2]string]
}

type Cases struct {
	A
	B
	Both
	Lists
	Boxes
	PairSI     Pair[string, int32]
	PairIS     Pair[int32, string]
	PairPP     Pair[Pair[string, int32], Pair[int32, string]]
	OptSlice   Opt[[]string]
	OptMap     Opt[map[string]string]
	OptPointer Opt[*string]
	OptTime    Opt[time.Time]
	OptUnnamed Opt[struct{ S string }]
}
