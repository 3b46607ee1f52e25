package codec

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/typemodel"
)

// Types that an interface may hold are told apart by as much of their names as it takes.
func TestChoiceNames(t *testing.T) {
	named := func(path, pkg, name string) *typemodel.Type {
		return &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: path, PkgName: pkg, Name: name}}
	}
	circle, square := named("x/v1/geo", "geo", "Circle"), named("x/v1/geo", "geo", "Square")
	later := &typemodel.Type{Kind: typemodel.Pointer, Elem: named("x/v2/geo", "geo", "Circle")}
	flat := named("x/flat", "flat", "Circle")
	for _, test := range []struct {
		impls []*typemodel.Type
		want  []string
	}{
		{[]*typemodel.Type{circle, square}, []string{"Circle", "Square"}},
		{[]*typemodel.Type{circle, square, flat}, []string{"geo.Circle", "Square", "flat.Circle"}},
		{[]*typemodel.Type{circle, later.Elem}, []string{"x/v1/geo.Circle", "x/v2/geo.Circle"}},
		{[]*typemodel.Type{circle, later, flat}, []string{"geo.Circle", "*geo.Circle", "flat.Circle"}},
	} {
		if have := ChoiceNames(&typemodel.Type{Kind: typemodel.Interface, Impls: test.impls}); !slices.Equal(have, test.want) {
			t.Errorf("%v, want %v", have, test.want)
		}
	}
}
