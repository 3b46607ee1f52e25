package vectors

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"
)

// values returns values of a type: zero; empty but not nil; with each edge of its kinds,
// all fields at once; and some by chance, which are the same each time.
func values(t reflect.Type) []reflect.Value {
	list := []reflect.Value{reflect.New(t).Elem()}
	for k := range edges {
		list = append(list, filled(t, &filler{edge: k}))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		list = append(list, filled(t, &filler{edge: -1, rand: r}))
	}
	return list
}

func filled(t reflect.Type, f *filler) reflect.Value {
	v := reflect.New(t).Elem()
	f.fill(v, 0)
	return v
}

// edges is how many values there are at the edges of what a kind has; lists have none
// in the first, and strings are empty.
const edges = 10

// filler fills values: with the edge of that number, or by chance.
type filler struct {
	edge int
	rand *rand.Rand
}

// choice returns a number below n.
func (f *filler) choice(n int) int {
	if f.rand != nil {
		return f.rand.IntN(n)
	}
	return f.edge % n
}

// deepest is how many pointers, lists and maps may be inside each other.
const deepest = 3

var (
	texts = []string{"", "a", "Grün – 緑 – 🟢", "\xc3(bad", "\x00\n\"\\", strings.Repeat("n", 127), strings.Repeat("n", 128), strings.Repeat("é", 300)}
	// Times that a count of nanoseconds reaches.
	times = []time.Time{time.Unix(0, 0), time.Unix(0, -1), time.Unix(1704164645, 123456789), time.Unix(-9223372036, 0), time.Unix(9223372036, 854775807), time.Unix(1, 0)}
)

func (f *filler) fill(v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(times[f.choice(len(times))].UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(v.Field(i), depth)
			}
		}
	case reflect.Bool:
		v.SetBool(f.choice(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		most := int64(math.MaxInt64) >> (64 - v.Type().Bits())
		list := []int64{0, 1, -1, 63, -64, 64, 127, most, -most - 1, most / 3}
		v.SetInt(list[f.choice(len(list))])
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		most := uint64(math.MaxUint64) >> (64 - v.Type().Bits())
		list := []uint64{0, 1, 63, 64, 127, 128, 255, most, most - 1, most / 3}
		v.SetUint(list[f.choice(len(list))])
	case reflect.Float32:
		list := []float64{0, 1.5, math.Copysign(0, -1), math.MaxFloat32, math.SmallestNonzeroFloat32, math.Inf(1), math.Inf(-1), -2.25}
		v.SetFloat(list[f.choice(len(list))])
	case reflect.Float64:
		list := []float64{0, 1.5, math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(), -2.25, 1e21}
		v.SetFloat(list[f.choice(len(list))])
	case reflect.String:
		v.SetString(texts[f.choice(len(texts))])
	case reflect.Pointer:
		if depth < deepest && f.choice(5) != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		n := []int{0, 1, 3, 2}[f.choice(4)]
		if f.edge == 5 && depth == 0 && v.Type().Elem().Kind() <= reflect.Float64 {
			n = 128
		}
		if depth >= deepest {
			n = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map: // of one entry at most, whose order is no matter
		v.Set(reflect.MakeMap(v.Type()))
		if depth < deepest && f.choice(3) != 0 {
			k, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(k, depth+1)
			if k.Kind() == reflect.String && !utf8.ValidString(k.String()) {
				k.SetString("key") // JSON has no form for others as names
			}
			f.fill(x, depth+1)
			v.SetMapIndex(k, x)
		}
	}
}
