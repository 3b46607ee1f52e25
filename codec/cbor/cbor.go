// Package cbor emits CBOR (RFC 8949) as fxamacker/cbor writes it, with its tags; and
// in the core deterministic form. It is a page of facts on package names, and its
// routines.
//
// Unstable: names may change in a minor version.
package cbor

import (
	"bytes"
	"embed"
	"maps"
	"slices"
	"strconv"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor/internal/cborrt"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/names"
	"github.com/assay-go/assay/internal/routines"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

//go:embed internal/cborrt/*.go
var source embed.FS

// Format is the codec.Format of CBOR. The zero value is ready to use.
type Format struct {
	// Deterministic writes the core deterministic encoding of RFC 8949, section 4.2:
	// members and keys of maps in the order of their bytes, floats as short as they
	// are exact.
	Deterministic bool `name:"deterministic" help:"Write the core deterministic encoding: sorted keys, short floats. Example: --deterministic"`

	// Time is the form of times: "rfc3339nano" (empty is this, but in the dialect ugorji),
	// "rfc3339", "unix" or "unixdynamic", as fxamacker/cbor has them.
	Time string `name:"time" placeholder:"FORM" help:"How cbor writes times: rfc3339nano, rfc3339 (whole seconds), unix (seconds), or unixdynamic (seconds, with microseconds where there are some). Example: --time=unix"`

	// Dialect is the library or form that is written: "fxamacker", "coredet" (as
	// Deterministic), "ctap2" or "ugorji". Empty is fxamacker.
	Dialect string `name:"dialect" placeholder:"NAME" help:"Write what another library writes, by its tags: in msgpack msgp, vmihailenco, ugorji or shamaton; in cbor fxamacker, coredet, ctap2 or ugorji. Example: --dialect=ugorji"`

	// Strict refuses members that the type does not have.
	Strict bool `name:"strict" help:"Refuse what the type does not have; in json also names that occur twice or differ in case, and invalid UTF-8. Example: --strict"`
}

// Name implements codec.Format.
func (*Format) Name() string { return "cbor" }

// Doc implements codec.Format.
func (*Format) Doc() string {
	return "CBOR (RFC 8949) as github.com/fxamacker/cbor writes it: structs as maps of names, which the tag cbor or json gives, or of " +
		"numbers by keyasint, or as lists by toarray; the option --dialect has other forms. Times are text with nanoseconds and zone, where the library's default is whole " +
		"seconds. Members may come in any order; unknown ones are passed over, absent ones are zero."
}

// Facts implements codec.Format.
func (f *Format) Facts() codec.Facts {
	return codec.Facts{Takes: keyed.Takes(), Options: f, Imports: keyed.Imports()}
}

// Plan implements codec.Format.
func (f *Format) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	if err := f.Validate(o); err != nil {
		return nil, err
	}
	return keyed.Made("cbor", types, o, func(types ...*typemodel.Type) keyed.Plan { return f.plan(pkgPath, types...) }), nil
}

// plan tells how types stand in CBOR, for code in a package.
func (f *Format) plan(pkgPath string, types ...*typemodel.Type) keyed.Plan {
	d, w := f.dialect(), f.wire()
	r := w.Rules(pkgPath, d.Tags, "")
	r.Promote, r.Marker, r.Through, r.NamedBytes = true, d.Marker, d.methods, !d.Foreign
	s, refused := shape.Of(types, r)
	refused = append(refused, d.Refused(s, "name a conversion by --as or //assay:as")...)
	for _, n := range s.Nodes {
		refused = append(refused, d.refused(n)...)
	}
	return w.Plan(s, refused, f.oracle())
}

// refused returns why values of n or its members are not carried in any dialect, or in this one.
func (d dialect) refused(n *shape.Node) (refused []typemodel.Diagnostic) {
	whole := func(reason string) {
		refused = append(refused, typemodel.Diagnostic{Path: n.Path, Text: reason, Fix: "name a conversion by --as or //assay:as", Remedies: typemodel.RemedyLeaveOut})
	}
	if d.Foreign && n.Form == shape.Own {
		whole(d.Module + " has a form of its own for big.Int, which is not carried")
	}
	if slices.Contains(n.Options, "toarray") && slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return len(m.Pointers()) > 0 }) {
		whole("a list has no form for what is embedded by a pointer that is nil")
	}
	for _, m := range n.Members {
		t := m.Node.Type
		if _, err := strconv.ParseInt(m.Name, 10, 64); m.Has("keyasint") && err != nil {
			refused = append(refused, typemodel.Diagnostic{
				Path: names.MemberPath(n, m),
				Text: "keyasint needs a number, which " + strconv.Quote(m.Name) + " is not", Fix: `write it in the tag, such as cbor:"1,keyasint"`,
			})
		}
		switch { // fxamacker/cbor knows when any struct is empty or zero
		case d.Foreign:
		case m.Omit == shape.OmitEmpty && m.Node.Form == shape.Struct && len(m.Node.Members) == 0:
			refused = append(refused, names.OptionRefused(n, m, "omitempty of a struct without members is not carried"))
		case m.Omit == shape.OmitZero && (t.Kind == typemodel.Struct || t.Kind == typemodel.Array) && (m.Node.Form == shape.Carried || m.Node.Form == shape.Own || !shape.Comparable(t)) && !t.Calls.Has(typemodel.IsZeroByPointer):
			refused = append(refused, names.OptionRefused(n, m, "omitzero of what Go does not compare is not carried yet"))
		}
	}
	return refused
}

// wire is what CBOR looks like.
func (f *Format) wire() *names.Wire {
	d := f.dialect()
	w := &names.Wire{
		Format: keyed.Format{ID: "cbor", Title: "CBOR", Routines: set()},
		Nil:    names.NilNull, Null: 0xf6, Empty: d.Empty, Array: "toarray", Strict: f.Strict, IntKey: "keyasint",
		Scalars:   maps.Clone(scalars),
		List:      names.Head{Put: "PutList", Most: 9, Get: "GetList", Want: "list"},
		Map:       names.Head{Put: "PutMap", Most: 9, Get: "GetMap", Want: "map"},
		Struct:    func(n int) []byte { return head(0xa0, n) },
		Tuple:     func(n int) []byte { return head(0x80, n) },
		BytesHead: func(n int) []byte { return head(0x40, n) },
		MemberKey: memberKey,
		Heads:     cborrt.Heads, UTF8: true, Text: "GetName", Skip: "Skip", Definite: "Definite", IsNull: "IsNull", IsValue: "IsValue", Scan: "Scan",
		Twice:   d.twice,
		Lengths: names.LengthsAny, ZeroTimeNull: true,
		Any:   anyValues,
		Whole: func(t *typemodel.Type) *names.Whole { return d.whole(t) },
	}
	if d.sorted {
		w.Order = names.OrderBytes
		w.Compare = map[shape.Form]string{shape.String: "CompareStrings", shape.Int: "CompareInts"}
	}
	maps.Copy(w.Scalars, d.Scalars)
	if form, ok := times[f.Time]; ok {
		if _, short := d.Scalars[shape.Float64]; short && f.Time == "unixdynamic" {
			form.Put = "PutShortUnixDynamic"
		}
		w.Scalars[shape.Time] = form
	}
	return w
}

// oneNaN is what the deterministic form makes of NaNs.
const oneNaN = "all NaNs come back as one"

// set has the routines.
var set = routines.Embedded(source, "internal/cborrt")

// scalars are the values without parts.
var scalars = map[shape.Form]names.Scalar{
	shape.Bool:    {Type: "bool", Put: "PutBool", Width: 1, Most: 1, Get: "GetBool", Want: "bool"},
	shape.Int:     {Type: "int64", Put: "PutInt", Most: 9, Get: "GetInt", Want: "int64"},
	shape.Uint:    {Type: "uint64", Put: "PutUint", Most: 9, Get: "GetUint", Want: "uint64"},
	shape.Float32: {Type: "float32", Put: "PutFloat32", Code: 0xfa, Width: 4, Most: 5, Get: "GetFloat32", Want: "float32"},
	shape.Float64: {Type: "float64", Put: "PutFloat64", Code: 0xfb, Width: 8, Most: 9, Get: "GetFloat64", Want: "float64"},
	shape.String:  {Type: "string", Put: "PutString", Check: "CheckString", Most: 9, Text: true, Get: "GetString", Want: "string"},
	shape.Bytes:   {Put: "PutBytes", Most: 9, Text: true, Get: "GetBytes", Want: "bytes"},
	shape.Time:    timeText,
}

// head returns the head of a major type with an argument.
func head(major byte, x int) []byte {
	b := make([]byte, 9)
	return b[:cborrt.PutHead(b, 0, major, uint64(x))]
}

// memberKey returns the name of a member, or its number.
func memberKey(m *shape.Member) []byte {
	b := make([]byte, 9+len(m.Name))
	if x, err := strconv.ParseInt(m.Name, 10, 64); err == nil && m.Has("keyasint") {
		return bytes.Clone(b[:cborrt.PutInt(b, 0, x)])
	}
	return b[:cborrt.PutString(b, 0, m.Name)]
}
