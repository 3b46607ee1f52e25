package golden_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/codec/positional/testdata/golden"
	"github.com/assay-go/assay/codec/positional/testdata/golden/vectors"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// formatOf returns the format of the generated package with the name.
func formatOf(name string) *positional.Format {
	return formats.Lookup(strings.TrimSuffix(strings.TrimSuffix(name, "unsafe"), "batched"))
}

// folder returns the folder of the format of the generated package with the name.
func folder(name string) string { return golden.Formats + formatOf(name).ID }

func find(name, workload string) *golden.Codec {
	for i, c := range codecs[name] {
		if c.Name == workload {
			return &codecs[name][i]
		}
	}
	return nil
}

// TestVectors holds every generated codec of another library's format against the
// original's bytes.
func TestVectors(t *testing.T) {
	for name := range codecs {
		if formatOf(name).Original != "" {
			list, err := vectors.Load(folder(name))
			if err != nil {
				t.Fatal(err)
			}
			if name == "bebop" {
				for i := range list {
					withoutGUID(&list[i])
				}
			}
			t.Run(name, func(t *testing.T) { testVectors(t, name, list) })
		}
	}
}

func testVectors(t *testing.T, name string, list []vectors.Vector) {
	counts := map[string]int{}
	for i, v := range list {
		at := fmt.Sprintf("%s line %d", v.File, i+1)
		if v.Note != "" {
			at += " (" + v.Workload + ", " + v.Note + ")"
		}
		input, err := hex.DecodeString(v.Hex)
		if err != nil {
			t.Fatal(err)
		}
		switch v.File {
		case "unencodable", "scalars", "message":
			counts["skipped "+v.File]++
		case "invalid":
			c := find(name, v.Workload)
			if c == nil {
				counts["skipped invalid of "+v.Workload]++
				continue
			}
			counts["invalid, "+invalid(t, at, c, v, input)]++
		default:
			c := find(name, v.File)
			if c == nil && !routinestest.Long && find("flat", v.File) != nil {
				counts["left to the long tests"]++
				continue
			}
			if c == nil {
				t.Fatalf("%s: no codec", at)
			}
			if beyond(reflect.TypeOf(c.New()).Elem(), v.Value) {
				if _, err := c.Decode(input, c.New()); err == nil && v.Decoded == nil {
					t.Errorf("%s: a number that is no int of this machine is read", at)
				}
				counts["beyond this machine"]++
				continue
			}
			value(t, at, c, v, input)
			counts["values"]++
		}
	}
	t.Log(counts)
}

// beyond reports whether a field of the struct t has a number in value that is
// none of the int or uint of this machine.
func beyond(t reflect.Type, value json.RawMessage) bool {
	var fields map[string]json.RawMessage
	if json.Unmarshal(value, &fields) != nil {
		return false
	}
	for name, raw := range fields {
		f, _ := t.FieldByName(name)
		if f.Type == nil {
			continue
		}
		var err error
		switch f.Type.Kind() {
		case reflect.Int:
			_, err = strconv.ParseInt(string(raw), 10, bits.UintSize)
		case reflect.Uint:
			_, err = strconv.ParseUint(string(raw), 10, bits.UintSize)
		}
		if errors.Is(err, strconv.ErrRange) {
			return true
		}
	}
	return false
}

// withoutGUID takes the last field off a vector of primitives, which is a GUID: no Go
// type is.
func withoutGUID(v *vectors.Vector) {
	if v.File != "primitives" && v.Workload != "primitives" {
		return
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(v.Value, &fields) == nil {
		delete(fields, "G")
		v.Value, _ = json.Marshal(fields)
	}
	delete(v.Decoded, "G")
	v.Hex = v.Hex[:max(0, len(v.Hex)-32)]
}

// value checks that a value is written as the original does and read back as
// the original reads it.
func value(t *testing.T, at string, c *golden.Codec, v vectors.Vector, input []byte) {
	t.Helper()
	in := c.New()
	set(t, reflect.ValueOf(in).Elem(), v.Value)
	out, err := c.Append([]byte("keep"), in)
	if err != nil && v.DecodeError == "" {
		got := c.New()
		if decodeErr := c.Unmarshal(input, got); decodeErr != nil && v.Decoded == nil {
			t.Errorf("%s: %v, and read: %v", at, err, decodeErr)
		} else if decodeErr == nil && kept(reflect.ValueOf(in).Elem(), reflect.ValueOf(got).Elem()) {
			t.Errorf("%s: %v, though the original keeps it", at, err)
		}
		return
	}
	if v.DecodeError != "" {
		if err == nil {
			t.Errorf("%s: marshalled what cannot be read: %x", at, out)
		}
		if c.Unmarshal(input, c.New()) == nil {
			t.Errorf("%s: accepted what the original refuses: %s", at, v.DecodeError)
		}
		return
	}
	if out = bytes.TrimPrefix(out, []byte("keep")); !bytes.Equal(out, input) && !sameEntries(c, out, input) {
		t.Errorf("%s: marshalled\n%x instead of\n%x", at, out, input)
	}
	if fresh, err := c.Marshal(in); err != nil || len(fresh) != len(input) || c.Size(in) != len(input) {
		t.Errorf("%s: Marshal gives %d bytes (%v), Size %d, not %d", at, len(fresh), err, c.Size(in), len(input))
	}
	want := c.New()
	set(t, reflect.ValueOf(want).Elem(), v.Value)
	for field, raw := range v.Decoded {
		set(t, reflect.ValueOf(want).Elem().FieldByName(field), raw)
	}
	got := c.New()
	if err := c.Unmarshal(input, got); err != nil {
		t.Errorf("%s: %v", at, err)
		return
	}
	if d := diff(reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem()); d != "" {
		t.Errorf("%s: unmarshalled %s", at, d)
	}
}

// kept reports whether the integers and the instants in v are those in got: what a
// format without a form for some of them would change.
func kept(v, got reflect.Value) bool {
	if at, ok := v.Interface().(time.Time); ok {
		return at.Equal(got.Interface().(time.Time))
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return v.Int() == got.Int()
	case reflect.Uint, reflect.Uint64:
		return v.Uint() == got.Uint()
	case reflect.Struct:
		for i := range v.NumField() {
			if !kept(v.Field(i), got.Field(i)) {
				return false
			}
		}
	}
	return true
}

// sameEntries reports whether b is a with the entries of its maps in another
// order: of the same length, and equal when read.
func sameEntries(c *golden.Codec, a, b []byte) bool {
	x, y := c.New(), c.New()
	return len(a) == len(b) && c.Unmarshal(a, x) == nil && c.Unmarshal(b, y) == nil &&
		hasMap(reflect.TypeOf(x).Elem(), nil) && diff(reflect.ValueOf(x).Elem(), reflect.ValueOf(y).Elem()) == ""
}

func hasMap(t reflect.Type, seen []reflect.Type) bool {
	for _, s := range seen {
		if s == t {
			return false
		}
	}
	seen = append(seen, t)
	switch t.Kind() {
	case reflect.Map:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return hasMap(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if hasMap(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

// invalid checks that an input is refused, or read as the original reads it.
func invalid(t *testing.T, at string, c *golden.Codec, v vectors.Vector, input []byte) string {
	t.Helper()
	got := c.New()
	n, err := c.Decode(input, got)
	if err != nil {
		if strings.HasPrefix(v.Original, "accepts") {
			t.Logf("%s: refused, while the original accepts it: %v", at, err)
			return "refused beyond the original"
		}
		return "refused"
	}
	if !strings.HasPrefix(v.Original, "accepts") {
		t.Errorf("%s: accepted, the original: %s", at, v.Original)
		return "wrong"
	}
	if v.Consumed != nil && *v.Consumed != n {
		t.Errorf("%s: used %d bytes, the original %d", at, n, *v.Consumed)
	}
	want := c.New()
	for field, raw := range v.Decoded {
		set(t, reflect.ValueOf(want).Elem().FieldByName(field), raw)
	}
	if d := diff(reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem()); d != "" && v.Decoded != nil {
		t.Errorf("%s: unmarshalled %s", at, d)
	}
	return "accepted as by the original"
}

// set fills v from the neutral form of the vectors.
func set(t testing.TB, v reflect.Value, raw json.RawMessage) {
	t.Helper()
	if err := vectors.Set(v, raw); err != nil {
		t.Fatal(err)
	}
}

// diff returns where and how two values differ: floats by their bits, times by
// their instant, nil and empty as different.
func diff(want, got reflect.Value) string {
	differ := func() string { return fmt.Sprintf(": %v instead of %v", brief(got), brief(want)) }
	if want.Type() == reflect.TypeFor[time.Time]() {
		if !want.Interface().(time.Time).Equal(got.Interface().(time.Time)) {
			return differ()
		}
		return ""
	}
	switch want.Kind() {
	case reflect.Struct:
		for i := range want.NumField() {
			if d := diff(want.Field(i), got.Field(i)); d != "" {
				return "." + want.Type().Field(i).Name + d
			}
		}
	case reflect.Float32, reflect.Float64:
		if math.Float64bits(want.Float()) != math.Float64bits(got.Float()) {
			return differ()
		}
	case reflect.Pointer:
		if want.IsNil() || got.IsNil() {
			if want.IsNil() != got.IsNil() {
				return differ()
			}
			return ""
		}
		return diff(want.Elem(), got.Elem())
	case reflect.Interface:
		if want.IsNil() || got.IsNil() || want.Elem().Type() != got.Elem().Type() {
			if want.IsNil() && got.IsNil() {
				return ""
			}
			return differ()
		}
		return diff(want.Elem(), got.Elem())
	case reflect.Slice, reflect.Array:
		if want.Len() != got.Len() || want.Kind() == reflect.Slice && want.IsNil() != got.IsNil() {
			return differ()
		}
		for i := range want.Len() {
			if d := diff(want.Index(i), got.Index(i)); d != "" {
				return "[" + strconv.Itoa(i) + "]" + d
			}
		}
	case reflect.Map:
		if want.Len() != got.Len() || want.IsNil() != got.IsNil() {
			return differ()
		}
		for _, k := range want.MapKeys() {
			if !got.MapIndex(k).IsValid() {
				return ": no key " + k.String()
			}
			if d := diff(want.MapIndex(k), got.MapIndex(k)); d != "" {
				return "[" + k.String() + "]" + d
			}
		}
	default:
		if !want.Equal(got) {
			return differ()
		}
	}
	return ""
}

func brief(v reflect.Value) string {
	s := fmt.Sprintf("%#v", v)
	if len(s) > 100 || !utf8.ValidString(s) {
		s = strconv.QuoteToASCII(s[:min(len(s), 100)])
	}
	return s
}
