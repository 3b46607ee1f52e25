// Package twmb is the driver of github.com/twmb/avro.
package twmb

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/avro"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/twmb/avro.
var Driver = driver.Driver{
	Name:  "twmb",
	Doc:   "Avro with a schema made from the type and parsed once, by its Encode and Decode, as the documentation shows; reuse appends to the caller's buffer. Times have microseconds. Short strings and bytes of several values lie in slabs of 1 kB. Decode returns the bytes behind the value and takes them for no mistake.",
	Calls: "a schema parsed once, its `Encode` and `Decode`, `AppendEncode` for reuse. The package's documentation.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/twmb/avro", Version: "v1.9.0"}},
		Format:   "avro",
		Licence:  "MIT",
		URL:      "https://github.com/twmb/avro",
		Schema:   true,
		Identity: driver.ByWriterSchema("avro"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Chunks:           true, // short texts and bytes are cut from slabs that a pool keeps
		Reuse:            true,
	}},
	Registry: avro.Registered(),
	Check: driver.Limits{
		Tags:  []string{"avro"},
		Kinds: append([]typemodel.Kind{typemodel.Uint, typemodel.Uint64, typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Keys:  driver.StringKeys,
		Rules: []driver.Rule{avro.Gaps, driver.NoHiddenPointers, avro.EmbeddedTimes},
	}.Check,
	Emit: emit,
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	if v.Suffix == avro.Registry {
		return emitRegistry(a, t)
	}
	schema, err := avro.Of(t)
	if err != nil {
		return err
	}
	a.EmitNew(t, driver.Funcs{
		Imports: []string{"github.com/twmb/avro"},
		Decls:   "var schema = avro.MustParse(`" + schema.JSON + "`)",
		Marshal: `return schema.Encode(v)`,
		Append:  `return schema.AppendEncode(buf, v)`,
		Unmarshal: `_, err := schema.Decode(data, v)
			return err`,
	})
	return nil
}

func emitRegistry(a *driver.Adapter, t *typemodel.Type) error {
	return avro.Described(a, t, "*avro.Schema", driver.Funcs{
		Imports: []string{"github.com/twmb/avro"},
		Decls: `var schema = avro.MustParse(text)

			func resolve(text string) (*avro.Schema, error) {
				writer, err := avro.Parse(text)
				if err != nil {
					return nil, err
				}
				return avro.Resolve(writer, schema)
			}`,
		Marshal: `return schema.AppendEncode(head[:len(head):len(head)], v)`,
		Unmarshal: `schema, data, err := written(data)
			if err != nil {
				return err
			}
			_, err = schema.Decode(data, v)
			return err`,
	})
}
