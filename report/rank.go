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
	markWide(rows)
	order(rows)
	o := &Op{
		Op:     op,
		Safe:   table(bestOfEach(rows, true)),
		Unsafe: table(bestOfEach(rows, false)),
		All:    table(rows),
	}
	for _, c := range s.Limits {
		if r := newMeasured(c, op, notes, prices); r != nil {
			r.row.Ratio = estimate(stats.Ratio(r.op, first(rows, o.All[0].Name)))
			o.Limits = append(o.Limits, r.row)
		}
	}
	o.more(cases)
	o.Floor, o.FloorReuse = nsOf(s.Floor, op), nsOf(s.FloorReuse, op)
	return o
}

// first returns the operation of the row of that name.
func first(rows []*measured, name string) *result.Op {
	return rows[slices.IndexFunc(rows, func(r *measured) bool { return r.row.Name == name })].op
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
	ns := estimate(stats.Time(op))
	if ns == nil {
		return nil
	}
	r := Row{
		Name:        c.Row,
		Driver:      c.Driver,
		Version:     c.Version,
		Features:    c.Features,
		Class:       c.Class,
		NS:          *ns,
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
	if speed := c.Size.Mean / ns.Median * 1e3; finite(speed) {
		r.MBPerSec = speed
	}
	return &measured{r, op, c.Safe()}
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

// levelRows of a table tell the noise that its rows share from that of one of them.
const levelRows = 3

// markWide marks the rows whose figure is hardly known in relation to the others.
// Noise that all rows of a round met makes no row wide: ratios do not have it.
func markWide(rows []*measured) {
	ops := make([]*result.Op, len(rows))
	for i, r := range rows {
		ops[i] = r.op
	}
	levels := stats.NewLevels(ops, levelRows)
	for _, r := range rows {
		if e := estimate(levels.Time(r.op)); e != nil {
			r.row.Wide = e.wide()
		}
	}
}

// order sorts rows by the ratio to the one with the least median time. Where
// the two share no round, the medians have to do.
func order(rows []*measured) {
	base := slices.MinFunc(rows, func(a, b *measured) int { return cmp.Compare(a.row.NS.Median, b.row.NS.Median) })
	ratio := map[*measured]float64{}
	for _, r := range rows {
		ratio[r] = stats.Ratio(r.op, base.op).Median
		if !finite(ratio[r]) {
			ratio[r] = r.row.NS.Median / base.row.NS.Median
		}
	}
	slices.SortStableFunc(rows, func(a, b *measured) int { return cmp.Compare(ratio[a], ratio[b]) })
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
	ops := make([]*result.Op, len(rows))
	for i, r := range rows {
		ops[i] = r.op
	}
	ranks := stats.Ranks(ops)
	index := make([]int, len(rows))
	for i := range rows {
		index[i] = i
	}
	// A noisy row can be slower by its median than one that is told apart from
	// the first with more certainty; and one whose figure is hardly known stands
	// behind those that it cannot be told from.
	wide := func(i int) int {
		if rows[i].row.Wide {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(index, func(a, b int) int {
		return cmp.Or(cmp.Compare(ranks[a], ranks[b]), cmp.Compare(wide(a), wide(b)))
	})
	sorted := make([]Row, 0, len(rows))
	for _, i := range index {
		r := rows[i].row
		r.Rank = ranks[i]
		r.Ratio = estimate(stats.Ratio(ops[i], ops[index[0]]))
		sorted = append(sorted, r)
	}
	return sorted
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
