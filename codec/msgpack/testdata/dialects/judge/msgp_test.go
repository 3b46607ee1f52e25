package judge

import (
	"reflect"
	"time"

	"github.com/tinylib/msgp/msgp"
)

// readMsgp reads v by the funcs that the code made by msgp calls for its type, as that calls them.
func readMsgp(b []byte, v reflect.Value) (rest []byte, err error) {
	switch p := v.Addr().Interface().(type) {
	case *bool:
		*p, rest, err = msgp.ReadBoolBytes(b)
	case *int8:
		*p, rest, err = msgp.ReadInt8Bytes(b)
	case *int64:
		*p, rest, err = msgp.ReadInt64Bytes(b)
	case *uint8:
		*p, rest, err = msgp.ReadUint8Bytes(b)
	case *uint64:
		*p, rest, err = msgp.ReadUint64Bytes(b)
	case *float32:
		*p, rest, err = msgp.ReadFloat32Bytes(b)
	case *float64:
		*p, rest, err = msgp.ReadFloat64Bytes(b)
	case *time.Time:
		*p, rest, err = msgp.ReadTimeBytes(b)
	case *time.Duration:
		*p, rest, err = msgp.ReadDurationBytes(b)
	case *[]byte:
		*p, rest, err = msgp.ReadBytesBytes(b, *p)
	case *[2]byte:
		rest, err = msgp.ReadExactBytes(b, p[:])
	case *any:
		*p, rest, err = msgp.ReadIntfBytes(b)
	case *map[string]any:
		*p, rest, err = msgp.ReadMapStrIntfBytes(b, *p)
	default:
		return readMsgpParts(b, v)
	}
	return rest, err
}

func readMsgpParts(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.String:
		s, b, err := msgp.ReadStringBytes(b)
		v.SetString(s)
		return b, err
	case reflect.Pointer:
		if msgp.IsNil(b) {
			v.SetZero()
			return msgp.ReadNilBytes(b)
		}
		v.Set(reflect.New(v.Type().Elem()))
		return readMsgp(b, v.Elem())
	case reflect.Slice, reflect.Array:
		count, b, err := msgp.ReadArrayHeaderBytes(b)
		if v.Kind() == reflect.Slice && err == nil {
			v.Set(reflect.MakeSlice(v.Type(), int(count), int(count)))
		} else if err == nil && int(count) != v.Len() {
			err = msgp.ArrayError{Wanted: uint32(v.Len()), Got: count}
		}
		for k := 0; k < v.Len() && err == nil; k++ {
			b, err = readMsgp(b, v.Index(k))
		}
		return b, err
	}
	count, b, err := msgp.ReadMapHeaderBytes(b)
	if v.Kind() == reflect.Map && err == nil {
		v.Set(reflect.MakeMap(v.Type()))
	}
	for ; count > 0 && err == nil; count-- {
		if v.Kind() == reflect.Map {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			if b, err = readMsgp(b, key); err == nil {
				b, err = readMsgp(b, elem)
			}
			v.SetMapIndex(key, elem)
			continue
		}
		var name []byte
		if name, b, err = msgp.ReadMapKeyZC(b); err != nil {
			break
		}
		if field := v.FieldByName(string(name)); field.IsValid() {
			b, err = readMsgp(b, field)
		} else {
			b, err = msgp.Skip(b)
		}
	}
	return b, err
}
