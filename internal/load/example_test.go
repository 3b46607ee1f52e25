package load_test

import (
	"context"
	"fmt"

	"github.com/assay-go/assay/internal/load"
)

func ExampleLoad() {
	r, err := load.Load(context.Background(), load.Config{}, "./testdata/kinds.Pair[Label,*./testdata/kinds/geo.Point]")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Type, r.Type.Kind)
	for _, f := range r.Type.Fields {
		fmt.Println(f.Name, f.Type)
	}
	_, err = load.Load(context.Background(), load.Config{}, "./testdata/kinds.Tre")
	fmt.Println(err)
	// Output:
	// kinds.Pair[kinds.Label,*geometry.Point] struct
	// First kinds.Label
	// Second *geometry.Point
	// load ./testdata/kinds.Tre: package kinds has no type Tre: did you mean Tree?
}
