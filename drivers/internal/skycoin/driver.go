// Package skycoin is the driver of the Skycoin encoder.
package skycoin

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/skycoin/skycoin/src/cipher/encoder.
var Driver = driver.Driver{
	Name:  "skycoin",
	Doc:   "The encoder of Skycoin's blocks: fields in order, little-endian, four bytes of length. By Serialize and DeserializeRawExact, as Skycoin itself calls them.",
	Calls: "`encoder.Serialize`, `DeserializeRawExact`, as Skycoin calls them. Not used: decoding without the check for bytes that follow.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/skycoin/skycoin", Version: "v0.27.1"}},
		Licence:  "none found",
		URL:      "https://github.com/skycoin/skycoin/tree/v0.27.1/src/cipher/encoder",
		Separate: "skycoin",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Nondeterministic: true, // maps
	}},
	Check: driver.Limits{
		Tags: []string{"enc"},
		Kinds: append([]typemodel.Kind{
			typemodel.Int, typemodel.Uint, typemodel.Uintptr, typemodel.Pointer, typemodel.Interface, typemodel.Time,
		}, driver.Complexes...),
		Rules: []driver.Rule{namedBytes, omitempty},
	}.Check,
	Emit: driver.Funcs{
		Imports:   []string{"github.com/skycoin/skycoin/src/cipher/encoder"},
		Marshal:   `return encoder.Serialize(v), nil`,
		Unmarshal: `return encoder.DeserializeRawExact(data, v)`,
		Size:      `return int(encoder.Size(v))`,
	}.Emit,
}

// namedBytes refuses arrays that Serialize copies by reflect.Copy, which panics
// when the element types differ.
func namedBytes(_ string, t *typemodel.Type) (reason, fix string) {
	if t.IsByteArray() && !t.Elem.Name.IsZero() {
		return "arrays of " + t.Elem.String() + " make the encoder panic", "use an array of byte"
	}
	return "", ""
}

// omitempty refuses what makes the encoder panic: the option is for last
// fields.
func omitempty(_ string, t *typemodel.Type) (reason, fix string) {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() && i < len(t.Fields)-1 && f.Tag.Get("enc") == ",omitempty" {
			return "field " + f.Name + " has the option omitempty and is not the last", "move the field to the end"
		}
	}
	return "", ""
}
