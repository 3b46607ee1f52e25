// Package xmlmapping is the driver of the two mappings to XML of the extprot
// document.
package xmlmapping

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is XML of the extprot document, over encoding/xml.
var Driver = driver.Driver{
	Name: "xml-mapping",
	Doc: "The XML of the extprot document: with a tag around every value and strings in base64, since one of extprot may hold any " +
		"bytes, or condensed, where spaces set values off and strings, as text, that share a piece with other values have theirs escaped. Code for the type appends the text and reads it from " +
		"the tokens of encoding/xml's RawToken; reading fields in place is the pull parser by itself, a loop over Token. What " +
		"extprot has no type for is carried as by the extprot rows.",
	Calls: "code for the type that appends text, and reads `RawToken`: the stand-in for the XML that extprot's document compares with.",
	Facts: driver.Facts{
		Format:   "xml",
		Licence:  "BSD-3-Clause",
		URL:      "https://github.com/mfp/extprot",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{variant("tag"), variant("condensed")},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Interface}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable},
	}.Check,
	Emit: emit,
}

func variant(mapping string) driver.Variant {
	return driver.Variant{
		Suffix:           mapping,
		Features:         []driver.Feature{driver.Manual, driver.Text, driver.Int},
		Nondeterministic: true, // maps
		Reuse:            true,
	}
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	m := tagged
	if v.Suffix == "condensed" {
		m = condensed
	}
	appendRoot, readRoot := emitFuncs(a, t, m)
	a.EmitNew(t, driver.Funcs{
		Append: `return ` + appendRoot + `(buf, v)`,
		Unmarshal: `r := reader0{dec: xml.NewDecoder(bytes.NewReader(data))}
			` + readRoot + `(&r, v)
			return r.end()`,
		Access: access,
	})
	return nil
}

// emitFuncs prints what the rows are made of, and returns the names of a func that appends a
// value of type t to a text,
//
//	func(dst []byte, v *T) ([]byte, error)
//
// and of one that reads it: func(r *reader0, v *T), from a reader0 that is made
// with its field dec alone.
func emitFuncs(a *driver.Adapter, t *typemodel.Type, m mapping) (appendRoot, readRoot string) {
	a.Reserve("dst", "x", "y", "k", "i", "tok", "ok")
	a.Use("bytes", "encoding/base64", "encoding/xml", "fmt", "io", "strconv", "unicode/utf8")
	if !m.tags {
		a.Use("strings")
	}
	e := &emitter{Adapter: a, mapping: m}
	a.ReserveTypes(t)
	appendRoot, readRoot = e.emitRoot(t)
	e.emitBodies()
	a.P(e.support)
	a.P()
	return appendRoot, readRoot
}

// access is the pull parser: the result depends on every tag and every text.
const access = `dec := xml.NewDecoder(bytes.NewReader(data))
	var sum uint64
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			return sum, nil
		}
		if err != nil {
			return 0, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			for _, c := range []byte(tok.Name.Local) {
				sum = sum*31 + uint64(c)
			}
		case xml.EndElement:
			sum = sum*31 + 1
		case xml.CharData:
			for _, c := range tok {
				sum = sum*31 + uint64(c)
			}
		}
	}`
