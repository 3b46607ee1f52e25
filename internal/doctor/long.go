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
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Long is what only many runs show.
type Long struct {
	Environment result.Environment `json:"environment"`
	Machine     Machine            `json:"machine"`
	Runs        int                `json:"runs"`     // of each kind
	Time        float64            `json:"time"`     // of a run, in seconds
	WallSec     float64            `json:"wall_sec"` // of the examination in seconds, building included
	Complete    bool               `json:"complete"` // false: it was interrupted, and this is what was known by then

	// Of two runs one after the other, over all operations of the trials' codecs.
	Repeats   Repeat      `json:"repeats"`
	Identical []Identical `json:"identical"`       // a run each, of one codec under many names
	Compare   []Power     `json:"compare"`         // of files of two runs
	Aligned   []Power     `json:"compare_aligned"` // the same with functions at cache lines, as run --align has them
	Sides     []Power     `json:"sides"`           // of the two sides of a run, as assay ab has them
	Variance  []Variance  `json:"variance"`
	Advised   []Advice    `json:"advised"`
	Charged   []Charged   `json:"charged"` // by what rows allocate, against processes that do nothing else
	Warnings  []string    `json:"warnings,omitempty"`
}

// Identical is how often one codec under two names was called different, at the level
// of 5 %, in a run of many such pairs.
type Identical struct {
	Seed   uint64 `json:"seed"` // of the run
	Called int    `json:"called"`
	Of     int    `json:"of"`
}

// Repeat says how well figures repeat.
type Repeat struct {
	Tau  float64 `json:"tau"`  // Kendall's, of the orders of two runs: the median
	Half float64 `json:"half"` // within which half of the times repeat, as a share
	Most float64 `json:"most"` // within which nine of ten do
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

// nearCharge is by how much a row may be off, as a share.
const nearCharge = 0.05

// Near returns how many of the charged rows are off by no more than 5 %, by what share
// all are off in common, at the median, and how many would be near without that. The
// windows come after the rounds, and a machine that is slower by then makes rows off that
// allocate nothing.
func Near(list []Charged) (near int, common float64, apart int) {
	var logs []float64
	for _, c := range list {
		logs = append(logs, math.Log(c.NS/c.WindowNS))
	}
	middle := quantile(slices.Clone(logs), 0.5)
	for i, c := range list {
		if math.Abs(c.Difference()) <= nearCharge {
			near++
		}
		if math.Abs(math.Expm1(logs[i]-middle)) <= nearCharge {
			apart++
		}
	}
	return near, math.Expm1(middle), apart
}

// longSteps are those beyond the usual number of steps: 3.1, 4.7 and 9.4 %.
var longSteps = []int{2, 3, 6}

// chargedRows are held against long windows: some allocate nothing, some little, some at
// every field, with pointers and without.
var chargedRows = []string{
	"assay.flat", "assay.flat+reuse", "cbor", "gob", "json", "json+reuse", "jsoniter", "msgp", "mus+notunsafe", "vmihailenco",
}

const (
	// longRun is how long a run of the trials is, where there is time for two of each
	// kind.
	longRun = 7 * time.Second

	// chargeRun is how much of the time, in per cent, goes to the charge of the
	// collector: a quarter of that to rounds, half to windows, and the rest to what these
	// take until a collection has ended.
	chargeRun = 25

	// copies of a codec are measured to see how often two of one are called different.
	copies = 24

	// windowMost is how long each of the nine windows of an operation is at most, which
	// makes a minute in all.
	windowMost = 7 * time.Second
)

// kind is a sort of runs that are made again and again.
type kind struct {
	sides   []bench.Side // nil: none
	codecs  []trialCodec
	align   int
	options bench.Options
	anew    bool // each run has another seed

	bench *bench.Bench
	list  []*result.Run
}

// ExamineLong runs trials of several kinds in turns, so many of each as cfg.Time is
// enough for and cfg.Trials at most, and holds what rows are charged for the collector
// against long windows: rows of the drivers charged. Building comes on top of the time.
// When ctx ends meanwhile, what is known by then comes with its error.
func ExamineLong(ctx context.Context, cfg Config, charged []*driver.Driver) (*Long, error) {
	began := time.Now()
	l := &Long{Environment: measure.Environment(), Machine: examineMachine()}
	var codecs, same []trialCodec
	for k, name := range classNames {
		codecs = append(codecs, trialCodec{k, 0, name}, trialCodec{k, 0, name + "-again"})
		for _, more := range longSteps {
			codecs = append(codecs, trialCodec{k, more, slowerName(name, more)})
		}
		for i := range 2 * copies {
			same = append(same, trialCodec{k, 0, copyName(name, i)})
		}
	}
	lean := bench.Options{Lean: true}
	alone, aligned := &kind{codecs: codecs}, &kind{codecs: codecs, align: bench.CacheLine}
	identical := &kind{codecs: same, options: lean, anew: true}
	beside := &kind{sides: sidesOf(), align: bench.CacheLine, options: lean}
	kinds := []*kind{alone, aligned, identical, beside}

	progress := cfg.Progress
	if progress == nil {
		progress = func(bench.Step) {}
	}
	building := true // after that, the steps of many runs say nothing
	cfg.Progress = func(s bench.Step) {
		if building {
			progress(s)
		}
	}
	total := cfg.Time
	ends := total * (100 - chargeRun) / 100 // of the runs in turns
	cfg.Time = min(longRun, ends/time.Duration(2*len(kinds)))
	l.Time = cfg.Time.Seconds()
	for _, k := range kinds {
		if err := k.open(ctx, cfg); err != nil {
			return nil, err
		}
	}
	windows, err := open(ctx, cfg, 0, nil, charged)
	if err != nil {
		return nil, err
	}
	// The first run builds and verifies, which is no part of the time.
	for _, k := range kinds {
		if err := k.run(ctx, cfg, 0, time.Nanosecond); err != nil {
			return nil, err
		}
		k.list = nil
	}
	if err := l.charge(ctx, cfg, windows, time.Nanosecond, 0); err != nil {
		return nil, err
	}
	l.Charged, l.Warnings = nil, nil

	building = false
	measuring := time.Now()
	for i := 0; err == nil && i < cfg.Trials; i++ {
		if spent := time.Since(measuring); i >= 2 && spent+spent/time.Duration(i) > ends {
			break
		}
		for _, k := range kinds {
			spent := min(time.Since(measuring), ends)
			progress(bench.Step{Kind: "runs in turns", Done: int(spent.Milliseconds()), Total: int(total.Milliseconds()), TimeLeft: total - spent})
			if err = k.run(ctx, cfg, i, cfg.Time); err != nil {
				break
			}
		}
		if err == nil { // now, since who interrupts waits for a moment only
			err = l.fill(alone.list, aligned.list, identical.list, beside.list)
		}
	}
	if err == nil {
		left := max(total-time.Since(measuring), total*chargeRun/100)
		progress(bench.Step{Kind: "long windows", Done: int((total - left).Milliseconds()), Total: int(total.Milliseconds()), TimeLeft: left})
		window := min(windowMost, left/2/time.Duration(measure.WindowPasses*2*len(chargedRows)))
		err = l.charge(ctx, cfg, windows, left/4, window)
	}
	l.Complete = err == nil
	l.WallSec = time.Since(began).Seconds()
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return l, err
}

// fill draws the conclusions from runs of each kind, anew.
func (l *Long) fill(alone, aligned, identical, beside []*result.Run) (err error) {
	l.Runs, l.Identical, l.Variance, l.Advised = len(beside), nil, nil, nil
	for _, run := range identical {
		l.Identical = append(l.Identical, identicals(run))
	}
	if l.Compare, err = compared(alone); err != nil {
		return err
	}
	if l.Aligned, err = compared(aligned); err != nil {
		return err
	}
	if l.Sides, err = besides(beside); err != nil || len(alone) < 2 {
		return err
	}
	l.Repeats = repeats(alone)
	for k, name := range classNames {
		v := variance(alone, name)
		v.Class = classes[k].name
		l.Variance = append(l.Variance, v)
		for _, difference := range []float64{0.01, 0.03, 0.05} {
			l.Advised = append(l.Advised, v.advice(difference))
		}
	}
	return nil
}

func slowerName(name string, more int) string { return fmt.Sprintf("%s-%d", name, steps+more) }

func copyName(name string, i int) string { return fmt.Sprintf("%s-copy%d", name, i) }

// open builds codecs, one side of them or several, with functions at multiples of align
// bytes.
func open(ctx context.Context, cfg Config, align int, sides []bench.Side, drivers []*driver.Driver) (*bench.Bench, error) {
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
	}, bench.Source{Name: "data", Seed: cfg.Seed})
}

func (k *kind) open(ctx context.Context, cfg Config) (err error) {
	var drivers []*driver.Driver
	for _, c := range k.codecs {
		drivers = append(drivers, c.driver())
	}
	k.bench, err = open(ctx, cfg, k.align, k.sides, drivers)
	return err
}

// run makes one run more.
func (k *kind) run(ctx context.Context, cfg Config, number int, length time.Duration) error {
	o := k.options
	o.Time, o.Processes, o.Seed, o.MemoryMB, o.Repeat = length, cfg.Processes, cfg.Seed, 1024, number
	if k.anew {
		o.Seed, o.Repeat = cfg.Seed+uint64(number), 0
	}
	run, err := k.bench.Run(ctx, o)
	if err != nil {
		return err
	}
	for _, c := range run.Subjects[0].Cases {
		if c.Status != result.OK {
			return &failedError{c.Row + ": " + c.Reason}
		}
	}
	k.list = append(k.list, run)
	return nil
}

// identicals counts the pairs of copies of one codec that are called different.
func identicals(run *result.Run) Identical {
	same := Identical{Seed: run.Settings.Seed}
	sub := run.Subjects[0]
	for _, name := range classNames {
		for i := 0; i < 2*copies; i += 2 {
			a, b := sub.Cases[index(sub, copyName(name, i))], sub.Cases[index(sub, copyName(name, i+1))]
			for _, op := range operations {
				x, y := a.Ops[string(op)], b.Ops[string(op)]
				if x == nil || y == nil {
					continue
				}
				same.Of++
				if faster := stats.Faster([]*result.Op{x, y}); len(faster[0])+len(faster[1]) > 0 {
					same.Called++
				}
			}
		}
	}
	return same
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

// sideSteps are the steps beyond the usual number of each side: the first is the base.
var sideSteps = append([]int{0, 0}, longSteps...)

func sideName(i int) string { return fmt.Sprintf("side%d", i) }

// sidesOf are the codecs on sides of a run, those that take longer on others than the
// base.
func sidesOf() (sides []bench.Side) {
	for i, more := range sideSteps {
		side := bench.Side{Name: sideName(i)}
		for k, name := range classNames {
			side.Drivers = append(side.Drivers, trialCodec{k, more, name}.driver())
		}
		sides = append(sides, side)
	}
	return sides
}

// besides is how often the comparison of two sides finds a codec that takes longer.
func besides(list []*result.Run) (powers []Power, err error) {
	for i, more := range sideSteps[1:] {
		p := Power{Difference: float64(more) / steps}
		for _, run := range list {
			c, err := compare.Sides(run, sideName(0), sideName(1+i), compare.Options{Threshold: 0.03})
			if err != nil {
				return nil, err
			}
			p.add(c)
		}
		powers = append(powers, p)
	}
	return powers, nil
}

// charge holds what rows are charged for the collector, by runs of so long, against
// windows of so long.
func (l *Long) charge(ctx context.Context, cfg Config, b *bench.Bench, rounds, window time.Duration) error {
	run, err := b.Run(ctx, bench.Options{Time: rounds, Processes: cfg.Processes, Seed: cfg.Seed, Lean: true, CPU: window > 0, Window: window, MemoryMB: 1024})
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
func repeats(list []*result.Run) (r Repeat) {
	var off, taus []float64
	for i := 1; i < len(list); i++ {
		for _, op := range operations {
			var now, before []float64
			for j, c := range list[i].Subjects[0].Cases {
				now = append(now, stats.Time(c.Ops[string(op)]).Median)
				before = append(before, stats.Time(list[i-1].Subjects[0].Cases[j].Ops[string(op)]).Median)
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
