// Package vtprotobuf is the driver of github.com/planetscale/vtprotobuf.
package vtprotobuf

import (
	"google.golang.org/protobuf/proto"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/planetscale/vtprotobuf"

var modules = []driver.Module{
	{Path: module, Version: "v0.6.1-0.20250313105119-ba97887b0a25"},
	{Path: "google.golang.org/protobuf", Version: "v1.36.12"},
}

// Driver is github.com/planetscale/vtprotobuf.
var Driver = driver.Driver{
	Name: "vtprotobuf",
	Doc: "Protocol Buffers by generated methods beside Google's structs: MarshalVT and UnmarshalVT, or UnmarshalVTUnsafe, and " +
		"MarshalToSizedBufferVT for reuse, as the README has them. The rows of pool have the feature pool for all messages, whose " +
		"ResetVT keeps lists and byte slices, and takes messages within messages from pools.",
	Calls: "`MarshalVT`, `UnmarshalVT`; reuse is `MarshalToSizedBufferVT` at the back of a sufficient buffer, without the walk for the size, as in go-serialization-benchmarks. Marshal 138 → 74, with reuse 106 → 34; unmarshal 173 → 134, with reuse 153 → 107: of the struct for the copy, messages within it are used again. The rows of `pool` decode with `ResetVT`, which keeps lists and takes messages within messages from pools; plain `Reset` drops them. Not used: pools in all rows, for fresh values never come back to them.",
	Facts: driver.Facts{
		Modules:     modules,
		Format:      "protobuf",
		Licence:     "BSD-3-Clause",
		URL:         "https://github.com/planetscale/vtprotobuf",
		Schema:      true,
		Identity:    driver.ByNumber("protobuf"),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant(driver.Raw), variant(driver.Raw, driver.Varint),
		pooled(driver.Raw), pooled(driver.Raw, driver.Varint),
		variant(driver.Raw, driver.UnsafeUnm), variant(driver.Raw, driver.UnsafeUnm, driver.Varint),
	},
	Check: protobuf.Limits.Check,
	Reads: func(string) driver.Reading {
		return driver.Reading{Import: `"github.com/planetscale/vtprotobuf/types/known/wrapperspb"`, Code: "var v wrapperspb.WRAPPER\nerr := v.UnmarshalVT(INPUT)"}
	},
	Emit: emit,
}

func variant(own ...driver.Feature) driver.Variant {
	v := driver.Variant{
		Features:         append([]driver.Feature{driver.Codegen, driver.Binary}, own...),
		InternalUnsafe:   true,
		Nondeterministic: true,
		Reuse:            true,
		Transform:        true,
	}
	v.Aliases = v.Has(driver.UnsafeUnm)
	return v
}

// pool is the suffix of the rows with the feature of that name.
const pool = "pool"

func pooled(own ...driver.Feature) driver.Variant {
	v := variant(own...)
	v.Suffix = pool
	return v
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	pb := a.PkgPath() + "/pb"
	s := protobuf.New(t, pb, "pb", protobuf.Options{Varint: v.Has(driver.Varint)})
	if err := s.Generate(a); err != nil {
		return err
	}
	request := s.Request()
	features := "marshal+unmarshal+unmarshal_unsafe+size"
	if v.Suffix == pool {
		features += "+pool,pool=" + pb + ".*"
	}
	request.Parameter = proto.String(request.GetParameter() + ",features=" + features)
	methods, err := protobuf.Plugin(modules, module+"/cmd/protoc-gen-go-vtproto", request, "pb/vt")
	if err != nil {
		return err
	}
	a.Tools = []driver.Tool{methods}
	s.EmitConversions(a, pb)
	unmarshal := "return v.UnmarshalVT(data)"
	if v.Has(driver.UnsafeUnm) {
		unmarshal = "return v.UnmarshalVTUnsafe(data)"
	}
	reset := "v.Reset()"
	if v.Suffix == pool {
		reset = "v.ResetVT()"
	}
	a.EmitNewWire(driver.Funcs{
		Marshal: `return v.MarshalVT()`,
		Fill: `n, err := v.MarshalToSizedBufferVT(buf)
			return buf[len(buf)-n:], err`,
		Unmarshal: unmarshal,
		UnmarshalReuse: reset + `
			` + unmarshal,
		Size: `return v.SizeVT()`,
	})
	return nil
}
