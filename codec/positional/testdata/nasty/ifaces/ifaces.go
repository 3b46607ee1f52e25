// Package ifaces has interfaces with the types that they may hold.
package ifaces

//assay:impl Circle *Square Tree []Shape
type Shape interface{}

type Circle struct{ R float64 }
type Square struct {
	Side  float64
	Label string
}
type Tree struct {
	Left, Right Shape
	Names       map[string]Shape
}
type Holder struct {
	S Shape
	L []Shape
	M map[string]Shape
	P *Shape
	A [2]Shape
}
type Local struct {
	A any   //assay:impl int32 string []string
	B any   //assay:impl string int32
	L []any //assay:impl bool Circle
}

//assay:impl int32 string
type Key interface{}

type Keyed struct{ M map[Key]string }
type Open struct{ A any }
type Document map[string]any
type Rows []map[string][]any
type Bag interface{}
type Bags struct {
	First Bag
	Rest  []Bag
	ByKey map[string]*Bag
	Next  *Bags
}
type AnyKey struct{ M map[any]int }
type Fails struct{ Err error }
type Sealed interface{ sealed() }
type One struct{ A string }
type Two struct{ B int32 }

func (One) sealed()  {}
func (*Two) sealed() {}

type Oneof struct{ S Sealed }

type Cases struct {
	Shape
	Circle
	Tree
	Holder
	Local
	Keyed
	Open
	Document
	Rows
	Bag
	Bags
	AnyKey
	Fails
	Any  any
	List []any
	Map  map[string]any
	Oneof
}
