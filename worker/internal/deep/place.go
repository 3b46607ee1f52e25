package deep

import (
	"reflect"
	"unsafe"
)

// Place returns a copy of what p points to whose structs, strings and slices lie
// in memory from alloc. Maps and what interfaces hold stay on the heap, where
// the collector does not see that they are referred to: the copy is good as long
// as keep and the original are alive. ok is false when alloc returned nil. hidden
// is told of the memory of unexported fields, in which a serializer may keep
// state.
func Place(p any, alloc func(size, align uintptr) unsafe.Pointer, hidden func(start, end uintptr)) (copy, keep any, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, full := r.(noRoom); !full {
				panic(r)
			}
			copy, keep, ok = nil, nil, false
		}
	}()
	src := reflect.ValueOf(Clone(p))
	pl := placer{alloc: alloc, hidden: hidden, seen: map[visit]reflect.Value{}}
	return pl.pointer(src).Interface(), []any{&pl, src}, true
}

type noRoom struct{}

type placer struct {
	alloc  func(size, align uintptr) unsafe.Pointer
	hidden func(start, end uintptr)
	seen   map[visit]reflect.Value
	heap   []reflect.Value // kept alive
}

// room returns the address of n elements of t.
func (p *placer) room(t reflect.Type, n int) unsafe.Pointer {
	at := p.alloc(max(t.Size()*uintptr(n), 1), uintptr(t.Align()))
	if at == nil {
		panic(noRoom{})
	}
	return at
}

func (p *placer) pointer(src reflect.Value) reflect.Value {
	key := visit{src.Pointer(), 0, src.Type()}
	if v, ok := p.seen[key]; ok {
		return v
	}
	elem := src.Type().Elem()
	dst := reflect.NewAt(elem, p.room(elem, 1))
	if src.Type().Name() != "" {
		dst = dst.Convert(src.Type())
	}
	p.seen[key] = dst
	p.put(dst.Elem(), src.Elem())
	return dst
}

// put moves src to dst, which lies in the memory of alloc.
func (p *placer) put(dst, src reflect.Value) {
	t := src.Type()
	switch t.Kind() {
	case reflect.String:
		s := src.String()
		if len(s) == 0 {
			dst.SetString("")
			return
		}
		at := (*byte)(p.room(reflect.TypeFor[byte](), len(s)))
		copy(unsafe.Slice(at, len(s)), s)
		dst.SetString(unsafe.String(at, len(s)))
	case reflect.Pointer:
		if src.IsNil() {
			dst.SetZero()
			return
		}
		dst.Set(p.pointer(src))
	case reflect.Slice:
		if src.IsNil() {
			dst.SetZero()
			return
		}
		s := reflect.NewAt(reflect.ArrayOf(src.Len(), t.Elem()), p.room(t.Elem(), src.Len())).Elem().Slice(0, src.Len())
		dst.Set(s.Convert(t))
		for i := range src.Len() {
			p.put(dst.Index(i), src.Index(i))
		}
	case reflect.Array:
		for i := range src.Len() {
			p.put(dst.Index(i), src.Index(i))
		}
	case reflect.Struct:
		dst.Set(src)
		if isTime(t) {
			return
		}
		for i := range t.NumField() {
			f := t.Field(i)
			if !reachable(f) || !f.IsExported() {
				at := dst.Field(i).UnsafeAddr()
				p.hidden(at, at+f.Type.Size())
				continue
			}
			p.put(dst.Field(i), src.Field(i))
		}
	default:
		p.heap = append(p.heap, src)
		dst.Set(src)
	}
}
