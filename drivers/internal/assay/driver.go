// Package assay is the driver of the codecs that assay gen makes.
package assay

import (
	"maps"
	"path"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the codecs of assay gen, one variant a wire format and class.
var Driver = *of(positionals()...)

// positionals returns the formats that stand in one driver; each of the others has its own.
func positionals() (list []*positional.Format) {
	for _, f := range generate.Formats() {
		if p, ok := f.(*positional.Format); ok {
			list = append(list, p)
		}
	}
	return list
}

// of returns the driver of some formats.
func of(list ...*positional.Format) *driver.Driver {
	d := &driver.Driver{
		Name: "assay",
		Doc: "Codecs that assay gen makes for the type itself: Marshal, Append and Unmarshal of the generated code, with arena the " +
			"Unmarshal of its decoder, which is never reset, with new the constructor New. The name after the dot is the wire format.",
		Calls: "the funcs that `assay gen` writes: `Append…`, `Marshal…`, `Unmarshal…`; with arena the generated decoder, never reset; with new the constructor, `New…`, where the others get a new value to read into. No freedom that the others do not have.",
		Facts: driver.Facts{
			Licence:  "Apache-2.0",
			URL:      "https://github.com/assay-go/assay",
			Own:      true,
			Identity: driver.ByOrder(),
		},
		CarriesState: true, // as assay gen writes it, or refused
		Check: func(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
			return codec.Refusals(generate.Lookup(v.Suffix), path.Join(t.Name.PkgPath, "adapter"), t) // a package of its own, beside that of t
		},
		Emit: emit,
	}
	for _, f := range list {
		d.Variants = append(d.Variants, variants(f)...)
	}
	return d
}

// variants returns the format safe and unsafe, with the memory of a decoder where users
// are likely to batch values, and with a description of the type where there is one.
func variants(f *positional.Format) []driver.Variant {
	features := func(more ...driver.Feature) []driver.Feature {
		return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, more...)
	}
	list := []driver.Variant{
		{Suffix: f.ID, Features: features(), Nondeterministic: true, Reuse: true},
		{Suffix: f.ID, Features: features(driver.Unsafe), Nondeterministic: true, Reuse: true, Aliases: true, AliasesOnly: f.Aliases},
	}
	if f.NewRow {
		list = append(list, driver.Variant{Suffix: f.ID, Features: features(driver.Constructor), Nondeterministic: true, InternalUnsafe: true})
	}
	if f.ArenaRow {
		list = append(list, driver.Variant{Suffix: f.ID, Features: features(driver.Arena), Nondeterministic: true})
	}
	if f.Evolvable {
		byName := driver.ByName("assay", "json") // of the description
		list = append(list, driver.Variant{Suffix: f.ID, Features: features(driver.Evolvable), Format: f.ID + ".evolvable", Identity: &byName, Nondeterministic: true, Reuse: true})
	}
	return list
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := generate.Lookup(v.Suffix).(*positional.Format)
	f.Described = v.Has(driver.Evolvable)
	name := func(verb string) string { return codec.FuncName(verb, t, f.ID) }
	funcs := driver.Funcs{
		Marshal:        "return " + name("Marshal") + "(v)",
		Append:         "return " + name("Append") + "(buf, v)",
		Size:           "return " + name("Size") + "(v)",
		Unmarshal:      "return " + name("Unmarshal") + "(data, v)",
		UnmarshalReuse: "return " + name("Unmarshal") + "(data, v)",
	}
	if v.Has(driver.Arena) {
		funcs.State = "d := new(" + name("") + "Decoder)"
		funcs.Unmarshal, funcs.UnmarshalReuse = "return d.Unmarshal(data, v)", ""
	}
	if v.Has(driver.Constructor) {
		funcs.Construct, funcs.UnmarshalReuse = "return "+name("New")+"(data)", ""
	}
	return Emit(a, t, f, codec.Options{Unsafe: v.Has(driver.Unsafe), Arena: v.Has(driver.Arena), Constructor: v.Has(driver.Constructor)}, funcs)
}

// Emit prints an adapter on the code that assay gen makes for t. That stands in a file of its
// own; what it looks like is for the tests of the format.
func Emit(a *driver.Adapter, t *typemodel.Type, format codec.Format, o codec.Options, f driver.Funcs) error {
	a.ReserveTypes(t)
	a.EmitNew(t, f)
	files, err := generate.Code(a.PkgPath(), a.PkgName(), format, o, t)
	maps.Copy(a.Files, files)
	return err
}

// Keyed returns the driver of a format whose values tell their parts, with what those have in
// common. format is that of a variant.
func Keyed(d driver.Driver, format func(driver.Variant) codec.Format) driver.Driver {
	d.Facts.Licence, d.Facts.URL, d.Facts.Own = "Apache-2.0", "https://github.com/assay-go/assay", true
	for i := range d.Variants {
		v := &d.Variants[i]
		v.Features = append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, v.Features...)
		v.Nondeterministic, v.Reuse, v.Aliases = true, true, v.Has(driver.UnsafeStr)
	}
	d.CarriesState = true // as assay gen writes it, or refused
	d.Check = func(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
		return codec.Refusals(format(v), path.Join(t.Name.PkgPath, "adapter"), t) // a package of its own, beside that of t
	}
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		f := format(v)
		name := func(verb string) string { return codec.FuncName(verb, t, f.Name()) }
		return Emit(a, t, f, codec.Options{Unsafe: v.Has(driver.UnsafeStr)}, driver.Funcs{
			Marshal:        "return " + name("Marshal") + "(v)",
			Append:         "return " + name("Append") + "(buf, v)",
			Unmarshal:      "return " + name("Unmarshal") + "(data, v)",
			UnmarshalReuse: "return " + name("Unmarshal") + "(data, v)",
		})
	}
	return d
}
