package compare

import (
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/result"
)

// newSubject compares what is counted and what became of the rows.
func newSubject(a, b *result.Subject, o Options) *Subject {
	s := &Subject{Name: a.Name}
	for _, x := range a.Cases {
		if !o.Keep(x) {
			continue
		}
		y := find(b, x.Row)
		switch {
		case y == nil:
			s.OnlyOld = append(s.OnlyOld, x.Row)
		case x.Status == result.OK && y.Status == result.OK:
			s.exact(x, y, max(wavers(a, x), wavers(b, x)))
		case x.Status != y.Status:
			reason := x.Reason
			if y.Status != result.OK {
				reason = y.Reason
			}
			s.Status = append(s.Status, Status{x.Row, x.Status, y.Status, reason})
		}
	}
	for _, y := range b.Cases {
		if o.Keep(y) && find(a, y.Row) == nil {
			s.OnlyNew = append(s.OnlyNew, y.Row)
		}
	}
	return s
}

func find(s *result.Subject, row string) *result.Case {
	i := slices.IndexFunc(s.Cases, func(c *result.Case) bool { return c.Row == row })
	if i < 0 {
		return nil
	}
	return s.Cases[i]
}

// exact records what has changed of what is counted. Counting allocations over
// many operations catches one of the runtime's own now and then, so a change
// of less than half a hundredth of an allocation, or of a byte and one in a
// hundred, is none. Where allocations are no whole number, something is shared
// or pooled, and how often depends on the collector: only a change by half
// counts. And where a serializer's size wavers within a run, as gob's does, whose
// types are numbered as a process meets them, it may between runs.
func (s *Subject) exact(x, y *result.Case, wavering float64) {
	add := func(op, unit string, old, new, slack float64) {
		if math.Abs(new-old) > slack {
			s.Exact = append(s.Exact, Exact{x.Row, op, unit, old, new})
		}
	}
	add("", "B/size", x.Size.Mean, y.Size.Mean, wavering+1e-9*x.Size.Mean)
	for _, op := range operations(x, y) {
		p, q := x.Ops[op], y.Ops[op]
		s.uncounted = s.uncounted || math.IsNaN(q.AllocsPerOp) && !math.IsNaN(p.AllocsPerOp)
		share := 0.01
		if !whole(p.AllocsPerOp) || !whole(q.AllocsPerOp) {
			share = 0.5
		}
		add(op, "allocs/op", p.AllocsPerOp, q.AllocsPerOp, max(0.005, share*p.AllocsPerOp))
		add(op, "B/op", p.BytesPerOp, q.BytesPerOp, max(1, share*p.BytesPerOp))
	}
}

// wavers returns by how much the sizes of a row and of the same with reuse, or
// without, differ, in bytes.
func wavers(s *result.Subject, c *result.Case) float64 {
	twin := strings.TrimSuffix(c.Row, "+reuse")
	if twin == c.Row {
		twin += "+reuse"
	}
	other, same := find(s, twin), find(s, c.Row)
	if other == nil || other.Status != result.OK {
		return 0
	}
	return math.Abs(other.Size.Mean - same.Size.Mean)
}

func whole(x float64) bool { return math.Abs(x-math.Round(x)) < 0.005 }

// operations lists those that both cases have, in the order of reports.
func operations(x, y *result.Case) []string {
	var list []string
	for op := range x.Ops {
		if y.Ops[op] != nil {
			list = append(list, op)
		}
	}
	order := []string{"marshal", "unmarshal", "roundtrip", "encode", "decode", "access"}
	slices.SortFunc(list, func(a, b string) int {
		i, j := slices.Index(order, a), slices.Index(order, b)
		if i != j {
			return i - j
		}
		if a < b {
			return -1
		}
		return 1
	})
	return list
}
