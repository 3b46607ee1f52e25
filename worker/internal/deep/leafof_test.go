package deep_test

import (
	"testing"

	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// TestLeafOf changes each leaf by itself, found by either way: both make the same of it.
func TestLeafOf(t *testing.T) {
	colors, err := colorgroup.Values(workload.Options{Seed: 1, Count: 3})
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := signedblock.Values(workload.Options{Seed: 1, Count: 2})
	if err != nil {
		t.Fatal(err)
	}
	structs, err := teststruc.ValuesIntf(workload.Options{Seed: 1, Count: 2})
	if err != nil {
		t.Fatal(err)
	}
	type keyed struct {
		M map[int8]any
		S map[struct{ A, B string }][]uint16
		F float64
	}
	list := []any{
		&colors[0], &colors[2], &blocks[1], &structs[0], &structs[1],
		&keyed{map[int8]any{-1: "a", 10: 2, 9: []any{1.5, "b"}}, map[struct{ A, B string }][]uint16{{"x", "y"}: {1, 2}, {"x", "a"}: {3}}, 0},
	}
	for _, v := range list {
		for _, limit := range []int{1, 7, 64, 1 << 20} {
			leaves := deep.Leaves(v, limit)
			count := deep.CountLeaves(v)
			if len(leaves) != min(count, limit) || count == 0 {
				t.Fatalf("%T: %d leaves, counted %d", v, len(leaves), count)
			}
			for k := range leaves {
				if k > 100 && k%17 != 0 {
					continue
				}
				a, b := deep.Clone(v), deep.Clone(v)
				deep.Leaves(a, limit)[k].Change()
				undo := deep.LeafOf(b, limit, count, k).Change()
				if res := deep.Compare(a, b); res.Loses() {
					t.Fatalf("%T: leaf %d of %d: %v", v, k, limit, res)
				}
				if res := deep.Compare(v, b); !res.Loses() {
					t.Fatalf("%T: leaf %d of %d: nothing was changed", v, k, limit)
				}
				undo()
				if res := deep.Compare(v, b); res.Loses() {
					t.Fatalf("%T: leaf %d of %d: %v", v, k, limit, res)
				}
			}
		}
	}
}
