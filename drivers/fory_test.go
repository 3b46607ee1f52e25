package drivers_test

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/drivers/internal/fory"
	"github.com/assay-go/assay/typemodel"
)

// Marked has a field for its tag alone, as types for go-codec do.
type Marked struct {
	//lint:ignore U1000 for its tag
	_struct struct{} `codec:",omitempty"`
	Name    string
}

// The library refuses a struct of which an unexported field has a type that is
// not registered, and one without a name cannot be.
func TestForyAndHiddenFields(t *testing.T) {
	model, refusals := typemodel.FromReflect(reflect.TypeFor[Marked]())
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	for _, v := range fory.Driver.Variants {
		c, refusals := fory.Driver.Carry(model, v)
		if len(refusals) > 0 || !c.Replaced() {
			t.Errorf("%s: given as it is; refused: %v", v.Suffix, refusals)
		}
	}
}
