package probe

import (
	"bytes"
	"encoding/binary"
	"reflect"

	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/verify"
)

// Long is the kind of a message with a long list of elements that are zero, or, where
// the format is known and has keys, that leave out all of theirs. It is no lie: what
// it says takes far more memory than its bytes.
const Long = "a long list of small elements"

// How long the list is: in elements, and in bytes of memory that they take together.
const (
	longElements = 100_000
	fewElements  = 10_000
	longMemory   = 8 << 20
)

// long is a message with a long list.
type long struct {
	make  func() []byte
	worth int64 // bytes of memory that the list takes
}

// longLists returns messages in which the list or the map of the type that has the
// largest elements is long, wherever it lies. There are none where the type has none.
func longLists(c verify.Case, format string, most int) (list []long) {
	if len(c.Values) == 0 {
		return nil
	}
	path := largest(reflect.TypeOf(c.Values[0]).Elem())
	if path == nil {
		return nil
	}
	var size int
	like := deep.Clone(c.Values[0])
	entries(reflect.ValueOf(like).Elem(), 1) // the order of the others would be chance
	with := func(n int) (data []byte) {
		defer func() {
			if recover() != nil {
				data = nil
			}
		}()
		v := deep.Clone(like)
		size = fill(reflect.ValueOf(v).Elem(), path, n)
		data, _, err := settled(c, v)
		if err != nil {
			return nil
		}
		return data
	}
	one, two := with(1), with(2)
	n := min(most, longMemory/max(1, size))
	if one == nil || len(two) <= len(one) {
		return nil
	}
	worth := int64(n) * int64(size)
	list = append(list, long{func() []byte { return with(n) }, worth})
	for _, f := range []func(format string, one, two []byte, n int) []byte{hollow, hollowMap} {
		if f(format, one, two, 1) != nil {
			list = append(list, long{func() []byte { return f(format, one, two, n) }, worth})
			break
		}
	}
	return list
}

// longKey is the key of an entry: all are of one length, and short.
func longKey(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	const n = len(letters)
	return string([]byte{letters[i/n/n%n], letters[i/n%n], letters[i%n]})
}

// hollowMap returns a message like one and two, which have a map of so many entries, with
// n entries whose elements have no keys; nil where the format is not known, or its
// elements have none.
func hollowMap(format string, one, two []byte, n int) []byte {
	entries := func(begin, key, elem, sep string, head func(at int) []byte, isEmpty byte, mask byte) []byte {
		at := bytes.Index(one, []byte(begin+longKey(0)+key))
		size := len(two) - len(one) - len(sep) // of one entry
		value := at + len(begin+longKey(0)+key)
		if at < 1 || value >= len(one) || at+size > len(one) || one[value]&mask != isEmpty {
			return nil
		}
		parts := [][]byte{head(at)}
		for i := range n {
			if i > 0 {
				parts = append(parts, []byte(sep))
			}
			parts = append(parts, []byte(begin+longKey(i)+key+elem))
		}
		return joined(append(parts, one[at+size:])...)
	}
	counted := func(one1, wide byte) func(at int) []byte {
		return func(at int) []byte {
			if one[at-1] != one1 {
				return one[:at]
			}
			return binary.BigEndian.AppendUint32(append(bytes.Clone(one[:at-1]), wide), uint32(n))
		}
	}
	switch format {
	case "json":
		return entries(`"`, `":`, "{}", ",", func(at int) []byte { return one[:at] }, '{', 0xff)
	case "cbor":
		return entries("\x63", "", "\xa0", "", counted(0xa1, 0xba), 0xa0, 0xe0)
	case "msgpack":
		return entries("\xa3", "", "\x80", "", counted(0x81, 0xdf), 0x80, 0xf0)
	}
	return nil
}

// hollow returns a message like one and two, which have a list of so many elements,
// with n elements that have no keys; nil where the format is not known, or its
// elements have none.
func hollow(format string, one, two []byte, n int) []byte {
	at := 0 // where they differ
	for at < len(one) && one[at] == two[at] {
		at++
	}
	length := len(two) - len(one) // of one element
	if at == len(one) {
		return nil
	}
	// counted has a list with its length before it.
	counted := func(head, more, wide, empty byte) []byte {
		if one[at] != head|1 || two[at] != head|2 || at+1+length > len(one) || one[at+1]&more != empty {
			return nil
		}
		return joined(one[:at], binary.BigEndian.AppendUint32([]byte{wide}, uint32(n)), bytes.Repeat([]byte{empty}, n), one[at+1+length:])
	}
	switch format {
	case "json":
		length-- // for the comma
		if one[at] != ']' || two[at] != ',' || at < length || one[at-length] != '{' {
			return nil
		}
		return joined(one[:at-length], bytes.Repeat([]byte("{},"), n-1), []byte("{}"), one[at:])
	case "cbor":
		return counted(0x80, 0xe0, 0x9a, 0xa0)
	case "msgpack":
		return counted(0x90, 0xf0, 0xdd, 0x80)
	}
	return nil
}

// largest returns the way to the list whose elements take the most memory, or the map: the
// fields of structs, and 0 for an element of what lies between; nil when there is none.
func largest(t reflect.Type) (path []int) {
	most := uintptr(0)
	open := map[reflect.Type]bool{}
	var visit func(t reflect.Type, way []int)
	visit = func(t reflect.Type, way []int) {
		if t = inner(t); open[t] {
			return
		}
		open[t] = true
		defer delete(open, t)
		switch t.Kind() {
		case reflect.Slice, reflect.Map:
			e := inner(t.Elem())
			if t.Kind() == reflect.Map && !keyed(t.Key()) {
				return
			}
			if k := e.Kind(); k != reflect.Uint8 && k != reflect.Interface && e.Size() > most {
				most, path = e.Size(), append([]int{}, way...)
			}
			visit(t.Elem(), append(way, 0))
		case reflect.Array:
			if t.Len() > 0 {
				visit(t.Elem(), append(way, 0))
			}
		case reflect.Struct:
			if t.ConvertibleTo(timeType) {
				return
			}
			for i := range t.NumField() {
				if t.Field(i).IsExported() {
					visit(t.Field(i).Type, append(way, i))
				}
			}
		}
	}
	visit(t, nil)
	return path
}

// keyed reports whether entries can be told apart by keys of the type.
func keyed(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String, reflect.Int32, reflect.Int64, reflect.Int, reflect.Uint32, reflect.Uint64, reflect.Uint:
		return true
	}
	return false
}

// keyOf is the key of an entry.
func keyOf(t reflect.Type, i int) reflect.Value {
	if t.Kind() == reflect.String {
		return reflect.ValueOf(longKey(i)).Convert(t)
	}
	return reflect.ValueOf(i).Convert(t)
}

// fill makes the list at the path n zero elements long, and returns how many bytes of
// memory each takes.
func fill(v reflect.Value, path []int, n int) int {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		v = v.Elem()
	}
	t := v.Type()
	if len(path) > 0 {
		switch t.Kind() {
		case reflect.Struct:
			return fill(v.Field(path[0]), path[1:], n)
		case reflect.Slice:
			v.Set(reflect.MakeSlice(t, 1, 1))
			return fill(v.Index(0), path[1:], n)
		case reflect.Map:
			v.Set(reflect.MakeMap(t))
			elem := reflect.New(t.Elem()).Elem()
			size := fill(elem, path[1:], n)
			v.SetMapIndex(keyOf(t.Key(), 0), elem)
			return size
		}
		return fill(v.Index(0), path[1:], n)
	}
	e := t.Elem()
	size := int(e.Size())
	if e.Kind() == reflect.Pointer {
		size += int(inner(e).Size())
	}
	zero := func(at reflect.Value) {
		for ; at.Kind() == reflect.Pointer; at = at.Elem() {
			at.Set(reflect.New(at.Type().Elem()))
		}
	}
	if t.Kind() == reflect.Map {
		v.Set(reflect.MakeMapWithSize(t, n))
		for i := range n {
			elem := reflect.New(e).Elem()
			zero(elem)
			v.SetMapIndex(keyOf(t.Key(), i), elem)
		}
		size += int(t.Key().Size())
		if t.Key().Kind() == reflect.String {
			size += len(longKey(0))
		}
		return size
	}
	v.Set(reflect.MakeSlice(t, n, n))
	for i := range n {
		zero(v.Index(i))
	}
	return size
}
