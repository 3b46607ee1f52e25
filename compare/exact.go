package compare

import (
	"math"
	"slices"

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
			s.exact(x, y)
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
// hundred, is none.
func (s *Subject) exact(x, y *result.Case) {
	add := func(op, unit string, old, new, slack float64) {
		if math.Abs(new-old) > slack {
			s.Exact = append(s.Exact, Exact{x.Row, op, unit, old, new})
		}
	}
	add("", "B/size", x.Size.Mean, y.Size.Mean, 1e-9*x.Size.Mean)
	for _, op := range operations(x, y) {
		p, q := x.Ops[op], y.Ops[op]
		add(op, "allocs/op", p.AllocsPerOp, q.AllocsPerOp, max(0.005, 0.01*p.AllocsPerOp))
		add(op, "B/op", p.BytesPerOp, q.BytesPerOp, max(1, 0.01*p.BytesPerOp))
	}
}

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
