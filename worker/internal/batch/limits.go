package batch

import (
	"encoding/binary"
	"reflect"
	"time"
	"unsafe"

	"github.com/assay-go/assay/worker/adapter"
)

// NewCopyLimit returns the runner of the codec that moves as many bytes as a
// value holds, with reuse, and does nothing else: from one piece of memory into
// the buffer, and from the input into another.
func NewCopyLimit[V any](values []*V) Runner {
	tagged, inputs := tag(values)
	longest := 0
	for _, b := range inputs {
		longest = max(longest, len(b))
	}
	sink := make([]byte, longest)
	move := func(data []byte, _ *V) error {
		copy(sink, data)
		return nil
	}
	return New(Config[V]{Values: tagged, Inputs: inputs, Reuse: true, Codec: adapter.Codec[V]{
		Append: func(buf []byte, v *V) ([]byte, error) {
			return append(buf, inputs[indexOf(v)]...), nil
		},
		Unmarshal: move, UnmarshalReuse: move,
	}})
}

// NewAllocLimit returns the runner of the codec that makes the allocations of a
// value and does nothing else: to marshal, one of as many bytes as the value
// holds; to unmarshal, besides the destination, one for each string, slice,
// pointer and map in the value, of its type and length. A codec that puts several
// of them into one can go below it.
func NewAllocLimit[V any](values []*V) Runner {
	tagged, inputs := tag(values)
	plans := make([]plan, len(values))
	for i, v := range values {
		plans[i].add(reflect.ValueOf(v).Elem())
	}
	return New(Config[V]{Values: tagged, Inputs: inputs, Codec: adapter.Codec[V]{
		Marshal: func(v *V) ([]byte, error) {
			i := indexOf(v)
			out := make([]byte, len(inputs[i]))
			binary.LittleEndian.PutUint32(out, uint32(i)) // for the way back
			return out, nil
		},
		Unmarshal: func(data []byte, _ *V) error {
			plans[binary.LittleEndian.Uint32(data)].allocate()
			return nil
		},
	}})
}

// tagged has the index of a value beside it, so that one leads to the other.
type tagged[V any] struct {
	value V
	index int
}

// tag returns the values with their indices behind them, and for each an input
// as long as what it holds, that begins with the index.
func tag[V any](values []*V) (list []*V, inputs [][]byte) {
	for i, v := range values {
		t := &tagged[V]{*v, i}
		list = append(list, &t.value)
		input := make([]byte, max(held(reflect.ValueOf(v).Elem()), 4))
		binary.LittleEndian.PutUint32(input, uint32(i))
		inputs = append(inputs, input)
	}
	return list, inputs
}

func indexOf[V any](v *V) int { return (*tagged[V])(unsafe.Pointer(v)).index }

var timeType = reflect.TypeFor[time.Time]()

// held returns how many bytes a value holds: numbers as wide as they are, texts
// and bytes as long, no lengths, no pointers, no padding. A time is eight bytes
// of seconds and four of nanoseconds.
func held(v reflect.Value) int {
	if v.Type() == timeType {
		return 12
	}
	sum := 0
	switch v.Kind() {
	case reflect.String:
		return v.Len()
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			sum += held(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			sum += held(v.Field(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			sum += held(it.Key()) + held(it.Value())
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return held(v.Elem())
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
	default:
		return int(v.Type().Size())
	}
	return sum
}

// plan is the allocations of one value.
type plan struct {
	bytes []int          // without pointers
	types []reflect.Type // with pointers; slices as arrays
	maps  []sized
}

type sized struct {
	of  reflect.Type
	len int
}

// Where what a plan allocates ends up, so that it is made on the heap.
//
//lint:ignore U1000 they are only written to
var allocatedBytes []byte

//lint:ignore U1000 as above
var allocated unsafe.Pointer

//lint:ignore U1000 as above
var allocatedMap reflect.Value

func (p *plan) allocate() {
	for _, n := range p.bytes {
		allocatedBytes = make([]byte, n)
	}
	for _, t := range p.types {
		allocated = reflect.New(t).UnsafePointer()
	}
	for _, m := range p.maps {
		allocatedMap = reflect.MakeMapWithSize(m.of, m.len)
	}
}

// add adds the allocations that v refers to.
func (p *plan) add(v reflect.Value) {
	if v.Type() == timeType {
		return
	}
	switch v.Kind() {
	case reflect.String:
		if v.Len() > 0 {
			p.bytes = append(p.bytes, v.Len())
		}
	case reflect.Slice:
		if v.Len() > 0 {
			p.one(reflect.ArrayOf(v.Len(), v.Type().Elem()))
		}
		p.elements(v)
	case reflect.Array:
		p.elements(v)
	case reflect.Struct:
		for i := range v.NumField() {
			p.add(v.Field(i))
		}
	case reflect.Map:
		if v.IsNil() {
			return
		}
		p.maps = append(p.maps, sized{v.Type(), v.Len()})
		for it := v.MapRange(); it.Next(); {
			p.add(it.Key())
			p.add(it.Value())
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		p.one(v.Elem().Type())
		p.add(v.Elem())
	}
}

func (p *plan) elements(v reflect.Value) {
	if !refers(v.Type().Elem()) {
		return
	}
	for i := range v.Len() {
		p.add(v.Index(i))
	}
}

func (p *plan) one(t reflect.Type) {
	switch {
	case t.Size() == 0:
	case refers(t):
		p.types = append(p.types, t)
	default:
		p.bytes = append(p.bytes, int(t.Size()))
	}
}

// refers reports whether values of the type have pointers in them.
func refers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && refers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if refers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}
