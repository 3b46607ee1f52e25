package main

import (
	"fmt"
	"math"
	"reflect"
	"time"
)

// show prints what becomes of v when it is written and read.
func show[T any](v *T, marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error) {
	data, err := marshal(v)
	if err != nil {
		fmt.Println("error")
		return
	}
	back := new(T)
	if err := unmarshal(data, back); err != nil {
		fmt.Println("unreadable:", err)
		return
	}
	fmt.Println(became(reflect.ValueOf(v).Elem().Field(0), reflect.ValueOf(back).Elem().Field(0)))
}

func became(was, is reflect.Value) string {
	switch x := was.Interface().(type) {
	case time.Time:
		y := is.Interface().(time.Time)
		_, before := x.Zone()
		_, after := y.Zone()
		switch {
		case x.Equal(y) && y.Location() == time.Local:
			return "in the local zone"
		case x.Equal(y) && before == after:
			return "kept"
		case x.Equal(y):
			return "in UTC"
		case x.Truncate(100).Equal(y):
			return "cut to 100 ns"
		}
		return fmt.Sprint("**", y, "**")
	case float64:
		if math.Float64bits(x) == math.Float64bits(is.Float()) {
			return "kept"
		}
	}
	switch {
	case reflect.DeepEqual(was.Interface(), is.Interface()):
		return "kept"
	case was.Kind() == reflect.Pointer && !is.IsNil():
		return "a pointer to " + became(was.Elem(), is.Elem())
	case was.Kind() == reflect.Pointer:
		return "nil"
	case was.Kind() == reflect.Interface:
		return "a " + is.Elem().Type().String()
	case was.Len() != 0:
		if is.Kind() != reflect.String {
			return fmt.Sprintf("**%d of %d entries**", is.Len(), was.Len())
		}
	case is.IsNil():
		return "nil"
	default:
		return "empty"
	}
	return fmt.Sprintf("%q", is.Interface())
}
