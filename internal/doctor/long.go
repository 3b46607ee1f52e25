package doctor

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Long is what only many runs show.
type Long struct {
	Runs int     `json:"runs"` // of each kind
	Time float64 `json:"time"` // of a run, in seconds

	// Of two runs one after the other, over all operations of the trials' codecs and of the
	// harness.
	Repeats  Repeat     `json:"repeats"`
	Compare  []Power    `json:"compare"`         // of files of two runs
	Aligned  []Power    `json:"compare_aligned"` // the same with functions at cache lines, as run --align has them
	Sides    []Power    `json:"sides"`           // of the two sides of a run, as assay ab has them
	Variance []Variance `json:"variance"`
	Advised  []Advice   `json:"advised"`
	Charged  []Charged  `json:"charged"` // by what rows allocate, against processes that do nothing else
	Warnings []string   `json:"warnings,omitempty"`
}

// Repeat says how well figures repeat.
type Repeat struct {
	Tau    float64 `json:"tau"`    // Kendall's, of the orders of two runs: the median
	Half   float64 `json:"half"`   // within which half of the times repeat, as a share
	Most   float64 `json:"most"`   // within which nine of ten do
	Called int     `json:"called"` // pairs of one codec under two names with different ranks
	Of     int     `json:"of"`     // all such pairs
}

// Power is how often a codec that takes so much longer is called slower. Of no
// difference it is how often it is called anything, which is to be seldom.
type Power struct {
	Difference float64 `json:"difference"` // as a share
	Found      int     `json:"found"`
	Of         int     `json:"of"`
	Stopped    int     `json:"stopped"` // by a limit of 3 %
}

// Variance is where the scatter of batches comes from, by standard deviations of the
// logarithms of the times, without what all rows of a round share.
type Variance struct {
	Class   string  `json:"class"`
	Layout  float64 `json:"layout"`  // of where the code lies
	Process float64 `json:"process"` // of processes of one layout
	Round   float64 `json:"round"`   // of batches of one process
}

// Advice is how long a run of one operation of two codecs takes to tell them apart.
type Advice struct {
	Class      string  `json:"class"`
	Difference float64 `json:"difference"` // as a share
	Seconds    float64 `json:"seconds"`    // for each operation of a run; 0: no time is enough with nine layouts
	Layouts    int     `json:"layouts"`    // that are enough where no time is
}

// Charged holds what a row is charged against what it takes in a long window.
type Charged struct {
	Row      string  `json:"row"`
	Op       string  `json:"op"`
	NS       float64 `json:"ns_op"`     // of an operation, with the collector's work charged
	GCNS     float64 `json:"gc_ns_op"`  // of which the collector's
	WindowNS float64 `json:"window_ns"` // of processor time, over all windows
	Cycles   int     `json:"cycles"`    // collections in these
	Seconds  float64 `json:"seconds"`   // that the windows took
}

// Difference is by how much the charge is off, as a share.
func (c Charged) Difference() float64 { return c.NS/c.WindowNS - 1 }

// longSteps are those beyond the usual number of steps: 3.1, 4.7 and 9.4 %.
var longSteps = []int{2, 3, 6}

// chargedRows are held against long windows: some allocate nothing, some little, some at
// every field, with pointers and without.
var chargedRows = []string{"json", "json+reuse", "gob", "assay.flat", "assay.flat+reuse"}

// windowMost is how long each of the nine windows of a row is at most, which makes a
// minute in all; it is as long as a run where that is shorter.
const windowMost = 7 * time.Second

// ExamineLong runs many trials: the runs of each kind are cfg.Trials, each of cfg.Time.
// charged are serializers whose rows are held against long windows.
func ExamineLong(ctx context.Context, cfg Config, charged []*driver.Driver) (*Long, error) {
	l := &Long{Runs: cfg.Trials, Time: cfg.Time.Seconds()}
	var list []trialCodec
	for k, name := range classNames {
		list = append(list, trialCodec{k, 0, name}, trialCodec{k, 0, name + "-again"})
		for _, more := range longSteps {
			list = append(list, trialCodec{k, more, slowerName(name, more)})
		}
	}
	for _, part := range []func(context.Context, Config, []trialCodec) error{l.alone, l.aligned, l.beside} {
		if err := part(ctx, cfg, list); err != nil {
			return nil, err
		}
	}
	return l, l.charge(ctx, cfg, charged)
}

func slowerName(name string, more int) string { return fmt.Sprintf("%s-%d", name, steps+more) }

// open builds the codecs, one side of them or several, with functions at multiples of
// align bytes.
func open(ctx context.Context, cfg Config, align int, sides []bench.Side, drivers []*driver.Driver, sources ...bench.Source) (*bench.Bench, error) {
	return bench.Open(ctx, bench.Config{
		Drivers: drivers, Sides: sides, FuncAlign: align, CacheDir: cfg.CacheDir, Layouts: cfg.Processes, Together: true,
		Choose: func(_ string, row rows.Candidate) bool {
			for i, name := range classNames {
				if strings.HasPrefix(row.Driver, name) {
					return slices.Contains(row.Features, string(driver.Reuse)) != classes[i].allocates
				}
			}
			return slices.Contains(chargedRows, row.Row)
		},
		Progress: cfg.Progress,
	}, sources...)
}

// runs repeats a run, and tells the number of the one that is under way.
func runs(ctx context.Context, cfg Config, what string, b *bench.Bench, o bench.Options) (list []*result.Run, err error) {
	o.Time, o.Processes, o.Seed, o.MemoryMB = cfg.Time, cfg.Processes, cfg.Seed, 1024
	for i := range cfg.Trials {
		cfg.step(bench.Step{Kind: bench.Kind(what), Done: i, Total: cfg.Trials})
		o.Repeat = i
		run, err := b.Run(ctx, o)
		if err != nil {
			return nil, err
		}
		for _, c := range run.Subjects[0].Cases {
			if c.Status != result.OK {
				return nil, &failedError{c.Row + ": " + c.Reason}
			}
		}
		list = append(list, run)
	}
	return list, nil
}

func (cfg Config) step(s bench.Step) {
	if cfg.Progress != nil {
		cfg.Progress(s)
	}
}

// alone measures all codecs in runs by themselves, and compares their files.
func (l *Long) alone(ctx context.Context, cfg Config, codecs []trialCodec) error {
	list, err := filesOf(ctx, cfg, codecs, "runs by themselves", 0)
	if err != nil {
		return err
	}
	if l.Compare, err = compared(list); err != nil {
		return err
	}
	l.Repeats = repeats(list)
	for k, name := range classNames {
		v := variance(list, name)
		v.Class = classes[k].name
		l.Variance = append(l.Variance, v)
		for _, difference := range []float64{0.01, 0.03, 0.05} {
			l.Advised = append(l.Advised, v.advice(difference))
		}
	}
	return nil
}

// aligned compares the files of runs whose functions begin at cache lines.
func (l *Long) aligned(ctx context.Context, cfg Config, codecs []trialCodec) error {
	list, err := filesOf(ctx, cfg, codecs, "runs with functions at cache lines", bench.CacheLine)
	if err != nil {
		return err
	}
	l.Aligned, err = compared(list)
	return err
}

// filesOf are the documents of runs of all codecs beside each other.
func filesOf(ctx context.Context, cfg Config, codecs []trialCodec, what string, align int) ([]*result.Run, error) {
	var drivers []*driver.Driver
	for _, c := range codecs {
		drivers = append(drivers, c.driver())
	}
	b, err := open(ctx, cfg, align, nil, drivers, bench.Source{Name: "data", Seed: cfg.Seed})
	if err != nil {
		return nil, err
	}
	return runs(ctx, cfg, what, b, bench.Options{})
}

// compared is how often the comparison of each run with the one before finds a codec
// that stands in it for a faster one. The two lie at other places, as changed code does.
func compared(list []*result.Run) (powers []Power, err error) {
	for _, more := range append([]int{0}, longSteps...) {
		p := Power{Difference: float64(more) / steps}
		for i := 1; i < len(list); i++ {
			for _, name := range classNames {
				slower := name + "-again"
				if more > 0 {
					slower = slowerName(name, more)
				}
				c, err := compare.Runs(list[i-1], instead(list[i], name, slower), compare.Options{
					Threshold: 0.03, Keep: func(c *result.Case) bool { return c.Driver == name },
				})
				if err != nil {
					return nil, err
				}
				p.add(c)
			}
		}
		powers = append(powers, p)
	}
	return powers, nil
}

// instead is the run with the figures of another codec under the name of one.
func instead(run *result.Run, name, other string) *result.Run {
	copied, sub := *run, *run.Subjects[0]
	copied.Subjects, sub.Cases = []*result.Subject{&sub}, slices.Clone(sub.Cases)
	from := sub.Cases[index(&sub, other)]
	i := index(&sub, name)
	one := *sub.Cases[i]
	one.Ops = from.Ops
	sub.Cases[i] = &one
	return &copied
}

func index(s *result.Subject, name string) int {
	return slices.IndexFunc(s.Cases, func(c *result.Case) bool { return c.Driver == name })
}

// add counts what a comparison says.
func (p *Power) add(c *compare.Comparison) {
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.Rows {
				p.Of++
				if r.Verdict == compare.Slower || p.Difference == 0 && r.Verdict == compare.Faster {
					p.Found++
				}
				if r.Over {
					p.Stopped++
				}
			}
		}
	}
}

// beside measures the codecs on sides of runs, those that take longer on others than
// the base.
func (l *Long) beside(ctx context.Context, cfg Config, _ []trialCodec) error {
	all := append([]int{0, 0}, longSteps...)
	var sides []bench.Side
	for i, more := range all {
		side := bench.Side{Name: fmt.Sprintf("side%d", i)}
		for k, name := range classNames {
			side.Drivers = append(side.Drivers, trialCodec{k, more, name}.driver())
		}
		sides = append(sides, side)
	}
	b, err := open(ctx, cfg, bench.CacheLine, sides, nil, bench.Source{Name: "data", Seed: cfg.Seed})
	if err != nil {
		return err
	}
	list, err := runs(ctx, cfg, "runs of sides", b, bench.Options{Lean: true})
	if err != nil {
		return err
	}
	for i, more := range all[1:] {
		p := Power{Difference: float64(more) / steps}
		for _, run := range list {
			c, err := compare.Sides(run, sides[0].Name, sides[1+i].Name, compare.Options{Threshold: 0.03})
			if err != nil {
				return err
			}
			p.add(c)
		}
		l.Sides = append(l.Sides, p)
	}
	return nil
}

// charge holds what rows are charged for the collector against long windows.
func (l *Long) charge(ctx context.Context, cfg Config, drivers []*driver.Driver) error {
	b, err := open(ctx, cfg, 0, nil, drivers, bench.Source{Name: "data", Seed: cfg.Seed})
	if err != nil {
		return err
	}
	window := min(windowMost, cfg.Time)
	run, err := b.Run(ctx, bench.Options{Time: 2 * cfg.Time, Processes: cfg.Processes, Seed: cfg.Seed, Lean: true, CPU: true, Window: window, MemoryMB: 1024})
	if err != nil {
		return err
	}
	l.Warnings = append(l.Warnings, run.Warnings...)
	price := stats.NewPrice(run.Payloads, "")
	for _, c := range run.Subjects[0].Cases {
		if c.Status != result.OK {
			l.Warnings = append(l.Warnings, c.Row+": "+c.Reason)
			continue
		}
		for _, name := range []protocol.Op{protocol.Marshal, protocol.Unmarshal} {
			op := c.Ops[string(name)]
			if op == nil {
				continue
			}
			total, cycles := stats.Window(op)
			gc := price.Charge(op).Median
			if ns := stats.Typical(op).Median + gc; total > 0 && ns > 0 {
				seconds := 0.0
				for _, w := range op.Windows {
					seconds += time.Duration(w.WallNS).Seconds()
				}
				l.Charged = append(l.Charged, Charged{c.Row, string(name), ns, gc, total, cycles, seconds})
			}
		}
	}
	return nil
}

// repeats compares each run with the one before.
func repeats(list []*result.Run) Repeat {
	var r Repeat
	var off, taus []float64
	for i, run := range list {
		for _, op := range operations {
			var now, before []float64
			sub := run.Subjects[0]
			for j, c := range sub.Cases {
				now = append(now, stats.Time(c.Ops[string(op)]).Median)
				if i > 0 {
					before = append(before, stats.Time(list[i-1].Subjects[0].Cases[j].Ops[string(op)]).Median)
				}
			}
			for _, name := range classNames {
				a, b := sub.Cases[index(sub, name)].Ops[string(op)], sub.Cases[index(sub, name+"-again")].Ops[string(op)]
				ranks := stats.Ranks([]*result.Op{a, b})
				r.Of++
				if ranks[0] != ranks[1] {
					r.Called++
				}
			}
			if i == 0 {
				continue
			}
			taus = append(taus, tau(before, now))
			for j := range now {
				off = append(off, math.Abs(math.Log(now[j]/before[j])))
			}
		}
	}
	r.Tau, r.Half, r.Most = quantile(taus, 0.5), quantile(off, 0.5), quantile(off, 0.9)
	return r
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

// variance parts the scatter of the codec and the same again: rounds within processes,
// processes of one layout, which are those of the several runs, and layouts.
func variance(list []*result.Run, name string) Variance {
	var rounds, processes, layouts pooled
	for _, op := range operations {
		for _, name := range []string{name, name + "-again"} {
			means := map[int][]float64{} // by layout
			perProcess := 0.0
			for _, run := range list {
				sub := run.Subjects[0]
				var all []*result.Op
				for _, c := range sub.Cases {
					all = append(all, c.Ops[string(op)])
				}
				levels := stats.NewLevels(all, 4)
				by := map[int][]result.Sample{}
				for _, s := range sub.Cases[index(sub, name)].Ops[string(op)].Samples {
					by[s.Process] = append(by[s.Process], s)
				}
				for _, samples := range by {
					x := levels.Logs(samples)
					m := rounds.add(x)
					means[samples[0].Layout] = append(means[samples[0].Layout], m)
					perProcess += 1 / float64(len(x))
				}
			}
			var own []float64
			n, least := 0, math.MaxInt
			for _, x := range means {
				own = append(own, processes.add(x))
				n, least = n+len(x), min(least, len(x))
			}
			layouts.add(own)
			processes.of(perProcess / float64(n))
			layouts.of(1 / float64(least))
		}
	}
	round := rounds.variance()
	process := max(0, processes.variance()-round*processes.share())
	layout := max(0, layouts.variance()-processes.variance()*layouts.share())
	return Variance{Layout: math.Sqrt(layout), Process: math.Sqrt(process), Round: math.Sqrt(round)}
}

// pooled is a variance within groups, and the mean share of the variance below it that
// it contains.
type pooled struct{ sum, df, shares, n float64 }

// add adds a group and returns its mean.
func (p *pooled) add(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m += v / float64(len(x))
	}
	for _, v := range x {
		p.sum += (v - m) * (v - m)
	}
	p.df += float64(len(x) - 1)
	return m
}

func (p *pooled) of(share float64) { p.shares, p.n = p.shares+share, p.n+1 }
func (p *pooled) share() float64   { return p.shares / max(p.n, 1) }
func (p *pooled) variance() float64 {
	return p.sum / max(p.df, 1)
}

// advice is how long it takes to find a difference in four runs of five, at the level of
// 5 %, in nine layouts: two codecs, whose batches take 400 µs with what is around them.
func (v Variance) advice(difference float64) Advice {
	const layouts, round = 9, 400e-6
	a := Advice{Class: v.Class, Difference: difference}
	find := 2.306 + 0.889 // Student's t with eight degrees of freedom, of 97.5 and 80 %
	room := math.Pow(math.Log1p(difference)/find, 2) * layouts / 2
	fixed := v.Layout*v.Layout + v.Process*v.Process
	if room > fixed {
		a.Seconds = math.Ceil(v.Round*v.Round/(room-fixed)) * layouts * round
		return a
	}
	for a.Layouts = 2 * layouts; float64(a.Layouts)/layouts*room <= fixed; a.Layouts += layouts {
	}
	return a
}
