// Package dynamicssz is the driver of github.com/pk910/dynamic-ssz.
package dynamicssz

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/ssz"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/pk910/dynamic-ssz"

// Driver is github.com/pk910/dynamic-ssz.
var Driver = driver.Driver{
	Name: "dynamic-ssz",
	Doc: "SSZ, the format of Ethereum, by reflection on structs with tags, whose sizes may be set when the program runs: MarshalSSZ and " +
		"UnmarshalSSZ of one DynSsz, which keeps what it knows of types, and MarshalSSZTo for reuse, as the README has them.",
	Calls: "`MarshalSSZ`, `MarshalSSZTo`, `UnmarshalSSZ` of one `DynSsz` without specs. README.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v1.0.0"}},
		Format:   "ssz",
		Licence:  "Apache-2.0",
		URL:      "https://" + module,
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}},
	Check: ssz.Limits.Check,
	Emit:  emit,
}

var library = ssz.Library{Numbers: []string{"uint8", "uint16", "uint32", "uint64"}, Vectors: true}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	a.Use("dynssz " + module)
	transform.Reserve(a, t)
	s := ssz.New(a, t, library)
	types, err := s.Declarations()
	if err != nil {
		return err
	}
	a.Files["gen/types.go"] = types
	s.Emit()
	a.EmitNewWire(driver.Funcs{
		State:     `codec := dynssz.NewDynSsz(nil)`,
		Marshal:   `return codec.MarshalSSZ(v)`,
		Append:    `return codec.MarshalSSZTo(v, buf)`,
		Unmarshal: `return codec.UnmarshalSSZ(v, data)`,
		Size:      `n, _ := codec.SizeSSZ(v); return n`,
	})
	return nil
}
