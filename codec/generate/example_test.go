package generate_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
)

func Example() {
	made, err := generate.Request{
		Dir:     "testdata/orders",
		Types:   []string{"Order"},
		Formats: []codec.Format{generate.Lookup("skycoin")},
		Options: codec.Options{Unsafe: true},
	}.Generate(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range made.Files { // generate.Write writes them
		fmt.Println(filepath.Base(f.Name), len(f.Source) > 0)
	}
	// Output:
	// order_skycoin.go true
	// order_skycoin_portable.go true
}
