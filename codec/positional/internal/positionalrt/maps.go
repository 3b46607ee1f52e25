package positionalrt

import (
	"cmp"
	"maps"
	"slices"
)

// SortedKeys returns the keys of m in ascending order, in room where that is large enough.
func SortedKeys[K cmp.Ordered, V any](m map[K]V, room []K) []K {
	keys := slices.Grow(room[:0], len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Entry is an entry of a map.
type Entry[K, V any] struct {
	key   K
	value V
}

// SortedEntries returns the entries of m in the order of their keys, which are no floats: in
// room where that is large enough for them, which is for few.
func SortedEntries[K cmp.Ordered, V any](m map[K]V, room []Entry[K, V]) []Entry[K, V] {
	if len(m) > cap(room) {
		entries := make([]Entry[K, V], 0, len(m))
		for _, key := range SortedKeys(m, nil) {
			entries = append(entries, Entry[K, V]{key, m[key]})
		}
		return entries
	}
	entries := room[:0]
	for key, value := range m {
		i := len(entries)
		entries = append(entries, Entry[K, V]{key, value})
		for ; i > 0 && key < entries[i-1].key; i-- {
			entries[i] = entries[i-1]
		}
		entries[i] = Entry[K, V]{key, value}
	}
	return entries
}

// SortedFloats returns the entries of m in the order of their keys, NaNs first.
func SortedFloats[K ~float32 | ~float64, V any](m map[K]V) []Entry[K, V] {
	entries := make([]Entry[K, V], 0, len(m))
	for key, value := range m {
		entries = append(entries, Entry[K, V]{key, value})
	}
	slices.SortFunc(entries, func(a, b Entry[K, V]) int { return cmp.Compare(a.key, b.key) })
	return entries
}

// Twice reports whether the last of some keys is among the others.
func Twice[K cmp.Ordered](keys []K) bool {
	last := len(keys) - 1
	return last > 0 && slices.Contains(keys[:last], keys[last])
}

// KeepKeys deletes the entries of m that have other keys.
func KeepKeys[K cmp.Ordered, V any](m map[K]V, keys []K) {
	for k := range m {
		if !slices.Contains(keys, k) {
			delete(m, k)
		}
	}
}

// TextMap reads a map after its count into m, or into a new one: one that may be charged with fewer
// entries than it gets (see [Reader.steps]).
func TextMap[M ~map[K]V, K, V ~string](r *Reader, p []byte, m M, field string) (M, []byte, error) {
	var n uint64
	if len(p) > 0 && p[0] < 0x80 {
		n, p = uint64(p[0]), p[1:]
	} else {
		var err error
		if n, p, err = r.uvarint(p, 64, field); err != nil {
			return m, p, err
		}
	}
	if n == 0 {
		return nil, p, nil
	}
	n--
	if n > uint64(len(p))/2 {
		return m, p, r.short(p, field)
	}
	room := r.chargeMap(n, 32, 0)
	if room > n {
		return m, p, r.costly(p, field)
	}
	if m != nil {
		clear(m)
	} else {
		m = make(M, room)
	}
	for i := range n {
		if i == room {
			room = min(4*room, n)
			more := make(M, room)
			maps.Copy(more, m)
			m = more
		}
		var key, value string
		var err error
		if p, err = r.strings(p, field, "[key], [value]", &key, &value); err != nil {
			return m, p, err
		}
		m[K(key)] = V(value)
		if uint64(len(m)) != i+1 {
			return m, p, r.fail(p, field, "a key that occurs twice")
		}
	}
	return m, p, nil
}

// Put sets an entry of m to what value points to. The compiler copies that to the
// stack first: in functions that call themselves, copies of large values would add
// up until the stack overflows, so that this one must not become a part of them.
//
//go:noinline
func Put[K comparable, V any](m map[K]V, key *K, value *V) { m[*key] = *value }
