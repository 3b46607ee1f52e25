// Package gocodec is the driver of github.com/ugorji/go/codec.
package gocodec

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/ugorji/go/codec.
var Driver = driver.Driver{
	Name:  "go-codec",
	Doc:   "The five formats of go-codec, each by an Encoder and a Decoder over bytes. They are kept and reset by ResetBytes, as its documentation asks. Times in CBOR have microseconds: with TimeRFC3339 more are written, but not read. The option ZeroCopy lets strings and bytes refer to the input.",
	Calls: "as codecgen, by reflection: an `Encoder` and a `Decoder` over bytes that are kept and reset; fresh rows copy out of a kept buffer. Not used: `Canonical`; `ZeroCopy` has rows of its own.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/ugorji/go/codec", Version: "v1.3.2"}},
		Licence:        "MIT",
		URL:            "https://github.com/ugorji/go",
		SelfDescribing: true,
		Identity:       driver.ByName("codec", "json"),
		SlowToBuild:    true,
	},
	Variants: slices.Concat(
		variants("msgpack", driver.Binary),
		variants("binc", driver.Binary),
		variants("binc", driver.Binary, driver.Symbols),
		variants("cbor", driver.Binary),
		variants("simple", driver.Binary),
		variants("json", driver.Text),
	),
	Check: check,
	Keeps: func(t *typemodel.Type, v driver.Variant) typemodel.Methods { return t.Methods & Methods(v) },
	Reads: Reads,
	Emit:  emit,
}

// variants returns a format without and with the option ZeroCopy.
func variants(format string, features ...driver.Feature) []driver.Variant {
	plain := driver.Variant{
		Suffix:           format,
		Features:         append([]driver.Feature{driver.Reflect, driver.Int}, features...),
		InternalUnsafe:   true,
		Nondeterministic: true, // maps, unless canonical
		Reuse:            true,
	}
	zeroCopy := plain
	zeroCopy.Features = append(slices.Clone(plain.Features), driver.UnsafeUnm)
	zeroCopy.Aliases = true
	return []driver.Variant{plain, zeroCopy}
}

// handles are the options of each format, and of Binc with symbols: the present
// MessagePack specification and not the one without strings, JSON that other
// programs can read.
var handles = map[string]string{
	"msgpack": "MsgpackHandle{WriteExt: true}",
	"binc":    "BincHandle{AsSymbols: 2}",
	"symbols": "BincHandle{AsSymbols: 1}",
	"cbor":    "CborHandle{}",
	"simple":  "SimpleHandle{}",
	"json":    "JsonHandle{MapKeyAsString: true}",
}

// Reads is how a program reads one of the formats.
func Reads(format string) driver.Reading {
	handle, options, _ := strings.Cut(handles[format], "{")
	signed := "BasicHandle: codec.BasicHandle{DecodeOptions: codec.DecodeOptions{SignedInteger: true}}, "
	return driver.Call(`"github.com/ugorji/go/codec"`, "codec.NewDecoderBytes(INPUT, &codec."+handle+"{"+signed+options+").Decode")(format)
}

var tags = []string{"codec", "json"}

// Methods are the encoding interfaces that the handle of v calls.
func Methods(v driver.Variant) typemodel.Methods {
	if v.Has(driver.Text) {
		return typemodel.JSONMarshaler | typemodel.TextMarshaler
	}
	return typemodel.BinaryMarshaler
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	l := Limits(v)
	l.Methods = Methods(v)
	return l.Check(t, v)
}

// Limits are those of the format of v, whatever methods are called.
func Limits(v driver.Variant) driver.Limits {
	l := driver.Limits{
		Tags:  tags,
		Kinds: driver.Complexes,
		Open:  true,
		Impls: []string{"bool", "int64", "float64", "string", "[]any", "[]uint8", "map[any]any"},
		Rules: []driver.Rule{driver.NoHiddenPointers},
	}
	if v.Has(driver.Text) {
		l.Impls = []string{"bool", "int64", "float64", "string", "[]any", "map[string]any"}
		l.Keys = append([]typemodel.Kind{typemodel.Bool}, driver.TextKeys...)
	}
	return l
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.EmitNew(t, Funcs(t, v, "v"))
	return nil
}

// Funcs are the calls of an Encoder and a Decoder that are kept, for what arg, an expression
// of v, gives.
func Funcs(t *typemodel.Type, v driver.Variant, arg string) driver.Funcs {
	name := v.Suffix
	if v.Has(driver.Symbols) {
		name = "symbols"
	}
	options := ""
	if v.Aliases {
		options = "handle.ZeroCopy = true\n"
	}
	// The decoder merges maps and keeps what a nil pointer should replace.
	reset := ""
	if !driver.Overwritten(t, tags, isPointer) {
		reset = "*v = *new(T)\n"
	}
	return driver.Funcs{
		Imports: []string{"bytes", "github.com/ugorji/go/codec"},
		Decls: `// handle is safe for use by any number of codecs.
			var handle = &codec.` + handles[name] + `

			func init() {
				handle.SignedInteger = true // what most integers behind interfaces are
				` + options + `}`,
		State: `var out, own []byte
			enc := codec.NewEncoderBytes(&out, handle)
			dec := codec.NewDecoderBytes(nil, handle)`,
		// A kept buffer and a copy: growing a new one took up to three times as long.
		Marshal: `out = own[:0]
			enc.ResetBytes(&out)
			if err := enc.Encode(` + arg + `); err != nil {
				return nil, err
			}
			own = out
			return bytes.Clone(out), nil`,
		// The encoder starts at the beginning of the slice that it is given.
		Append: `out = buf[len(buf):]
			enc.ResetBytes(&out)
			if err := enc.Encode(` + arg + `); err != nil {
				return buf, err
			}
			if len(buf) == 0 {
				return out, nil
			}
			return append(buf, out...), nil`,
		Unmarshal: `dec.ResetBytes(data)
			return dec.Decode(` + arg + `)`,
		UnmarshalReuse: reset + `dec.ResetBytes(data)
			return dec.Decode(` + arg + `)`,
		Write: `return codec.NewEncoder(w, handle).Encode(` + arg + `)`,
		Read:  `return codec.NewDecoder(r, handle).Decode(` + arg + `)`,
	}
}

func isPointer(t *typemodel.Type) bool { return t.Kind == typemodel.Pointer }
