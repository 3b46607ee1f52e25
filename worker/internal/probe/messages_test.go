package probe

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

// writing is a codec of texts alone, whose order write says.
func writing[T any](write func(v *T) string, values ...T) verify.Case {
	c := verify.Case{New: func() any { return new(T) }}
	for i := range values {
		c.Values = append(c.Values, &values[i])
	}
	c.Open = func() verify.Codec {
		return verify.Codec{Marshal: func(v any) ([]byte, error) { return []byte(write(v.(*T))), nil }}
	}
	return c
}

func numbers(n int) map[string]int {
	m := map[string]int{}
	for i := range n {
		m[fmt.Sprint("key ", i)] = i
	}
	return m
}

// What is broken is the same in each process, whatever the order is in which a codec
// writes; where it cannot be, that is said.
func TestMessagesAreTheSame(t *testing.T) {
	type maps struct {
		A, B map[string]int
		C    any
	}
	var entry func(v any) string
	entry = func(v any) (s string) {
		if r := reflect.ValueOf(v); r.Kind() == reflect.Map {
			for i := r.MapRange(); i.Next(); {
				s += fmt.Sprintf("%v=%s;", i.Key(), entry(i.Value().Interface()))
			}
			return s
		}
		return fmt.Sprint(v)
	}
	mapped := func(v *maps) string { return entry(v.A) + "|" + entry(v.B) + "|" + entry(v.C) }
	// fields writes a struct as a map of so many fields.
	fields := func(n int) func(*int) string {
		tags := numbers(n)
		return func(v *int) (s string) {
			for tag := range tags {
				s += tag + ";"
			}
			return s
		}
	}
	sorted := func(v *maps) string {
		text := []byte(mapped(v))
		slices.Sort(text)
		return string(text)
	}
	large := maps{A: numbers(20), B: numbers(8), C: map[string]any{"x": numbers(3), "y": 1}}
	for _, test := range []struct {
		name      string
		c         verify.Case
		unsettled bool
		entries   int // in the first message
	}{
		{name: "maps of many entries", c: writing(mapped, large), entries: 4},
		{name: "the same each time", c: writing(sorted, large), entries: 33},
		{name: "maps of two entries", c: writing(mapped, maps{A: numbers(2), B: numbers(2)}), entries: 2},
		{name: "the fields of a struct in any order", c: writing(fields(3), 1), entries: 3},
		{name: "very many fields", c: writing(fields(60), 1), unsettled: true, entries: 60},
	} {
		t.Run(test.name, func(t *testing.T) {
			var names []string
			for i := range test.c.Values {
				names = append(names, fmt.Sprint("value ", i))
			}
			var first *protocol.Probed
			for range 4 {
				got, err := Answer(test.c, protocol.Probe{What: "messages", Names: names})
				if err != nil || got.Panic != "" || got.Refused != "" {
					t.Fatalf("%+v, %v", got, err)
				}
				if first == nil {
					first = got
				}
				if got.Unsettled != test.unsettled || !test.unsettled && !reflect.DeepEqual(got, first) {
					t.Fatalf("%+v, and before %+v", got, first)
				}
			}
			if n := strings.Count(string(first.Messages[0]), ";"); n != test.entries {
				t.Errorf("%d entries in %q", n, first.Messages[0])
			}
		})
	}
}

// Of several values the two whose lengths are nearest to the best are broken.
func TestMessagesOfLengthsNearTheBest(t *testing.T) {
	var values, names []string
	for i, n := range []int{10, best + 10, 3 * best, best - 5} {
		values, names = append(values, strings.Repeat("x", n)), append(names, fmt.Sprint("value ", i))
	}
	got, err := Answer(writing(func(v *string) string { return *v }, values...), protocol.Probe{What: "messages", Names: names})
	if err != nil || len(got.Messages) != 2 || len(got.Messages[0]) != best-5 || len(got.Messages[1]) != best+10 {
		t.Errorf("%+v, %v", got, err)
	}
}
