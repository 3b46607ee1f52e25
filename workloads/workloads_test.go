package workloads_test

import (
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
	"github.com/assay-go/assay/workloads/complexrtt"
)

func TestEveryFolderIsListed(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var folders, names []string
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, e.Name())
		}
	}
	for _, w := range workloads.All {
		names = append(names, w.Name)
		if w.Doc == "" || w.Type == "" || w.Count <= 0 {
			t.Errorf("workload %s lacks its Doc, Type or Count", w.Name)
		}
		if got, ok := workloads.Lookup(w.Name); !ok || got.Doc != w.Doc {
			t.Errorf("Lookup(%q) does not find it", w.Name)
		}
	}
	if !slices.Equal(folders, names) {
		t.Errorf("folders %v, listed %v: run go generate ./workloads", folders, names)
	}
}

// A flag of one name is the same flag in all workloads that have it.
func TestFlagsAreUnique(t *testing.T) {
	seen := map[string]workload.Flag{}
	for _, w := range workloads.All {
		for _, f := range w.Flags {
			if other, dup := seen[f.Name]; dup && !reflect.DeepEqual(f, other) {
				t.Errorf("flag --%s of %s means something else in another workload", f.Name, w.Name)
			}
			seen[f.Name] = f
		}
	}
}

// Lists and texts of complexrtt have 0 to 9 elements, all of these lengths, as those of the
// original's generator.
func TestLengthsOfComplexRTT(t *testing.T) {
	list, err := complexrtt.Values(workload.Options{Seed: 1, Count: 2000})
	if err != nil {
		t.Fatal(err)
	}
	lengths := map[string]map[int]bool{}
	note := func(what string, n int) {
		if lengths[what] == nil {
			lengths[what] = map[int]bool{}
		}
		lengths[what][n] = true
	}
	for _, m := range list[1:] { // the first is the document's
		if m.B != nil {
			note("B2.S", len(m.B.B2.S))
			note("B2.Ints", len(m.B.B2.Ints))
			continue
		}
		note("A1", len(m.A.A1))
		note("A2", len(m.A.A2))
		for _, x := range m.A.A1 {
			note("A1.Bools", len(x.Bools))
		}
		for _, x := range m.A.A2 {
			if x.B != nil {
				note("A2.B", len(*x.B))
			}
		}
	}
	if len(lengths) != 6 {
		t.Errorf("of six lists, these were made: %v", lengths)
	}
	for what, there := range lengths {
		if len(there) != 10 || !there[0] || !there[9] {
			t.Errorf("%s has lengths %v, want 0 to 9", what, slices.Sorted(maps.Keys(there)))
		}
	}
}
