package protobufrt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// ErrValueDepth is the error of values that lie too deep in each other.
var ErrValueDepth = errors.New("values are nested too deep")

// AppendValue appends the content of a google.protobuf.Value: nil, a bool, a number that is a
// float64, a string, []any or map[string]any. Maps are in the order of their keys if sorted is
// set. Values nest so deep.
func AppendValue(b []byte, x any, sorted bool, depth int) ([]byte, error) {
	if depth < 0 {
		return b, ErrValueDepth
	}
	switch x := x.(type) {
	case nil:
		return append(b, 0x08, 0), nil
	case bool:
		b = append(b, 0x20, 0)
		if x {
			b[len(b)-1] = 1
		}
		return b, nil
	case string:
		if !utf8.ValidString(x) {
			return b, ErrText
		}
		return append(binary.AppendUvarint(append(b, 0x1a), uint64(len(x))), x...), nil
	case map[string]any:
		return appendMessage(b, 0x2a, func(b []byte) ([]byte, error) { return appendStruct(b, x, sorted, depth-1) })
	case []any:
		return appendMessage(b, 0x32, func(b []byte) ([]byte, error) { return appendList(b, x, sorted, depth-1) })
	}
	number, err := valueNumber(x)
	return binary.LittleEndian.AppendUint64(append(b, 0x11), math.Float64bits(number)), err
}

// valueNumber returns a number as a Value has it.
func valueNumber(x any) (float64, error) {
	var whole int64
	switch x := x.(type) {
	case float64:
		return x, nil
	case float32:
		return float64(x), nil
	case int:
		whole = int64(x)
	case int8:
		whole = int64(x)
	case int16:
		whole = int64(x)
	case int32:
		whole = int64(x)
	case int64:
		whole = x
	case uint:
		whole = int64(min(uint64(x), math.MaxInt64))
	case uint8:
		whole = int64(x)
	case uint16:
		whole = int64(x)
	case uint32:
		whole = int64(x)
	case uint64:
		whole = int64(min(x, math.MaxInt64))
	default:
		return 0, fmt.Errorf("a google.protobuf.Value holds no %T: use nil, a bool, number or string, []any or map[string]any", x)
	}
	if whole > 1<<53 || whole < -1<<53 {
		return 0, fmt.Errorf("a google.protobuf.Value holds integers to 2^53, and not %d: use a string", x)
	}
	return float64(whole), nil
}

// appendMessage appends a tag, a length, and the content that is that long.
func appendMessage(b []byte, tag byte, content func(b []byte) ([]byte, error)) ([]byte, error) {
	start := len(b) + 2
	b, err := content(append(b, tag, 0))
	b, n := PutLength(b[:cap(b)], start, len(b), 1)
	return b[:n], err
}

// appendStruct appends the content of a google.protobuf.Struct.
func appendStruct(b []byte, fields map[string]any, sorted bool, depth int) ([]byte, error) {
	entry := func(name string) error {
		var err error
		b, err = appendMessage(b, 0x0a, func(b []byte) ([]byte, error) {
			if !utf8.ValidString(name) {
				return b, ErrText
			}
			b = append(binary.AppendUvarint(append(b, 0x0a), uint64(len(name))), name...)
			return appendMessage(b, 0x12, func(b []byte) ([]byte, error) { return AppendValue(b, fields[name], sorted, depth) })
		})
		return err
	}
	var names []string
	for name := range fields {
		if sorted {
			names = append(names, name)
		} else if err := entry(name); err != nil {
			return b, err
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if err := entry(name); err != nil {
			return b, err
		}
	}
	return b, nil
}

// appendList appends the content of a google.protobuf.ListValue.
func appendList(b []byte, list []any, sorted bool, depth int) ([]byte, error) {
	var err error
	for _, x := range list {
		if b, err = appendMessage(b, 0x0a, func(b []byte) ([]byte, error) { return AppendValue(b, x, sorted, depth) }); err != nil {
			break
		}
	}
	return b, err
}

// GetValue merges a google.protobuf.Value, the rest of b, into x. It takes memory from left.
func GetValue(b []byte, i int, x any, left *int, depth int) (any, int) {
	if depth < 0 {
		return nil, -1
	}
	for i < len(b) {
		tag, j := GetTag(b, i, len(b))
		if j < 0 {
			return nil, -1
		}
		if i = Skip(b, j, len(b), tag); i < 0 {
			return nil, -1
		}
		switch tag {
		case 0x08:
			x = nil
		case 0x11:
			x = GetFloat64(b[j:])
			*left -= 8
		case 0x20:
			number, _ := GetVarint(b, j)
			x = number != 0
		case 0x1a:
			_, j = GetLength(b, j)
			if *left -= 16 + i - j; *left < 0 || !ValidText(b[j:i]) {
				return nil, -1
			}
			x = string(b[j:i])
		case 0x2a:
			fields, _ := x.(map[string]any)
			if fields == nil {
				fields = map[string]any{}
				*left -= 48
			}
			x = fields
			_, j = GetLength(b, j)
			if getStruct(b[:i], j, fields, left, depth-1) < 0 {
				return nil, -1
			}
		case 0x32:
			list, _ := x.([]any)
			_, j = GetLength(b, j)
			if list, j = getList(b[:i], j, list, left, depth-1); j < 0 {
				return nil, -1
			}
			x = list
		}
		if *left < 0 {
			return nil, -1
		}
	}
	return x, i
}

// getStruct merges a google.protobuf.Struct, the rest of b, into fields.
func getStruct(b []byte, i int, fields map[string]any, left *int, depth int) int {
	for i < len(b) {
		tag, j := GetTag(b, i, len(b))
		if j < 0 {
			return -1
		}
		if i = Skip(b, j, len(b), tag); i < 0 {
			return -1
		}
		if tag != 0x0a {
			continue
		}
		_, j = GetLength(b, j)
		name, x := "", any(nil)
		for entry := b[:i]; j < i; {
			tag, k := GetTag(entry, j, i)
			if k < 0 {
				return -1
			}
			if j = Skip(entry, k, i, tag); j < 0 {
				return -1
			}
			switch tag {
			case 0x0a:
				_, k = GetLength(entry, k)
				if *left -= j - k; *left < 0 || !ValidText(entry[k:j]) {
					return -1
				}
				name = string(entry[k:j])
			case 0x12:
				_, k = GetLength(entry, k)
				if x, k = GetValue(entry[:j], k, x, left, depth); k < 0 {
					return -1
				}
			}
		}
		if *left -= 80; *left < 0 { // two words for each of name and value, and as much that is free
			return -1
		}
		fields[name] = x
	}
	return i
}

// getList appends the elements of a google.protobuf.ListValue, the rest of b, to list.
func getList(b []byte, i int, list []any, left *int, depth int) ([]any, int) {
	if list == nil {
		list = []any{}
	}
	for i < len(b) {
		tag, j := GetTag(b, i, len(b))
		if j < 0 {
			return nil, -1
		}
		if i = Skip(b, j, len(b), tag); i < 0 {
			return nil, -1
		}
		if tag != 0x0a {
			continue
		}
		_, j = GetLength(b, j)
		x, j := GetValue(b[:i], j, nil, left, depth)
		if *left -= 40; j < 0 || *left < 0 {
			return nil, -1
		}
		list = append(list, x)
	}
	return list, i
}
