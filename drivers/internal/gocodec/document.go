package gocodec

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// defaults are the handles of each format as the benchmarks of go-codec's author
// have them, without an option but Binc's symbols. Strings behind interfaces would
// come out of MessagePack as bytes, which nobody looked at there.
var defaults = map[string]string{
	"msgpack": "MsgpackHandle{BasicHandle: codec.BasicHandle{DecodeOptions: codec.DecodeOptions{RawToString: true}}}",
	"binc":    "BincHandle{AsSymbols: 2}",
	"symbols": "BincHandle{AsSymbols: 1}",
	"cbor":    "CborHandle{}",
	"simple":  "SimpleHandle{}",
	"json":    "JsonHandle{}",
}

// Document is go-codec as those benchmarks call it: handles at their defaults, and
// an Encoder over a used buffer, or a Decoder, made for each call. It is measured
// where they are reproduced.
var Document = OfDocument(Driver, func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.EmitNew(t, DocumentFuncs(v, "v"))
	return nil
})

// OfDocument returns d with the calls of those benchmarks.
func OfDocument(d driver.Driver, emit func(*driver.Adapter, *typemodel.Type, driver.Variant) error) driver.Driver {
	d.Name += "-document"
	d.Doc = "As the benchmarks of go-codec's author call it."
	d.Variants = slices.DeleteFunc(slices.Clone(d.Variants), func(v driver.Variant) bool { return v.Aliases })
	d.Emit = emit
	return d
}

// DocumentFuncs are the adapter's calls for what arg, an expression of v, gives.
func DocumentFuncs(v driver.Variant, arg string) driver.Funcs {
	name := v.Suffix
	if v.Has(driver.Symbols) {
		name = "symbols"
	}
	return driver.Funcs{
		Imports: []string{"github.com/ugorji/go/codec"},
		Decls: `// handle is safe for use by any number of codecs.
			var handle = &codec.` + defaults[name],
		Append: `out := buf[len(buf):]
			if err := codec.NewEncoderBytes(&out, handle).Encode(` + arg + `); err != nil {
				return buf, err
			}
			if len(buf) == 0 {
				return out, nil
			}
			return append(buf, out...), nil`,
		Unmarshal: `return codec.NewDecoderBytes(data, handle).Decode(` + arg + `)`,
	}
}
