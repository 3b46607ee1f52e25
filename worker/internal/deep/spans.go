package deep

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"
)

// Span is a range of memory. That of a slice ends with its capacity, since an
// append writes there.
type Span struct {
	Start, End uintptr
	Tail       uintptr // where a slice's spare capacity begins; 0 if it has none
	Text       bool    // the bytes of a string, which nobody may write to
	Bytes      bool    // the elements of a byte slice
	Hidden     bool    // found in an unexported field
}

// SpanOf returns where b lies.
func SpanOf(b []byte) Span {
	at := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	return Span{Start: at, End: at + uintptr(len(b))}
}

// Spans returns the memory that is reachable through what p points to, in order
// of address: the bytes of strings, the elements of slices, the targets of
// pointers, maps. In unexported fields only the strings and slices are looked
// at: their pointers lead to what is shared by design. Strings of one byte are
// left out, since the runtime keeps them once for all. What p points to must
// stay alive as long as the addresses are used.
func Spans(p any) []Span {
	w := spanWalker{seen: map[visit]bool{}}
	w.walk(reflect.ValueOf(p).Elem())
	slices.SortFunc(w.list, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	return w.list
}

// Overlap returns the first pair of spans of a and b that share memory. Both
// are in order of address.
func Overlap(a, b []Span) (x, y Span, ok bool) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Start < b[0].End && b[0].Start < a[0].End:
			return a[0], b[0], true
		case a[0].End < b[0].End:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return Span{}, Span{}, false
}

// Overhang returns the first pair of spans of which one's spare capacity is
// another one's memory: an append to one would overwrite the other.
func Overhang(spans []Span) (over, under Span, ok bool) {
	var tails []Span
	for _, s := range spans {
		if s.Tail != 0 {
			tails = append(tails, Span{Start: s.Tail, End: s.End})
		}
	}
	// The spans themselves, without their tails; the latter may overlap too, but
	// then neither holds anything.
	heads := make([]Span, 0, len(spans))
	for _, s := range spans {
		if s.Tail != 0 {
			s.End = s.Tail
		}
		if s.End > s.Start {
			heads = append(heads, s)
		}
	}
	slices.SortFunc(tails, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	return Overlap(tails, heads)
}

type spanWalker struct {
	list []Span
	seen map[visit]bool
}

func (w *spanWalker) walk(v reflect.Value) {
	t := v.Type()
	switch t.Kind() {
	case reflect.String:
		if s := v.String(); len(s) > 1 {
			at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
			w.list = append(w.list, Span{Start: at, End: at + uintptr(len(s)), Text: true})
		}
	case reflect.Pointer:
		if !v.IsNil() && w.first(v, 0, t.Elem().Size()) && !isTime(t) {
			w.walk(v.Elem())
		}
	case reflect.Slice:
		if w.first(v, v.Len(), uintptr(v.Cap())*t.Elem().Size()) && !plain(t.Elem()) {
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
		if !v.IsNil() && w.first(v, 0, 1) {
			for it := v.MapRange(); it.Next(); {
				w.walk(it.Key())
				w.walk(it.Value())
			}
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem())
		}
	case reflect.Struct:
		if !isTime(t) { // locations are shared by design
			for i, f := range factsOf(t).fields {
				if f.reachable {
					w.walk(v.Field(i))
				} else {
					w.hidden(v.Field(i))
				}
			}
		}
	}
}

// hidden looks for text, lists of texts and plain slices that are kept out of sight.
func (w *spanWalker) hidden(v reflect.Value) {
	t := v.Type()
	before := len(w.list)
	switch k := t.Kind(); {
	case k == reflect.String, k == reflect.Slice && (plain(t.Elem()) || t.Elem().Kind() == reflect.String):
		w.walk(v)
	case k == reflect.Struct && !isTime(t):
		for i := range t.NumField() {
			w.hidden(v.Field(i))
		}
	}
	for i := range w.list[before:] {
		w.list[before+i].Hidden = true
	}
}

// first adds the span that v refers to and reports whether it is new.
func (w *spanWalker) first(v reflect.Value, length int, size uintptr) bool {
	key := visit{v.Pointer(), length, v.Type()}
	if w.seen[key] || size == 0 {
		return false
	}
	w.seen[key] = true
	s := Span{Start: v.Pointer(), End: v.Pointer() + size}
	if v.Kind() == reflect.Slice {
		elem := v.Type().Elem()
		s.Bytes = elem.Kind() == reflect.Uint8
		if v.Len() < v.Cap() {
			s.Tail = s.Start + uintptr(v.Len())*elem.Size()
		}
	}
	w.list = append(w.list, s)
	return true
}

// Merge joins two lists in order of address into one.
func Merge(a, b []Span) []Span {
	all := append(slices.Clip(a), b...)
	slices.SortFunc(all, func(x, y Span) int { return cmp.Compare(x.Start, y.Start) })
	return all
}
