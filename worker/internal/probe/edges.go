package probe

import (
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/worker/internal/deep"
)

// edges returns those of package deep, and others that cost more than a run's
// verification has time for: long lists, keys that are no text, pointers to zero.
func edges(t any, perKind int) []deep.Edge {
	list := deep.Edges(t, perKind)
	w := edgeWalker{add: func(kind, path string, put func()) { list = append(list, deep.Edge{Kind: kind, Path: path, Put: put}) }}
	w.walk("", reflect.ValueOf(t).Elem(), 0)
	return list
}

// What is long: in elements, and in parts of all of them together, so that lists
// of large structs are made no longer than lists of small ones.
const (
	longList   = 256
	longerList = 65_536
	mostParts  = 70_000
)

type edgeWalker struct {
	add func(kind, path string, put func())
}

func (w edgeWalker) walk(path string, v reflect.Value, depth int) {
	if depth > 8 || !v.CanSet() {
		return
	}
	t := v.Type()
	switch t.Kind() {
	case reflect.Pointer:
		w.pointer(path, v)
		if !v.IsNil() {
			w.walk(path, v.Elem(), depth+1)
		}
	case reflect.Slice:
		w.add("nil", path, func() { v.SetZero() })
		if t.Elem().Kind() == reflect.Uint8 || v.Len() == 0 {
			return
		}
		w.lists(path, v)
		w.walk(path+"[0]", v.Index(0), depth+1)
	case reflect.Map:
		if t.Key().Kind() == reflect.String && v.Len() > 0 {
			w.keys(path, v)
		}
	case reflect.Struct:
		if t.ConvertibleTo(timeType) {
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			switch {
			case f.Anonymous && inner(f.Type).Kind() == reflect.Struct:
				w.walk(path, v.Field(i), depth+1)
			case f.IsExported():
				w.walk(join(path, f.Name), v.Field(i), depth+1)
			}
		}
	}
}

// pointer points to zero, and to nil.
func (w edgeWalker) pointer(path string, v reflect.Value) {
	if path == "" {
		return
	}
	w.add("a pointer to zero", path, func() { v.Set(reflect.New(v.Type().Elem())) })
	w.add("a nil pointer", path, func() { v.SetZero() })
}

// lists repeats what the list holds, and has lists in lists nil and empty.
func (w edgeWalker) lists(path string, v reflect.Value) {
	first := reflect.New(v.Type().Elem()).Elem()
	first.Set(v.Index(0))
	parts := len(Leaves(first))
	w.add("one element more", path, func() { v.Set(reflect.Append(v, first)) })
	for _, x := range []struct {
		kind string
		n    int
	}{{"a list of 256", longList}, {"a list of 65,536", longerList}} {
		if x.n*parts > mostParts {
			continue
		}
		w.add(x.kind, path, func() {
			long := reflect.MakeSlice(v.Type(), x.n, x.n)
			for i := range x.n {
				c := deep.Clone(first.Addr().Interface())
				long.Index(i).Set(reflect.ValueOf(c).Elem())
			}
			v.Set(long)
		})
	}
	if k := v.Type().Elem().Kind(); k == reflect.Pointer && !v.Index(0).IsNil() {
		w.add("a nil element", path, func() { v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem()))) })
	}
}

const differInCase = "keys that differ in case"

// keys adds an entry under a key that is hard to carry.
func (w edgeWalker) keys(path string, v reflect.Value) {
	for _, x := range []struct{ kind, key string }{
		{"an empty key", ""}, {"a zero byte in a key", "a\x00b"}, {"invalid UTF-8 in a key", "a\xff"}, {differInCase, ""},
	} {
		w.add(x.kind, path, func() {
			first := slices.MinFunc(v.MapKeys(), func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			value := v.MapIndex(first)
			put := func(key string) {
				k := reflect.New(v.Type().Key()).Elem()
				k.SetString(key)
				v.SetMapIndex(k, value)
			}
			if x.kind == differInCase {
				put(strings.ToUpper(first.String()) + "k")
				put(strings.ToLower(first.String()) + "K")
				return
			}
			put(x.key)
		})
	}
}
