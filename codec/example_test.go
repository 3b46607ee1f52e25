package codec_test

import (
	"fmt"
	"log"
	"reflect"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Point struct{ X, Y int32 }

// What code is called, and a file of it that stands in a package which declares other
// names.
func ExampleSource() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Point]())
	name := codec.FuncName("Size", t, "wide")
	file := goprint.New(t.Name.PkgPath, t.Name.PkgName)
	file.P("// ", name, " is the length of a point in bytes.")
	file.P("func ", name, "(v *", t, ") int { return 8 }")
	source, err := codec.Source(file, []string{"Point", "Origin"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", source)
	if _, err := codec.Source(file, []string{"Point", name}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// package codec_test
	//
	// // SizePointWide is the length of a point in bytes.
	// func SizePointWide(v *Point) int { return 8 }
	// the package declares SizePointWide, which would be declared a second time: rename that, or write into another package with --out
}
