package driver_test

import (
	"fmt"
	"image"
	"log"
	"reflect"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// A library that works by reflection is driven by its facts and by the calls that
// its author would write. What is emitted imports the library; the driver does not.
func Example() {
	codec := driver.Driver{
		Name: "gob",
		Facts: driver.Facts{
			Format:         "gob",
			Licence:        "BSD-3-Clause",
			SelfDescribing: true,
			Identity:       driver.ByName("json"),
		},
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Reflect, driver.Binary}}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"bytes", "encoding/gob"},
				Marshal: `var b bytes.Buffer
					err := gob.NewEncoder(&b).Encode(v)
					return b.Bytes(), err`,
				Unmarshal: `return gob.NewDecoder(bytes.NewReader(data)).Decode(v)`,
			})
			return nil
		},
	}
	t, refused := typemodel.FromReflect(reflect.TypeFor[image.Point]())
	if len(refused) > 0 {
		log.Fatal(refused)
	}
	a := driver.NewAdapter("example.com/adapters/gob")
	if err := codec.Emit(a, t, codec.Variants[0]); err != nil {
		log.Fatal(err)
	}
	source, err := a.Source()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", source)
	// Output:
	// package gob
	//
	// import (
	// 	"bytes"
	// 	"encoding/gob"
	// 	"image"
	//
	// 	"github.com/assay-go/assay/worker/adapter"
	// )
	//
	// // T is the type that this adapter encodes and decodes.
	// type T = image.Point
	//
	// // New returns a codec with state of its own.
	// func New() adapter.Codec[T] {
	// 	return adapter.Codec[T]{
	// 		Marshal: func(v *T) ([]byte, error) {
	// 			var b bytes.Buffer
	// 			err := gob.NewEncoder(&b).Encode(v)
	// 			return b.Bytes(), err
	// 		},
	// 		Unmarshal: func(data []byte, v *T) error {
	// 			return gob.NewDecoder(bytes.NewReader(data)).Decode(v)
	// 		},
	// 	}
	// }
}
