//go:build long

package subjects

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// judge returns the mode of fxamacker/cbor that writes what is written here.
func judge(t *testing.T, deterministic bool) cbor.EncMode {
	t.Helper()
	o := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}
	if deterministic {
		o = cbor.CoreDetEncOptions()
		o.Time = cbor.TimeRFC3339Nano
	}
	m, err := o.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAsFxamacker writes what fxamacker/cbor writes, byte for byte, and has it read
// what is written.
func TestAsFxamacker(t *testing.T) {
	for _, c := range all {
		if c.Name == "Vars" || c.Name == "Opaque" {
			continue // whose fields are not exported, or whose conversions differ
		}
		t.Run(c.Name, func(t *testing.T) {
			mode := judge(t, c.Name == "Numbered")
			for seed := range uint64(300) {
				entries := 1 // maps have no order
				if c.Name == "Numbered" {
					entries = 9
				}
				v := c.Value(seed, entries)
				ours, err := c.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				theirs, err := mode.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(ours, theirs) {
					t.Fatalf("%d: (-fxamacker +ours)\n%s", seed, cmp.Diff(fmt.Sprintf("%x", theirs), fmt.Sprintf("%x", ours)))
				}
				many := c.Value(seed, 5)
				if ours, err = c.Marshal(many); err != nil {
					t.Fatal(err)
				}
				read := c.New()
				if err := cbor.Unmarshal(ours, read); err != nil {
					t.Fatalf("%d: fxamacker does not read ours: %v", seed, err)
				}
				if again, err := c.Marshal(read); err != nil || len(again) != len(ours) {
					t.Fatalf("%d: fxamacker reads something else (-written +read)\n%s", seed, cmp.Diff(many, read, keyedtest.Unexported))
				}
			}
		})
	}
}

// TestNoText has fxamacker/cbor refuse as well the text that is refused here.
func TestNoText(t *testing.T) {
	for path, v := range noText {
		text, err := cbor.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := cbor.Unmarshal(text, new(Order)); err == nil {
			t.Errorf("%s: fxamacker reads what it writes", path)
		}
	}
}
