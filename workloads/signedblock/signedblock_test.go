package signedblock

import (
	"encoding/hex"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/assay-go/assay/workload"
)

func TestFirstValueIsTheDocumentsBlock(t *testing.T) {
	list, err := Values(workload.Options{Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	b := list[0]
	if got := hex.EncodeToString(b.Head.PrevHash[:4]); got != "59cb7d0e" {
		t.Errorf("Head.PrevHash begins with %s, want 59cb7d0e", got)
	}
	if got := b.Body.Transactions[2].Out[2].Hours; got != 33342 {
		t.Errorf("the last output's Hours are %d, want 33342", got)
	}
	text, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	// The document publishes the length of the block as encoding/json has it.
	if len(text) != 5673 {
		t.Errorf("JSON takes %d bytes, want 5673", len(text))
	}
}

func TestScaling(t *testing.T) {
	list, err := Values(workload.Options{Count: 2, Flags: map[string]int{"txns": 5, "ins": 1, "outs": 7}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range list {
		if len(b.Body.Transactions) != 5 {
			t.Fatalf("%d transactions, want 5", len(b.Body.Transactions))
		}
		for _, txn := range b.Body.Transactions {
			if len(txn.Sigs) != 1 || len(txn.In) != 1 || len(txn.Out) != 7 {
				t.Fatalf("%d signatures, %d inputs, %d outputs; want 1, 1, 7", len(txn.Sigs), len(txn.In), len(txn.Out))
			}
		}
	}
	if _, err := Values(workload.Options{Flags: map[string]int{"ins": 65536}}); err == nil {
		t.Error("65536 inputs were accepted")
	}
}

func TestReproducible(t *testing.T) {
	a, _ := Values(workload.Options{Seed: 3})
	b, _ := Values(workload.Options{Seed: 3})
	c, _ := Values(workload.Options{Seed: 4})
	if !reflect.DeepEqual(a, b) {
		t.Error("one seed gave two sets of values")
	}
	if reflect.DeepEqual(a, c) {
		t.Error("two seeds gave the same values")
	}
}
