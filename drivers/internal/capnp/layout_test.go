package capnp

import (
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// The structs of the library's own schema aircraft.capnp, whose generated code
// shows the places that the schema compiler gave them.
type (
	zdate struct {
		Year       int16
		Month, Day uint8
	}
	planeBase struct {
		Name     string
		Homes    []uint16
		Rating   int64
		CanFly   bool
		Capacity int64
		MaxSpeed float64
	}
	benchmarkA struct {
		Name     string
		BirthDay int64
		Phone    string
		Siblings int32
		Spouse   bool
		Money    float64
	}
)

// Small fields fill the holes before larger ones.
type holes struct {
	A bool
	B uint32
	C bool
	D uint8
	E uint16
	F uint64
	G bool
	H uint16
}

func TestLayout(t *testing.T) {
	for _, test := range []struct {
		typ             reflect.Type
		places          []int // in units of the field's size; of pointers their number
		words, pointers int
	}{
		{reflect.TypeFor[zdate](), []int{0, 2, 3}, 1, 0},
		{reflect.TypeFor[planeBase](), []int{0, 1, 0, 64, 2, 3}, 4, 2},
		{reflect.TypeFor[benchmarkA](), []int{0, 0, 1, 2, 96, 2}, 3, 2},
		{reflect.TypeFor[holes](), []int{0, 1, 1, 1, 1, 1, 2, 8}, 3, 0},
	} {
		model, _ := typemodel.FromReflect(test.typ)
		l := layOut(records.New(driver.NewAdapter("example.com/x"), identity).Of(model))
		var places []int
		for _, f := range l.fields {
			if formOf(f.Type) == pointer {
				places = append(places, f.pointer)
			} else {
				places = append(places, f.data)
			}
		}
		if !slices.Equal(places, test.places) || l.words != test.words || l.pointers != test.pointers {
			t.Errorf("%s: fields at %v in %d words and %d pointers, want %v, %d and %d",
				test.typ, places, l.words, l.pointers, test.places, test.words, test.pointers)
		}
	}
}

func TestFieldLimit(t *testing.T) {
	model := &typemodel.Type{Kind: typemodel.Struct, Fields: make([]typemodel.Field, maxFields)}
	for i := range model.Fields {
		model.Fields[i] = typemodel.Field{Name: "F", Type: &typemodel.Type{Kind: typemodel.Bool}}
	}
	if list := Driver.Check(model, Driver.Variants[0]); len(list) > 0 {
		t.Errorf("%d fields are refused: %v", maxFields, list)
	}
	model.Fields = append(model.Fields, model.Fields[0])
	if list := Driver.Check(model, Driver.Variants[0]); len(list) != 1 {
		t.Errorf("%d fields are refused by %v", maxFields+1, list)
	}
}
