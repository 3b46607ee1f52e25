package json_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/json"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Order struct {
	ID   uint64 `json:"id"`
	Name string `json:"name,omitempty"`
}

// Code that writes and reads as encoding/json does; assay gen writes it into a package.
func ExampleFormat() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	format := new(json.Format) // what encoding/json does
	for _, refused := range codec.Refusals(format, "", t) {
		log.Fatal(refused)
	}
	file := goprint.New(t.Name.PkgPath, "orders")
	if err := codec.Emit(format, file, []*typemodel.Type{t}, codec.Options{}); err != nil {
		log.Fatal(err)
	}
	source, err := codec.Source(file, nil)
	if err != nil {
		log.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		if name, ok := strings.CutPrefix(line, "func "); ok && unicode.IsUpper(rune(name[0])) {
			fmt.Println(strings.TrimSuffix(name, " {\n"))
		}
	}
	// Output:
	// AppendOrderJSON(dst []byte, v *Order) ([]byte, error)
	// MarshalOrderJSON(v *Order) ([]byte, error)
	// UnmarshalOrderJSON(data []byte, v *Order) error
}
