package drivers_test

import (
	"math/big"
	"reflect"
	"testing"

	"github.com/assay-go/assay/drivers/internal/frugal"
	"github.com/assay-go/assay/typemodel"
)

type (
	Number struct{ N *big.Int }
	Bytes  struct{ B *[]byte }
	Lists  struct {
		L *[]string
		M *map[string]int64
	}
	Good struct {
		S *string
		P *Good
		B []byte
		N big.Int
	}
)

// TestFrugalRefusesPointersToLists: the library reads what they point to as something else, so
// that neither they nor what travels as one may pass.
func TestFrugalRefusesPointersToLists(t *testing.T) {
	for _, tc := range []struct {
		of   reflect.Type
		want int // refusals
	}{
		{reflect.TypeFor[Number](), 1},
		{reflect.TypeFor[Bytes](), 1},
		{reflect.TypeFor[Lists](), 2},
		{reflect.TypeFor[Good](), 0},
	} {
		model, _ := typemodel.FromReflect(tc.of)
		if _, refused := frugal.Driver.Carry(model, frugal.Driver.Variants[0]); len(refused) != tc.want {
			t.Errorf("%s is refused for %v, want %d reasons", model, refused, tc.want)
		}
	}
}
