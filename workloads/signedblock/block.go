package signedblock

import (
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// blockHex is the block of the document in the Skycoin wire format: fields in
// order, little-endian, slices behind a count of four bytes.
//
//go:embed block.hex
var blockHex string

// document returns the block that the document measures.
func document() (SignedBlock, error) {
	var b SignedBlock
	raw, err := hex.DecodeString(strings.ReplaceAll(blockHex, "\n", ""))
	if err != nil {
		return b, fmt.Errorf("signedblock: block.hex: %w", err)
	}
	var used int
	take := func(dst any) {
		if err == nil {
			var n int
			n, err = binary.Decode(raw[used:], binary.LittleEndian, dst)
			used += n
		}
	}
	count := func() int {
		var n uint32
		take(&n)
		return int(n)
	}
	take(&b.Head)
	b.Body.Transactions = make(Transactions, count())
	for i := range b.Body.Transactions {
		t := &b.Body.Transactions[i]
		take(&t.Length)
		take(&t.Type)
		take(&t.InnerHash)
		t.Sigs = make([]Sig, count())
		take(t.Sigs)
		t.In = make([]SHA256, count())
		take(t.In)
		t.Out = make([]TransactionOutput, count())
		take(t.Out)
	}
	take(&b.Sig)
	if err == nil && used != len(raw) {
		err = fmt.Errorf("%d of %d bytes used", used, len(raw))
	}
	if err != nil {
		return b, fmt.Errorf("signedblock: block.hex at offset %d: %w", used, err)
	}
	return b, nil
}
