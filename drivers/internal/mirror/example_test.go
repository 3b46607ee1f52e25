package mirror_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"

	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Item struct {
	Name  string
	Price int64
}

type Order struct {
	ID    uint64
	Items []Item
}

// Declarations of the same layout, with tags of their own, for a generator that works on
// declarations.
func Example() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	const path = "example.com/emitted"
	m, refused := mirror.New(t, mirror.Config{
		PkgPath: path,
		Tag: func(_ *typemodel.Type, f *typemodel.Field) reflect.StructTag {
			return reflect.StructTag(fmt.Sprintf("msg:%q", strings.ToLower(f.Name)))
		},
	})
	if len(refused) > 0 {
		log.Fatal(refused)
	}
	f := goprint.New(path, "emitted")
	m.EmitTypes(f)
	source, err := f.Source()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", source)
	// Output:
	// package emitted
	//
	// // Order mirrors mirror_test.Order.
	// type Order struct {
	// 	ID    uint64 `msg:"id"`
	// 	Items []Item `msg:"items"`
	// }
	//
	// // Item mirrors mirror_test.Item.
	// type Item struct {
	// 	Name  string `msg:"name"`
	// 	Price int64  `msg:"price"`
	// }
}
