// Package shape is one analysis of a type for all who generate code that walks
// it: which form every part has, what leads back to itself, which members structs
// have and under which names, what stands in the place of opaque state, how large
// values are in memory, and whether code of a package can spell, compare and copy
// them. What the rules of a format do not carry is told all at once, as data.
//
// The package prints nothing and knows no wire. What differs between formats (which
// tags they read, what they refuse) is in [Rules].
package shape

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// Form is the form of a part of a type. Types of one form are walked alike: their
// names and the width of numbers are in the part's type.
type Form uint8

// The forms.
const (
	Bool      Form = iota
	Int            // signed integers of any width
	Uint           // unsigned ones
	Float32        //
	Float64        //
	String         //
	Bytes          // a slice of bytes
	ByteArray      // an array of bytes
	Time           // time.Time
	Any            // an interface without methods, of which no types are known
	Interface      // an interface whose types are known
	Complex        // complex numbers of either width
	Pointer        // nil, or Elem
	List           // a slice of Elem
	Array          // an array of Elem
	Map            // of Key to Elem
	Struct         // Members
	Own            // what its own methods write and read
	Carried        // Elem, which stands in the place of the type
	Refused        // nothing that can be carried
)

// IsScalar reports whether values of the form have no parts.
func (f Form) IsScalar() bool { return f <= Time || f == Complex }

// Node is a type as a part of the shape. Types that are one type of Go are one
// node, so that a recursive type is a node that leads back to itself.
type Node struct {
	Form Form
	Type *typemodel.Type

	Elem    *Node          // of Pointer, List, Array, Map and Carried
	Key     *Node          // of Map
	Impls   []*Node        // of Interface, in the order of the type's
	Members []*Member      // of Struct
	StandIn *carry.StandIn // of Carried: how Elem is made of the type, and back
	Options []string       // of Struct: what the tag of a field _ says
	Fills   string         // of Own: the method that fills a buffer of the size that it tells, or nothing

	// Path is where the node is met first, as in [typemodel.Diagnostic].
	Path string

	// Recursive says that the node leads back to itself.
	Recursive bool
}

// Member is a member of a struct: a field that is carried.
type Member struct {
	Name    string             // on the wire, for formats that have names there
	Number  int                // on the wire, for formats that have numbers there
	Path    []*typemodel.Field // the fields that lead to it from the struct: more than one for members of what is embedded in line
	Node    *Node              //
	Options []string           // what the tag says beside name and number
	Omit    Omit               // the stricter of both options
	Tagged  bool               // the tag gives the name

	index []int // where the fields of Path stand in their structs
}

// Field returns the field of the member itself.
func (m *Member) Field() *typemodel.Field { return m.Path[len(m.Path)-1] }

// Dotted returns the names of the fields of Path, with points between them.
func (m *Member) Dotted() string { return dotted(m.Path) }

// Has reports whether the tag of the member has the option.
func (m *Member) Has(option string) bool { return slices.Contains(m.Options, option) }

// Omit is when a member is left out.
type Omit uint8

// The rules of leaving out. What is empty is for the format to say, what is zero is
// for Go, or for the type's method IsZero.
const (
	OmitNever Omit = iota
	OmitEmpty
	OmitZero
)

// Rules are what a format makes of types.
type Rules struct {
	// Package is the import path of the package that the code stands in. Empty
	// means that it is not known: then every type can be spelled.
	Package string

	// Tags are the keys of the tags that are read, the first that a field has.
	Tags []string

	// Read tells the member that a field is, in the place of Tags, or nil for one that
	// is left out. A refusal with a reason, and without a path, says why it can be neither.
	Read func(of *typemodel.Type, f *typemodel.Field) (m *Member, refused typemodel.Diagnostic)

	// Silent are methods of which nothing is said where a type that has one goes by its
	// fields.
	Silent typemodel.Methods

	// Own reports the types whose own methods write and read them below a root, and OwnMethod
	// is the one of them that people are told of: nothing where they expect it. Those of the
	// root itself may call the code that is asked for.
	Own       func(t, root *typemodel.Type) bool
	OwnMethod string

	// Empty reports the structs that are carried without their fields, such as locks.
	Empty func(t *typemodel.Type) bool

	// Marker is the name of a field whose tag has options of its struct; empty means _.
	Marker string

	// InPlace says that code does not spell the types of fields that are structs, times and
	// interfaces with a name or without methods: it goes by their fields and types.
	InPlace bool

	// Nameless says that code never spells the types of interfaces.
	Nameless bool

	// Open says that interfaces without methods hold anything, whatever types the user
	// names.
	Open bool

	// Inline is the option of an embedded struct's tag by which its members become
	// those of what embeds it. Without it, and without the option, what is embedded
	// is a member like any other.
	Inline string

	// Lift has the members of an embedded struct that is not exported be those of what
	// embeds it: Go promotes their fields, which code of other packages can reach only so.
	Lift bool

	// Promote has the members of an embedded struct whose tag gives no name be those
	// of what embeds it, as encoding/json does: of two with one name the one less
	// deep counts, then the one whose tag names it.
	Promote bool

	// Doubled is a library that writes what Promote hides, too: that is refused. Empty is none.
	Doubled string

	// Through has Promote go through pointers, too. Without it they are refused.
	Through bool

	// Exactly has Promote and Through be what encoding/json does, to the letter: fields
	// with exported ones behind them count, though nobody else sees them, what stands in
	// the place of an embedded pointer's type is a member, and of two with one name
	// neither of which hides the other there is none. Without it they are refused.
	Exactly bool

	// Preference is what suits the format of what stands for opaque types. The shape
	// sets Refuse by the field of that name here.
	Preference carry.Preference

	// NamedBytes says that slices and arrays of any type of kind uint8 are bytes, and not of
	// uint8 and byte alone.
	NamedBytes bool

	// Refuse returns why the format cannot carry t by itself, its parts aside, and
	// what to do about it. An empty reason means that it can. It may be nil.
	Refuse func(t *typemodel.Type) typemodel.Diagnostic
}

// Shape is the analysis of some types.
type Shape struct {
	Roots []*Node
	Nodes []*Node // all of them, those of the first root first, each before its parts

	rules Rules
}

// Has reports whether a part has one of the forms.
func (s *Shape) Has(forms ...Form) bool {
	return slices.ContainsFunc(s.Nodes, func(n *Node) bool { return slices.Contains(forms, n.Form) })
}

// Spells reports whether code of the rules' package can write the name of t.
func (s *Shape) Spells(t *typemodel.Type) bool {
	return s.rules.Package == "" || Spells(t, s.rules.Package)
}

// Spells reports whether code of the package with the path pkg can write the name of t, or
// the type as it is made.
func Spells(t *typemodel.Type, pkg string) bool { return Unspelled(t, pkg) == nil }

// Unspelled returns what keeps code of the package with the path pkg from writing t: t
// itself, or a part of how it is written. It is nil where nothing does.
func Unspelled(t *typemodel.Type, pkg string) *typemodel.Type {
	return unspelled(t, pkg, map[*typemodel.Type]bool{})
}

func unspelled(t *typemodel.Type, pkg string, seen map[*typemodel.Type]bool) *typemodel.Type {
	if t == nil || seen[t] {
		return nil
	}
	seen[t] = true
	if !t.Name.IsZero() {
		if p := t.Name.PkgPath; p != "" && p != pkg && !(token.IsExported(t.Name.Name) && typemodel.Importable(p, pkg)) {
			return t
		}
		for _, arg := range t.Name.Args {
			if part := unspelled(arg, pkg, seen); part != nil {
				return part
			}
		}
		return nil
	}
	switch t.Kind {
	case typemodel.Interface:
		if t.NumMethod > 0 {
			return t
		}
	case typemodel.Chan, typemodel.Func, typemodel.Invalid:
		return t
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.PkgPath != "" && f.PkgPath != pkg {
			return t
		}
		if part := unspelled(f.Type, pkg, seen); part != nil {
			return part
		}
	}
	return cmp.Or(unspelled(t.Elem, pkg, seen), unspelled(t.Key, pkg, seen))
}
