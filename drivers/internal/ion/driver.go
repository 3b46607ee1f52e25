// Package ion is the driver of github.com/amazon-ion/ion-go.
package ion

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/amazon-ion/ion-go.
var Driver = driver.Driver{
	Name:  "ion",
	Doc:   "Amazon Ion, binary and text, by MarshalBinary or MarshalText and Unmarshal, as its documentation shows; reuse writes to the caller's buffer.",
	Calls: "`MarshalBinary` or `MarshalText`, and `Unmarshal`; reuse is an encoder over the caller's buffer. Its documentation. Not used: shared symbol tables, which both sides must agree on; `MarshalBinaryLST`, with a table of names made beforehand (7,353 → 5,968 and the same bytes), which fails on any name that is not in it, as those of maps.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/amazon-ion/ion-go", Version: "v1.5.0"}},
		Format:         "ion",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/amazon-ion/ion-go",
		SelfDescribing: true,
		Identity:       driver.ByName("ion"),
	},
	Variants: []driver.Variant{
		{
			Suffix:           "binary",
			Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
			Nondeterministic: true, // maps
			Reuse:            true,
		},
		{
			Suffix:           "text",
			Features:         []driver.Feature{driver.Reflect, driver.Text, driver.Int},
			Nondeterministic: true, // maps, but for those at the top
			Reuse:            true,
		},
	},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Keys:  driver.StringKeys,
		Open:  true,
		Impls: []string{"bool", "int", "float64", "[]uint8", "[]any"},
		Rules: []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Emit: emit,
}

var tags = []string{"ion"}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	form := "Binary"
	if v.Has(driver.Text) {
		form = "Text"
	}
	f := driver.Funcs{
		Imports: []string{"bytes", "github.com/amazon-ion/ion-go/ion"},
		State:   `var out bytes.Buffer`,
		Marshal: `return ion.Marshal` + form + `(v)`,
		Append: `out = *bytes.NewBuffer(buf)
			enc := ion.New` + form + `Encoder(&out)
			if err := enc.Encode(v); err != nil {
				return buf, err
			}
			if err := enc.Finish(); err != nil {
				return buf, err
			}
			return out.Bytes(), nil`,
		Unmarshal: `return ion.Unmarshal(data, v)`,
		Write: `enc := ion.New` + form + `Encoder(w)
			if err := enc.Encode(v); err != nil {
				return err
			}
			return enc.Finish()`,
		Read: `return ion.NewDecoder(ion.NewReader(r)).DecodeTo(v)`,
	}
	f.Overwrite(t, tags, nil)
	a.EmitNew(t, f)
	return nil
}
