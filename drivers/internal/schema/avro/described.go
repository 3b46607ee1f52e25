package avro

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Registry is the suffix of [Registered].
const Registry = "registry"

// Registered is the variant whose messages come with the schema that they were written by,
// as an object container has it, or a registry by its number: the reader finds fields by
// their names in that.
func Registered() *driver.Variant {
	identity := driver.ByName("avro")
	return &driver.Variant{
		Suffix:           Registry,
		Format:           "avro",
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Identity:         &identity,
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
	}
}

// Resolved returns the schema of t as those have it who change it: records go by the names
// of their types, wherever these are, and a field that a writer has not has a default: zero,
// of times that of Unix.
func Resolved(t *typemodel.Type) (*Schema, error) { return of(t, true) }

// Described prints an adapter for t by the funcs, before them a variable head, the schema before
// each message, and the func written, which finds it and what stands behind. typ is the type of a
// schema; the funcs' declarations have a func resolve that makes of a writer's text what its
// messages are read by.
func Described(a *driver.Adapter, t *typemodel.Type, typ string, f driver.Funcs) error {
	s, err := of(t, true)
	if err != nil {
		return err
	}
	a.Reserve("head", "text", "writers", "written", "resolve")
	a.Use("encoding/binary", "errors", "sync")
	a.P("// head is the schema, with its length before it, as it leads each message.")
	a.P("var head = append(binary.AppendUvarint(nil, uint64(len(text))), text...)")
	a.P()
	a.P("const text = `", s.JSON, "`")
	a.P()
	a.P("// writers are what messages are read by, by the text of the schema that leads them.")
	a.P("var writers sync.Map")
	a.P()
	a.P("// written returns the schema that leads a message, and the message.")
	a.P("func written(data []byte) (", typ, ", []byte, error) {")
	a.P(`n, k := binary.Uvarint(data)
		if k <= 0 || n > uint64(len(data)-k) {
			return nil, nil, errors.New("no schema leads the message")
		}
		text, data := string(data[k:k+int(n)]), data[k+int(n):]
		if s, ok := writers.Load(text); ok {
			return s.(`, typ, `), data, nil
		}
		s, err := resolve(text)
		if err != nil {
			return nil, nil, err
		}
		writers.Store(text, s)
		return s, data, nil
	}`)
	a.P()
	a.EmitNew(t, f)
	return nil
}
