package msgpack_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Order struct {
	ID   uint64
	Name string
}

// Code that writes and reads as tinylib/msgp does.
func ExampleFormat() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	format := new(msgpack.Format)
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
	// AppendOrderMsgpack(b []byte, v *Order) ([]byte, error)
	// MarshalOrderMsgpack(v *Order) ([]byte, error)
	// SizeOrderMsgpack(v *Order) int
	// UnmarshalOrderMsgpack(data []byte, v *Order) error
	// MergeOrderMsgpack(data []byte, v *Order) error
	// DecodeOrderMsgpack(data []byte, v *Order) (int, error)
}
