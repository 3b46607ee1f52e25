package deep

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
	"unsafe"
)

// The kinds of findings: what a value may lose on its way without being another
// value.
const (
	NilEmpty    = "nil merged with empty"
	ZoneLost    = "time zone changed"
	Unexported  = "unexported field not carried"
	DynamicType = "dynamic type changed"
)

var (
	binaryMarshaler = reflect.TypeFor[encoding.BinaryMarshaler]()
	textMarshaler   = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshaler   = reflect.TypeFor[json.Marshaler]()
)

// Result is the outcome of a comparison.
type Result struct {
	// Differs is set when the values differ; Path is then the field path of
	// the first difference, empty for the root, and Want and Got say shortly
	// what stands there.
	Differs   bool
	Path      string
	Want, Got string

	Findings []Finding // one of each kind, with the first path
}

// Loses reports whether something of the value is gone: it differs, or state in
// unexported fields that nobody compares by a method does.
func (r Result) Loses() bool { return r.Differs || r.unexported() != nil }

func (r Result) unexported() *Finding {
	for i := range r.Findings {
		if r.Findings[i].Kind == Unexported {
			return &r.Findings[i]
		}
	}
	return nil
}

// String says on one line where the values differ, or which unexported state does.
func (r Result) String() string {
	if !r.Differs {
		if f := r.unexported(); f != nil {
			return f.Path + ": unexported state is lost: " + f.Detail
		}
		return "equal"
	}
	path := r.Path
	if path == "" {
		path = "the value"
	}
	return path + ": want " + r.Want + ", got " + r.Got
}

// Finding is a loss that is no difference.
type Finding struct {
	Kind, Path, Detail string
}

// Compare compares what the pointers want and got of one type point to.
//
//   - Floats are equal when their bits are, so NaN equals itself and -0 is not 0.
//   - Times are equal when the instants are; another zone is a finding; the
//     monotonic clock reading is ignored.
//   - A nil slice or map equals an empty one, which is a finding. A nil pointer
//     equals nothing else.
//   - Structs that show nothing but methods are compared by their Equal method
//     or their binary or text form, and of others the unexported fields by Equal,
//     where they have it. Any other unexported field that was not zero and differs
//     is a finding, unless it is none of the value's state: tagged assay:"-", a
//     lock, or the bookkeeping of a protobuf message.
//   - What an interface holds may come back as another type with the same
//     content (int8(5) as uint64(5), []string as []any), which is a finding.
//   - Channels, functions and unsafe pointers are equal when both are nil or
//     both are not.
//
// Cycles end the comparison where they close. Of several differences, and of several
// findings of a kind, the first in the order of the fields, the elements and the keys
// is named, so that the same values always give the same result.
func Compare(want, got any) Result {
	compare := func(inOrder bool) (Result, bool) {
		var r Result
		c := comparer{res: &r, seen: map[[2]visit]bool{}, inOrder: inOrder}
		c.equal(reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem())
		return r, c.unordered
	}
	r, unordered := compare(false)
	if unordered && (r.Differs || len(r.Findings) > 0) { // sorting keys is for when there is something to say
		r, _ = compare(true)
	}
	return r
}

type comparer struct {
	res  *Result
	path []step
	seen map[[2]visit]bool

	inOrder   bool // maps are walked in the order of their keys
	unordered bool // a map was not
}

// step is one step of a path; it is formatted only when something is to be said
// there.
type step struct {
	field string
	index int
	key   reflect.Value
}

// in compares want with got, which are one step further.
func (c *comparer) in(s step, want, got reflect.Value) bool {
	c.path = append(c.path, s)
	ok := c.equal(want, got)
	c.path = c.path[:len(c.path)-1]
	return ok
}

func (c *comparer) at() string {
	var b strings.Builder
	for _, s := range c.path {
		switch {
		case s.field != "":
			b.WriteString("." + s.field)
		case s.key.IsValid():
			b.WriteString("[" + show(s.key) + "]")
		default:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return strings.TrimPrefix(b.String(), ".")
}

func (c *comparer) differ(want, got string) bool {
	if !c.res.Differs {
		c.res.Differs, c.res.Path, c.res.Want, c.res.Got = true, c.at(), want, got
	}
	return false
}

func (c *comparer) find(kind, detail string) {
	for _, f := range c.res.Findings {
		if f.Kind == kind {
			return
		}
	}
	c.res.Findings = append(c.res.Findings, Finding{kind, c.at(), detail})
}

// open notes that the pair is being compared and reports whether it was not
// before.
func (c *comparer) open(want, got reflect.Value, length int) bool {
	key := [2]visit{{want.Pointer(), length, want.Type()}, {got.Pointer(), length, got.Type()}}
	if c.seen[key] {
		return false
	}
	c.seen[key] = true
	return true
}

func (c *comparer) equal(want, got reflect.Value) bool {
	t := want.Type()
	switch t.Kind() {
	case reflect.Pointer:
		if want.IsNil() || got.IsNil() {
			return want.IsNil() == got.IsNil() || c.differ(show(want), show(got))
		}
		if want.Pointer() == got.Pointer() || !c.open(want, got, 0) {
			return true
		}
		return c.equal(want.Elem(), got.Elem())
	case reflect.Interface:
		return c.dynamic(want, got)
	case reflect.Slice:
		c.nils(want, got)
		if want.Len() != got.Len() {
			return c.differ(length(want), length(got))
		}
		if want.Len() == 0 || !c.open(want, got, want.Len()) {
			return true
		}
		if numbers(t.Elem()) && same(want.UnsafePointer(), got.UnsafePointer(), uintptr(want.Len())*t.Elem().Size()) {
			return true
		}
		return c.elems(want, got)
	case reflect.Array:
		if numbers(t.Elem()) && want.CanAddr() && got.CanAddr() && same(want.Addr().UnsafePointer(), got.Addr().UnsafePointer(), t.Size()) {
			return true
		}
		return c.elems(want, got)
	case reflect.Map:
		return c.maps(want, got)
	case reflect.Struct:
		return c.structs(want, got)
	}
	return scalar(want, got) || c.differ(show(want), show(got))
}

// numbers reports whether values of t are equal when their bits are.
func numbers(t reflect.Type) bool { return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128 }

// scalar compares two values of one type that has no parts.
func scalar(want, got reflect.Value) bool {
	switch want.Kind() {
	case reflect.Bool:
		return want.Bool() == got.Bool()
	case reflect.String:
		return want.String() == got.String()
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(want.Float()) == math.Float64bits(got.Float())
	case reflect.Complex64, reflect.Complex128:
		w, g := want.Complex(), got.Complex()
		return math.Float64bits(real(w)) == math.Float64bits(real(g)) && math.Float64bits(imag(w)) == math.Float64bits(imag(g))
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return want.IsNil() == got.IsNil()
	}
	if want.CanInt() {
		return want.Int() == got.Int()
	}
	return want.Uint() == got.Uint()
}

func (c *comparer) nils(want, got reflect.Value) {
	if want.IsNil() != got.IsNil() && want.Len() == 0 && got.Len() == 0 {
		detail := "nil came back as empty"
		if got.IsNil() {
			detail = "empty came back as nil"
		}
		c.find(NilEmpty, detail)
	}
}

func (c *comparer) elems(want, got reflect.Value) bool {
	for i := range want.Len() {
		if !c.in(step{index: i}, want.Index(i), got.Index(i)) {
			return false
		}
	}
	return true
}

func (c *comparer) maps(want, got reflect.Value) bool {
	c.nils(want, got)
	if want.Len() != got.Len() {
		return c.differ(length(want), length(got))
	}
	if want.Len() == 0 || !c.open(want, got, 0) {
		return true
	}
	for key, w := range c.entries(want) {
		g := lookup(got, key)
		if !g.IsValid() {
			c.path = append(c.path, step{key: key})
			return c.differ(show(w), "no such key")
		}
		if !c.in(step{key: key}, w, g) {
			return false
		}
	}
	return true
}

// entries returns the keys and elements of a map, in the order of the keys if that is
// asked for.
func (c *comparer) entries(m reflect.Value) iter.Seq2[reflect.Value, reflect.Value] {
	if !c.inOrder {
		c.unordered = c.unordered || m.Len() > 1
		return m.Seq2()
	}
	type entry struct {
		sort       string
		key, value reflect.Value
	}
	var list []entry
	for key, value := range m.Seq2() { // a NaN is not found by its key
		list = append(list, entry{sortText(key), key, value})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return strings.Compare(a.sort, b.sort) })
	return func(yield func(key, value reflect.Value) bool) {
		for _, e := range list {
			if !yield(e.key, e.value) {
				return
			}
		}
	}
}

// sortText is what the keys of a map are sorted by: which order that is matters less
// than that it is always the same. Of pointers it is what they point to.
func sortText(key reflect.Value) string {
	for key.Kind() == reflect.Pointer || key.Kind() == reflect.Interface {
		if key.IsNil() {
			return ""
		}
		key = key.Elem()
	}
	if key.NumMethod() == 0 { // as fmt would, which takes longer
		switch {
		case key.Kind() == reflect.String:
			return key.String()
		case key.CanInt():
			return strconv.FormatInt(key.Int(), 10)
		case key.CanUint() && key.Kind() != reflect.Uintptr:
			return strconv.FormatUint(key.Uint(), 10)
		}
	}
	return fmt.Sprint(key)
}

// lookup finds key in m: by hash where equal keys have equal hashes, and by deep
// comparison where they may not, as for times, pointers and NaN.
func lookup(m, key reflect.Value) reflect.Value {
	if v := m.MapIndex(key); v.IsValid() || plain(key.Type()) && !hasFloat(key.Type()) || key.Kind() == reflect.String {
		return v
	}
	for it := m.MapRange(); it.Next(); {
		if quiet(key, it.Key()) {
			return it.Value()
		}
	}
	return reflect.Value{}
}

func hasFloat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return hasFloat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasFloat(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

func (c *comparer) structs(want, got reflect.Value) bool {
	t := want.Type()
	about := factsOf(t)
	if about.isTime && want.CanInterface() && got.CanInterface() {
		return c.times(want.Convert(timeType).Interface().(time.Time), got.Convert(timeType).Interface().(time.Time))
	}
	if about.opaque && want.CanInterface() && got.CanInterface() {
		return c.methods(want, got) || c.differ(show(want), show(got))
	}
	byMethod := about.equalMethod && want.CanInterface() && got.CanInterface()
	if byMethod && about.hides && !c.methods(want, got) {
		return c.differ(show(want), show(got))
	}
	want, got = addressable(want), addressable(got)
	for i, f := range about.fields {
		if !f.reachable {
			// What was zero is no loss: decoders may keep state there.
			if f.state && !byMethod && !want.Field(i).IsZero() && !quiet(exposed(want.Field(i)), exposed(got.Field(i))) {
				c.path = append(c.path, step{field: f.name})
				c.find(Unexported, "was "+show(want.Field(i))+", is "+show(got.Field(i)))
				c.path = c.path[:len(c.path)-1]
			}
			continue
		}
		if !c.in(step{field: f.name}, want.Field(i), got.Field(i)) {
			return false
		}
	}
	return true
}

// addressable returns v, or a copy of it that has an address.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() || !v.CanInterface() {
		return v
	}
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}

// exposed returns what an unexported field holds as if it were exported, so that
// it is compared by its methods like anything else.
func exposed(field reflect.Value) reflect.Value {
	if field.CanInterface() || !field.CanAddr() {
		return field
	}
	return reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
}

// quiet compares without leaving a trace, all state counted.
func quiet(want, got reflect.Value) bool {
	var r Result
	c := comparer{res: &r, seen: map[[2]visit]bool{}}
	return c.equal(want, got) && !r.Loses()
}

func (c *comparer) times(want, got time.Time) bool {
	if !want.Equal(got) {
		return c.differ(want.Format(time.RFC3339Nano), got.Format(time.RFC3339Nano))
	}
	wname, woff := want.Zone()
	gname, goff := got.Zone()
	if woff != goff || wname != gname || want.Location().String() != got.Location().String() {
		c.find(ZoneLost, fmt.Sprintf("%s (UTC%+d s) came back as %s (UTC%+d s)", want.Location(), woff, got.Location(), goff))
	}
	return true
}

func (c *comparer) methods(want, got reflect.Value) bool {
	if equalMethod(want.Type()) {
		return want.MethodByName("Equal").Call([]reflect.Value{got})[0].Bool()
	}
	w, werr := form(want)
	g, gerr := form(got)
	return bytes.Equal(w, g) && (werr == nil) == (gerr == nil)
}

func form(v reflect.Value) ([]byte, error) {
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	if m, ok := p.Interface().(encoding.BinaryMarshaler); ok {
		return m.MarshalBinary()
	}
	return p.Interface().(encoding.TextMarshaler).MarshalText()
}

// dynamic compares what two interfaces hold.
func (c *comparer) dynamic(want, got reflect.Value) bool {
	if want.IsNil() || got.IsNil() {
		return want.IsNil() == got.IsNil() || c.differ(show(want), show(got))
	}
	w, g := want.Elem(), got.Elem()
	if w.Type() == g.Type() {
		return c.equal(w, g)
	}
	if !c.loose(w, g) {
		return c.differ(w.Type().String()+"("+show(w)+")", g.Type().String()+"("+show(g)+")")
	}
	c.find(DynamicType, w.Type().String()+" came back as "+g.Type().String())
	return true
}

// loose compares content across types: numbers by their exact value, text with
// bytes, sequences and maps by their parts.
func (c *comparer) loose(w, g reflect.Value) bool {
	for w.Kind() == reflect.Interface || w.Kind() == reflect.Pointer {
		if w.IsNil() {
			return (g.Kind() == reflect.Interface || g.Kind() == reflect.Pointer) && g.IsNil()
		}
		w = w.Elem()
	}
	for g.Kind() == reflect.Interface || g.Kind() == reflect.Pointer {
		if g.IsNil() {
			return false
		}
		g = g.Elem()
	}
	switch {
	case w.Type() == g.Type():
		return c.equal(w, g)
	case number(w) != "" && number(g) != "":
		return number(w) == number(g)
	case text(w) != nil && text(g) != nil:
		return *text(w) == *text(g)
	case w.Kind() == reflect.Bool && g.Kind() == reflect.Bool:
		return w.Bool() == g.Bool()
	case sequence(w) && sequence(g):
		if w.Len() != g.Len() {
			return false
		}
		for i := range w.Len() {
			if !c.loose(w.Index(i), g.Index(i)) {
				return false
			}
		}
		return true
	case w.Kind() == reflect.Map && g.Kind() == reflect.Map:
		return c.looseMaps(w, g)
	}
	return false
}

func (c *comparer) looseMaps(w, g reflect.Value) bool {
	if w.Len() != g.Len() {
		return false
	}
	for wi := w.MapRange(); wi.Next(); {
		found := false
		for gi := g.MapRange(); gi.Next() && !found; {
			found = c.loose(wi.Key(), gi.Key()) && c.loose(wi.Value(), gi.Value())
		}
		if !found {
			return false
		}
	}
	return true
}

// number writes an integer or float exactly, an integral float as the integer
// that it is; "" for anything else.
func number(v reflect.Value) string {
	switch {
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return strconv.FormatFloat(v.Float(), 'f', -1, 64)
	}
	return ""
}

func text(v reflect.Value) *string {
	var s string
	switch {
	case v.Kind() == reflect.String:
		s = v.String()
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		s = string(v.Bytes())
	default:
		return nil
	}
	return &s
}

func sequence(v reflect.Value) bool { return v.Kind() == reflect.Slice || v.Kind() == reflect.Array }

func length(v reflect.Value) string {
	if v.IsNil() {
		return "nil"
	}
	return "length " + strconv.Itoa(v.Len())
}

// show writes a value in at most about 60 characters.
func show(v reflect.Value) string {
	const most = 60
	var s string
	switch v.Kind() {
	case reflect.Invalid:
		return "nothing"
	case reflect.String:
		s = v.String()
		if len(s) > most {
			return strconv.Quote(Cut(s, most-20)) + "… (" + strconv.Itoa(len(s)) + " bytes)"
		}
		return strconv.Quote(s)
	case reflect.Slice, reflect.Map:
		return v.Type().String() + " of " + length(v)
	case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func:
		if v.IsNil() {
			return "nil"
		}
		if v.Kind() == reflect.Interface {
			return show(v.Elem())
		}
		return "a " + v.Type().String()
	case reflect.Float32:
		return strconv.FormatFloat(v.Float(), 'g', -1, 32)
	case reflect.Struct:
		if isTime(v.Type()) && v.CanInterface() {
			return v.Convert(timeType).Interface().(time.Time).Format(time.RFC3339Nano)
		}
		if v.CanAddr() && v.CanInterface() {
			if m, ok := v.Addr().Interface().(fmt.Stringer); ok && opaque(v.Type()) {
				s = m.String()
				break
			}
		}
		s = fmt.Sprintf("%v", v)
	default:
		s = fmt.Sprintf("%v", v)
	}
	if len(s) > most {
		s = Cut(s, most-3) + "…"
	}
	return s
}

// Cut returns the beginning of a longer text, of so many bytes at most, and no part of a letter.
func Cut(s string, most int) string {
	for n := most; n > max(0, most-utf8.UTFMax); n-- {
		if utf8.RuneStart(s[n]) {
			return s[:n]
		}
	}
	return s[:most] // it is no text
}
