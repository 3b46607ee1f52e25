// Package values makes values of any Go type by reflection, for types that come
// without data. The same type and seed give the same values on every machine.
//
// Values are made to resemble records: most numbers are small, texts are words,
// times lie between 1990 and 2030. Every part that can be empty sometimes is.
// The package knows nothing of a type's meaning: who has real data should use
// it.
package values

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
)

// DefaultCount is how many values are made unless told otherwise.
const DefaultCount = 64

// What bounds a value: pointers, slices and maps below maxDepth are nil, and
// when about maxParts scalars were made the rest stays as short as it can be.
const (
	maxDepth = 8
	maxParts = 200
	maxElems = 8
)

// Options say what reflection does not tell of a type.
type Options struct {
	// Union reports whether exactly one field of a struct, a pointer, is set.
	Union func(reflect.Type) bool

	// Impls returns the types that an interface may hold, which stands at the
	// given field of a struct, or in no struct. What has none stays nil.
	Impls func(owner reflect.Type, field string, iface reflect.Type) []reflect.Type

	// Conversions are funcs of the form func(v *T, x As) error, by which values of
	// a T are made out of others, by the user's word.
	Conversions []any

	// Methods asks for values that the methods of the outermost type take, where
	// these refuse some. They may hang, or end the process, as those of any type
	// may.
	Methods bool
}

// TypeName returns the import path and name of a type, without type arguments.
func TypeName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return t.PkgPath() + "." + name
}

// Generate makes count values of t and passes each to take. Types with state
// that cannot be set are made by their own methods out of plausible text, if they
// have any; channels, functions and other unexported fields keep their zero
// value, and so does what is tagged assay:"-". Elements of lists and maps are
// never nil. The second value is as empty as it can be, the third has numbers at
// the ends of their ranges, and the fourth long texts of many scripts.
//
// Byte order and word size do not matter, except that int and uint stay within
// 31 bits, for formats without wider ones.
//
// It returns the paths of what is zero or otherwise simple in all values because the
// type's own methods refuse others: see [Options.Methods].
func Generate(t reflect.Type, seed uint64, count int, o Options, take func(reflect.Value)) (simple []string) {
	if count <= 0 {
		count = DefaultCount
	}
	makers := map[reflect.Type]maker{}
	found := &shared{bases: map[reflect.Type]reflect.Value{}, spelled: map[string]int{}}
	var nevers map[reflect.Type]bool
	var list []reflect.Value
	for i := range count {
		g := &generator{rng: rand.New(rand.NewPCG(seed, 1)), union: o.Union, impls: o.Impls, conversions: o.Conversions, methods: o.Methods, open: map[reflect.Type]int{}, makers: makers, nevers: nevers, root: t, shared: found}
		if i == 0 {
			g.prepare(t, map[reflect.Type]bool{}) // with a source of its own, so that each value depends on its number alone
		}
		if i == 0 {
			nevers = map[reflect.Type]bool{}
			g.nevers = nevers
		}
		g.rng, g.edge, g.parts = rand.New(rand.NewPCG(seed, uint64(i))), edge(min(i, int(usual))), 0
		if i == 0 {
			g.edge = usual
		}
		v := reflect.New(t).Elem()
		g.fill(v, 0)
		if o.Methods {
			g.takable(v)
		}
		list = append(list, v)
		take(v)
	}
	return found.simple(list)
}

// edge is which of the values at the edges is made.
type edge int

const (
	_ edge = iota // the first value is a usual one
	empty
	extreme
	long
	usual
)

type generator struct {
	rng    *rand.Rand
	union  func(reflect.Type) bool
	impls  func(owner reflect.Type, field string, iface reflect.Type) []reflect.Type
	open   map[reflect.Type]int // struct types being filled, for recursion
	makers map[reflect.Type]maker
	shared *shared
	nevers map[reflect.Type]bool // see never; nil until all makers are found

	conversions []any
	root        reflect.Type // whose own methods are being measured
	methods     bool         // that these are tried before
	edge        edge
	most        int // bits of integers, if not 0
	longs       int // long texts made
	parts       int

	owner reflect.Type // the struct and the field that is being filled
	field string
}

// prepare finds the makers of t and its parts.
func (g *generator) prepare(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	g.maker(t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		g.prepare(t.Elem(), seen)
	case reflect.Map:
		g.prepare(t.Key(), seen)
		g.prepare(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			g.prepare(t.Field(i).Type, seen)
		}
	}
}

var timeType = reflect.TypeFor[time.Time]()

func (g *generator) fill(v reflect.Value, depth int) {
	t := v.Type()
	if g.special(v) {
		return
	}
	if m := g.maker(t); m != nil {
		if g.edge != empty || t.Kind() != reflect.Struct || !g.travels(reflect.New(t)) { // a zero that its own methods make another of is no edge
			g.parts++
			m(g, v)
		}
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		g.structs(v, depth)
	case reflect.Pointer:
		if g.edge == empty || g.deep(depth) || g.rng.IntN(4) == 0 || g.never(t.Elem()) {
			return
		}
		g.point(v, depth)
	case reflect.Interface:
		if g.edge != empty && g.rng.IntN(8) > 0 {
			g.hold(v, depth)
		}
	case reflect.Slice:
		g.slice(v, depth)
	case reflect.Array:
		parts := g.parts
		for i := range v.Len() {
			g.element(v.Index(i), depth+1)
		}
		if t.Elem().Kind() == reflect.Uint8 {
			g.parts = parts + 1 // a digest is one part, as a slice of bytes is
		}
	case reflect.Map:
		g.maps(v, depth)
	default:
		g.scalar(v)
	}
}

// element fills an element of a list or map, which is not left nil.
func (g *generator) element(v reflect.Value, depth int) {
	switch {
	case v.Kind() == reflect.Pointer && depth < 4*maxDepth:
		g.point(v, depth)
	case v.Kind() == reflect.Interface:
		g.hold(v, depth)
	default:
		g.fill(v, depth)
	}
}

// hold puts a value into an interface, of one of the types that it may hold.
func (g *generator) hold(v reflect.Value, depth int) {
	if g.impls == nil || depth >= 2*maxDepth {
		return
	}
	types := g.impls(g.owner, g.field, v.Type())
	if len(types) == 0 {
		return
	}
	held := reflect.New(types[g.rng.IntN(len(types))]).Elem()
	if held.Kind() == reflect.Pointer {
		g.point(held, depth)
		g.message(held.Elem(), depth)
	} else {
		g.fill(held, depth+1)
	}
	v.Set(held)
}

// message sets the field of v, if that is the struct around a member of one of
// protobuf's oneofs which is a message: nil in it is no value, and comes back as
// an empty message.
func (g *generator) message(v reflect.Value, depth int) {
	if v.Kind() != reflect.Struct || v.NumField() != 1 || v.Field(0).Kind() != reflect.Pointer || !v.Field(0).IsNil() {
		return
	}
	if tag := v.Type().Field(0).Tag.Get("protobuf"); strings.HasSuffix(tag, ",oneof") || strings.Contains(tag, ",oneof,") {
		g.point(v.Field(0), depth+1)
	}
}

// deep reports whether the value should come to an end.
func (g *generator) deep(depth int) bool {
	if depth >= maxDepth || g.parts >= maxParts {
		return true
	}
	for _, n := range g.open {
		if n > 3 {
			return true
		}
	}
	return false
}

func (g *generator) structs(v reflect.Value, depth int) {
	t := v.Type()
	g.open[t]++
	defer func() { g.open[t]-- }()
	if g.union != nil && g.union(t) {
		if i := g.member(t, depth); i >= 0 {
			g.point(v.Field(i), depth)
		}
		return
	}
	owner, field := g.owner, g.field
	for i := range t.NumField() {
		f := t.Field(i)
		if (f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct) && f.Tag.Get("assay") != "-" {
			g.owner, g.field = t, f.Name
			g.fill(v.Field(i), depth+1)
			if required(f) && v.Field(i).IsZero() {
				g.require(v.Field(i), depth)
			}
		}
	}
	g.owner, g.field = owner, field
}

// required reports whether a generated protobuf message is not marshalled without
// the field.
func required(f reflect.StructField) bool {
	return strings.Contains(f.Tag.Get("protobuf"), ",req,")
}

// require sets a required field, however near the end of the value.
func (g *generator) require(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		g.point(v, depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
}

// member chooses the field of a union that is set: any, or near the end of a
// value the one that needs the fewest unions below it.
func (g *generator) member(t reflect.Type, depth int) int {
	var fields []int
	best, least := -1, math.MaxInt
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Type.Kind() != reflect.Pointer {
			continue
		}
		fields = append(fields, i)
		if n := g.height(f.Type.Elem(), map[reflect.Type]bool{t: true}); n < least {
			best, least = i, n
		}
	}
	if len(fields) == 0 || g.deep(depth) {
		if least >= endless {
			return -1 // a type without finite values
		}
		return best
	}
	return fields[g.rng.IntN(len(fields))]
}

// endless is the height of types without finite values.
const endless = 1 << 20

// height counts the unions that a value of t cannot do without.
func (g *generator) height(t reflect.Type, open map[reflect.Type]bool) int {
	switch t.Kind() {
	case reflect.Array:
		return g.height(t.Elem(), open)
	case reflect.Struct:
		if open[t] {
			return endless
		}
		open[t] = true
		defer delete(open, t)
		if g.union(t) {
			least := endless
			for i := range t.NumField() {
				if ft := t.Field(i).Type; ft.Kind() == reflect.Pointer {
					least = min(least, 1+g.height(ft.Elem(), open))
				}
			}
			return least
		}
		most := 0
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				most = max(most, g.height(t.Field(i).Type, open))
			}
		}
		return most
	}
	return 0
}

func (g *generator) point(v reflect.Value, depth int) {
	p := reflect.New(v.Type().Elem())
	g.fill(p.Elem(), depth+1)
	v.Set(p.Convert(v.Type()))
}

func (g *generator) slice(v reflect.Value, depth int) {
	t := v.Type()
	n := g.rng.IntN(maxElems)
	if t.Elem().Kind() == reflect.Uint8 {
		n = g.rng.IntN(64)
	}
	if n == 0 || g.edge == empty || g.deep(depth) || t.Elem().Kind() == reflect.Pointer && g.deep(depth+1) || g.never(pointed(t.Elem())) {
		if g.rng.IntN(2) == 0 {
			v.Set(reflect.MakeSlice(t, 0, 0))
		}
		return
	}
	v.Set(reflect.MakeSlice(t, n, n))
	for i := range n {
		if g.element(v.Index(i), depth+1); something(v.Index(i)) {
			continue
		}
		v.SetLen(i)
		return
	}
}

// pointed returns what an element points to, or is.
func pointed(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// something reports whether v is no interface that nothing could be put into, which is
// no element of a list or map: methods of types around it may make another of it.
func something(v reflect.Value) bool { return v.Kind() != reflect.Interface || !v.IsNil() }

func (g *generator) maps(v reflect.Value, depth int) {
	t := v.Type()
	n := g.rng.IntN(maxElems)
	if n == 0 || g.edge == empty || g.deep(depth) || g.never(t.Key()) || g.never(pointed(t.Elem())) {
		if g.rng.IntN(2) == 0 {
			v.Set(reflect.MakeMap(t))
		}
		return
	}
	m := reflect.MakeMapWithSize(t, n)
	for range n {
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		g.fill(key, depth+1)
		g.element(elem, depth+1)
		if key.Comparable() && something(elem) {
			m.SetMapIndex(key, elem)
		}
	}
	v.Set(m)
}

// special makes values of types whose kind does not tell what they may hold.
func (g *generator) special(v reflect.Value) bool {
	t := v.Type()
	if t.Kind() == reflect.Struct && t.ConvertibleTo(timeType) {
		v.Set(reflect.ValueOf(g.time()).Convert(t))
		g.parts++
		return true
	}
	switch t.PkgPath() + "." + t.Name() {
	case "encoding/json.RawMessage":
		v.SetBytes(fmt.Appendf(nil, `{"n":%d}`, g.rng.IntN(1000)))
	case "encoding/json.Number":
		v.SetString(fmt.Sprint(g.rng.IntN(1000)))
	case "net.IP":
		ip := make([]byte, 16)
		for i := range ip {
			ip[i] = byte(g.rng.Uint32())
		}
		v.SetBytes(ip)
	case "time.Duration":
		v.SetInt(g.rng.Int64N(int64(24 * time.Hour)))
	default:
		return false
	}
	g.parts++
	return true
}

// time returns an instant between 1990 and 2030.
func (g *generator) time() time.Time {
	const from, to = 631152000, 1893456000
	return time.Unix(from+g.rng.Int64N(to-from), g.rng.Int64N(1e9)).UTC()
}

func (g *generator) scalar(v reflect.Value) {
	g.parts++
	switch g.edge {
	case empty:
		return
	case extreme:
		if g.most == 0 {
			g.extreme(v)
			return
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.rng.IntN(2) == 0)
	case reflect.String:
		v.SetString(g.text())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(g.bits(width(v) - 1))
		if g.rng.IntN(3) == 0 {
			n = ^n
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(g.bits(width(v)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(g.float(v.Kind() == reflect.Float32))
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(g.float(v.Kind() == reflect.Complex64), g.float(v.Kind() == reflect.Complex64)))
	}
}

// extreme sets v to one end of what its type holds.
func (g *generator) extreme(v reflect.Value) {
	low := g.rng.IntN(2) == 0
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(low)
	case reflect.String:
		v.SetString(g.text())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := int64(1)<<(width(v)-1) - 1
		if low {
			n = ^n
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(1<<width(v) - 1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(g.largest(v.Kind() == reflect.Float32, low))
	case reflect.Complex64, reflect.Complex128:
		single := v.Kind() == reflect.Complex64
		v.SetComplex(complex(g.largest(single, low), g.largest(single, !low)))
	}
}

// largest returns the largest number of a float, or the smallest above zero.
func (g *generator) largest(single, smallest bool) float64 {
	switch {
	case single && smallest:
		return math.SmallestNonzeroFloat32
	case single:
		return math.MaxFloat32
	case smallest:
		return math.SmallestNonzeroFloat64
	}
	return math.MaxFloat64
}

func width(v reflect.Value) int {
	switch v.Kind() {
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return 32
	}
	return v.Type().Bits()
}

// bits returns a number of at most n bits, every length as likely as another.
func (g *generator) bits(n int) uint64 {
	if g.most > 0 && n > g.most {
		n = g.most
	}
	return g.rng.Uint64() >> (64 - 1 - g.rng.IntN(n))
}

// float returns a measurement: some have few decimal digits, some all.
func (g *generator) float(single bool) float64 {
	f := g.rng.NormFloat64() * 1000
	if g.rng.IntN(2) == 0 {
		f = math.Round(f*100) / 100
	}
	if single {
		return float64(float32(f))
	}
	return f
}

// text returns up to four words, now and then with letters beyond ASCII, or a
// long text of many scripts.
func (g *generator) text() string {
	if g.edge == long && g.longs < 4 {
		g.longs++
		const scripts = "Grüße, Ελλάδα, Привет, 漢字かな交じり, हिन्दी, العربية, 😀👩‍👩‍👧 & <b>\"bold\"</b> \\ 100% \t "
		return strings.Repeat(scripts, 2+g.rng.IntN(4))
	}
	words := make([]string, g.rng.IntN(5))
	for i := range words {
		words[i] = g.word()
	}
	return strings.Join(words, " ")
}

func (g *generator) word() string {
	var b []rune
	for range 1 + g.rng.IntN(9) {
		letter := 'a' + rune(g.rng.IntN(26))
		if g.rng.IntN(40) == 0 {
			letter = []rune("äéßøñ漢字😀")[g.rng.IntN(8)]
		}
		b = append(b, letter)
	}
	return string(b)
}
