// Package fastssz is the driver of github.com/ferranbt/fastssz.
package fastssz

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/ssz"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/ferranbt/fastssz"
	version = "v1.0.0"
)

// Driver is github.com/ferranbt/fastssz.
var Driver = driver.Driver{
	Name: "fastssz",
	Doc: "SSZ, the format of Ethereum, by methods that its generator makes for structs with tags: MarshalSSZ and UnmarshalSSZ, and " +
		"MarshalSSZTo for reuse, as the README has them. Decoding appends to byte slices that it finds, so used values are not " +
		"decoded into. The generator is run as a program.",
	Calls: "`MarshalSSZ`, `MarshalSSZTo`, `UnmarshalSSZ` of its generator's code. README. Not used: decoding into used values, since it appends to byte slices that it finds.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: version}},
		Format:      "ssz",
		Licence:     "MIT",
		URL:         "https://" + module,
		Identity:    driver.ByOrder(),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}},
	Check: ssz.Limits.Check,
	Emit:  emit,
}

// library leaves out lists of uint16: the methods that hash them do not compile.
var library = ssz.Library{Numbers: []string{"uint32", "uint64"}, Vectors: true}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	transform.Reserve(a, t)
	s := ssz.New(a, t, library)
	types, err := s.Declarations()
	if err != nil {
		return err
	}
	a.Files["gen/types.go"] = types
	a.Tools = []driver.Tool{tool(types)}
	s.Emit()
	a.EmitNewWire(driver.Funcs{
		Marshal:   `return v.MarshalSSZ()`,
		Append:    `return v.MarshalSSZTo(buf)`,
		Unmarshal: `return v.UnmarshalSSZ(data)`,
		Size:      `return v.SizeSSZ()`,
	})
	return nil
}

// tool is the generator as it is run on declarations.
func tool(types []byte) driver.Tool {
	return driver.Tool{
		Modules: []driver.Module{{Path: module, Version: version}},
		Package: module + "/sszgen",
		Args:    []string{"--path", "types.go", "--output", "methods.go"},
		Files:   map[string][]byte{"types.go": types},
		Take:    driver.TakeFile("methods.go", "gen/methods.go"),
	}
}
