// Package kept is what the methods of made-up types are made of: an encoding is the
// number of a value that is kept, so that each method gives back what it was given,
// whatever the type is.
package kept

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// values are those that were kept, by type.
var values = map[reflect.Type][]reflect.Value{}

// Text returns an encoding of *v. Nil and empty are one, so that what is carried field by
// field has the same text in formats that know no difference.
func Text[T any](v *T) ([]byte, error) { return []byte(fmt.Sprint("k", number(v, true))), nil }

// JSON is Text for JSON.
func JSON[T any](v *T) ([]byte, error) { return []byte(fmt.Sprintf(`"k%d"`, number(v, false))), nil }

// Binary is Text, but that nil and empty differ.
func Binary[T any](v *T) ([]byte, error) { return []byte(fmt.Sprint("k", number(v, false))), nil }

// Take sets *v to what was kept. The text "a" makes a value.
func Take[T any](data []byte, v *T) error {
	text := strings.Trim(string(data), `"`)
	switch {
	case string(data) == "null":
		return nil
	case text == "a":
		some(reflect.ValueOf(v).Elem(), 5)
		return nil
	}
	digits, ok := strings.CutPrefix(text, "k")
	n, err := strconv.Atoi(digits)
	if list := values[reflect.TypeFor[T]()]; ok && err == nil && n >= 0 && n < len(list) {
		reflect.ValueOf(v).Elem().Set(list[n])
		return nil
	}
	return errors.New("nothing is kept as " + string(data))
}

// Zero reports whether *v is zero.
func Zero[T any](v *T) bool { return reflect.ValueOf(v).Elem().IsZero() }

// number returns the number of the values that are the same as *v.
func number[T any](v *T, merges bool) int {
	of := reflect.TypeFor[T]()
	for i, have := range values[of] {
		if same(have, reflect.ValueOf(v).Elem(), merges, 0) {
			return i
		}
	}
	own := reflect.New(of).Elem()
	own.Set(reflect.ValueOf(v).Elem())
	values[of] = append(values[of], own)
	return len(values[of]) - 1
}

// some sets v to something that each format has: no pointer is nil to that depth, and no
// time zero.
func some(v reflect.Value, depth int) {
	if !v.CanSet() {
		return
	}
	if moment, ok := v.Addr().Interface().(*time.Time); ok {
		*moment = time.Unix(1e9, 0).UTC()
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(7)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(.5)
	case reflect.String:
		v.SetString("some")
	case reflect.Struct:
		for i := range v.NumField() {
			some(v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			some(v.Index(i), depth)
		}
	case reflect.Pointer:
		if depth > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			some(v.Elem(), depth-1)
		}
	}
}

// same compares deeply, but for functions and the zones of times.
func same(a, b reflect.Value, merges bool, depth int) bool {
	if depth > 100 || a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Invalid, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return true
	case reflect.Pointer, reflect.Interface:
		return a.IsNil() == b.IsNil() && same(a.Elem(), b.Elem(), merges, depth+1)
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() || a.Kind() == reflect.Slice && !merges && a.IsNil() != b.IsNil() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i), merges, depth+1) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() || !merges && a.IsNil() != b.IsNil() {
			return false
		}
		for _, key := range a.MapKeys() {
			if !same(a.MapIndex(key), b.MapIndex(key), merges, depth+1) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).Name != "loc" && !same(a.Field(i), b.Field(i), merges, depth+1) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return a.Float() == b.Float() || a.Float() != a.Float() && b.Float() != b.Float()
	}
	return a.Equal(b)
}
