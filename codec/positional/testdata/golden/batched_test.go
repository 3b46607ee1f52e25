package golden_test

import (
	"fmt"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flatbatched"
)

// TestBatched: by --batch-strings, the strings of a message of less than 16 kB are one piece
// of memory, where they are five without. Longer ones have pieces of their own.
func TestBatched(t *testing.T) {
	var names []string
	for i := range 1200 {
		names = append(names, fmt.Sprintf("colour %05d", i))
	}
	one, err := flatbatched.MarshalColorGroupFlat(&flatbatched.ColorGroup{Colors: names})
	if err != nil {
		t.Fatal(err)
	}
	many, err := flat.MarshalColorGroupFlat(&flat.ColorGroup{Colors: names})
	if err != nil {
		t.Fatal(err)
	}
	var batched flatbatched.ColorGroup
	var plain flat.ColorGroup
	for _, c := range []struct {
		name string
		want float64
		read func() error
	}{
		{"batched", 1, func() error { return flatbatched.UnmarshalColorGroupFlat(one, &batched) }},
		{"plain", 5, func() error { return flat.UnmarshalColorGroupFlat(many, &plain) }},
	} {
		if err := c.read(); err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(20, func() { c.read() }); got != c.want {
			t.Errorf("%s: %v allocations for %d strings, want %v", c.name, got, len(names), c.want)
		}
	}
	clear(one)
	for i, name := range names {
		if batched.Colors[i] != name {
			t.Fatalf("string %d is %q, want %q", i, batched.Colors[i], name)
		}
	}
}
