package positional_test

import (
	"fmt"
	"log"
	"reflect"
	"strings"
	"unicode"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

type Order struct {
	ID   uint64
	Name string
}

// A format of the family is a page of facts: big-endian numbers in their width, counts of
// four bytes, nil and empty alike.
func ExampleFormat() {
	t, _ := typemodel.FromReflect(reflect.TypeFor[Order]())
	format := &positional.Format{
		ID: "wide", Title: "Wide", About: "Numbers in their width.",
		BigEndian: true,
		Numbers:   positional.FixedWidths(positional.SizedIntegers(), positional.Floats()),
		Length:    positional.Number{Bytes: 4},
	}
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
	// AppendOrderWide(b []byte, v *Order) ([]byte, error)
	// MarshalOrderWide(v *Order) ([]byte, error)
	// SizeOrderWide(v *Order) int
	// UnmarshalOrderWide(data []byte, v *Order) error
	// DecodeOrderWide(data []byte, v *Order) (int, error)
}
