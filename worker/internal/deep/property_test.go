package deep_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"
	"unsafe"

	"google.golang.org/protobuf/types/known/wrapperspb"
	"pgregory.net/rapid"

	"github.com/assay-go/assay/worker/internal/deep"
	"github.com/assay-go/assay/worker/internal/values"
)

// anyType draws a type of up to the given depth.
func anyType(depth int) *rapid.Generator[reflect.Type] {
	scalars := []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint64](), reflect.TypeFor[float32](), reflect.TypeFor[float64](), reflect.TypeFor[complex64](),
		reflect.TypeFor[string](), reflect.TypeFor[[]byte](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](),
	}
	if depth == 0 {
		return rapid.SampledFrom(scalars)
	}
	return rapid.Custom(func(t *rapid.T) reflect.Type {
		elem := func() reflect.Type { return anyType(depth-1).Draw(t, "elem") }
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			return reflect.SliceOf(elem())
		case 1:
			return reflect.PointerTo(elem())
		case 2:
			return reflect.ArrayOf(rapid.IntRange(0, 3).Draw(t, "len"), elem())
		case 3:
			keys := []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int16](), reflect.TypeFor[[2]uint8](), reflect.TypeFor[time.Time](), reflect.TypeFor[float64]()}
			return reflect.MapOf(rapid.SampledFrom(keys).Draw(t, "key"), elem())
		case 4:
			return rapid.SampledFrom(scalars).Draw(t, "scalar")
		}
		var fields []reflect.StructField
		for i := range rapid.IntRange(0, 6).Draw(t, "fields") {
			fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: elem()})
		}
		return reflect.StructOf(fields)
	})
}

// draw returns the type's closure of comparison and pointers to n values.
func draw(t *rapid.T, n int) (equal func(a, b any) bool, list []any) {
	typ := anyType(3).Draw(t, "type")
	values.Generate(typ, rapid.Uint64().Draw(t, "seed"), n, values.Options{}, func(v reflect.Value) {
		list = append(list, v.Addr().Interface())
	})
	return deep.EqualOf(typ), list
}

func TestClonesAreEqualAndApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		equal, list := draw(t, 3)
		for _, v := range list {
			c := deep.Clone(v)
			if res := deep.Compare(v, c); res.Differs || len(res.Findings) > 0 {
				t.Fatalf("%T: %v %v", v, res, res.Findings)
			}
			if !equal(v, c) {
				t.Fatalf("%T: Equal sees a difference between a value and its copy", v)
			}
			if a, b, shared := deep.Overlap(deep.Spans(v), deep.Spans(c)); shared {
				t.Fatalf("%T: the copy shares memory: %v, %v", v, a, b)
			}
		}
	})
}

func TestDigestsTellValuesApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, list := draw(t, 2)
		for _, v := range list {
			sum := deep.Digest(v)
			if deep.Digest(deep.Clone(v)) != sum {
				t.Fatalf("%T: a copy has another digest", v)
			}
			for k := range deep.Leaves(deep.Clone(v), 20) {
				c := deep.Clone(v)
				undo := deep.Leaves(c, 20)[k].Change()
				if deep.Digest(c) == sum {
					t.Fatalf("%T: leaf %d does not count", v, k)
				}
				if undo(); deep.Digest(c) != sum {
					t.Fatalf("%T: leaf %d was not put back: %v", v, k, deep.Compare(v, c))
				}
			}
		}
	})
}

// A message that was encoded before differs from a new one in what the library
// notes in it. Here that is a number; with the rest of it, all descriptors would be
// walked.
func TestDigestOfAUsedMessage(t *testing.T) {
	used := wrapperspb.String("a")
	cache := reflect.ValueOf(used).Elem().FieldByName("sizeCache")
	*(*int32)(cache.Addr().UnsafePointer()) = 3
	if deep.Digest(used) != deep.Digest(wrapperspb.String("a")) {
		t.Error("what the library notes in a message counts")
	}
	if deep.Digest(used) == deep.Digest(wrapperspb.String("b")) {
		t.Error("the text does not count")
	}
}

// TestEdgesCanBePut: each edge gives the value another content, or says so by its
// kind where the value happens to be at the edge.
func TestEdgesCanBePut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, list := draw(t, 1)
		for k, edge := range deep.Edges(deep.Clone(list[0]), 1) {
			c := deep.Clone(list[0])
			again := deep.Edges(c, 1)
			if again[k].Kind != edge.Kind || again[k].Path != edge.Path {
				t.Fatalf("%T: edge %d is %v in one copy and %v in another", c, k, edge, again[k])
			}
			again[k].Put()
			if res := deep.Compare(list[0], c); !res.Differs && len(res.Findings) == 0 && deep.Digest(list[0]) != deep.Digest(c) {
				t.Fatalf("%T: %s at %s is no difference", c, edge.Kind, edge.Path)
			}
		}
	})
}

func TestPlacedValuesAreEqualAndElsewhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, list := draw(t, 3)
		for _, v := range list {
			mem := make([]uint64, 1<<14)
			at := uintptr(0)
			alloc := func(size, align uintptr) unsafe.Pointer {
				at = (at + align - 1) &^ (align - 1)
				if at+size > uintptr(len(mem))*8 {
					return nil
				}
				p := unsafe.Add(unsafe.Pointer(&mem[0]), at)
				at += size
				return p
			}
			c, keep, ok := deep.Place(v, alloc, func(start, end uintptr) {})
			if !ok {
				continue // too large
			}
			if res := deep.Compare(v, c); res.Differs || len(res.Findings) > 0 {
				t.Fatalf("%T: %v %v", v, res, res.Findings)
			}
			if _, _, shared := deep.Overlap(deep.Spans(v), deep.Spans(c)); shared {
				t.Fatalf("%T: the placed value shares memory with the original", v)
			}
			runtime.KeepAlive(keep)
			runtime.KeepAlive(mem)
		}
	})
}

func TestOverhang(t *testing.T) {
	slab := make([]byte, 100)
	type pair struct{ A, B []byte }
	for _, tc := range []struct {
		name string
		v    pair
		want bool
	}{
		{"capped", pair{slab[0:10:10], slab[10:20:20]}, false},
		{"the first is not capped", pair{slab[0:10], slab[10:20:20]}, true},
		{"by one byte", pair{slab[0:10:11], slab[10:20:20]}, true},
		{"the last is not capped", pair{slab[0:10:10], slab[10:20]}, false},
		{"two that are empty", pair{slab[:0], slab[10:10]}, false},
		{"an empty one over another", pair{slab[:0], slab[10:20:20]}, true},
	} {
		if _, _, got := deep.Overhang(deep.Spans(&tc.v)); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func TestEqualAgreesWithCompare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		equal, list := draw(t, 6)
		for _, v := range list {
			for _, w := range list {
				if got, want := equal(v, w), !deep.Compare(v, w).Differs; got != want {
					t.Fatalf("%T: Equal says %v, Compare %v: %v", v, got, want, deep.Compare(v, w))
				}
			}
		}
	})
}

func TestEveryLeafMatters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		equal, list := draw(t, 2)
		for _, v := range list {
			for k, leaf := range deep.Leaves(deep.Clone(v), 50) {
				c := deep.Clone(v)
				again := deep.Leaves(c, 50)
				if len(again) <= k || again[k].Path != leaf.Path {
					t.Fatalf("%T: leaf %d is %s in one copy and something else in another", v, k, leaf.Path)
				}
				again[k].Change()
				if res := deep.Compare(v, c); !res.Differs {
					t.Fatalf("%T: a change at %s is not seen", v, leaf.Path)
				}
				if equal(v, c) {
					t.Fatalf("%T: a change at %s is not seen by Equal", v, leaf.Path)
				}
			}
		}
	})
}

func TestVariantsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, list := draw(t, 2)
		for _, v := range list {
			for _, leaf := range deep.Leaves(v, 10) {
				vary := leaf.Varier()
				if vary == nil {
					continue
				}
				var made []any
				for _, n := range []uint64{0, 1, 26, 1000, 1<<18 - 1} {
					vary(n)
					made = append(made, deep.Clone(v))
				}
				for i, a := range made {
					for _, b := range made[i+1:] {
						if !deep.Compare(a, b).Differs {
							t.Fatalf("%T: two variants of %s are equal", v, leaf.Path)
						}
					}
				}
			}
		}
	})
}

func TestGrownValuesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, list := draw(t, 2)
		for _, v := range list {
			c := deep.Clone(v)
			if grown := deep.Grow(c); grown != deep.Compare(v, c).Differs {
				t.Fatalf("%T: grown %v, but %v", v, grown, deep.Compare(v, c))
			}
			if _, _, shared := deep.Overlap(deep.Spans(v), deep.Spans(c)); shared {
				t.Fatalf("%T: the grown value shares memory", v)
			}
		}
	})
}

func TestOverlap(t *testing.T) {
	b := make([]byte, 100)
	span := func(from, to int) []deep.Span { return []deep.Span{deep.SpanOf(b[from:to])} }
	for _, tc := range []struct {
		a, b []deep.Span
		want bool
	}{
		{span(0, 10), span(10, 20), false},
		{span(0, 11), span(10, 20), true},
		{span(10, 20), span(0, 11), true},
		{span(0, 100), span(50, 51), true},
		{deep.Merge(span(0, 10), span(30, 40)), span(10, 30), false},
		{deep.Merge(span(30, 40), span(0, 10)), span(39, 60), true},
		{nil, span(0, 1), false},
	} {
		if _, _, got := deep.Overlap(tc.a, tc.b); got != tc.want {
			t.Errorf("%v, %v: %v", tc.a, tc.b, got)
		}
	}
	v := &struct {
		Text string
		List [][]byte
	}{string(b[:5]), [][]byte{b[20:30], b[50:60]}}
	var lengths []int
	for _, s := range deep.Spans(v) {
		lengths = append(lengths, int(s.End-s.Start))
	}
	slices.Sort(lengths)
	if !slices.Equal(lengths, []int{5, 48, 50, 80}) { // with their capacity
		t.Errorf("spans of lengths %v", lengths)
	}
}

// TestMapsWithinMaps: the comparison of a map is used again within itself.
func TestMapsWithinMaps(t *testing.T) {
	type node struct {
		Name string
		Kids map[string]*node
		Sets map[int]map[int][]string
		Any  map[uint16]any
	}
	var list []*node
	values.Generate(reflect.TypeFor[node](), 1, 100, values.Options{}, func(v reflect.Value) { list = append(list, v.Addr().Interface().(*node)) })
	equal := deep.Equal[node]()
	for _, v := range list {
		v.Any = map[uint16]any{1: v.Sets, 2: "x", 3: map[string]any{"k": v.Name}}
		c := deep.Clone(v).(*node)
		if !equal(v, c) {
			t.Fatal("a copy differs")
		}
		for k := range deep.Leaves(deep.Clone(v), 50) {
			c := deep.Clone(v)
			leaf := deep.Leaves(c, 50)[k]
			leaf.Change()
			if equal(v, c.(*node)) {
				t.Fatalf("a change at %s is not seen", leaf.Path)
			}
		}
	}
}

// TestVariedTimesStayNear: Unix nanoseconds end in 2262, and codecs are shown others at each look.
func TestVariedTimesStayNear(t *testing.T) {
	base := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := base
	vary := deep.Leaves(&v, 1)[0].Varier()
	seen := map[int64]bool{}
	for _, from := range []uint64{0, 1 << 18, 1 << 40, 3<<41 + 12345, 1<<63 - 1} {
		clear(seen)
		for n := range uint64(1 << 10) {
			vary(from + n)
			if off := v.Sub(base); off < 0 || off > 366*24*time.Hour || seen[v.Unix()] {
				t.Fatalf("by %d it is %v, %v from what it was", from+n, v, off)
			}
			seen[v.Unix()] = true
		}
	}
}
