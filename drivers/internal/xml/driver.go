// Package xml is the driver of encoding/xml.
package xml

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is encoding/xml.
var Driver = driver.Driver{
	Name:  "xml",
	Doc:   "The XML of the standard library, by one Encoder over a buffer of its own, whose bytes are copied, or over the caller's with reuse, and Unmarshal.",
	Calls: "one `Encoder` over a buffer of its own, whose bytes are copied, and one over the caller's with reuse; `xml.Unmarshal`. `xml.Marshal` makes an Encoder with 4 kB for each value and takes up to three times as long.",
	Facts: driver.Facts{
		Licence:        "BSD-3-Clause",
		URL:            "https://pkg.go.dev/encoding/xml",
		SelfDescribing: true,
		Identity:       driver.ByName("xml"),
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Reuse:    true,
	}},
	Check: driver.Limits{
		Tags:    []string{"xml"},
		Methods: typemodel.XMLMarshaler | typemodel.TextMarshaler,
		Kinds:   append([]typemodel.Kind{typemodel.Map, typemodel.Interface}, driver.Complexes...),
		Rules:   []driver.Rule{root, arrays, nestedSlices, driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.XMLMarshaler | typemodel.TextMarshaler),
	Emit:  funcs.Emit,
}

// root refuses what cannot be the one element of a document.
func root(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path != "":
	case t.Kind == typemodel.Slice && !t.IsBytes():
		return "a slice is several elements, not one document", "wrap it in a struct"
	case t.Kind == typemodel.Struct && t.Name.IsZero():
		return "a struct without a name has no element name", "give the type a name"
	}
	return "", ""
}

// arrays refuses what Marshal writes and Unmarshal does not read.
func arrays(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Array {
		return "arrays cannot be decoded", "use a slice"
	}
	return "", ""
}

// nestedSlices refuses slices of slices, which lose their inner bounds.
func nestedSlices(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.Slice && !t.Elem.IsBytes() {
		return "the inner slices of a slice of slices are not told apart", "wrap the inner slice in a struct"
	}
	return "", ""
}

// funcs keep an Encoder, which has a buffer of 4 kB, and copy what it wrote.
var funcs = driver.Funcs{
	Imports: []string{"bytes", "encoding/xml"},
	State: `var own, out bytes.Buffer
			ownEnc, enc := xml.NewEncoder(&own), xml.NewEncoder(&out)`,
	Marshal: `own.Reset()
			if err := ownEnc.Encode(v); err != nil {
				ownEnc = xml.NewEncoder(&own) // the old one is within an element
				return nil, err
			}
			return bytes.Clone(own.Bytes()), nil`,
	Append: `out = *bytes.NewBuffer(buf)
			if err := enc.Encode(v); err != nil {
				enc = xml.NewEncoder(&out)
				return buf, err
			}
			return out.Bytes(), nil`,
	Unmarshal: `return xml.Unmarshal(data, v)`,
	Write:     `return xml.NewEncoder(w).Encode(v)`,
	Read:      `return xml.NewDecoder(r).Decode(v)`,
}
