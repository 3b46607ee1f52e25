package reproduce

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
)

// publishedNoise is by how much two published figures must differ for their
// order to mean something: they have no intervals.
const publishedNoise = 1.05

// orders says which rows have changed places, those that did so furthest first,
// and how far the two orders agree.
func (c *Compared) orders() {
	type change struct {
		text string
		far  float64
	}
	var list []change
	agree, pairs := 0, 0
	for i, a := range c.Rows {
		for _, b := range c.Rows[i+1:] {
			if a.Instead != "" || b.Instead != "" { // another library has that place
				continue
			}
			fast, slow := a, b
			pf, _ := c.figure(fast)
			ps, _ := c.figure(slow)
			if pf > ps {
				fast, slow, pf, ps = slow, fast, ps, pf
			}
			if pf <= 0 || fast.Ratio <= 0 || slow.Ratio <= 0 || fast.Row == slow.Row || a.Opened || b.Opened {
				continue
			}
			x, lo, hi := slow.Ratio/fast.Ratio, 0.0, 0.0
			switch {
			case c.Op == "size":
				lo, hi = x, x
			case x < 1.2: // beyond that no median of ratios is below 1, and no interval is asked for
				x, lo, hi = ratio(&slow, &fast)
			}
			pairs++
			if x > 1 {
				agree++
			} else {
				agree--
			}
			if ps/pf < publishedNoise || hi >= 1 || lo == 0 {
				continue
			}
			list = append(list, change{overtaken(slow.Name, fast.Name, ps/pf, x, lo, hi), ps / pf / x})
		}
	}
	slices.SortStableFunc(list, func(a, b change) int { return -cmp.Compare(a.far, b.far) })
	for _, ch := range list {
		c.Changes = append(c.Changes, ch.text)
	}
	c.Resolution = c.resolution()
	if pairs > 0 {
		tau := float64(agree) / float64(pairs)
		c.Tau = &tau
	}
}

// overtaken says that a row which took was times as much as another takes x times
// as much today, which is less.
func overtaken(row, other string, was, x, lo, hi float64) string {
	text := fmt.Sprintf("%s has overtaken %s: %s → %s", row, other, layout.Ratio(was), layout.Ratio(x))
	if lo != hi {
		text += fmt.Sprintf(" [%s, %s]", layout.Ratio(lo), layout.Ratio(hi))
	}
	return text
}

// resolution says how far apart two rows of the table must be to be told apart, or
// by how much the run was too short for that.
func (c *Compared) resolution() string {
	if c.Op == "size" {
		return ""
	}
	var halves []float64 // of intervals, in per cent
	layouts, timed := 0, 0
	for _, r := range c.Rows {
		if r.Ratio <= 0 || r.Name == c.Base {
			continue
		}
		timed++
		if r.Hi > r.Lo {
			halves = append(halves, 50*(r.Hi-r.Lo)/r.Ratio)
		}
		if r.op != nil {
			layouts = stats.Time(r.op).N
		}
	}
	switch {
	case timed == 0:
		return ""
	case len(halves) == 0:
		return fmt.Sprintf("The run was too short to tell rows apart: every figure is of %d processes, and an interval takes %d.", layouts, stats.LeastLayouts)
	}
	slices.Sort(halves)
	return fmt.Sprintf("Ratios to %s are known to ±%s, the least certain to ±%s: rows that are nearer to each other are not told apart.",
		c.Base, percent(halves[len(halves)/2]), percent(halves[len(halves)-1]))
}
