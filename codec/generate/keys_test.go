package generate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

// What is emitted for maps, lists and arrays of what has several forms on a wire compiles: two
// that stand side by side share a scope.
func TestKeysAndArraysCompile(t *testing.T) {
	const names = `
type (
	Stamp  time.Time
	Key    struct { T time.Time; N uint16 }
	Holds  struct { Key; S string }
	Gen[V comparable] struct { V V }
	GenT   = Gen[time.Time]
	Alias  struct { GenT; N int }
	Three  [3]time.Time
	Grade  uint8
)
`
	keys := []string{
		"time.Time", "[2]time.Time", "struct{ T time.Time }", "[2]struct{ A, B time.Time }", "Key", "Holds", "Alias", "GenT", "Three", "[2]Three",
		"float64", "[2]float32", "bool", "[3]bool", "complex128", "Grade", "[4]Grade", "[2]string", "struct{ S string; F float64 }", "time.Duration",
	}
	values := []string{"int32", "time.Time", "[]time.Time", "[2]time.Time", "Three", "*time.Time", "string", "map[time.Time]time.Time", "struct{ T time.Time; B bool }", "[][2]Key"}
	h := newThere(t, "package there\n")
	done := 0
	for i, key := range keys {
		if !routinestest.Long && i%3 != 0 {
			continue
		}
		var source strings.Builder
		source.WriteString("package there\n\nimport \"time\"\n\n" + names)
		for k := range 3 {
			value, other := values[(i+3*k)%len(values)], values[(2*i+5*k+1)%len(values)]
			fmt.Fprintf(&source, "type T%d struct { M map[%[2]s]%[3]s; A [2]%[2]s; L []%[2]s; N map[%[2]s]%[4]s }\n", k, key, value, other)
		}
		h.write("there.go", source.String())
		for _, name := range namesInTurn(i) {
			for _, sorted := range []bool{false, true} {
				c := h.config(name)
				for k := range 3 {
					c.Types = append(c.Types, fmt.Sprint("T", k))
				}
				c.Out = "t_made.go"
				if c.SortedMaps = sorted; sorted && !takes(c.Formats[0], "sorted-maps") {
					continue
				}
				r, err := c.Generate(t.Context())
				switch {
				case errors.As(err, new(RefusedError)) || err != nil && strings.Contains(err.Error(), "have no order"):
				case err != nil:
					t.Errorf("%s, keys of %s: %v", name, key, err)
				default:
					done += len(c.Types) - len(r.Refused)
				}
			}
		}
	}
	if done < 60 {
		t.Errorf("%d types had code", done)
	}
}
