// Package schema knows extprot's schema language: it reads a schema, reports
// what is wrong with it, resolves it to ground types and formats it.
//
// [Load] and [Check] give a [Schema], in which every message is a [Type]
// without names to look up, variables or abbreviations left: polymorphic types
// are macros in extprot, and are expanded here. [Parse] gives the declarations
// as written, [Format] the canonical text with its comments.
//
// The package knows nothing of bytes: the wire format is package wire's
// concern, values are package value's.
//
// Unstable: names may change in a minor version.
package schema

import (
	"strings"
)

// Kind is the form of a ground type.
type Kind uint8

// The kinds of ground types. Record stands for record types, messages,
// message sums and subsets, which the wire format does not tell apart.
const (
	Bool Kind = iota + 1
	Byte
	Int
	Long
	Float
	String
	Tuple
	List
	Array
	Sum
	Record
)

var kindNames = [...]string{"", "bool", "byte", "int", "long", "float", "string", "tuple", "list", "array", "sum", "record"}

var primitiveKinds = map[string]Kind{"bool": Bool, "byte": Byte, "int": Int, "long": Long, "float": Float, "string": String}

func (k Kind) String() string { return kindNames[k] }

// Primitive reports whether k is bool, byte, int, long, float or string.
func (k Kind) Primitive() bool { return k >= Bool && k <= String }

// Type is a ground type. Types are immutable and interned within a schema:
// equal types are the same pointer, so that a traversal can remember them.
type Type struct {
	Kind Kind

	// Name is the declaration that a sum, record or message comes from, or the
	// innermost abbreviation that names a primitive, tuple, list or array. It
	// may be empty. Args are the arguments of a polymorphic declaration.
	Name string
	Args []*Type

	Default *Literal // of a primitive; nil if it has none

	Elems []*Type // of a tuple; a list or array has one

	Constants    []string // of a sum: constant constructors by tag
	Constructors []Case   // of a sum: non-constant constructors by tag

	Variants   []Variant // of a record: one, of a message sum: by tag
	MessageSum bool
	Subset     string // of a subset: the source's name

	defaults   bool // hasDefault
	cost       int  // values that the default holds
	projecting bool // is or holds a subset
}

// Case is a non-constant constructor of a sum type.
type Case struct {
	Name string
	Args []*Type
}

// Variant is the content of a record or message, or one variant of a message sum.
type Variant struct {
	Name   string // empty unless the type is a message sum
	Fields []Field
}

// Field is a field of a record.
type Field struct {
	Name    string
	Type    *Type
	Index   int // position on the wire; differs from the place in Fields only in subsets
	Mutable bool
	Loading Loading
	Retyped bool // in a subset: the type is not the source's
}

// Elem returns the element type of a list or array.
func (t *Type) Elem() *Type { return t.Elems[0] }

// HasDefault reports whether a reader may put a value in the place of a missing
// one. A record always may, although producing the value fails if one of its
// fields has no default: that is extprot's rule.
func (t *Type) HasDefault() bool { return t.defaults }

// DefaultCost is the number of values that the type's default holds, capped at
// 1<<30. Readers charge it against their limit.
func (t *Type) DefaultCost() int { return t.cost }

// ReadOnly reports whether the type is a subset or holds one: it can be read
// but not written.
func (t *Type) ReadOnly() bool { return t.projecting }

// String gives the type as a schema would write it, abridged when deep.
func (t *Type) String() string {
	var b strings.Builder
	t.write(&b, 4)
	return b.String()
}

func (t *Type) write(b *strings.Builder, depth int) {
	if depth == 0 {
		b.WriteString("…")
		return
	}
	list := func(ts []*Type, sep string) {
		for i, e := range ts {
			if i > 0 {
				b.WriteString(sep)
			}
			e.write(b, depth-1)
		}
	}
	switch {
	case t.Kind.Primitive():
		b.WriteString(t.Kind.String())
	case t.Kind == List:
		b.WriteString("[")
		list(t.Elems, "")
		b.WriteString("]")
	case t.Kind == Array:
		b.WriteString("[| ")
		list(t.Elems, "")
		b.WriteString(" |]")
	case t.Kind == Tuple:
		b.WriteString("(")
		list(t.Elems, " * ")
		b.WriteString(")")
	default:
		b.WriteString(t.Name)
		if len(t.Args) > 0 {
			b.WriteString("<")
			list(t.Args, ", ")
			b.WriteString(">")
		}
	}
}

// Message is a message that the schema declares.
type Message struct {
	Name     string
	Pos      Pos
	Type     *Type
	Alias    string // of an alias: the message it stands for
	Autolazy bool
	Included bool // declared in an included file
}

// Schema is a checked schema.
type Schema struct {
	Name     string
	Messages []Message // in the order of declaration
	Files    []*File   // the schema itself last

	GoTypes map[string]GoType // by the declarations that have the option go.type
}

// GoType is the option go.type: a Go type in the place of the generated one. Names are plain,
// of the generated package, or stand behind the import path of another and a dot.
type GoType struct {
	Type string // such as "time.Time" or "example.com/shop/money.Amount"
	From string // a func from the generated type to Type and an error
	To   string // a func from Type to the generated type
}

// Message returns the message of that name, or nil.
func (s *Schema) Message(name string) *Message {
	for i := range s.Messages {
		if s.Messages[i].Name == name {
			return &s.Messages[i]
		}
	}
	return nil
}

// LazyField reports whether the host should keep field f of message m undecoded
// until it is asked for: it is annotated, or m is autolazy and f is large
// enough to gain. Primitives and sums of constants are always decoded at once.
func (m *Message) LazyField(f Field) bool {
	switch {
	case f.Type.Kind.Primitive(), f.Type.Kind == Sum && len(f.Type.Constructors) == 0:
		return false
	case f.Loading != LoadDefault:
		return f.Loading == LoadLazy
	}
	return m.Autolazy
}
