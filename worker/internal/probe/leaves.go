// Package probe does single things with a codec: it tells which values there are,
// writes one, reads bytes and says what came. What one process wrote can be read
// by another that was built from other types, another version of the library or by
// another toolchain, since values leave the process as lists of leaves.
//
// It judges nothing: what was to be expected is the affair of who asks. Like all
// of the worker it imports the standard library only.
package probe

import (
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// mostLeaves bounds what is told of one value, and maxDepth how deep it is looked
// into: what is cut off ends in a leaf of the kind "more".
const (
	mostLeaves = 100_000
	maxDepth   = 64
)

// Leaves lists what v holds, in the order of its fields. Fields of structs that
// are embedded stand where they are promoted to. Times are told with their
// offset from UTC and without the names of zones; floats with all their bits.
func Leaves(v reflect.Value) []protocol.Leaf {
	w := &walker{}
	w.walk("", v, 0)
	return w.list
}

type walker struct{ list []protocol.Leaf }

func (w *walker) add(path, kind, value string) {
	w.list = append(w.list, protocol.Leaf{Path: path, Kind: kind, Value: value})
}

var timeType = reflect.TypeFor[time.Time]()

func (w *walker) walk(path string, v reflect.Value, depth int) {
	if depth > maxDepth || len(w.list) >= mostLeaves {
		if n := len(w.list); n == 0 || w.list[n-1].Kind != "more" {
			w.add(path, "more", "")
		}
		return
	}
	t := v.Type()
	if t.PkgPath() != "" && t.Kind() <= reflect.Complex128 {
		defer func() { w.list[len(w.list)-1].Text = ownText(v) }()
	}
	switch t.Kind() {
	case reflect.Bool:
		w.add(path, "bool", strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.add(path, t.Kind().String(), strconv.FormatInt(v.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		w.add(path, t.Kind().String(), strconv.FormatUint(v.Uint(), 10))
	case reflect.Float32, reflect.Float64:
		w.add(path, t.Kind().String(), float(v.Float(), t.Bits()))
	case reflect.Complex64, reflect.Complex128:
		c := v.Complex()
		w.add(path, t.Kind().String(), float(real(c), t.Bits()/2)+" "+float(imag(c), t.Bits()/2))
	case reflect.String:
		w.add(path, "string", text(v.String()))
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			w.add(path, "nil", "")
			return
		}
		if t.Kind() == reflect.Interface {
			path += ".(" + v.Elem().Type().String() + ")"
		}
		w.walk(path, v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		w.elements(path, v, depth)
	case reflect.Map:
		w.entries(path, v, depth)
	case reflect.Struct:
		w.fields(path, v, depth)
	default:
		w.add(path, t.Kind().String(), "")
	}
}

// elements lists those of a slice or an array. Bytes are one leaf.
func (w *walker) elements(path string, v reflect.Value, depth int) {
	leaf := protocol.Leaf{Path: path, Kind: v.Kind().String(), Value: strconv.Itoa(v.Len()), Nil: v.Kind() == reflect.Slice && v.IsNil()}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		b := make([]byte, v.Len())
		for i := range b {
			b[i] = byte(v.Index(i).Uint())
		}
		leaf.Kind = "bytes"
		if v.Kind() == reflect.Array {
			leaf.Kind = "byte array"
		}
		leaf.Value = base64.StdEncoding.EncodeToString(b)
		leaf.Text = ownText(v)
		w.list = append(w.list, leaf)
		return
	}
	w.list = append(w.list, leaf)
	for i := range v.Len() {
		w.walk(path+"["+strconv.Itoa(i)+"]", v.Index(i), depth+1)
	}
}

// ownText is what a value writes of itself as text; empty where it has no method for that, or
// one that panics.
func ownText(v reflect.Value) (text string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	if v.CanAddr() {
		v = v.Addr()
	}
	if v.CanInterface() {
		if m, ok := v.Interface().(encoding.TextMarshaler); ok {
			b, _ := m.MarshalText()
			return string(b)
		}
	}
	return ""
}

// entries lists those of a map, sorted by what is shown of the key.
func (w *walker) entries(path string, v reflect.Value, depth int) {
	w.list = append(w.list, protocol.Leaf{Path: path, Kind: "map", Value: strconv.Itoa(v.Len()), Nil: v.IsNil()})
	type entry struct {
		key   string
		value reflect.Value
	}
	list := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		list = append(list, entry{keyText(it.Key()), it.Value()})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	for _, e := range list {
		w.walk(path+"["+e.key+"]", e.value, depth+1)
	}
}

func keyText(k reflect.Value) string {
	if k.Kind() == reflect.String {
		return strconv.Quote(k.String())
	}
	var parts []string
	for _, l := range Leaves(k) {
		if l.Kind != "struct" && l.Kind != "array" {
			parts = append(parts, l.Value)
		}
	}
	return strings.Join(parts, " ")
}

// fields lists those that other packages see. A time is one leaf, and so is a
// struct that shows nothing but methods.
func (w *walker) fields(path string, v reflect.Value, depth int) {
	t := v.Type()
	if t.ConvertibleTo(timeType) {
		at := v.Convert(timeType).Interface().(time.Time)
		w.add(path, "time", at.Format("2006-01-02T15:04:05.999999999Z07:00:00"))
		return
	}
	seen := false
	for i := range t.NumField() {
		seen = seen || t.Field(i).IsExported() || t.Field(i).Anonymous
	}
	if !seen && t.NumField() > 0 {
		w.add(path, "opaque", shown(v))
		return
	}
	w.add(path, "struct", "")
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Anonymous && inner(f.Type).Kind() == reflect.Struct && !inner(f.Type).ConvertibleTo(timeType):
			at := v.Field(i)
			if at.Kind() == reflect.Pointer {
				if at.IsNil() || !f.IsExported() {
					continue
				}
				at = at.Elem()
			}
			w.promoted(path, t, i, at, depth+1)
		case f.IsExported():
			w.walk(join(path, f.Name), v.Field(i), depth+1)
		}
	}
}

// promoted lists the fields of the struct v that the i-th field of the outer one embeds, where
// Go finds them: those that have a namesake there stand under the embedded one's name.
func (w *walker) promoted(path string, outer reflect.Type, i int, v reflect.Value, depth int) {
	from, name := len(w.list), outer.Field(i).Name
	w.fields(path, v, depth)
	if w.list[from].Kind != "struct" {
		w.list[from].Path = join(path, name)
		return
	}
	w.list = slices.Delete(w.list, from, from+1) // the embedded struct is no place of its own
	for k := from; k < len(w.list); k++ {
		rest := strings.TrimPrefix(strings.TrimPrefix(w.list[k].Path, path), ".")
		first := rest
		if end := strings.IndexAny(rest, ".["); end >= 0 {
			first = rest[:end]
		}
		if f, ok := outer.FieldByName(first); !ok || f.Index[0] != i {
			w.list[k].Path = join(join(path, name), rest)
		}
	}
}

func inner(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// float shows a float so that it can be read back; of a NaN all bits.
func float(f float64, bits int) string {
	switch {
	case f != f && bits == 32:
		return "NaN " + strconv.FormatUint(uint64(math.Float32bits(float32(f))), 16)
	case f != f:
		return "NaN " + strconv.FormatUint(math.Float64bits(f), 16)
	}
	return strconv.FormatFloat(f, 'g', -1, bits)
}

// text is the string itself where JSON carries it, and else its bytes.
func text(s string) string {
	if strings.ToValidUTF8(s, "") == s {
		return s
	}
	return protocol.NoText + hex.EncodeToString([]byte(s))
}

// shown is what a value that shows nothing of itself prints.
func shown(v reflect.Value) string {
	if !v.CanInterface() {
		return ""
	}
	if v.CanAddr() {
		v = v.Addr()
	}
	switch x := v.Interface().(type) {
	case interface{ MarshalText() ([]byte, error) }:
		b, _ := x.MarshalText()
		return string(b)
	case fmt.Stringer:
		return x.String()
	case interface{ MarshalBinary() ([]byte, error) }:
		b, _ := x.MarshalBinary()
		return hex.EncodeToString(b)
	}
	return ""
}
