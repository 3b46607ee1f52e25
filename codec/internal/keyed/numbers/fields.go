package numbers

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Coding is how a value stands behind the number of its field.
type Coding uint8

// The codings.
const (
	Varint    Coding = iota // integers and bools, seven bits a byte
	Zigzag                  // signed ones, small ones short whatever their sign
	Fixed32                 // four bytes
	Fixed64                 // eight
	Delimited               // texts, bytes and messages, behind their length
	UTF8                    // the same, of which texts must be UTF-8
	Group                   // messages between two tags
	Wrapped                 // a message around a number, bool, text or bytes, as its field 1
)

// Field is how a member stands on a wire of numbered fields.
type Field struct {
	Number     int
	Coding     Coding // of the value, or of the elements of a list
	Key, Value Coding // of the entries of a map
	Packed     bool   // the numbers of a list stand in one field
	Implicit   bool   // zero is left out
	Required   bool   // a message without it is none
	Whole      bool   // a list or map stands in a message of its own, as its field 1
	Absent     bool   // a slice or map that writes itself is there where it is not nil
	InOrder    bool   // a choice of fields stands where the last of them would, and not behind all others
}

// Remainder is where messages of a type keep the fields that the code does not know, which
// are written again behind all others. The zero value means that there is no place.
type Remainder struct {
	Field    *typemodel.Field // of type []byte
	Get, Set string           // or two calls in Go, of which Set takes bytes: "v.M().Get()", "v.M().Set"
}

// Kind is what stands behind a tag, as a form and a coding decide together.
type Kind uint8

// The kinds.
const (
	KindBool Kind = iota
	KindVarint
	KindZigzag
	KindFixed32
	KindFixed64
	KindFloat32
	KindFloat64
	KindText
	KindBytes
	KindArray // of bytes
	KindTime
	KindDuration
	KindOwn // what its own methods write
	KindAny // values of which only the interface is known
	KindMessage
)

// wireType returns the last three bits of the tags of values of kind k in coding c.
func (k Kind) wireType(c Coding) int {
	if c == Group {
		return startGroup
	}
	switch k {
	case KindBool, KindVarint, KindZigzag:
		return 0
	case KindFixed64, KindFloat64:
		return 1
	case KindFixed32, KindFloat32:
		return 5
	}
	return 2
}

// startGroup and endGroup are the last bits of the tags around a group.
const (
	startGroup = 3
	endGroup   = 4
)

// width returns how many bytes a value takes that always takes as many, or 0.
func (k Kind) width() int {
	switch k {
	case KindBool:
		return 1
	case KindFixed32, KindFloat32:
		return 4
	case KindFixed64, KindFloat64:
		return 8
	}
	return 0
}

// fixed returns what the routines for numbers of a fixed width are called, and their Go type.
func (k Kind) fixed() (name, basic string) {
	switch k {
	case KindFixed32:
		return "Fixed32", "uint32"
	case KindFixed64:
		return "Fixed64", "uint64"
	case KindFloat32:
		return "Float32", "float32"
	}
	return "Float64", "float64"
}

// numeric reports whether lists of the kind can be packed.
func (k Kind) numeric() bool { return k <= KindFloat64 }

// KindOf returns the kind of the values of n in a coding.
func KindOf(n *shape.Node, c Coding) Kind {
	if c == Wrapped && n.Form != shape.Carried && n.Form != shape.Pointer {
		return KindMessage
	}
	switch n.Form {
	case shape.Any:
		return KindAny
	case shape.Bool:
		return KindBool
	case shape.Int, shape.Uint:
		switch c {
		case Zigzag:
			return KindZigzag
		case Fixed32:
			return KindFixed32
		case Fixed64:
			return KindFixed64
		case Delimited, UTF8:
			return KindDuration
		}
		return KindVarint
	case shape.Float32:
		return KindFloat32
	case shape.Float64:
		return KindFloat64
	case shape.String:
		return KindText
	case shape.Bytes:
		return KindBytes
	case shape.ByteArray:
		return KindArray
	case shape.Time:
		return KindTime
	case shape.Own:
		return KindOwn
	case shape.Carried, shape.Pointer:
		return KindOf(n.Elem, c)
	}
	return KindMessage
}

// DefaultCoding returns the coding of n where no tag tells one: varints for integers,
// messages for durations, UTF-8 for texts.
func DefaultCoding(n *shape.Node) Coding {
	switch n.Form {
	case shape.Bool:
		return Varint
	case shape.Int, shape.Uint:
		if isDuration(n.Type) {
			return UTF8
		}
		return Varint
	case shape.Float32:
		return Fixed32
	case shape.Float64:
		return Fixed64
	case shape.Pointer, shape.Carried, shape.List, shape.Array:
		if n.Elem.Form != shape.List && n.Elem.Form != shape.Array && n.Elem.Form != shape.Map {
			return DefaultCoding(n.Elem)
		}
	}
	return UTF8
}

// isDuration reports whether t is time.Duration.
func isDuration(t *typemodel.Type) bool {
	return t.Name.PkgPath == "time" && t.Name.Name == "Duration"
}

// field is a field of a message.
type field struct {
	Field
	name string // of the member
	node *shape.Node
	at   func(v goprint.Place) goprint.Place // its place in the message's
	bit  int                                 // in the set of those that were read, or -1

	// Of an interface, of whose types one is there: the field that each of them is, and
	// the type, of which a pointer to a struct around the field has no other.
	variants []*field
	holds    *typemodel.Type // of a variant
	around   bool            // it is a pointer to such a struct
}

// fields returns the fields of messages of n: the members of a struct, in the order
// of their numbers, or the value itself, as field 1, where it has a message of its own: a
// list or map within another list or as a root, and what is wrapped.
func (p *printer) fields(n *shape.Node) []*field {
	var list []*field
	if n.Form != shape.Struct {
		f := &field{
			Field: Field{Number: 1, Coding: DefaultCoding(n), Packed: true},
			node:  n, at: func(v goprint.Place) goprint.Place { return v }, bit: -1,
		}
		f.Implicit = !isMessage(n)
		if n.Form == shape.Map {
			f.Key, f.Value = DefaultCoding(n.Key), DefaultCoding(n.Elem)
		}
		return []*field{f}
	}
	for _, m := range n.Members {
		f := p.field(m)
		if m.Node.Form == shape.Interface {
			f.Number = math.MaxInt32 // behind all others
			for _, impl := range m.Node.Impls {
				f.variants = append(f.variants, p.variant(m, impl))
			}
			if f.InOrder {
				f.Number = slices.MaxFunc(f.variants, func(a, b *field) int { return a.Number - b.Number }).Number
			}
		}
		list = append(list, f)
	}
	slices.SortStableFunc(list, func(a, b *field) int { return a.Number - b.Number })
	bits := 0
	for _, f := range list {
		if f.tracked() {
			f.bit = bits
			bits++
		}
	}
	return list
}

// variant returns the field that one of the types of the choice m is.
func (p *printer) variant(m *shape.Member, impl *shape.Node) *field {
	one := p.wire.Alternative(m, impl)
	if len(one.Path) == 0 {
		return &field{
			Field: p.wire.Fields(one), name: "(" + impl.Type.String() + ")", node: impl, holds: impl.Type,
			at: func(v goprint.Place) goprint.Place { return v }, bit: -1,
		}
	}
	f := p.field(one)
	f.holds, f.around = impl.Type, true
	return f
}

// field returns the field that m is.
func (p *printer) field(m *shape.Member) *field {
	return &field{
		Field: p.wire.Fields(m), name: m.Field().Name, node: m.Node,
		at:  func(v goprint.Place) goprint.Place { return v.Fields(m.Path) },
		bit: -1,
	}
}

// form returns the form of the field, of which a message that goes around a value is one.
func (f *field) form() shape.Form {
	if f.Whole || f.Coding == Wrapped && KindOf(f.node, Varint) < KindTime && f.node.Form != shape.Pointer && f.node.Form != shape.Carried {
		return shape.Struct
	}
	return f.node.Form
}

// tracked reports whether a decoder must know that the field was read: a message that
// comes twice is merged, and what did not come at all is lost.
func (f *field) tracked() bool {
	return f.form() == shape.Pointer || f.form() == shape.Struct || f.Required
}

// tag returns the tag of a field, whose last bits tell how its values stand.
func tag(number, wireType int) []byte {
	return binary.AppendUvarint(nil, uint64(number)<<3|uint64(wireType))
}

// wide reports whether the tags of f take two bytes or more.
func (f *field) wide() bool {
	return f.Number >= 16 || slices.ContainsFunc(f.variants, (*field).wide)
}

// element returns what f is a list of.
func (f *field) element() *shape.Node {
	if e := f.node.Elem; e.Form == shape.Pointer {
		return e.Elem
	}
	return f.node.Elem
}

// repeated reports whether f is a list, of any number of fields with its number.
func (f *field) repeated() bool { return f.form() == shape.List || f.form() == shape.Array }

// packs reports whether the elements of f stand in one field.
func (f *field) packs() bool {
	return f.Packed && f.repeated() && f.elementKind().numeric() && f.element().Form != shape.Carried
}

func (f *field) elementKind() Kind { return KindOf(f.element(), f.Coding) }

// isMessage reports whether values of n are messages that functions write and read:
// structs, and lists and maps where they are elements.
func isMessage(n *shape.Node) bool {
	switch n.Form {
	case shape.Struct, shape.List, shape.Array, shape.Map:
		return true
	}
	return false
}

// messages returns the nodes that have functions, from some on: these, structs that are met,
// lists and maps that are elements, and what has a message around it.
func (p *printer) messages(from ...*shape.Node) []*shape.Node {
	var list []*shape.Node
	has := map[*shape.Node]bool{}
	add := func(n *shape.Node, c Coding) {
		for n.Form == shape.Pointer || n.Form == shape.Carried {
			n = n.Elem
		}
		if (isMessage(n) || c == Wrapped) && !has[n] {
			has[n] = true
			list = append(list, n)
		}
	}
	for _, n := range from {
		add(n, UTF8)
	}
	for i := 0; i < len(list); i++ {
		for _, f := range p.fields(list[i]) {
			switch f.form() {
			case shape.List, shape.Array:
				add(f.node.Elem, f.Coding)
			case shape.Map:
				add(f.node.Elem, f.Value)
			case shape.Interface:
				for _, variant := range f.variants {
					add(variant.node, variant.Coding)
				}
			default:
				add(f.node, f.Coding)
			}
		}
	}
	return list
}

// goesRound reports whether a call of the function of n is one that counts how deep values
// nest: from a message that comes behind n in the order of messages, or from n itself. Of each
// circle of types there is such a call, so that those between are not counted.
func (p *printer) goesRound(n *shape.Node) bool {
	return n.Recursive && (p.inside == nil || p.inside.Recursive && p.order[n] <= p.order[p.inside])
}

// most returns how many bytes a value of n takes at most behind its tag, length
// included, or -1 where there is no bound.
func most(n *shape.Node, k Kind) int {
	switch k {
	case KindBool, KindFixed32, KindFloat32, KindFixed64, KindFloat64:
		return k.width()
	case KindVarint, KindZigzag:
		if k == KindVarint && (n.Form == shape.Carried || n.Form == shape.Int) {
			return 10
		}
		return (n.Type.Kind.Bits() + 6) / 7
	case KindArray:
		return len(binary.AppendUvarint(nil, uint64(n.Type.Len))) + n.Type.Len
	case KindTime, KindDuration:
		return timeMost
	}
	return -1
}

// timeMost is how long a time is at most: its length, two tags, ten bytes of seconds,
// and of nanoseconds as many, which a duration may have below zero.
const timeMost = 1 + 1 + 10 + 1 + 10

// nilElements reports whether n may have elements that are nil, which no field stands
// for.
func nilElements(n *shape.Node) bool {
	return (n.Form == shape.List || n.Form == shape.Array || n.Form == shape.Map) && n.Elem.Form == shape.Pointer
}

// requires reports whether a message of n is none without some of what it points to.
func (w *Wire) requires(n *shape.Node) bool {
	return slices.ContainsFunc(n.Members, func(m *shape.Member) bool {
		return m.Node.Form == shape.Pointer && w.Fields(m).Required
	})
}
