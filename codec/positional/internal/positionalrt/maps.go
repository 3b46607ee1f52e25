package positionalrt

import (
	"cmp"
	"maps"
	"slices"
)

// SortedKeys returns the keys of m in ascending order.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// Entry is an entry of a map.
type Entry[K, V any] struct {
	key   K
	value V
}

// SortedEntries returns the entries of m in the order of their keys, NaNs first.
func SortedEntries[K cmp.Ordered, V any](m map[K]V) []Entry[K, V] {
	entries := make([]Entry[K, V], 0, len(m))
	for key, value := range m {
		entries = append(entries, Entry[K, V]{key, value})
	}
	slices.SortFunc(entries, func(a, b Entry[K, V]) int { return cmp.Compare(a.key, b.key) })
	return entries
}

// Put sets an entry of m to what value points to. The compiler copies that to the
// stack first: in functions that call themselves, copies of large values would add
// up until the stack overflows, so that this one must not become a part of them.
//
//go:noinline
func Put[K comparable, V any](m map[K]V, key *K, value *V) { m[*key] = *value }
