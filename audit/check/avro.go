package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	hamba "github.com/hamba/avro/v2"
	twmb "github.com/twmb/avro"
)

// Messages of the registry's codecs are the writer's schema, a NUL, and the data: what a
// registry gives by a number.
func init() {
	codecs["hamba"] = codec{func(v any) ([]byte, error) {
		s, err := schemaOf(v)
		if err != nil {
			return nil, err
		}
		return hamba.Marshal(hamba.MustParse(s), v)
	}, func(data []byte, v any) error {
		s, err := schemaOf(v)
		if err != nil {
			return err
		}
		return hamba.Unmarshal(hamba.MustParse(s), data, v)
	}}
	codecs["hamba.registry"] = codec{described(func(s string, v any) ([]byte, error) { return hamba.Marshal(hamba.MustParse(s), v) }),
		resolved(func(writer, reader string, data []byte, v any) error {
			w, err := hamba.ParseWithCache(writer, "", &hamba.SchemaCache{})
			if err != nil {
				return err
			}
			both, err := hamba.NewSchemaCompatibility().Resolve(hamba.MustParse(reader), w)
			if err != nil {
				return err
			}
			return hamba.Unmarshal(both, data, v)
		})}
	codecs["twmb.registry"] = codec{described(func(s string, v any) ([]byte, error) { return twmb.MustParse(s).Encode(v) }),
		resolved(func(writer, reader string, data []byte, v any) error {
			both, err := twmb.Resolve(twmb.MustParse(writer), twmb.MustParse(reader))
			if err != nil {
				return err
			}
			_, err = both.Decode(data, v)
			return err
		})}
}

func described(write func(schema string, v any) ([]byte, error)) func(any) ([]byte, error) {
	return func(v any) ([]byte, error) {
		s, err := schemaOf(v)
		if err != nil {
			return nil, err
		}
		data, err := write(s, v)
		return append([]byte(s+"\x00"), data...), err
	}
}

func resolved(read func(writer, reader string, data []byte, v any) error) func([]byte, any) error {
	return func(data []byte, v any) error {
		reader, err := schemaOf(v)
		if err != nil {
			return err
		}
		for i, c := range data {
			if c == 0 {
				return read(string(data[:i]), reader, data[i+1:], v)
			}
		}
		return errors.New("no schema")
	}
}

// schemaOf is the schema of what v points to, with a default for each field.
func schemaOf(v any) (string, error) {
	s, _, err := avroOf(reflect.TypeOf(v).Elem())
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(s)
	return string(text), err
}

func avroOf(t reflect.Type) (schema, zero any, err error) {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean", false, nil
	case reflect.Int32:
		return "int", 0, nil
	case reflect.Int64:
		return "long", 0, nil
	case reflect.Float32:
		return "float", 0, nil
	case reflect.Float64:
		return "double", 0, nil
	case reflect.String:
		return "string", "", nil
	case reflect.Pointer:
		s, _, err := avroOf(t.Elem())
		return []any{"null", s}, nil, err
	case reflect.Slice:
		s, _, err := avroOf(t.Elem())
		return map[string]any{"type": "array", "items": s}, []any{}, err
	case reflect.Map:
		s, _, err := avroOf(t.Elem())
		return map[string]any{"type": "map", "values": s}, map[string]any{}, err
	case reflect.Struct:
		var fields []any
		defaults := map[string]any{}
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous {
				continue
			}
			name := f.Name
			if tag := f.Tag.Get("avro"); tag != "" {
				name = tag
			}
			s, zero, err := avroOf(f.Type)
			if err != nil {
				return nil, nil, err
			}
			fields = append(fields, map[string]any{"name": name, "type": s, "default": zero})
			defaults[name] = zero
		}
		return map[string]any{"type": "record", "name": t.Name(), "fields": fields}, defaults, nil
	}
	return nil, nil, fmt.Errorf("no schema of %v", t)
}
