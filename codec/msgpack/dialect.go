package msgpack

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/keyed"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// dialect is how one library writes MessagePack, where they differ. All of them read what
// any of them writes.
type dialect struct {
	name, module string

	tags    []string
	inline  string // the option for members in line; empty where what is embedded is in line by itself
	marker  string // the field whose tag has options of its struct
	array   string // the option by which a struct is a list
	nil     keyed.NilStyle
	empty   keyed.EmptyStyle
	scalars map[shape.Form]keyed.Scalar // that differ from msgp's
	widths  map[typemodel.Kind]keyed.Scalar
	methods []keyed.Whole    // that are called, those of a type that has several in this order
	any     *keyed.AnyValues // nil where they are not carried
	last    bool             // what is embedded stands behind the members of what embeds it
}

// The forms of numbers and times beside those of msgp.
var (
	// compact has the shortest of all forms: unsigned ones for what is not negative.
	compact = keyed.Scalar{Type: "int64", Put: "PutCompact", Most: 9, Get: "GetInt", Want: "int64"}

	// timestamp is the extension -1 of the specification.
	timestamp = keyed.Scalar{Put: "PutTimestamp", Most: 15, Get: "GetTime", Want: "time", Changes: "times come back in the local zone"}
)

// widths are the forms of integers that take as many bytes as in memory.
var widths = func() map[typemodel.Kind]keyed.Scalar {
	list := map[typemodel.Kind]keyed.Scalar{}
	for log := range 4 {
		s := keyed.Scalar{Put: fmt.Sprint("PutWord", 8<<log), Width: 1 << log, Most: 1 + 1<<log}
		s.Type, s.Want, s.Get, s.Code = "int64", "int64", "GetInt", 0xd0+byte(log)
		list[typemodel.Int8+typemodel.Kind(log)] = s
		s.Type, s.Want, s.Get, s.Code = "uint64", "uint64", "GetUint", 0xcc+byte(log)
		list[typemodel.Uint8+typemodel.Kind(log)] = s
	}
	return list
}()

// dialects are those that there are; the first is what is written without a choice.
var dialects = []dialect{
	{name: "msgp", module: "github.com/tinylib/msgp", tags: []string{"msg", "msgpack"}, inline: "flatten", array: "tuple", methods: []keyed.Whole{msgpMethods, msgpExtension}, any: anyValues("PutTimeExtension", "GetAnyLeaf", "", "AppendAnyOther")},
	{
		name: "vmihailenco", module: "github.com/vmihailenco/msgpack/v5", tags: []string{"msgpack"}, marker: "_msgpack", array: "as_array",
		nil: keyed.NilNull, empty: keyed.EmptyCall,
		scalars: map[shape.Form]keyed.Scalar{shape.Int: compact, shape.Time: timestamp},
		widths:  widths,
		methods: []keyed.Whole{
			{Marshal: "EncodeMsgpack", Unmarshal: "DecodeMsgpack", Library: "github.com/vmihailenco/msgpack/v5"},
			{Marshal: "MarshalMsgpack", Unmarshal: "UnmarshalMsgpack"},
		},
		any: anyValues("PutTimestamp", "GetAnySized", "PutSized", ""),
	},
	{
		name: "ugorji", module: "github.com/ugorji/go/codec", tags: []string{"codec", "json"}, marker: "_struct", array: "toarray",
		nil: keyed.NilNull, empty: keyed.EmptyCall,
		scalars: map[shape.Form]keyed.Scalar{shape.Time: {
			Put: "PutTimestampOrNil", Most: 15, Get: "GetTime", Want: "time", Changes: timestamp.Changes,
		}},
	},
	{
		name: "shamaton", module: "github.com/shamaton/msgpack/v3", tags: []string{"msgpack"},
		nil: keyed.NilNull, scalars: map[shape.Form]keyed.Scalar{shape.Int: compact, shape.Time: timestamp}, last: true,
	},
}

// Those of msgp: types that write a value, and extensions of the user's.
var (
	msgpMethods   = keyed.Whole{Marshal: "MarshalMsg", Unmarshal: "UnmarshalMsg", Appends: true}
	msgpExtension = keyed.Whole{Append: "AppendExtension", Marshal: "MarshalBinaryTo", Content: "GetExtension", Unmarshal: "UnmarshalBinary"}
)

// anyValues are the values of interfaces, with the routines of a dialect.
func anyValues(time, leaf, sized, other string) *keyed.AnyValues {
	return &keyed.AnyValues{
		Leaf: leaf, Compare: "CompareKeys", Time: time, Sized: sized, Other: other,
		Changes: "what interfaces hold comes back as a number of the width of its form, string, []byte, time.Time, []any or map[string]any",
	}
}

// whole tells of what is taken as a whole.
func (d dialect) whole(t *typemodel.Type) *keyed.Whole {
	for _, w := range d.methods {
		for _, pair := range typemodel.MethodPairs {
			if pair.Marshal == w.Marshal && keyed.HasMethods(t, pair.Set) {
				return &w
			}
		}
	}
	return nil
}

// dialect returns the chosen one.
func (f *Format) dialect() dialect {
	i := slices.IndexFunc(dialects, func(d dialect) bool { return d.name == f.Dialect })
	return dialects[max(i, 0)]
}

// judge returns the library of the dialect: msgp for types with its methods alone.
func (f *Format) judge(t *typemodel.Type) keyed.Judge {
	switch d := f.dialect(); {
	case f.Tuple:
	case d.name == "msgp" && t.Own().Has(typemodel.MsgpMarshaler):
		return keyed.Judge{Module: d.module, Marshal: "return v.MarshalMsg(nil)", Unmarshal: "_, err = v.UnmarshalMsg(data)\n\treturn err"}
	case d.name == "vmihailenco" || d.name == "shamaton":
		return keyed.Judge{Module: d.module, Marshal: "return @" + d.module + ".Marshal(v)", Unmarshal: "return @" + d.module + ".Unmarshal(data, v)"}
	case d.name == "ugorji":
		handle := "handle := new(@" + d.module + ".MsgpackHandle)\n\thandle.WriteExt = true\n\t"
		return keyed.Judge{
			Module:    d.module,
			Marshal:   handle + "err = @" + d.module + ".NewEncoderBytes(&data, handle).Encode(v)\n\treturn data, err",
			Unmarshal: handle + "return @" + d.module + ".NewDecoderBytes(data, handle).Decode(v)",
		}
	}
	return keyed.Judge{}
}

// Validate implements codec.Validator.
func (f *Format) Validate(codec.Options) error {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	return keyed.Choice("msgpack", "dialect", f.Dialect, "those", names)
}

// wire returns what MessagePack looks like in the chosen dialect.
func (f *Format) wire() *keyed.Wire {
	d := f.dialect()
	w := *msgp()
	w.Nil, w.Empty, w.Array, w.Widths = d.nil, d.empty, d.array, d.widths
	w.Scalars = maps.Clone(w.Scalars)
	maps.Copy(w.Scalars, d.scalars)
	w.Whole = d.whole
	w.Any = d.any
	return &w
}

// plan tells how types stand in MessagePack, for code in a package.
func (f *Format) plan(pkgPath string, types ...*typemodel.Type) keyed.Plan {
	d, w := f.dialect(), f.wire()
	r := w.Rules(pkgPath, d.tags, d.inline, types)
	r.Marker, r.Promote = d.marker, d.inline == ""
	s, refused := shape.Of(types, r)
	if d.name != dialects[0].name {
		refused = append(refused, keyed.Differing(s, "leave --dialect out", d.differs, d.omits)...)
	}
	if d.last {
		for _, n := range s.Nodes {
			slices.SortStableFunc(n.Members, inner)
		}
	}
	return keyed.Plan{Wire: w, Shape: s, Refused: refused, Judge: f.judge(types[0]), Tuple: f.Tuple, Strict: f.Strict}
}

// differs returns why the library writes values of n in a way that is not carried.
func (d dialect) differs(n *shape.Node) string {
	const methods = typemodel.BinaryMarshaler | typemodel.TextMarshaler
	t := n.Type
	switch {
	case n.Form == shape.Own:
		return ""
	case n.Form != shape.Time && t.Kind != typemodel.Pointer && t.Own()&methods != 0:
		return d.module + " has a form of its own for types with encoding methods, which is not carried"
	case n.Form == shape.List || n.Form == shape.Array:
		if t.Elem.Kind == typemodel.Uint8 {
			return d.module + " writes it as bytes"
		}
	}
	return ""
}

// omits returns why the option of m that leaves it out is not carried.
func (d dialect) omits(m *shape.Member) string {
	switch f := m.Node.Form; {
	case m.Omit == shape.OmitZero:
		return d.module + " does not know the option omitzero"
	case m.Omit == shape.OmitEmpty && (f == shape.Struct || f == shape.Array || f == shape.ByteArray):
		return "omitempty of a struct or array is not carried in the dialect of " + d.module
	case m.Omit == shape.OmitEmpty && f == shape.Any:
		return "omitempty of an interface is not carried in the dialect of " + d.module
	case m.Omit == shape.OmitEmpty && f == shape.Time && d.empty == keyed.EmptyNil:
		return "omitempty of a time is not carried in the dialect of " + d.module
	}
	return ""
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
