// Package thrift is what the drivers of libraries share that carry Go structs in
// Apache Thrift's protocols by struct tags.
package thrift

import (
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/typemodel"
)

// NoType is a rule of package driver against what Thrift has no type for in libraries that
// work on Go structs, beside kinds: single unsigned bytes, and embedded structs,
// whose fields would be left out or clash in number with their neighbours.
func NoType(path string, t *typemodel.Type) (reason, fix string) {
	if t.Kind == typemodel.Uint8 && !strings.HasSuffix(path, "[]") {
		return "uint8 is not supported", "use int16"
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Embedded {
			return "the embedded struct " + f.Name + " is not supported", "give it a field name"
		}
	}
	return "", ""
}

// Identity is by what the libraries find a field: by its number in the tags that
// compilers of Thrift write, as in `thrift:"id,1"`, and else by its order.
var Identity = driver.ByNumber("thrift", "frugal")

// Mirrored returns the config of mirrors, by the path of their package, in which every field has
// the tag that tag makes of its number and type, and the names that they may not take.
func Mirrored(tag func(number int, t *typemodel.Type) string, reserved ...string) func(pkgPath string) mirror.Config {
	return func(pkgPath string) mirror.Config {
		return mirror.Config{PkgPath: pkgPath, Reserved: append([]string{"T", "New"}, reserved...),
			Tag: func(owner *typemodel.Type, f *typemodel.Field) reflect.StructTag {
				return reflect.StructTag(tag(FieldNumber(owner, f), f.Type))
			}}
	}
}

// FieldNumber returns the number of field f of owner; of fields that are not exported
// it is 0.
func FieldNumber(owner *typemodel.Type, f *typemodel.Field) int {
	return Identity.Numbers(owner)[slices.IndexFunc(owner.Fields, func(g typemodel.Field) bool { return g.Name == f.Name })]
}
