package goprint_test

import (
	"fmt"
	"log"

	"github.com/assay-go/assay/goprint"
)

// Identifiers import their packages, and names keep clear of them.
func ExampleFile() {
	f := goprint.New("example.com/shop/orders", "orders")
	f.Reserve("data") // a parameter of the body
	sum := goprint.Ident{Path: "hash/crc32", Name: "ChecksumIEEE"}
	n := f.Local("crc32") // which an import has
	f.P("// Sum is the checksum of a message.")
	f.P("func Sum(data []byte) uint32 {")
	f.P(n, " := ", sum, "(data)")
	f.P("return ", n)
	f.P("}")
	source, err := f.Source()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", source)
	// Output:
	// package orders
	//
	// import (
	// 	crc322 "hash/crc32"
	// )
	//
	// // Sum is the checksum of a message.
	// func Sum(data []byte) uint32 {
	// 	crc32 := crc322.ChecksumIEEE(data)
	// 	return crc32
	// }
}
