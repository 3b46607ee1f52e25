package names

import (
	"slices"

	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Dialect is what one library or form writes, where those of a format differ.
type Dialect struct {
	Name   string // as users name it
	Module string // of the library

	Tags    []string
	Marker  string // the field whose tag has options of its struct; empty is _
	Nil     NilStyle
	Empty   EmptyStyle
	Scalars map[shape.Form]Scalar // that differ from those of the format's first dialect

	// Foreign says that the library has forms of its own for types with encoding methods and for
	// lists of named bytes, which are not carried, and does not know the option omitzero.
	Foreign bool

	// Through says that an interface is empty for omitempty if what it holds is.
	Through bool
}

// Called is the dialect, for what has one.
func (d Dialect) Called() Dialect { return d }

// Dialects are those of a format; the first is what is written without a choice.
type Dialects[D interface{ Called() Dialect }] []D

// Chosen returns that of the name.
func (list Dialects[D]) Chosen(name string) D {
	return list[max(slices.IndexFunc(list, func(d D) bool { return d.Called().Name == name }), 0)]
}

// Check returns an error for a name that none has.
func (list Dialects[D]) Check(format, name string) error {
	var names []string
	for _, d := range list {
		names = append(names, d.Called().Name)
	}
	return keyed.Choice(format, "dialect", name, "those", names)
}

// Refused returns the refusals of what the library has a form for that is not carried. fix is
// what the user may do about a value.
func (d Dialect) Refused(s *shape.Shape, fix string) (refused []typemodel.Diagnostic) {
	if !d.Foreign {
		return nil
	}
	for _, n := range s.Nodes {
		if reason := d.differs(n); reason != "" {
			refused = append(refused, typemodel.Diagnostic{Path: n.Path, Text: reason, Fix: fix, Remedies: typemodel.RemedyLeaveOut})
		}
		for _, m := range n.Members {
			if reason := d.omits(m); reason != "" {
				refused = append(refused, OptionRefused(n, m, reason))
			}
		}
	}
	return refused
}

// differs returns why values of n are not carried, or nothing.
func (d Dialect) differs(n *shape.Node) string {
	const methods = typemodel.BinaryMarshaler | typemodel.TextMarshaler
	switch t := n.Type; {
	case n.Form == shape.Own:
	case n.Form != shape.Time && t.Kind != typemodel.Pointer && t.Own()&methods != 0:
		return d.Module + " has a form of its own for types with encoding methods, which is not carried"
	case (n.Form == shape.List || n.Form == shape.Array) && t.Elem.Kind == typemodel.Uint8:
		return d.Module + " writes it as bytes"
	}
	return ""
}

// omits returns why the option of m that leaves it out is not carried, or nothing.
func (d Dialect) omits(m *shape.Member) string {
	what := ""
	switch f := m.Node.Form; {
	case m.Omit == shape.OmitZero:
		return d.Module + " does not know the option omitzero"
	case m.Omit != shape.OmitEmpty:
	case f == shape.Struct || f == shape.Array || f == shape.ByteArray:
		what = "a struct or array"
	case f == shape.Any && d.Through:
		what = "an interface"
	case f == shape.Time && d.Empty == EmptyNil:
		what = "a time"
	}
	if what != "" {
		return "omitempty of " + what + " is not carried in the dialect of " + d.Module
	}
	return ""
}

// OptionRefused is the refusal of an option of a member of n.
func OptionRefused(n *shape.Node, m *shape.Member, reason string) typemodel.Diagnostic {
	return typemodel.Diagnostic{Path: MemberPath(n, m), Text: reason, Fix: "remove the option from the tag"}
}

// ugorji is the module of a library that writes several formats.
const ugorji = "github.com/ugorji/go/codec"

// UgorjiOracle is that library, with a handle of its own for a format.
func UgorjiOracle(handle, options string) keyed.Oracle {
	begin := "handle := new(@" + ugorji + "." + handle + ")\n\t" + options
	return keyed.Oracle{
		Module:    ugorji,
		Marshal:   begin + "err = @" + ugorji + ".NewEncoderBytes(&data, handle).Encode(v)\n\treturn data, err",
		Unmarshal: begin + "return @" + ugorji + ".NewDecoderBytes(data, handle).Decode(v)",
	}
}

// MemberPath returns the path of a member of n.
func MemberPath(n *shape.Node, m *shape.Member) string {
	return typemodel.FieldPath(n.Path, m.Field().Name)
}
