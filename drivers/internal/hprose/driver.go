// Package hprose is the driver of github.com/hprose/hprose-golang.
package hprose

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/hprose/hprose-golang.
var Driver = driver.Driver{
	Name:  "hprose",
	Doc:   "Hprose's self-describing text-and-binary format, by one Encoder, reset, whose buffer is copied, and one Decoder. Streams are left out: a decoder over a reader panics on characters that two reads share, and an Encoder over a writer keeps all that it wrote.",
	Calls: "one `Encoder`, reset, whose bytes are copied, since it cannot write to the caller's: `hprose.Marshal`, which makes one for each value, takes up to a fifth longer; one `Decoder`, reset, in the place of the one that `Unmarshal` makes: 731 → 678. Not used: an encoder that tracks references, 598 against 455.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/hprose/hprose-golang/v3", Version: "v3.0.16"}},
		Licence:        "MIT",
		URL:            "https://github.com/hprose/hprose-golang",
		SelfDescribing: true,
		Identity:       driver.ByName("hprose", "json"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: driver.Complexes,
		Open:  true,
		Impls: []string{"bool", "int", "float64", "string"},
		Rules: []driver.Rule{embeddedLater, driver.NoHiddenPointers},
	}.Check,
	Emit: driver.Funcs{
		Imports: []string{"bytes", "hprose github.com/hprose/hprose-golang/v3/io"},
		State: `enc := hprose.NewEncoder(nil)
			dec := hprose.NewDecoder(nil)`,
		Marshal: `if err := enc.Reset().ResetBuffer().Encode(v); err != nil {
				return nil, err
			}
			return bytes.Clone(enc.Buffer()), nil`,
		Append: `if err := enc.Reset().ResetBuffer().Encode(v); err != nil {
				return buf, err
			}
			return append(buf, enc.Buffer()...), nil`,
		// As the library's Unmarshal does with a new one.
		Unmarshal: `dec.Error = nil
			dec.Reset().ResetBytes(data).Decode(v)
			return dec.Error`,
	}.Overwriting(tags, nil),
}

// embeddedLater refuses structs whose fields the library looks for at the
// beginning of the outer one: it reads other fields in their place, or crashes.
func embeddedLater(_ string, t *typemodel.Type) (reason, fix string) {
	for i := range t.Fields {
		if f := &t.Fields[i]; i > 0 && f.Embedded && f.Type.Kind == typemodel.Struct {
			return "the embedded struct " + f.Name + " is read from the wrong place, unless it comes first", "give it a field name"
		}
	}
	return "", ""
}

var tags = []string{"hprose", "json"}
