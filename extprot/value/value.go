// Package value reads and writes extprot messages with a schema at hand and no
// generated code: bytes to a [Value] and back, and a Value to neutral JSON and
// back.
//
// The reader is strict unless told otherwise: content is confined to its
// container, lengths and counts are checked against what is left before
// anything is allocated, and every limit has a default. A lax reader accepts
// what the original implementation accepts. Either repairs the original's fault
// of misreading what follows a tuple that is read by widening its first element.
//
// Unstable: names may change in a minor version.
package value

// Value is a value of an extprot type: Bool, Byte, Int (int and long), Float,
// String, List (lists, arrays and tuples), *Sum or *Record.
type Value interface{ isValue() }

// The primitive values. String holds bytes, in no particular encoding.
type (
	Bool   bool
	Byte   uint8
	Int    int64
	Float  float64
	String string
)

// List is a list, an array or a tuple.
type List []Value

// Sum is a value of a sum type. A constant constructor has no Args.
type Sum struct {
	Constructor string
	Args        List
}

// Record is a record or message. Variant is empty unless it is a message sum.
type Record struct {
	Variant string
	Names   []string // shared between values: do not write
	Fields  List
}

func (Bool) isValue()    {}
func (Byte) isValue()    {}
func (Int) isValue()     {}
func (Float) isValue()   {}
func (String) isValue()  {}
func (List) isValue()    {}
func (*Sum) isValue()    {}
func (*Record) isValue() {}
