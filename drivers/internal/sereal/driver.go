// Package sereal is the driver of github.com/Sereal/Sereal/Go/sereal.
package sereal

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/Sereal/Sereal/Go/sereal.
var Driver = driver.Driver{
	Name:  "sereal",
	Doc:   "Sereal, version 3, by Marshal and Unmarshal; repeated names are sent once. The library has no way to encode into a buffer.",
	Calls: "`sereal.Marshal`, and one `Decoder`, which keeps what it has learnt of structs: `sereal.Unmarshal` makes a new one each time, 1,378 → 484. README. It has no call into a buffer. Not used: `DisableDedup`, which changes the format (995 → 813), `ExpectedSize`, which asks to know it (933).",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/Sereal/Sereal/Go/sereal", Version: "v0.0.0-20231009093132-b9187f1a92c6"}},
		Licence:        "BSD-2-Clause",
		URL:            "https://github.com/Sereal/Sereal/tree/master/Go/sereal",
		SelfDescribing: true,
		Identity:       driver.ByName("sereal"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
	}},
	Check: driver.Limits{
		Tags:    []string{"sereal"},
		Methods: typemodel.BinaryMarshaler,
		Kinds:   driver.Complexes,
		Keys:    driver.StringKeys,
		Open:    true,
		Impls:   []string{"bool", "int", "float64", "string"},
		Rules:   []driver.Rule{namedUints, scalarPointers, driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Emit: driver.Funcs{
		Imports:   []string{"github.com/Sereal/Sereal/Go/sereal"},
		State:     `dec := sereal.NewDecoder()`, // it keeps what it has learnt of structs
		Marshal:   `return sereal.Marshal(v)`,
		Unmarshal: `return dec.Unmarshal(data, v)`,
	}.Emit,
}

func namedUints(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind.IsInteger() && !t.Kind.IsSigned() && !t.Name.IsZero() {
		return "named unsigned types are not supported", "use " + t.Kind.String()
	}
	return "", ""
}

func scalarPointers(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Pointer && t.Elem.Kind.IsPrimitive():
		return "pointers to scalars are not supported", ""
	case t.Kind == typemodel.Pointer && t.Elem.IsBytes(): // "reflect: call of sereal.setBinary on ptr Value"
		return "pointers to byte slices are not supported", "use the slice itself"
	}
	return "", ""
}
