// Package bebop200sc is the driver of github.com/200sc/bebop.
package bebop200sc

import (
	"bytes"
	"fmt"

	"github.com/200sc/bebop"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/200sc/bebop"

// Driver is github.com/200sc/bebop.
var Driver = driver.Driver{
	Name: "bebop200sc",
	Doc: "Bebop by the Go compiler of 200sc, run in process on a schema made from the type: structs, and messages where something may be " +
		"absent. MarshalBebop and UnmarshalBebop, and MarshalBebopTo for reuse. Times are nanoseconds, from 1678 to 2262.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: module, Version: bebop.Version}},
		Format:   "bebop",
		Licence:  "Apache-2.0",
		URL:      "https://" + module,
		Schema:   true,
		Identity: driver.ByOrder(),
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
	c := &carrier{Adapter: a}
	c.Structs = transform.New(a, a.PkgPath()+"/gen", t, func(s *transform.Structs, t *typemodel.Type, bare bool) *transform.Carrier {
		c.Structs = s
		return c.carry(t, bare)
	})
	generated, err := generate(c.schema(), v.Has(driver.UnsafeStr))
	if err != nil {
		return err
	}
	a.Files["gen/generated.go"] = generated
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

// generate runs the compiler on a schema.
func generate(schema []byte, sharedStrings bool) ([]byte, error) {
	file, _, err := bebop.ReadFile(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("bebop's reading of the schema: %w", err)
	}
	var out bytes.Buffer
	if err := file.Generate(&out, bebop.GenerateSettings{PackageName: "gen", SharedMemoryStrings: sharedStrings}); err != nil {
		return nil, fmt.Errorf("bebop's compiler: %w", err)
	}
	return out.Bytes(), nil
}
