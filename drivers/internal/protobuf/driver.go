// Package protobuf is the driver of google.golang.org/protobuf.
package protobuf

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const module = "google.golang.org/protobuf"

// Driver is google.golang.org/protobuf.
var Driver = driver.Driver{
	Name: "protobuf",
	Doc: "Protocol Buffers by Google's generator and runtime, on messages made from the type: with the open API, as proto3 has it, " +
		"or with opaque, by the setters and getters of edition 2023, whose guide has setters rather than builders where speed counts. " +
		"proto.Marshal and proto.Unmarshal, and MarshalAppend for reuse, as the package's documentation has them.",
	Calls: "`proto.Marshal`, `MarshalAppend` for reuse, `Unmarshal`. Its documentation. Rows of `opaque` use setters, which the guide prefers to builders where speed counts. Not used: `UseCachedSize`, which is only right after a `Size` of the same value; lazy decoding, which puts work off.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: "v1.36.12"}},
		Format:      "protobuf",
		Licence:     "BSD-3-Clause",
		URL:         "https://protobuf.dev/reference/go/",
		Schema:      true,
		Identity:    driver.ByNumber("protobuf"),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant("", driver.Raw), variant("", driver.Raw, driver.Varint),
		variant(opaque, driver.Raw), variant(opaque, driver.Raw, driver.Varint),
	},
	Check: protobuf.Limits.Check,
	Emit:  emit,
}

// opaque is the suffix of the rows with the opaque API.
const opaque = "opaque"

func variant(suffix string, own ...driver.Feature) driver.Variant {
	return driver.Variant{
		Suffix:           suffix,
		Features:         append([]driver.Feature{driver.Codegen, driver.Binary}, own...),
		InternalUnsafe:   true,
		Nondeterministic: true,
		Reuse:            true,
		Transform:        true,
	}
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	pb := a.PkgPath() + "/pb"
	s := protobuf.New(t, pb, "pb", protobuf.Options{
		Varint: v.Has(driver.Varint),
		Opaque: v.Suffix == opaque,
	})
	if err := s.Generate(a); err != nil {
		return err
	}
	a.Use(module + "/proto")
	s.EmitConversions(a, pb)
	a.EmitNewWire(driver.Funcs{
		Imports:        []string{module + "/proto"},
		Marshal:        `return proto.Marshal(v)`,
		Append:         `return proto.MarshalOptions{}.MarshalAppend(buf, v)`,
		Unmarshal:      `return proto.Unmarshal(data, v)`,
		UnmarshalReuse: `return proto.Unmarshal(data, v)`,
		Size:           `return proto.Size(v)`,
	})
	return nil
}
