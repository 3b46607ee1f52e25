package golden_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/positional/testdata/golden/vectors"
)

// TestVectorsMade makes vectors as for a new format, by generated code in the place of
// the library: they must hold for that code.
func TestVectorsMade(t *testing.T) {
	for name := range codecs {
		if strings.HasSuffix(name, "unsafe") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			var o vectors.Original
			subjects := map[reflect.Type]string{}
			for _, s := range vectors.Subjects() {
				subjects[reflect.PointerTo(s.Type)] = s.Name
				if c := find(name, s.Name); c == nil {
					o.Without = append(o.Without, s.Type.Name())
				} else {
					o.Without = append(o.Without, missing(s.Type, reflect.TypeOf(c.New()).Elem(), map[reflect.Type]bool{})...)
				}
			}
			// What is generated has types of its own, which may lack fields.
			o.Marshal = func(v any) ([]byte, error) {
				c := find(name, subjects[reflect.TypeOf(v)])
				own := c.New()
				if err := convert(own, v, o.Without); err != nil {
					return nil, err
				}
				return c.Marshal(own)
			}
			o.Unmarshal = func(data []byte, v any) (int, error) {
				c := find(name, subjects[reflect.TypeOf(v)])
				own := c.New()
				n, err := c.Decode(data, own)
				return n, errors.Join(err, convert(v, own, nil))
			}
			list, err := vectors.Make(o)
			for nothing := (*vectors.NothingError)(nil); errors.As(err, &nothing) && nothing.Type == "TestStruc"; nothing = nil {
				o.Without = append(o.Without, nothing.Type) // which recurs by pointers, where nil has no encoding
				list, err = vectors.Make(o)
			}
			if err != nil {
				t.Fatal(err)
			}
			kinds := map[string]int{}
			for _, v := range list {
				kind, _, _ := strings.Cut(v.Original, ":")
				kinds[v.File+kind]++
			}
			if kinds["invalidaccepts"] == 0 || kinds["invaliderror"] == 0 || kinds["colorgroup"] == 0 {
				t.Errorf("lines: %v", kinds)
			}
			testVectors(t, name, list)
		})
	}
}

func convert(to, from any, without []string) error {
	raw, err := vectors.Neutral(reflect.ValueOf(from).Elem(), without)
	if err != nil {
		return err
	}
	return vectors.Set(reflect.ValueOf(to).Elem(), raw)
}

// missing returns the fields of t and of what it holds that other lacks.
func missing(t, other reflect.Type, seen map[reflect.Type]bool) (list []string) {
	if seen[t] || t.Kind() != other.Kind() {
		return nil
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if g, ok := other.FieldByName(f.Name); ok {
				list = append(list, missing(f.Type, g.Type, seen)...)
			} else {
				list = append(list, t.Name()+"."+f.Name)
			}
		}
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		list = missing(t.Elem(), other.Elem(), seen)
	}
	return list
}
