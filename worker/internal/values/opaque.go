package values

import (
	"encoding"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"time"

	"github.com/assay-go/assay/worker/internal/deep"
)

// maker makes a value of a type from outside of it: by methods that decode a
// text, or that store. It reports whether the value was set.
type maker func(g *generator, v reflect.Value) bool

// plausible makes texts as types are used to reading them: numbers first, since
// a type that reads a number may read others for what they are not.
var plausible = []func(g *generator) string{
	func(g *generator) string { return fmt.Sprint(g.rng.IntN(100000)) },
	func(g *generator) string { return fmt.Sprintf("-%d.%02d", g.rng.IntN(1000), g.rng.IntN(100)) },
	func(g *generator) string { return fmt.Sprintf("%d.%03d", g.rng.IntN(100000), g.rng.IntN(1000)) },
	func(g *generator) string { return fmt.Sprintf("%d/%d", g.rng.IntN(1000), 1+g.rng.IntN(99)) },
	func(g *generator) string { return fmt.Sprintf("%dm", 1+g.rng.IntN(999)) },
	func(g *generator) string { return fmt.Sprintf("%dMi", 1+g.rng.IntN(999)) },
	func(g *generator) string {
		return fmt.Sprintf("%d.%d.%d.%d", 1+g.rng.IntN(223), g.rng.IntN(256), g.rng.IntN(256), g.rng.IntN(256))
	},
	func(g *generator) string {
		return fmt.Sprintf("2001:db8:%x::%x", g.rng.IntN(1<<16), 1+g.rng.IntN(1<<16-1))
	},
	func(g *generator) string {
		return fmt.Sprintf("%d.%d.%d.%d:%d", 1+g.rng.IntN(223), g.rng.IntN(256), g.rng.IntN(256), g.rng.IntN(256), 1+g.rng.IntN(65535))
	},
	func(g *generator) string { return fmt.Sprintf("10.%d.0.0/16", g.rng.IntN(256)) },
	func(g *generator) string {
		return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", g.rng.Uint32(), g.rng.IntN(1<<16), g.rng.IntN(1<<12), g.rng.IntN(1<<12), g.rng.Uint64()>>16)
	},
	func(g *generator) string { return g.time().Format(time.RFC3339Nano) },
	func(g *generator) string { return g.time().Format(time.DateOnly) },
	func(g *generator) string {
		// Letters beyond ASCII would be kept twice by url.URL, and written once.
		return fmt.Sprintf("https://example.com/items/%x?page=%d", g.rng.Uint32(), g.rng.IntN(100))
	},
	func(g *generator) string { return fmt.Sprintf("%dh%dm", g.rng.IntN(24), 1+g.rng.IntN(59)) },
	func(g *generator) string { return []string{"en-US", "de", "zh-Hans", "pt-BR"}[g.rng.IntN(4)] },
	func(g *generator) string { return fmt.Sprintf("#%06x", g.rng.IntN(1<<24)) },
	func(g *generator) string { return fmt.Sprintf("%040x", g.rng.Uint64()) },
	func(g *generator) string { return []string{"true", "false"}[g.rng.IntN(2)] },
	func(g *generator) string { return []string{"info", "warn", "error"}[g.rng.IntN(3)] },
	func(g *generator) string { return g.word() },
}

// rarer are codes of a fixed form, for types that read nothing of what is plausible.
var rarer = []func(g *generator) string{
	func(g *generator) string { return []string{"USD", "EUR", "JPY", "CHF"}[g.rng.IntN(4)] },
	func(g *generator) string { return []string{"DE", "US", "JP", "BR"}[g.rng.IntN(4)] },
	func(g *generator) string { return fmt.Sprintf("user%d@example.com", g.rng.IntN(1000)) },
	func(g *generator) string { return fmt.Sprintf("+4930%07d", g.rng.IntN(1e7)) },
	func(g *generator) string {
		return fmt.Sprintf("02:00:5e:%02x:%02x:%02x", g.rng.IntN(256), g.rng.IntN(256), g.rng.IntN(256))
	},
	func(g *generator) string {
		return fmt.Sprintf("v%d.%d.%d", g.rng.IntN(10), g.rng.IntN(100), 1+g.rng.IntN(100))
	},
	func(g *generator) string { return fmt.Sprintf("PT%dH%dM", g.rng.IntN(24), 1+g.rng.IntN(59)) },
	func(g *generator) string {
		return []string{"text/plain", "application/json", "image/png"}[g.rng.IntN(3)]
	},
	func(g *generator) string { return fmt.Sprintf("0x%x", 1+g.rng.IntN(1<<20)) },
	func(g *generator) string { return fmt.Sprintf("0x%040x", g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("0x%064x", g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("%016x", g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("%016x%016x", g.rng.Uint64(), g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("%064x", g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("sha256:%064x", g.rng.Uint64()) },
	func(g *generator) string { return fmt.Sprintf("01H%023d", g.rng.Uint64()>>1) }, // a ULID
}

// notations are the ways from a text to a value, in the order in which they are
// tried, those that are tried together in one list, with the way back: what a
// type makes of a text it has to be able to write.
var notations = [][]func(v any, text string) error{
	{func(v any, text string) error {
		m, ok := v.(interface {
			encoding.TextMarshaler
			encoding.TextUnmarshaler
		})
		if !ok {
			return errNone
		}
		if err := m.UnmarshalText([]byte(text)); err != nil {
			return err
		}
		_, err := m.MarshalText()
		return err
	}},
	{
		func(v any, text string) error { return viaJSON(v, fmt.Sprintf("%q", text)) },
		func(v any, text string) error { return viaJSON(v, text) },
	},
	{func(v any, text string) error { return viaJSON(v, fmt.Sprintf("{%q:%s}", "value", text)) }},
	{func(v any, text string) error {
		m, ok := v.(interface {
			encoding.BinaryMarshaler
			encoding.BinaryUnmarshaler
		})
		if !ok {
			return errNone
		}
		if err := m.UnmarshalBinary([]byte(text)); err != nil {
			return err
		}
		_, err := m.MarshalBinary()
		return err
	}},
}

func viaJSON(v any, text string) error {
	m, ok := v.(interface {
		json.Marshaler
		json.Unmarshaler
	})
	if !ok {
		return errNone
	}
	if err := m.UnmarshalJSON([]byte(text)); err != nil {
		return err
	}
	_, err := m.MarshalJSON()
	return err
}

var errNone = fmt.Errorf("no such methods")

// known are the types of the standard library whose methods make less of a text
// than they can hold, or that have none to read one.
var known = map[reflect.Type]maker{
	reflect.TypeFor[big.Int](): func(g *generator, v reflect.Value) bool {
		n := new(big.Int).SetUint64(g.rng.Uint64())
		n.Lsh(n, uint(g.rng.IntN(128))).Sub(n, big.NewInt(1<<40))
		v.Addr().Interface().(*big.Int).Set(n)
		return true
	},
	reflect.TypeFor[time.Location](): func(g *generator, v reflect.Value) bool {
		v.Set(reflect.ValueOf(time.UTC).Elem())
		return true
	},
}

// maker returns how values of t are made where setting exported fields would
// not do, or nil.
func (g *generator) maker(t reflect.Type) maker {
	m, ok := g.makers[t]
	if !ok {
		m = g.findMaker(t)
		g.makers[t] = m
	}
	return m
}

func (g *generator) findMaker(t reflect.Type) maker {
	for _, set := range g.conversions {
		if set := reflect.ValueOf(set); set.Type().In(0).Elem() == t {
			return g.converts(set)
		}
	}
	if m := known[t]; m != nil {
		return m
	}
	if t.Name() == "" || t.Kind() == reflect.Interface {
		return nil
	}
	open := !hides(t, map[reflect.Type]bool{})
	if open && t != g.root && readsOnly(t) {
		return func(g *generator, v reflect.Value) bool {
			for try := range 8 {
				v.SetZero()
				if g.byFields(v); derive(v, try == 7) {
					break
				}
			}
			return true
		}
	}
	if open && g.tries(t) && g.multiplies(t) {
		return func(g *generator, v reflect.Value) bool {
			defer func(most int) { g.most = most }(g.most)
			g.most = fewBits
			tries := 1
			if t == g.root { // of which a zero would be the whole value
				tries = 64
			}
			for range tries {
				if made, err := g.try(t, func(g *generator, v reflect.Value) error { g.byFields(v); return nil }); err == nil {
					v.Set(made)
					return true
				}
			}
			return false
		}
	}
	if open && g.fieldsDo(t) {
		return nil
	}
	g.shared.refuses = g.shared.refuses || open && t == g.root
	if store, ok := reflect.PointerTo(t).MethodByName("Store"); ok && store.Type.NumIn() == 2 && store.Type.NumOut() == 0 {
		return func(g *generator, v reflect.Value) bool {
			x := reflect.New(store.Type.In(1)).Elem()
			g.scalar(x)
			v.Addr().MethodByName("Store").Call([]reflect.Value{x})
			return true
		}
	}
	var fields []way
	if open {
		fields = append(fields, func(g *generator, v reflect.Value) error { g.byFields(v); return nil })
		if g.succeeds(t, fields[0], 8) >= 4 {
			return g.anyOf(t, fields)
		}
	}
	if members := g.members(t); len(members) > 0 {
		return g.anyOf(t, members)
	}
	for _, texts := range [][]func(*generator) string{plausible, rarer} {
		for _, together := range notations {
			var lists [][]way
			for _, decode := range together {
				var ways []way
				for _, text := range texts {
					w := func(g *generator, v reflect.Value) error { return decode(v.Addr().Interface(), text(g)) }
					if g.succeeds(t, w, 1) > 0 {
						ways = append(ways, w)
					}
				}
				if len(ways) > 0 {
					lists = append(lists, ways)
				}
			}
			if len(lists) == 0 {
				continue
			}
			if open && g.lose(t, lists) {
				return nil
			}
			return g.anyOf(t, lists...)
		}
	}
	if !open {
		return nil
	}
	whole := g.anyOf(t, fields)
	if g.succeeds(t, fields[0], 64) == 0 {
		whole = nil
	}
	if simpler := (*generator).simpler; g.succeeds(t, simpler, 8) > 0 {
		part := g.anyOf(t, []way{simpler})
		return func(g *generator, v reflect.Value) bool {
			return whole != nil && whole(g, v) || part(g, v)
		}
	}
	if whole != nil {
		return whole
	}
	if zero := reflect.New(t); t != g.root && g.settle(zero) == nil {
		return func(*generator, reflect.Value) bool { return false } // a zero says nothing, and harms no row
	}
	return nil
}

// way sets v, the zero value of its type, to a value.
type way func(g *generator, v reflect.Value) error

// try makes a value of t that its own methods carry, other than zero.
func (g *generator) try(t reflect.Type, w way) (reflect.Value, error) {
	p := reflect.New(t)
	err := quietly(func() error { return w(g, p.Elem()) })
	if err == nil {
		err = g.accept(p)
	}
	if err == nil && p.Elem().IsZero() {
		err = errLost
	}
	return p.Elem(), err
}

// succeeds returns how many of n tries of w do.
func (g *generator) succeeds(t reflect.Type, w way, n int) (good int) {
	g.makers[t] = nil // for t within itself
	defer delete(g.makers, t)
	for range n {
		if _, err := g.try(t, w); err == nil {
			good++
		}
	}
	return good
}

// anyOf makes values by any of the ways of any of the lists. What fails a few times
// leaves a zero.
func (g *generator) anyOf(t reflect.Type, lists ...[]way) maker {
	return func(g *generator, v reflect.Value) bool {
		for range 16 {
			ways := lists[g.rng.IntN(len(lists))]
			if made, err := g.try(t, ways[g.rng.IntN(len(ways))]); err == nil {
				v.Set(made)
				return true
			}
		}
		return false
	}
}

// lose reports whether the methods of t, a struct, drop a field without a word, as
// those of an embedded type do that knows of no other: values that the ways make
// of a text never have it, and nobody would see that it is lost.
func (g *generator) lose(t reflect.Type, lists [][]way) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	g.makers[t] = nil
	defer delete(g.makers, t)
	made, dropped := map[int]bool{}, false // made by field
	for _, w := range slices.Concat(lists...) {
		if v, err := g.try(t, w); err == nil {
			for i := range t.NumField() {
				made[i] = made[i] || !v.Field(i).IsZero()
			}
		}
	}
	for range 16 {
		p := reflect.New(t)
		if quietly(func() error { g.byFields(p.Elem()); return nil }) != nil {
			return false
		}
		back, _, err := throughMethods(p)
		if err != nil {
			continue // others show it
		}
		for i := range t.NumField() {
			if t.Field(i).IsExported() && !made[i] && vanishes(p.Elem().Field(i), back.Elem().Field(i)) {
				dropped = true
			}
		}
	}
	return dropped
}

// byFields fills v as if its type had no methods.
func (g *generator) byFields(v reflect.Value) {
	known, had := g.makers[v.Type()]
	g.makers[v.Type()] = nil
	depth := maxDepth - 2
	if v.Type() == g.root {
		depth = 0
	}
	g.fill(v, depth)
	if had {
		g.makers[v.Type()] = known
	} else {
		delete(g.makers, v.Type())
	}
}

// readsOnly reports whether t, a struct, reads its own JSON, and leaves writing to its
// fields.
func readsOnly(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Kind() == reflect.Struct && p.Implements(reflect.TypeFor[json.Unmarshaler]()) && !p.Implements(reflect.TypeFor[json.Marshaler]())
}

// derive sets v to what its type reads of its fields' JSON, such as a field that is
// computed of another, where it reads that: if nothing is lost by it, or in any case.
func derive(v reflect.Value, anyhow bool) bool {
	back := reflect.New(v.Type())
	err := quietly(func() error {
		b, err := json.Marshal(v.Addr().Interface())
		if err != nil {
			return err
		}
		return json.Unmarshal(b, back.Interface())
	})
	if err == nil && (anyhow || !vanishes(v, back.Elem())) {
		v.Set(back.Elem())
		return true
	}
	return err != nil // it reads a form that others write
}

// never reports whether t has no value that can be made and that its own methods
// write, not even the zero one, so that a list or map of it can have no elements: it,
// or a part that lies in it.
func (g *generator) never(t reflect.Type) bool {
	never, known := g.nevers[t]
	if known || t == g.root || g.nevers == nil {
		return never
	}
	g.nevers[t] = false // for t within itself
	switch {
	case t.ConvertibleTo(timeType):
	case decodes(t) && t.Kind() != reflect.Interface:
		if g.maker(t) == nil && (t.Kind() != reflect.Struct || hides(t, map[reflect.Type]bool{})) {
			_, _, err := throughMethods(reflect.New(t))
			never = err != nil
		}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			never = never || g.never(t.Field(i).Type)
		}
	case t.Kind() == reflect.Array:
		never = t.Len() > 0 && g.never(t.Elem())
	}
	g.nevers[t] = never
	return never
}

// members are the numbers of an enumeration: those of the small ones that its own
// methods know.
func (g *generator) members(t reflect.Type) (members []way) {
	for n := range 64 {
		w := way(func(_ *generator, v reflect.Value) error { v.SetInt(int64(n)); return nil })
		switch t.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			w = func(_ *generator, v reflect.Value) error { v.SetUint(uint64(n)); return nil }
		default:
			return nil
		}
		if g.succeeds(t, w, 1) > 0 {
			members = append(members, w)
		}
	}
	return members
}

// converts returns how values are made by a conversion, a func: of any value of the
// other type, or of a plausible text where that is not any.
func (g *generator) converts(set reflect.Value) maker {
	of, as := set.Type().In(0).Elem(), set.Type().In(1)
	ways := []func(g *generator, x reflect.Value){func(g *generator, x reflect.Value) { g.fill(x, maxDepth-2) }}
	if as.Kind() == reflect.String {
		for _, text := range plausible {
			ways = append(ways, func(g *generator, x reflect.Value) { x.SetString(text(g)) })
		}
	}
	try := func(g *generator, way func(*generator, reflect.Value), v reflect.Value) bool {
		x, p := reflect.New(as).Elem(), reflect.New(of).Elem()
		way(g, x)
		if quietly(func() error {
			err, _ := set.Call([]reflect.Value{p.Addr(), x})[0].Interface().(error)
			return err
		}) != nil {
			return false
		}
		v.Set(p)
		return true
	}
	g.makers[of] = nil // for the type within itself
	defer delete(g.makers, of)
	ways = slices.DeleteFunc(ways, func(way func(*generator, reflect.Value)) bool {
		v := reflect.New(of).Elem()
		return !try(g, way, v) || v.IsZero()
	})
	if len(ways) == 0 {
		return nil
	}
	return func(g *generator, v reflect.Value) bool {
		for range 4 {
			if try(g, ways[g.rng.IntN(len(ways))], v) {
				return true
			}
		}
		return false
	}
}

// hides reports whether t, a struct, has fields that cannot be set, or a part
// that has and no methods to be made by: url.URL with its Userinfo is made whole.
func hides(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || seen[t] || t.ConvertibleTo(timeType) {
		return false
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.IsExported():
			if ft := f.Type; hides(ft, seen) && !decodes(ft) {
				return true
			}
		case f.Name == "_" || f.Type.Size() == 0 || f.Tag.Get("assay") == "-" || f.Type.PkgPath() == "sync":
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			if hides(f.Type, seen) {
				return true
			}
		case t.Field(0).Type.PkgPath() == "google.golang.org/protobuf/internal/impl":
			return false // bookkeeping
		default:
			return true
		}
	}
	return false
}

// decodes reports whether t has a method to be made by.
func decodes(t reflect.Type) bool {
	if t.Kind() != reflect.Pointer {
		t = reflect.PointerTo(t)
	}
	return t.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) || t.Implements(reflect.TypeFor[json.Unmarshaler]()) ||
		t.Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
}

// Integers of so many bits are tried on a type's own methods before others.
const fewBits, moreBits = 4, 12

// multiplies reports whether what the methods of t write grows with the numbers
// in it, and not just with their digits: one is an exponent, as in a decimal
// number, or a length. 2³¹ zeros are more than a worker may hold.
func (g *generator) multiplies(t reflect.Type) bool {
	if t.ConvertibleTo(timeType) {
		return false
	}
	defer func(rng *rand.Rand, most, parts, longs int) {
		g.rng, g.most, g.parts, g.longs = rng, most, parts, longs
	}(g.rng, g.most, g.parts, g.longs)
	for seed := range uint64(8) {
		var lengths [2]int
		for i, most := range []int{fewBits, moreBits} {
			g.rng, g.most = rand.New(rand.NewPCG(seed, 1)), most
			v := reflect.New(t)
			if quietly(func() error { g.byFields(v.Elem()); return nil }) != nil {
				return false
			}
			lengths[i] = written(v)
		}
		if lengths[1] > 2*lengths[0]+512 {
			return true
		}
	}
	return false
}

// written returns how much the methods of what p points to write, without errors.
func written(p reflect.Value) (n int) {
	add := func(b []byte, err error) error { n += len(b); return err }
	v := p.Interface()
	if m, ok := v.(encoding.TextMarshaler); ok {
		quietly(func() error { return add(m.MarshalText()) })
	}
	if m, ok := v.(json.Marshaler); ok {
		quietly(func() error { return add(m.MarshalJSON()) })
	}
	if m, ok := v.(encoding.BinaryMarshaler); ok {
		quietly(func() error { return add(m.MarshalBinary()) })
	}
	return n
}

// fieldsDo reports whether values of t that were made by setting fields are
// written and read as they are by t's own methods: a text that has to follow rules
// hardly is, nor a number beside a flag that says there is none. Of the outermost
// type it is enough that they are not refused.
func (g *generator) fieldsDo(t reflect.Type) bool {
	if !g.tries(t) || t.ConvertibleTo(timeType) {
		return true
	}
	for range 8 {
		v := reflect.New(t)
		if quietly(func() error { g.byFields(v.Elem()); return nil }) != nil {
			return false
		}
		if _, changed, err := throughMethods(v); err != nil || changed && t != g.root {
			return false
		}
	}
	return true
}

// tries reports whether the methods of t, all of whose state can be set, are tried
// on values before there are rows that call them.
func (g *generator) tries(t reflect.Type) bool { return t != g.root || g.methods }

// accept is settle, but of the outermost type: its methods are what is measured,
// so that what they lose of a value is to be seen, and only what they refuse is
// left out.
func (g *generator) accept(p reflect.Value) error {
	if t := p.Type().Elem(); t == g.root && g.methods && !hides(t, map[reflect.Type]bool{}) {
		_, _, err := throughMethods(p)
		return err
	}
	return g.settle(p)
}

// travels reports whether what p points to comes back from what its own methods
// make of it, if it has any.
func (g *generator) travels(p reflect.Value) bool {
	_, changed, err := throughMethods(p)
	return err == nil && !changed
}

// settle sets what p points to to what its type's own methods make of it, where
// that is less: whole seconds, cents, a name in lower case. A loss is the
// serializer's then and not the type's. What the methods refuse, never leave
// alone, or make nothing of a part of is an error: that part would be zero in all
// values, and its loss not be seen.
func (g *generator) settle(p reflect.Value) error {
	was := p
	for range 3 {
		back, changed, err := throughMethods(p)
		switch {
		case err != nil:
			return err
		case !changed:
			if p != was {
				was.Elem().Set(p.Elem())
			}
			return nil
		case vanishes(p.Elem(), back.Elem()):
			return errLost
		}
		inUTC(back.Elem())
		p = back
	}
	return errLost
}

// Refusal returns why the own methods of the type of what p points to do not take that
// value: nil where they do, or where there are none.
func Refusal(p any) error {
	_, _, err := throughMethods(reflect.ValueOf(p))
	return err
}

// throughMethods returns a pointer to what comes back of p's value through the
// methods of its type that write and read a text, JSON and bytes, one after
// another, and whether that is another.
func throughMethods(p reflect.Value) (back reflect.Value, changed bool, err error) {
	for _, way := range throughs {
		next := reflect.New(p.Type().Elem())
		switch err := quietly(func() error { return way(p.Interface(), next.Interface()) }); {
		case err == errNone:
		case err != nil:
			return p, false, err
		case deep.Compare(p.Interface(), next.Interface()).Loses():
			p, changed = next, true
		}
	}
	return p, changed, nil
}

var throughs = []func(v, back any) error{
	through(encoding.TextMarshaler.MarshalText, encoding.TextUnmarshaler.UnmarshalText),
	through(func(v json.Marshaler) ([]byte, error) { return json.Marshal(v) }, func(v json.Unmarshaler, b []byte) error { return json.Unmarshal(b, v) }),
	through(encoding.BinaryMarshaler.MarshalBinary, encoding.BinaryUnmarshaler.UnmarshalBinary),
	through(gob.GobEncoder.GobEncode, gob.GobDecoder.GobDecode),
}

// through has a value travel by what it writes, for values that have the methods.
func through[W, R any](write func(W) ([]byte, error), read func(R, []byte) error) func(v, back any) error {
	return func(v, back any) error {
		from, writes := v.(W)
		to, reads := back.(R)
		if !writes || !reads {
			return errNone
		}
		b, err := write(from)
		if err != nil {
			return err
		}
		return read(to, b)
	}
}

// vanishes reports whether a part of v that is not zero is zero in back, or
// missing.
func vanishes(v, back reflect.Value) bool {
	t := v.Type()
	switch {
	case v.IsZero():
		return false
	case t != back.Type() || back.IsZero():
		return true
	case t.ConvertibleTo(timeType):
		return false
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface:
		return vanishes(v.Elem(), back.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if looksInto(t.Field(i)) && vanishes(v.Field(i), back.Field(i)) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return back.Len() == 0
		}
		if v.Len() != back.Len() {
			return true
		}
		for i := range v.Len() {
			if vanishes(v.Index(i), back.Index(i)) {
				return true
			}
		}
	case reflect.Map, reflect.String:
		return v.Kind() == reflect.Map && v.Len() != back.Len()
	}
	return false
}

// inUTC turns the times of v that can be set into UTC: of those that were read,
// the zone may be the machine's, and values depend on no machine.
func inUTC(v reflect.Value) {
	t := v.Type()
	switch {
	case t.ConvertibleTo(timeType):
		if v.CanSet() {
			v.Set(reflect.ValueOf(v.Convert(timeType).Interface().(time.Time).UTC()).Convert(t))
		}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				inUTC(v.Field(i))
			}
		}
	case t.Kind() == reflect.Pointer && !v.IsNil():
		inUTC(v.Elem())
	}
}

var errLost = fmt.Errorf("another value came back")

// quietly returns the error of f, or its panic as one: what a type makes of a
// strange text is its own affair.
func quietly(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return f()
}
