// Package orders has types whose code libraries judge.
package orders

import (
	"time"

	_ "github.com/fxamacker/cbor/v2"
	_ "github.com/vmihailenco/msgpack/v5"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
)

// Order has what both libraries have.
type Order struct {
	ID    uint64
	Items []Item
	At    time.Time
	Stock map[string]int
	First *Item
	Price float64
	Raw   []byte
	Hash  [4]byte
}

// Item is a part of an order.
type Item struct {
	SKU string `cbor:"sku" msgpack:"sku"`
	N   int8
}
