// Package signedblock is the workload of the Skycoin serialization benchmarks:
// a signed block of a blockchain, mostly hashes and signatures, which do not
// compress.
//
// Unstable: names may change in a minor version.
package signedblock

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "signedblock",
	Doc:   "A signed block with its transactions, from the Skycoin serialization benchmarks.",
	Type:  "SignedBlock",
	Count: 16,
	Flags: []workload.Flag{
		workload.Values,
		{Name: "txns", Default: 3, Help: "transactions in the block", Sweep: []int{1, 4, 16, 128, 1024, 8192, 65535}},
		{Name: "ins", Default: 3, Help: "inputs, and signatures, of a transaction"},
		{Name: "outs", Default: 3, Help: "outputs of a transaction"},
	},
}

// SignedBlock is Skycoin's coin.SignedBlock.
type SignedBlock struct {
	Block
	Sig Sig
}

// Block is coin.Block.
type Block struct {
	Head BlockHeader
	Body BlockBody
}

// BlockHeader is coin.BlockHeader.
type BlockHeader struct {
	Version uint32

	Time  uint64
	BkSeq uint64
	Fee   uint64

	PrevHash SHA256
	BodyHash SHA256
	UxHash   SHA256
}

// BlockBody is coin.BlockBody.
type BlockBody struct {
	Transactions Transactions `enc:",maxlen=65535"`
}

// Transactions is coin.Transactions.
type Transactions []Transaction

// Transaction is coin.Transaction.
type Transaction struct {
	Length    uint32
	Type      uint8
	InnerHash SHA256

	Sigs []Sig               `enc:",maxlen=65535"`
	In   []SHA256            `enc:",maxlen=65535"`
	Out  []TransactionOutput `enc:",maxlen=65535"`
}

// TransactionOutput is coin.TransactionOutput.
type TransactionOutput struct {
	Address Address
	Coins   uint64
	Hours   uint64
}

// Address is cipher.Address.
type Address struct {
	Version byte
	Key     Ripemd160
}

// The fixed arrays of package cipher.
type (
	SHA256    [32]byte
	Ripemd160 [20]byte
	Sig       [65]byte
)

// Values returns the document's own block first, when nothing is scaled, then
// blocks of the same shape with random hashes, signatures and amounts. The
// document measured its one block and no other.
func Values(o workload.Options) ([]SignedBlock, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	g := generator{rand.New(rand.NewPCG(o.Seed, 0x736b7963)), o.Int("txns", 3), o.Int("ins", 3), o.Int("outs", 3)}
	for _, c := range []int{g.txns, g.ins, g.outs} {
		if c < 0 || c > 65535 {
			return nil, fmt.Errorf("signedblock: %d elements are out of range: a slice of a block holds 0 to 65535", c)
		}
	}
	unscaled := g.txns == 3 && g.ins == 3 && g.outs == 3
	if o.Document() {
		if !unscaled {
			return nil, fmt.Errorf("signedblock: the document's block has 3 transactions of 3 inputs and 3 outputs: leave out --txns, --ins and --outs, or --values=document")
		}
		n = 1
	}
	list := make([]SignedBlock, n)
	for i := range list {
		list[i] = g.block()
	}
	if unscaled {
		block, err := document()
		if err != nil {
			return nil, err
		}
		list[0] = block
	}
	return list, nil
}

type generator struct {
	*rand.Rand
	txns, ins, outs int
}

func (g generator) block() SignedBlock {
	var b SignedBlock
	b.Head = BlockHeader{Version: 1, Time: 1538036613 + g.Uint64N(1<<28), BkSeq: g.Uint64N(1 << 34), Fee: g.Uint64N(1 << 51)}
	for _, h := range []*SHA256{&b.Head.PrevHash, &b.Head.BodyHash, &b.Head.UxHash} {
		g.fill(h[:])
	}
	b.Body.Transactions = make(Transactions, g.txns)
	for i := range b.Body.Transactions {
		t := &b.Body.Transactions[i]
		*t = Transaction{
			Length: g.Uint32N(1 << 27),
			Type:   uint8(g.IntN(2)),
			Sigs:   make([]Sig, g.ins),
			In:     make([]SHA256, g.ins),
			Out:    make([]TransactionOutput, g.outs),
		}
		g.fill(t.InnerHash[:])
		for j := range t.Sigs {
			g.fill(t.Sigs[j][:])
			g.fill(t.In[j][:])
		}
		for j := range t.Out {
			// Amounts span the magnitudes of the document's block.
			t.Out[j] = TransactionOutput{Coins: g.Uint64N(1 << (4 + g.IntN(37))), Hours: g.Uint64N(1 << (4 + g.IntN(27)))}
			g.fill(t.Out[j].Address.Key[:])
		}
	}
	g.fill(b.Sig[:])
	return b
}

func (g generator) fill(b []byte) {
	for i := range b {
		b[i] = byte(g.Uint32())
	}
}
