package protobuf_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Order struct {
	ID   uint64 `protobuf:"varint,1,opt,name=id"`
	Name string `protobuf:"bytes,2,opt,name=name"`
}

// Code for Protocol Buffers on a plain struct, whose tags have the numbers.
func ExampleFormat() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	format := new(protobuf.Format)
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
	// AppendOrderProtobuf(b []byte, v *Order) ([]byte, error)
	// MarshalOrderProtobuf(v *Order) ([]byte, error)
	// SizeOrderProtobuf(v *Order) int
	// UnmarshalOrderProtobuf(data []byte, v *Order) error
	// MergeOrderProtobuf(data []byte, v *Order) error
}
