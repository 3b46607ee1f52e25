package testrt

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// Values makes values that a format keeps, and compares what it made of them.
type Values struct {
	merges, flat, coarse, noNil, narrow, any bool

	fields        map[string]bool // types whose methods are not called, by their names
	one           map[string]bool // structs of which one field is set, by their names
	omit, reached map[string]bool // fields, by struct and name
	holds         map[string][]reflect.Type
}

// Maker makes the same values in each run.
type Maker struct {
	*rand.Rand
	Values
	entries int   // of a map, at most
	failed  *bool // the methods of a type made no value of any text
	deep    *int  // pointers below those that chance makes
}

// make fills the value that v points to: with zeros for round 0. It reports
// whether it could: the methods of a type may take none of the texts that are
// tried, and then what they are of is zero.
func (values Values) make(v any, round, entries int) bool {
	m := Maker{rand.New(rand.NewPCG(uint64(round), 1)), values, entries, new(bool), new(int)}
	if round > 0 || values.noNil {
		m.fill(reflect.ValueOf(v).Elem(), 3, "", 0)
	}
	return !*m.failed
}

// Texts are tried in turn on types that read themselves from text.
var Texts = []string{"12.5", "12", "192.0.2.1", "192.0.2.0/24", "192.0.2.1:80", "https://example.com/a", "2026-01-02T03:04:05Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "00ff", "true", "a", ""}

// own fills v by its own methods, if it has any, and reports whether it did.
func (m Maker) own(v reflect.Value) bool {
	if m.plain(v.Type()) {
		return false
	}
	if IsTime(v.Type()) {
		v.Set(reflect.ValueOf(time.Unix(m.Int64N(1<<32), 100*m.Int64N(1e7)).UTC()).Convert(v.Type()))
		return true
	}
	switch x := v.Addr().Interface().(type) {
	case *time.Location:
		*x = *time.UTC // the zero Location has no name that any is found by
		return true
	case encoding.TextUnmarshaler:
		for _, text := range Texts {
			if x.UnmarshalText([]byte(text)) == nil {
				return true
			}
		}
	case json.Unmarshaler:
		for _, text := range Texts {
			quoted, _ := json.Marshal(text)
			if x.UnmarshalJSON(quoted) == nil || x.UnmarshalJSON([]byte(text)) == nil {
				return true
			}
		}
	case encoding.BinaryUnmarshaler:
		for _, text := range Texts {
			if v.Kind() == reflect.Struct && x.UnmarshalBinary([]byte(text)) == nil {
				return true
			}
		}
	default:
		return false
	}
	*m.failed = true
	v.SetZero()
	return true
}

// plain reports whether a t goes by its fields, whatever methods it has.
func (values Values) plain(t reflect.Type) bool {
	return values.fields[Named(t)] || Promotes(t, making)
}

// Named returns the name of t with its package, one for all instances of a generic type.
func Named(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return t.PkgPath() + "." + name
}

// IsTime reports whether t is time.Time, or declared as it.
func IsTime(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.ConvertibleTo(reflect.TypeFor[time.Time]())
}

// making are the methods that values are made and shown by.
var making = []string{"UnmarshalText", "UnmarshalJSON", "UnmarshalBinary", "MarshalText", "String"}

// Promotes reports whether t may have one of the methods from something that it embeds,
// which is not all of it, or a pointer: of nil there is nothing to call.
func Promotes(t reflect.Type, methods []string) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	if t.NumField() == 1 && t.Field(0).Type.Kind() != reflect.Pointer {
		return t.Field(0).Anonymous && Promotes(t.Field(0).Type, methods)
	}
	for i := range t.NumField() {
		for _, method := range methods {
			f := t.Field(i)
			_, value := f.Type.MethodByName(method)
			_, pointer := reflect.PointerTo(f.Type).MethodByName(method)
			if f.Anonymous && (value || pointer) {
				return true
			}
		}
	}
	return false
}

// hides reports whether a t has state that is not carried field by field.
func (values Values) hides(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() && !values.carries(t, f) {
			return true
		}
	}
	return false
}

// deepest is below how many pointers a nil may be one of a type that holds itself.
const deepest = 20

// manyDeep are more pointers than a value has of types that end: one that holds itself twice would
// have a million.
const manyDeep = 1 << 12

func (m Maker) fill(v reflect.Value, depth int, field string, most int) {
	if m.own(v) {
		return
	}
	size := func(n int) int {
		if most > 0 && n > most {
			return most
		}
		return n
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(m.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := []int64{0, -1, math.MinInt64, math.MaxInt64, int64(m.Uint64()) >> m.IntN(64)}[m.IntN(5)]
		shift := 64 - v.Type().Bits()
		if v.Kind() == reflect.Int && m.narrow {
			shift = 32
		}
		v.SetInt(n >> shift)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n := []uint64{0, 1, math.MaxUint64, m.Uint64() >> m.IntN(64)}[m.IntN(4)]
		shift := 64 - v.Type().Bits()
		if v.Kind() == reflect.Uint && m.narrow {
			shift = 32
		}
		v.SetUint(n >> shift)
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, 0.5, -1, math.MaxFloat32, m.NormFloat64()}[m.IntN(5)])
	case reflect.String:
		text := []string{"", "a", "Gr\u00fc\u00dfe <&> \u65e5\u672c\u8a9e \U0001d11e", strings.Repeat("long ", 60)}[m.IntN(4)]
		if most > 0 && len(text) > most {
			text = text[:0]
		}
		v.SetString(text)
	case reflect.Slice:
		if depth > 0 && m.IntN(4) > 0 {
			n := size(1 + m.IntN(4))
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				m.fill(v.Index(i), depth-1, field, 0)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			m.fill(v.Index(i), depth, field, 0)
		}
	case reflect.Map:
		if depth > 0 && m.IntN(4) > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range size(1 + m.IntN(m.entries)) {
				key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				m.fill(key, depth-1, field, 0)
				m.fill(elem, depth-1, field, 0)
				if key.Comparable() { // not a slice or map that an interface holds
					v.SetMapIndex(key, elem)
				}
			}
		}
	case reflect.Pointer:
		// Formats without nil have types that end, but methods may carry one that does not.
		if depth <= 0 {
			*m.deep++
		}
		if m.noNil && depth > -deepest && *m.deep < manyDeep || depth > 0 && m.IntN(4) > 0 {
			x := reflect.New(v.Type().Elem())
			m.fill(x.Elem(), depth-1, field, 0)
			v.Set(x)
		}
	case reflect.Interface:
		list := m.holds[field]
		if name := v.Type().PkgPath() + "." + v.Type().Name(); m.holds[name] != nil {
			list = m.holds[name]
		}
		if m.any && v.NumMethod() == 0 {
			list = []reflect.Type{reflect.TypeFor[bool](), reflect.TypeFor[float64](), reflect.TypeFor[string](), reflect.TypeFor[[]any](), reflect.TypeFor[map[string]any]()}
		}
		if i := m.IntN(len(list) + 1); i > 0 && depth > 0 {
			x := reflect.New(list[i-1]).Elem()
			if m.fill(x, depth-1, field, 0); x.Kind() == reflect.Pointer && x.IsNil() { // which methods of messages do not expect
				x.Set(reflect.New(x.Type().Elem()))
			}
			v.Set(x)
		}
	case reflect.Struct:
		if v.Type().Name() != "" && !m.plain(v.Type()) {
			m.fields = nil // what holds it is carried by methods, and so is what it holds
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); m.carries(v.Type(), f) {
				_, limit, _ := strings.Cut(string(f.Tag), "maxlen=")
				most := 0
				fmt.Sscanf(limit, "%d", &most)
				m.fill(Reach(v.Field(i)), depth, Place(v.Type(), f), most)
			}
		}
		if m.one[Named(v.Type())] {
			set := m.IntN(v.NumField())
			for i := range v.NumField() {
				if i != set {
					Reach(v.Field(i)).SetZero()
				}
			}
		}
	}
}

// carries reports whether the field f of a t is carried.
func (values Values) carries(t reflect.Type, f reflect.StructField) bool {
	place := Place(t, f)
	return !values.omit[place] && (f.IsExported() || values.reached[place] || f.Anonymous && f.Type.Kind() == reflect.Struct)
}

// Place names the field f of a t, in all instances of a generic type.
func Place(t reflect.Type, f reflect.StructField) string {
	return Named(t) + "." + f.Name
}

// Reach returns v, a field, as one that may be read and set, also if its name is
// not exported.
func Reach(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	}
	return v
}

// diff says where b, which was read, differs from a, which was written.
func (values Values) diff(path string, a, b reflect.Value) string {
	differs := func() string { return fmt.Sprintf("%s: %#v instead of %#v", path, b, a) }
	if a.CanAddr() && b.CanAddr() && IsTime(a.Type()) {
		moment := reflect.TypeFor[*time.Time]()
		x, y := a.Addr().Convert(moment).Interface().(*time.Time), b.Addr().Convert(moment).Interface().(*time.Time)
		if !x.Equal(*y) && !(values.coarse && x.IsZero()) {
			return differs()
		}
		return ""
	}
	if a.CanAddr() && b.CanAddr() && !values.plain(a.Type()) {
		switch x := a.Addr().Interface().(type) {
		case encoding.TextMarshaler:
			text, err := x.MarshalText()
			again, err2 := b.Addr().Interface().(encoding.TextMarshaler).MarshalText()
			if err == nil && (err2 != nil || string(text) != string(again)) {
				return differs()
			}
			if err == nil {
				return ""
			}
		case fmt.Stringer:
			// Of a value that was made up, the method may panic.
			if text := fmt.Sprint(x); values.hides(a.Type()) && !strings.Contains(text, "(PANIC=") {
				if text != fmt.Sprint(b.Addr().Interface()) {
					return differs()
				}
				return ""
			}
		}
	}
	switch a.Kind() {
	case reflect.Float32, reflect.Float64:
		if math.Float64bits(a.Float()) != math.Float64bits(b.Float()) {
			return differs()
		}
	case reflect.Slice:
		if a.Len() != b.Len() || !values.merges && a.IsNil() != b.IsNil() {
			return differs()
		}
		fallthrough
	case reflect.Array:
		for i := range a.Len() {
			if d := values.diff(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); d != "" {
				return d
			}
		}
	case reflect.Map:
		if a.Len() != b.Len() || !values.merges && a.IsNil() != b.IsNil() {
			return differs()
		}
		for _, key := range a.MapKeys() {
			x, y := reflect.New(a.Type().Elem()).Elem(), reflect.New(a.Type().Elem()).Elem()
			x.Set(a.MapIndex(key))
			if got := b.MapIndex(key); got.IsValid() {
				y.Set(got)
			} else if !Vague(key) {
				return fmt.Sprintf("%s: no key %v", path, key)
			} else {
				continue
			}
			if d := values.diff(fmt.Sprintf("%s[%v]", path, key), x, y); d != "" {
				return d
			}
		}
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() && !(values.flat && ToNil(a) && ToNil(b)) {
				return differs()
			}
			return ""
		}
		if a.Elem().Type() != b.Elem().Type() {
			return differs()
		}
		x, y := a.Elem(), b.Elem()
		if a.Kind() == reflect.Interface {
			x, y = reflect.New(x.Type()).Elem(), reflect.New(y.Type()).Elem()
			x.Set(a.Elem())
			y.Set(b.Elem())
		}
		return values.diff(path, x, y)
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); values.carries(a.Type(), f) {
				if d := values.diff(path+"."+f.Name, Reach(a.Field(i)), Reach(b.Field(i))); d != "" {
					return d
				}
			}
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		if !a.Equal(b) {
			return differs()
		}
	}
	return ""
}

// ToNil reports whether v is nil, or a pointer to a slice or map that is.
func ToNil(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || ToNil(v.Elem())
	case reflect.Slice, reflect.Map, reflect.Interface:
		return v.IsNil()
	}
	return false
}

// Vague reports whether key may be equal to another one that is not the same: a
// NaN, a time in another zone, a pointer.
func Vague(key reflect.Value) bool {
	switch key.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return false
	}
	return true
}

// same returns where what v points to differs from what w points to.
func (values Values) same(v, w any) string {
	return values.diff("", reflect.ValueOf(v).Elem(), reflect.ValueOf(w).Elem())
}

// Pairs are methods that carry a type, the one that writes and the one that reads.
var Pairs = [][2]string{{"MarshalBinary", "UnmarshalBinary"}, {"MarshalText", "UnmarshalText"}, {"MarshalJSON", "UnmarshalJSON"}, {"GobEncode", "GobDecode"}, {"Marshal", "Unmarshal"}}

// lossy returns the path of a part of v that has methods of its own which do not give it back, and
// their names: they do not write it, do not read what they write, or read something else. Both are
// empty for none.
func (values Values) lossy(path string, v reflect.Value, depth int) (at, methods string) {
	if !v.CanAddr() {
		x := reflect.New(v.Type()).Elem()
		x.Set(v)
		v = x
	}
	if v.Type().Name() != "" && !IsTime(v.Type()) && !values.fields[Named(v.Type())] {
		for _, pair := range Pairs {
			if !values.givenBack(v.Addr(), pair) {
				return path, Named(v.Type()) + "'s " + pair[0] + " and " + pair[1]
			}
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && depth < deepest {
			return values.lossy(path, v.Elem(), depth+1)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && methods == ""; i++ {
			at, methods = values.lossy(fmt.Sprintf("%s[%d]", path, i), v.Index(i), depth)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if methods == "" {
				at, methods = values.lossy(path, key, depth)
			}
			if methods == "" {
				at, methods = values.lossy(fmt.Sprintf("%s[%v]", path, key), v.MapIndex(key), depth)
			}
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && methods == ""; i++ {
			if f := v.Type().Field(i); values.carries(v.Type(), f) {
				at, methods = values.lossy(path+"."+f.Name, Reach(v.Field(i)), depth)
			}
		}
	}
	return at, methods
}

// givenBack reports whether a pair of methods, if there is one, gives back what p points to.
func (values Values) givenBack(p reflect.Value, pair [2]string) (back bool) {
	defer func() { back = recover() == nil && back }()
	fresh := reflect.New(p.Type().Elem())
	for _, method := range pair {
		if !p.MethodByName(method).IsValid() {
			return true
		}
	}
	write, writes := p.MethodByName(pair[0]).Interface().(func() ([]byte, error))
	read, reads := fresh.MethodByName(pair[1]).Interface().(func([]byte) error)
	if !writes || !reads {
		return true
	}
	data, err := write()
	if Promotes(p.Type().Elem(), pair[:]) { // what is promoted gives back a part
		return err == nil
	}
	return err == nil && read(data) == nil && values.diff("", p.Elem(), fresh.Elem()) == ""
}
