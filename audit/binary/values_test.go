package binary

import (
	"math/rand/v2"
	"reflect"
	"time"

	v1 "k8s.io/api/core/v1"

	"github.com/assay-go/assay/audit/binary/messages"
	"github.com/assay-go/assay/audit/binary/spans"
	tagged "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// count is how many values each loop goes over: some, so that no jump is learned by
// heart, and few enough to stay in the caches.
const count = 16

// values returns the values of a type, which are always the same: a workload's own, or
// made.
func values[T any]() []T {
	list := make([]T, count)
	var err error
	switch list := any(&list).(type) {
	case *[]data.Data:
		*list, err = data.Values(workload.Options{Seed: 1, Count: count})
	case *[]signedblock.SignedBlock:
		*list, err = signedblock.Values(workload.Options{Seed: 1, Count: count})
	case *[]teststruc.TestStruc:
		*list, err = teststruc.Values(workload.Options{Seed: 1, Count: count})
	case *[]colorgroup.ColorGroup:
		*list, err = colorgroup.Values(workload.Options{Seed: 1, Count: count})
	case *[]spans.Traces:
		*list = plainTraces()
	case *[]tagged.Data, *[]tagged.ColorGroup, *[]tagged.SignedBlock, *[]tagged.TestStruc:
		err = fromWorkload(list)
	case *[]tagged.TracesData:
		*list = traces()
	case *[]messages.WriteRequest:
		*list = writeRequests(4)
	case *[]v1.Pod:
		*list, err = somePods(count)
	case *[]v1.PodList:
		for i := range *list {
			(*list)[i].Items, err = somePods(200)
		}
	default:
		m := maker{rand.New(rand.NewPCG(1, 28))}
		all := reflect.ValueOf(list).Elem()
		for i := range all.Len() {
			m.fill(all.Index(i), 0)
		}
	}
	if err != nil {
		panic(err)
	}
	return list
}

// maker fills values as programs have them: words, small numbers and some large ones,
// short lists, pointers that are mostly set, times of these years.
type maker struct{ *rand.Rand }

func (m maker) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Struct:
		if at, ok := v.Addr().Interface().(*time.Time); ok {
			*at = time.Unix(1.7e9+m.Int64N(1e8), m.Int64N(1e9)).UTC()
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				m.fill(v.Field(i), depth+1)
			}
		}
	case reflect.Pointer:
		if depth < 8 && m.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			m.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		n := 1 + m.IntN(4)
		switch v.Type().Elem().Kind() {
		case reflect.Uint8:
			n = 8 + m.IntN(64)
		case reflect.Float32, reflect.Float64:
			n = 64 + m.IntN(128)
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			at := v.Index(i)
			if at.Kind() == reflect.Pointer { // lists have no holes
				at.Set(reflect.New(at.Type().Elem()))
				at = at.Elem()
			}
			m.fill(at, depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			m.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 1 + m.IntN(4) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			m.fill(key, depth+1)
			m.fill(elem, depth+1)
			v.SetMapIndex(key, elem)
		}
	case reflect.String:
		p := make([]byte, 3+m.IntN(10)*m.IntN(4))
		for i := range p {
			p[i] = byte('a' + m.IntN(26))
		}
		v.SetString(string(p))
	case reflect.Bool:
		v.SetBool(m.IntN(2) > 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(m.NormFloat64())))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(m.Uint64() >> (64 - v.Type().Bits()) >> m.IntN(v.Type().Bits()))
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(m.Uint64() >> (64 - v.Type().Bits()) >> (1 + m.IntN(v.Type().Bits()-1))))
	}
}

// same reports whether a program would take two values for the same: times are of the same
// moment, whatever their zone, and what is empty may be nil, as some formats have it.
func same(x, y reflect.Value) bool {
	if at, ok := x.Interface().(time.Time); ok {
		return at.Equal(y.Interface().(time.Time))
	}
	switch x.Kind() {
	case reflect.Struct:
		for i := range x.NumField() {
			if x.Type().Field(i).IsExported() && !same(x.Field(i), y.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Pointer, reflect.Interface:
		if x.IsNil() || y.IsNil() {
			return x.IsNil() && y.IsNil()
		}
		return same(x.Elem(), y.Elem())
	case reflect.Slice, reflect.Array:
		if x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !same(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if x.Len() != y.Len() {
			return false
		}
		for _, k := range x.MapKeys() {
			if other := y.MapIndex(k); !other.IsValid() || !same(x.MapIndex(k), other) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}
