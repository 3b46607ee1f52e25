package golden_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/positional/testdata/golden/flat"
	"github.com/assay-go/assay/codec/positional/testdata/golden/flatunsafe"
)

// TestOverwrittenInput unmarshals messages that lie in one buffer, one after the other, into
// one value, whose keys and texts were in that buffer: the value is what the last message says.
func TestOverwrittenInput(t *testing.T) {
	var used flatunsafe.TestStruc
	var buf []byte
	for _, keys := range [][]string{{"a", "b", "c"}, {"d", "e", "f"}, {"g", "a"}, {"h", "i", "j"}, {"k"}} {
		v := &flatunsafe.TestStruc{Mts: map[string]flatunsafe.TestStruc{}, Mtsptr: map[string]*flatunsafe.TestStruc{}}
		for _, k := range keys {
			v.Mts[k] = flatunsafe.TestStruc{S: k, Sslice: []string{k}}
			v.Mtsptr[k] = &flatunsafe.TestStruc{Sslice: []string{k}}
		}
		var err error
		if buf, err = flatunsafe.AppendTestStrucFlat(buf[:0], v); err != nil {
			t.Fatal(err)
		}
		if err := flatunsafe.UnmarshalTestStrucFlat(buf, &used); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, &used, cmp.AllowUnexported(flatunsafe.TestStruc{})); diff != "" {
			t.Errorf("of %q: %s", keys, diff)
		}
	}
}

// TestOverwrittenStorage unmarshals two messages in turns, that lie in one buffer, into one value: the things
// that the last one's map led to are used again, for other keys and for those that are overwritten.
func TestOverwrittenStorage(t *testing.T) {
	var used flatunsafe.TestStruc
	var buf []byte
	var pointers map[*flatunsafe.TestStruc]bool
	for i, key := range []string{"a", "b", "b", "c"} {
		v := &flatunsafe.TestStruc{Mtsptr: map[string]*flatunsafe.TestStruc{key: {S: key}, key + "2": {S: key}}}
		var err error
		if buf, err = flatunsafe.AppendTestStrucFlat(buf[:0], v); err != nil {
			t.Fatal(err)
		}
		if err := flatunsafe.UnmarshalTestStrucFlat(buf, &used); err != nil {
			t.Fatal(err)
		}
		if i > 0 && !maps.Equal(pointersOf(used.Mtsptr), pointers) {
			t.Errorf("%s: the storage of values is not used again", key)
		}
		pointers = pointersOf(used.Mtsptr)
	}
}

// pointersOf returns what the values of m are.
func pointersOf[V any](m map[string]*V) map[*V]bool {
	list := map[*V]bool{}
	for _, v := range m {
		list[v] = true
	}
	return list
}

// TestMapStorage unmarshals into maps whose values have storage, with keys that are there,
// others, fewer, many and none.
func TestMapStorage(t *testing.T) {
	of := func(texts []string, keys ...string) *flat.TestStruc {
		v := &flat.TestStruc{Mts: map[string]flat.TestStruc{}, Mtsptr: map[string]*flat.TestStruc{}}
		for _, k := range keys {
			v.Mts[k] = flat.TestStruc{S: k, Sslice: texts}
			v.Mtsptr[k] = &flat.TestStruc{Sslice: texts}
		}
		return v
	}
	var used flat.TestStruc
	for _, v := range []*flat.TestStruc{
		of([]string{"a", "b"}, "x", "y", "z"), of([]string{"c"}, "z", "x", "y"), of([]string{"d"}, "y"), of(nil, "x", "y", "v"), of([]string{"e"}, "", "w"),
		of(nil, "1", "2", "3", "4", "5", "6", "7", "8"), of(nil, "1", "2", "3", "4", "5", "6", "7", "8", "9"), of([]string{"f"}, "9", "1"), of(nil), of([]string{"g"}, "x"),
	} {
		data, err := flat.MarshalTestStrucFlat(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := flat.UnmarshalTestStrucFlat(data, &used); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v, &used, cmp.AllowUnexported(flat.TestStruc{})); diff != "" {
			t.Errorf("of %d entries: %s", len(v.Mts), diff)
		}
	}

	v := of([]string{"h"}, "p", "q")
	data, err := flat.MarshalTestStrucFlat(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := flat.UnmarshalTestStrucFlat(data, &used); err != nil {
		t.Fatal(err)
	}
	pointers, element := pointersOf(used.Mtsptr), &used.Mts["p"].Sslice[0]
	if err := flat.UnmarshalTestStrucFlat(data, &used); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(pointersOf(used.Mtsptr), pointers) || &used.Mts["p"].Sslice[0] != element {
		t.Error("the storage of values is not used again")
	}
	if n := testing.AllocsPerRun(10, func() {
		if err := flat.UnmarshalTestStrucFlat(data, &used); err != nil {
			t.Fatal(err)
		}
	}); n > 1 { // the strings
		t.Errorf("%v allocations, want one", n)
	}
	for i, c := range data {
		if c == 'q' {
			data[i] = 'p'
		}
	}
	for name, into := range map[string]*flat.TestStruc{"used": &used, "new": {}} {
		if err := flat.UnmarshalTestStrucFlat(data, into); err == nil {
			t.Errorf("two equal keys are read into a %s value", name)
		}
	}
}
