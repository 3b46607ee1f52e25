// Package taken declares names that generated code would have.
package taken

type Order struct {
	ID   uint64
	Name string
	Tags map[string]string
	Next *Order
}

func sizeOrderFlat() {}
func putOrderFlat()  {}
func getOrderFlat()  {}

type flatReader struct{ A string }
type skycoinReader struct{ A string }

var flatError, skycoinError, orderFlatReader, orderFlatMarshalError, orderFlatTake int

func orderFlatSize()   {}
func orderFlatAppend() {}

// Exists has a function by the name that is for the generated one.
type Exists struct{ A string }

func MarshalExistsFlat() {}

// Decoder is the name of what decodes.
type Other struct{ A string }
type OtherFlatDecoder struct{}

type Cases struct {
	Order
	Exists
	Other
	Reader flatReader
}
