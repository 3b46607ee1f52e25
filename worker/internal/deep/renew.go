package deep

import (
	"reflect"
	"unsafe"
)

// Part is what a text or byte slice is in a value.
type Part int

// The parts of a value that Renew replaces.
const (
	Text  Part = iota // a string
	Key               // a string that is a map's key, or in one
	Bytes             // a byte slice
)

// Renew replaces each text and each byte slice that is reachable through what p points to,
// in exported fields, by what other gives for its memory, which must have the same content:
// afterwards nothing of the old lies in the value. Other is given a byte slice as a text
// too, up to its capacity. Empty ones lose their memory, which may be a part of a larger piece.
func Renew(p any, other func(memory string, part Part) string) {
	renewer{other: other, seen: map[visit]bool{}}.start(p)
}

// Rebox gives what holds no text, and is a list or stands behind an interface, memory of its
// own. A small text shares its memory with what was made beside it, and a decoder may lay the
// texts and lists of a value into one piece: what is left of either keeps all.
func Rebox(p any) {
	same := func(memory string, _ Part) string { return memory }
	renewer{other: same, seen: map[visit]bool{}, rebox: true}.start(p)
}

type renewer struct {
	other func(string, Part) string
	seen  map[visit]bool
	rebox bool
	text  Part // Text, or Key within one
}

func (w renewer) start(p any) {
	v := reflect.ValueOf(p)
	w.first(v, 0)
	w.walk(v.Elem())
}

func (w *renewer) walk(v reflect.Value) {
	t := v.Type()
	switch t.Kind() {
	case reflect.String:
		switch {
		case !v.CanSet():
		case v.Len() == 0:
			v.SetString("")
		default:
			v.SetString(w.other(v.String(), w.text))
		}
	case reflect.Pointer:
		if !v.IsNil() && w.first(v, 0) && !isTime(t.Elem()) {
			w.walk(v.Elem())
		}
	case reflect.Slice:
		switch {
		case v.Cap() == 0:
			if !v.IsNil() && v.CanSet() {
				v.Set(reflect.MakeSlice(t, 0, 0))
			}
		case w.rebox && plain(t.Elem()) && t.Elem().Kind() != reflect.Uint8:
			if v.CanSet() {
				list := reflect.MakeSlice(t, v.Len(), v.Len())
				reflect.Copy(list, v)
				v.Set(list)
			}
		case !w.first(v, v.Len()):
		case t.Elem().Kind() == reflect.Uint8:
			if v.CanSet() {
				b := v.Bytes()
				memory := w.other(unsafe.String(unsafe.SliceData(b), cap(b)), Bytes)
				v.SetBytes(unsafe.Slice(unsafe.StringData(memory), len(memory))[:len(b)])
			}
		case !plain(t.Elem()):
			for i := range v.Len() {
				w.walk(v.Index(i))
			}
		}
	case reflect.Array:
		if !plain(t.Elem()) {
			for i := range v.Len() {
				w.walk(v.Index(i))
			}
		}
	case reflect.Map:
		if v.IsNil() || !w.first(v, 0) || plain(t.Key()) && plain(t.Elem()) {
			return
		}
		for it := v.MapRange(); it.Next(); {
			keys := *w
			keys.text = Key
			v.SetMapIndex(keys.copied(it.Key()), w.copied(it.Value())) // replaces the key too
		}
	case reflect.Interface:
		if !v.IsNil() && v.CanSet() && (w.rebox || !plain(v.Elem().Type())) {
			v.Set(w.copied(v.Elem()))
		}
	case reflect.Struct:
		if !isTime(t) {
			for i, f := range factsOf(t).fields {
				if f.reachable {
					w.walk(v.Field(i))
				}
			}
		}
	}
}

// copied returns a copy of v of which the texts are replaced.
func (w *renewer) copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	w.walk(c)
	return c
}

func (w *renewer) first(v reflect.Value, length int) bool {
	key := visit{v.Pointer(), length, v.Type()}
	if w.seen[key] {
		return false
	}
	w.seen[key] = true
	return true
}
