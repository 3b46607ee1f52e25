// Package karalabessz is the driver of github.com/karalabe/ssz.
package karalabessz

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/ssz"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/karalabe/ssz"

// Driver is github.com/karalabe/ssz.
var Driver = driver.Driver{
	Name: "karalabe_ssz",
	Doc: "SSZ, the format of Ethereum, by methods that define what is encoded and decoded alike: EncodeToBytes, EncodeToStream and " +
		"DecodeFromBytes, as the README has them. The methods are printed as the library's generator prints them, which has to load " +
		"packages, but with the sizes of static objects as constants.",
	Calls: "`EncodeToBytes` and `DecodeFromBytes`, as its README shows. `EncodeToBytes` takes the size itself to check the buffer and does not say how much it wrote, so rows with reuse pay for two walks, as its users do. It has no call that reads one field of encoded bytes, although the format has places for that.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: "v0.3.0"}},
		Format:   "ssz",
		Licence:  "BSD-3-Clause",
		URL:      "https://" + module,
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}},
	Check: ssz.Limits.Check,
	Emit:  emit,
}

// library has the lengths of byte arrays that the library's generic funcs take.
var library = ssz.Library{Numbers: []string{"uint64"}, Bytes: []int{4, 8, 20, 31, 32, 48, 64, 96, 256}}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	transform.Reserve(a, t)
	a.Use("io", "slices", module)
	pkg := a.PkgPath() + "/gen"
	s := ssz.New(a, t, library)
	var err error
	if a.Files["gen/types.go"], err = s.Declarations(); err != nil {
		return err
	}
	if a.Files["gen/methods.go"], err = methods(s, pkg); err != nil {
		return err
	}
	s.Emit()
	a.EmitNewWire(driver.Funcs{
		Marshal: `buf := make([]byte, ssz.Size(v))
			return buf, ssz.EncodeToBytes(buf, v)`,
		Append: `n, size := len(buf), int(ssz.Size(v))
			buf = slices.Grow(buf, size)[:n+size]
			return buf, ssz.EncodeToBytes(buf[n:], v)`,
		Unmarshal:      `return ssz.DecodeFromBytes(data, v)`,
		UnmarshalReuse: `return ssz.DecodeFromBytes(data, v)`,
		Size:           `return int(ssz.Size(v))`,
		Write:          `return ssz.EncodeToStream(w, v)`,
	})
	return nil
}
