// Package sonic is the driver of github.com/bytedance/sonic.
package sonic

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/bytedance/sonic.
var Driver = driver.Driver{
	Name: "sonic",
	Doc:  "JSON by machine code made at run time and SIMD, with the default options, \"aiming at efficiency and safety\", by which <, > and & and what is no UTF-8 are written as they are, unlike encoding/json's, and maps in any order; reuse encodes into the caller's buffer by encoder.EncodeInto. Unmarshal copies its input once; UnmarshalString, which its README recommends where that is safe, does not.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/bytedance/sonic", Version: "v1.15.5"}},
		Format:         "json",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/bytedance/sonic",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{variant(false), variant(true, driver.UnsafeStr)},
	Check:    driver.JSONLimits().Check,
	Keeps:    driver.KeepsJSON,
	Reads:    driver.Call(`"github.com/bytedance/sonic"`, "sonic.Unmarshal"),
	Emit:     emit,
}

func variant(aliases bool, features ...driver.Feature) driver.Variant {
	return driver.Variant{
		Features:         append([]driver.Feature{driver.Reflect, driver.Text, driver.Int}, features...),
		InternalUnsafe:   true,
		Aliases:          aliases,
		Nondeterministic: true, // maps, unless sorted
		Reuse:            true,
	}
}

var tags = []string{"json"}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"github.com/bytedance/sonic", "github.com/bytedance/sonic/encoder"},
		State:   `var out []byte`,
		Marshal: `return sonic.Marshal(v)`,
		Append: `out = buf
			if err := encoder.EncodeInto(&out, v, 0); err != nil {
				return buf, err
			}
			return out, nil`,
		Unmarshal: `return sonic.Unmarshal(data, v)`,
		Write:     `return sonic.ConfigDefault.NewEncoder(w).Encode(v)`,
		Read:      `return sonic.ConfigDefault.NewDecoder(r).Decode(v)`,
	}
	if v.Aliases {
		f.Imports = append(f.Imports, "unsafe")
		f.Unmarshal = `return sonic.UnmarshalString(unsafe.String(unsafe.SliceData(data), len(data)), v)`
	}
	if driver.Overwritten(t, tags, nil) {
		f.UnmarshalReuse = f.Unmarshal
	}
	a.EmitNew(t, f)
	return nil
}
