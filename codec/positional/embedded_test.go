package positional_test

import (
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/typemodel"
)

// TestEmbeddedFieldsThatHideEachOther are refused: Go has no selector for either of them.
func TestEmbeddedFieldsThatHideEachOther(t *testing.T) {
	number := &typemodel.Type{Kind: typemodel.Int32}
	embedded := func(name string, fields ...typemodel.Field) typemodel.Field {
		of := named(typemodel.Struct, name)
		of.Fields = fields
		return typemodel.Field{Name: name, Type: of, Embedded: true, PkgPath: "example.com/a"}
	}
	both := named(typemodel.Struct, "Both")
	both.Fields = []typemodel.Field{
		embedded("left", typemodel.Field{Name: "X", Type: number}, typemodel.Field{Name: "Y", Type: number}),
		embedded("right", typemodel.Field{Name: "Y", Type: number}),
	}
	for _, f := range formats.All {
		found := false
		for _, r := range codec.Refusals(f, "", structOf("T", both)) {
			found = found || r.Path == "F1.right.Y"
		}
		if !found && !f.Unexported {
			t.Errorf("%s: %v", f.ID, codec.Refusals(f, "", structOf("T", both)))
		}
	}
}
