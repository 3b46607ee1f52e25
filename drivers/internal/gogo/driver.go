// Package gogo is the driver of github.com/gogo/protobuf.
package gogo

import (
	"slices"

	"google.golang.org/protobuf/types/pluginpb"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/gogo/protobuf"
	version = "v1.3.2"
)

var identity = driver.ByNumber("protobuf")

// Driver is github.com/gogo/protobuf.
var Driver = driver.Driver{
	Name: "gogo",
	Doc: "Protocol Buffers by generated methods, with protoc-gen-gogofaster, which is run as a program on messages made from the " +
		"type: Marshal and Unmarshal, and MarshalToSizedBuffer for reuse. The rows of own have the methods on the user's structs, " +
		"by gogoproto's typedecl=false and its options for the form of fields. The project is no longer maintained.",
	Calls: "`Marshal`, `Unmarshal`; reuse is `MarshalToSizedBuffer` at the back of a sufficient buffer, as in go-serialization-benchmarks, without the walk for the size. gogofaster's output. The rows of `own` have the methods on the user's struct.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: version}},
		Format:      "protobuf",
		Licence:     "BSD-3-Clause",
		URL:         "https://" + module,
		Schema:      true,
		Identity:    identity,
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant(driver.Raw),
		variant(driver.Raw, driver.Varint),
		own(driver.Raw),
		own(driver.Raw, driver.Varint),
	},
	Check: check,
	Reads: func(string) driver.Reading {
		return driver.Reading{Import: `"github.com/gogo/protobuf/types"`, Code: "var v types.WRAPPER\nerr := v.Unmarshal(INPUT)"}
	},
	Emit: emitter(version, backwards),
}

// Generated code writes into a buffer backwards since v1.3.
const (
	backwards = `n, err := v.MarshalToSizedBuffer(buf)
			return buf[len(buf)-n:], err`
	forwards = `n, err := v.MarshalTo(buf)
			return buf[:n], err`
)

// Old is the driver of a version of 2018, as a published benchmark has it, without rows of
// the library's own structs.
var Old = func() driver.Driver {
	const version = "v1.0.0"
	d := Driver
	d.Name = "gogo-1.0.0"
	d.Facts.Modules = []driver.Module{{Path: module, Version: version}}
	d.Facts.Separate = d.Name
	d.Variants = slices.DeleteFunc(slices.Clone(d.Variants), func(v driver.Variant) bool { return v.Suffix == "own" })
	d.Check = protobuf.Limits.Check
	d.Emit = emitter(version, forwards)
	return d
}()

func variant(own ...driver.Feature) driver.Variant {
	return driver.Variant{
		Features:         append([]driver.Feature{driver.Codegen, driver.Binary}, own...),
		InternalUnsafe:   true,
		Nondeterministic: true,
		Reuse:            true,
		Transform:        true,
	}
}

// own is the variant with methods on the user's structs.
func own(features ...driver.Feature) driver.Variant {
	v := variant(features...)
	v.Suffix = "own"
	v.Transform = false
	return v
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	if v.Suffix == "own" {
		return checkOwn(t, v)
	}
	return protobuf.Limits.Check(t, v)
}

func emitter(version, fill string) func(*driver.Adapter, *typemodel.Type, driver.Variant) error {
	return func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		if v.Suffix == "own" {
			return emitOwn(a, t, v)
		}
		return emit(a, t, v, version, fill)
	}
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant, version, fill string) error {
	pb := a.PkgPath() + "/pb"
	s := protobuf.New(t, pb, "pb", protobuf.Options{Varint: v.Has(driver.Varint), NoOptional: true})
	tool, err := plugin(version, s.Request(), "pb/")
	if err != nil {
		return err
	}
	a.Tools = []driver.Tool{tool}
	a.Workarounds = s.Workarounds
	s.EmitConversions(a, pb)
	a.EmitNewWire(driver.Funcs{
		Marshal:   `return v.Marshal()`,
		Fill:      fill,
		Unmarshal: `return v.Unmarshal(data)`,
		UnmarshalReuse: `v.Reset()
			return v.Unmarshal(data)`,
		Size: `return v.Size()`,
	})
	return nil
}

// plugin is the run of a version's generator on a request, whose files go to a folder.
func plugin(version string, request *pluginpb.CodeGeneratorRequest, folder string) (driver.Tool, error) {
	return protobuf.Plugin([]driver.Module{{Path: module, Version: version}}, module+"/protoc-gen-gogofaster", request, folder)
}
