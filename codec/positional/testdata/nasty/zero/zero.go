// Package zero has values without a size.
package zero

type Empty struct{}
type Root struct{}
type Nothings struct {
	A Empty
	B struct{}
	C [0]string
	D [0]int32
	E [0]byte
	F [0]bool
	N int8
}
type ListOfZero struct{ L [][0]string }
type ListOfZeroBytes struct{ L [][0]byte }
type MapOfZero struct{ M map[string][0]int32 }
type KeyZero struct{ M map[[0]int32]string }
type KeyZeroText struct{ M map[[0]string]string }
type PointerToZero struct {
	P *[0]string
	Q *Empty
	R *struct{}
}
type Set struct{ M map[string]struct{} }
type SetOfNamed struct{ M map[int32]Empty }
type ListOfEmpty struct{ L []Empty }
type ArrayOfEmpty struct {
	A [5]Empty
	N int8
}
type ZeroOfZero struct {
	A [3][0]string
	B [0][3]string
	N int8
}
type EmptyInStruct struct {
	L []struct {
		E Empty
		S string
	}
}
type OnlyEmpty struct{ E Empty }
type ArrayRoot [0]string

type Cases struct {
	Root
	Nothings
	ListOfZero
	ListOfZeroBytes
	MapOfZero
	KeyZero
	KeyZeroText
	PointerToZero
	Set
	SetOfNamed
	ListOfEmpty
	ArrayOfEmpty
	ZeroOfZero
	EmptyInStruct
	OnlyEmpty
	ArrayRoot
}
