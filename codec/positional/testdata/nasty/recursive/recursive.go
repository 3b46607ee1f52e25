// Package recursive has types that hold themselves.
package recursive

type List struct {
	V    int32
	Next *List
}
type Tree struct {
	V    string
	Kids []Tree
}
type Map struct{ M map[string]Map }
type PMap struct {
	M map[string]*PMap
	S string
}
type A struct {
	B []B
	S string
}
type B struct{ A map[string]A }
type Slice []Slice
type SliceMap map[string]SliceMap
type Ptr *Ptr
type HoldsSlice struct{ S Slice }
type Array struct {
	K [2]*Array
	S string
}
type Inner struct {
	O *Outer
	N int32
}
type Outer struct {
	Inner Inner
	L     []Inner
}
type Big struct {
	A [30]uint64
	M map[string]Big
}
type Growing struct {
	_ struct{} `assay:"evolvable"`
	A [4000]uint64
	M map[string]Growing
}
type Double struct{ L, R *Double }

type Cases struct {
	List
	Tree
	Map
	PMap
	A
	B
	Slice
	SliceMap
	Ptr Ptr
	HoldsSlice
	Array
	Outer
	Big
	Growing
	Double
}
