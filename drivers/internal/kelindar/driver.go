// Package kelindar is the driver of github.com/kelindar/binary.
package kelindar

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/kelindar/binary.
var Driver = driver.Driver{
	Name:  "kelindar",
	Doc:   "Varints and texts after their length by reflection, by Marshal and Unmarshal, as its README shows; reuse encodes to the caller's buffer by one Encoder that is kept.",
	Calls: "`binary.Marshal`, `Unmarshal`. README; with reuse one `Encoder` over the caller's buffer, by `Reset`, where `MarshalTo` takes one out of a pool. Not used: its slices that lie in the input, which are types of its own.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/kelindar/binary", Version: "v1.0.19"}},
		Licence:  "MIT",
		URL:      "https://github.com/kelindar/binary",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Varint, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.BinaryMarshaler,
		Kinds:   []typemodel.Kind{typemodel.Uintptr, typemodel.Interface},
		Rules:   []driver.Rule{notRecursive, hidden, named, mapValues},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Emit: driver.Funcs{
		Imports: []string{"bytes", "github.com/kelindar/binary"},
		State: `var out bytes.Buffer
			enc := binary.NewEncoder(&out)`,
		Marshal:   `return binary.Marshal(v)`,
		Append:    driver.Buffered("enc.Reset(&out)\nerr := enc.Encode(v)"),
		Unmarshal: `return binary.Unmarshal(data, v)`,
		Write:     `return binary.MarshalTo(v, w)`,
	}.Overwriting(tags, kept),
}

var tags = []string{"binary"}

// notRecursive refuses types that lead back to themselves, of which the library makes
// codecs without end.
func notRecursive(_ string, t *typemodel.Type) (reason, fix string) {
	if !t.Name.IsZero() && typemodel.Recursive(t) {
		return "recursive types are not supported", ""
	}
	return "", ""
}

// hidden refuses unexported fields, which are written and not read.
func hidden(_ string, t *typemodel.Type) (reason, fix string) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if !f.Exported() && f.Name != "_" && f.Tag.Get("binary") != "-" && !(f.Type.Kind == typemodel.Struct && len(f.Type.Fields) == 0) {
			return "the unexported field " + f.Name + " is written and not read", "leave it out by the tag `binary:\"-\"`"
		}
	}
	return "", ""
}

// named refuses slices and keys of named types that the library makes as those of Go's own.
func named(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.Bool && (!t.Name.IsZero() || !t.Elem.Name.IsZero()),
		t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.Uint8 && !t.Elem.Name.IsZero():
		return "the slice of a named type cannot be set", "use a slice of " + t.Elem.Kind.String()
	case t.Kind == typemodel.Map && !t.Key.Name.IsZero() && t.Key.Methods&typemodel.BinaryMarshaler == 0:
		switch t.Key.Kind {
		case typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64, typemodel.String:
			return "map keys of the named type " + t.Key.String() + " cannot be set", "use " + t.Key.Kind.String()
		}
	}
	return "", ""
}

// mapValues refuses maps with arrays that lie in keys and values, of which the library takes the address.
func mapValues(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Map && (holdsArray(t.Key) || holdsArray(t.Elem)) {
		return "arrays within keys and values of a map are not supported", "use a slice or a pointer"
	}
	return "", ""
}

// holdsArray reports whether an array lies in a value of the type itself.
func holdsArray(t *typemodel.Type) bool {
	if t.Methods&typemodel.BinaryMarshaler != 0 {
		return false
	}
	if t.Kind == typemodel.Struct {
		for i := range t.Fields {
			if holdsArray(t.Fields[i].Type) {
				return true
			}
		}
	}
	return t.Kind == typemodel.Array
}

// kept are types whose old value stays where the new one is empty or nil.
func kept(t *typemodel.Type) bool {
	return t.Kind == typemodel.Slice || t.Kind == typemodel.Pointer
}
