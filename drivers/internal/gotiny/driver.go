// Package gotiny is the driver of github.com/niubaoshu/gotiny.
package gotiny

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/niubaoshu/gotiny.
var Driver = driver.Driver{
	Name:  "gotiny",
	Doc:   "Positional and untyped, by functions built once a type that read memory through unsafe pointers. One Encoder and one Decoder are kept, as its README shows; fresh rows copy what the Encoder made, in a buffer of its own, and with reuse it appends to the caller's. Times are nanoseconds since 1970, so years 1678 to 2262 only.",
	Calls: "one `Encoder`, kept, whose output, a buffer of its own, fresh rows copy: `gotiny.Marshal`, which makes an Encoder for each call, took half as long again, with 12 allocations for one; `AppendTo` the caller's buffer for reuse; one `Decoder` in all rows, as in alecthomas' suite: unmarshal 166 → 100. README.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/niubaoshu/gotiny", Version: "v0.0.3"}},
		Licence:  "MIT",
		URL:      "https://github.com/niubaoshu/gotiny",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Aliases:          true,
		AliasesOnly:      plainBytes,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:       []string{"gotiny"},
		Methods:    typemodel.BinaryMarshaler | typemodel.GobEncoder,
		Unexported: true,
	}.Check,
	CarriesState: true, // unexported fields too
	Emit:         emit,
}

// plainBytes is true of []byte: those of a named type are copied.
func plainBytes(t *typemodel.Type) bool { return t.IsBytes() && t.Name.IsZero() }

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	a.Use("bytes", "errors", "github.com/niubaoshu/gotiny")
	f := driver.Funcs{
		Decls: `var errLength = errors.New("gotiny: the value does not take the whole input")`,
		State: `own, enc := gotiny.NewEncoderWithPtr((*T)(nil)), gotiny.NewEncoderWithPtr((*T)(nil))
			dec := gotiny.NewDecoderWithPtr((*T)(nil))`,
		Marshal: `return bytes.Clone(own.Encode(v)), nil`,
		Append: `enc.AppendTo(buf)
			return enc.Encode(v), nil`,
		Unmarshal: `if n := dec.Decode(data, v); n != len(data) {
				return errLength
			}
			return nil`,
		UnmarshalReuse: `if n := dec.Decode(data, v); n != len(data) {
				return errLength
			}
			return nil`,
	}
	if driver.Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Map || t.Kind == typemodel.Interface }) {
		f.UnmarshalReuse = "*v = *new(T)\n" + f.UnmarshalReuse // maps are merged
	}
	if impls := a.ForImpls(t, "*new(%s),"); impls != "" {
		// Register panics when it is called twice for a type; encoding a value
		// registers it just as well.
		f.State += `
			for _, x := range []any{
				` + impls + `
			} {
				gotiny.Marshal(&x)
			}`
	}
	a.EmitNew(t, f)
	return nil
}
