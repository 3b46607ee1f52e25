package values

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"

	"github.com/assay-go/assay/worker/deep"
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

// notations are the ways from a text to a value, in the order in which they are
// tried, with the way back: what a type makes of a text it has to be able to
// write.
var notations = []func(v any, text string) error{
	func(v any, text string) error {
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
	},
	func(v any, text string) error { return viaJSON(v, fmt.Sprintf("%q", text)) },
	func(v any, text string) error { return viaJSON(v, text) },
	func(v any, text string) error { return viaJSON(v, fmt.Sprintf("{%q:%s}", "value", text)) },
	func(v any, text string) error {
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
	},
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
	for _, c := range g.conversions {
		if c.of == t {
			return g.converts(c)
		}
	}
	if m := known[t]; m != nil {
		return m
	}
	if t.Name() == "" || t.Kind() == reflect.Interface {
		return nil
	}
	if !hides(t, map[reflect.Type]bool{}) && g.fieldsDo(t) {
		return nil
	}
	if store, ok := reflect.PointerTo(t).MethodByName("Store"); ok && store.Type.NumIn() == 2 && store.Type.NumOut() == 0 {
		return func(g *generator, v reflect.Value) bool {
			x := reflect.New(store.Type.In(1)).Elem()
			g.scalar(x)
			v.Addr().MethodByName("Store").Call([]reflect.Value{x})
			return true
		}
	}
	type way struct {
		decode func(v any, text string) error
		text   func(*generator) string
	}
	var ways []way
	for _, decode := range notations {
		for _, text := range plausible {
			p := reflect.New(t)
			if quietly(func() error { return decode(p.Interface(), text(g)) }) == nil && !p.Elem().IsZero() {
				ways = append(ways, way{decode, text})
			}
		}
		if len(ways) > 0 {
			break
		}
	}
	if len(ways) == 0 {
		return nil
	}
	return func(g *generator, v reflect.Value) bool {
		for range 4 {
			w := ways[g.rng.IntN(len(ways))]
			p := reflect.New(t)
			if quietly(func() error { return w.decode(p.Interface(), w.text(g)) }) == nil {
				v.Set(p.Elem())
				return true
			}
		}
		return false
	}
}

// converts returns how values are made by a conversion: of any value of the
// other type, or of a plausible text where that is not any.
func (g *generator) converts(c Conversion) maker {
	ways := []func(g *generator, x reflect.Value){func(g *generator, x reflect.Value) { g.fill(x, maxDepth-2) }}
	if c.as.Kind() == reflect.String {
		for _, text := range plausible {
			ways = append(ways, func(g *generator, x reflect.Value) { x.SetString(text(g)) })
		}
	}
	try := func(g *generator, way func(*generator, reflect.Value), v reflect.Value) bool {
		x, p := reflect.New(c.as).Elem(), reflect.New(c.of).Elem()
		way(g, x)
		if quietly(func() error { return c.set(p, x) }) != nil {
			return false
		}
		v.Set(p)
		return true
	}
	g.makers[c.of] = nil // for the type within itself
	defer delete(g.makers, c.of)
	ways = slices.DeleteFunc(ways, func(way func(*generator, reflect.Value)) bool {
		v := reflect.New(c.of).Elem()
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

// fieldsDo reports whether values of t that were made by setting fields are
// written and read as they are by t's own methods: a text that has to follow rules
// hardly is, nor a number beside a flag that says there is none. The outermost type is not tried: what hangs or crashes there is for the
// rows to show.
func (g *generator) fieldsDo(t reflect.Type) bool {
	if t == g.root || t.ConvertibleTo(timeType) {
		return true
	}
	g.makers[t] = nil // for t within itself
	defer delete(g.makers, t)
	for range 8 {
		v := reflect.New(t)
		if quietly(func() error { g.fill(v.Elem(), maxDepth-2); return nil }) != nil || !g.travels(v) {
			return false
		}
	}
	return true
}

// travels reports whether what p points to comes back from the text or JSON that
// its own methods make of it, if it has any.
func (g *generator) travels(p reflect.Value) bool {
	v, back := p.Interface(), reflect.New(p.Type().Elem()).Interface()
	return quietly(func() error {
		from, text := v.(encoding.TextMarshaler)
		to, read := back.(encoding.TextUnmarshaler)
		var b []byte
		var err error
		switch _, js := v.(json.Marshaler); {
		case text && read:
			if b, err = from.MarshalText(); err == nil {
				err = to.UnmarshalText(b)
			}
		case js:
			if _, reads := back.(json.Unmarshaler); !reads {
				return nil
			}
			if b, err = json.Marshal(v); err == nil {
				err = json.Unmarshal(b, back)
			}
		default:
			return nil
		}
		if err == nil && deep.Compare(v, back).Loses() {
			err = errLost
		}
		return err
	}) == nil
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
