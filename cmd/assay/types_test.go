package main

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/workloads"
)

func TestNearestTypes(t *testing.T) {
	types := []string{".Config", "./orders.Item", "./orders.Order", "./users.Order", "./users.User"}
	for arg, want := range map[string][]string{
		"./orders":          {"./orders.Item", "./orders.Order"},
		"./orders/":         {"./orders.Item", "./orders.Order"},
		".":                 nil,
		"Order":             {"./orders.Order", "./users.Order"},
		"order":             {"./orders.Order", "./users.Order"},
		"orders.Order":      {"./orders.Order", "./users.Order"},
		"./order.Order":     {"./orders.Order", "./users.Order"},
		"./users.Usr":       {"./users.User"},
		"./nothing.Similar": nil,
	} {
		if got := nearest(arg, types); !slices.Equal(got, want) {
			t.Errorf("nearest(%q) = %q, want %q", arg, got, want)
		}
	}
}

// TestFlagsThatAreOff: what was not given does not stand in the title of a run.
func TestFlagsThatAreOff(t *testing.T) {
	for _, wl := range workloads.All {
		given := newWorkloadFlags(workloads.All).of(wl)
		for _, f := range wl.Flags {
			if _, is := given[f.Name]; is && f.Bool && f.Default == 0 {
				t.Errorf("%s is scaled by %s", wl.Name, f.Name)
			}
		}
	}
}
