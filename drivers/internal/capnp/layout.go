package capnp

import (
	"fmt"

	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// form is how a type is carried in a field.
type form int

const (
	scalar   form = iota // in the data
	moment               // a group of seconds and nanoseconds
	optional             // a flag and a scalar
	union                // the number of the alternative, and a pointer to it
	pointer              // a pointer to a struct, list or text
)

func isScalar(t *typemodel.Type) bool {
	return t.Kind == typemodel.Bool || t.Kind.IsInteger() || t.Kind.IsFloat()
}

func formOf(t *typemodel.Type) form {
	switch {
	case isScalar(t):
		return scalar
	case t.Kind == typemodel.Time:
		return moment
	case t.Kind == typemodel.Pointer && isScalar(t.Elem):
		return optional
	case t.Kind == typemodel.Interface:
		return union
	}
	return pointer
}

// layout is where the fields of a struct are.
type layout struct {
	fields   []field
	words    int // of data
	pointers int

	holes [6]int // where there is room in the data for 1<<i bits, in units of that size; 0 for nowhere
}

// field is a field of a struct. Its places are offsets in units of its size, the
// second that of a group's or union's other member.
type field struct {
	records.Field
	data, data2, pointer int
}

// layOut gives the fields of a struct their places.
func layOut(r *records.Record) *layout {
	l := &layout{}
	for _, f := range r.Fields {
		p := field{Field: f}
		switch formOf(f.Type) {
		case scalar:
			p.data = l.add(numberOf(f.Type).bits)
		case moment:
			p.data, p.data2 = l.add(64), l.add(32)
		case optional:
			p.data, p.data2 = l.add(1), l.add(numberOf(f.Type.Elem).bits)
		case union:
			p.data = l.add(16)
			p.pointer = l.addPointer()
		case pointer:
			p.pointer = l.addPointer()
		}
		l.fields = append(l.fields, p)
	}
	return l
}

func (l *layout) addPointer() int {
	l.pointers++
	return l.pointers - 1
}

// add returns the place of a member of the given size, in units of it. As in the
// schema compiler, the first hole that is left by alignment is filled.
func (l *layout) add(bits int) int {
	size := 0
	for 1<<size < bits {
		size++
	}
	if at, ok := l.fill(size); ok {
		return at
	}
	at := l.words << (6 - size)
	l.words++
	// What is left of the word are holes of each size from this one on.
	for s, end := size, at+1; s < len(l.holes); s, end = s+1, (end+1)/2 {
		l.holes[s] = end
	}
	return at
}

// fill takes a hole of the given size, or divides a larger one.
func (l *layout) fill(size int) (at int, ok bool) {
	if size >= len(l.holes) {
		return 0, false
	}
	if at := l.holes[size]; at != 0 {
		l.holes[size] = 0
		return at, true
	}
	at, ok = l.fill(size + 1)
	if ok {
		at *= 2
		l.holes[size] = at + 1
	}
	return at, ok
}

// size returns the size of the struct as source.
func (l *layout) size() string {
	return fmt.Sprintf("capnp.ObjectSize{DataSize: %d, PointerCount: %d}", 8*l.words, l.pointers)
}

// number is how the library carries a scalar type.
type number struct {
	bits int
	typ  string // Go type
	list string // as in NewInt32List
}

func numberOf(t *typemodel.Type) number {
	n := number{bits: t.Kind.Bits(), typ: t.Kind.String()}
	switch {
	case t.Kind == typemodel.Bool:
		return number{1, "bool", "Bit"}
	case t.Kind.IsFloat():
		n.list = fmt.Sprintf("Float%d", n.bits)
	case t.Kind.IsSigned():
		n.typ = fmt.Sprintf("int%d", n.bits)
		n.list = fmt.Sprintf("Int%d", n.bits)
	default:
		n.typ = fmt.Sprintf("uint%d", n.bits)
		n.list = fmt.Sprintf("UInt%d", n.bits)
	}
	return n
}

// setter prints the writing of x, of the scalar type t, to the data of s.
func (e *emitter) setter(at int, x string, t *typemodel.Type) {
	n := numberOf(t)
	switch {
	case n.bits == 1:
		e.P("s.SetBit(", at, ", ", records.Convert(x, t, "bool"), ")")
		return
	case t.Kind.IsFloat():
		x = e.Ident("math", "Float"+fmt.Sprint(n.bits)+"bits") + "(" + records.Convert(x, t, n.typ) + ")"
	default:
		x = records.Convert(x, t, n.unsigned())
	}
	e.P("s.SetUint", n.bits, "(", at*n.bits/8, ", ", x, ")")
}

func (n number) unsigned() string { return fmt.Sprintf("uint%d", n.bits) }

// raw returns the reading of a scalar from the data of s, as bits or a bool.
func (n number) raw(at int) string {
	if n.bits == 1 {
		return fmt.Sprintf("s.Bit(%d)", at)
	}
	return fmt.Sprintf("s.Uint%d(%d)", n.bits, at*n.bits/8)
}

// getter returns the reading of a value of the scalar type t from the data of s.
func (e *emitter) getter(at int, t *typemodel.Type) string {
	n := numberOf(t)
	switch {
	case n.bits == 1:
		return e.ConvertTo(t, n.raw(at), "bool")
	case t.Kind.IsFloat():
		x := e.Ident("math", "Float"+fmt.Sprint(n.bits)+"frombits") + "(" + n.raw(at) + ")"
		return e.ConvertTo(t, x, n.typ)
	}
	return e.ConvertTo(t, n.raw(at), n.unsigned())
}
