package reproduce

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/signedblock"
)

// What the note below the table of the Skycoin document says of its 186
// allocations is so of the document's block.
func TestSkycoinAllocations(t *testing.T) {
	values, err := signedblock.Values(workload.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fields, arrays := 0, 0
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			fields += v.NumField()
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Array:
			arrays++
		}
	}
	walk(reflect.ValueOf(&values[0]).Elem())
	if fields != 75 || arrays != 34 || 2*fields+arrays+2 != 186 {
		t.Errorf("%d fields and %d arrays of bytes", fields, arrays)
	}
	if allocs := testing.AllocsPerRun(100, func() { reflect.TypeFor[signedblock.Block]().Field(0) }); allocs != 0 {
		t.Errorf("reflect.Type.Field allocates %v times", allocs)
	}
}
