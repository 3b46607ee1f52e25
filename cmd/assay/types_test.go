package main

import (
	"slices"
	"testing"
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
