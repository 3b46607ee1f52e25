package wire_test

import (
	"errors"
	"fmt"

	"github.com/assay-go/assay/extprot/wire"
)

// The pieces of which a message is made: a prefix, and what follows it.
func Example() {
	b := wire.AppendPrefix(nil, 0, wire.Vint)
	b = wire.AppendVint(b, wire.Zigzag(-300))
	fmt.Printf("%x\n", b)

	r := wire.NewReader(b[:2], false)
	r.Pos = 1 // behind the prefix
	_, err := r.Vint()
	fmt.Println(err, errors.Is(err, wire.ErrTruncated))
	// Output:
	// 00d704
	// End_of_file at byte 2: a vint that starts at byte 1 has no end true
}
