package flatbuffers

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Types that are recursive without a struct.
type (
	lists    []lists
	branches map[string]branches
	chain    struct{ Next **chain }
)

// What is recursive ends at a table, whatever it recurs by.
func TestRecursion(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[lists](), reflect.TypeFor[branches](), reflect.TypeFor[chain](), reflect.TypeFor[map[[1]int]*lists](),
	} {
		model, _ := typemodel.FromReflect(typ)
		a := driver.NewAdapter("example.com/x")
		if err := emit(a, model, Driver.Variants[0]); err != nil {
			t.Errorf("%s: %v", typ, err)
		}
		if _, err := a.Source(); err != nil {
			t.Errorf("%s: %v", typ, err)
		}
	}
}

func TestFieldLimit(t *testing.T) {
	model := &typemodel.Type{Kind: typemodel.Struct}
	for i := range maxFields {
		model.Fields = append(model.Fields, typemodel.Field{Name: "F" + strconv.Itoa(i), Type: &typemodel.Type{Kind: typemodel.Bool}})
	}
	if list := Driver.Check(model, Driver.Variants[0]); len(list) > 0 {
		t.Errorf("%d fields are refused: %v", maxFields, list)
	}
	model.Fields = append(model.Fields, typemodel.Field{Name: "Last", Type: &typemodel.Type{Kind: typemodel.Bool}})
	if list := Driver.Check(model, Driver.Variants[0]); len(list) != 1 {
		t.Errorf("%d fields are refused by %v", maxFields+1, list)
	}
}
