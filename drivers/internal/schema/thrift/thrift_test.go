package thrift_test

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/drivers/internal/schema/thrift"
	"github.com/assay-go/assay/typemodel"
)

func TestFieldNumber(t *testing.T) {
	type numbered struct {
		//lint:ignore U1000 only there to be left out
		hidden int
		A, B   int
	}
	m, err := typemodel.FromReflect(reflect.TypeFor[numbered]())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 1, 2} {
		if got := thrift.FieldNumber(m, &m.Fields[i]); got != want {
			t.Errorf("%s has number %d, want %d", m.Fields[i].Name, got, want)
		}
	}
}
