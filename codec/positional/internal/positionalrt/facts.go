package positionalrt

import (
	"encoding/binary"
)

// These are what a generated file has in their places.
var order = binary.LittleEndian // of bytes

const (
	pad       = 4        // the multiple that bytes are filled up to
	maxAlloc  = 64 << 10 // bytes of memory beyond what the input justifies
	markFixed = 5        // bytes that version and fingerprint take
)
