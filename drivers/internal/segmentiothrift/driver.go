// Package segmentiothrift is the driver of
// github.com/segmentio/encoding/thrift.
package segmentiothrift

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/drivers/internal/schema/thrift"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/segmentio/encoding/thrift.
var Driver = driver.Driver{
	Name:  "segmentio-thrift",
	Doc:   "Thrift's binary and compact protocols from Go structs without a schema, by Marshal and Unmarshal; reuse resets one Encoder to the caller's buffer. Fields without a thrift tag are left out silently, so the adapter encodes a mirror of the type in which every field has one, in its order; the mirror shares its memory.",
	Calls: "`thrift.Marshal`, `Unmarshal`; one `Encoder` reset with reuse. Its documentation.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/segmentio/encoding", Version: "v0.5.4"}},
		Format:   "thrift",
		Licence:  "MIT",
		URL:      "https://github.com/segmentio/encoding",
		Identity: thrift.Identity,
	},
	Variants: []driver.Variant{variant("binary"), variant("compact")},
	Check:    mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, config("") }),
	Emit:     emit,
}

func variant(protocol string) driver.Variant {
	return driver.Variant{
		Suffix:           protocol,
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}
}

var limits = driver.Limits{
	Kinds: append([]typemodel.Kind{
		typemodel.Uint, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64, typemodel.Uintptr,
		typemodel.Array, typemodel.Interface, typemodel.Time,
	}, driver.Complexes...),
	Rules: []driver.Rule{gaps},
}

func gaps(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "the value at the top must be a struct", "wrap it in a struct"
	case t.Kind == typemodel.Map && t.Elem.Kind == typemodel.Struct && len(t.Elem.Fields) == 0:
		return "maps of empty structs are sets and lose their kind", ""
	}
	return thrift.NoType(path, t)
}

// config numbers the fields of every struct in their order.
var config = thrift.Mirrored(func(n int, _ *typemodel.Type) string { return fmt.Sprintf(`thrift:"%d"`, n) }, "out", "enc", "protocol")

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	m, _ := mirror.New(t, config(a.PkgPath()))
	protocol := map[string]string{"binary": "BinaryProtocol", "compact": "CompactProtocol"}[v.Suffix]
	m.EmitNew(a, t, driver.Funcs{
		Imports: []string{"bytes", "github.com/segmentio/encoding/thrift"},
		Decls:   `var protocol = &thrift.` + protocol + `{}`,
		State: `var out bytes.Buffer
			enc := thrift.NewEncoder(protocol.NewWriter(&out))`,
		Marshal:   `return thrift.Marshal(protocol, mirror(v))`,
		Append:    driver.Buffered("enc.Reset(protocol.NewWriter(&out))\nerr := enc.Encode(mirror(v))"),
		Unmarshal: `return thrift.Unmarshal(protocol, data, mirror(v))`,
		Write:     `return thrift.NewEncoder(protocol.NewWriter(w)).Encode(mirror(v))`,
		Read:      `return thrift.NewDecoder(protocol.NewReader(r)).Decode(mirror(v))`,
	})
	return nil
}
