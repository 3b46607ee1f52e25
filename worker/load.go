package worker

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/values"
	"github.com/assay-go/assay/workload"
)

// values makes the values that d asks for and says where they come from. A file
// comes before the workload, that before the sample function, and values
// generated from the type are the last resort.
func (s Source[T]) values(d protocol.Data) (list []T, made protocol.Load, err error) {
	switch {
	case d.File != "":
		list, err = readLines[T](d.File, d.Count)
		return list, protocol.Load{Origin: "file"}, err
	case s.Workload != nil:
		list, err = s.Workload(workload.Options{Seed: d.Seed, Count: d.Count, Flags: d.Flags, CorpusDir: d.CorpusDir})
		return list, protocol.Load{Origin: "workload"}, err
	case s.Sample != nil:
		list, err = s.Sample()
		if err != nil {
			err = fmt.Errorf("sample function: %w", err)
		} else if d.Count > 0 && len(list) > d.Count {
			list = list[:d.Count]
		}
		return list, protocol.Load{Origin: "sample function"}, err
	}
	union := func(t reflect.Type) bool {
		return slices.ContainsFunc(s.Unions, func(u any) bool { return reflect.TypeOf(u) == t })
	}
	o := values.Options{Union: union, Impls: s.implsOf, Conversions: s.Conversions, Methods: d.Methods}
	made = protocol.Load{Origin: "generated from the type"}
	made.Simple = values.Generate(reflect.TypeFor[T](), d.Seed, d.Count, o, func(v reflect.Value) {
		list = append(list, v.Interface().(T))
	})
	if d.Methods {
		for i := range list {
			if err := refusal(&list[i]); err != nil {
				made.Refused = fmt.Sprintf("value %d: %v", i, err)
				break
			}
		}
	}
	return list, made, nil
}

// refusal returns why v's own methods do not take it, on one line.
func refusal(v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
		if err != nil {
			err = errors.New(strings.Join(strings.Fields(err.Error()), " "))
		}
	}()
	return values.Refusal(v)
}

// implsOf returns the types that an interface may hold.
func (s Source[T]) implsOf(owner reflect.Type, field string, iface reflect.Type) []reflect.Type {
	if owner != nil {
		for _, m := range s.Impls {
			if m.Field == field && field != "" && m.Of == values.TypeName(owner) {
				return m.Types
			}
		}
	}
	for _, m := range s.Impls {
		if m.Field == "" && m.Of == values.TypeName(iface) {
			return m.Types
		}
	}
	return nil
}

// readLines decodes a file of JSON values, one a line, the first limit of them
// unless limit is 0. Empty lines are skipped.
func readLines[T any](path string, limit int) ([]T, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []T
	r := bufio.NewReader(f)
	for n := 1; limit == 0 || len(list) < limit; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		end := err != nil
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var v T
			if err := decodeLine(line, &v); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", path, n, err)
			}
			list = append(list, v)
		}
		if end {
			break
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no values; want one JSON value a line", path)
	}
	return list, nil
}

// decodeLine decodes a value. What no field takes is an error: a file that says
// more than the type would be measured for less than it says.
func decodeLine[T any](line []byte, v *T) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return fmt.Errorf("%w (at byte %d)", err, syntax.Offset)
		}
		var typ *json.UnmarshalTypeError
		if errors.As(err, &typ) && typ.Type != nil && typ.Type.Kind() == reflect.Interface {
			return fmt.Errorf("%w: JSON does not say which type the interface %s holds: give the values by --sample, or the type an UnmarshalJSON that knows", err, typ.Type)
		}
		return err
	}
	if d.More() {
		return errors.New("more than one value")
	}
	// A file made for another type leaves everything zero.
	var object map[string]json.RawMessage
	if json.Unmarshal(line, &object) == nil && len(object) > 0 && reflect.ValueOf(v).Elem().IsZero() && !zeroObject(object) {
		return fmt.Errorf("none of its keys is a field of %s", reflect.TypeFor[T]())
	}
	return nil
}

// zeroObject reports whether all members are what a zero value's would be.
func zeroObject(object map[string]json.RawMessage) bool {
	for _, raw := range object {
		var v any
		if json.Unmarshal(raw, &v) != nil {
			return false
		}
		switch v := v.(type) {
		case nil:
		case bool, float64, string:
			if !reflect.ValueOf(v).IsZero() {
				return false
			}
		case map[string]any, []any:
			// Anything nested may stand for a zero struct or array.
		}
	}
	return true
}
