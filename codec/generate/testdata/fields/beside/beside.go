// Package beside makes values of types that others declared, has generated code write and
// read them, and tells what came back otherwise. It knows nothing of the generator but the
// sentences in which that announces what a format does not keep.
package beside

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// Codec is the code of a type in a format.
type Codec struct {
	Name string
	Said []string // what the head of the file says, by paragraphs
	JSON bool     // encoding/json writes and reads the same
}

// values is how many values of a type are made.
const values = 200

// Check writes and reads made-up values. It logs how they came back, in a word, and fails
// for what did otherwise than is said.
func Check[T any](t *testing.T, c Codec, marshal func(v *T) ([]byte, error), unmarshal func(data []byte, v *T) error) {
	t.Helper()
	count, differ := 0, false
	told := map[string]bool{}
	var first error
	for seed := range uint64(values) {
		m := maker{rand.New(rand.NewPCG(seed, 7))}
		v := new(T)
		m.fill(reflect.ValueOf(v).Elem(), 5)
		data, err := written(marshal, v)
		if c.JSON {
			beside(t, v, data, err, unmarshal)
		}
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		count++
		back := new(T)
		if err := unmarshal(data, back); err != nil {
			if !c.JSON { // encoding/json has the same error
				t.Errorf("seed %d: what was written is not read: %v", seed, err)
			}
			continue
		}
		if c.JSON {
			continue
		}
		var around []part
		comparing{c.carried(), map[reflect.Type]string{}, &around}.compare("", reflect.ValueOf(v).Elem(), reflect.ValueOf(back).Elem(), func(path, kind string, was, is reflect.Value) {
			differ = true
			if told[path+kind] {
				return
			}
			told[path+kind] = true
			if !c.says(path, kind, around) {
				t.Errorf("seed %d: %s (%s): %.200s came back as %.200s, which nothing says", seed, path, kind, show(was), show(is))
			}
		})
	}
	switch {
	case count == 0:
		t.Logf("outcome %s none: %v", c.Name, first)
	case differ:
		t.Logf("outcome %s said", c.Name)
	default:
		t.Logf("outcome %s whole", c.Name)
	}
}

// written is what marshal makes of v. Methods of its types may panic for what is made up.
func written[T any](marshal func(v *T) ([]byte, error), v *T) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return marshal(v)
}

// beside compares what was written of v, and what is read of that, with encoding/json.
func beside[T any](t *testing.T, v *T, data []byte, err error, unmarshal func(data []byte, v *T) error) {
	t.Helper()
	want, wantErr := written(func(v *T) ([]byte, error) { return json.Marshal(v) }, v)
	if (err == nil) != (wantErr == nil) || err == nil && !bytes.Equal(data, want) {
		t.Errorf("written %.300s, %v; encoding/json writes %.300s, %v", data, err, want, wantErr)
		return
	}
	if err != nil {
		return
	}
	a, b := new(T), new(T)
	if err, wantErr := unmarshal(data, a), json.Unmarshal(data, b); fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(a, b) {
		t.Errorf("%.300s is read as %.300s, %v; encoding/json reads %.300s, %v", data, fmt.Sprintf("%+v", a), err, fmt.Sprintf("%+v", b), wantErr)
	}
}

var place = regexp.MustCompile(`[^\s,]+`)

// says reports whether a sentence announces a difference at a place, or wherever a type stands
// that lies around it.
func (c Codec) says(path, kind string, around []part) bool {
	return slices.ContainsFunc(c.Said, func(line string) bool {
		if kind == "zone" && strings.Contains(line, "Format ") {
			return zones.MatchString(line)
		}
		what, places, ok := cutLast(line, ": ")
		if !ok {
			return false
		}
		switch kind {
		case "nil", "zone", "time":
			if !strings.Contains(what, "nil") && kind == "nil" && !strings.Contains(what, "leaves out") && !strings.Contains(what, "left out") {
				return false
			}
		}
		places, types, _ := strings.Cut(places, ", and wherever else ")
		elsewhere := strings.Split(strings.TrimSuffix(strings.TrimSuffix(types, "."), " stands"), ", ")
		return slices.ContainsFunc(place.FindAllString(places, -1), func(at string) bool {
			at = strings.TrimSuffix(at, ".")
			for _, p := range around {
				within, ok := strings.CutPrefix(path, p.path)
				if ok && slices.Contains(elsewhere, p.typ) && ("."+at == within || strings.HasSuffix(at, within)) {
					return true
				}
			}
			rest, ok := strings.CutPrefix(path, at)
			return ok && (rest == "" || strings.ContainsAny(rest[:1], ".[") && kind != "nil" || strings.Contains(what, "left out") || strings.Contains(what, "leaves out"))
		})
	})
}

var zones = regexp.MustCompile(`(?i)\b(utc|zones?|instants?|unix|nanoseconds)\b`)

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// maker makes values.
type maker struct{ *rand.Rand }

// texts are what types read that have a state of their own.
var texts = []string{
	"1", "12.5", "2020-02-03T04:05:06.789Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "192.0.2.1",
	"bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy", "0102030405060708", "01020304", "010203", "2020-02-03", "a", "https://example.com/a?b=c", "true",
}

var (
	timeType    = reflect.TypeFor[time.Time]()
	rawType     = reflect.TypeFor[json.RawMessage]()
	numberType  = reflect.TypeFor[json.Number]()
	textMarshal = reflect.TypeFor[encoding.TextMarshaler]()
)

// fill sets v, which can be set, to a value with so many levels below it at most.
func (m maker) fill(v reflect.Value, depth int) {
	t := v.Type()
	switch t {
	case timeType:
		if m.IntN(6) > 0 {
			at := time.Unix(m.Int64N(4e9), m.Int64N(1e7)*100).UTC()
			if m.IntN(3) == 0 {
				at = at.In(time.FixedZone("", 3600*(m.IntN(24)-12)))
			}
			v.Set(reflect.ValueOf(at))
		}
		return
	case rawType:
		v.SetBytes([]byte(`{"a":[1,"b"]}`))
		return
	case numberType:
		v.SetString("12")
		return
	}
	if t.Kind() == reflect.Struct && hidden(t) && m.own(v) {
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(m.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(m.IntN(4))
		switch m.IntN(8) {
		case 0:
			n = -m.Int64N(1 << 31)
		case 1:
			n = m.Int64() // cut to the width
		case 2:
			n = math.MinInt64 >> (64 - t.Bits())
		}
		v.SetInt(n << (64 - t.Bits()) >> (64 - t.Bits()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n := uint64(m.IntN(200))
		switch m.IntN(8) {
		case 0:
			n = m.Uint64()
		case 1:
			n = math.MaxUint64
		}
		v.SetUint(n << (64 - t.Bits()) >> (64 - t.Bits()))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 1, -2.5, 1e-7, 123456789, float64(float32(m.NormFloat64()))}[m.IntN(6)])
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(m.NormFloat64(), 1))
	case reflect.String:
		v.SetString([]string{"", "a", "ä<&>", "text \" of some length \\ and\n two lines", fmt.Sprint(m.IntN(1000))}[m.IntN(5)])
	case reflect.Slice:
		if n := m.IntN(4) - 1; n >= 0 && (depth > 0 || n == 0) {
			v.Set(reflect.MakeSlice(t, n, n))
			for i := range n {
				m.fill(v.Index(i), depth-1)
			}
		}
	case reflect.Array:
		for i := range t.Len() {
			m.fill(v.Index(i), depth-1)
		}
	case reflect.Map:
		if n := m.IntN(4) - 1; n >= 0 && (depth > 0 || n == 0) {
			v.Set(reflect.MakeMap(t))
			for range n {
				key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
				m.fill(key, depth-1)
				m.fill(elem, depth-1)
				v.SetMapIndex(key, elem)
			}
		}
	case reflect.Pointer:
		if depth > 0 && m.IntN(4) > 0 {
			v.Set(reflect.New(t.Elem()))
			m.fill(v.Elem(), depth-1)
		}
	case reflect.Interface:
		if t.NumMethod() == 0 {
			if x := []any{nil, "text", 1.5, true, []any{"a", 2.5}, map[string]any{"a": "b"}}[m.IntN(6)]; x != nil {
				v.Set(reflect.ValueOf(x))
			}
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if v.Field(i).CanSet() {
				m.fill(v.Field(i), depth-1)
			}
		}
	}
}

// hidden reports whether a struct has a field that others do not reach.
func hidden(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() {
			return true
		}
	}
	return false
}

// own has a type with a state of its own read a text, and reports whether it did.
func (m maker) own(v reflect.Value) bool {
	start := m.IntN(len(texts))
	for i := range texts {
		text := texts[(start+i)%len(texts)]
		switch p := v.Addr().Interface().(type) {
		case encoding.TextUnmarshaler:
			if p.UnmarshalText([]byte(text)) == nil {
				return true
			}
		case json.Unmarshaler:
			if quoted, _ := json.Marshal(text); p.UnmarshalJSON(quoted) == nil || p.UnmarshalJSON([]byte(text)) == nil {
				return true
			}
		default:
			return false
		}
		v.SetZero()
	}
	return false
}

// comparing is one comparison. Of what lies in a struct of the same type, the path of the
// outermost is told.
type comparing struct {
	carried string // by methods, which may write what they like
	open    map[reflect.Type]string
	around  *[]part // the parts that the comparison is in
}

// part is a part of a value, and where it stands.
type part struct{ typ, path string }

// carried returns the sentences that name types whose own methods carry them.
func (c Codec) carried() (text string) {
	for _, line := range c.Said {
		if strings.Contains(line, "carried by their methods") {
			text += line
		}
	}
	return text
}

// compare tells where b differs from a, and how: in "nil", where one of them is nil and the
// other empty; in "zone", where times are the same instant; or in its "value".
func (c comparing) compare(path string, a, b reflect.Value, differ func(path, kind string, was, is reflect.Value)) {
	t := a.Type()
	*c.around = append(*c.around, part{t.String(), path})
	defer func() { *c.around = (*c.around)[:len(*c.around)-1] }()
	if t == timeType {
		x, y := a.Interface().(time.Time), b.Interface().(time.Time)
		_, xo := x.Zone()
		_, yo := y.Zone()
		if !x.Equal(y) {
			differ(path, "time", a, b)
		} else if xo != yo {
			differ(path, "zone", a, b)
		}
		return
	}
	if t.Name() != "" && strings.Contains(c.carried, " "+t.String()+" (") {
		x, _ := json.Marshal(a.Interface())
		if y, _ := json.Marshal(b.Interface()); !bytes.Equal(x, y) {
			differ(path, "value", a, b)
		}
		return
	}
	switch t.Kind() {
	case reflect.Float32, reflect.Float64:
		if math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
			differ(path, "value", a, b)
		}
	case reflect.Slice, reflect.Map:
		if a.Len() != b.Len() {
			differ(path, "value", a, b)
			return
		}
		if a.IsNil() != b.IsNil() {
			differ(path, "nil", a, b)
			return
		}
		if t.Kind() == reflect.Map {
			for _, key := range a.MapKeys() {
				if elem := b.MapIndex(key); elem.IsValid() {
					c.compare(path+"[value]", a.MapIndex(key), elem, differ)
				} else {
					differ(path+"[key]", "value", key, b)
				}
			}
			return
		}
		for i := range a.Len() {
			c.compare(path+"[]", a.Index(i), b.Index(i), differ)
		}
	case reflect.Array:
		for i := range a.Len() {
			c.compare(path+"[]", a.Index(i), b.Index(i), differ)
		}
	case reflect.Pointer, reflect.Interface:
		switch {
		case a.IsNil() && b.IsNil():
		case a.IsNil() != b.IsNil():
			kind := "value"
			if !a.IsNil() && t.Kind() == reflect.Pointer && empty(a.Elem()) {
				kind = "nil"
			}
			differ(path, kind, a, b)
		case a.Elem().Type() != b.Elem().Type():
			differ(path, "value", a, b)
		default:
			c.compare(path, a.Elem(), b.Elem(), differ)
		}
	case reflect.Struct:
		if hidden(t) && t.Implements(textMarshal) {
			x, xe := a.Interface().(encoding.TextMarshaler).MarshalText()
			y, ye := b.Interface().(encoding.TextMarshaler).MarshalText()
			if !bytes.Equal(x, y) || fmt.Sprint(xe) != fmt.Sprint(ye) {
				differ(path, "value", a, b)
			}
			return
		}
		if at, ok := c.open[t]; ok {
			path = at
		} else {
			c.open[t] = path
			defer delete(c.open, t)
		}
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
				c.compare(strings.TrimPrefix(path+"."+f.Name, "."), a.Field(i), b.Field(i), differ)
			}
		}
		if _, message := t.FieldByName("sizeCache"); message {
			return // the state of a message holds nothing of its value
		}
		if fields := unexported(a, b); fields != "" {
			differ(strings.TrimPrefix(path+"."+fields, "."), "value", a, b)
		}
	default:
		if a.CanInterface() && a.Comparable() && !a.Equal(b) {
			differ(path, "value", a, b)
		}
	}
}

// unexported names a field that others do not reach in which a and b differ, of the kinds
// that a text can have set.
func unexported(a, b reflect.Value) string {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if f.IsExported() || f.Anonymous {
			continue
		}
		switch f.Type.Kind() {
		case reflect.String, reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint64:
			if !a.Field(i).Equal(b.Field(i)) {
				return f.Name
			}
		}
	}
	return ""
}

// empty reports whether v is a nil or empty list, map or pointer, or a zero value, which some
// formats do not tell from nil behind a pointer.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func show(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	return fmt.Sprintf("%#v", v)
}
