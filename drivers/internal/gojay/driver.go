// Package gojay is the driver of github.com/francoispqt/gojay.
package gojay

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/francoispqt/gojay.
var Driver = driver.Driver{
	Name: "gojay",
	Doc: "JSON by methods that its users write by hand, a call for each field. The adapter has them for types declared over the user's: " +
		"MarshalJSONObject and UnmarshalJSONObject; reuse is one Encoder over the caller's buffer. Bytes are base64, as encoding/json has them, and nil is null.",
	Calls: "`gojay.MarshalJSONObject`, `UnmarshalJSONObject`, and those of arrays, README; one `NewEncoder` with reuse. Not used: `ArrayKeyNullEmpty`, which leaves the key out before null, so that nil is a `NullKey`; its generator, whose code has no maps; `gojay.Unsafe`, whose texts lie in the input.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: "v1.2.13"}},
		Format:         "json",
		Licence:        "MIT",
		Separate:       "gojay", // its go.mod is of before Go 1.17: builds with it read a hundred others
		URL:            "https://" + module,
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Manual, driver.Text, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Array, typemodel.Interface}, driver.Complexes...),
		Keys:  driver.StringKeys,
		Rules: []driver.Rule{driver.IsNameable, gaps},
	}.Check,
	Emit: emit,
}

const module = "github.com/francoispqt/gojay"

var tags = []string{"json"}

// gaps refuses what the adapter has no calls for.
func gaps(path string, t *typemodel.Type) (reason, fix string) {
	if path == "" && t.Kind != typemodel.Struct && t.Kind != typemodel.Map && (t.Kind != typemodel.Slice || t.IsBytes()) {
		return "the value at the top must be an object or an array", "wrap it in a struct"
	}
	if t.Kind == typemodel.Slice && t.IsBytes() && !t.Elem.Name.IsZero() {
		return "slices of " + t.Elem.String() + " are not supported", "use []byte"
	}
	if t.Kind == typemodel.Pointer {
		switch k := t.Elem.Kind; k {
		case typemodel.Pointer, typemodel.Slice, typemodel.Map, typemodel.Time:
			return "pointers to " + k.String() + " are not supported", ""
		}
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Embedded {
			return "the embedded struct " + f.Name + " is not supported", "give it a field name"
		}
	}
	return "", ""
}

// member is the name of a field in an object; empty for one that is left out.
func member(f *typemodel.Field) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch {
	case !f.Exported() || f.Tag.Get("json") == "-":
		return ""
	case name == "":
		return f.Name
	}
	return name
}
