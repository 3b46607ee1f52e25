package cbor

import (
	"fmt"
	"maps"
	"slices"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/keyed"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// dialect is a form of CBOR, where they differ. All of them read what any of them writes.
type dialect struct {
	name    string
	tags    []string
	marker  string // the field whose tag has options of its struct; empty is _
	empty   keyed.EmptyStyle
	sorted  bool                        // members and keys of maps are in the order of their bytes
	scalars map[shape.Form]keyed.Scalar // that differ from fxamacker's
	twice   keyed.Twice
	methods bool // MarshalCBOR and UnmarshalCBOR are called
}

// whole tells of what is taken as a whole.
func (d dialect) whole(t *typemodel.Type) *keyed.Whole {
	switch {
	case t.Name.PkgPath == "math/big" && t.Name.Name == "Int" && t.As == nil && !t.By.Fields && t.By.Methods == 0:
		return &keyed.Whole{Append: "AppendBig", Get: "GetBig"}
	case d.methods && keyed.HasMethods(t, typemodel.CBORMarshaler):
		return &keyed.Whole{Marshal: "MarshalCBOR", Unmarshal: "UnmarshalCBOR"}
	case d.methods && binary(t):
		return &keyed.Whole{Marshal: "MarshalBinary", Unmarshal: "UnmarshalBinary", Bytes: true}
	}
	return nil
}

// binary reports whether t is a struct that fxamacker/cbor writes by MarshalBinary, all of which
// can be reached from outside, and the user has not said otherwise: anything else goes by its
// methods in all formats. A method that is promoted from a part of t loses the rest: that goes
// by its fields.
func binary(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct && t.Own().Has(typemodel.BinaryMarshaler) && t.As == nil && !t.By.Fields &&
		(t.By.Methods == 0 || t.By.Methods.Has(typemodel.BinaryMarshaler)) &&
		!slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return !f.Exported() })
}

// anyValues are the values of interfaces, in which times stand as elsewhere.
var anyValues = &keyed.AnyValues{
	Leaf: "GetAnyLeaf", Compare: "CompareKeys", Other: "AppendAnyOther", Mixed: true,
	Changes: "what interfaces hold comes back as uint64, int64, float64, string, []byte, big.Int, []any or map[any]any, and times as what is written of them",
}

// timeText is text with nanoseconds and zone.
var timeText = keyed.Scalar{
	Put: "PutTime", Check: "CheckTime", Most: 66, Get: "GetTime", Want: "time",
	Changes: "times come back with the offset of their zone, without its name, and the zero time in UTC",
}

// timeForm is a form of times; short is how it is written where floats are short.
type timeForm struct {
	scalar keyed.Scalar
	short  string
}

func (f timeForm) in(d dialect) keyed.Scalar {
	if _, short := d.scalars[shape.Float64]; short && f.short != "" {
		f.scalar.Put = f.short
	}
	return f.scalar
}

// times are the forms that there are.
var times = map[string]timeForm{
	"rfc3339nano": {scalar: timeText},
	"rfc3339": {scalar: keyed.Scalar{
		Put: "PutTimeSeconds", Check: "CheckTime", Most: 66, Get: "GetTime", Want: "time", Loses: true,
		Changes: "times come back without parts of a second, with the offset of their zone and without its name",
	}},
	"unix": {scalar: keyed.Scalar{
		Put: "PutUnix", Most: 9, Get: "GetTime", Want: "time", Loses: true,
		Changes: "times come back without parts of a second, in the local zone",
	}},
	"unixdynamic": {scalar: keyed.Scalar{
		Put: "PutUnixDynamic", Most: 9, Get: "GetUnixDynamic", Want: "time", Loses: true,
		Changes: "times come back rounded to microseconds, in the local zone",
	}, short: "PutShortUnixDynamic"},
}

var fxamackers = []string{"cbor", "json"}

// dialects are those that there are; the first is what is written without a choice.
var dialects = []dialect{
	{name: "fxamacker", tags: fxamackers, empty: keyed.EmptyLen, twice: keyed.TwiceFirst, methods: true},
	{
		name: "coredet", tags: fxamackers, empty: keyed.EmptyLen, sorted: true, twice: keyed.TwiceRefused, methods: true,
		scalars: map[shape.Form]keyed.Scalar{
			shape.Float32: {Type: "float32", Put: "PutShortFloat32", Most: 5, Get: "GetFloat32", Want: "float32", Changes: oneNaN},
			shape.Float64: {Type: "float64", Put: "PutShortFloat64", Most: 9, Get: "GetFloat64", Want: "float64", Changes: oneNaN},
		},
	},
	{name: "ctap2", tags: fxamackers, empty: keyed.EmptyLen, sorted: true, twice: keyed.TwiceRefused, methods: true},
	{
		name: "ugorji", tags: []string{"codec", "json"}, marker: "_struct", empty: keyed.EmptyCall,
		scalars: map[shape.Form]keyed.Scalar{
			shape.Time: {Put: "PutEpoch", Most: 10, Get: "GetEpoch", Want: "time", Loses: true, Changes: "times come back rounded to microseconds, in the local zone"},
		},
	},
}

// dialect returns the chosen one.
func (f *Format) dialect() dialect {
	name := f.Dialect
	if f.Deterministic {
		name = "coredet"
	}
	i := slices.IndexFunc(dialects, func(d dialect) bool { return d.name == name })
	return dialects[max(i, 0)]
}

// judge returns the library of the dialect.
func (f *Format) judge() keyed.Judge {
	const fxamacker, ugorji = "github.com/fxamacker/cbor/v2", "github.com/ugorji/go/codec"
	if f.Dialect == "ugorji" {
		if f.Time != "" {
			return keyed.Judge{}
		}
		return keyed.Judge{
			Module:    ugorji,
			Marshal:   "err = @" + ugorji + ".NewEncoderBytes(&data, new(@" + ugorji + ".CborHandle)).Encode(v)\n\treturn data, err",
			Unmarshal: "return @" + ugorji + ".NewDecoderBytes(data, new(@" + ugorji + ".CborHandle)).Decode(v)",
		}
	}
	options := map[string]string{"coredet": "CoreDetEncOptions()", "ctap2": "CTAP2EncOptions()"}[f.dialect().name]
	if options == "" {
		options = "EncOptions{}"
	}
	time := map[string]string{"rfc3339": "TimeRFC3339", "unix": "TimeUnix", "unixdynamic": "TimeUnixDynamic"}[f.Time]
	if time == "" {
		time = "TimeRFC3339Nano"
	}
	return keyed.Judge{
		Module: fxamacker,
		Marshal: "options := @" + fxamacker + "." + options + "\n\toptions.Time = @" + fxamacker + "." + time +
			"\n\tmode, err := options.EncMode()\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn mode.Marshal(v)",
		Unmarshal: "mode, err := @" + fxamacker + ".DecOptions{FieldNameMatching: @" + fxamacker + ".FieldNameMatchingCaseSensitive}.DecMode()" +
			"\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn mode.Unmarshal(data, v)",
	}
}

// Validate implements codec.Validator.
func (f *Format) Validate(codec.Options) error {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	if err := keyed.Choice("cbor", "dialect", f.Dialect, "those", names); err != nil {
		return err
	}
	if err := keyed.Choice("cbor", "time", f.Time, "the forms", slices.Sorted(maps.Keys(times))); err != nil {
		return err
	}
	if f.Deterministic && f.Dialect != "" && f.Dialect != "coredet" {
		return fmt.Errorf("--deterministic is the dialect coredet: leave out that, or --dialect=%s", f.Dialect)
	}
	return nil
}

// differs returns why the dialect's library writes values of n in a way that is not
// carried.
func (f *Format) differs(n *shape.Node) string {
	if slices.Contains(n.Options, "toarray") && slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return len(m.Pointers()) > 0 }) {
		return "a list has no form for what is embedded by a pointer that is nil"
	}
	if f.Dialect != "ugorji" {
		return ""
	}
	const methods = typemodel.BinaryMarshaler | typemodel.TextMarshaler
	switch t := n.Type; {
	case n.Form == shape.Own && n.Type.Name.Name == "Int":
		return "ugorji/go has a form of its own for big.Int, which is not carried"
	case n.Form != shape.Time && t.Kind != typemodel.Pointer && t.Own()&methods != 0:
		return "ugorji/go has a form of its own for types with encoding methods, which is not carried"
	case (n.Form == shape.List || n.Form == shape.Array) && t.Elem.Kind == typemodel.Uint8:
		return "ugorji/go writes it as bytes"
	}
	return ""
}
