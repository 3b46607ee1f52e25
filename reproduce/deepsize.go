package reproduce

import (
	"reflect"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/teststruc"
)

// deepSize returns the bytes of memory that the workload's value takes with all
// that it refers to: what the go-codec document calls the approximate deep size.
// It is 0 of workloads of other documents, which publish none.
func deepSize(name string, flags map[string]int, seed uint64) int {
	if name != "teststruc" {
		return 0
	}
	o := workload.Options{Seed: seed, Count: 1, Flags: flags}
	if flags["interfaces"] != 0 {
		if values, err := teststruc.ValuesIntf(o); err == nil && len(values) > 0 {
			return deep(reflect.ValueOf(values[0]))
		}
		return 0
	}
	if values, err := teststruc.Values(o); err == nil && len(values) > 0 {
		return deep(reflect.ValueOf(values[0]))
	}
	return 0
}

// deep counts a value's own bytes and those behind it. Of maps it counts keys
// and elements, not their tables.
func deep(v reflect.Value) int { return int(v.Type().Size()) + behind(v) }

func behind(v reflect.Value) int {
	n := 0
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return deep(v.Elem())
		}
	case reflect.Slice:
		n = v.Len() * int(v.Type().Elem().Size())
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			n += behind(v.Index(i))
		}
	case reflect.Map:
		for iter := v.MapRange(); iter.Next(); {
			n += deep(iter.Key()) + deep(iter.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			n += behind(v.Field(i))
		}
	}
	return n
}
