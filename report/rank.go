package report

import (
	"cmp"
	"math"
	"slices"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/protocol"
)

// newOp makes the tables of one operation, or nil when no case has it.
func newOp(op protocol.Op, floor *result.Case, cases []*result.Case, notes *notes) *Op {
	var all, safe, unsafe []*result.Case
	for _, c := range cases {
		if o := c.Ops[string(op)]; c.Status != result.OK || o == nil || len(o.Samples) == 0 {
			continue
		}
		all = append(all, c)
		if c.Safe() {
			safe = append(safe, c)
		} else {
			unsafe = append(unsafe, c)
		}
	}
	if len(all) == 0 {
		return nil
	}
	o := &Op{
		Op:     op,
		Safe:   table(op, safe, notes, true),
		Unsafe: table(op, unsafe, notes, true),
		All:    table(op, all, notes, false),
	}
	if floor != nil && floor.Ops[string(op)] != nil {
		e := median(floor.Ops[string(op)])
		o.Floor = &e
	}
	return o
}

// table ranks the cases, or the best case of each serializer.
func table(op protocol.Op, cases []*result.Case, notes *notes, bestOfEach bool) []Row {
	rows := []Row{}
	for _, c := range cases {
		rows = append(rows, newRow(c, c.Ops[string(op)], notes))
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.NS.Median, b.NS.Median) })
	if bestOfEach {
		seen := map[string]bool{}
		rows = slices.DeleteFunc(rows, func(r Row) bool {
			again := seen[r.Driver]
			seen[r.Driver] = true
			return again
		})
	}
	for i := range rows {
		rows[i].Rank = i + 1
		if ratio := rows[i].NS.Median / rows[0].NS.Median; finite(ratio) {
			rows[i].Ratio = &Estimate{Median: ratio}
		}
	}
	return rows
}

func newRow(c *result.Case, op *result.Op, notes *notes) Row {
	r := Row{
		Name:        c.Row,
		Driver:      c.Driver,
		Version:     c.Version,
		Features:    c.Features,
		Unsafe:      c.Unsafe,
		NS:          median(op),
		BytesPerOp:  op.BytesPerOp,
		AllocsPerOp: op.AllocsPerOp,
		Size:        c.Size,
		Compressed:  c.Compressed,
		GCShare:     op.GCShare,
		Notes:       notes.byRow[c],
		Samples:     op.Samples,
	}
	if speed := c.Size.Mean / r.NS.Median * 1e3; finite(speed) {
		r.MBPerSec = speed
	}
	return r
}

func median(op *result.Op) Estimate {
	var ns []float64
	for _, s := range op.Samples {
		ns = append(ns, s.NSPerOp)
	}
	if len(ns) == 0 {
		return Estimate{Median: math.NaN()}
	}
	slices.Sort(ns)
	return Estimate{Median: ns[len(ns)/2], Interval: &Interval{ns[0], ns[len(ns)-1]}}
}

// finite reports whether x is a figure: JSON has no other numbers.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
