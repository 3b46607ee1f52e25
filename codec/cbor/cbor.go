// Package cbor emits CBOR (RFC 8949) as fxamacker/cbor writes it, with its tags; and
// in the core deterministic form. It is a page of facts on package keyed, and its
// routines.
package cbor

import (
	"bytes"
	"embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor/internal/cborrt"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/keyed"
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
}

// Name implements codec.Format.
func (*Format) Name() string { return "cbor" }

// Doc implements codec.Format.
func (*Format) Doc() string {
	return "CBOR (RFC 8949) as github.com/fxamacker/cbor writes it: structs as maps of names, which the tag cbor or json gives, or of " +
		"numbers by keyasint, or as lists by toarray. Times are text with nanoseconds and zone, where the library's default is whole " +
		"seconds. Members may come in any order; unknown ones are passed over, absent ones are zero. Values of indefinite length are refused."
}

var tags = []string{"cbor", "json"}

// rules are what CBOR makes of types.
func rules(pkgPath string) shape.Rules {
	r := wire(false).Rules(pkgPath, tags, "")
	r.Promote = true
	return r
}

// Takes implements codec.Format.
func (*Format) Takes() []string { return keyed.Takes() }

// EmitTest implements codec.Tester.
func (*Format) EmitTest(file *goprint.File, t *typemodel.Type, o codec.Options, made codec.TestSupport) {
	keyed.EmitTest(file, "cbor", t, o, made)
}

// Own implements codec.Configurable.
func (f *Format) Own() any { return f }

// Changes implements codec.Changing.
func (f *Format) Changes(t *typemodel.Type) []codec.Change {
	s, refused := checked("", []*typemodel.Type{t})
	if len(refused) > 0 {
		return nil // there will be no code
	}
	return wire(f.Deterministic).Changes(s, false)
}

// Check implements codec.Format.
func (f *Format) Check(t *typemodel.Type) []typemodel.Refusal { return f.CheckFor("", t) }

// CheckFor is Check for code in the package with the given import path, which cannot
// name all types.
func (*Format) CheckFor(pkgPath string, t *typemodel.Type) []typemodel.Refusal {
	_, refused := checked(pkgPath, []*typemodel.Type{t})
	return refused
}

// checked returns the shape of types, and what of it CBOR does not carry.
func checked(pkgPath string, types []*typemodel.Type) (*shape.Shape, []typemodel.Refusal) {
	s, refused := shape.Of(types, rules(pkgPath))
	for _, n := range s.Nodes {
		if n.Form == shape.Carried && n.Carrier.Methods == typemodel.GobEncoder {
			refused = append(refused, typemodel.Refusal{
				Path: n.Path, Reason: "the library has a form of its own for " + n.Type.String() + ", which is not carried yet",
				Fix: "name a conversion by --as or //assay:as", Ways: typemodel.WayLeaveOut,
			})
		}
		for _, m := range n.Members {
			if reason := omits(m); reason != "" {
				refused = append(refused, typemodel.Refusal{Path: strings.TrimPrefix(n.Path+"."+m.Field().Name, "."), Reason: reason, Fix: "remove the option from the tag"})
			}
			if _, err := strconv.ParseInt(m.Name, 10, 64); m.Has("keyasint") && err != nil {
				refused = append(refused, typemodel.Refusal{
					Path:   strings.TrimPrefix(n.Path+"."+m.Field().Name, "."),
					Reason: "keyasint needs a number, which " + strconv.Quote(m.Name) + " is not", Fix: `write it in the tag, such as cbor:"1,keyasint"`,
				})
			}
		}
	}
	return s, refused
}

// omits returns why the option of m that leaves it out is not carried: fxamacker/cbor
// knows when any struct is empty or zero.
func omits(m *shape.Member) string {
	switch t := m.Node.Type; {
	case m.Omit == shape.OmitEmpty && m.Node.Form == shape.Struct && !slices.ContainsFunc(m.Node.Members, func(m *shape.Member) bool { return m.Omit == shape.OmitNever }):
		return "omitempty of a struct that may be empty is not carried yet"
	case m.Omit == shape.OmitZero && (t.Kind == typemodel.Struct || t.Kind == typemodel.Array) && (m.Node.Form != shape.Struct || !shape.Comparable(t)) && !t.Calls.Has(typemodel.IsZeroByPointer):
		return "omitzero of what Go does not compare is not carried yet"
	}
	return ""
}

// Emit implements codec.Format.
func (f *Format) Emit(file *goprint.File, types []*typemodel.Type, o codec.Options) error {
	s, refused := checked(file.PkgPath(), types)
	if len(refused) > 0 {
		return shape.Error("cbor", types[0], refused)
	}
	o.SortedMaps = o.SortedMaps || f.Deterministic
	return wire(f.Deterministic).Emit(file, s, keyed.Options{Options: o})
}

// wire is what CBOR looks like.
func wire(deterministic bool) *keyed.Wire {
	w := &keyed.Wire{
		ID: "cbor", Title: "CBOR",
		Nil: keyed.NilNull, Null: 0xf6, Empty: keyed.EmptyLen, Array: "toarray", IntKey: "keyasint",
		Scalars:   maps.Clone(scalars),
		List:      keyed.Head{Put: "PutList", Most: 9, Get: "GetList", Want: "list"},
		Map:       keyed.Head{Put: "PutMap", Most: 9, Get: "GetMap", Want: "map"},
		Struct:    func(n int) []byte { return head(0xa0, n) },
		Tuple:     func(n int) []byte { return head(0x80, n) },
		BytesHead: func(n int) []byte { return head(0x40, n) },
		MemberKey: memberKey,
		Text:      "GetString", Skip: "Skip", IsNull: "IsNull",
		Routines: set(),
	}
	if deterministic {
		w.Order = keyed.OrderBytes
		w.Compare = map[shape.Form]string{shape.String: "CompareStrings", shape.Int: "CompareInts"}
		w.Scalars[shape.Float32] = keyed.Scalar{Type: "float32", Put: "PutShortFloat32", Most: 5, Least: 1, Get: "GetFloat32", Want: "float32", Changes: oneNaN}
		w.Scalars[shape.Float64] = keyed.Scalar{Type: "float64", Put: "PutShortFloat64", Most: 9, Least: 1, Get: "GetFloat64", Want: "float64", Changes: oneNaN}
	}
	return w
}

// oneNaN is what the deterministic form makes of NaNs.
const oneNaN = "all NaNs come back as one"

// set has the routines.
var set = sync.OnceValue(func() *routines.Set {
	s, err := routines.Parse(source, "internal/cborrt")
	if err != nil {
		panic(err) // the files are in the program
	}
	return s
})

// scalars are the values without parts.
var scalars = map[shape.Form]keyed.Scalar{
	shape.Bool:    {Type: "bool", Put: "PutBool", Width: 1, Most: 1, Least: 1, Get: "GetBool", Want: "bool"},
	shape.Int:     {Type: "int64", Put: "PutInt", Most: 9, Least: 1, Get: "GetInt", Want: "int64"},
	shape.Uint:    {Type: "uint64", Put: "PutUint", Most: 9, Least: 1, Get: "GetUint", Want: "uint64"},
	shape.Float32: {Type: "float32", Put: "PutFloat32", Width: 5, Most: 5, Least: 1, Get: "GetFloat32", Want: "float32"},
	shape.Float64: {Type: "float64", Put: "PutFloat64", Width: 9, Most: 9, Least: 1, Get: "GetFloat64", Want: "float64"},
	shape.String:  {Type: "string", Put: "PutString", Check: "CheckString", Most: 9, Text: true, Least: 1, Get: "GetString", Want: "string"},
	shape.Bytes:   {Put: "PutBytes", Most: 9, Text: true, Least: 1, Get: "GetBytes", Want: "bytes"},
	shape.Time:    {Put: "PutTime", Check: "CheckTime", Most: 66, Least: 1, Get: "GetTime", Want: "time", Changes: "times come back with the offset of their zone, without its name, and the zero time in UTC"},
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
