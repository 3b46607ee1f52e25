// Package codecgen is the driver of github.com/ugorji/go/codec with methods that
// its codecgen generates.
package codecgen

import (
	"cmp"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/gocodec"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/ugorji/go/codec"
	version = "v1.2.14" // the last one with codecgen
)

// Driver is github.com/ugorji/go/codec with codecgen.
var Driver = driver.Driver{
	Name: "codecgen",
	Doc: "The five formats of go-codec by generated methods. The generator is run as a program on declarations with the layout of " +
		"the user's types, as the command codecgen -nx does, which is for those who use no extensions. Encoder and Decoder work on " +
		"bytes and are kept, and reset by ResetBytes. Times in CBOR have microseconds.",
	Calls: "the methods that codecgen -nx generates. Its documentation asks to keep encoders and decoders and to call `ResetBytes`: all rows do; fresh rows copy out of a kept buffer, since growing a nil slice took up to three times as long.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: version}},
		Licence:        "MIT",
		URL:            "https://github.com/ugorji/go",
		Separate:       "codecgen", // go-codec's own driver has a later version, for which there is no codecgen
		SelfDescribing: true,
		Identity:       driver.ByName("codec", "json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{
		variant("msgpack", driver.Binary),
		variant("binc", driver.Binary),
		variant("binc", driver.Binary, driver.Symbols),
		variant("cbor", driver.Binary),
		variant("simple", driver.Binary),
		variant("json", driver.Text),
	},
	Check: check,
	Keeps: stays,
	Reads: gocodec.Reads, // which is what generated code calls
	Emit:  emit,
}

func variant(format string, features ...driver.Feature) driver.Variant {
	return driver.Variant{
		Suffix:           format,
		Features:         append([]driver.Feature{driver.Codegen, driver.Int}, features...),
		InternalUnsafe:   true,
		Nondeterministic: true, // maps, unless canonical
		Reuse:            true,
	}
}

var tags = []string{"codec", "json"}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	l := gocodec.Limits(v)
	l.Rules = append(l.Rules, gaps(v))
	if v.Has(driver.Text) {
		l.Rules = append(l.Rules, noByteArrays)
	}
	return mirror.Check(l, func(t *typemodel.Type, v driver.Variant) (*typemodel.Type, mirror.Config) { return t, config("", v) })(t, v)
}

// gaps refuses what the generator has no methods for, or makes methods of that
// do not compile. Methods of the user's types are lost with the mirrored ones:
// those of the standard library stay what they are.
func gaps(v driver.Variant) driver.Rule {
	return func(path string, t *typemodel.Type) (reason, fix string) {
		switch {
		case path == "" && t.Kind == typemodel.Struct && !hasFields(t):
			return "a struct without fields gets no methods", ""
		case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Pointer:
			return "pointers to pointers are not supported", ""
		case t.IsByteArray() && !t.Elem.Name.IsZero():
			return "arrays of " + t.Elem.String() + " are not supported", "use an array of bytes, or a slice"
		case path == "" && (t.Name.IsZero() || t.IsBytes()):
			return "the generator is for types with a name", "wrap it in a struct"
		case t.Methods&gocodec.Methods(v) != 0 && t.Kind != typemodel.Time && stays(t, v) == 0:
			return "type " + t.String() + " marshals itself, which the mirrored type cannot", ""
		}
		return "", ""
	}
}

func noByteArrays(_ string, t *typemodel.Type) (reason, fix string) {
	if t.IsByteArray() {
		return "arrays of bytes are decoded as zeros", "use a slice"
	}
	return "", ""
}

// hasFields reports whether anything of a struct is encoded.
func hasFields(t *typemodel.Type) bool {
	for i := range t.Fields {
		f := &t.Fields[i]
		of := f.Type
		if f.Embedded && of.Kind == typemodel.Pointer {
			of = of.Elem
		}
		switch {
		case cmp.Or(f.Tag.Get("codec"), f.Tag.Get("json")) == "-":
		case f.Embedded && of.Kind == typemodel.Struct:
			if hasFields(of) {
				return true
			}
		case f.Exported():
			return true
		}
	}
	return false
}

// stays returns the methods of t that are called: it has to be of the standard
// library.
func stays(t *typemodel.Type, v driver.Variant) typemodel.Methods {
	if first, _, _ := strings.Cut(t.Name.PkgPath, "/"); first == "" || strings.Contains(first, ".") {
		return 0
	}
	return t.Methods & gocodec.Methods(v)
}
