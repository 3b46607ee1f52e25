package deep

import (
	"math"
	"reflect"
	"regexp"
	"strings"
	"time"
)

// Edge is a value at the limits of its type that can be put in a place of a
// larger value.
type Edge struct {
	Kind string // what is tried, such as "minus zero"
	Path string
	Long bool // text or bytes of more than 65,535
	Leaf bool // it changes text, bytes or a number alone: those of other leaves may be put beside it
	Put  func()
}

// Edges returns up to perKind edges of each kind for what p points to, each in another
// field: codecs treat the elements of a list alike. Putting one changes the value in
// place; two must not be put into one value, but for those of leaves, which may be.
func Edges(p any, perKind int) []Edge {
	e := edges{perKind: perKind, count: map[string]int{}, taken: map[[2]string]bool{}, inLeaf: true}
	for _, l := range Leaves(p, maxLeaves) {
		e.leaf(l)
	}
	e.inLeaf = false
	e.hollows("", reflect.ValueOf(p).Elem(), 0)
	return e.list
}

type edges struct {
	perKind int
	count   map[string]int
	taken   map[[2]string]bool // kinds and fields
	inLeaf  bool
	list    []Edge
}

func (e *edges) add(kind, path string, put func()) {
	field := [2]string{kind, index.ReplaceAllString(path, "[]")}
	if e.count[kind] < e.perKind && !e.taken[field] {
		e.taken[field] = true
		e.count[kind]++
		e.list = append(e.list, Edge{kind, path, kind == edgeText65535 || kind == edgeBytes64K, e.inLeaf, put})
	}
}

// index is a part of a path that says which element it is.
var index = regexp.MustCompile(`\[[^\]]*\]`)

// The kinds of edges that a reader is told of.
const (
	edgeEmptyText = "empty text"
	edgeBadUTF8   = "invalid UTF-8"
	edgeZeroByte  = "a zero byte in text"
	edgeLines     = "ends of lines in text"
	edgeText255   = "text beyond 255 bytes"
	edgeText65535 = "text beyond 65,535 bytes"
	edgeBytes255  = "bytes beyond 255"
	edgeBytes64K  = "bytes beyond 65,535"
	edgeMinusZero = "minus zero"
	edgeNaN       = "the payload of a NaN"
	edgeInfinity  = "infinity"
	edgeFloatMax  = "the largest float"
	edgeFloatMin  = "the smallest float"
	edgeIntMax    = "the largest integer"
	edgeIntMin    = "the smallest integer"
	edge53        = "integers beyond 2^53"
	edgeZone      = "another time zone"
	edgeZeroTime  = "the zero time"
	edgeBefore    = "times before 1970"
	edgeFar       = "times of the year 9999"
	edgeNano      = "nanoseconds"
	edgeMicro     = "microseconds"
	edgeMilli     = "milliseconds"
	edgeNil       = "nil"
	edgeEmpty     = "empty, not nil"
	edgeNested    = "nested 64 deep"
)

// text64K is a text of 64 KiB and one byte.
var text64K = strings.Repeat("01234567", 8192) + "8"

// listLengths are around those that 8 and 16 bits count. Lists of the longer are made of
// plain elements and text only: of others they would take too long.
var listLengths = []struct {
	kind   string
	length int
	long   bool
}{
	{"a list of 255", 255, false}, {"a list of 256", 256, false}, {"a list of 257", 257, false},
	{"a list of 65,535", 65535, true}, {"a list of 65,536", 65536, true}, {"a list of 65,537", 65537, true},
}

// nestedDepth is how deep values are nested that can be.
const nestedDepth = 64

func (e *edges) leaf(l Leaf) {
	v := l.v
	put := func(kind string, set func()) {
		e.add(kind, l.Path, func() { set(); l.commit() })
	}
	switch k := v.Kind(); {
	case k == reflect.String:
		for _, x := range []struct{ kind, text string }{
			{edgeEmptyText, ""}, {edgeBadUTF8, "a\xff\xfe\xc0\x80b"}, {edgeZeroByte, "a\x00b"}, {edgeLines, "a\r\nb\rc\n\n"},
			{edgeText255, text64K[:256]}, {edgeText65535, text64K},
		} {
			put(x.kind, func() { v.SetString(x.text) })
		}
	case k == reflect.Slice: // of bytes
		put(edgeBytes255, func() { v.SetBytes([]byte(text64K[:256])) })
		put(edgeBytes64K, func() { v.SetBytes([]byte(text64K)) })
		put(edgeNil, func() { v.SetZero() })
		put(edgeEmpty, func() { v.SetBytes([]byte{}) })
	case v.CanFloat():
		most, least, nan := math.MaxFloat64, math.SmallestNonzeroFloat64, math.Float64frombits(0x7FF8000000000123)
		if v.Type().Bits() == 32 {
			most, least, nan = math.MaxFloat32, math.SmallestNonzeroFloat32, float64(math.Float32frombits(0x7FC00123))
		}
		put(edgeMinusZero, func() { v.SetFloat(math.Copysign(0, -1)) })
		put(edgeNaN, func() { v.SetFloat(nan) })
		put(edgeInfinity, func() { v.SetFloat(math.Inf(-1)) })
		put(edgeFloatMax, func() { v.SetFloat(most) })
		put(edgeFloatMin, func() { v.SetFloat(least) })
	case v.CanInt():
		most := int64(math.MaxInt64) >> (64 - v.Type().Bits())
		put(edgeIntMax, func() { v.SetInt(most) })
		put(edgeIntMin, func() { v.SetInt(-most - 1) })
		if v.Type().Bits() == 64 {
			put(edge53, func() { v.SetInt(1<<53 + 1) })
		}
	case v.CanUint():
		put(edgeIntMax, func() { v.SetUint(math.MaxUint64 >> (64 - v.Type().Bits())) })
		if v.Type().Bits() == 64 {
			put(edge53, func() { v.SetUint(1<<53 + 1) })
		}
	case isTime(v.Type()):
		second := v.Convert(timeType).Interface().(time.Time).Truncate(time.Second)
		for _, x := range []struct {
			kind string
			t    time.Time
		}{
			{edgeZone, second.In(time.FixedZone("", 5*3600+1800))},
			{edgeZeroTime, time.Time{}},
			{edgeBefore, time.Date(1812, 9, 7, 6, 0, 0, 0, time.UTC)},
			{edgeFar, time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)},
			{edgeMilli, second.Add(123 * time.Millisecond)},
			{edgeMicro, second.Add(123456 * time.Microsecond)},
			{edgeNano, second.Add(123456789)},
		} {
			put(x.kind, func() { v.Set(reflect.ValueOf(x.t).Convert(v.Type())) })
		}
	}
}

// hollows finds slices and maps, which may be nil or empty. Bytes are leaves.
func (e *edges) hollows(path string, v reflect.Value, depth int) {
	t := v.Type()
	if depth > maxGrown {
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			e.hollows(path, v.Elem(), depth+1)
		}
	case reflect.Slice, reflect.Map:
		if !v.CanSet() || t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
			return
		}
		e.add(edgeNil, path, func() { v.SetZero() })
		if t.Kind() == reflect.Map {
			e.add(edgeEmpty, path, func() { v.Set(reflect.MakeMap(t)) })
			return
		}
		e.add(edgeEmpty, path, func() { v.Set(reflect.MakeSlice(t, 0, 0)) })
		e.lengths(path, v)
		if v.Len() > 0 && !plain(t.Elem()) {
			e.hollows(path+"[0]", v.Index(0), depth+1)
		}
	case reflect.Struct:
		if isTime(t) {
			return
		}
		e.nested(path, v)
		for i, f := range factsOf(t).fields {
			if f.reachable {
				e.hollows(strings.TrimPrefix(path+"."+f.name, "."), v.Field(i), depth+1)
			}
		}
	}
}

// lengths adds lists of other lengths in the place of a slice that is not empty, with
// its elements again and again.
func (e *edges) lengths(path string, v reflect.Value) {
	elem := v.Type().Elem()
	if v.Len() == 0 {
		return
	}
	for _, l := range listLengths {
		if l.long && !plain(elem) && elem.Kind() != reflect.String || e.count[l.kind] > 0 {
			continue // one is as good as another
		}
		e.add(l.kind, path, func() {
			list := reflect.MakeSlice(v.Type(), l.length, l.length)
			for i := range l.length {
				place := list.Index(i)
				if i < v.Len() {
					place.Set(v.Index(i))
				} else {
					place.Set(reflect.ValueOf(Clone(list.Index(i % v.Len()).Addr().Interface())).Elem())
				}
			}
			v.Set(list)
		})
	}
}

// nested adds a struct that holds one like itself, and so on, where it has a field
// for that.
func (e *edges) nested(path string, v reflect.Value) {
	t := v.Type()
	for i, f := range factsOf(t).fields {
		if !f.reachable || !v.Field(i).CanSet() {
			continue
		}
		var hold func(inner reflect.Value) reflect.Value
		switch ft := t.Field(i).Type; {
		case ft == reflect.PointerTo(t):
			hold = func(inner reflect.Value) reflect.Value { return inner.Addr() }
		case ft.Kind() == reflect.Slice && (ft.Elem() == t || ft.Elem() == reflect.PointerTo(t)):
			hold = func(inner reflect.Value) reflect.Value {
				if ft.Elem() != t {
					inner = inner.Addr()
				}
				return reflect.Append(reflect.MakeSlice(ft, 0, 1), inner)
			}
		default:
			continue
		}
		e.add(edgeNested, strings.TrimPrefix(path+"."+f.name, "."), func() {
			whole := reflect.New(t).Elem()
			whole.Set(v)
			whole.Field(i).SetZero()
			inner := reflect.ValueOf(Clone(whole.Addr().Interface())).Elem()
			for range nestedDepth {
				outer := reflect.ValueOf(Clone(whole.Addr().Interface())).Elem()
				outer.Field(i).Set(hold(inner))
				inner = outer
			}
			v.Set(inner)
		})
		return
	}
}
