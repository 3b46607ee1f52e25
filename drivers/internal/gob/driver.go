// Package gob is the driver of encoding/gob.
package gob

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is encoding/gob.
var Driver = driver.Driver{
	Name:  "gob",
	Doc:   "The binary format of the standard library. Every value is a stream of its own, with its type definitions, by a fresh Encoder and Decoder: neither can be reset.",
	Calls: "a new `Encoder` and `Decoder` for each value, since neither can be reset and a benchmark of single messages has no stream. A stream of many values would send the types once.",
	Facts: driver.Facts{
		Licence:        "BSD-3-Clause",
		URL:            "https://pkg.go.dev/encoding/gob",
		SelfDescribing: true,
		Identity:       driver.ByName(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps, and type numbers in the order of first use
		Reuse:            true,
	}},
	Check: driver.Limits{
		Methods: typemodel.GobEncoder | typemodel.BinaryMarshaler,
		Open:    true,
		Rules:   []driver.Rule{noFields},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.GobEncoder | typemodel.BinaryMarshaler),
	// It goes through all exported fields, and fails at an empty struct.
	Passes: func(f *typemodel.Field) bool { return f.Type.Kind == typemodel.Chan || f.Type.Kind == typemodel.Func },
	Emit:   emit,
}

// noFields refuses what gob reports as "type … has no exported fields".
func noFields(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind != typemodel.Struct {
		return "", ""
	}
	for i := range t.Fields {
		if t.Fields[i].Exported() {
			return "", ""
		}
	}
	return "a struct without exported fields is not supported", "use a bool for what only is there or not"
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	a.Use("bytes", "encoding/gob")
	a.EmitNew(t, driver.Funcs{
		State: `var out bytes.Buffer
			` + a.ForImpls(t, "gob.Register(*new(%s))"),
		Marshal: `var out bytes.Buffer
			if err := gob.NewEncoder(&out).Encode(v); err != nil {
				return nil, err
			}
			return out.Bytes(), nil`,
		Append:    driver.Buffered("err := gob.NewEncoder(&out).Encode(v)"),
		Unmarshal: `return gob.NewDecoder(bytes.NewReader(data)).Decode(v)`,
		Write:     `return gob.NewEncoder(w).Encode(v)`,
		Read:      `return gob.NewDecoder(r).Decode(v)`,
	})
	return nil
}
