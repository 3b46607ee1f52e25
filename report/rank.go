package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// newOp makes the tables of one operation, or nil when no case has it.
func newOp(op protocol.Op, s *result.Subject, cases []*result.Case, notes *notes, prices prices) *Op {
	var rows []*measured
	for _, c := range cases {
		if r := newMeasured(c, op, notes, prices); r != nil {
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	estimates := stats.NewTable(opsOf(rows))
	for _, r := range rows {
		r.estimate(estimates)
	}
	byTime(rows)
	o := &Op{
		Op:     string(op),
		Safe:   table(bestOfEach(rows, true)),
		Unsafe: table(bestOfEach(rows, false)),
		All:    table(rows),
	}
	for _, c := range s.Limits {
		if r := newMeasured(c, op, notes, prices); r != nil {
			r.estimate(estimates)
			r.row.Ratio = estimate(stats.Quotient(r.op, rows[0].op, r.row.NS.Median, rows[0].row.NS.Median))
			o.Limits = append(o.Limits, r.row)
		}
	}
	if op == protocol.Field || op == protocol.Update {
		o.Part = s.Part
	}
	o.more(cases)
	o.Floor, o.FloorReuse = nsOf(s.Floor, op), nsOf(s.FloorReuse, op)
	return o
}

func byTime(rows []*measured) {
	slices.SortStableFunc(rows, func(a, b *measured) int { return cmp.Compare(a.row.NS.Median, b.row.NS.Median) })
}

func opsOf(rows []*measured) []*result.Op {
	ops := make([]*result.Op, len(rows))
	for i, r := range rows {
		ops[i] = r.op
	}
	return ops
}

// nsOf returns how long a case takes, nil when it was not measured.
func nsOf(c *result.Case, op protocol.Op) *Estimate {
	if c == nil || c.Ops[string(op)] == nil {
		return nil
	}
	return estimate(stats.Time(c.Ops[string(op)]))
}

// measured is a row before it has a place in a table.
type measured struct {
	row  Row
	op   *result.Op
	safe bool
}

// newMeasured returns nil for a case that was not verified, or not measured at
// the operation.
func newMeasured(c *result.Case, name protocol.Op, notes *notes, prices prices) *measured {
	op := c.Ops[string(name)]
	if c.Status != result.OK || op == nil {
		return nil
	}
	if estimate(stats.Levels{}.Time(op)) == nil {
		return nil // no batch took any time
	}
	r := Row{
		Name:        c.Row,
		Driver:      c.Driver,
		Version:     c.Version,
		Features:    c.Features,
		Class:       c.Class,
		Unsafe:      c.UsesUnsafe(),
		ZeroCopy:    c.Class == result.Aliases,
		NSLeast:     stats.Least(op),
		BytesPerOp:  op.BytesPerOp,
		AllocsPerOp: op.AllocsPerOp,
		Size:        c.Size,
		Compressed:  c.Compressed,
		Notes:       notes.byRow[c],
		Samples:     op.Samples,
	}
	if charge := estimate(prices[c.Side].Charge(op)); charge != nil {
		r.CPU = &CPU{stats.Typical(op).Median + charge.Median, charge.Median, charge.Interval, prices[c.Side].Cycles}
	}
	if off := stats.NoGC(op); off != nil {
		r.NSNoGC = estimate(stats.Time(off))
	}
	return &measured{row: r, op: op, safe: c.Safe()}
}

// estimate sets the row's time, what follows from it, and whether it is hardly known in
// relation to the others.
func (r *measured) estimate(t *stats.Table) {
	r.row.NS = *estimate(t.Time(r.op))
	r.row.Wide = r.row.NS.wide()
	if speed := r.row.Size.Mean / r.row.NS.Median * 1e3; finite(speed) {
		r.row.MBPerSec = speed
	}
}

// prices are those of allocated memory, by side.
type prices map[string]stats.Price

func newPrices(run *result.Run) prices {
	p := prices{}
	for _, x := range run.Payloads {
		if _, ok := p[x.Side]; !ok {
			p[x.Side] = stats.NewPrice(run.Payloads, x.Side)
		}
	}
	return p
}

// bestOfEach returns the first row of each serializer among the ordered rows
// that are safe, or that are not. One that has several formats counts once for
// each: the best of many rows would be the luckiest too. Rows whose values share
// memory with each other are left to the table of all: other serializers have
// nothing like it.
func bestOfEach(rows []*measured, safe bool) []*measured {
	var best []*measured
	seen := map[string]bool{}
	for _, r := range rows {
		serializer, _, _ := strings.Cut(r.row.Name, "+")
		if r.safe == safe && !seen[serializer] && !r.row.sharesMemory() {
			seen[serializer] = true
			best = append(best, r)
		}
	}
	return best
}

// sharesMemory reports whether many decoded values lie in shared chunks.
func (r *Row) sharesMemory() bool { return slices.Contains(r.Features, "arena") }

// table ranks ordered rows among each other.
func table(rows []*measured) []Row {
	ops, ns := opsOf(rows), make([]float64, len(rows))
	for i, r := range rows {
		ns[i] = r.row.NS.Median
	}
	ranks := stats.Ranks(ops, ns)
	list := make([]Row, 0, len(rows))
	for i, r := range rows {
		row := r.row
		row.Rank = ranks[i]
		row.Tied = i > 0 && ranks[i-1] == ranks[i] || i+1 < len(ranks) && ranks[i+1] == ranks[i]
		row.Ratio = estimate(stats.Quotient(r.op, ops[0], ns[i], ns[0]))
		list = append(list, row)
	}
	return list
}

// estimate returns nil when there is none.
func estimate(e stats.Estimate) *Estimate {
	if !finite(e.Median) {
		return nil
	}
	out := &Estimate{Median: e.Median}
	if finite(e.Lo) && finite(e.Hi) {
		out.Interval = &Interval{e.Lo, e.Hi}
	}
	return out
}

// finite reports whether x is a figure: JSON has no other numbers.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
