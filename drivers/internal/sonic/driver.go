// Package sonic is the driver of github.com/bytedance/sonic.
package sonic

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/bytedance/sonic.
var Driver = driver.Driver{
	Name:  "sonic",
	Doc:   "JSON by machine code made at run time and SIMD, with the default options, \"aiming at efficiency and safety\", by which <, > and & and what is no UTF-8 are written as they are, unlike encoding/json's, and maps in any order; reuse encodes into the caller's buffer by encoder.EncodeInto. Unmarshal copies its input once; UnmarshalString, which its README recommends where that is safe, does not.",
	Calls: "`sonic.Marshal`, `Unmarshal`; `encoder.EncodeInto` for reuse. Its code is compiled in the first calls, which the figures of batches do not contain. By default it writes `<`, `>` and `&`, U+2028 and U+2029 and bytes that are no UTF-8 as they are, and maps in any order, which is less work than its peers do where there are such characters: 808 of them are in twitter, 4,040 bytes less. `ConfigStd` writes the bytes of encoding/json and takes 1.05 to 2.1 times as long to write them, eight times on long text: docs/formats/json.md has both. Not used: `ConfigFastest`, which drops validations (281 → 217); a decoder of one's own over a copied string (294 against 305); `UnmarshalString` has rows of its own.",
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

// method is the one of a node that reads a number strictly.
func method(k typemodel.Kind) string {
	if k.IsFloat() {
		return "StrictFloat64"
	}
	return "StrictInt64"
}

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
	f.Overwrite(t, tags, nil)
	if p := driver.Part(t); p != nil {
		name, _ := driver.ByName(tags...).Of(p)
		f.Part = p.Name
		f.Field = `node, err := sonic.Get(data, ` + strconv.Quote(name) + `)
			if err != nil {
				return 0, err
			}
			n, err := node.` + method(p.Type.Kind) + `()
			return ` + a.Bits(p.Type.Kind, "n") + `, err`
	}
	a.EmitNew(t, f)
	return nil
}
