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
	if _, values := teststruc.Workload.TypeFor(o); values == "ValuesIntf" {
		if values, err := teststruc.ValuesIntf(o); err == nil && len(values) > 0 {
			return deep(reflect.ValueOf(&values[0]))
		}
		return 0
	}
	if values, err := teststruc.Values(o); err == nil && len(values) > 0 {
		return deep(reflect.ValueOf(&values[0]))
	}
	return 0
}

// deep is the document's own sum: the sizes of all parts that have no parts of
// their own, and of what refers to others, unexported fields too, but not of
// structs, whose fields are counted; and half as much again, which made its buffer
// large enough for everybody.
func deep(v reflect.Value) int { return parts(v) * 3 / 2 }

func parts(v reflect.Value) int {
	if !v.IsValid() {
		return 0
	}
	n := int(v.Type().Size())
	switch v.Kind() {
	case reflect.String:
		n += v.Len()
	case reflect.Pointer, reflect.Interface:
		n += parts(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			n += parts(v.Index(i))
		}
	case reflect.Map:
		for iter := v.MapRange(); iter.Next(); {
			n += parts(iter.Key()) + parts(iter.Value())
		}
	case reflect.Struct:
		n = 0
		for i := range v.NumField() {
			n += parts(v.Field(i))
		}
	}
	return n
}
