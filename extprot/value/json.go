package value

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/assay-go/assay/extprot/schema"
)

// AppendJSON appends v as neutral JSON, which loses nothing: int and long are
// decimal strings, floats the 16 hex digits of their bits, strings the hex of
// their bytes, sums {"Constructor":[args]}, records objects in the order of
// declaration, message sums {"Variant":{fields}}.
func AppendJSON(b []byte, v Value) []byte { return appendJSON(b, v, appendHex) }

// AppendText appends v as JSON for people: as [AppendJSON], but strings are text
// where they are valid UTF-8, and {"hex":"…"} where they are not.
func AppendText(b []byte, v Value) []byte { return appendJSON(b, v, appendText) }

func appendHex(b []byte, s string) []byte {
	return append(hex.AppendEncode(append(b, '"'), []byte(s)), '"')
}

func appendText(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		return append(appendHex(append(b, `{"hex":`...), s), '}')
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // strings have no error
	}
	return append(b, bytes.TrimRight(out.Bytes(), "\n")...)
}

func appendJSON(b []byte, v Value, text func([]byte, string) []byte) []byte {
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
		return text(b, string(v))
	case List:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, e, text)
		}
		return append(b, ']')
	case *Sum:
		b = append(append(append(b, `{"`...), v.Constructor...), `":`...)
		return append(appendJSON(b, v.Args, text), '}')
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
			b = appendJSON(b, f, text)
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
func ParseJSON(t *schema.Type, data []byte) (Value, error) { return reader{}.parse(t, data) }

// ParseText reads what [AppendText] writes, with the errors of [ParseJSON].
func ParseText(t *schema.Type, data []byte) (Value, error) { return reader{text: true}.parse(t, data) }

// reader reads one of the two forms.
type reader struct{ text bool }

func (r reader) parse(t *schema.Type, data []byte) (Value, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("reading JSON of %s: %w", t, err)
	}
	if dec.More() {
		return nil, fmt.Errorf("reading JSON of %s: more than one value, at byte %d", t, dec.InputOffset())
	}
	v, err := r.fromJSON(t, doc, "$")
	if err != nil {
		return nil, fmt.Errorf("reading JSON of %s: %w", t, err)
	}
	return v, nil
}

func (r reader) fromJSON(t *schema.Type, doc any, path string) (Value, error) {
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
		if r.text {
			return textString(doc, path)
		}
		if s, ok := doc.(string); ok {
			if b, err := hex.DecodeString(s); err == nil {
				return String(b), nil
			}
		}
		return nil, fmt.Errorf("%s: want the hex of a string's bytes", path)
	case schema.List, schema.Array:
		return r.listJSON(doc, path, -1, func(int) *schema.Type { return t.Elem() })
	case schema.Tuple:
		return r.listJSON(doc, path, len(t.Elems), func(i int) *schema.Type { return t.Elems[i] })
	case schema.Sum:
		name, content, err := single(doc, path)
		if err != nil {
			return nil, err
		}
		for _, c := range t.Constants {
			if c == name {
				if _, err := r.listJSON(content, path+"."+name, 0, nil); err != nil {
					return nil, err
				}
				return &Sum{Constructor: name}, nil
			}
		}
		for _, c := range t.Constructors {
			if c.Name == name {
				args, err := r.listJSON(content, path+"."+name, len(c.Args), func(i int) *schema.Type { return c.Args[i] })
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
	return r.recordJSON(variant, doc, path)
}

// textString reads a string as AppendText writes it.
func textString(doc any, path string) (Value, error) {
	if s, ok := doc.(string); ok {
		return String(s), nil
	}
	if obj, ok := doc.(map[string]any); ok && len(obj) == 1 {
		if s, ok := obj["hex"].(string); ok {
			if b, err := hex.DecodeString(s); err == nil {
				return String(b), nil
			}
		}
	}
	return nil, fmt.Errorf(`%s: want a string, or {"hex":"ff00"} for bytes that are no text`, path)
}

func (r reader) recordJSON(v *schema.Variant, doc any, path string) (Value, error) {
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
		fv, err := r.fromJSON(f.Type, content, path+"."+f.Name)
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

func (r reader) listJSON(doc any, path string, n int, elem func(int) *schema.Type) (List, error) {
	l, ok := doc.([]any)
	if !ok || n >= 0 && len(l) != n {
		if n >= 0 {
			return nil, fmt.Errorf("%s: want an array of %d", path, n)
		}
		return nil, fmt.Errorf("%s: want an array", path)
	}
	out := make(List, len(l))
	for i, e := range l {
		v, err := r.fromJSON(elem(i), e, fmt.Sprintf("%s[%d]", path, i))
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}
