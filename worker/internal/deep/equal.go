package deep

import (
	"reflect"
	"strings"
	"time"
	"unsafe"
)

// Equal returns a comparison of two values of type T that says what [Compare]
// says, without saying where, and is cheap: it is assembled once, by
// reflection, from closures that work on memory. Neighbouring numbers are
// compared as one run of bytes, strings and slices by length and content, maps
// with strings or integers as keys by lookup. Fields that no serializer can
// reach are skipped, but not those that protobuf's opaque API hides behind
// methods. What has no short cut (interfaces that hold unusual types, maps with
// unusual keys, structs that show nothing but methods) falls back to the walk
// that Compare makes.
//
// The values must not be cyclic, and one goroutine at a time may compare.
func Equal[T any]() func(a, b *T) bool {
	eq := builder{}.of(reflect.TypeFor[T]())
	return func(a, b *T) bool { return eq(unsafe.Pointer(a), unsafe.Pointer(b)) }
}

type equality func(a, b unsafe.Pointer) bool

// builder holds the comparisons that are ready or, for recursion, under way.
type builder map[reflect.Type]*equality

func (m builder) of(t reflect.Type) equality {
	if n, ok := run(t); ok {
		return memory(n)
	}
	if known, ok := m[t]; ok {
		return func(a, b unsafe.Pointer) bool { return (*known)(a, b) }
	}
	eq := new(equality)
	m[t] = eq
	*eq = m.make(t)
	return *eq
}

func (m builder) make(t reflect.Type) equality {
	switch t.Kind() {
	case reflect.String:
		return func(a, b unsafe.Pointer) bool { return *(*string)(a) == *(*string)(b) }
	case reflect.Pointer:
		elem := m.of(t.Elem())
		return func(a, b unsafe.Pointer) bool {
			x, y := *(*unsafe.Pointer)(a), *(*unsafe.Pointer)(b)
			return x == y || x != nil && y != nil && elem(x, y)
		}
	case reflect.Slice:
		return m.slice(t.Elem())
	case reflect.Array:
		return array(m.of(t.Elem()), t.Len(), t.Elem().Size())
	case reflect.Map:
		return m.maps(t)
	case reflect.Struct:
		if isTime(t) {
			return func(a, b unsafe.Pointer) bool { return (*time.Time)(a).Equal(*(*time.Time)(b)) }
		}
		if opaque(t) {
			return slow(t)
		}
		return m.structs(t)
	case reflect.Interface:
		return dynamic(t)
	}
	return slow(t)
}

// run reports whether t is nothing but bits that can be compared as n bytes:
// numbers, bools, and arrays and structs of them without padding.
func run(t reflect.Type) (n uintptr, ok bool) {
	switch t.Kind() {
	case reflect.Array:
		_, ok := run(t.Elem())
		return t.Size(), ok
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			size, ok := run(f.Type)
			if !ok || !compared(f) || f.Offset != n {
				return 0, false
			}
			n += size
		}
		return n, n == t.Size() && !opaque(t)
	}
	return t.Size(), t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}

// compared reports whether f counts. The fields of protobuf's opaque structs do:
// the values of a message are in nothing else.
func compared(f reflect.StructField) bool {
	return reachable(f) || strings.HasPrefix(f.Name, "xxx_hidden_")
}

func memory(n uintptr) equality {
	switch n {
	case 0:
		return func(a, b unsafe.Pointer) bool { return true }
	case 1:
		return func(a, b unsafe.Pointer) bool { return *(*uint8)(a) == *(*uint8)(b) }
	case 2:
		return func(a, b unsafe.Pointer) bool { return *(*uint16)(a) == *(*uint16)(b) }
	case 4:
		return func(a, b unsafe.Pointer) bool { return *(*uint32)(a) == *(*uint32)(b) }
	case 8:
		return func(a, b unsafe.Pointer) bool { return *(*uint64)(a) == *(*uint64)(b) }
	}
	return func(a, b unsafe.Pointer) bool { return same(a, b, n) }
}

func same(a, b unsafe.Pointer, n uintptr) bool {
	return unsafe.String((*byte)(a), n) == unsafe.String((*byte)(b), n)
}

type sliceHeader struct {
	data     unsafe.Pointer
	len, cap int
}

func (m builder) slice(elem reflect.Type) equality {
	size := elem.Size()
	if _, ok := run(elem); ok {
		return func(a, b unsafe.Pointer) bool {
			x, y := (*sliceHeader)(a), (*sliceHeader)(b)
			return x.len == y.len && same(x.data, y.data, uintptr(x.len)*size)
		}
	}
	eq := m.of(elem)
	return func(a, b unsafe.Pointer) bool {
		x, y := (*sliceHeader)(a), (*sliceHeader)(b)
		return x.len == y.len && each(eq, x.data, y.data, x.len, size)
	}
}

func array(eq equality, n int, size uintptr) equality {
	return func(a, b unsafe.Pointer) bool { return each(eq, a, b, n, size) }
}

func each(eq equality, a, b unsafe.Pointer, n int, size uintptr) bool {
	for i := range uintptr(n) {
		if !eq(unsafe.Add(a, i*size), unsafe.Add(b, i*size)) {
			return false
		}
	}
	return true
}

// part is a comparison at an offset.
type part struct {
	at uintptr
	eq equality
}

// structs joins neighbouring runs, nested structs' included.
func (m builder) structs(t reflect.Type) equality {
	var parts []part
	var from, to uintptr // the run under way
	flush := func() {
		if to > from {
			parts = append(parts, part{from, memory(to - from)})
		}
		from, to = 0, 0
	}
	var add func(t reflect.Type, base uintptr)
	add = func(t reflect.Type, base uintptr) {
		for i := range t.NumField() {
			f := t.Field(i)
			at := base + f.Offset
			if !compared(f) {
				continue
			}
			if n, ok := run(f.Type); ok {
				if at != to || to == from {
					flush()
					from = at
				}
				to = at + n
				continue
			}
			if f.Type.Kind() == reflect.Struct && !isTime(f.Type) && !opaque(f.Type) {
				add(f.Type, at)
				continue
			}
			flush()
			parts = append(parts, part{at, m.of(f.Type)})
		}
	}
	add(t, 0)
	flush()
	return func(a, b unsafe.Pointer) bool {
		for i := range parts {
			p := &parts[i]
			if !p.eq(unsafe.Add(a, p.at), unsafe.Add(b, p.at)) {
				return false
			}
		}
		return true
	}
}

// dynamic compares what interfaces hold.
func dynamic(t reflect.Type) equality {
	fallback := slow(t)
	if t.NumMethod() > 0 {
		return fallback
	}
	return func(a, b unsafe.Pointer) bool {
		switch x := (*(*any)(a)).(type) {
		case nil:
			return *(*any)(b) == nil
		case string:
			if y, ok := (*(*any)(b)).(string); ok {
				return x == y
			}
		case bool:
			if y, ok := (*(*any)(b)).(bool); ok {
				return x == y
			}
		case int64:
			if y, ok := (*(*any)(b)).(int64); ok {
				return x == y
			}
		case uint64:
			if y, ok := (*(*any)(b)).(uint64); ok {
				return x == y
			}
		}
		return fallback(a, b)
	}
}

func slow(t reflect.Type) equality {
	return func(a, b unsafe.Pointer) bool {
		return quiet(reflect.NewAt(t, a).Elem(), reflect.NewAt(t, b).Elem())
	}
}
