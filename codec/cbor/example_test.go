package cbor_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Order struct {
	ID   uint64
	Name string
}

// Code for the core deterministic encoding.
func ExampleFormat() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	format := &cbor.Format{Deterministic: true}
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
	// AppendOrderCbor(b []byte, v *Order) ([]byte, error)
	// MarshalOrderCbor(v *Order) ([]byte, error)
	// SizeOrderCbor(v *Order) int
	// UnmarshalOrderCbor(data []byte, v *Order) error
	// MergeOrderCbor(data []byte, v *Order) error
	// DecodeOrderCbor(data []byte, v *Order) (int, error)
}
