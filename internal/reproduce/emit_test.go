package reproduce

import (
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/complexrtt"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// TestRowsOfDocumentsEmit: each row that documents alone have prints an adapter for a type of
// theirs. That the adapters compile, and carry their values, the long tests find.
func TestRowsOfDocumentsEmit(t *testing.T) {
	var types []*typemodel.Type
	for _, typ := range []reflect.Type{
		reflect.TypeFor[data.Data](), reflect.TypeFor[data.SmallStruct](), reflect.TypeFor[colorgroup.ColorGroup](),
		reflect.TypeFor[signedblock.SignedBlock](), reflect.TypeFor[teststruc.TestStruc](), reflect.TypeFor[complexrtt.Batch](),
	} {
		m, err := typemodel.FromReflect(typ)
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, m)
	}
	list := []*driver.Driver{extprotBatch, gzipBatch, tokensBatch, drivers.Find("go-codec-document"), drivers.Find("codecgen-document")}
	for _, d := range slices.Concat(list, calls(), passedRows(), smalls(), then()) {
		for _, v := range d.Variants {
			emitted := 0
			for _, typ := range types {
				if d.Check != nil && len(d.Check(typ, v)) > 0 {
					continue
				}
				a := driver.NewAdapter("example.com/adapter")
				err := d.Emit(a, typ, v)
				if err == nil {
					_, err = a.Source()
				}
				if err != nil {
					t.Errorf("%s for %s: %v", d.RowName(v), typ, err)
				}
				emitted++
			}
			if emitted == 0 {
				t.Errorf("%s is for none of the documents' types", d.RowName(v))
			}
		}
	}
}
