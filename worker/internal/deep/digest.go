package deep

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"time"
)

// Digest returns a hash of what p points to: the same for equal values in any
// process, and another for values that [Compare] tells apart or makes findings
// of. Unexported fields count by their bits where they have no references, and
// not where they are none of the value's state: a protobuf message that was used
// refers to all that the library knows of its type.
func Digest(p any) [sha256.Size]byte {
	d := digester{open: map[visit]bool{}}
	d.add(reflect.ValueOf(p).Elem())
	return sha256.Sum256(d.b)
}

type digester struct {
	b    []byte
	open map[visit]bool // pointers that are being followed
}

func (d *digester) word(n uint64) { d.b = binary.LittleEndian.AppendUint64(d.b, n) }

func (d *digester) text(s string) {
	d.word(uint64(len(s)))
	d.b = append(d.b, s...)
}

// nils notes whether v is nil, and reports whether there is something behind it.
func (d *digester) nils(v reflect.Value) bool {
	if v.IsNil() {
		d.b = append(d.b, 0)
		return false
	}
	d.b = append(d.b, 1)
	return true
}

func (d *digester) add(v reflect.Value) {
	t := v.Type()
	switch k := t.Kind(); k {
	case reflect.String:
		d.text(v.String())
	case reflect.Bool:
		d.b = append(d.b, map[bool]byte{true: 1}[v.Bool()])
	case reflect.Float32, reflect.Float64:
		d.word(math.Float64bits(v.Float()))
	case reflect.Complex64, reflect.Complex128:
		d.word(math.Float64bits(real(v.Complex())))
		d.word(math.Float64bits(imag(v.Complex())))
	case reflect.Pointer:
		key := visit{v.Pointer(), 0, t}
		if d.nils(v) && !d.open[key] {
			d.open[key] = true
			d.add(v.Elem())
			delete(d.open, key)
		}
	case reflect.Interface:
		if d.nils(v) {
			d.text(v.Elem().Type().String())
			d.add(v.Elem())
		}
	case reflect.Slice:
		if !d.nils(v) {
			return
		}
		d.word(uint64(v.Len()))
		if t.Elem().Kind() == reflect.Uint8 {
			d.b = append(d.b, v.Bytes()...)
			return
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			d.add(v.Index(i))
		}
	case reflect.Map:
		if d.nils(v) {
			d.entries(v)
		}
	case reflect.Struct:
		d.structs(v)
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		d.nils(v)
	default:
		if v.CanInt() {
			d.word(uint64(v.Int()))
		} else {
			d.word(v.Uint())
		}
	}
}

// entries adds a map in the order of its entries' digests.
func (d *digester) entries(m reflect.Value) {
	d.word(uint64(m.Len()))
	var list [][]byte
	for it := m.MapRange(); it.Next(); {
		e := digester{open: d.open}
		e.add(it.Key())
		e.add(it.Value())
		list = append(list, e.b)
	}
	slices.SortFunc(list, bytes.Compare)
	for _, e := range list {
		d.b = append(d.b, e...)
	}
}

func (d *digester) structs(v reflect.Value) {
	t := v.Type()
	if isTime(t) && v.CanInterface() {
		at := v.Convert(timeType).Interface().(time.Time)
		_, offset := at.Zone()
		d.word(uint64(at.Unix()))
		d.word(uint64(at.Nanosecond()))
		d.word(uint64(offset))
		d.text(at.Location().String())
		return
	}
	if opaque(t) && v.CanInterface() && !equalMethod(t) {
		b, _ := form(v)
		d.text(string(b))
		return
	}
	for i, f := range factsOf(t).fields {
		if f.reachable || f.state {
			d.add(v.Field(i)) // reading is allowed in unexported fields too
		}
	}
}
