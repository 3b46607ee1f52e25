// Package thriftiterator is the driver of github.com/thrift-iterator/go.
package thriftiterator

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/drivers/internal/schema/thrift"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/thrift-iterator/go.
var Driver = driver.Driver{
	Name:  "thrift-iterator",
	Doc:   "Thrift's binary protocol from Go structs without a schema, by Marshal and Unmarshal, as its README shows; reuse is one Encoder over the caller's buffer. Fields without a thrift tag are left out silently, so the adapter encodes a mirror of the type in which every field has one, in its order; the mirror shares its memory.",
	Calls: "`thrifter.Marshal`, `Unmarshal`; one `Encoder`, by `Reset`, with reuse. README. Not used: its compact protocol, which never ends at an int32 of 2^30 or more, and its generator of code, which is for Go before modules.",
	Facts: driver.Facts{
		Modules: []driver.Module{
			{Path: "github.com/thrift-iterator/go", Version: "v0.0.0-20190402154806-9b5a67519118"},
			{Path: "github.com/v2pro/wombat", Version: "v0.0.0-20180402055224-a56dbdcddef2"}, // it has no go.mod that would say so
			{Path: "github.com/v2pro/plz", Version: "v0.0.0-20200805122259-422184e41b6e"},
			{Path: "github.com/v2pro/quokka", Version: "v0.0.0-20171201153428-382cb39c6ee6"},
		},
		Format:   "thrift",
		Licence:  "Apache-2.0",
		URL:      "https://github.com/thrift-iterator/go",
		Identity: thrift.Identity,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, config("") }),
	Emit:  emit,
}

var limits = driver.Limits{
	Kinds: append([]typemodel.Kind{
		typemodel.Float32, typemodel.Uintptr, typemodel.Array, typemodel.Interface, typemodel.Time,
	}, driver.Complexes...),
	Rules: []driver.Rule{gaps},
}

func gaps(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "the value at the top must be a struct", "wrap it in a struct"
	case !t.Name.IsZero() && typemodel.Recursive(t):
		return "recursive types are not supported", ""
	case t.Kind == typemodel.Uint8:
		return "", "" // which it has a type for
	}
	return thrift.NoType(path, t)
}

// config numbers the fields of every struct in their order.
var config = thrift.Mirrored(func(n int, _ *typemodel.Type) string { return fmt.Sprintf(`thrift:",%d"`, n) }, "out", "enc")

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	m, _ := mirror.New(t, config(a.PkgPath()))
	f := driver.Funcs{
		Imports: []string{"bytes", "thrifter github.com/thrift-iterator/go"},
		State: `var out bytes.Buffer
			enc := thrifter.NewEncoder(&out)`,
		Marshal:   `return thrifter.Marshal(mirror(v))`,
		Append:    driver.Buffered("enc.Reset(&out)\nerr := enc.Encode(mirror(v))"),
		Unmarshal: `return thrifter.Unmarshal(data, mirror(v))`,
		Write:     `return thrifter.NewEncoder(w).Encode(mirror(v))`,
		Read:      `return thrifter.NewDecoder(r, nil).Decode(mirror(v))`,
	}
	f.Overwrite(t, nil, leftOut)
	m.EmitNew(a, t, f)
	return nil
}

// leftOut are types whose nil is not written, so that the old value stays.
func leftOut(t *typemodel.Type) bool {
	return t.Kind == typemodel.Pointer || t.Kind == typemodel.Slice && !t.IsBytes()
}
