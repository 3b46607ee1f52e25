package vectors

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Neutral returns v in the form of the vectors, which is JSON but for what that has no
// form for: bytes are hexadecimal, strings that are no UTF-8 are {"nonutf8": bytes},
// floats that are no numbers are texts, and times have seconds and nanoseconds since
// 1970. It leaves out the fields that are named, such as Primitives.P.
func Neutral(v reflect.Value, without []string) (json.RawMessage, error) {
	x, err := neutral(v, without)
	if err != nil {
		return nil, err
	}
	return json.Marshal(x)
}

func neutral(v reflect.Value, without []string) (any, error) {
	if at, ok := v.Interface().(time.Time); ok {
		return map[string]int64{"sec": at.Unix(), "nsec": int64(at.Nanosecond())}, nil
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		if v.IsNil() {
			return nil, nil
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		fields := map[string]any{}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name := f.Name
			if !f.IsExported() || slices.Contains(without, v.Type().Name()+"."+name) {
				continue
			}
			x, err := neutral(v.Field(i), without)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			fields[name] = x
		}
		return fields, nil
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int(), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return v.Uint(), nil
	case reflect.Float32, reflect.Float64:
		return neutralFloat(v), nil
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			return map[string]string{"nonutf8": hex.EncodeToString([]byte(v.String()))}, nil
		}
		return v.String(), nil
	case reflect.Pointer:
		return neutral(v.Elem(), without)
	case reflect.Map:
		entries := map[string]any{}
		for k, x := range v.Seq2() {
			if k.Kind() != reflect.String || !utf8.ValidString(k.String()) {
				break
			}
			y, err := neutral(x, without)
			if err != nil {
				return nil, err
			}
			entries[k.String()] = y
		}
		if len(entries) == v.Len() {
			return entries, nil
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b := make([]byte, v.Len())
			reflect.Copy(reflect.ValueOf(b), v)
			return hex.EncodeToString(b), nil
		}
		list := make([]any, v.Len())
		for i := range list {
			x, err := neutral(v.Index(i), without)
			if err != nil {
				return nil, err
			}
			list[i] = x
		}
		return list, nil
	}
	return nil, fmt.Errorf("vectors have no form for %s", v.Type())
}

func neutralFloat(v reflect.Value) any {
	x := v.Float()
	switch {
	case math.IsNaN(x) && v.Kind() == reflect.Float32:
		return fmt.Sprintf("NaN:%08x", math.Float32bits(float32(x)))
	case math.IsNaN(x):
		return fmt.Sprintf("NaN:%016x", math.Float64bits(x))
	case math.IsInf(x, 0):
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return json.RawMessage(strconv.FormatFloat(x, 'g', -1, v.Type().Bits()))
}

// Set makes v, which is zero, what the neutral form says.
func Set(v reflect.Value, raw json.RawMessage) error {
	if string(raw) == "null" {
		v.SetZero()
		return nil
	}
	err := set(v, raw)
	if err != nil {
		return fmt.Errorf("%s from %.80s: %w", v.Type(), raw, err)
	}
	return nil
}

func set(v reflect.Value, raw json.RawMessage) error {
	if v.Type() == reflect.TypeFor[time.Time]() {
		var x struct {
			Sec    int64
			Nsec   int64
			Offset *int `json:"offset_sec"`
		}
		if err := json.Unmarshal(raw, &x); err != nil {
			return err
		}
		when := time.Unix(x.Sec, x.Nsec).UTC()
		if x.Offset != nil {
			when = when.In(time.FixedZone("", *x.Offset))
		}
		v.Set(reflect.ValueOf(when))
		return nil
	}
	switch v.Kind() {
	case reflect.Struct:
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(raw, &fields); err != nil {
			return err
		}
		for name, raw := range fields {
			f := v.FieldByName(name)
			if !f.IsValid() {
				return fmt.Errorf("there is no field %s", name)
			}
			if err := Set(f, raw); err != nil {
				return err
			}
		}
	case reflect.Bool:
		v.SetBool(string(raw) == "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(string(raw), 10, v.Type().Bits())
		v.SetInt(n)
		return err
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(string(raw), 10, v.Type().Bits())
		v.SetUint(n)
		return err
	case reflect.Float32, reflect.Float64:
		return setFloat(v, raw)
	case reflect.String:
		var other struct{ NonUTF8 string }
		if json.Unmarshal(raw, &other) == nil {
			b, err := hex.DecodeString(other.NonUTF8)
			v.SetString(string(b))
			return err
		}
		var s string
		err := json.Unmarshal(raw, &s)
		v.SetString(s)
		return err
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return Set(v.Elem(), raw)
	case reflect.Map:
		var entries map[string]json.RawMessage
		if err := json.Unmarshal(raw, &entries); err != nil {
			return err
		}
		v.Set(reflect.MakeMap(v.Type()))
		for k, raw := range entries {
			x := reflect.New(v.Type().Elem()).Elem()
			if err := Set(x, raw); err != nil {
				return err
			}
			v.SetMapIndex(reflect.ValueOf(k).Convert(v.Type().Key()), x)
		}
	case reflect.Slice, reflect.Array:
		return setList(v, raw)
	default:
		return fmt.Errorf("vectors have no form for it")
	}
	return nil
}

func setList(v reflect.Value, raw json.RawMessage) error {
	length := func(n int) error {
		if v.Kind() == reflect.Slice {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		} else if n != v.Len() {
			return fmt.Errorf("there are %d elements", n)
		}
		return nil
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return err
		}
		b, err := hex.DecodeString(s)
		if err != nil {
			return err
		}
		if err := length(len(b)); err != nil {
			return err
		}
		reflect.Copy(v, reflect.ValueOf(b))
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	if err := length(len(list)); err != nil {
		return err
	}
	for i, raw := range list {
		if err := Set(v.Index(i), raw); err != nil {
			return err
		}
	}
	return nil
}

func setFloat(v reflect.Value, raw json.RawMessage) error {
	s := strings.Trim(string(raw), `"`)
	if bits, ok := strings.CutPrefix(s, "NaN:"); ok {
		n, err := strconv.ParseUint(bits, 16, 64)
		if err != nil {
			return err
		}
		if v.Kind() == reflect.Float32 {
			*v.Addr().Interface().(*float32) = math.Float32frombits(uint32(n))
		} else {
			v.SetFloat(math.Float64frombits(n))
		}
		return nil
	}
	x, err := strconv.ParseFloat(s, v.Type().Bits())
	v.SetFloat(x)
	return err
}
