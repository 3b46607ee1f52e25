package cbor

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

// dialect is a form of CBOR, where they differ. All of them read what any of them writes.
type dialect struct {
	names.Dialect
	sorted  bool // members and keys of maps are in the order of their bytes
	twice   names.Twice
	methods bool // MarshalCBOR and UnmarshalCBOR are called
}

// whole tells of what is taken as a whole.
func (d dialect) whole(t *typemodel.Type) *names.Whole {
	switch {
	case t.Name.PkgPath == "math/big" && t.Name.Name == "Int" && t.As == nil && !t.By.Fields && t.By.Methods == 0:
		return &names.Whole{Append: "AppendBig", Get: "GetBig"}
	case d.methods && names.HasMethods(t, typemodel.CBORMarshaler):
		return &names.Whole{Marshal: "MarshalCBOR", Unmarshal: "UnmarshalCBOR"}
	case d.methods && binary(t):
		return &names.Whole{Marshal: "MarshalBinary", Unmarshal: "UnmarshalBinary", Bytes: true, Content: "GetContent"}
	}
	return nil
}

// binary reports whether t is a type that fxamacker/cbor writes by MarshalBinary, all of which
// can be reached from outside, and the user has not said otherwise: anything else goes by its
// methods in all formats. A method that is promoted from a part of t loses the rest: that goes
// by its fields.
func binary(t *typemodel.Type) bool {
	return t.Kind != typemodel.Time && t.Kind != typemodel.Pointer && t.Kind != typemodel.Interface && t.Own().Has(typemodel.BinaryMarshaler) && t.As == nil && !t.By.Fields &&
		(t.By.Methods == 0 || t.By.Methods.Has(typemodel.BinaryMarshaler)) &&
		!slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return !f.Exported() })
}

// anyValues are the values of interfaces, in which times stand as elsewhere.
var anyValues = &names.AnyValues{
	Leaf: "GetAnyLeaf", Compare: "CompareKeys", Other: "AppendAnyOther", Mixed: true,
	Changes: "what interfaces hold comes back as uint64, int64, float64, string, []byte, big.Int, []any or map[any]any, and times as what is written of them",
}

// timeText is text with nanoseconds and zone.
var timeText = names.Scalar{
	Put: "PutTime", Check: "CheckTime", Most: 66, Get: "GetTime", Want: "time",
	Changes: "times come back with the offset of their zone, without its name, and the zero time in UTC",
}

// times are the forms that there are.
var times = map[string]names.Scalar{
	"rfc3339nano": timeText,
	"rfc3339": {
		Put: "PutTimeSeconds", Check: "CheckTime", Most: 66, Get: "GetTime", Want: "time", Loses: true,
		Changes: "times come back without parts of a second, with the offset of their zone and without its name",
	},
	"unix": {
		Put: "PutUnix", Most: 9, Get: "GetTime", Want: "time", Loses: true,
		Changes: "times come back without parts of a second, in the local zone",
	},
	"unixdynamic": {
		Put: "PutUnixDynamic", Most: 9, Get: "GetUnixDynamic", Want: "time", Loses: true,
		Changes: "times come back rounded to microseconds, in the local zone",
	},
}

var fxamackers = []string{"cbor", "json"}

// dialects are those that there are; the first is what is written without a choice.
var dialects = names.Dialects[dialect]{
	{Dialect: names.Dialect{Name: "fxamacker", Tags: fxamackers, Empty: names.EmptyLen}, twice: names.TwiceFirst, methods: true},
	{
		Dialect: names.Dialect{
			Name: "coredet", Tags: fxamackers, Empty: names.EmptyLen,
			Scalars: map[shape.Form]names.Scalar{
				shape.Float32: {Type: "float32", Put: "PutShortFloat32", Most: 5, Get: "GetFloat32", Want: "float32", Changes: oneNaN},
				shape.Float64: {Type: "float64", Put: "PutShortFloat64", Most: 9, Get: "GetFloat64", Want: "float64", Changes: oneNaN},
			},
		},
		sorted: true, twice: names.TwiceRefused, methods: true,
	},
	{Dialect: names.Dialect{Name: "ctap2", Tags: fxamackers, Empty: names.EmptyLen}, sorted: true, twice: names.TwiceRefused, methods: true},
	{
		Dialect: names.Dialect{
			Name: "ugorji", Module: "github.com/ugorji/go/codec", Tags: []string{"codec", "json"}, Marker: "_struct", Empty: names.EmptyCall, Foreign: true,
			Scalars: map[shape.Form]names.Scalar{
				shape.Time: {Put: "PutEpoch", Most: 10, Get: "GetEpoch", Want: "time", Loses: true, Changes: "times come back rounded to microseconds, in the local zone"},
			},
		},
	},
}

// dialect returns the chosen one.
func (f *Format) dialect() dialect {
	if f.Deterministic {
		return dialects.Chosen("coredet")
	}
	return dialects.Chosen(f.Dialect)
}

// oracle returns the library of the dialect.
func (f *Format) oracle() keyed.Oracle {
	const fxamacker = "github.com/fxamacker/cbor/v2"
	switch {
	case f.Dialect == "ugorji" && f.Time != "":
		return keyed.Oracle{}
	case f.Dialect == "ugorji":
		return names.UgorjiOracle("CborHandle", "")
	}
	options := map[string]string{"coredet": "CoreDetEncOptions()", "ctap2": "CTAP2EncOptions()"}[f.dialect().Name]
	if options == "" {
		options = "EncOptions{}"
	}
	time := map[string]string{"rfc3339": "TimeRFC3339", "unix": "TimeUnix", "unixdynamic": "TimeUnixDynamic"}[f.Time]
	if time == "" {
		time = "TimeRFC3339Nano"
	}
	return keyed.Oracle{
		Module: fxamacker,
		Marshal: "options := @" + fxamacker + "." + options + "\n\toptions.Time = @" + fxamacker + "." + time +
			"\n\tmode, err := options.EncMode()\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\treturn mode.Marshal(v)",
		Unmarshal: "mode, err := @" + fxamacker + ".DecOptions{FieldNameMatching: @" + fxamacker + ".FieldNameMatchingCaseSensitive}.DecMode()" +
			"\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn mode.Unmarshal(data, v)",
	}
}

// Validate implements codec.Format.
func (f *Format) Validate(codec.Options) error {
	if err := dialects.Check("cbor", f.Dialect); err != nil {
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
