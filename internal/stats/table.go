package stats

import (
	"math"

	"github.com/assay-go/assay/result"
)

// Table is one operation of all rows of a table. Each row has one estimate in it, from
// which its time, its ratios (see [Quotient]) and its place (see [Ranks]) follow, so that no
// column contradicts another however noisy the machine was. The noise that all rows met
// in a round is taken out.
type Table struct {
	levels Levels
	scale  float64 // from times without noise to those of the faster half, which is what rows are measured by
}

// tableRows tell the noise that the rows of a round share from that of one of them.
const tableRows = 3

// NewTable returns the table of these operations.
func NewTable(ops []*result.Op) *Table {
	t := &Table{levels: NewLevels(ops, tableRows), scale: 1}
	var scales []float64
	for _, op := range ops {
		if s := Time(op).Median / t.Time(op).Median; s > 0 {
			scales = append(scales, s)
		}
	}
	if len(scales) > 0 {
		t.scale = Median(scales)
	}
	return t
}

// Time returns the wall time of an operation in nanoseconds. What of the interval all
// rows share is not in it.
func (t *Table) Time(op *result.Op) Estimate {
	e := t.levels.Time(op)
	return Estimate{e.Median * t.scale, e.Lo * t.scale, e.Hi * t.scale, e.N}
}

// Sum returns what both operations take together in the rounds that both took part in, as
// an operation of its own.
func Sum(a, b *result.Op) *result.Op {
	at := map[moment]float64{}
	for _, s := range b.Samples {
		if !s.NoGC {
			at[moment{s.Process, s.Round}] = s.NSPerOp
		}
	}
	sum := &result.Op{}
	for _, s := range a.Samples {
		if more, ok := at[moment{s.Process, s.Round}]; ok && !s.NoGC {
			s.NSPerOp += more
			sum.Samples = append(sum.Samples, s)
		}
	}
	return sum
}

// Quotient returns how many times longer op takes than base, of which these are the times
// in a table: their quotient, so that the columns multiply out. Its interval is that of
// [Ratio], with the quotient in it; where they share no rounds the estimate is NaN.
func Quotient(op, base *result.Op, ns, baseNS float64) Estimate {
	e := Ratio(op, base)
	if !math.IsNaN(e.Median) {
		e.Median = ns / baseNS
		e.Lo, e.Hi = min(e.Lo, e.Median), max(e.Hi, e.Median) // NaN stays NaN
	}
	return e
}
