// Package assay is the driver of the codecs that assay gen makes.
package assay

import (
	"fmt"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the codecs of assay gen, one variant a wire format and class.
var Driver = driver.Driver{
	Name: "assay",
	Doc: "Codecs that assay gen makes for the type itself: Marshal, Append and Unmarshal of the generated code, with arena the " +
		"Unmarshal of its decoder, which is never reset. The name after the dot is the wire format.",
	Facts: driver.Facts{
		Licence:   "Apache-2.0",
		URL:       "https://github.com/assay-go/assay",
		Evolution: "positional",
	},
	CarriesState: true, // as assay gen writes it, or refused
	Variants:     variants(),
	Check: func(t *typemodel.Type, v driver.Variant) []typemodel.Refusal {
		return format(v).Check(t)
	},
	Emit: emit,
}

// variants returns every format safe and unsafe, and those that users are most
// likely to batch with the memory of a decoder.
func variants() []driver.Variant {
	var list []driver.Variant
	for _, f := range positional.Formats {
		features := func(more ...driver.Feature) []driver.Feature {
			return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, more...)
		}
		list = append(list,
			driver.Variant{Suffix: f.ID, Features: features(), Nondeterministic: true, Reuse: true},
			driver.Variant{Suffix: f.ID, Features: features(driver.Unsafe), Nondeterministic: true, Reuse: true, Aliases: true, AliasesOnly: f.Aliases})
		if f == positional.Flat || f == positional.Skycoin {
			list = append(list, driver.Variant{Suffix: f.ID, Features: features(driver.Arena), Nondeterministic: true})
		}
	}
	return list
}

func format(v driver.Variant) *positional.Format {
	for _, f := range positional.Formats {
		if f.ID == v.Suffix {
			return f
		}
	}
	panic(fmt.Sprintf("assay: no format %q", v.Suffix))
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := format(v)
	name := func(verb string) string { return codec.FuncName(verb, t, f.ID) }
	funcs := driver.Funcs{
		Marshal:        "return " + name("Marshal") + "(v)",
		Append:         "return " + name("Append") + "(buf, v)",
		Size:           "return " + name("Size") + "(v)",
		Unmarshal:      "return " + name("Unmarshal") + "(data, v)",
		UnmarshalReuse: "return " + name("Unmarshal") + "(data, v)",
	}
	if v.Has(driver.Arena) {
		funcs.State = "d := new(" + codec.DecoderName(t, f.ID) + ")"
		funcs.Unmarshal, funcs.UnmarshalReuse = "return d.Unmarshal(data, v)", ""
	}
	a.ReserveTypes(t)
	a.EmitNew(t, funcs)
	// The codec stands in a file of its own, as assay gen writes it; what it looks
	// like is for the tests of package positional.
	file := goprint.New(a.PkgPath(), a.PkgName())
	if err := f.Emit(file, []*typemodel.Type{t}, codec.Options{Unsafe: v.Has(driver.Unsafe), Arena: v.Has(driver.Arena)}); err != nil {
		return err
	}
	src, err := file.Source()
	if err != nil {
		return err
	}
	a.Files["codec.go"] = src
	return nil
}
