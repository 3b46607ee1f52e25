package msgp

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// What the rule is about still holds of the generator.
func TestPointersToArraysAreRefused(t *testing.T) {
	t.Run("generator", func(t *testing.T) {
		routinestest.NeedsLong(t) // it is built
		src := generate(t, []byte("package p\n\ntype P [2]float64\n\ntype T struct {\n\tA *P\n\tB *[2]float64\n}\n"))
		for _, indirect := range []string{"*z.A[", "*z.B["} {
			if !strings.Contains(src, indirect) {
				t.Errorf("the generator writes no %s any more: the rule can go", indirect)
			}
		}
	})
	type point [2]float64
	type places struct {
		A *point
		B *[2]float64
		C *[2]byte
		D [2]float64
	}
	model, _ := typemodel.FromReflect(reflect.TypeFor[places]())
	got := Driver.Check(model, Driver.Variants[0])
	if len(got) != 2 || got[0].Path != "A" || got[1].Path != "B" {
		t.Errorf("%+v, want A and B refused", got)
	}
}
