// Package fory is the driver of github.com/apache/fory/go/fory.
package fory

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/apache/fory/go/fory.
var Driver = driver.Driver{
	Name:  "fory",
	Doc:   "Apache Fory, with the format that other languages read (xlang, its default) and with that of Go alone (native). One instance a codec with every struct registered, as its README shows; Serialize gives out its own buffer, which Marshal copies. Reuse is SerializeTo the caller's buffer.",
	Calls: "one instance, every struct registered, `Serialize` (copied out, since it returns its own buffer) and `SerializeTo`. README.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: "github.com/apache/fory/go/fory", Version: "v1.6.1"}},
		Format:      "fory",
		Licence:     "Apache-2.0",
		URL:         "https://github.com/apache/fory",
		Identity:    driver.ByName("fory"),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{variant("xlang"), variant("native")},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Open:  true,
		Rules: []driver.Rule{driver.IsNameable, namedStrings, unregistrable, driver.NoHiddenPointers},
	}.Check,
	Passes:      func(*typemodel.Field) bool { return false }, // every struct has to be registered
	MindsHidden: true,                                         // of unexported fields too
	Emit:        emit,
}

func variant(mode string) driver.Variant {
	return driver.Variant{
		Suffix:           mode,
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}
}

func namedStrings(_ string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.String && !t.Name.IsZero() {
		return "named string types are not supported", "use string"
	}
	return "", ""
}

func unregistrable(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "the value at the top must be a struct", "wrap it in a struct"
	case t.Kind != typemodel.Struct:
	case t.Name.IsZero():
		return "a struct without a name cannot be registered", "give the type a name"
	}
	return "", ""
}

var tags = []string{"fory"}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.Use("bytes", "fmt", "github.com/apache/fory/go/fory")
	var structs strings.Builder
	for _, s := range typemodel.Structs(t) {
		fmt.Fprintf(&structs, "*new(%s),\n", a.Type(s))
	}
	f := driver.Funcs{
		State: fmt.Sprintf(`f := fory.New(fory.WithXlang(%t))
			for i, x := range []any{
				%s
			} {
				if err := f.RegisterStruct(x, uint32(i+1)); err != nil {
					panic(fmt.Sprintf("fory: registering %%T: %%v", x, err))
				}
			}
			out := fory.NewByteBuffer(nil)`, v.Suffix == "xlang", strings.TrimSpace(structs.String())),
		Marshal: `out, err := f.Serialize(v)
			return bytes.Clone(out), err`,
		Append: `*out = *fory.NewByteBuffer(buf)
			out.SetWriterIndex(len(buf))
			if err := f.SerializeTo(out, v); err != nil {
				return buf, err
			}
			return out.Bytes(), nil`,
		Unmarshal: `return f.Deserialize(data, v)`,
	}
	f.Overwrite(t, tags, keeps)
	a.EmitNew(t, f)
	return nil
}

// keeps is true of types of which a nil or a shorter value does not replace the
// old one.
func keeps(t *typemodel.Type) bool {
	return t.Kind == typemodel.Pointer || t.Kind == typemodel.Slice
}
