package typemodel_test

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/typemodel"
)

// Nobody gives methods to a type of C, which cgo has named.
func TestAdviceOfC(t *testing.T) {
	const pkg = "example.com/geo"
	number := &typemodel.Type{Kind: typemodel.Int32}
	for name, methods := range map[string]bool{"_Ctype_struct_point": false, "Point": true} {
		point := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkg, Name: name}, Fields: []typemodel.Field{{Name: "x", PkgPath: pkg, Type: number}}}
		shape := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkg, Name: "Shape"}, Fields: []typemodel.Field{{Name: "At", Type: point}}}
		r := typemodel.Advise(shape, func(string) bool { return true }, typemodel.Refusal{Path: "At", Reason: "hidden", Ways: typemodel.WayConvert | typemodel.WayLeaveOut})
		if got := strings.Contains(r.Fix, "MarshalBinary"); got != methods || !strings.Contains(r.Fix, "--as=") || !strings.Contains(r.Fix, "--omit=") {
			t.Errorf("%s: %s", name, r.Fix)
		}
	}
}
