package value

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/assay-go/assay/extprot/schema"
)

// AppendJSON appends v as neutral JSON, which loses nothing: int and long are
// decimal strings, floats the 16 hex digits of their bits, strings the hex of
// their bytes, sums {"Constructor":[args]}, records objects in the order of
// declaration, message sums {"Variant":{fields}}.
func AppendJSON(b []byte, v Value) []byte {
	switch v := v.(type) {
	case Bool:
		return strconv.AppendBool(b, bool(v))
	case Byte:
		return strconv.AppendUint(b, uint64(v), 10)
	case Int:
		return append(strconv.AppendInt(append(b, '"'), int64(v), 10), '"')
	case Float:
		return fmt.Appendf(b, `"%016x"`, math.Float64bits(float64(v)))
	case String:
		return append(hex.AppendEncode(append(b, '"'), []byte(v)), '"')
	case List:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = AppendJSON(b, e)
		}
		return append(b, ']')
	case *Sum:
		b = append(append(append(b, `{"`...), v.Constructor...), `":`...)
		return append(AppendJSON(b, v.Args), '}')
	case *Record:
		if v.Variant != "" {
			b = append(append(append(b, `{"`...), v.Variant...), `":`...)
		}
		b = append(b, '{')
		for i, f := range v.Fields {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(append(b, '"'), v.Names[i]...), `":`...)
			b = AppendJSON(b, f)
		}
		b = append(b, '}')
		if v.Variant != "" {
			b = append(b, '}')
		}
	}
	return b
}

// ParseJSON reads the neutral JSON of a value of type t. Errors name the place
// in the document.
func ParseJSON(t *schema.Type, data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading neutral JSON of %s: %w", t, err)
	}
	if dec.More() {
		return nil, fmt.Errorf("reading neutral JSON of %s: more than one value, at byte %d", t, dec.InputOffset())
	}
	v, err := fromJSON(t, doc, "$")
	if err != nil {
		return nil, fmt.Errorf("reading neutral JSON of %s: %w", t, err)
	}
	return v, nil
}

func fromJSON(t *schema.Type, doc any, path string) (Value, error) {
	switch t.Kind {
	case schema.Bool:
		if b, ok := doc.(bool); ok {
			return Bool(b), nil
		}
		return nil, fmt.Errorf("%s: want true or false", path)
	case schema.Byte:
		if n, ok := doc.(json.Number); ok {
			if u, err := strconv.ParseUint(n.String(), 10, 8); err == nil {
				return Byte(u), nil
			}
		}
		return nil, fmt.Errorf("%s: want a number from 0 to 255", path)
	case schema.Int, schema.Long:
		if s, ok := doc.(string); ok {
			if n, err := strconv.ParseInt(s, 10, 64); err == nil {
				return Int(n), nil
			}
		}
		return nil, fmt.Errorf(`%s: want a decimal number of 64 bits as a string, like "-42"`, path)
	case schema.Float:
		if s, ok := doc.(string); ok && len(s) == 16 {
			if u, err := strconv.ParseUint(s, 16, 64); err == nil {
				return Float(math.Float64frombits(u)), nil
			}
		}
		return nil, fmt.Errorf(`%s: want the 16 hex digits of a float's bits, like "3ff0000000000000"`, path)
	case schema.String:
		if s, ok := doc.(string); ok {
			if b, err := hex.DecodeString(s); err == nil {
				return String(b), nil
			}
		}
		return nil, fmt.Errorf("%s: want the hex of a string's bytes", path)
	case schema.List, schema.Array:
		return listJSON(doc, path, -1, func(int) *schema.Type { return t.Elem() })
	case schema.Tuple:
		return listJSON(doc, path, len(t.Elems), func(i int) *schema.Type { return t.Elems[i] })
	case schema.Sum:
		name, content, err := single(doc, path)
		if err != nil {
			return nil, err
		}
		for _, c := range t.Constants {
			if c == name {
				if _, err := listJSON(content, path+"."+name, 0, nil); err != nil {
					return nil, err
				}
				return &Sum{Constructor: name}, nil
			}
		}
		for _, c := range t.Constructors {
			if c.Name == name {
				args, err := listJSON(content, path+"."+name, len(c.Args), func(i int) *schema.Type { return c.Args[i] })
				return &Sum{Constructor: name, Args: args}, err
			}
		}
		return nil, fmt.Errorf("%s: %v has no constructor %s", path, t, name)
	}
	variant := &t.Variants[0]
	if t.MessageSum {
		name, content, err := single(doc, path)
		if err != nil {
			return nil, err
		}
		_, variant = variantOf(t, &Record{Variant: name})
		if variant == nil {
			return nil, fmt.Errorf("%s: %s has no variant %s", path, t, name)
		}
		doc, path = content, path+"."+name
	}
	return recordJSON(variant, doc, path)
}

func recordJSON(v *schema.Variant, doc any, path string) (Value, error) {
	obj, ok := doc.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: want an object", path)
	}
	out := &Record{Variant: v.Name}
	for _, f := range v.Fields {
		content, ok := obj[f.Name]
		if !ok {
			return nil, fmt.Errorf("%s: the field %s is missing", path, f.Name)
		}
		fv, err := fromJSON(f.Type, content, path+"."+f.Name)
		if err != nil {
			return nil, err
		}
		out.Names = append(out.Names, f.Name)
		out.Fields = append(out.Fields, fv)
	}
	if len(obj) > len(v.Fields) {
		return nil, fmt.Errorf("%s: %d fields, want %d", path, len(obj), len(v.Fields))
	}
	return out, nil
}

// single takes apart an object with one key.
func single(doc any, path string) (string, any, error) {
	if obj, ok := doc.(map[string]any); ok && len(obj) == 1 {
		for k, v := range obj {
			return k, v, nil
		}
	}
	return "", nil, fmt.Errorf(`%s: want an object with one key, like {"Constructor":[]}`, path)
}

func listJSON(doc any, path string, n int, elem func(int) *schema.Type) (List, error) {
	l, ok := doc.([]any)
	if !ok || n >= 0 && len(l) != n {
		if n >= 0 {
			return nil, fmt.Errorf("%s: want an array of %d", path, n)
		}
		return nil, fmt.Errorf("%s: want an array", path)
	}
	out := make(List, len(l))
	for i, e := range l {
		v, err := fromJSON(elem(i), e, fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
