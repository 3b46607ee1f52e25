// Package colfer is the driver of github.com/pascaldekloe/colfer.
package colfer

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/pascaldekloe/colfer"

// Driver is github.com/pascaldekloe/colfer.
var Driver = driver.Driver{
	Name: "colfer",
	Doc: "Code generated from a schema that is made from the type, with the compiler's default limits of 16 MiB a value and 65536 " +
		"elements a list: MarshalBinary and UnmarshalBinary, and MarshalTo for reuse. The compiler is run as a program.",
	Calls: "`MarshalBinary`, `UnmarshalBinary`; reuse is `MarshalTo` into a sufficient buffer. Source: colf's output and its benchmarks, and alecthomas' suite, which keeps one struct. Not used: `MarshalLen` before each `MarshalTo` (the check of limits is the first half of a call that rows with reuse leave out for everybody).",
	Facts: driver.Facts{
		Licence:     "CC0-1.0",
		URL:         "https://" + module,
		Schema:      true,
		Identity:    identity,
		SlowToBuild: true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary},
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, fields, identity.NoGaps},
	}.Check,
	Emit: emit,
}

// fields refuses what a struct of the schema cannot have.
func fields(_ string, t *typemodel.Type) (reason, fix string) {
	const limit = 127 // the highest index is the mark of a struct's end
	if n := len(t.Fields); n > limit {
		return fmt.Sprintf("a struct has at most %d fields, not %d", limit, n), "split it"
	}
	return "", ""
}

// identity is by the order of the schema, which tags can say.
var identity = driver.ByNumber("colfer")

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	transform.Reserve(a, t)
	c := &carrier{a, transform.New(a)}
	c.Carry(t, c.carry)
	a.Tools = []driver.Tool{tool(c.schema())}
	c.Emit()
	a.EmitNewWire(driver.Funcs{
		Marshal:   `return v.MarshalBinary()`,
		Fill:      `return buf[:v.MarshalTo(buf)], nil`,
		Unmarshal: `return v.UnmarshalBinary(data)`,
		UnmarshalReuse: `*v = Wire{} // absent fields would keep their values
			return v.UnmarshalBinary(data)`,
		Size: `size, _ := v.MarshalLen()
			return size`,
	})
	return nil
}

// tool is the compiler as it is run on a schema.
func tool(schema []byte) driver.Tool {
	return driver.Tool{
		Modules: []driver.Module{
			{Path: module, Version: "v1.8.1"},
			{Path: "github.com/pascaldekloe/name", Version: "v1.0.0"},
			{Path: "golang.org/x/mod", Version: "v0.42.0"},
			{Path: "golang.org/x/sync", Version: "v0.24.0"},
			{Path: "golang.org/x/tools", Version: "v0.52.0"},
		},
		Package: module + "/cmd/colf",
		Args:    []string{"Go", "schema.colf"},
		Files:   map[string][]byte{"schema.colf": schema},
		Take:    driver.TakeFile("gen/Colfer.go", "gen/generated.go"),
	}
}
