package cbor

import (
	"fmt"
	"slices"
	"strings"

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
}

var fxamackers = []string{"cbor", "json"}

// dialects are those that there are; the first is what is written without a choice.
var dialects = []dialect{
	{name: "fxamacker", tags: fxamackers, empty: keyed.EmptyLen},
	{
		name: "coredet", tags: fxamackers, empty: keyed.EmptyLen, sorted: true,
		scalars: map[shape.Form]keyed.Scalar{
			shape.Float32: {Type: "float32", Put: "PutShortFloat32", Most: 5, Least: 1, Get: "GetFloat32", Want: "float32", Changes: oneNaN},
			shape.Float64: {Type: "float64", Put: "PutShortFloat64", Most: 9, Least: 1, Get: "GetFloat64", Want: "float64", Changes: oneNaN},
		},
	},
	{name: "ctap2", tags: fxamackers, empty: keyed.EmptyLen, sorted: true},
	{
		name: "ugorji", tags: []string{"codec", "json"}, marker: "_struct", empty: keyed.EmptyCall,
		scalars: map[shape.Form]keyed.Scalar{
			shape.Time: {Put: "PutEpoch", Most: 10, Least: 1, Get: "GetEpoch", Want: "time", Changes: "times come back rounded to microseconds, in the local zone"},
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

// Validate implements codec.Validator.
func (f *Format) Validate(codec.Options) error {
	var names []string
	for _, d := range dialects {
		names = append(names, d.name)
	}
	if f.Dialect != "" && !slices.Contains(names, f.Dialect) {
		return fmt.Errorf("--dialect=%s: those of cbor are %s", f.Dialect, strings.Join(names, ", "))
	}
	if f.Deterministic && f.Dialect != "" && f.Dialect != "coredet" {
		return fmt.Errorf("--deterministic is the dialect coredet: leave out that, or --dialect=%s", f.Dialect)
	}
	return nil
}

// differs returns why the dialect's library writes values of n in a way that is not
// carried.
func (f *Format) differs(n *shape.Node) string {
	if n.Form == shape.Carried && n.Carrier.Methods == typemodel.GobEncoder {
		return "the library has a form of its own for " + n.Type.String() + ", which is not carried yet"
	}
	if f.Dialect != "ugorji" {
		return ""
	}
	const methods = typemodel.BinaryMarshaler | typemodel.TextMarshaler
	switch t := n.Type; {
	case n.Form != shape.Time && t.Kind != typemodel.Pointer && t.Own()&methods != 0:
		return "ugorji/go has a form of its own for types with encoding methods, which is not carried"
	case (n.Form == shape.List || n.Form == shape.Array) && t.Elem.Kind == typemodel.Uint8:
		return "ugorji/go writes it as bytes"
	}
	return ""
}
