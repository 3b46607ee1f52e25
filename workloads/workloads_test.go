package workloads_test

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
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
