package reproduce

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/data"
)

// What the words of the document's column on times promise, in words of [timesOf].
const (
	allTimes  = "all years"
	someTimes = "1678 to 2262"
	offset    = "with offset"
	noOffset  = "without offset"
)

// timesOf says what becomes of times in a row: the finest part that is kept, which years, and
// whether the offset from UTC is. Verification tried it; the row without reuse has what it found.
func timesOf(s *result.Subject, c *result.Case) string {
	if slices.Contains(c.Features, "reuse") && !c.ReusesValue {
		i := slices.IndexFunc(s.Cases, func(o *result.Case) bool {
			return o.Driver == c.Driver && o.Status == result.OK && !slices.Contains(o.Features, "reuse")
		})
		if i < 0 {
			return ""
		}
		c = s.Cases[i]
	}
	edges := ""
	lost := func(kind string) bool { return strings.Contains(edges, kind) }
	zone := true
	for _, f := range c.Findings {
		if text, ok := strings.CutPrefix(f, "edge values "); ok {
			edges = text
		}
		zone = zone && !strings.Contains(f, "time zone")
	}
	parts := []string{"ns", allTimes, offset}
	switch {
	case lost("milliseconds"):
		parts[0] = "s"
	case lost("microseconds"):
		parts[0] = "ms"
	case lost("nanoseconds"):
		parts[0] = "µs"
	}
	if lost("the zero time") || lost("times of the year 9999") {
		parts[1] = someTimes
	}
	if !zone || lost("another time zone") {
		parts[2] = noOffset
	}
	return strings.Join(parts, ", ")
}

// promised are the document's words for what becomes of times; the others say nothing that
// can be tried.
var promised = map[string]string{
	"unix-ns":      "ns, " + someTimes + ", " + noOffset,
	"unix-ms":      "ms, " + allTimes + ", " + noOffset,
	"fullrange":    "ns, " + allTimes + ", " + noOffset,
	"fulltzoffset": "ns, " + allTimes + ", " + offset,
	"RFC3339ns":    "ns, " + allTimes + ", " + offset,
}

// smallEntry holds the columns of alecthomas's report that are no figures of one table.
func (r *Report) smallEntry(e Entry, m Mark, ruled func(string, ruling) (Entry, error)) (Entry, error) {
	name, word := m.table()
	row := r.row("Serialization size", name)
	if row == nil {
		return ruled("Its row has no figures.", ruling{verdict: Elsewhere})
	}
	is := func(today string, same bool) (Entry, error) {
		return ruled(today, ruling{verdict: map[bool]Verdict{true: Same, false: Moved}[same]})
	}
	switch m.Kind {
	case "sum":
		marshal, unmarshal := r.row("Marshal", name), r.row("Unmarshal", name)
		if marshal == nil || unmarshal == nil {
			return ruled("One of its rows has no figures.", ruling{verdict: Elsewhere})
		}
		_, a := r.rowEntry(r.table("Marshal"), *marshal)
		_, b := r.rowEntry(r.table("Unmarshal"), *unmarshal)
		switch {
		case a.open() || b.verdict == Same || b.verdict == Elsewhere && a.verdict == Moved:
		case b.open() || a.verdict == Same || a.verdict == Elsewhere:
			a = b
		case a.shown != b.shown:
			a.shown += "; " + b.shown
		}
		return ruled(fmt.Sprintf("%s ns; %s bytes in %s allocations", layout.Figure(marshal.NS+unmarshal.NS), layout.Count(marshal.Bytes+unmarshal.Bytes), layout.Count(marshal.Allocs+unmarshal.Allocs)), a)
	case "time":
		want, ok := promised[word]
		switch {
		case row.Times == "":
			return ruled("Tried of the row without reuse, which is not measured.", ruling{verdict: Elsewhere})
		case !ok:
			return ruled(row.Times, ruling{Elsewhere, "the word promises nothing that can be tried"})
		}
		return is(row.Times, row.Times == want)
	case "kind":
		return is(row.Row+": "+strings.Join(row.Features, ", ")+".", slices.Contains(row.Features, word))
	default: // flags
		reuse, shares := slices.Contains(row.Features, "reuse"), row.Class == result.Aliases
		return is(fmt.Sprintf("%s: reuse %v, texts in the input %v.", row.Row, reuse, shares), reuse == strings.Contains(word, "reuse") && shares == strings.Contains(word, "unsafe"))
	}
}

func alecthomas(r *Report) []Claim {
	var list []Claim
	sizes := r.table("Serialization size")
	if sizes == nil {
		return nil
	}
	pairs, wrong := 0, []string{}
	for _, row := range sizes.Rows {
		base, kind, ok := strings.Cut(row.Name, "/")
		other := sizes.named(base)
		if !ok || other == nil || row.Reason != "" || other.Reason != "" {
			continue
		}
		pairs++
		if strings.Contains(kind, "reuse") != slices.Contains(row.Features, "reuse") || row.Row == other.Row {
			wrong = append(wrong, row.Name)
		}
	}
	if pairs > 0 {
		today := fmt.Sprintf("%d serializers have a row more for it, with other calls.", pairs)
		if len(wrong) > 0 {
			today += " Not so: " + join(wrong) + "."
		}
		list = append(list, claim("pairs", today, len(wrong) == 0, ""))
	}
	fields := fieldsOf(reflect.TypeFor[data.SmallStruct]())
	list = append(list, claim("struct", "The struct that is measured has "+fields+".", fields == "Name string, BirthDay time.Time, Phone string, Siblings int, Spouse bool and Money float64", ""))
	values, err := data.Smalls(workload.Options{Seed: 1, Flags: map[string]int{"values": 1}})
	names := map[string]bool{}
	for _, v := range values {
		names[v.Name] = true
	}
	list = append(list, claim("random", fmt.Sprintf("%d values, with %d names.", len(values), len(names)), err == nil && len(names) == len(values), ""))
	for _, x := range []struct{ key, name string }{{"baseline", "baseline/unsafe_reuse"}, {"baseline-rw", "baseline_rw"}} {
		var parts, faster []string
		shown := true
		for _, op := range []string{"Marshal", "Unmarshal"} {
			base := r.row(op, x.name)
			if base == nil {
				continue
			}
			if x.key == "baseline-rw" {
				plain := r.row(op, "baseline")
				if plain == nil {
					continue
				}
				parts = append(parts, fmt.Sprintf("%s takes %s of the baseline's", strings.ToLower(op), of(base, plain)))
				if _, lo, _ := ratio(plain, base); lo > 1 {
					faster = append(faster, op)
				}
				continue
			}
			n := 0
			for _, row := range r.fastest(op, has) {
				if row.Name == x.name {
					continue
				}
				if n++; row.Ratio > base.Ratio {
					continue
				}
				if _, lo, _ := ratio(base, &row); lo > 1 {
					faster = append(faster, fmt.Sprintf("%s to %s", row.Name, strings.ToLower(op)))
					shown = shown && r.program(op, row.Name, x.name, 1/mean(base, &row), 0, 0) != ""
				}
			}
			parts = append(parts, fmt.Sprintf("to %s it stands against %d rows", strings.ToLower(op), n))
		}
		if len(parts) == 0 {
			continue
		}
		today := capital(strings.Join(parts, "; ")) + "."
		why := ""
		if len(faster) > 0 {
			today += " Faster: " + join(faster) + "."
			if shown && x.key == "baseline" {
				why = "Go, the machine or the library: the document's own program has this order too"
			}
		}
		list = append(list, claim(x.key, today, len(faster) == 0, why))
	}
	return list
}

func mean(a, b *Row) float64 {
	x, _, _ := ratio(a, b)
	return x
}
