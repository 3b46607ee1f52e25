package doctor

import (
	"math"
	"slices"

	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Shown is what documents of runs show of how well the runs measured.
type Shown struct {
	Runs  []Resolved `json:"runs"`
	Pairs []Agreed   `json:"pairs,omitempty"` // each run with the one before
}

// Resolved is how well a run measured.
type Resolved struct {
	Name        string  `json:"name"`
	WallSec     float64 `json:"wall_sec"` // of the whole run in seconds; 0: not recorded
	Recorded    float64 `json:"recorded"` // part of it in which batches that are recorded were on the clock, 0 to 1
	Load        string  `json:"load,omitempty"`
	Operations  int     `json:"operations"`   // of all rows, those of the harness left out
	RoundsLeast int     `json:"rounds_least"` // of an operation
	Rounds      int     `json:"rounds"`       // of one in the middle
	Few         int     `json:"few"`          // operations with less than [measure.EnoughRounds]
	Tables      int     `json:"tables"`       // of all rows of an operation
	Wide        int     `json:"wide"`         // rows of them that are marked ~
	WideMost    int     `json:"wide_most"`    // of one of them
	Error       float64 `json:"error"`        // standard error of the ratio to the first row of the table, of one in the middle, as a share
}

// Agreed is how well two runs agree.
type Agreed struct {
	First      string  `json:"first"`
	Second     string  `json:"second"`
	Operations int     `json:"operations"`    // that are in both
	Tau        float64 `json:"tau"`           // Kendall's, of the orders of a table: the least of all
	Half       float64 `json:"half"`          // within which half of the times repeat, as a share
	Most       float64 `json:"most"`          // within which nine of ten do
	HalfLess   float64 `json:"half_no_drift"` // the same without the drift that all operations share
	MostLess   float64 `json:"most_no_drift"`
	RatiosHalf float64 `json:"ratios_half"` // of ratios to the first row of the table
	RatiosMost float64 `json:"ratios_most"`
}

// Show tells how well runs measured, and how well each agrees with the one before.
func Show(names []string, runs []*result.Run) *Shown {
	s := &Shown{}
	for i, run := range runs {
		s.Runs = append(s.Runs, resolved(names[i], run))
		if i > 0 {
			s.Pairs = append(s.Pairs, agreed(names[i-1], names[i], runs[i-1], run))
		}
	}
	return s
}

func resolved(name string, run *result.Run) Resolved {
	r := Resolved{Name: name, Load: run.Env.Load, Recorded: run.Spent.Share()}
	if run.Spent != nil {
		r.WallSec = run.Spent.WallSec
	}
	var rounds []int
	var errors []float64
	for _, t := range tables(run) {
		for i, op := range t.ops {
			n := 0
			for _, s := range op.Samples {
				if !s.NoGC {
					n++
				}
			}
			rounds = append(rounds, n)
			if n < measure.EnoughRounds {
				r.Few++
			}
			if e := stats.RatioError(op, t.ops[t.first]); i != t.first && !math.IsNaN(e) {
				errors = append(errors, e)
			}
		}
	}
	r.Operations = len(rounds)
	if len(rounds) > 0 {
		slices.Sort(rounds)
		r.RoundsLeast, r.Rounds = rounds[0], rounds[len(rounds)/2]
	}
	if len(errors) > 0 {
		r.Error = quantile(errors, 0.5)
	}
	for _, s := range report.New(run, nil).Subjects {
		for _, op := range s.Ops {
			r.Tables++
			wide := 0
			for _, row := range op.All {
				if row.Wide {
					wide++
				}
			}
			r.Wide, r.WideMost = r.Wide+wide, max(r.WideMost, wide)
		}
	}
	return r
}

// shown is a table of a run: an operation of all rows of a subject.
type shown struct {
	subject string
	op      protocol.Op
	rows    []string
	ops     []*result.Op
	ns      []float64
	first   int // the fastest
}

func tables(run *result.Run) (list []shown) {
	for _, s := range run.Subjects {
		by := map[protocol.Op]*shown{}
		for _, c := range s.Cases {
			if c.Status != result.OK {
				continue
			}
			for name, op := range c.Ops {
				if len(op.Samples) == 0 {
					continue
				}
				k := protocol.Op(name)
				if by[k] == nil {
					by[k] = &shown{subject: s.Name, op: k}
				}
				t := by[k]
				t.rows, t.ops, t.ns = append(t.rows, c.Row), append(t.ops, op), append(t.ns, stats.Time(op).Median)
			}
		}
		for _, t := range by {
			for i, ns := range t.ns {
				if ns < t.ns[t.first] {
					t.first = i
				}
			}
			list = append(list, *t)
		}
	}
	return list
}

func agreed(first, second string, a, b *result.Run) Agreed {
	g := Agreed{First: first, Second: second, Tau: 1}
	var moved, ratios []float64 // logarithms
	before := tables(a)
	for _, t := range tables(b) {
		at := slices.IndexFunc(before, func(o shown) bool { return o.subject == t.subject && o.op == t.op })
		if at < 0 {
			continue
		}
		var x, y []float64
		for i, row := range t.rows {
			if j := slices.Index(before[at].rows, row); j >= 0 {
				x, y = append(x, before[at].ns[j]), append(y, t.ns[i])
			}
		}
		if len(x) == 0 {
			continue
		}
		first := slices.Index(y, slices.Min(y))
		for i := range x {
			change := math.Log(y[i] / x[i])
			moved = append(moved, change)
			if i != first {
				ratios = append(ratios, math.Abs(change-math.Log(y[first]/x[first])))
			}
		}
		if len(x) > 1 {
			g.Tau = min(g.Tau, tau(x, y))
		}
	}
	if g.Operations = len(moved); g.Operations == 0 {
		return g
	}
	g.Half, g.Most = within(moved, 0)
	g.HalfLess, g.MostLess = within(moved, quantile(slices.Clone(moved), 0.5))
	if len(ratios) > 0 {
		g.RatiosHalf, g.RatiosMost = within(ratios, 0)
	}
	return g
}

// within returns how far half, and nine of ten, of x are from the middle.
func within(x []float64, middle float64) (half, most float64) {
	var off []float64
	for _, v := range x {
		off = append(off, math.Abs(v-middle))
	}
	return quantile(off, 0.5), quantile(off, 0.9)
}

// tau is Kendall's.
func tau(a, b []float64) float64 {
	sum, pairs := 0, 0
	for i := range a {
		for j := range i {
			pairs++
			switch x := (a[i] - a[j]) * (b[i] - b[j]); {
			case x > 0:
				sum++
			case x < 0:
				sum--
			}
		}
	}
	return float64(sum) / float64(pairs)
}

// quantile sorts x. It is NaN of nothing.
func quantile(x []float64, share float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	slices.Sort(x)
	return x[min(int(share*float64(len(x))), len(x)-1)]
}
