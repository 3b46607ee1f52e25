// Package frugal is the driver of github.com/cloudwego/frugal.
package frugal

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/drivers/internal/schema/thrift"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/cloudwego/frugal.
var Driver = driver.Driver{
	Name:  "frugal",
	Doc:   "Thrift's binary protocol by CloudWeGo, by EncodedSize, EncodeObject and DecodeObject, as its README shows; reuse encodes into the caller's buffer. It reads struct tags that say the Thrift type, so the adapter encodes a mirror of the type with those tags, which shares its memory. Decoded texts and lists lie in blocks that many values share: one that is kept keeps the others of its block alive.",
	Calls: "`EncodedSize` and `EncodeObject`; reuse is `EncodeObject` into a sufficient buffer, where `EncodedSize` walked the value once more before. README.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/cloudwego/frugal", Version: "v0.3.1"}},
		Format:   "thrift",
		Licence:  "Apache-2.0",
		URL:      "https://github.com/cloudwego/frugal",
		Identity: thrift.Identity,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Chunks:           true, // texts and lists are cut from blocks of a pool of decoders
		Reuse:            true,
	}},
	Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, config("") }),
	Emit:  emit,
}

var limits = driver.Limits{
	Kinds: append([]typemodel.Kind{
		typemodel.Uint, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64, typemodel.Uintptr, typemodel.Float32,
		typemodel.Array, typemodel.Interface, typemodel.Time,
	}, driver.Complexes...),
	Rules: []driver.Rule{gaps},
}

func gaps(path string, t *typemodel.Type) (reason, fix string) {
	scalarPointer := func(t *typemodel.Type) bool {
		return t.Kind == typemodel.Pointer && t.Elem.Kind != typemodel.Struct
	}
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "the value at the top must be a struct", "wrap it in a struct"
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Pointer:
		return "pointers to pointers are not supported", ""
	case t.Kind == typemodel.Pointer && (t.Elem.Kind == typemodel.Slice || t.Elem.Kind == typemodel.Map):
		// Lists and maps behind pointers are sized as if there were none, and of bytes
		// the capacity is left as memory was: *big.Int, which travels as *[]byte.
		return "pointers to " + t.Elem.Kind.String() + "s are not supported", "use the " + t.Elem.Kind.String() + " itself, which may be nil"
	case (t.Kind == typemodel.Slice || t.Kind == typemodel.Map) && scalarPointer(t.Elem):
		return t.Kind.String() + "s of pointers to anything but structs are not supported", ""
	case (t.Kind == typemodel.Slice || t.Kind == typemodel.Map) && t.Elem.Kind == typemodel.Struct:
		return t.Kind.String() + "s of structs are read as pointers, and fault", "use pointers to structs"
	case t.Kind == typemodel.Map && (t.Key.Kind == typemodel.Struct || t.Key.Kind == typemodel.Array):
		return "map keys of type " + t.Key.String() + " are not supported", ""
	case t.Kind == typemodel.Slice && t.IsBytes() && !t.Elem.Name.IsZero():
		return "slices of " + t.Elem.String() + " are not supported", "use []byte"
	}
	return thrift.NoType(path, t)
}

// config tags every field with its number, whether it may be missing, and its
// Thrift type.
var config = thrift.Mirrored(func(n int, t *typemodel.Type) string {
	need := "default"
	if t.Kind == typemodel.Pointer {
		need = "optional"
	}
	return fmt.Sprintf(`frugal:"%d,%s,%s"`, n, need, thriftType(t))
}, "errLength")

// thriftType spells t as frugal's tags do; structs need no name.
func thriftType(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Bool:
		return "bool"
	case typemodel.Int8:
		return "i8"
	case typemodel.Int16:
		return "i16"
	case typemodel.Int32:
		return "i32"
	case typemodel.Int, typemodel.Int64:
		return "i64"
	case typemodel.Float64:
		return "double"
	case typemodel.String:
		return "string"
	case typemodel.Slice:
		if t.IsBytes() {
			return "binary"
		}
		return "list<" + thriftType(t.Elem) + ">"
	case typemodel.Map:
		return "map<" + thriftType(t.Key) + ":" + thriftType(t.Elem) + ">"
	case typemodel.Pointer:
		return thriftType(t.Elem)
	}
	return "struct"
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	m, _ := mirror.New(t, config(a.PkgPath()))
	m.EmitNew(a, t, driver.Funcs{
		Imports: []string{"errors", "github.com/cloudwego/frugal"},
		Decls:   `var errLength = errors.New("frugal: the value does not take the whole input")`,
		Marshal: `m := mirror(v)
			out := make([]byte, frugal.EncodedSize(m))
			n, err := frugal.EncodeObject(out, nil, m)
			return out[:n], err`,
		Fill: `n, err := frugal.EncodeObject(buf, nil, mirror(v))
			return buf[:n], err`,
		Unmarshal: `n, err := frugal.DecodeObject(data, mirror(v))
			if err == nil && n != len(data) {
				err = errLength
			}
			return err`,
		Size: `return frugal.EncodedSize(mirror(v))`,
	})
	return nil
}
