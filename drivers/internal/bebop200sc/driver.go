// Package bebop200sc is the driver of github.com/200sc/bebop.
package bebop200sc

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/200sc/bebop"
	version = "v0.6.2"
)

// Driver is github.com/200sc/bebop.
var Driver = driver.Driver{
	Name: "bebop200sc",
	Doc: "Bebop by the Go compiler of 200sc, which is run on a schema made from the type: structs, and messages where something may be " +
		"absent. MarshalBebop and UnmarshalBebop, and MarshalBebopTo for reuse. Times are nanoseconds, from 1678 to 2262.",
	Calls: "`MarshalBebop`, `UnmarshalBebop`; reuse is `MarshalBebopTo` into a sufficient buffer. Source: the suites of alecthomas and of go-serialization-benchmarks, which keep one struct. Marshal 82 → 77, with reuse 61 → 23, and since the struct is a variable a sixth and a third less; unmarshal 89 → 79, with reuse 67 → 39. Not used: bebop's `date`, which has 100 ns.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: version}},
		Format:      "bebop",
		Licence:     "Apache-2.0",
		URL:         "https://" + module,
		Schema:      true,
		Identity:    driver.ByOrder(),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		{Features: features(driver.NotUnsafe), InternalUnsafe: true, Nondeterministic: true, Reuse: true, Transform: true},
		{Features: features(driver.UnsafeStr), Aliases: true, AliasesOnly: isString, Nondeterministic: true, Reuse: true, Transform: true},
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable},
	}.Check,
	Emit: emit,
}

func features(own ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Binary}, own...)
}

func isString(t *typemodel.Type) bool { return t.Kind == typemodel.String }

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	transform.Reserve(a, t)
	a.Use("io")
	c := &carrier{a, transform.New(a)}
	c.Carry(t, c.carry)
	a.Tools = []driver.Tool{tool(c.schema(), v.Has(driver.UnsafeStr))}
	c.Emit()
	f := driver.Funcs{
		ByValue:   true,
		Marshal:   `return v.MarshalBebop(), nil`,
		Fill:      `return buf[:v.MarshalBebopTo(buf)], nil`,
		Unmarshal: `return v.UnmarshalBebop(data)`,
		Size:      `return v.Size()`,
		Write:     `return v.EncodeBebop(w)`,
		Read:      `return v.DecodeBebop(r)`,
	}
	if c.messages() {
		f.Fill = `clear(buf[:v.Size()]) // the ends of messages are not written
			return buf[:v.MarshalBebopTo(buf)], nil`
	}
	if !isMessage(c.List[0]) { // whose absent fields would keep their values
		f.UnmarshalReuse = f.Unmarshal
	}
	a.EmitNewWire(f)
	return nil
}

// tool is the compiler as it is run on a schema.
func tool(schema []byte, sharedStrings bool) driver.Tool {
	const in, out = "schema.bop", "generated.go"
	return driver.Tool{
		Modules: []driver.Module{{Path: module, Version: version}},
		Package: module + "/main/bebopc-go",
		Args:    []string{"-i", in, "-o", out, "-package", "gen", "-share-string-memory=" + strconv.FormatBool(sharedStrings)},
		Files:   map[string][]byte{in: schema},
		Take:    driver.TakeFile(out, "gen/"+out),
	}
}
