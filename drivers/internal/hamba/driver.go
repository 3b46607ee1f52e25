// Package hamba is the driver of github.com/hamba/avro.
package hamba

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/avro"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/hamba/avro.
var Driver = driver.Driver{
	Name:  "hamba",
	Doc:   "Avro with a schema made from the type and parsed once, by Marshal and Unmarshal, as its README shows; reuse resets one Encoder to the caller's buffer. Times have microseconds, the most that the library knows.",
	Calls: "a schema parsed once, `avro.Marshal`, `Unmarshal`, one `Encoder` with `Reset` for reuse. README. Not used: a kept `Reader` (118 against 141), which cuts the byte slices of every value from one piece, so that a single one in the type is shared between values (see above); a kept `Writer`, whose bytes have to be copied out (94 against 100).",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/hamba/avro/v2", Version: "v2.31.0"}},
		Format:   "avro",
		Licence:  "MIT",
		URL:      "https://github.com/hamba/avro",
		Schema:   true,
		Identity: driver.ByWriterSchema("avro"),

		Unmaintained: "archived since January 2026, with two known vulnerabilities",
		SlowToBuild:  true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Chunks:           true, // short texts and bytes are cut from a slab of the reader
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Registry: avro.Registered(),
	Check: driver.Limits{
		Tags:  tags,
		Kinds: append([]typemodel.Kind{typemodel.Uint, typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Keys:  driver.StringKeys,
		Rules: []driver.Rule{avro.Gaps, driver.NoHiddenPointers, avro.EmbeddedTimes},
	}.Check,
	Emit: emit,
}

var tags = []string{"avro"}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	if v.Suffix == avro.Registry {
		return emitRegistry(a, t)
	}
	schema, err := avro.Of(t)
	if err != nil {
		return err
	}
	if driver.Reaches(t, func(t *typemodel.Type) bool { return t.Kind == typemodel.Uint64 }) {
		a.Workarounds = append(a.Workarounds, "uint64 as 8 fixed bytes")
	}
	f := driver.Funcs{
		Imports: []string{"bytes", "github.com/hamba/avro/v2"},
		Decls:   "var schema = avro.MustParse(`" + schema.JSON + "`)",
		State: `var out bytes.Buffer
			enc := avro.NewEncoderForSchema(schema, &out)`,
		Marshal:   `return avro.Marshal(schema, v)`,
		Append:    driver.Buffered("enc.Reset(&out)\nerr := enc.Encode(v)"),
		Unmarshal: `return avro.Unmarshal(schema, data, v)`,
		Write:     `return avro.NewEncoderForSchema(schema, w).Encode(v)`,
		Read:      `return avro.NewDecoderForSchema(schema, r).Decode(v)`,
	}
	f.Overwrite(t, tags, isList)
	a.EmitNew(t, f)
	return nil
}

// isList is true of slices that an empty array does not replace.
func isList(t *typemodel.Type) bool { return t.Kind == typemodel.Slice && !t.IsBytes() }

func emitRegistry(a *driver.Adapter, t *typemodel.Type) error {
	return avro.Described(a, t, "avro.Schema", driver.Funcs{
		Imports: []string{"github.com/hamba/avro/v2"},
		Decls: `var schema = avro.MustParse(text)

			func resolve(text string) (avro.Schema, error) {
				writer, err := avro.ParseWithCache(text, "", &avro.SchemaCache{})
				if err != nil {
					return nil, err
				}
				return avro.NewSchemaCompatibility().Resolve(schema, writer)
			}`,
		Marshal: `b, err := avro.Marshal(schema, v)
			if err != nil {
				return nil, err
			}
			return append(head[:len(head):len(head)], b...), nil`,
		Unmarshal: `schema, data, err := written(data)
			if err != nil {
				return err
			}
			return avro.Unmarshal(schema, data, v)`,
	})
}
