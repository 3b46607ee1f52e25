package msgpack

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/names"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// dialect is how one library writes MessagePack, where they differ. All of them read what
// any of them writes.
type dialect struct {
	names.Dialect
	inline  string // the option for members in line; empty where what is embedded is in line by itself
	array   string // the option by which a struct is a list
	widths  map[typemodel.Kind]names.Scalar
	methods []names.Whole    // that are called, those of a type that has several in this order
	any     *names.AnyValues // nil where they are not carried
	lengths names.Lengths    // of what is read into arrays
	doubled string           // the library, where it writes what is embedded under a name that there is already
	last    bool             // what is embedded stands behind the members of what embeds it
}

// The forms of numbers and times beside those of msgp.
var (
	// compact has the shortest of all forms: unsigned ones for what is not negative.
	compact = names.Scalar{Type: "int64", Put: "PutCompact", Most: 9, Get: "GetInt", Want: "int64"}

	// timestamp is the extension -1 of the specification.
	timestamp = names.Scalar{Put: "PutTimestamp", Most: 15, Get: "GetTime", Want: "time", Changes: "times come back in the local zone"}
)

// widths are the forms of integers that take as many bytes as in memory.
var widths = func() map[typemodel.Kind]names.Scalar {
	list := map[typemodel.Kind]names.Scalar{}
	for log := range 4 {
		s := names.Scalar{Put: fmt.Sprint("PutWord", 8<<log), Width: 1 << log, Most: 1 + 1<<log}
		s.Type, s.Want, s.Get, s.Code = "int64", "int64", "GetInt", 0xd0+byte(log)
		list[typemodel.Int8+typemodel.Kind(log)] = s
		s.Type, s.Want, s.Get, s.Code = "uint64", "uint64", "GetUint", 0xcc+byte(log)
		list[typemodel.Uint8+typemodel.Kind(log)] = s
	}
	return list
}()

// dialects are those that there are; the first is what is written without a choice.
var dialects = names.Dialects[dialect]{
	{
		Dialect: names.Dialect{Name: "msgp", Module: "github.com/tinylib/msgp", Tags: []string{"msg", "msgpack"}},
		inline:  "flatten", array: "tuple", methods: []names.Whole{msgpMethods, msgpExtension},
		any: anyValues("PutTimeExtension", "GetAnyLeaf", "", "AppendAnyOther"),
	},
	{
		Dialect: names.Dialect{
			Name: "vmihailenco", Module: "github.com/vmihailenco/msgpack/v5", Tags: []string{"msgpack"}, Marker: "_msgpack",
			Nil: names.NilNull, Empty: names.EmptyCall, Foreign: true, Through: true,
			Scalars: map[shape.Form]names.Scalar{shape.Int: compact, shape.Time: timestamp},
		},
		array: "as_array", lengths: names.LengthsUpTo, widths: widths, doubled: "vmihailenco/msgpack",
		methods: []names.Whole{
			{Marshal: "EncodeMsgpack", Unmarshal: "DecodeMsgpack", Library: "github.com/vmihailenco/msgpack/v5"},
			{Marshal: "MarshalMsgpack", Unmarshal: "UnmarshalMsgpack"},
		},
		any: anyValues("PutTimestamp", "GetAnySized", "PutSized", ""),
	},
	{
		Dialect: names.Dialect{
			Name: "ugorji", Module: "github.com/ugorji/go/codec", Tags: []string{"codec", "json"}, Marker: "_struct",
			Nil: names.NilNull, Empty: names.EmptyCall, Foreign: true,
			Scalars: map[shape.Form]names.Scalar{shape.Time: {
				Put: "PutTimestampOrNil", Most: 15, Get: "GetTime", Want: "time", Changes: timestamp.Changes,
			}},
		},
		array: "toarray", lengths: names.LengthsAny,
	},
	{
		Dialect: names.Dialect{
			Name: "shamaton", Module: "github.com/shamaton/msgpack/v3", Tags: []string{"msgpack"}, Nil: names.NilNull, Foreign: true,
			Scalars: map[shape.Form]names.Scalar{shape.Int: compact, shape.Time: timestamp},
		},
		last: true, lengths: names.LengthsUpTo,
	},
}

// Those of msgp: types that write a value, and extensions of the user's.
var (
	msgpMethods   = names.Whole{Marshal: "MarshalMsg", Unmarshal: "UnmarshalMsg", Appends: true}
	msgpExtension = names.Whole{Append: "AppendExtension", Marshal: "MarshalBinaryTo", Content: "GetExtension", Unmarshal: "UnmarshalBinary"}
)

// anyValues are the values of interfaces, with the routines of a dialect.
func anyValues(time, leaf, sized, other string) *names.AnyValues {
	return &names.AnyValues{
		Leaf: leaf, Compare: "CompareKeys", Time: time, Sized: sized, Other: other,
		Changes: "what interfaces hold comes back as a number of the width of its form, string, []byte, time.Time, []any or map[string]any",
	}
}

// whole tells of what is taken as a whole.
func (d dialect) whole(t *typemodel.Type) *names.Whole {
	for _, w := range d.methods {
		for _, pair := range typemodel.MethodPairs {
			if pair.Marshal == w.Marshal && names.HasMethods(t, pair.Set) {
				return &w
			}
		}
	}
	return nil
}

// oracle returns the library of the dialect: msgp for types with its methods alone.
func (f *Format) oracle(t *typemodel.Type) keyed.Oracle {
	switch d := dialects.Chosen(f.Dialect); {
	case f.Tuple:
	case d.Name == "msgp" && t.Own().Has(typemodel.MsgpMarshaler):
		return keyed.Oracle{Module: d.Module, Marshal: "return v.MarshalMsg(nil)", Unmarshal: "_, err = v.UnmarshalMsg(data)\n\treturn err"}
	case d.Name == "vmihailenco" || d.Name == "shamaton":
		return keyed.Oracle{Module: d.Module, Marshal: "return @" + d.Module + ".Marshal(v)", Unmarshal: "return @" + d.Module + ".Unmarshal(data, v)"}
	case d.Name == "ugorji":
		return names.UgorjiOracle("MsgpackHandle", "handle.WriteExt = true\n\t")
	}
	return keyed.Oracle{}
}

// Validate implements codec.Format.
func (f *Format) Validate(codec.Options) error { return dialects.Check("msgpack", f.Dialect) }

// plan tells how types stand in MessagePack, for code in a package.
func (f *Format) plan(pkgPath string, types ...*typemodel.Type) keyed.Plan {
	d, w := dialects.Chosen(f.Dialect), msgp()
	w.Nil, w.Empty, w.Array, w.Widths, w.Whole, w.Any, w.Lengths = d.Nil, d.Empty, d.array, d.widths, d.whole, d.any, d.lengths
	w.Arrays, w.Strict = f.Tuple, f.Strict
	maps.Copy(w.Scalars, d.Scalars)
	r := w.Rules(pkgPath, d.Tags, d.inline)
	r.Marker, r.Promote = d.Marker, d.inline == ""
	r.Doubled = d.doubled
	s, refused := shape.Of(types, r)
	refused = append(refused, d.Refused(s, "leave --dialect out")...)
	if d.last {
		for _, n := range s.Nodes {
			slices.SortStableFunc(n.Members, inner)
		}
	}
	return w.Plan(s, refused, f.oracle(types[0]))
}

// inner compares members by whether they are of what is embedded, whose members stand
// behind the others.
func inner(a, b *shape.Member) int {
	for i := range min(len(a.Path), len(b.Path)) {
		if a.Path[i] == b.Path[i] {
			continue
		}
		switch deepA, deepB := len(a.Path) > i+1, len(b.Path) > i+1; {
		case deepA && !deepB:
			return 1
		case deepB && !deepA:
			return -1
		}
		return 0
	}
	return 0
}
