package compare

import (
	"cmp"
	"math"
	"slices"

	moremath "github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

const (
	// minAnchors rows of an operation tell its drift from a change of one of them.
	minAnchors = 4

	// minLayouts of each run, or lines of a benchmark, tell a change of a row from chance.
	minLayouts = 3

	// confidence of the intervals, and of what is called changed.
	confidence = 0.95

	// power is how often a change that counts as detectable is found.
	power = 0.8

	// unknownScatter is the standard deviation of a row from run to run that
	// is assumed where too few rows show it, and unknownDrift the machine's
	// where absolute times are compared. On a virtual machine with two cores
	// rows scattered by 0.5 to 1.5 % and the machine drifted by 1 to 3 %.
	unknownScatter = 0.01
	unknownDrift   = 0.02

	// allocating is how many bytes a row allocates in a nanosecond, or more, that moves as
	// those do that are busy with memory: by how much other programs are, too. In a run of
	// which such rows took 5 % longer than in the one before, with 4 bytes, rows with 0.1
	// took 0.4 % longer.
	allocating = 0.5

	// minScatterRows rows show the scatter.
	minScatterRows = 10
)

// pair is a row at an operation, in both runs.
type pair struct {
	subject  *Subject
	op       string
	row      string
	class    string
	allocs   bool // allocating is most of what it does
	anchor   bool
	judged   bool
	old, new *result.Op

	ratio stats.Location // of two sides: of new to old

	oldMoves, newMoves []float64 // of runs that were repeated, see residuals
	d                  float64   // mean log ratio of the times
	va, vb             float64   // variances of the two means
	na, nb             int       // layouts
	common             float64   // log ratio that the other anchors of the operation have in common
	anchors            int       // that tell it
	drift              float64   // log; what of it is taken out
	known              bool      // anchors enough tell it
}

// pairsOf lists what the two runs of a subject have in common. With harness the
// harness's own rows are anchors too: what they do has not changed. old and new are the
// repeats of the runs.
func pairsOf(s *Subject, a, b *result.Subject, o Options, harness bool, old, new []int) []*pair {
	var list []*pair
	add := func(x, y *result.Case, anchor, judged bool) {
		if x == nil || y == nil || x.Status != result.OK || y.Status != result.OK {
			return
		}
		for _, op := range operations(x, y) {
			p := &pair{
				subject: s, op: op, row: x.Row, class: string(y.Class), old: x.Ops[op], new: y.Ops[op],
				anchor: anchor, judged: judged,
			}
			p.allocs = p.old.BytesPerOp >= allocating*stats.Time(p.old).Median
			if p.class == "" {
				p.class = "safe"
			}
			if len(stats.Layouts(p.old, logNS)) > 0 && len(stats.Layouts(p.new, logNS)) > 0 {
				list = append(list, p)
			}
		}
	}
	for _, x := range a.Cases {
		add(x, find(b, x.Row), o.Anchors(x.Row), o.Keep(x))
	}
	if harness {
		add(a.Floor, b.Floor, true, false)
		add(a.FloorReuse, b.FloorReuse, true, false)
		for _, x := range a.Limits {
			if i := slices.IndexFunc(b.Limits, func(y *result.Case) bool { return y.Row == x.Row }); i >= 0 {
				add(x, b.Limits[i], true, false)
			}
		}
	}
	for _, group := range groups(list) {
		before := stats.NewLevels(sideOf(group, func(p *pair) *result.Op { return p.old }), minAnchors)
		after := stats.NewLevels(sideOf(group, func(p *pair) *result.Op { return p.new }), minAnchors)
		for _, p := range group {
			x, y := before.Location(p.old), after.Location(p.new)
			p.d = y.Log - x.Log
			p.va, p.vb = x.Variance, y.Variance
			p.na, p.nb = x.Layouts, y.Layouts
			p.oldMoves, p.newMoves = residuals(p.old, before, old), residuals(p.new, after, new)
		}
	}
	return list
}

// groups are the rows of one subject and operation, in order.
func groups(list []*pair) [][]*pair {
	type key struct {
		s  *Subject
		op string
	}
	index := map[key]int{}
	var out [][]*pair
	for _, p := range list {
		k := key{p.subject, p.op}
		i, ok := index[k]
		if !ok {
			i = len(out)
			index[k] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], p)
	}
	return out
}

func logNS(s result.Sample) (float64, bool) { return math.Log(s.NSPerOp), s.NSPerOp > 0 }

// sideOf returns what one of the two runs has of each pair.
func sideOf(group []*pair, side func(*pair) *result.Op) []*result.Op {
	list := make([]*result.Op, len(group))
	for i, p := range group {
		list[i] = side(p)
	}
	return list
}

// enough reports whether some operation has rows enough to tell its drift.
func enough(pairs []*pair) bool {
	return slices.ContainsFunc(groups(pairs), func(g []*pair) bool { return anchors(g) >= minAnchors })
}

func anchors(group []*pair) int {
	n := 0
	for _, p := range group {
		if p.anchor {
			n++
		}
	}
	return n
}

// judge fills the operations of all subjects.
func (c *Comparison) judge(pairs []*pair) {
	for _, g := range groups(pairs) {
		op := &Op{Op: g[0].op, Drift: 1}
		// A machine that is busier with memory slows those that allocate and no others.
		var all []float64
		alike := map[bool][]float64{} // by whether they allocate
		for _, p := range g {
			if p.anchor {
				all, alike[p.allocs] = append(all, p.d), append(alike[p.allocs], p.d)
			}
		}
		known := len(all) >= minAnchors
		if known && c.By == Ratio {
			op.Drift, op.Anchors = math.Exp(stats.Median(slices.Clone(all))), len(all)
		}
		for _, p := range g {
			list := alike[p.allocs]
			if len(list) < minAnchors {
				list = all
			}
			p.common, p.anchors = othersHave(list, p)
			if p.known = known; known && c.By == Ratio {
				p.drift = p.common
			}
		}
		if slices.ContainsFunc(g, func(p *pair) bool { return p.judged }) {
			g[0].subject.Ops = append(g[0].subject.Ops, op)
		}
	}
	scatterOf, seen := repeated(pairs, c.repeats[0], c.repeats[1])
	if !seen {
		scatterOf = scatters(pairs)
	}
	if !seen && c.By == Ratio && slices.ContainsFunc(pairs, func(p *pair) bool { return !p.known }) {
		c.warn("where an operation has fewer than %d variants, the harness's own included, the drift of the machine is not known and counts as %.0f %%", minAnchors, 100*unknownDrift)
	}
	// Rows that are not to be judged have said all that they can.
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p *pair) bool { return !p.judged })
	rows := make([]Row, len(pairs))
	for i, p := range pairs {
		tau := scatterOf(p)
		if !seen && (!p.known || c.By == Time) { // repeats have what the machine does in them
			tau.seen = math.Hypot(tau.seen, unknownDrift)
		}
		rows[i] = p.judge(tau, c.Threshold)
	}
	for i := range significant(rows) {
		rows[i].changed(c.Threshold)
	}
	for i, p := range pairs {
		j := slices.IndexFunc(p.subject.Ops, func(o *Op) bool { return o.Op == p.op })
		p.subject.Ops[j].Rows = append(p.subject.Ops[j].Rows, rows[i])
	}
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			slices.SortStableFunc(op.Rows, func(a, b Row) int { return cmp.Compare(b.Ratio, a.Ratio) })
			op.Means = means(op.Rows)
		}
	}
}

// othersHave returns what the anchors but for p itself have in common, and how many
// they are: of few a row that has changed would be a part.
func othersHave(anchors []float64, p *pair) (common float64, n int) {
	others := slices.Clone(anchors)
	if p.anchor {
		i := slices.Index(others, p.d)
		others = slices.Delete(others, i, i+1)
	}
	return stats.Median(others), len(others)
}

// spread is how far the log ratios of rows move from one pair of runs to the next
// without a reason.
type spread struct {
	seen float64 // standard deviation, as it came; that of a repeat of the run, where these were seen
	own  float64 // variance that the layouts of a row in the middle explain; 0: it is not known, and adds
	df   float64 // degrees of freedom of seen
}

// fewPairs are so few that a row which has changed would count in the scatter that it
// is judged by.
const fewPairs = 60

// scatters returns what tells the spread that a pair is judged by: of few pairs that
// of all others, at whatever operation.
func scatters(pairs []*pair) func(*pair) spread {
	if len(pairs) >= fewPairs {
		calm, moving := scatter(pairs, false), scatter(pairs, true)
		return func(p *pair) spread {
			if p.allocs {
				return moving
			}
			return calm
		}
	}
	return func(p *pair) spread {
		others := slices.DeleteFunc(slices.Clone(pairs), func(q *pair) bool { return q.subject == p.subject && q.row == p.row })
		return scatter(others, p.allocs)
	}
}

// scatter estimates the spread from the bulk of the rows. Those that have changed count
// little as long as they are fewer than one in four; anchors may be named where they are
// more.
func scatter(pairs []*pair, allocs bool) spread {
	var off, own []float64
	for _, both := range []bool{false, true} { // kinds of rows, where one alone has too few
		off, own = nil, nil
		for _, p := range pairs {
			if (both || p.allocs == allocs) && p.known && p.anchor {
				off = append(off, math.Abs(p.d-p.common))
				own = append(own, p.va+p.vb)
			}
		}
		if len(off) >= minScatterRows {
			break
		}
	}
	if len(off) < minScatterRows {
		return spread{seen: unknownScatter, df: minScatterRows}
	}
	// The operations of one row are akin: half of the figures count. What is assumed where
	// nothing is seen counts as well, or of few rows one in two pairs of runs would seem to
	// have less scatter than there is.
	typical, df := stats.Median(own), float64(len(off))/2-1
	seen := (df*math.Pow(clipped(off), 2) + assumed*(typical+unknownScatter*unknownScatter)) / (df + assumed)
	return spread{math.Sqrt(seen), typical, df + assumed}
}

// clipped returns the standard deviation of figures by their distances from the middle,
// each of which counts as 1.5 standard deviations at the most (Huber's proposal 2).
func clipped(off []float64) float64 {
	const most, share = 1.5, 0.7784 // of the variance of normal figures that is left when they are cut there
	sd := 1.4826 * stats.Median(off)
	for range 50 {
		sum := 0.0
		for _, x := range off {
			x = min(x, most*sd)
			sum += x * x
		}
		sd = math.Sqrt(sum / float64(len(off)) / share)
	}
	return sd
}

// assumed are the degrees of freedom of unknownScatter.
const assumed = 2

// typicalLayouts are how many degrees of freedom a row's own variance is lent by that of
// the row in the middle: of nine layouts it is known to half.
const typicalLayouts = 8

// judge judges one row by itself. What all say together follows.
func (p *pair) judge(tau spread, threshold float64) Row {
	r := Row{
		Row: p.row, Class: p.class, OldNS: stats.Time(p.old).Median, NewNS: stats.Time(p.new).Median,
		Ratio: math.Exp(p.d - p.drift), P: 1, Verdict: Unsure,
	}
	if p.na < minLayouts || p.nb < minLayouts {
		return r
	}
	own := p.va + p.vb
	v, df := own+tau.seen*tau.seen, 0.0
	if own > 0 { // Welch and Satterthwaite
		df = own * own / (p.va*p.va/float64(p.na-1) + p.vb*p.vb/float64(p.nb-1))
	}
	if tau.own > 0 {
		// Rows move as far as others do, and as much farther as their layouts differ more.
		own = (df*own + typicalLayouts*tau.own) / (df + typicalLayouts)
		df += typicalLayouts
		v = tau.seen*tau.seen + (own-tau.own)*min(1, tau.seen*tau.seen/tau.own)
	}
	if rest := v - own; rest > 0 {
		df = v * v / (own*own/max(df, 1) + rest*rest/tau.df)
	}
	if p.drift != 0 { // which is the median of as many figures like this one
		v += math.Pi / 2 * v / float64(p.anchors)
	}
	if v == 0 {
		r.Lo, r.Hi = r.Ratio, r.Ratio
		if r.Ratio == 1 {
			r.Verdict = Same
		} else {
			r.P = 0
		}
		return r
	}
	dist := moremath.TDist{V: df}
	se := math.Sqrt(v)
	r.P = 2 * (1 - dist.CDF(math.Abs(p.d-p.drift)/se))
	half := quantile(dist, 1-(1-confidence)/2)
	side := half * se
	r.Detectable = math.Exp((half+quantile(dist, power))*se) - 1
	r.Lo, r.Hi = r.Ratio*math.Exp(-side), r.Ratio*math.Exp(side)
	if r.Lo > 1-threshold && r.Hi < 1+threshold {
		r.Verdict = Same
	}
	return r
}

// quantile inverts the distribution by halving.
func quantile(d moremath.TDist, p float64) float64 {
	lo, hi := 0.0, 1e4
	for range 80 {
		if mid := (lo + hi) / 2; d.CDF(mid) < p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// significant returns the indices of the rows that have changed, by the
// procedure of Benjamini and Hochberg.
func significant(rows []Row) map[int]bool {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(rows[a].P, rows[b].P) })
	last := -1
	for k, i := range order {
		if rows[i].P <= (1-confidence)*float64(k+1)/float64(len(rows)) {
			last = k
		}
	}
	found := map[int]bool{}
	for _, i := range order[:last+1] {
		found[i] = true
	}
	return found
}

// means are the geometric means of the classes, those of all rows last.
func means(rows []Row) []Mean {
	var list []Mean
	for _, class := range []string{"safe", "internal", "aliases", "all"} {
		sum, n := 0.0, 0
		for _, r := range rows {
			if class == "all" || r.Class == class {
				sum += math.Log(r.Ratio)
				n++
			}
		}
		if n > 0 {
			list = append(list, Mean{class, n, math.Exp(sum / float64(n))})
		}
	}
	return list
}
