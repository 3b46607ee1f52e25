// Package extprot is the driver of extprot, as package extprot of this module
// generates it.
package extprot

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/extprot/bridge"
	"github.com/assay-go/assay/typemodel"
)

// Driver is extprot.
var Driver = driver.Driver{
	Name: "extprot",
	Doc: "extprot, on messages that assay extprot gen makes from a schema of the type: AppendBinary, MarshalBinary and " +
		"UnmarshalBinary, as package extprot/gen describes them. Integers are of extprot's type int, which is variable in " +
		"length; those of fields tagged `extprot:\"long\"` take 8 bytes. With arena DecodeArena, in an Arena that a decoder keeps.",
	Calls: "the methods of `assay extprot gen`; reuse is `AppendBinary`, and decoding into a used message; arena is `DecodeArena`, with one `Arena` for all messages.",
	Facts: driver.Facts{
		Licence:  "Apache-2.0",
		URL:      "https://github.com/mfp/extprot",
		Own:      true,
		Schema:   true,
		Identity: identity,
	},
	Variants: []driver.Variant{
		{Features: features(), Reuse: true, Transform: true},
		{Features: features(driver.Arena), Transform: true},
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Interface, typemodel.Map}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, bridge.NotRecursive, identity.NoGaps},
	}.Check,
	Emit: emit,
}

// identity is by the order of the schema, which tags can say.
var identity = driver.ByNumber("extprot")

func features(more ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, more...)
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	wire := a.PkgPath() + "/wire"
	a.Reserve("T", "Wire", "NewWire", "ToWire", "FromWire", "from", "to")
	a.ReserveTypes(t)
	a.Use("errors", "io", wire)
	m, err := bridge.NewMessage(t, false)
	if err != nil {
		return err
	}
	a.Workarounds = append(a.Workarounds, m.Workarounds...)
	if a.Files["wire/wire.go"], err = m.Wire(); err != nil {
		return err
	}
	message := m.Conversion(a.File, wire, "wire", false)
	a.EmitT(t)
	a.P("// Wire is the message that T is carried in.")
	a.P("type Wire = ", goprint.Ident{Path: wire, Name: message})
	a.P()
	a.P("// ToWire copies from into to, which it clears. What is of one type on both sides")
	a.P("// is shared.")
	a.P("func ToWire(from *T, to *Wire) error {")
	a.P("*to = Wire{}")
	a.End("return wireTo", message, "(from, to)")
	a.P("// FromWire copies from into to, which is zero, and shares as ToWire does.")
	a.P("func FromWire(from *Wire, to *T) error { return wireFrom", message, "(from, to) }")
	a.P()
	funcs := driver.Funcs{
		Imports:        []string{wire},
		Marshal:        `return v.MarshalBinary()`,
		Append:         `return v.AppendBinary(buf)`,
		Unmarshal:      `return v.UnmarshalBinary(data)`,
		UnmarshalReuse: `return v.UnmarshalBinary(data)`,
		Size:           `return v.SizeBinary()`,
		Write:          `return wire.NewStreamWriter(w).Write(v)`,
		Read:           `return wire.NewStreamReader(r, wire.Limits{}).Read(v)`,
	}
	if v.Has(driver.Arena) {
		funcs.State = "arena := wire.NewArena(wire.Limits{})"
		funcs.Unmarshal, funcs.UnmarshalReuse, funcs.Read = `n, err := v.DecodeArena(data, arena)
			if err == nil && n < len(data) {
				err = errors.New("bytes follow the message")
			}
			return err`, "", ""
		funcs.Imports = append(funcs.Imports, "errors")
	}
	a.EmitNewWire(funcs)
	return nil
}
